"""A read corner index: where the card lies that it tells, and whether another one is the same glyph."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.outlines import covered_share
from vision.sightings import FloatArray

# A card's index: how far from the card's corner, and how high, as shares of the card's height (over many decks).
CARD_ASPECT = 0.69
_INDEX_HEIGHT = 0.19
_MARGIN_X, _MARGIN_Y = 0.085, 0.135
# Between which shares of a card's height its index is.
_INDEX_SHARES = (0.1, 0.6)
# From how far away, by its height, an index is not the same as another.
_NEXT = 0.8
# Two boxes, one of which lies on the other by this share of it, are of one glyph.
_SAME_GLYPH = 0.5
# The cosine from which two stand the same way up.
LEVEL = 0.9


@dataclass(frozen=True, eq=False)
class Corner:
    """One read corner index.

    quad: (4, 2) px; up: unit vector (2,) of the glyph's up direction; name: most probable card; names: (53,)
    log-probabilities over CARD_NAMES; real: probability that it is a corner at all; score: the finder's.
    """

    quad: FloatArray
    up: FloatArray
    name: str
    names: NDArray[np.float32]
    real: float
    score: float

    @cached_property
    def centre(self) -> FloatArray:
        """Centre of the glyph box, px."""
        return np.asarray(self.quad.mean(axis=0), np.float32)

    @cached_property
    def right(self) -> FloatArray:
        """Unit vector of the glyph's right direction (the picture's y axis points down)."""
        return np.array([-self.up[1], self.up[0]], np.float32)

    @cached_property
    def height(self) -> float:
        """Extent of the box along the up direction, px."""
        along = self.quad @ self.up
        return float(along.max() - along.min())


def extrapolated(corner: Corner, height: float | None = None) -> FloatArray:
    """The outline of the whole card, guessed from one corner by the proportions of usual decks; height: of such cards,
    px, where others tell it and the index may be one of theirs."""
    if height is None or not _INDEX_SHARES[0] < corner.height / height < _INDEX_SHARES[1]:
        height = corner.height / _INDEX_HEIGHT
    width = height * CARD_ASPECT
    top_left = corner.centre - corner.right * _MARGIN_X * height + corner.up * _MARGIN_Y * height
    down, right = -corner.up * height, corner.right * width
    return np.asarray([top_left, top_left + right, top_left + right + down, top_left + down], np.float32)


def spanned(a: Corner, b: Corner) -> FloatArray:
    """The outline of a card from its two opposite corners."""
    up = a.up - b.up
    up = up / max(float(np.linalg.norm(up)), 1e-6)
    right = np.array([-up[1], up[0]], np.float32)
    centre, offset = (a.centre + b.centre) / 2, b.centre - a.centre
    height = float(-(offset @ up)) / (1 - 2 * _MARGIN_Y)
    width = float(offset @ right) + 2 * _MARGIN_X * height
    across, down = right * width / 2, -up * height / 2
    return np.asarray(
        [centre - across - down, centre + across - down, centre + across + down, centre - across + down], np.float32
    )


def alike_in_height(a: Corner, b: Corner) -> bool:
    """Whether two corners may be of one card by their size."""
    return max(a.height, b.height) <= 1.5 * min(a.height, b.height)


def is_near(corner: Corner, other: Corner) -> bool:
    """Whether a corner stands so near to another one that it cannot be a second one of that card."""
    return float(np.linalg.norm(corner.centre - other.centre)) < _NEXT * corner.height


def stands_beyond(corner: Corner, other: Corner) -> bool:
    """Whether a corner stands above or below another one, and the same way up."""
    aside = abs(float((corner.centre - other.centre) @ other.right))
    return float(corner.up @ other.up) > LEVEL and aside < other.height / 2 and not is_near(corner, other)


def distinct(corners: list[Corner]) -> list[Corner]:
    """Each glyph once: of boxes that lie on one another and stand the same way up, the one read best."""
    kept: list[Corner] = []
    for corner in sorted(corners, key=lambda c: -c.real * c.score * float(np.exp(c.names.max()))):
        if not any(_same_glyph(corner, other) for other in kept):
            kept.append(corner)
    return kept


def _same_glyph(a: Corner, b: Corner) -> bool:
    """Whether two boxes are of one glyph: indices of a narrow fan stand closer than they are high."""
    if float(a.up @ b.up) <= 0.8 or float(np.linalg.norm(a.centre - b.centre)) > max(a.height, b.height):
        return False
    return lain_upon(a.quad, b.quad) > _SAME_GLYPH


def lain_upon(one: FloatArray, other: FloatArray) -> float:
    """The share (0..1) of either outline, whichever is more, that lies on the other."""
    return max(covered_share(one, other), covered_share(other, one))
