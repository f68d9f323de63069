"""A table of Eleusis Express as a camera sees it: a mainline that has begun, and hands laid down apart."""

from __future__ import annotations

from companion.referee.eleusis.reading import EleusisReading
from companion.rules import eleusis as rules
from companion.rules.game import Setup
from companion.rules.games import game_named
from tests.companion.referee.small_table import SmallTable

PLAYERS = ("Ann", "Ben", "Cem")
NEXT, DOWN, APART = 66.0, 26.0, 260.0  # pixels from card to card in the line and in a sideline, and to where hands lie
HAND = "7S 2D 3D 4D 6D 8D 9D 10D JD QD KD AS"


def undealt(turned: float = 0.0) -> SmallTable:
    """Nothing lies there yet."""
    return SmallTable(game_named("eleusis"), rules.start(Setup(PLAYERS)), EleusisReading(), turned)


def table(rule: str | None = None, turned: float = 0.0) -> SmallTable:
    """Ann has dealt, a red seven begins the mainline, and Ben is next."""
    seen = undealt(turned)
    seen.lay("7H", 0, 0)
    assert seen.look(2) == []
    assert [question.reason for question in seen.asked] == ["round_dealt"]
    answered = seen.answer(f"rule {rule}" if rule else "untold")
    assert answered == [f"Ann deals | rule {rule} | starter 7H" if rule else "Ann deals | starter 7H"]
    return seen


def show(seen: SmallTable, cards: str) -> list[str]:
    """A hand laid down in a row apart; the lines carried out for it."""
    for place, card in enumerate(cards.split()):
        seen.lay(f"{card.strip('?')}/hand", 25.0 * place, APART, sure=not card.endswith("?"))
    return seen.look()
