"""Geometry of outlines: convex quadrilaterals (4, 2) in pixels, as sightings have them."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sightings import FloatArray, centre_of

_LEAST_TABLE = 0.02  # of the picture; less is a slip of the finger


def area(outline: FloatArray) -> float:
    """The area in square pixels."""
    return float(cv2.contourArea(np.asarray(outline, np.float32)))


def shared_area(one: FloatArray, other: FloatArray) -> float:
    """The area that two outlines have in common, in square pixels."""
    return float(cv2.intersectConvexConvex(np.asarray(one, np.float32), np.asarray(other, np.float32))[0])


def overlap(one: FloatArray, other: FloatArray) -> float:
    """Intersection over union of two outlines, 0..1."""
    shared = shared_area(one, other)
    return shared / max(area(one) + area(other) - shared, 1e-6)


def covered_share(outline: FloatArray, cover: FloatArray) -> float:
    """The share (0..1) of `outline` that lies under `cover`."""
    return shared_area(outline, cover) / max(area(outline), 1e-6)


def is_clockwise(outline: FloatArray) -> bool:
    """Whether the four points go round a convex outline clockwise, as seen in the picture."""
    sides = np.roll(outline, -1, axis=0) - outline
    following = np.roll(sides, -1, axis=0)
    return bool((sides[:, 0] * following[:, 1] - sides[:, 1] * following[:, 0] > 0).all())


def hull(points: FloatArray) -> FloatArray:
    """The convex hull of points (N, 2)."""
    return np.asarray(cv2.convexHull(np.asarray(points, np.float32))[:, 0], np.float32)


def spans(corners: Sequence[tuple[float, float]]) -> bool:
    """Whether corners, as shares (0..1) of a picture's width and height, have a table between them."""
    points = np.array(corners, np.float32).reshape(-1, 2)
    within = bool(((points >= 0) & (points <= 1)).all())
    return within and len(points) > 2 and area(hull(points)) > _LEAST_TABLE


def short_side(outline: FloatArray) -> float:
    """The length in pixels of the shortest side."""
    return min(_sides(outline))


def long_side(outline: FloatArray) -> float:
    """The length in pixels of the longest side."""
    return max(_sides(outline))


def usual_length(outlines: Sequence[FloatArray]) -> float | None:
    """The median of their longest sides in pixels; None for fewer than two, for one alone may be badly bounded."""
    return float(np.median([long_side(outline) for outline in outlines])) if len(outlines) > 1 else None


def standing(outline: FloatArray) -> FloatArray:
    """A card's outline from one of its shorter sides."""
    first, second = np.linalg.norm(outline[1] - outline[0]), np.linalg.norm(outline[2] - outline[1])
    return outline if first <= second else np.roll(outline, -1, axis=0)


def centre_distance(one: FloatArray, other: FloatArray) -> float:
    """How far apart the centres are, in pixels."""
    return dist(centre_of(one), centre_of(other))


def sides_apart(one: FloatArray, other: FloatArray) -> float:
    """How far apart the centres are, in shorter sides of the first."""
    return centre_distance(one, other) / short_side(one)


def _sides(outline: FloatArray) -> list[float]:
    """The lengths of an outline's sides; as `centre_of` without arrays."""
    points = outline.tolist()
    return [dist(one, next_one) for one, next_one in zip(points, (*points[1:], points[0]), strict=True)]


def moved_by(outline: FloatArray, matrix: NDArray[np.float64]) -> FloatArray:
    """The outline under a 3 x 3 homography of the picture."""
    return np.asarray(cv2.perspectiveTransform(np.asarray(outline, np.float32)[None], matrix)[0], np.float32)
