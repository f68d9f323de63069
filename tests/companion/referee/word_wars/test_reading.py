"""Word Wars read from the table: a whole rendered game by perfect eyes, and what only some tables show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.referee.word_wars.lattice import read_grid, read_group, ways_of_group
from companion.rules import word_wars as rules
from companion.rules.word_wars import Cell, Phase
from models.render.games.making import MadeGame, Order, made
from tests.companion.referee.bystanders import bystander
from tests.companion.referee.watched_film import watch
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
from tests.models.plain_stock import PlainStock
from vision.sightings import Sighting


def letters_of(board: Mapping[Cell, str]) -> set[tuple[Cell, str]]:
    return set(board.items())


def read(tiles: list[Sighting], known: Mapping[Cell, str]) -> set[tuple[Cell, str]]:
    grid = read_grid(tiles, known)
    assert grid is not None
    return {(cell, str(tiles[place].name)) for place, cell in grid.cells.items()}


BOARD = {**across("HORSE"), (1, 1): "N", (3, -1): "U", (3, 1): "O"}


@settings(max_examples=60)
@given(st.floats(-180, 180), st.integers(0, 2**32))
def test_a_crooked_grid_is_read_at_any_rotation(turn: float, seed: int) -> None:
    chance = np.random.default_rng(seed)
    tiles = [
        tile(
            str(seen.name),
            seen.centre[0] + chance.uniform(-3, 3),
            seen.centre[1] + chance.uniform(-3, 3),
            turn + chance.uniform(-12, 12),
        )
        for seen in laid(BOARD, turn)
    ]
    order = chance.permutation(len(tiles))
    tiles = [tiles[place] for place in order]
    known = dict(list(BOARD.items())[:5])
    assert read(tiles, known) == letters_of(BOARD)
    cells = read_group(tiles, range(len(tiles)))
    assert {(cell, tiles[place].name) for place, cell in cells.items()} == {
        ((column, row + 1), letter) for (column, row), letter in BOARD.items()
    }


@pytest.mark.parametrize("gone", BOARD)
def test_a_tile_missing_for_a_moment_moves_no_other(gone: Cell) -> None:
    rest = {cell: letter for cell, letter in BOARD.items() if cell != gone}
    assert read(laid(rest, 20), BOARD) == letters_of(rest)


def test_a_slanting_camera_bends_no_row() -> None:
    word = across("QUIZCATSTOESHORSE")
    tiles = laid(word, 0, (60, 100))

    def seen(points: np.ndarray) -> np.ndarray:
        depth = 1 + 0.0008 * points[:, :1] + 0.0006 * points[:, 1:]
        return np.asarray(points / depth, np.float32)

    slanting = [Sighting(s.kind, s.name, s.confidence, s.certain, seen(s.outline)) for s in tiles]
    assert read(slanting, across("QUIZ")) == letters_of(word)


def test_letters_that_look_the_same_upside_down_are_outvoted() -> None:
    tiles = laid(across("NOSE"), 180)
    tiles[0] = tile("N", *tiles[0].centre, 0)
    tiles[2] = tile("S", *tiles[2].centre, 0)
    cells = read_group(tiles, range(4))
    assert "".join(str(tiles[k].name) for k in sorted(cells, key=lambda k: cells[k])) == "NOSE"


def test_words_are_plays_of_whose_turn_it_is() -> None:
    sitting = Sitting()
    board = across("CAT")
    assert sitting.see(laid(board)) == ["Ann play 0,0 across CAT"]
    board |= {(2, 1): "O", (2, 2): "E"}
    assert sitting.see(laid(board)) == ["Ben play 2,1 down OE"]
    board |= {(3, 0): "S", (3, 1): "O"}
    assert sitting.see(laid(board)) == ["Ann play 3,0 down SO ! not_a_word not_a_word"]
    assert sitting.asked == []


def test_a_tile_that_slid_to_its_place_lies_in_the_cell_in_which_it_rests() -> None:
    sitting = Sitting()
    board = across("CAT")
    sitting.see(laid(board))
    first, second = laid(across("SO", 3))
    for beside in (*[11.0] * 6, *np.arange(11, 0, -1.5)):
        slid = replace(first, outline=first.outline + np.float32([beside, 0]))
        sitting.see(laid(board), [slid, second], seconds=0.1)
    sitting.see(laid(board), [first, second])
    assert sitting.lines[1:] == ["Ben play 3,0 across SO ! not_a_word"]
    assert sitting.asked == []


def test_tiles_laid_one_by_one_are_one_play() -> None:
    sitting = Sitting()
    sitting.see(laid(across("C")), seconds=1.0)
    sitting.see(laid(across("CA")), seconds=1.0)
    assert sitting.see(laid(across("CAT"))) == ["Ann play 0,0 across CAT"]


def test_more_tiles_may_come_while_the_hand_is_near() -> None:
    sitting = Sitting()
    assert sitting.see(laid(across("CAT")), seconds=1.5, hand=True) == []
    assert sitting.see(laid(across("CATS")), seconds=1.5, hand=True) == []
    assert sitting.see(laid(across("CATS")), seconds=1.0) == ["Ann play 0,0 across CATS"]
    sitting = Sitting()
    assert sitting.see(laid(across("CAT")), seconds=4.0, hand=True) == ["Ann play 0,0 across CAT"]  # it rests there


def test_an_illegal_play_is_flagged_once_and_may_be_taken_back() -> None:
    sitting = Sitting()
    sitting.see(laid(across("CAT")))
    wrong = across("CAT") | {(1, 1): "V"}
    assert sitting.see(laid(wrong), seconds=9) == ["Ben play 1,1 across V ! not_a_word"]
    assert sitting.see(laid(across("CAT"))) == []
    assert sitting.see(laid(across("CATS"))) == ["Ben play 3,0 across S"]


def test_a_gap_is_seen_as_one() -> None:
    sitting = Sitting()
    sitting.see(laid(across("CAT")))
    gap = across("CAT") | {(2, 1): "O", (2, 3): "S"}
    assert sitting.see(laid(gap)) == ["Ben play 2,1 down O.S ! gap"]


def test_a_moved_and_turned_grid_is_the_same_game() -> None:
    sitting = Sitting()
    sitting.see(laid(across("CAT")))
    sitting.see(laid({**across("CAT"), (2, 1): "O"}))
    sitting.see(laid({**across("CAT"), (2, 1): "O"}, 90, (300, 200)))
    assert sitting.see(laid({**across("CATS"), (2, 1): "O"}, 90, (300, 200))) == ["Ann play 3,0 across S"]


def test_after_a_play_is_undone_its_tiles_are_new_again() -> None:
    sitting = Sitting()
    before = sitting.referee.state
    sitting.see(laid(across("CAT")))
    sitting.ledger.state = before
    assert sitting.see(laid(across("CATS"))) == ["Ann play 0,0 across CATS"]


def test_tiles_of_a_play_taken_back_mean_nothing_until_they_are_laid_anew() -> None:
    sitting = Sitting()
    sitting.see(laid(across("CAT")))
    before = sitting.referee.state
    assert sitting.see(laid(across("CATS"))) == ["Ben play 3,0 across S"]
    sitting.set_right(before)
    assert sitting.see(laid(across("CATS")), seconds=8) == []
    assert sitting.see(laid(across("CAT"))) == []
    assert sitting.see(laid(across("CATS"))) == ["Ben play 3,0 across S"]


def test_a_first_word_taken_back_may_be_laid_anew_or_grow() -> None:
    sitting = Sitting()
    before = sitting.referee.state
    sitting.see(laid(across("CAT")))
    sitting.set_right(before)
    assert sitting.see(laid(across("CAT")), seconds=8) == []
    assert sitting.see([]) == []
    assert sitting.see(laid(across("CAT"))) == ["Ann play 0,0 across CAT"]
    sitting.set_right(before)
    assert sitting.see(laid(across("CATS"))) == ["Ann play 0,0 across CATS"]
    assert sitting.asked == []


def test_an_illegal_play_that_stands_is_played_on() -> None:
    sitting = Sitting()
    sitting.see(laid(across("CAT")))
    wrong = across("CAT") | {(2, 1): "V"}
    assert sitting.see(laid(wrong)) == ["Ben play 2,1 across V ! not_a_word"]
    sitting.set_right(rules.overrule(sitting.referee.state, rules.parse_action("Ben play 2,1 across V")))
    assert sitting.see(laid(wrong)) == []
    assert sitting.see(laid(wrong | {(3, 0): "S"})) == ["Ann play 3,0 across S"]


def test_an_illegal_play_laid_again_is_flagged_again() -> None:
    sitting = Sitting()
    sitting.see(laid(across("CAT")))
    wrong = across("CAT") | {(1, 1): "V"}
    assert len(sitting.see(laid(wrong))) == 1
    assert sitting.see(laid(across("CAT"))) == []
    assert len(sitting.see(laid(wrong))) == 1


def test_a_play_taken_back_by_hand_before_the_game_was_set_right() -> None:
    sitting = Sitting()
    sitting.see(laid(across("CAT")))
    before = sitting.referee.state
    sitting.see(laid(across("CATS")))
    assert sitting.see(laid(across("CAT"))) == []
    sitting.set_right(before)
    assert sitting.see(laid({**across("CAT"), (2, 1): "O"})) == ["Ben play 2,1 across O"]


def test_a_forfeit_taken_back_is_not_read_again_from_the_empty_table() -> None:
    sitting = Sitting()
    board = laid(across("CAT"))
    sitting.see(board)
    before = sitting.referee.state
    sitting.see([])
    assert sitting.answer("forfeit") == ["Ben forfeit"]
    sitting.set_right(before)
    assert sitting.see([], seconds=6) == []
    assert sitting.referee.questions == ()
    assert sitting.see(board) == []
    assert sitting.see(laid(across("CATS"))) == ["Ben play 3,0 across S"]


def test_tiles_of_a_trade_that_was_told_are_not_traded_twice() -> None:
    sitting = Sitting()
    board = laid(across("CAT"))
    sitting.see(board)
    sitting.see(board, traded("QZ"), seconds=1.5)
    sitting.tell("Ben trade QZ")
    assert sitting.see(board, traded("QZ"), seconds=6) == []
    assert sitting.referee.questions == ()


def test_a_shown_rack_keeps_its_place_after_a_bump_of_the_camera() -> None:
    sitting, board = after_rack("QUIZAEE")
    sitting.bump(-300, 0, board)
    assert sitting.see(laid(across("CAT"), origin=(100, 300)), in_row("QZ", 40, 560, 24.0)) == []
    assert [question.reason for question in sitting.asked] == ["tiles_apart"]


def test_an_uncertain_letter_is_asked_for_once_and_then_played() -> None:
    sitting = Sitting()
    word = [*laid(across("MO")), tile("M", 440, 300, 0, certain=False)]
    assert sitting.see(word, seconds=5) == []
    (question,) = sitting.asked
    assert (question.reason, question.choices) == ("which_letter", ("M", "W", "other", "none"))
    sitting.answer("W")
    assert sitting.see(word) == ["Ann play 0,0 across MOW"]


def test_a_tile_that_is_seen_only_after_the_next_was_laid_is_a_play_of_its_own() -> None:
    sitting, board = Sitting("CAT", "CATE", "AX", "AO"), laid(across("CAT"))
    sitting.see(board)
    sitting.see(board, rack("EEEUUII"))
    sitting.see(board, seconds=1.0)
    told = ["Ben play 3,0 across E", "Ann play 1,1 across X"]
    assert sitting.see(laid(across("CATE") | {(1, 1): "X"}), seconds=4) == told


@pytest.mark.parametrize(
    ("first", "told"),
    [
        ("CATE", ["Ben play 3,0 across E", "Ann play 1,1 across O"]),
        ("AO", ["Ben play 1,1 across O", "Ann play 3,0 across E"]),
    ],
)
def test_which_of_two_tiles_came_first_is_asked_where_either_may_have_laid_either(first: str, told: list[str]) -> None:
    sitting, board = Sitting("CAT", "CATE", "AX", "AO"), laid(across("CAT"))
    sitting.see(board)
    sitting.see(board, rack("EUIOLNR"))
    both = laid(across("CATE") | {(1, 1): "O"})
    assert sitting.see(both, seconds=4) == []
    assert [question.reason for question in sitting.referee.questions] == ["which_first"]
    assert sitting.answer(first) + sitting.see(both) == told


@pytest.mark.timeout(20)
def test_many_tiles_at_once_are_refused_without_trying_out_who_laid_which() -> None:
    sitting, board = Sitting(), laid(across("CAT"))
    sitting.see(board)
    (told,) = sitting.see([*board, *laid(across("AEIOUAEIOUAEIOUAEIOUAEIOU", 0, 1))], seconds=5)
    assert " ! " in told


def test_what_is_no_tile_holds_up_no_play() -> None:
    sitting = Sitting()
    board = laid(across("CAT"))
    assert sitting.see(board) == ["Ann play 0,0 across CAT"]
    grain = replace(tile("?", 440, 320, 0, certain=False), name=None)
    assert sitting.see([*board, grain], seconds=5) == []
    assert sitting.asked[-1].choices[-1] == "none"
    assert sitting.see([*board, *laid(across("S", 3)), grain], seconds=5) == []
    told = sitting.answer("none") + sitting.glance(2.5)
    assert told == ["Ben play 3,0 across S"]


def test_grain_beyond_the_grid_or_alone_is_no_tile() -> None:
    sitting = Sitting()
    grain = replace(tile("?", 500, 280, 0, certain=False), name=None)
    assert sitting.see([grain], seconds=5) == []
    assert sitting.see([*laid(across("CAT")), grain], seconds=5) == ["Ann play 0,0 across CAT"]
    assert sitting.asked == []


@pytest.mark.parametrize("answer", ["T", "I"])
def test_a_letter_that_alone_makes_no_word_is_asked_for_before_the_play_is_refused(answer: str) -> None:
    sitting = Sitting()
    board = laid(across("CAI"))
    assert sitting.see(board, seconds=4) == []
    (question,) = sitting.asked
    assert (question.reason, question.data["guess"]) == ("which_letter", "I")
    told = sitting.answer(answer) + sitting.see(board, seconds=4)
    assert told == ["Ann play 0,0 across CAT" if answer == "T" else "Ann play 0,0 across CAI ! not_a_word"]
    assert len(sitting.asked) == 1


def test_any_letter_can_be_the_answer() -> None:
    sitting = Sitting()
    word = [*laid(across("CA")), tile("I", 440, 300, 0, certain=False)]
    sitting.see(word, seconds=5)
    sitting.answer("other")
    question = sitting.asked[-1]
    assert len(sitting.asked) == 2
    assert "T" not in sitting.asked[0].choices or "T" not in question.choices
    sitting.answer("T")
    assert sitting.see(word) == ["Ann play 0,0 across CAT"]


def test_a_forfeit_ends_the_round_and_the_cleared_table_begins_the_next() -> None:
    sitting = Sitting()
    board = laid(across("CAT"))
    sitting.see(board)
    assert sitting.see([]) == []
    assert sitting.asked[0].reason == "table_cleared"
    assert sitting.answer("forfeit") == ["Ben forfeit"]
    assert sitting.see([]) == ["new round"]
    assert sitting.referee.state.phase is Phase.PLAY
    assert sitting.see(laid(across("TOE"))) == ["Ben play 0,0 across TOE"]


def film(seed: int) -> MadeGame:
    return made(Order("word-wars", seed, size=(480, 270)), PlainStock())


@pytest.mark.timeout(300)
def test_a_whole_game_is_read_to_its_final_score() -> None:
    game = film(4)
    who = bystander(game)
    told = watch(who)
    assert game.result.over
    assert tuple(told.carried_out) == who.moves
    assert told.refused == []
    assert who.rules.result(told.state) == game.result
    assert len(told.questions) <= 3


@pytest.mark.parametrize("word", ["OX", "XO", "OH", "HO"])
def test_a_first_word_whose_letters_read_the_same_from_below_stands_as_it_is_a_word(word: str) -> None:
    """Seen from the table's other side: the letters tell no way up, and one way alone is a play."""
    sitting = Sitting(word, f"{word[1]}A")
    board = across(word)
    assert sitting.see(laid(board, 180)) == [f"Ann play 0,0 across {word}"]
    assert sitting.see(laid(board | {(1, 1): "A"}, 180)) == ["Ben play 1,1 across A"]


