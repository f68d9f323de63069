"""What lies on the table: a card counts after several equal reads, and is gone after several reads without it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from vision.sightings import Reading, Sighting


class Happening(StrEnum):
    """What can happen to a thing on the table."""

    PLACED = "placed"
    REMOVED = "removed"


@dataclass(frozen=True, eq=False)
class Change:
    """A thing that came to lie on the table or left it. thing: as it was last seen."""

    happening: Happening
    thing: Sighting


@dataclass(eq=False)
class _Track:
    """One thing followed from reading to reading. last: its latest sighting, a certain one kept over unsure ones."""

    last: Sighting
    seen: int = 1
    missed: int = 0
    counted: bool = False

    def see(self, sighting: Sighting) -> None:
        self.last = sighting if sighting.certain or not self.last.certain else self.last
        self.seen, self.missed = self.seen + 1, 0


class Table:
    """What lies there once several readings of a camera that stands still agree. Things are matched by kind, name and
    place; what has no name is not followed."""

    def __init__(self, agreeing: int = 2, missing: int = 4) -> None:
        """agreeing: equal reads in a row until a thing counts; missing: reads in a row without it until it is gone."""
        self._agreeing, self._missing = agreeing, missing
        self._tracks: list[_Track] = []

    @property
    def things(self) -> tuple[Sighting, ...]:
        """All that counts as lying there, in the order it came."""
        return tuple(track.last for track in self._tracks if track.counted)

    def update(self, reading: Reading) -> tuple[Change, ...]:
        """Takes one more reading; what it changes on the table."""
        self._match([sighting for sighting in reading.sightings if sighting.name is not None])
        gone = [track for track in self._tracks if track.missed >= (self._missing if track.counted else 1)]
        self._tracks = [track for track in self._tracks if track not in gone]
        come = [track for track in self._tracks if not track.counted and track.seen >= self._agreeing]
        for track in come:
            track.counted = True
        removed = [Change(Happening.REMOVED, track.last) for track in gone if track.counted]
        return (*removed, *(Change(Happening.PLACED, track.last) for track in come))

    def _match(self, sightings: Sequence[Sighting]) -> None:
        """Gives each track the nearest sighting that may be the same thing, nearest pairs first; the rest are new."""
        pairs = [
            (distance, track, sighting)
            for track in self._tracks
            for sighting in sightings
            if (distance := _distance(track.last, sighting)) is not None
        ]
        matched: set[int] = set()
        for _, track, sighting in sorted(pairs, key=lambda pair: pair[0]):
            if id(track) not in matched and id(sighting) not in matched:
                matched |= {id(track), id(sighting)}
                track.see(sighting)
        for track in self._tracks:
            if id(track) not in matched:
                track.missed += 1
        self._tracks += [_Track(sighting) for sighting in sightings if id(sighting) not in matched]


def _distance(one: Sighting, other: Sighting) -> float | None:
    """How far apart two sightings lie, in pixels, or None where they cannot be one thing: they are of different kind or
    name, or farther apart than half of the shorter side."""
    if (one.kind, one.name) != (other.kind, other.name):
        return None
    apart = float(np.hypot(*np.subtract(one.centre, other.centre)))
    sides = np.linalg.norm(one.outline - np.roll(one.outline, -1, axis=0), axis=1)
    return apart if apart < float(sides.min()) / 2 else None
