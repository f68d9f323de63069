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


def crop_pips(image: NDArray[np.uint8], card: FloatArray, rank: str) -> list[NDArray[np.uint8]]:
    """The pip of a card seen from each of its two ends, each upright in a crop (64, 64, 3) of a BGR picture.

    card: (4, 2) px, clockwise from the card's top left; rank: one that has pips.
    """
    return [_crop(image, np.roll(card, turn, axis=0), rank) for turn in (0, 2)]


def _crop(image: NDArray[np.uint8], card: FloatArray, rank: str) -> NDArray[np.uint8]:
    across, down = _PLACES[rank]
    top, bottom = (first + (second - first) * across for first, second in ((card[0], card[1]), (card[3], card[2])))
    x, y = (top + (bottom - top) * down).tolist()
    right = (card[1] - card[0]) + (card[2] - card[3])
    height = float(np.linalg.norm((card[3] - card[0]) + (card[2] - card[1]))) / 2
    side = height * (_ACE_SIDE if rank == "A" else _SIDE)
    return crop_square(image, (x, y), side, float(np.degrees(np.arctan2(right[1], right[0]))))
