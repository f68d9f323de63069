"""The edge of the table, found where a picture shows it: straight sides, one ground within, another outside.

Candidates are the straight lines of the picture (Hough transform) and its own four borders; four of them, one a side,
make a table. It is told only where each side parts two grounds along nearly all its length and the ground of the table
is hardly found beyond it; a picture that shows nothing but the table has no edge.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.outlines import area, covered_share, overlap
from vision.photo import Picture
from vision.sightings import FloatArray

_WIDTH = 400  # px, the longer side of the picture that is looked at
_SHORTEST = 0.15  # of the longer side: points of a line
_LINES = 120  # the strongest, of all directions
_KEPT = 5  # for each side of the table
_LEANS = np.deg2rad(35)  # how far a side may lean from the direction of a border
_APART = (4, 12)  # px from a line: where the ground beside it is looked at
_STEP = 4  # px along a line from one look to the next
_DIFFERS = 12.0  # distance in Lab of two grounds
_LIKE = (30.0, 10.0)  # distances in L and in ab within which a colour is that of the ground
_PARTED = 0.75  # of the length of a side: where it has to part two grounds
_FEWEST = 4  # places along a side
_ALONG = 0.6  # of a side: where the ground of the table has to lie along it
_CLEAR = 0.6  # how much larger the share of the ground has to be within than beyond
_LEAST = 0.5  # of the picture; less is rather a board or a mat
_MOSTLY = 0.5  # of a thing has to lie on the table
_SAME = 0.7  # overlap with one thing from which on it is that thing
_NEAR = 6  # px: lines that are nowhere farther apart are one
_SLACK = 2  # px: beyond a side, and still on the table

_OUTWARD = np.array([[0, -1], [1, 0], [0, 1], [-1, 0]], np.float32)  # of the upper, right, lower and left border


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """A line that may be a side. normal, offset: its points are those with normal * point = offset, the normal points
    out of the table. at: places along it (N, 2); parts: at which of them two grounds meet (N); inner: the colours on
    the side of the table (N, 3). seen: false for a border of the picture, beyond which the table goes on."""

    normal: FloatArray
    offset: float
    at: FloatArray
    parts: NDArray[np.bool_]
    inner: FloatArray
    seen: bool = True


def table_edge(picture: Picture, lying: Sequence[FloatArray] = ()) -> tuple[tuple[float, float], ...]:
    """The corners of the table, clockwise, as shares (0..1) of the picture's width and height, four or, where a corner
    lies beyond the picture, more; none where no edge is surely seen.

    picture: BGR. lying: outlines (4, 2) in pixels of what lies on the table: the edge leaves none of them out, and a
    card held to the camera is no table.
    """
    height, width = picture.shape[:2]
    scale = min(1.0, _WIDTH / max(height, width))
    small = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    even = cv2.medianBlur(small, 5).astype(np.float32) / 255
    lab = np.asarray(cv2.cvtColor(even, cv2.COLOR_BGR2LAB), np.float32)
    sides = _sides(small, lab)
    things = [np.asarray(outline, np.float32) * scale for outline in lying]
    least = _LEAST * lab.shape[0] * lab.shape[1]
    best, most = np.zeros((0, 2), np.float32), _CLEAR
    for four in product(*sides):
        if not any(side.seen for side in four):
            continue
        outline = _outline(four, lab.shape)
        if len(outline) < 3 or area(outline) < least or not _holds(outline, things):
            continue
        clear = _clearness(four, outline, lab)
        if clear > most:
            best, most = outline, clear
    size = np.array([lab.shape[1] - 1, lab.shape[0] - 1], np.float32)
    return tuple((float(across), float(down)) for across, down in np.clip(best / size, 0, 1))


def _sides(small: Picture, lab: FloatArray) -> list[list[_Side]]:
    """For the upper, right, lower and left side the lines that may be it, the border of the picture last."""
    edges = cv2.Canny(cv2.GaussianBlur(small, (5, 5), 0), 40, 120)
    found = cv2.HoughLines(edges, 1, np.pi / 180, int(_SHORTEST * max(lab.shape[:2])))
    lines = np.zeros((0, 2), np.float32) if found is None else np.asarray(found, np.float32).reshape(-1, 2)[:_LINES]
    return [
        [*_most_parting(lines, out, lab), replace(_looked_at(out, border, lab), seen=False)]
        for out, border in _borders(lab.shape)
    ]


def _borders(shape: tuple[int, ...]) -> Iterator[tuple[FloatArray, float]]:
    """The upper, right, lower and left border of a picture, each as its outward normal and offset."""
    height, width = shape[:2]
    return zip(_OUTWARD, (0.0, width - 1.0, height - 1.0, 0.0), strict=True)


def _most_parting(lines: FloatArray, out: FloatArray, lab: FloatArray) -> list[_Side]:
    """The lines across that direction, those first that part most, each a few pixels from the others."""
    sides, kept = [], list[_Side]()
    for distance, angle in lines:
        normal = np.array([np.cos(angle), np.sin(angle)], np.float32)
        towards = 1.0 if normal @ out > 0 else -1.0
        if abs(normal @ out) > np.cos(_LEANS):
            sides.append(_looked_at(normal * towards, float(distance * towards), lab))
    for side in sorted(sides, key=lambda side: -int(side.parts.sum())):
        if len(side.at) and len(kept) < _KEPT and not any(_near(side, other) for other in kept):
            kept.append(side)
    return kept


def _near(side: _Side, other: _Side) -> bool:
    """Whether two lines are one."""
    return bool((np.abs(other.at[[0, -1]] @ side.normal - side.offset) < _NEAR).all())


def _looked_at(normal: FloatArray, offset: float, lab: FloatArray) -> _Side:
    """The line with what lies on both sides of it."""
    height, width = lab.shape[:2]
    along = np.array([-normal[1], normal[0]], np.float32)
    reach = np.arange(-np.hypot(height, width), np.hypot(height, width), _STEP, dtype=np.float32)
    at = normal * offset + reach[:, None] * along
    inside = (at >= 0).all(axis=1) & (at[:, 0] <= width - 1) & (at[:, 1] <= height - 1)
    at = at[inside]
    inner, outer = _beside(at, -normal, lab), _beside(at, normal, lab)
    parts = np.linalg.norm(inner - outer, axis=1) > _DIFFERS
    return _Side(normal, offset, at, parts, inner)


def _beside(at: FloatArray, towards: FloatArray, lab: FloatArray) -> FloatArray:
    """The colours (N, 3) a little beside those places; those of the border where that is beyond it."""
    height, width = lab.shape[:2]
    near = [at + towards * apart for apart in np.linspace(*_APART, 3)]
    pixels = [np.clip(np.rint(one), 0, (width - 1, height - 1)).astype(int) for one in near]
    return np.asarray(np.median([lab[one[:, 1], one[:, 0]] for one in pixels], axis=0), np.float32)


def _outline(sides: tuple[_Side, ...], shape: tuple[int, ...]) -> FloatArray:
    """The polygon between them, as far as it lies in the picture."""
    corners = []
    for one, other in zip(sides, (*sides[1:], sides[0]), strict=True):
        normals = np.stack([one.normal, other.normal])
        if abs(np.linalg.det(normals)) < 0.2:
            return np.zeros((0, 2), np.float32)
        corners.append(np.linalg.solve(normals, np.array([one.offset, other.offset], np.float32)))
    quad = np.array([corners[3], *corners[:3]], np.float32)
    if not cv2.isContourConvex(quad) or cv2.contourArea(quad, True) < 0:
        return np.zeros((0, 2), np.float32)
    for out, border in _borders(shape):
        quad = _cut(quad, out, border)
    return quad


def _cut(polygon: FloatArray, normal: FloatArray, offset: float) -> FloatArray:
    """What is left of a convex polygon (N, 2) on the inner side of a line (Sutherland and Hodgman, 1974)."""
    beyond = polygon @ normal - offset
    left = []
    for point, far, following, far_too in zip(
        polygon, beyond, np.roll(polygon, -1, axis=0), np.roll(beyond, -1), strict=True
    ):
        if far <= 0:
            left.append(point)
        if (far < 0) != (far_too < 0) and far and far_too:
            left.append(point + (following - point) * (far / (far - far_too)))
    return np.array(left, np.float32).reshape(-1, 2)


def _holds(outline: FloatArray, things: list[FloatArray]) -> bool:
    """Whether those things lie within, as the eye asks it, and none of them is all there is."""
    return all(covered_share(thing, outline) > _MOSTLY and overlap(outline, thing) < _SAME for thing in things)


def _clearness(sides: tuple[_Side, ...], outline: FloatArray, lab: FloatArray) -> float:
    """How much more of the ground along the sides lies within than beyond (0..1); 0 where it is no table."""
    inner = []
    for side in sides:
        on_it = _bounding(side, sides)
        if on_it.sum() < _FEWEST or (side.seen and side.parts[on_it].mean() < _PARTED):
            return 0.0
        inner.append(side.inner[on_it])
    ground = np.median([np.median(one, axis=0) for one, side in zip(inner, sides, strict=True) if side.seen], axis=0)
    if any(_like(one, ground).mean() < _ALONG for one in inner):
        return 0.0
    mask = np.zeros(lab.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.rint(outline).astype(np.int32), 1)
    of_ground = _like(lab.reshape(-1, 3), ground).reshape(mask.shape)
    within, beyond = float(of_ground[mask == 1].mean()), float(of_ground[mask == 0].sum() / max(1, (mask == 0).sum()))
    return max(0.0, within - beyond)


def _bounding(side: _Side, sides: tuple[_Side, ...]) -> NDArray[np.bool_]:
    """Which of the places of a line lie between the other sides."""
    others = [other for other in sides if other is not side]
    return np.asarray(np.all([side.at @ other.normal - other.offset <= _SLACK for other in others], axis=0), np.bool_)


def _like(colours: FloatArray, ground: FloatArray) -> NDArray[np.bool_]:
    """Which colours (N, 3) are those of the ground."""
    light, hue = np.abs(colours[:, 0] - ground[0]), np.linalg.norm(colours[:, 1:] - ground[1:], axis=1)
    return np.asarray((light < _LIKE[0]) & (hue < _LIKE[1]), np.bool_)
