"""Eleusis Express set right by people while the table is watched: taken back, told, let stand, taken up again."""

from __future__ import annotations

from companion.referee.eleusis import EleusisReading
from companion.rules import eleusis as rules
from companion.rules.cards import Card
from companion.rules.eleusis import Play
from companion.rules.game import Setup
from companion.rules.games import game_named
from tests.companion.referee.eleusis_table import APART, DOWN, HAND, NEXT, PLAYERS, show, table
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
