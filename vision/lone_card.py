"""The card that lies alone on a ground of other colours, told by them and by its shape, whatever is printed on it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo import Picture
from vision.sightings import FloatArray

_SIDE = 320  # px of the longer side of the picture in which it is looked for
_RIM = 0.05  # share of the picture's longer side along its border that shows the ground
_GROUNDS = 6  # colours of the ground
_SHARES = (0.04, 0.75)  # of the picture that the card takes
_ASPECTS = (0.55, 0.85)  # of a card, seen a little from the side
_FILLED = 0.93  # share of a card's outline that stands out from the ground
_SMOOTHED = 0.02  # share of the picture's longer side over which grain is evened out
_CLOSED = 0.03  # the same, over which gaps between what stands out are closed
_ROUNDED = (0.02, 0.03, 0.04, 0.06, 0.08)  # of a card's circumference: how far its outline may be from four corners


def lone_card(image: Picture) -> FloatArray | None:
    """The outline (4, 2) px, clockwise, of the one card in a BGR photo; None where nothing of its shape stands out."""
    scale = min(1.0, _SIDE / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    size = max(small.shape[:2])
    even = cv2.medianBlur(small, int(size * _SMOOTHED) | 1)
    apart = _apart_from_ground(np.asarray(cv2.cvtColor(even, cv2.COLOR_BGR2LAB), np.float32))
    _, standing_out = cv2.threshold(apart, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (int(size * _CLOSED) | 1,) * 2)
    closed = cv2.morphologyEx(cv2.morphologyEx(standing_out, cv2.MORPH_CLOSE, disc), cv2.MORPH_OPEN, disc)
    contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    largest = max(contours, key=cv2.contourArea, default=None)
    outline = None if largest is None else _four_corners(np.asarray(largest, np.int32), closed.shape[:2])
    return None if outline is None else np.asarray((outline + 0.5) / scale - 0.5, np.float32)


def _apart_from_ground(lab: NDArray[np.float32]) -> NDArray[np.uint8]:
    """How far (0..255) the colour of each pixel (H, W) is from the nearest of the ground's."""
    rim = max(1, int(max(lab.shape) * _RIM))
    inside = np.zeros(lab.shape[:2], np.bool_)
    inside[rim:-rim, rim:-rim] = True
    cv2.setRNGSeed(1)  # the same photo, the same outline
    often = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.5)
    unlabelled = np.zeros(0, np.int32)
    _, _, grounds = cv2.kmeans(lab[~inside], _GROUNDS, unlabelled, often, 2, cv2.KMEANS_PP_CENTERS)
    apart = np.min([np.linalg.norm(lab - ground, axis=2) for ground in grounds], axis=0)
    return np.asarray(np.clip(apart * 2, 0, 255), np.uint8)


def _four_corners(contour: NDArray[np.int32], size: tuple[int, int]) -> FloatArray | None:
    """The four corners of what has the shape of a card and lies within a picture of that size (height, width)."""
    hull = cv2.convexHull(contour)
    low, high = hull.min(axis=(0, 1)), hull.max(axis=(0, 1))
    if (low < 1).any() or (high > np.array(size[::-1]) - 2).any():
        return None
    for loose in _ROUNDED:
        corners = cv2.approxPolyDP(hull, loose * cv2.arcLength(hull, True), True)[:, 0]
        if len(corners) == 4:
            break
    else:
        return None
    (_, sides, _), own = cv2.minAreaRect(corners), cv2.contourArea(corners)
    aspect, share = min(sides) / max(*sides, 1e-6), own / (size[0] * size[1])
    filled = cv2.contourArea(contour) / max(own, 1.0)
    fits = _ASPECTS[0] < aspect < _ASPECTS[1] and _SHARES[0] < share < _SHARES[1] and _FILLED < filled < 2 - _FILLED
    return np.asarray(corners, np.float32) if fits else None
