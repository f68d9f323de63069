"""How far the colour of what may be a letter tile is from that of the tiles beside it: those of a set are of one."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sightings import FloatArray

# Tiles that tell the colour of the others: so many at least, and of each place the nearest so many.
_FEWEST, _NEAREST = 3, 5
_WITHIN = 0.7  # of a tile's sides: what lies nearer to its edge may be of what is beside it


def colour_apart(image: NDArray[np.uint8], quads: FloatArray, tiles: FloatArray) -> FloatArray:
    """How far (M,) the colour within each quad (M, 4, 2) px is from that of the tiles (N, 4, 2) px nearest to it, as a
    CIE 1976 difference; 0 where too few tiles tell theirs. image: (H, W, 3) BGR."""
    if len(tiles) < _FEWEST:
        return np.zeros(len(quads), np.float32)
    away = np.linalg.norm(quads.mean(axis=1)[:, None] - tiles.mean(axis=1)[None], axis=2)
    nearest = np.argsort(away, axis=1, kind="stable")[:, :_NEAREST]
    own = {int(number): _colour(image, tiles[number]) for number in np.unique(nearest)}
    usual = [np.median([own[int(number)] for number in row], axis=0) for row in nearest]
    apart = [np.linalg.norm(_colour(image, quad) - colour) for quad, colour in zip(quads, usual, strict=True)]
    return np.array(apart, np.float32)


def _colour(image: NDArray[np.uint8], quad: FloatArray) -> FloatArray:
    """The median colour within a quad (4, 2) px, (3,) CIE L*a*b*; grey where it lies outside of the picture."""
    inner = quad.mean(axis=0) + _WITHIN * (quad - quad.mean(axis=0))
    left, top = np.floor(inner.min(axis=0)).astype(int).clip(0)
    right, low = np.ceil(inner.max(axis=0)).astype(int) + 1
    part = image[top : max(low, 0), left : max(right, 0)]
    inside = np.zeros(part.shape[:2], np.uint8)
    if inside.size:
        cv2.fillConvexPoly(inside, np.round(inner - (left, top)).astype(np.int32), 1)
    if not inside.any():
        return np.array((50.0, 0.0, 0.0), np.float32)
    lab = cv2.cvtColor(part.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    return np.asarray(np.median(lab[inside > 0], axis=0), np.float32)
