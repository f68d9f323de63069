"""Things that lie on the table, and what happens to them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from math import inf

import numpy as np
from numpy.typing import NDArray

from vision.outlines import moved_by
from vision.sightings import Sighting

AT_ONCE = 0.3  # seconds within which things come at once
SAID = 1.0  # confidence of what people named, or the game: it is believed, and no read is as sure


class Happening(StrEnum):
    """What can happen to a thing on the table."""

    PLACED = "placed"
    REMOVED = "removed"
    COVERED = "covered"
    UNCOVERED = "uncovered"
    TURNED = "turned"
    MOVED = "moved"
    NAMED = "named"


@dataclass(frozen=True, eq=False)
class Thing:
    """One physical thing that lies there.

    number: its identity, never given again. sighting: as it was best read, at its present place. covered: nothing of it
    has been seen since something was laid on it. since, seen, read: when it came, when it was last seen, and when its
    name was last surely read with no hand near (seconds). late: found where the picture looked as when it was read
    before: it had lain there unseen.
    """

    number: int
    sighting: Sighting
    covered: bool
    since: float
    seen: float = 0.0
    read: float = -inf
    late: bool = False

    def said(self, name: str) -> Thing:
        """The same as people say what it is, or the game."""
        return replace(self, sighting=replace(self.sighting, name=name, confidence=SAID, certain=True))

    def shifted(self, matrix: NDArray[np.float64]) -> Thing:
        """The same as it is seen under a homography (3 x 3, old picture to new): the camera was moved."""
        return replace(self, sighting=replace(self.sighting, outline=moved_by(self.sighting.outline, matrix)))


@dataclass(frozen=True, eq=False)
class Event:
    """One change of the table. thing: as it is now (as it last was, for REMOVED); before: as it was until now."""

    happening: Happening
    thing: Thing
    before: Thing | None
    time: float
