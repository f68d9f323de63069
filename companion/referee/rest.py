"""When the table is at rest, so that all of it counts at once: what went from one place has come to another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.referee.desk import Desk
from companion.referee.table import Event, Thing

_LONGEST = 1.2  # seconds without an event after which nothing is under way, though some things are missed now and then


class Rest:
    """Watches for the moments in which nothing is under way."""

    def __init__(self) -> None:
        self._since = 0.0

    def look(self, events: Sequence[Event], things: Iterable[Thing], desk: Desk) -> bool:
        """Whether the last readings agree about those things, or nothing has come of it for long enough."""
        if events:
            self._since = desk.time
        return desk.time - self._since >= _LONGEST or all(desk.table.settled(thing.number) for thing in things)
