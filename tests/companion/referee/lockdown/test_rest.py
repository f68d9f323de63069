"""When a table is at rest though something on it is missed, or seen, for a moment now and then."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from companion.referee.desk import Desk
from companion.referee.lockdown.rest import Rest
from companion.referee.things import Event, Happening, Thing
from vision.sightings import Kind, Sighting

OUTLINE = np.array([[0, 0], [60, 0], [60, 84], [0, 84]], np.float32)
KING = Thing(1, Sighting(Kind.CARD, "KH", 0.99, True, OUTLINE), False, 0.0, 0.0)
COVERED, UNCOVERED, PLACED = Happening.COVERED, Happening.UNCOVERED, Happening.PLACED


def rests_at(last: float, *happenings: tuple[float, Happening]) -> bool:
    """Whether the table is at rest at the last moment, though what lies there never settles."""
    rest, told = Rest(), False
    unsettled = SimpleNamespace(settled=lambda number: False)
    for time, happening in (*happenings, (last, None)):
        events = [] if happening is None else [Event(happening, KING, None, time)]
        told = rest.look(events, [KING], cast(Desk, SimpleNamespace(time=time, table=unsettled)))
    return told


@pytest.mark.parametrize("first", [COVERED, UNCOVERED])
def test_what_is_missed_or_seen_for_a_moment_again_and_again_disturbs_nothing(first: Happening) -> None:
    then = UNCOVERED if first is COVERED else COVERED
    flickers = [(start + after, what) for start in (2.0, 3.0, 4.0) for after, what in ((0.0, first), (0.3, then))]
    assert rests_at(4.4, *flickers)
    assert not rests_at(4.1, *flickers[:-1])  # it has just changed


def test_what_stays_covered_is_a_change() -> None:
    assert not rests_at(4.0, (2.0, COVERED), (3.5, UNCOVERED))
    assert rests_at(5.0, (2.0, COVERED), (3.5, UNCOVERED))


def test_what_happens_while_something_is_missed_is_a_change() -> None:
    assert not rests_at(2.5, (2.0, COVERED), (2.2, PLACED), (2.4, UNCOVERED))
