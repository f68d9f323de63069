"""When the table is at rest, so that all of it counts at once: what went from one place has come to another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from companion.referee.desk import Desk
from companion.referee.things import Event, Happening, Thing

_LONGEST = 1.2  # seconds without an event after which nothing is under way, though some things are missed now and then
_MISSED_FOR = 0.6  # seconds for which a thing that seemed to be covered, or bare, may only have been missed, or seen


class Rest:
    """Watches for the moments in which nothing is under way."""

    def __init__(self) -> None:
        self._since = 0.0
        # When a thing was covered or seen again for the last time, and since when all was at rest.
        self._covered: dict[int, tuple[float, float]] = {}

    def look(self, events: Sequence[Event], things: Iterable[Thing], desk: Desk) -> bool:
        """Whether the last readings agree about those things, or nothing has come of it for long enough."""
        before = self._since
        for event in events:
            changed, since = self._covered.pop(event.thing.number, (-np.inf, before))
            back = desk.time - changed < _MISSED_FOR  # as it was a moment ago
            if event.happening in (Happening.COVERED, Happening.UNCOVERED):
                self._covered[event.thing.number] = desk.time, since if back else before
                self._since = since if back and self._since <= changed else desk.time
            else:
                self._since = desk.time
        return desk.time - self._since >= _LONGEST or all(desk.table.settled(thing.number) for thing in things)
