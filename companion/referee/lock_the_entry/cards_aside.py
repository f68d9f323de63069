"""Cards of Lock the Entry that mean nothing where they lie: they were taken back, or refused."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.referee.desk import Desk
from companion.referee.lock_the_entry.pile import Pile
from companion.referee.lock_the_entry.rows import Entries
from vision.outlines import centre_distance, moved_by, short_side
from vision.sightings import FloatArray


class CardsAside:
    """Where such cards lay at first, and on which row."""

    def __init__(self) -> None:
        self._lay: dict[int, tuple[FloatArray, Pile | None]] = {}

    def laid_elsewhere(self, entries: Entries, desk: Desk) -> list[int]:
        """The numbers of those that went to another entry, or out of one, since: they mean something new there."""
        moved = []
        for thing in (thing for thing in entries.free(desk) if thing.number in entries.explained):
            outline, pile = thing.sighting.outline, entries.of(thing)
            lay, of = self._lay.setdefault(thing.number, (outline, pile))
            if centre_distance(lay, outline) > short_side(lay) and pile is not of and desk.table.settled(thing.number):
                del self._lay[thing.number]
                moved.append(thing.number)
        return moved

    def shifted(self, matrix: NDArray[np.float64]) -> None:
        """The camera was moved."""
        self._lay = {number: (moved_by(lay, matrix), pile) for number, (lay, pile) in self._lay.items()}
