"""Eleusis Express set right by people while the table is watched: taken back, told, let stand, taken up again."""

from __future__ import annotations

import pytest

from companion.referee.eleusis.reading import EleusisReading
from companion.rules import eleusis as rules
from companion.rules.cards import Card
from companion.rules.eleusis import Play
from companion.rules.game import Setup
from companion.rules.games import game_named
from tests.companion.referee.eleusis.table import APART, DOWN, HAND, NEXT, PLAYERS, show, table
from tests.companion.referee.small_table import SmallTable


def test_a_round_that_the_dealer_tells_elsewhere_is_asked_about_no_more() -> None:
    seen = SmallTable(game_named("eleusis"), rules.start(Setup(PLAYERS)), EleusisReading())
    seen.lay("7H", 0, 0)
    seen.look(2)
    assert [question.reason for question in seen.asked] == ["round_dealt"]
    seen.tell("Ann deals | rule red | starter 7H")
    assert seen.asked == ()  # at once: there may be no further picture for a while
    seen.lay("2D", NEXT, 0)
    assert seen.look() == ["Ben plays 2D"]


def test_a_card_that_the_players_let_stand_in_the_line_is_its_end() -> None:
    seen = table("red")
    before = seen.ledger.state
    seen.lay("9C", NEXT, 0)
    assert seen.look() == ["Ben plays 9C"]
    seen.ledger.state = rules.overrule(before, Play("Ben", Card.parse("9C"), right=True))
    seen.look()
    seen.lay("2D", 2 * NEXT, 0)
    assert seen.look() == ["Cem plays 2D"]
    assert [str(card) for card in seen.ledger.state.round.mainline] == ["7H", "9C", "2D"]


def test_a_play_that_is_taken_back_leaves_the_line_as_it_was() -> None:
    seen = table("red")
    before = seen.ledger.state
    seen.lay("2D", NEXT, 0)
    seen.look()
    seen.ledger.state = before
    seen.take("2D")
    seen.look(2)
    seen.lay("3D", NEXT, 0)
    assert seen.look() == ["Ben plays 3D"]
    assert [str(card) for card in seen.ledger.state.round.mainline] == ["7H", "3D"]


def test_a_game_taken_up_again_goes_on_from_the_last_card_of_its_line() -> None:
    state = rules.start(Setup(PLAYERS))
    for line in ("Ann deals | rule red | starter 7H", "Ben plays 9C", "Cem plays 2D"):
        state = rules.apply(state, rules.parse_action(line))
    seen = SmallTable(game_named("eleusis"), state, EleusisReading())
    seen.lay("7H", 0, 0)
    seen.lay("9C", 0, DOWN)
    seen.lay("2D", NEXT, 0)
    assert seen.look(2) == []
    seen.lay("3D", 2 * NEXT, 0)
    assert seen.look() == ["Ben plays 3D"]


def test_a_play_taken_back_while_its_card_lies_there_is_played_anew_by_hand() -> None:
    seen = table("red")
    before = seen.ledger.state
    seen.lay("9C", NEXT, 0)
    seen.look()
    seen.lay("9C", 0, DOWN)
    assert seen.look(2) == []
    seen.set_right(before)
    assert seen.look(8) == []
    seen.take("9C")
    seen.look(2)
    seen.lay("9C/again", 0, DOWN)
    assert seen.look() == ["Ben plays 9C"]


def test_a_card_whose_verdict_was_taken_back_and_that_is_moved_is_judged_anew() -> None:
    seen = table()
    before = seen.ledger.state
    seen.lay("2D", NEXT, 0)
    assert seen.look(7) == ["Ben plays 2D | right"]
    seen.set_right(before)
    assert seen.look(8) == []
    seen.lay("2D", 0, DOWN)
    assert seen.look() == ["Ben plays 2D | wrong"]


def test_a_play_taken_back_and_done_again_may_still_be_moved_by_the_dealer() -> None:
    seen = table("red")
    before = seen.ledger.state
    seen.lay("9C", NEXT, 0)
    seen.look()
    after = seen.ledger.state
    seen.set_right(before)
    seen.set_right(after)
    seen.lay("9C", 0, DOWN)
    assert seen.look(3) == []
    seen.lay("2D", NEXT, 0)
    assert seen.look() == ["Cem plays 2D"]


def test_a_card_read_wrongly_is_taken_back_and_told() -> None:
    seen = table("red")
    before = seen.ledger.state
    seen.lay("2D", NEXT, 0)
    seen.look()
    seen.set_right(before)
    seen.tell("Ben plays 3D")
    assert seen.look(3) == []
    seen.lay("4D", 2 * NEXT, 0)
    assert seen.look() == ["Cem plays 4D"]
    assert [str(card) for card in seen.ledger.state.round.mainline] == ["7H", "3D", "4D"]