@pytest.mark.parametrize("turn", [0, 180])
def test_a_first_word_that_is_another_one_from_below_is_asked_for(turn: int) -> None:
    sitting, board = Sitting("NO", "ON", "OAK"), across("ON")
    assert sitting.see(laid(board, turn)) == []
    (question,) = sitting.referee.questions
    assert (question.reason, set(question.choices)) == ("which_word", {"NO", "ON"})
    assert sitting.answer("ON") == ["Ann play 0,0 across ON"]
    assert sitting.see(laid(board | {(0, 1): "A", (0, 2): "K"}, turn)) == ["Ben play 0,1 down AK"]
    assert len(sitting.asked) == 1


def test_a_first_word_that_is_another_one_from_below_is_told_by_the_next() -> None:
    sitting, board = Sitting("NO", "ON", "OAK"), across("ON")
    sitting.see(laid(board, 180))
    lines = sitting.see(laid(board | {(0, 1): "A", (0, 2): "K"}, 180), seconds=9)
    assert lines == ["Ann play 0,0 across ON", "Ben play 0,1 down AK"]
    assert sitting.referee.questions == ()


def test_a_first_word_that_was_taken_up_before_it_was_told_is_none() -> None:
    sitting = Sitting("NO", "ON")
    sitting.see(laid(across("ON"), 180))
    sitting.see([])
    assert sitting.answer("ON") == []


