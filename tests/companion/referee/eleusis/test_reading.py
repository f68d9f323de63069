"""Eleusis Express read from the table: rendered games by perfect eyes, and what only some tables show."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.referee.eleusis.reading import EleusisReading
from companion.rules import eleusis as rules
from companion.rules.cards import UNKNOWN
from companion.rules.game import Setup
from companion.rules.games import game_named
from models.render.games.making import MadeGame, Order, made
from tests.companion.referee.bystanders import bystander
from tests.companion.referee.eleusis.table import APART, DOWN, HAND, NEXT, PLAYERS, show, table
from tests.companion.referee.small_table import SmallTable
from tests.companion.referee.watched_film import watch
from tests.models.plain_stock import PlainStock


def film(seed: int, players: int) -> MadeGame:
    return made(Order("eleusis", seed, size=(480, 270), players=players), PlainStock())


@pytest.mark.timeout(300)
@pytest.mark.parametrize(("seed", "players"), [(6, 3), (5, 5)])
def test_a_whole_game_is_read_to_its_final_score(seed: int, players: int) -> None:
    game = film(seed, players)
    who = bystander(game)
    told = watch(who)
    assert tuple(told.carried_out) == who.moves
    assert {" | lays " in line for line in who.moves if " no play" in line} == {True, False}  # claims of both kinds
    assert told.refused == []
    assert rules.result(told.state) == game.result
    assert game.result.over
    assert {question.reason for question in told.questions} == {"round_dealt"}
    assert len(told.questions) == players


@pytest.mark.parametrize("turned", [0, 90, 180, 200])
def test_a_told_rule_judges_at_once_wherever_the_card_lies(turned: float) -> None:
    seen = table("red", turned)
    seen.lay("9C", NEXT, 3, angle=4)
    assert seen.look(0.5) == ["Ben plays 9C"]
    seen.lay("9C", 2, DOWN, angle=-4)  # the dealer puts it into the sideline
    assert seen.look(2) == []
    seen.lay("4S", -2, 2 * DOWN)
    assert seen.look(0.5) == ["Cem plays 4S"]
    seen.lay("2D", NEXT, 0)
    assert seen.look(0.5) == ["Ben plays 2D"]
    line = seen.referee.state.round.line
    assert [(str(place.card), [str(card) for card in place.sideline]) for place in line] == [
        ("7H", ["9C", "4S"]),
        ("2D", []),
    ]


def test_a_line_may_run_either_way_and_goes_on_there() -> None:
    seen = table("red")
    seen.lay("2D", -NEXT, 0)
    assert seen.look() == ["Ben plays 2D"]
    seen.lay("3D", -2 * NEXT, 0)
    assert seen.look() == ["Cem plays 3D"]


def test_a_card_on_an_older_card_of_the_line_is_not_simply_played() -> None:
    seen = table("red")
    seen.lay("2D", NEXT, 0)
    seen.look()
    seen.lay("3D", 0, 10)
    assert seen.look(3) == []
    assert [question.reason for question in seen.asked] == ["off_the_line"]


def test_a_card_far_below_a_line_of_one_card_begins_no_new_line() -> None:
    seen = table("red")
    seen.lay("2D", 0, 165)
    assert seen.look(3) == []
    assert [question.reason for question in seen.asked] == ["off_the_line"]


def test_the_line_goes_on_below_and_may_be_pushed_as_a_whole() -> None:
    seen = table("red")
    for place, card in enumerate(["2D", "3D", "4D"], 1):
        seen.lay(card, NEXT * place, 0)
        assert len(seen.look()) == 1
    seen.lay("5D", 3, 150)
    assert seen.look() == ["Cem plays 5D"]
    seen.lay("9C", 5, 150 + DOWN)
    assert seen.look() == ["Ben plays 9C"]
    for card, x, y in [("7H", 0, 0), ("2D", NEXT, 0), ("3D", 2 * NEXT, 0), ("4D", 3 * NEXT, 0), ("5D", 3, 150)]:
        seen.lay(card, x + 20, y - 60)
    seen.lay("9C", 25, 90 + DOWN)
    assert seen.look(2) == []
    seen.lay("6D", 23 + NEXT, 90)
    assert seen.look() == ["Cem plays 6D"]
    assert seen.asked == ()


def test_without_a_rule_the_place_where_a_card_stays_is_the_verdict() -> None:
    seen = table()
    seen.lay("9C", 0, DOWN)
    assert seen.look() == ["Ben plays 9C | wrong"]
    seen.lay("2D", NEXT, 0)
    assert seen.look(4) == []
    assert seen.look(3) == ["Cem plays 2D | right"]
    seen.lay("3D", 2 * NEXT, 0)
    assert seen.look(2) == []
    seen.lay("3D", NEXT, DOWN)
    assert seen.look(1) == ["Ben plays 3D | wrong"]


def test_a_card_that_was_right_by_its_place_and_is_put_aside_later_is_told_of() -> None:
    seen = table()
    seen.lay("2D", NEXT, 0)
    assert seen.look(7) == ["Ben plays 2D | right"]
    seen.lay("2D", NEXT + 20, 10)  # pushed
    seen.look(2)
    assert seen.notes == []
    seen.lay("2D", 0, DOWN)
    assert seen.look(3) == []
    assert [(note.rule, note.reason, str(note.data["card"])) for note in seen.notes] == [("EE-3", "put_aside", "2D")]


def test_a_card_pushed_by_a_hand_that_hides_where_it_lay_is_the_same_card() -> None:
    seen = table()
    seen.lay("2D", NEXT, 0)
    seen.look(2)
    seen.lay("2D", -20, 80)
    assert seen.look(1, over=lambda outline: float(outline[:, 0].mean()) > 1000 + NEXT / 2) == []
    assert seen.look(1) == ["Ben plays 2D | wrong"]
    assert seen.look(8) == []


def test_the_next_card_makes_the_one_before_it_right() -> None:
    seen = table()
    seen.lay("2D", NEXT, 0)
    assert seen.look() == []
    seen.lay("3D", 2 * NEXT, 0)
    assert seen.look() == ["Ben plays 2D | right"]
    seen.lay("4D", 2 * NEXT, DOWN)
    assert seen.look() == ["Cem plays 3D | right", "Ben plays 4D | wrong"]


def test_a_card_taken_back_before_its_verdict_was_not_played() -> None:
    seen = table()
    seen.lay("2D", NEXT, 0)
    seen.look(2)
    seen.take("2D")
    assert seen.look(8) == []
    seen.lay("5S", 0, DOWN)
    assert seen.look() == ["Ben plays 5S | wrong"]


def test_a_hand_over_the_line_takes_nothing_from_it() -> None:
    seen = table("red")
    seen.lay("2D", NEXT, 0)
    seen.look()
    assert seen.look(3, over=lambda outline: True) == []
    seen.lay("3D", 2 * NEXT, 0)
    assert seen.look() == ["Cem plays 3D"]
    assert seen.refused == []


def test_a_third_copy_of_a_card_is_flagged() -> None:
    seen = table("red")
    seen.lay("7H/second", NEXT, 0)
    seen.look()
    seen.lay("7H/third", 2 * NEXT, 0)
    seen.look()
    assert seen.refused == [("too_many_copies",)]
    seen.take("7H/third")
    seen.look()
    seen.lay("8H", 2 * NEXT, 0)
    assert seen.look() == ["Cem plays 8H"]


def test_a_card_that_cannot_be_read_is_asked_for() -> None:
    seen = table("red")
    seen.lay("2D", NEXT, 0, sure=False)
    assert seen.look(3) == []
    assert [question.reason for question in seen.asked] == ["which_card"]
    assert seen.answer("two") == seen.answer("2?") == []
    assert seen.answer("2h") == ["Ben plays 2H"]


def test_a_right_claim_is_settled_as_soon_as_the_whole_hand_is_read() -> None:
    seen = table("black")
    assert show(seen, HAND.replace("7S", "7D").replace("AS", "AD")) == [
        "Ben no play | shows 7D 2D 3D 4D 6D 8D 9D 10D JD QD KD AD"
    ]
    seen.take("AD/hand", "7D/hand")
    seen.look(2)
    seen.lay("QC", 25 * 12, APART + 20)  # read wrongly as it is taken up
    assert seen.look(3) == []
    assert seen.asked == ()
    seen.take(*[key for key in seen.lying if key != "7H"])
    assert seen.look(2) == []
    assert len(seen.referee.state.seat("Ben").hand) == 11


def test_nobody_knows_in_which_order_a_hand_went_under_the_stock() -> None:
    seen = table("black")
    show(seen, HAND.replace("7S", "7D").replace("AS", "AD"))
    assert set(seen.ledger.state.stock) == {UNKNOWN}


def test_of_a_wrong_claim_the_dealer_lays_a_right_card() -> None:
    seen = table("black")
    assert show(seen, HAND) == []
    (note,) = seen.notes
    assert (note.rule, note.data["cards"]) == ("EE-5", "7S")
    seen.lay("2D/hand", NEXT, 0)  # not that one
    assert seen.look() == []
    assert seen.refused == [("laid_is_wrong",)]
    seen.take("2D/hand")
    for place in ((450, APART), (450, -APART), (NEXT, 0)):
        assert seen.done[1:] == []
        seen.lay("AS/hand", *place)
        seen.look(2)
    assert seen.done[1:] == [f"Ben no play | shows {HAND} | lays AS"]
    seen.take(*[key for key in seen.lying if key.endswith("/hand") and key != "AS/hand"])
    assert seen.look(2) == []
    seen.lay("5C", 2 * NEXT, 0)
    assert seen.look() == ["Cem plays 5C"]
    assert show(seen, HAND.replace("AS", "KS")) == []
    assert len(seen.notes) == 2


def test_a_hand_is_read_along_its_row_however_it_was_laid() -> None:
    seen = table("clubs")
    for place, card in reversed(list(enumerate(HAND.split()))):
        seen.lay(f"{card}/hand", 30.0 * place, APART)
        if place % 4 == 0:
            seen.look(0.5)
    assert seen.look() == [f"Ben no play | shows {HAND}"]


def test_a_hand_taken_away_before_a_card_of_it_was_laid_is_asked_for() -> None:
    seen = table("black")
    show(seen, HAND)
    seen.take(*[key for key in seen.lying if key.endswith("/hand")])
    seen.look(2)
    assert [question.reason for question in seen.asked] == ["which_laid"]
    assert seen.answer("seven") == seen.answer("2D") == []
    assert seen.refused == [("laid_is_wrong",)]
    assert seen.answer("7S") == [f"Ben no play | shows {HAND} | lays 7S"]


def test_without_a_rule_a_claim_is_judged_by_what_the_dealer_does() -> None:
    seen = table()
    assert show(seen, HAND) == []
    seen.take(*[key for key in seen.lying if key.endswith("/hand")])
    assert seen.look(2) == [f"Ben no play | shows {HAND} | right"]
    assert show(seen, HAND.replace("D", "C")) == []
    seen.lay("AS/hand", NEXT, 0)
    assert seen.look() == [f"Cem no play | shows {HAND.replace('D', 'C')} | lays AS"]


def test_an_unread_card_of_a_whole_hand_is_asked_for() -> None:
    seen = table("diamonds")
    assert show(seen, HAND.replace("9D", "9D?")) == []
    seen.look(2)
    (question,) = seen.asked
    assert question.reason == "which_card"
    seen.answer("9D")
    assert len(seen.notes) == 1
    assert seen.asked == ()


@pytest.mark.parametrize(("sure", "asked"), [(False, []), (True, ["show_again"])])
def test_a_card_that_is_told_twice_in_a_whole_hand_is_none_unless_it_is_surely_read(
    sure: bool, asked: list[str]
) -> None:
    seen = table("diamonds")
    seen.lay("twice/hand", 112, APART - 4, "8S", sure=sure)
    show(seen, HAND)
    seen.look(2)
    assert len(seen.notes) == 1 - len(asked)
    assert [question.reason for question in seen.asked] == asked


def test_a_card_of_a_hand_that_was_not_read_is_no_play_until_people_say_so() -> None:
    seen = table("diamonds")
    show(seen, HAND.replace("9D", "9D?").replace("7S", "7S?"))
    seen.take("2D/hand")
    seen.lay("2D/2", NEXT, 0)
    assert seen.look() == []
    assert "show_again" in [question.reason for question in seen.asked]


def test_a_hand_of_which_a_card_is_missing_is_to_be_shown_again() -> None:
    seen = table("diamonds")
    assert show(seen, HAND.removesuffix(" AS")) == []
    assert not seen.asked
    seen.look(2)
    (question,) = seen.asked
    assert (question.reason, question.data["shown"], question.data["count"]) == ("show_again", 11, 12)
    assert seen.notes == []
    show(seen, HAND)
    assert len(seen.notes) == 1
    assert seen.asked == ()


def test_cards_that_are_no_hand_are_left_alone() -> None:
    seen = table("red")
    show(seen, "2D 3D")
    seen.look(2)
    assert seen.answer("perhaps") == []
    assert [question.reason for question in seen.asked] == ["show_again"]
    assert seen.answer("nothing") == []
    assert seen.look(3) == []
    assert seen.asked == ()


@pytest.mark.parametrize(
    ("answer", "line"),
    [("mainline", ["Ben plays 2D | right"]), ("sideline", ["Ben plays 2D | wrong"]), ("nothing", [])],
)
def test_a_card_off_the_line_is_asked_for(answer: str, line: list[str]) -> None:
    seen = table()
    seen.lay("2D", 200, 120)
    assert seen.look(3) == []
    (question,) = seen.asked
    assert (question.reason, question.data) == ("off_the_line", {"player": "Ben", "card": "2D"})
    assert seen.answer(answer) == line
    assert seen.look(2) == []


def test_a_question_about_a_card_off_the_line_is_taken_back_with_the_card() -> None:
    seen = table("red")
    seen.lay("2D", 200, 120)
    seen.look(3)
    seen.lay("2D", NEXT, 0)
    assert seen.look() == ["Ben plays 2D"]
    assert seen.asked == ()


def test_a_card_off_the_line_is_asked_about_anew_once_somebody_else_plays() -> None:
    seen = table()
    seen.lay("2D", 200, 120)
    seen.look(3)
    seen.lay("4D", NEXT, 0)
    assert seen.look(6) == ["Ben plays 4D | right"]
    assert [question.data["player"] for question in seen.asked] == ["Cem"]
    assert seen.answer("sideline") == ["Cem plays 2D | wrong"]


def test_a_question_of_a_round_that_is_over_stands_no_more() -> None:
    seen = table("red")
    last = tuple(replace(s, hand=(UNKNOWN,)) if s.player == "Ben" else s for s in seen.ledger.state.seats)
    seen.set_right(replace(seen.ledger.state, seats=last))
    seen.lay("2D", 200, 120)
    seen.look(3)
    (question,) = seen.asked
    seen.lay("4D", NEXT, 0)
    assert seen.look() == ["Ben plays 4D"]
    assert question not in seen.asked
    assert len(seen.ledger.state.finished) == 1


def test_the_last_card_shown_as_no_play_ends_the_round() -> None:
    state = rules.start(Setup(PLAYERS))
    seen = SmallTable(game_named("eleusis"), state, EleusisReading())
    seen.tell("Ann deals | rule black | starter 7C")
    seen.lay("7C", 0, 0)
    seen.look()
    for place in range(1, 12):
        seen.lay(f"{place} black", NEXT * place, 0, name=f"{'A23456789'[place % 9]}{'CS'[place // 9]}")
        assert len(seen.look()) == 1
        seen.lay(f"{place} red", NEXT * place, DOWN, name=f"{'A23456789'[place % 9]}{'DH'[place // 9]}")
        assert len(seen.look()) == 1
    seen.lay("KD", 200, 2 * APART)
    seen.look(3)
    assert seen.answer("no_play") == ["Ben no play | shows KD"]
    assert seen.referee.state.finished[0].out == "Ben"


def one_card_left() -> SmallTable:
    """A mainline of three cards; Ben is next, and holds but one card."""
    seen = table("red")
    for place, card in ((1, "2D"), (2, "3D")):
        seen.lay(card, NEXT * place, 0)
        assert len(seen.look()) == 1
    state = seen.ledger.state
    seats = tuple(replace(seat, hand=(UNKNOWN,)) if seat.player == "Ben" else seat for seat in state.seats)
    seen.set_right(replace(state, seats=seats))
    return seen


@pytest.mark.parametrize("late", [False, True])
def test_what_a_hand_of_one_card_was_shown_for_may_be_said_when_it_was_taken_up(late: bool) -> None:
    seen = one_card_left()
    seen.lay("KS", 100, APART)
    assert seen.look(3) == []
    if late:
        seen.take("KS")
        assert seen.look(3) == []
    assert seen.answer("no_play") == ["Ben no play | shows KS"]
    assert seen.referee.state.finished[0].out == "Ben"


def test_a_hand_of_one_card_that_was_shown_and_is_played_then_is_asked_about_no_more() -> None:
    seen = one_card_left()
    seen.lay("KD", 100, APART)
    seen.look(3)
    seen.take("KD")
    seen.look(1.5)
    seen.lay("KD/line", NEXT * 3, 0)
    assert seen.look() == ["Ben plays KD"]
    assert [question.reason for question in seen.asked] == []


def test_where_the_whole_line_was_taken_away_a_new_card_is_no_play_of_it() -> None:
    seen = one_card_left()
    seen.take()
    assert seen.look(3) == []
    seen.lay("9H", NEXT * 3, 0)
    assert seen.look(4) == []
    assert [(question.reason, question.data["card"]) for question in seen.asked] == [("off_the_line", "9H")]


def test_a_rule_that_cannot_be_read_is_asked_for_again() -> None:
    seen = SmallTable(game_named("eleusis"), rules.start(Setup(PLAYERS)), EleusisReading())
    seen.lay("7H", 0, 0)
    seen.look(2)
    assert seen.answer("rule rde") == []
    seen.look()
    assert [question.key for question in seen.asked] == ["deal"]
    seen.take("7H")
    seen.look(2)
    assert seen.asked == ()


def test_a_deal_told_before_needs_no_question() -> None:
    seen = SmallTable(game_named("eleusis"), rules.start(Setup(PLAYERS)), EleusisReading())
    seen.tell("Ann deals | rule colour differs from last | begins Cem | starter 7H")
    seen.lay("7H", 0, 0)
    seen.look(2)
    seen.lay("2C", NEXT, 0)
    assert seen.look()[-1] == "Cem plays 2C"
    assert seen.asked == ()
    assert len(seen.referee.state.round.line) == 2


def test_a_deal_told_answers_the_question_for_it() -> None:
    seen = SmallTable(game_named("eleusis"), rules.start(Setup(PLAYERS)), EleusisReading())
    seen.lay("7H", 0, 0)
    seen.look(2)
    seen.tell("Ann deals | rule red | starter 7H")
    assert seen.look() == []
    assert seen.asked == ()


def test_the_next_round_begins_when_the_table_is_cleared_and_a_card_lies_there() -> None:
    seen = table("red")
    seen.lay("2D", NEXT, 0)
    seen.look()
    seen.tell("Ben guesses | rule red")
    assert seen.referee.state.round is None
    assert seen.look(2) == []
    assert seen.asked == ()
    seen.take()
    seen.look(2)
    seen.lay("KC", 0, 0)
    seen.look(2)
    assert seen.answer("rule black") == ["Ben deals | rule black | starter KC"]
    seen.lay("2D/again", 0, DOWN, name="2D")
    assert seen.look() == ["Cem plays 2D"]


def test_a_first_card_that_the_rule_forbids_is_flagged_and_another_is_turned() -> None:
    seen = SmallTable(game_named("eleusis"), rules.start(Setup(PLAYERS)), EleusisReading())
    seen.lay("7H", 0, 0)
    seen.look(2)
    rule = "rule start black; red"
    assert seen.answer(rule) == []
    assert seen.refused == [("may_not_start",)]
    seen.take("7H")
    seen.look(2)
    seen.lay("7C", 0, 0)
    seen.look(2)
    assert seen.answer(rule) == [f"Ann deals | {rule} | starter 7C"]


@pytest.mark.parametrize("turned", [0, 120])
def test_the_line_goes_on_after_a_bump_of_the_camera(turned: float) -> None:
    seen = table("red", turned)
    seen.lay("2D", NEXT, 0)
    seen.look()
    seen.take("2D")
    seen.look(2)
    seen.bump(130, -80)
    seen.lay("3D", 2 * NEXT, 0)
    assert seen.look() == ["Cem plays 3D"]
    seen.lay("9C", 2 * NEXT, DOWN)
    assert seen.look() == ["Ben plays 9C"]
