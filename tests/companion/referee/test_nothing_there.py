"""That nothing is there can be answered in every game with cards, and then the game goes on as if it never was."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.referee.engines.reading import EnginesReading
from companion.referee.lock_the_entry.reading import LockTheEntryReading
from companion.rules import engines, lock_the_entry
from companion.rules.game import Setup
from companion.rules.games import game_named
from tests.companion.referee.eleusis import table as eleusis_table
from tests.companion.referee.lockdown.table import Lockdown
from tests.companion.referee.small_table import SmallTable


def entries() -> SmallTable:
    state = lock_the_entry.start(Setup(("Ann", "Ben", "Cem")))
    seen = SmallTable(game_named("lock-the-entry"), state, LockTheEntryReading())
    seen.lay("sleeve", 0, 0, "?")
    return seen


def searched() -> SmallTable:
    """A search card lies there, and something before Ann."""
    seen = SmallTable(game_named("engines"), engines.start(Setup(("Ann", "Ben"))), EnginesReading())
    seen.lay("9C", 0, 0)
    seen.look(2)
    seen.lay("sleeve", 0, 110, "?")
    return seen


def mainline() -> SmallTable:
    seen = eleusis_table.table()
    seen.lay("sleeve", eleusis_table.NEXT, 0, "?")
    return seen


def hands() -> SmallTable:
    seen = Lockdown(shown="2C 4C 6C 8C, 3D 5D 7D 9D, 10H JH QH KH").table
    seen.lay("sleeve", 100, 0, "?")
    return seen


@pytest.mark.parametrize("begin", [entries, searched, mainline, hands])
def test_what_is_nothing_means_nothing(begin: Callable[[], SmallTable]) -> None:
    seen = begin()
    done = len(seen.done)
    seen.look(5, anew=lambda outline: 0.0)
    assert [question.reason for question in seen.asked] == ["which_card"]
    assert seen.answer("none") == []
    assert seen.look(5, anew=lambda outline: 0.0) == []
    assert seen.asked == ()
    seen.take("sleeve")
    assert seen.look(5) == []
    assert (seen.asked, seen.refused, len(seen.done)) == ((), [], done)
