"""Where the large pips of a number card stand: they tell its suit where the index is too small to."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.rectify import crop_square
from vision.sightings import FloatArray

# Shares (from the left, from the top) of a card where its rank has a pip, seen from either end: the one furthest from
# the index. Decks of the international pattern differ from these by less than half a pip.
_MIDDLE, _BESIDE = (0.5, 0.5), (0.7, 0.19)
_PLACES = {"A": _MIDDLE, "2": (0.5, 0.19), "3": (0.5, 0.19)} | {str(rank): _BESIDE for rank in range(4, 11)}
# Side of the crop as a share of the card's height; an ace's pip is larger.
_SIDE, _ACE_SIDE = 0.27, 0.42
ENDS = 2


def has_pips(rank: str) -> bool:
    """Whether cards of that rank (of RANKS) show pips besides those of their indices."""
    return rank in _PLACES


def pip_squares(card: FloatArray, rank: str) -> FloatArray:
    """Where the pip of a card is that is seen from each of its two ends, (2, 4, 2) px, clockwise from its own top left.

    card: (4, 2) px, clockwise from the card's top left; rank: one that has pips.
    """
    return np.stack([_square(np.roll(card, turn, axis=0), rank) for turn in (0, 2)])


def crop_pips(image: NDArray[np.uint8], card: FloatArray, rank: str) -> list[NDArray[np.uint8]]:
    """The pips of `pip_squares`, each upright in a crop (64, 64, 3) of a BGR picture."""
    return [_crop(image, square) for square in pip_squares(card, rank)]


def _square(card: FloatArray, rank: str) -> FloatArray:
    across, down = _PLACES[rank]
    top, bottom = (first + (second - first) * across for first, second in ((card[0], card[1]), (card[3], card[2])))
    middle = top + (bottom - top) * down
    right = (card[1] - card[0]) + (card[2] - card[3])
    right = right / max(float(np.linalg.norm(right)), 1e-6)
    height = float(np.linalg.norm((card[3] - card[0]) + (card[2] - card[1]))) / 2
    half = height * (_ACE_SIDE if rank == "A" else _SIDE) / 2
    below = np.array([-right[1], right[0]])
    corners = [(-right - below), (right - below), (right + below), (-right + below)]
    return np.asarray([middle + half * corner for corner in corners], np.float32)


def _crop(image: NDArray[np.uint8], square: FloatArray) -> NDArray[np.uint8]:
    (x, y), along = square.mean(axis=0).tolist(), square[1] - square[0]
    side, angle = float(np.linalg.norm(along)), float(np.degrees(np.arctan2(along[1], along[0])))
    return crop_square(image, (x, y), side, angle)
