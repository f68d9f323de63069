"""Word Wars read from the table: racks that are shown, trades, and what is asked about them."""

from __future__ import annotations

from companion.referee.things import Thing
from companion.referee.word_wars.racks import is_rack_beside
from companion.rules import word_wars as rules
from companion.rules.word_wars import Phase
from tests.companion.referee.word_wars.table import (
    Sitting,
    across,
    after_rack,
    in_row,
    laid,
    rack,
    tile,
    traded,
)


def test_a_rack_makes_the_hand_of_the_turn_known() -> None:
    sitting = Sitting()
    assert sitting.see(rack("QUIZCAT")) == ["Ann shows ACIQTUZ"]
    assert sitting.see([]) == []
    assert sitting.see(laid(across("CAT"))) == ["Ann play 0,0 across CAT"]
    assert sitting.see(laid(across("CAT")), rack("EEEEEEV")) == ["Ben shows EEEEEEV"]
    assert sitting.asked == []


def test_fewer_tiles_elsewhere_after_a_rack_are_traded() -> None:
    sitting, board = after_rack("QUIZAEE")
    assert sitting.see(board, traded("QZ")) == ["Ben trade QZ"]
    assert sitting.see(board) == []
    assert sitting.referee.state.seat("Ann").points == 2
    assert sitting.asked == []


def test_a_trade_waits_for_the_tiles_that_are_laid_after_its_first() -> None:
    sitting, board = after_rack("QUIZAEE")
    assert sitting.see(board, traded("Q"), seconds=1.5) == []
    assert sitting.see(board, traded("QZ")) == ["Ben trade QZ"]


def test_tiles_of_a_trade_lie_as_they_were_laid_down() -> None:
    sitting, board = after_rack("QUIZAEE")
    laid_down = [tile(letter, x, 560) for letter, x in (("Q", 40), ("Z", 64), ("A", 100), ("E", 124))]
    assert sitting.see(board, laid_down) == ["Ben trade AEQZ"]


def test_an_m_that_stands_on_its_head_in_a_rack_is_a_w() -> None:
    sitting, board = after_rack("")
    shown = [tile(letter, 340 + 21 * k, 560, 180 if letter in "MNS" else 0) for k, letter in enumerate("ZRNSMDI")]
    assert sitting.see(board, shown) == ["Ben shows DINRSWZ"]


def test_an_m_stays_an_m_where_too_few_letters_tell_which_way_up_it_stands() -> None:
    sitting, board = after_rack("")
    shown = [tile(letter, 340 + 21 * k, 560, 180 if letter == "M" else 0) for k, letter in enumerate("ZNNSMDI")]
    assert sitting.see(board, shown) == ["Ben shows DIMNNSZ"]


def test_more_tiles_than_a_player_has_are_no_play_and_no_trade() -> None:
    """The grid was lost from sight, and is found somewhere else."""
    sitting, board = after_rack("QUIZAEE")
    elsewhere = laid({(column, row): "AEIO"[row] for column in range(13) for row in range(4)}, origin=(100, 480))
    assert sitting.see(board, elsewhere) == []
    assert sitting.see(elsewhere) == []


def test_tiles_that_show_no_letter_are_asked_about() -> None:
    """They lie face down: traded, or anything else."""
    sitting, board = after_rack("QUIZAEE")
    assert sitting.see(board, traded("??")) == []
    (question,) = sitting.asked
    assert (question.reason, question.choices) == ("tiles_apart", ("traded", "nothing"))
    assert sitting.answer("traded") == ["Ben trade ??"]
    assert sitting.referee.state.seat("Ben").hand == ("?",) * 7


def test_traded_tiles_that_were_not_on_the_rack_are_asked_about() -> None:
    """One of them was read wrongly now, or on the rack."""
    sitting, board = after_rack("QUIZAEE")
    assert sitting.see(board, traded("QN")) == []
    (question,) = sitting.asked
    assert (question.reason, question.choices) == ("tiles_apart", ("traded", "nothing"))
    assert sitting.answer("traded") == ["Ben trade NQ ! not_in_hand"]
    assert sitting.see(board, traded("QN")) == []
    sitting.set_right(rules.overrule(sitting.referee.state, rules.parse_action("Ben trade NQ")))
    assert sitting.see(board) == []
    assert sitting.referee.state.seat("Ann").points == 2


def test_tiles_apart_without_a_rack_are_asked_about() -> None:
    sitting = Sitting()
    board = laid(across("CAT"))
    sitting.see(board)
    assert sitting.see(board, traded("QZ")) == []
    (question,) = sitting.asked
    assert (question.reason, question.choices) == ("tiles_apart", ("traded", "nothing"))
    assert sitting.answer("traded") == ["Ben trade QZ"]
    assert sitting.see(board) == []


