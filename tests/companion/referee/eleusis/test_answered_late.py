"""Eleusis Express read from the table: people play on before they answer what was asked."""

from __future__ import annotations

from companion.referee.eleusis.reading import EleusisReading
from companion.rules import eleusis as rules
from companion.rules.game import Setup
from companion.rules.games import game_named
from tests.companion.referee.eleusis.table import DOWN, HAND, NEXT, PLAYERS, show, table
from tests.companion.referee.small_table import SmallTable

RED = HAND.replace("7S", "7D").replace("AS", "AD")


def untold() -> SmallTable:
    """The first card of a round lies there, and it is asked by which rule."""
    seen = SmallTable(game_named("eleusis"), rules.start(Setup(PLAYERS)), EleusisReading())
    seen.lay("7H", 0, 0)
    seen.look(2)
    assert [question.reason for question in seen.asked] == ["round_dealt"]
    return seen


def test_what_was_played_before_the_rule_of_a_round_was_told_is_judged_then() -> None:
    seen = untold()
    for key, x, y in (("2D", NEXT, 0.0), ("3C", NEXT, DOWN), ("4D", 2 * NEXT, 0.0)):
        seen.lay(key, x, y)
        assert seen.look(3) == []
    assert seen.answer("rule by the moon") == []
    assert [question.reason for question in seen.asked] == ["round_dealt"]
    done = seen.answer("rule red")
    assert done == ["Ann deals | rule red | starter 7H", "Ben plays 2D", "Cem plays 3C", "Ben plays 4D"]
    assert [len(place.sideline) for place in seen.referee.state.round.line] == [0, 1, 0]


def test_the_first_card_of_a_round_may_be_hidden_by_then() -> None:
    seen = untold()
    seen.take("7H")
    seen.lay("7H", 0, 0)
    seen.lay("3C", 0, 8)  # wrong, and laid so close below it that its index is hidden
    seen.look(3, over=lambda outline: abs(float(outline[:, 1].mean()) - 1000) < 4)
    assert [question.reason for question in seen.asked] == ["round_dealt"]
    del seen.lying["7H"]
    assert seen.look(3) == []
    assert seen.answer("rule red") == ["Ann deals | rule red | starter 7H", "Ben plays 3C"]


def test_a_first_card_that_is_taken_away_is_asked_about_no_more() -> None:
    seen = untold()
    seen.take("7H")
    seen.look(3)
    assert seen.asked == ()


def test_nothing_is_played_while_it_is_asked_what_a_hand_was() -> None:
    seen = table("black")
    show(seen, RED.removesuffix(" AD"))
    seen.look(2)
    seen.take(*[key for key in seen.lying if key.endswith("/hand")])
    seen.look(2)
    seen.lay("2C", NEXT, 0)
    assert seen.look(3) == []
    assert seen.answer("no_play") == []
    (claim,) = [line for line in seen.answer("AD") if "no play" in line]
    assert claim.startswith("Ben no play | shows ")
    assert seen.look() in ([], ["Cem plays 2C"])
    assert seen.done[-1] == "Cem plays 2C"
    assert seen.refused == []


def test_what_is_laid_after_a_card_that_is_asked_about_is_no_hand() -> None:
    """It lies where the line goes on once it is known that there is a card between."""
    seen = table("red")
    seen.lay("2D", NEXT, 0, sure=False)
    seen.look(3)
    assert [question.reason for question in seen.asked] == ["which_card"]
    for key, place in (("4D", 2), ("6D", 3)):
        seen.lay(key, place * NEXT, 0)
        assert seen.look(4) == []
    assert [question.reason for question in seen.asked] == ["which_card"]
    assert seen.answer("2D") + seen.look() == ["Ben plays 2D", "Cem plays 4D", "Ben plays 6D"]