@pytest.mark.parametrize(("letters", "ways"), [("NOSE", 1), ("NOS", 2), ("OX", 4)])
def test_as_many_ways_up_as_letters_leave_open(letters: str, ways: int) -> None:
    tiles = laid(across(letters), 180)
    assert len(ways_of_group(tiles, range(len(letters)))) == ways
    assert ways_of_group(tiles, range(len(letters)))[0] == read_group(tiles, range(len(letters)))


def test_two_plays_that_either_player_may_have_made_are_told_apart_by_which_came_first() -> None:
    """A tile lay there unread while the next one was laid."""
    sitting, board = Sitting("TO", "TOE", "OX"), laid(across("TO"))
    sitting.see(board)
    sitting.see([*board, replace(tile("E", 440, 300), name=None, certain=False)], seconds=1.0)
    both = [*board, tile("E", 440, 300), tile("X", 420, 320)]
    assert sitting.see(both, seconds=5.0) == ["Ben play 2,0 across E", "Ann play 1,1 across X"]


def test_which_of_two_words_came_first_is_asked_where_nothing_tells_it() -> None:
    """A tile of the first one was missed until the second one lay there."""
    sitting, both = Sitting("OW", "VOW", "VINE"), across("VOW") | {(0, k): letter for k, letter in enumerate("VINE")}
    sitting.see([tile("O", 420, 300)], seconds=0.4)
    assert sitting.see(laid(both), seconds=5.0) == []
    (question,) = sitting.referee.questions
    assert (question.reason, set(question.choices)) == ("which_first", {"OW", "VOW", "VINE"})
    assert sitting.answer("OW") == ["Ann play 0,0 across OW"]
    assert sitting.see(laid(both)) == ["Ben play -1,0 down VINE"]
    assert len(sitting.asked) == 1


