"""Names that were likely read of late where nothing of that name lies: what comes to lie there may be one of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.referee.things import Thing
from companion.referee.track import PUSHED, SAME_PLACE
from vision.outlines import moved_by, sides_apart
from vision.sightings import Kind, Sighting

_LIKELY = 0.9  # confidence from which a read tells against another name
_BEFORE = 1.5  # seconds before a card comes to lie in which what was read there may have been that card
_BESIDE = 0.2  # of its shorter side: how far from a card another one lies that is seen at once
_KEPT = 30.0  # seconds
_OUTVOTED = 2  # sure reads of a name that weigh less than, or as much as, one likely read of another


class Glimpses:
    """Likely reads of faces, each of them once: a read that is told again, for its place was not read anew, is none."""

    def __init__(self) -> None:
        self._kept: list[tuple[float, Sighting]] = []
        self._last: frozenset[tuple[str | None, float, bytes]] = frozenset()

    def take(self, sightings: Iterable[Sighting], known: Iterable[Sighting], time: float) -> None:
        """One more reading. known: those of its sightings that are of things which are sure already."""
        all_seen, elsewhere = list(sightings), {id(sighting) for sighting in known}
        likely = (s for s in all_seen if s.kind is Kind.CARD and s.name is not None and s.confidence >= _LIKELY)
        fresh = [s for s in likely if id(s) not in elsewhere and s.mark not in self._last]
        self._last = frozenset(sighting.mark for sighting in all_seen)
        self._kept = [(when, s) for when, s in self._kept if time - when < _KEPT] + [(time, s) for s in fresh]

    def shift(self, matrix: NDArray[np.float64]) -> None:
        """See `Table.shift`."""
        self._kept = [(when, replace(s, outline=moved_by(s.outline, matrix))) for when, s in self._kept]

    def explained(self, thing: Thing) -> None:
        """A thing came to count: what was read of its name on its way was itself."""
        if thing.sighting.certain:
            self._kept = [(when, sighting) for when, sighting in self._kept if sighting.name != thing.sighting.name]

    def vouched(self, thing: Thing, lying: Sequence[Sighting]) -> Thing:
        """A thing as it is known, but unsure where sure reads of its name do not outvote the likely ones of others that
        were read in its place since shortly before it came. lying: all that is seen now; what lies beside the thing is
        no other name of it."""
        own = thing.sighting
        if not own.certain or own.kind is not Kind.CARD:
            return thing
        beside = [other for other in lying if sides_apart(own.outline, other.outline) > _BESIDE]
        near = [
            s
            for when, s in self._kept
            if when > thing.since - _BEFORE and sides_apart(own.outline, s.outline) < SAME_PLACE
        ]
        others = [s for s in near if s.name != own.name and not any(_same_face_near(s, other) for other in beside)]
        sure = [s for s in near if s.name == own.name and s.certain]
        if not others or len(sure) > _OUTVOTED * len(others):
            return thing
        return replace(thing, sighting=replace(own, certain=False))


def _same_face_near(one: Sighting, other: Sighting) -> bool:
    return one.name == other.name and sides_apart(one.outline, other.outline) < PUSHED
