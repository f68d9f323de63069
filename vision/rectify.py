"""Oriented boxes made upright: the one crop geometry that the reader is trained on and reads with."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sightings import FloatArray

CROP_SIDE = 64
# Side of the square crop as a multiple of the box's longer side: glyphs plus what lies round them.
CROP_CONTEXT = 1.35
# A whole face is cut with a little of what lies round it, since no box is exact.
FACE_CONTEXT = 1.06
# Side of the square that shows an index with what is beside it on its card, and how far its middle is from the index's,
# to the right and down alike, as multiples of the index's height: it holds the first large pips of usual cards.
_STRIP_SIDE, _STRIP_AWAY = 2.8, 0.75


def oriented_box(quad: NDArray[np.floating]) -> tuple[tuple[float, float], tuple[float, float], float]:
    """Centre (x, y), (width, height) with height the longer side, and angle in degrees of the least box round a quad.

    The angle turns the picture's axes onto the box's (clockwise on screen, as OpenCV counts); it is known up to a half
    turn for a long box and up to a quarter turn for a square one.
    """
    (x, y), (w, h), angle = cv2.minAreaRect(np.asarray(quad, np.float32))
    if w > h:
        w, h, angle = h, w, angle - 90
    return (float(x), float(y)), (float(w), float(h)), float(angle)


def crop_square(
    image: NDArray[np.uint8], centre: tuple[float, float], side: float, angle: float, pixels: int = CROP_SIDE
) -> NDArray[np.uint8]:
    """The square of `side` px about `centre`, turned upright by `angle` degrees, resampled to `pixels` a side.

    What lies outside the picture is filled by its nearest edge, black where all of it does. A large square is first
    shrunk by area, so that fine print does not alias.
    """
    half = side / 2 * 1.45
    height, width = image.shape[:2]
    x0, y0 = max(0, int(centre[0] - half)), max(0, int(centre[1] - half))
    x1, y1 = min(width, int(centre[0] + half) + 2), min(height, int(centre[1] + half) + 2)
    if x1 <= x0 or y1 <= y0:
        return np.zeros((pixels, pixels, 3), np.uint8)
    patch = image[y0:y1, x0:x1]
    shrink = min(1.0, 1.6 * pixels / side)
    if shrink < 0.8:
        size = (max(2, round(patch.shape[1] * shrink)), max(2, round(patch.shape[0] * shrink)))
        patch = np.asarray(cv2.resize(patch, size, interpolation=cv2.INTER_AREA), np.uint8)
        sx, sy = size[0] / (x1 - x0), size[1] / (y1 - y0)
    else:
        sx = sy = 1.0
    turn = np.radians(angle)
    step = side / pixels
    axis = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) * step
    start = np.array(centre) - axis @ np.array([pixels / 2 - 0.5, pixels / 2 - 0.5]) - (x0, y0)
    inverse = np.column_stack([axis, start]) * np.array([[sx], [sy]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    warped = cv2.warpAffine(
        patch, inverse.astype(np.float32), (pixels, pixels), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(warped, np.uint8)


def crop_quad(image: NDArray[np.uint8], quad: FloatArray) -> tuple[NDArray[np.uint8], float]:
    """The reader's crop of a found corner or tile, and the angle (degrees) it was turned by."""
    centre, (_, height), angle = oriented_box(quad)
    return crop_square(image, centre, height * CROP_CONTEXT, angle), angle


def crop_index(image: NDArray[np.uint8], index: FloatArray) -> NDArray[np.uint8]:
    """An index upright, with what lies round it. index: (4, 2) px, clockwise from the glyph's own top left."""
    centre, (_, height), _ = oriented_box(index)
    across = index[1] + index[2] - index[0] - index[3]
    return crop_square(image, centre, height * CROP_CONTEXT, float(np.degrees(np.arctan2(across[1], across[0]))))


def crop_strip(image: NDArray[np.uint8], index: FloatArray) -> NDArray[np.uint8]:
    """What shows of a card about an index where other cards lie on it: the index upright at the top left, and beside it
    the first of the large pips, or a part of a court.

    index: (4, 2) px, clockwise from the glyph's own top left.
    """
    up = (index[0] + index[1] - index[2] - index[3]) / 2
    height = max(float(np.linalg.norm(up)), 1.0)
    up = up / height
    across = np.array([-up[1], up[0]])
    x, y = (index.mean(axis=0) + (across - up) * _STRIP_AWAY * height).tolist()
    return crop_square(image, (x, y), _STRIP_SIDE * height, float(np.degrees(np.arctan2(across[1], across[0]))))


def crop_face(image: NDArray[np.uint8], quad: FloatArray, pixels: int = CROP_SIDE) -> NDArray[np.uint8]:
    """A whole card squeezed into a square of `pixels` a side: its quad's first side becomes the top.

    What lies outside the picture is filled by its nearest edge; a large card is first shrunk by area.
    """
    centre = quad.mean(axis=0)
    wide = centre + (quad - centre) * FACE_CONTEXT
    low = np.maximum(np.floor(wide.min(axis=0)).astype(int) - 2, 0)
    high = np.minimum(np.ceil(wide.max(axis=0)).astype(int) + 3, image.shape[1::-1])
    if (high - low < 2).any():
        return np.zeros((pixels, pixels, 3), np.uint8)
    patch = image[low[1] : high[1], low[0] : high[0]]
    sides = np.linalg.norm(wide - np.roll(wide, -1, axis=0), axis=1)
    shrink = min(1.0, 1.6 * pixels / float(max(sides.min(), 1.0)))
    size = [max(2, round(length * shrink)) for length in patch.shape[1::-1]]
    if shrink < 0.8:
        patch = np.asarray(cv2.resize(patch, size, interpolation=cv2.INTER_AREA), np.uint8)
    factor = np.array(patch.shape[1::-1]) / (high - low)
    source = ((wide - low) * factor).astype(np.float32)
    target = np.array([[0, 0], [pixels, 0], [pixels, pixels], [0, pixels]], np.float32) - np.float32(0.5)
    matrix = cv2.getPerspectiveTransform(source, target)
    warped = cv2.warpPerspective(patch, matrix, (pixels, pixels), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(warped, np.uint8)
