"""What the eyes report: one `Sighting` per physical thing, or an honest "unsure"."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("C", "D", "H", "S")
JOKER = "JK"
BLANK_TILE = "?"
CARD_NAMES = tuple(rank + suit for suit in SUITS for rank in RANKS) + (JOKER,)
LETTERS = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖ") + (BLANK_TILE,)

FloatArray = NDArray[np.float32]


class Kind(StrEnum):
    """The three sorts of thing that are told apart on a table."""

    CARD = "card"
    BACK = "back"
    TILE = "tile"


CARD_KINDS = frozenset({Kind.CARD, Kind.BACK})


def centre_of(outline: FloatArray) -> tuple[float, float]:
    """The mean of an outline's points, in pixels. Of so few numbers Python is faster than arrays, and a table asks
    often."""
    across, down = zip(*outline.tolist(), strict=True)
    return sum(across) / len(across), sum(down) / len(down)


@dataclass(frozen=True, eq=False)
class Sighting:
    """One physical thing seen in one picture.

    name: ``"AS"``, ``"10H"``, ``"JK"`` for a card, a letter or ``"?"`` (blank) for a tile, the enrolled deck for a
        back; None where it could not be told.
    confidence: calibrated probability (0..1) that `name` is right.
    certain: whether the confidence passed the acceptance threshold of its kind.
    outline: shape (4, 2), pixels of the upright picture, clockwise, starting at the thing's own top left.
    suits: log-probability of each of SUITS by a card's indices, () where not its suit alone may be in doubt.
    free: whether a back lies free and its outline is exact: it shows how the other backs of its deck look there.
    """

    kind: Kind
    name: str | None
    confidence: float
    certain: bool
    outline: FloatArray
    suits: tuple[float, ...] = ()
    free: bool = False

    @property
    def centre(self) -> tuple[float, float]:
        """Mean of the four outline points, in pixels."""
        return centre_of(self.outline)

    @property
    def mark(self) -> tuple[str | None, float, bytes]:
        """What it has in common with no sighting but itself, told again because its place was not read anew."""
        return self.name, self.confidence, self.outline.tobytes()

    def as_json(self) -> dict[str, Any]:
        """The JSON object of this sighting, as ``companion read --json`` prints it."""
        return {
            "kind": self.kind.value,
            "name": self.name,
            "confidence": round(self.confidence, 4),
            "certain": self.certain,
            "outline": [[round(float(x), 1), round(float(y), 1)] for x, y in self.outline],
        }


@dataclass(frozen=True, eq=False)
class Reading:
    """Everything seen in one picture. size: (width, height) in pixels; ms: wall time of the reading."""

    size: tuple[int, int]
    ms: float
    sightings: tuple[Sighting, ...] = field(default=())

    def of_kind(self, kind: Kind) -> tuple[Sighting, ...]:
        """The sightings of one kind, in the order they were found."""
        return tuple(s for s in self.sightings if s.kind is kind)

    def only(self, kinds: Collection[Kind]) -> Reading:
        """The reading without whatever is of another kind."""
        return replace(self, sightings=tuple(s for s in self.sightings if s.kind in kinds))

    def as_json(self, photo: str) -> dict[str, Any]:
        """The JSON object of this reading for the picture named `photo`."""
        return {
            "photo": photo,
            "size": list(self.size),
            "ms": round(self.ms, 1),
            "sightings": [s.as_json() for s in self.sightings],
        }
