"""Tiles seen from the side: how far the view squeezes them together, and the picture with that undone.

Seen from above a tile is a square, and the box of one that is turned by any angle fits it. Seen from the side it is a
rhombus that no upright box fits. The mean of many boxes tells the squeeze all the same: what it makes of squares, all
turned alike or each in its own way, is one and the same ellipse.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sightings import FloatArray

_FEWEST = 4  # boxes; one or two may be long because they are no whole tiles
_LEAST, _MOST = 1.1, 2.2  # squeezes worth undoing: below it boxes fit well enough, above it letters are a blur
_OF_BOXES = 1.02  # by how much a squeeze is greater than the mean of the boxes round rhombi tells


@dataclass(frozen=True, eq=False)
class Slant:
    """A squeeze by `ratio` along a direction. stretch: (2, 3) from a picture's pixels to those of the straight one,
    which is (width, height) `size`."""

    ratio: float
    stretch: NDArray[np.float64]
    size: tuple[int, int]

    def straightened(self, image: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The picture as if seen from above: stretched along the direction it was squeezed in."""
        return np.asarray(
            cv2.warpAffine(image, self.stretch, self.size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE),
            np.uint8,
        )

    def forward(self, points: FloatArray) -> FloatArray:
        """Points (..., 2) of the picture in the pixels of the straight one."""
        return np.asarray(points @ self.stretch[:, :2].T + self.stretch[:, 2], np.float32)

    def back(self, points: FloatArray) -> FloatArray:
        """Points (..., 2) of the straight picture in the pixels of the one it was made of."""
        undone = np.linalg.inv(self.stretch[:, :2])
        return np.asarray((points - self.stretch[:, 2]) @ undone.T, np.float32)


def slant_of(quads: FloatArray, size: tuple[int, int]) -> Slant | None:
    """How a (width, height) picture with tiles in boxes (N, 4, 2) px is squeezed, None where it hardly is or too few
    boxes tell."""
    if len(quads) < _FEWEST:
        return None
    across, down = quads[:, 1] - quads[:, 0], quads[:, 2] - quads[:, 1]
    shapes = np.einsum("ni,nj->nij", across, across) + np.einsum("ni,nj->nij", down, down)
    shapes = shapes / np.sqrt(np.maximum(np.linalg.det(shapes), 1e-6))[:, None, None]
    squares, directions = np.linalg.eigh(shapes.mean(axis=0))
    ratio = float(np.sqrt(squares[1] / max(squares[0], 1e-6)))
    if ratio < _LEAST:
        return None
    ratio = min(ratio * _OF_BOXES, _MOST)
    short = directions[:, 0]
    stretch = np.eye(2) + (ratio - 1) * np.outer(short, short)
    corners = np.array([(0, 0), (size[0], 0), size, (0, size[1])]) @ stretch.T
    low, high = corners.min(axis=0), corners.max(axis=0)
    width, height = np.ceil(high - low).astype(int).tolist()
    return Slant(ratio, np.column_stack([stretch, -low]), (width, height))
