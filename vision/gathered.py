"""What a reading gathers before it is calibrated: glyphs as they were read, and the cards and tiles made of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.read import READER_RANKS
from vision.sightings import JOKER, LETTERS, FloatArray, Kind

LEAST_REAL = 0.35  # probability of being a corner (tile) from which it is taken for one
# The glyph's up direction in its crop, by quarter turns counter-clockwise.
_UP = np.array([[0, -1], [-1, 0], [0, 1], [1, 0]], np.float32)


@dataclass(frozen=True, eq=False)
class Evidence:
    """A card or tile before calibration.

    name: its best name; evidence: the kind of evidence that rests on; features: what was measured of it, log-odds of
    the name first; glyphs: the boxes (4, 2) px, each from its glyph's own top left, that the name was read in; rivals:
    those in its place that read otherwise; seen: whether more than its name shows that it is there (a face or a second
    corner: a lone corner that cannot be read is nothing); suits: see `Sighting`.
    """

    kind: Kind
    name: str | None
    evidence: str
    features: tuple[float, ...]
    outline: FloatArray
    glyphs: tuple[FloatArray, ...] = ()
    rivals: tuple[FloatArray, ...] = ()
    seen: bool = True
    suits: tuple[float, ...] = ()

    @property
    def glyph(self) -> tuple[float, float]:
        """Centre (x, y) in px of what was read first, of the whole thing where nothing was."""
        x, y = (self.glyphs[0] if self.glyphs else self.outline).mean(axis=0)
        return float(x), float(y)


@dataclass(frozen=True, eq=False)
class GlyphsRead:
    """What the reader made of the found corners, or of the tiles.

    quads: (N, 4, 2) px; scores: (N,) the finder's; real: (N,) probability of being a corner (tile) at all; names:
    (N, K) log-probability of each of `vocabulary`; kept: (N,) whether it was taken for one; turns: (N, R, 4)
    log-probability of each rank (letter) jointly with its turn in the crop that stood upright at `angles` (N,) degrees.
    """

    quads: FloatArray
    scores: NDArray[np.float32]
    real: NDArray[np.float32]
    names: NDArray[np.float32]
    vocabulary: tuple[str, ...]
    kept: NDArray[np.bool_]
    turns: NDArray[np.float32]
    angles: NDArray[np.float32]

    def best(self, index: int, most: int = 2) -> list[tuple[str, float]]:
        """The likeliest names of one, the best first, each with its share (0..1)."""
        return likeliest(self.names[index], self.vocabulary, most)

    def box_as(self, index: int, name: str) -> FloatArray:
        """The box of one from its glyph's own top left, as it most likely stands if it is `name`."""
        letter = self.vocabulary is LETTERS
        row = LETTERS.index(name) if letter else READER_RANKS.index(rank_of(name))
        turn = self.turns[[index], row].argmax(axis=1)
        return from_top_left(self.quads[index], directions(self.angles[[index]], turn)[0])


@dataclass(frozen=True, eq=False)
class StripRead:
    """What shows about an index of a card that others lie on. index: (4, 2) px from the glyph's own top left; names:
    (53,) log-probability of each of CARD_NAMES by it; real: log-probability that it is of a card at all."""

    index: FloatArray
    names: NDArray[np.float32]
    real: float = 0.0


def likeliest(names: NDArray[np.float32], vocabulary: Sequence[str], most: int = 2) -> list[tuple[str, float]]:
    """The likeliest of the names, the best first, each with its share (0..1), by their log-probabilities (K,)."""
    return [(vocabulary[int(i)], float(np.exp(names[i]))) for i in np.argsort(-names)[:most]]


def log_odds(log_p: float) -> float:
    """Log-odds of a log-probability, bounded so that certainty stays comparable."""
    return float(np.clip(log_p - np.log(max(-np.expm1(min(log_p, -1e-7)), 1e-7)), -12, 12))


def directions(angles: NDArray[np.float32], turns: NDArray[np.int64]) -> FloatArray:
    """Up directions (N, 2) in the picture of glyphs at quarter `turns` in crops upright at `angles` degrees."""
    a = np.radians(angles)
    x, y = _UP[turns].T
    return np.stack([np.cos(a) * x - np.sin(a) * y, np.sin(a) * x + np.cos(a) * y], axis=1).astype(np.float32)


def from_top_left(quad: FloatArray, up: FloatArray) -> FloatArray:
    """A clockwise quad rolled so that it starts at the thing's own top left."""
    right = np.array([-up[1], up[0]])
    start = int(np.argmax((quad - quad.mean(axis=0)) @ (up - right)))
    return np.roll(quad, -start, axis=0)


def rank_of(name: str) -> str:
    """The rank of a card's name."""
    return name if name == JOKER else name[:-1]