def test_a_round_that_ended_by_mistake_goes_on() -> None:
    seen = table("red")
    for place, card in enumerate(["2D", "3D"], 1):
        seen.lay(card, NEXT * place, 0)
        seen.look()
    before = seen.ledger.state
    seen.tell("Cem guesses | rule red")
    seen.look(2)
    seen.set_right(before)
    assert seen.look(3) == []
    seen.lay("4D", 3 * NEXT, 0)
    assert seen.look() == ["Ben plays 4D"]
    assert seen.refused == []


def test_of_a_claim_that_was_taken_back_another_card_is_laid() -> None:
    seen = table("black")
    show(seen, HAND)
    before = seen.ledger.state
    seen.lay("AS/hand", NEXT, 0)
    assert seen.look() == [f"Ben no play | shows {HAND} | lays AS"]
    seen.set_right(before)
    assert seen.look(5) == []
    seen.lay("AS/hand", 25 * 11, APART)
    assert seen.look(2) == []
    seen.lay("7S/hand", NEXT, 0)
    assert seen.look() == [f"Ben no play | shows {HAND} | lays 7S"]


def test_a_wrong_card_that_was_told_while_it_could_not_be_read_is_not_played_again() -> None:
    seen = table("red")
    seen.lay("9C", 0, DOWN, sure=False)
    seen.look(3)
    assert [question.reason for question in seen.asked] == ["which_card"]
    seen.tell("Ben plays 9C")
    assert seen.asked == ()  # which card it is has been said
    seen.lay("9C", 0, DOWN)
    assert seen.look(3) == []
    seen.lay("9D", NEXT, 0)
    assert seen.look() == ["Cem plays 9D"]


def test_a_right_card_that_was_told_while_it_could_not_be_read_is_asked_for_no_more() -> None:
    seen = table("red")
    seen.lay("9D", NEXT, 0, sure=False)
    seen.look(3)
    seen.tell("Ben plays 9D")
    assert seen.asked == ()


@pytest.mark.parametrize(("card", "place"), [("9C", (0, DOWN)), ("9D", (NEXT, 0))])
def test_a_play_that_was_told_first_and_is_laid_then_is_one_play(card: str, place: tuple[float, float]) -> None:
    seen = table("red")
    seen.tell(f"Ben plays {card}")
    seen.look(2)
    seen.lay(card, *place)
    assert seen.look(3) == []
    seen.lay("4D", NEXT + place[0], 0)
    assert seen.look() == ["Cem plays 4D"]


def test_a_card_told_is_awaited_only_until_another_one_is_played() -> None:
    seen = table("red")
    seen.tell("Ben plays 9C")
    seen.lay("8C", 0, DOWN)
    assert seen.look() == ["Cem plays 8C"]
    seen.lay("9C", 0, 2 * DOWN)
    assert seen.look() == ["Ben plays 9C"]


def test_a_play_that_was_told_of_a_card_off_the_line_is_asked_about_no_more() -> None:
    seen = table("red")
    seen.lay("2D", 200, 120)
    seen.look(3)
    seen.tell("Ben plays 2D")
    assert seen.look(4) == []
    assert seen.asked == ()
    seen.lay("2D", NEXT, 0)
    assert seen.look(2) == []
    seen.lay("4D", 2 * NEXT, 0)
    assert seen.look() == ["Cem plays 4D"]


RED_HAND = HAND.replace("7S", "7D").replace("AS", "AD")


@pytest.mark.parametrize("laid", [RED_HAND.replace("AD", "AD?"), RED_HAND.removesuffix(" AD")])
def test_a_hand_whose_claim_was_told_is_not_the_hand_of_the_next_player(laid: str) -> None:
    seen = table("black")
    show(seen, laid)
    seen.look(2)
    assert len(seen.asked) == 1
    seen.tell(f"Ben no play | shows {RED_HAND}")
    assert seen.asked == ()
    show(seen, RED_HAND)
    assert seen.look(3) == []
    assert seen.asked == ()
    seen.take(*[key for key in seen.lying if key != "7H"])
    assert seen.look(2) == []
    for place, card in enumerate(RED_HAND.split()):
        seen.lay(f"{card}/next", 25.0 * place, APART)
    assert seen.look() == [f"Cem no play | shows {RED_HAND}"]


def test_a_hand_laid_down_before_a_play_is_told_is_that_of_the_next_player() -> None:
    seen = table("black")
    show(seen, RED_HAND.replace("AD", "AD?"))
    seen.look(2)
    seen.tell("Ben plays 9H")
    show(seen, RED_HAND)
    assert seen.done[-1] == f"Cem no play | shows {RED_HAND}"