def test_a_rack_that_became_another_was_traded() -> None:
    sitting, board = after_rack("QUIZAES")
    sitting.see(board, rack("OUIZADS"), seconds=1.5)
    sitting.see(board)
    (question,) = sitting.asked
    assert (question.reason, question.choices[0]) == ("how_many_traded", "2")
    assert sitting.answer("3")[1:] == ["Ben shows ADIOSUZ"]
    assert sitting.referee.state.seat("Ann").points == 3


def test_a_rack_that_lost_a_known_tile_was_traded_from() -> None:
    sitting = Sitting()
    sitting.see(rack("QUIZCAT"))
    sitting.see([])
    sitting.see(laid(across("CAT")))
    board = laid(across("CATS"))
    assert sitting.see(board) == ["Ben play 3,0 across S"]
    sitting.see(board, rack("IUZADEE"))
    sitting.see(board)
    (question,) = sitting.asked
    assert (question.reason, question.choices[0]) == ("how_many_traded", "1")
    assert sitting.answer("2") == ["Ann trade ?Q", "Ann shows ADEEIUZ"]
    assert sitting.referee.state.seat("Ben").points == 2


def test_a_rack_that_became_another_though_nothing_was_traded_was_misread_and_may_be_let_stand() -> None:
    sitting, board = after_rack("QUIZAES")
    sitting.see(board, rack("OUIZAES"), seconds=1.5)
    sitting.see(board)
    (shown,) = sitting.answer("nothing")
    assert shown.startswith("Ben shows AEIOSUZ ! not_shown")
    game = sitting.game
    sitting.set_right(game.overrule(sitting.referee.state, rules.parse_action("Ben shows AEIOSUZ")))
    assert sitting.see(board, rack("OUIZAES")) == []
    assert "".join(sorted(sitting.referee.state.seat("Ben").hand)) == "AEIOSUZ"


def test_a_rack_that_lies_face_down_tells_nothing() -> None:
    sitting = Sitting()
    sitting.see(rack("QUIZCAT"))
    sitting.see([])
    assert sitting.see(rack("???????"), seconds=6) == []
    assert sitting.asked == []


def test_a_rack_that_is_known_to_be_the_others_is_his() -> None:
    sitting = Sitting()
    sitting.see(rack("EEAIORN"))
    sitting.see([])
    sitting.tell("Ann trade E")  # and the same letter came back
    sitting.tell("Ann shows EEAIORN")
    sitting.see([])
    assert sitting.referee.state.turn == "Ben"
    assert sitting.see(rack("EEAIORN")) == []
    assert sitting.referee.state.seat("Ben").hand == ("?",) * 7


def test_a_rack_that_makes_a_word_of_seven_may_be_laid() -> None:
    sitting = Sitting("RESTAIN")
    word = laid(across("RESTAIN"))
    assert sitting.see(word) == []
    assert sitting.asked[0].choices == ("shown", "word")
    assert sitting.answer("word") == ["Ann play 0,0 across RESTAIN"]


def test_who_cannot_go_on_is_asked_what_comes() -> None:
    sitting = Sitting()
    board = laid(across("CAT"))
    sitting.see(board)
    sitting.see(board, rack("BDFGPVL"), seconds=1.5)
    assert sitting.asked == []
    sitting.see(board)
    assert (sitting.asked[0].reason, sitting.asked[0].choices) == (
        "cannot_go_on",
        ("trade", "forfeit", "sudden_death"),
    )


def test_sudden_death_called_and_answered_by_tiles() -> None:
    sitting = Sitting()
    board = across("CAT")
    sitting.see(laid(board))
    sitting.see(laid(board), rack("BDFGPVL"), seconds=1.5)
    sitting.see(laid(board))
    assert sitting.answer("sudden_death") == ["Ben sudden death"]
    assert sitting.asked[-1].reason == "sudden_death_answer"
    assert sitting.see(laid(across("CATS"))) == ["Ann accept", "Ann play 3,0 across S"]
    assert sitting.referee.questions == ()


def test_who_is_refused_sudden_death_may_have_shown_his_rack_before_that_is_told() -> None:
    sitting, board = after_rack("BDFGPVL")
    sitting.see(board)
    assert sitting.answer("sudden_death") == ["Ben sudden death"]
    sitting.see(board, rack("BDFGPVL"), seconds=1.5)
    sitting.see(board, traded("BD"), seconds=1.0)
    assert sitting.answer("refused") == ["Ann refuse"]
    sitting.see(board, traded("BD"), seconds=1.5)
    assert sitting.see(board) == ["Ben trade BD"]
    assert sitting.referee.questions == ()


def test_tiles_that_the_other_may_lay_wait_until_it_is_said_what_is_done_first() -> None:
    sitting, board = after_rack("BDFGPVL")
    sitting.see(board)
    assert sitting.see(laid(across("CATS"))) == []
    assert sitting.answer("sudden_death") == ["Ben sudden death"]
    assert sitting.see(laid(across("CATS"))) == ["Ann accept", "Ann play 3,0 across S"]