def test_plays_that_piled_up_behind_an_unread_letter_are_ruled_on_in_turn() -> None:
    sitting, board = Sitting("CAT", "CATE", "AX", "IC"), laid(across("CAT"))
    sitting.see(board)
    laid_since = [replace(tile("E", 460, 300), name=None, certain=False)]
    for letter, x, y in (("X", 420, 320), ("I", 400, 280)):
        sitting.see([*board, *laid_since], seconds=1.0)
        laid_since.append(tile(letter, x, y))
    read = [*board, tile("E", 460, 300), *laid_since[1:]]
    assert sitting.see(read, seconds=5.0) == [
        "Ben play 3,0 across E",
        "Ann play 1,1 across X",
        "Ben play 0,-1 across I",
    ]


def test_plays_that_piled_up_are_told_apart_though_all_of_them_are_found_anew_at_once() -> None:
    sitting, board = Sitting("CAT", "CATE", "EX", "IC"), laid(across("CAT"))
    sitting.see(board)
    sitting.tell("Ben shows EINORTU")
    sitting.tell("Ann shows ADLOSUX")
    sitting.lines.clear()
    piled = [tile("I", 400, 280), tile("E", 460, 300), tile("X", 460, 320)]
    assert sitting.see(board, piled, seconds=5.0) == [
        "Ben play 3,0 across E",
        "Ann play 3,1 across X",
        "Ben play 0,-1 across I",
    ]