def test_an_answer_that_is_none_is_asked_for_again() -> None:
    sitting = Sitting()
    board = laid(across("CAT"))
    sitting.see(board)
    sitting.see(board, rack("BDFGPVL"), seconds=1.5)
    sitting.see(board)
    for wrong, right in (("sudden death", "sudden_death"), ("accept", "accepted")):
        standing = sitting.referee.questions
        assert sitting.answer(wrong) == []
        assert sitting.referee.questions == standing
        assert len(sitting.answer(right)) == 1
    assert sitting.referee.state.phase is Phase.SUDDEN_DEATH


def test_a_trade_counts_once_its_tiles_are_taken_away() -> None:
    sitting, board = after_rack("QUIZAEE")
    assert sitting.see(board, traded("QZ"), seconds=1.5) == []
    assert sitting.see(board) == ["Ben trade QZ"]
    assert sitting.asked == []


def test_a_trade_is_of_all_tiles_that_lay_there_though_they_are_taken_away_one_by_one() -> None:
    sitting, board = after_rack("QUIZAEE")
    sitting.see(board, traded("QZA"), seconds=1.5)
    assert sitting.see(board, traded("QZA")[:2], seconds=1.5) == []
    assert sitting.see(board) == ["Ben trade AQZ"]


def test_tiles_that_may_be_traded_are_asked_about_once_they_are_taken_away() -> None:
    sitting = Sitting()
    sitting.see(rack("DKQLNRD"))
    sitting.see([], seconds=1.0)
    sitting.see(in_row("DKQ", 40, 560), seconds=1.5)
    assert sitting.asked == []
    sitting.see([])
    assert [(question.reason, question.choices) for question in sitting.asked] == [("tiles_apart", ("word", "traded"))]
    assert sitting.answer("traded") == ["Ann trade DKQ"]


def test_a_whole_rack_elsewhere_is_asked_about_at_once() -> None:
    """No more tiles are coming."""
    sitting, board = after_rack("QUIZAEE")
    sitting.see(board, traded("QUIZAEE"), seconds=1.5)
    assert [(question.reason, question.choices) for question in sitting.asked] == [("tiles_apart", ("shown", "traded"))]


def test_a_rack_that_lies_askew_beside_the_grid_is_no_word() -> None:
    sitting, _ = after_rack("")
    state = sitting.referee.state
    askew = [Thing(k, tile("E", 300 + 20 * k, 330 + 3 * k, 9), False, 0.0) for k in range(7)]
    in_two_rows = [(k, 2 if k < 4 else 3) for k in range(7)]
    assert is_rack_beside(askew, in_two_rows, state)
    assert not is_rack_beside(askew, [(k, 2) for k in range(7)], state)  # a word of seven letters
    assert not is_rack_beside(askew[:6], in_two_rows[:6], state)
    two_words = [Thing(k, tile("E", 300 + 20 * k, 330 + 60 * (k > 2)), False, 0.0) for k in range(7)]
    assert not is_rack_beside(two_words, in_two_rows, state)


def test_a_rack_that_is_shown_waits_for_the_word_before_it() -> None:
    sitting, board = Sitting(), laid(across("CAT"))
    sitting.see(board)
    doubtful = [*board, tile("Z", 460, 300, certain=False)]
    sitting.see(doubtful)
    assert sitting.see(doubtful, rack("QUIZAEE")) == []
    assert sitting.answer("S") == []
    assert sitting.see([*board, tile("S", 460, 300)]) == ["Ben play 3,0 across S"]
    assert sitting.see([*board, tile("S", 460, 300)], rack("QUIZAEE")) == ["Ann shows AEEIQUZ"]


def test_a_traded_tile_that_was_not_read_may_be_named_once_it_is_gone() -> None:
    sitting, board = after_rack("BDFGPVL")
    unread = [*traded("B"), tile("D", 64, 560, certain=False)]
    sitting.see(board, unread, seconds=1.75)
    assert sitting.see(board, seconds=1.0) == []
    assert [question.reason for question in sitting.referee.questions] == ["which_letter"]
    assert sitting.see(laid(across("CATS"))) == []
    assert sitting.answer("G") == ["Ben trade BG"]
    assert sitting.see(laid(across("CATS"))) == ["Ann play 3,0 across S"]


def test_a_tile_apart_that_is_said_to_be_none_is_not_traded() -> None:
    sitting, board = after_rack("BDFGPVL")
    sitting.see(board, [*traded("B"), tile("D", 64, 560, certain=False)], seconds=1.75)
    sitting.see(board, seconds=1.0)
    assert sitting.answer("none") == []
    assert sitting.see(board) == []
    assert [question.reason for question in sitting.referee.questions] == ["cannot_go_on"]
