"""How the camera was moved between two small pictures of one table, and by what that is told from an arm that moved.

A camera that is bumped or set up anew over a table sees the same things turned, shifted, a little larger or smaller,
and all of them alike. An arm takes what is seen on it along and leaves the rest of the table where it was.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.small_picture import Mask, Matrix, Pair, SmallPicture, in_cells, unlike

Points = NDArray[np.float32]

_LEAST_AGREEING = 25  # points that have to agree on the way
_APART = 2.0  # small pixels by which a point that agrees may miss its place
_MANY_MORE = 1.3  # times as many points
_AS_IT_WAS = 1.5  # small pixels by which the points that agree went, on the average, where nothing was moved
_LARGER = 1.6  # how many times larger or smaller things may be seen than before
_STRETCHED = 1.3  # how many times more one way than across it
_TILTED = 0.4  # by how much more at one side of the picture than at the other
_BETTER = 0.75  # of what one of two ways leaves unexplained in a cell: the other way is the better one
_FOR, _AGAINST = 0.5, 0.1  # shares of the cells that have to speak for a move, and may speak against it


def camera_move(read: SmallPicture, picture: SmallPicture) -> Matrix | None:
    """The homography from the first copy to the second, by what both show of one table; the identity where nothing is
    nearer. None where they have too little in common to tell, or something else than the camera was moved."""
    alike = read.grey.shape == picture.grey.shape
    if not unlike(Pair(read, picture)):
        return np.eye(3)
    before, now = _pairs(read, picture)
    way = _way(before, now)
    if way is None:
        return None
    matrix, agree = way
    moved = _of_a_camera(matrix, read, picture) and _explains(matrix, read, picture)
    if not moved and alike and np.linalg.norm((now - before)[agree], axis=1).mean() < _AS_IT_WAS:
        return np.eye(3)
    return matrix if moved else None


def _way(before: Points, now: Points) -> tuple[Matrix, Mask] | None:
    """The way that most pairs went, and which did; None where too few agree. Turned, shifted and sized alone is what a
    few pairs tell well: seen from another side as well only if many more agree to that."""
    if len(before) < _LEAST_AGREEING:
        return None
    affine, near = cv2.estimateAffinePartial2D(before, now, method=cv2.RANSAC, ransacReprojThreshold=_APART)
    matrix, agreeing = cv2.findHomography(before, now, cv2.RANSAC, _APART)
    if affine is not None and (matrix is None or near.sum() * _MANY_MORE > agreeing.sum()):
        matrix, agreeing = np.vstack([affine, (0, 0, 1)]), near
    if matrix is None or int(agreeing.sum()) < max(_LEAST_AGREEING, len(before) // 3):
        return None
    return np.asarray(matrix, np.float64), np.asarray(agreeing.ravel() > 0)


def _pairs(read: SmallPicture, picture: SmallPicture) -> tuple[Points, Points]:
    """The points of both that look alike (ORB features), (n, 2) each, in small pixels."""
    orb = cv2.ORB.create(600, fastThreshold=8)
    (points, marks), (others, other_marks) = (orb.detectAndCompute(shown.grey, None) for shown in (read, picture))
    if marks is None or other_marks is None:
        return np.zeros((0, 2), np.float32), np.zeros((0, 2), np.float32)
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(marks, other_marks)
    before = np.array([points[pair.queryIdx].pt for pair in pairs], np.float32)
    return before, np.array([others[pair.trainIdx].pt for pair in pairs], np.float32)


def _of_a_camera(matrix: Matrix, read: SmallPicture, picture: SmallPicture) -> bool:
    """Whether a camera over a table can have been moved like that: all is seen turned and shifted, and hardly more."""
    (height, width), (other_height, other_width) = read.grey.shape, picture.grey.shape
    middle = matrix @ (width / 2, height / 2, 1.0)
    if middle[2] <= 0:
        return False
    matrix = matrix / middle[2]
    middle = middle / middle[2]
    linear = matrix[:2, :2] - np.outer(middle[:2], matrix[2, :2])
    across, along = np.linalg.svd(linear)[1] * np.hypot(width, height) / np.hypot(other_width, other_height)
    tilt = abs(matrix[2, 0]) * width + abs(matrix[2, 1]) * height
    sized = across < _LARGER and along > 1 / _LARGER and across < _STRETCHED * along
    return bool(np.linalg.det(linear) > 0 and sized and tilt < _TILTED)


def _explains(matrix: Matrix, read: SmallPicture, picture: SmallPicture) -> bool:
    """Whether most of what is to be seen went that way, and hardly anything stayed where it was: each cell of the
    picture speaks for the way that leaves less of it unexplained, or for neither."""
    moved = read.seen_by(matrix, picture)
    inside = cv2.warpPerspective(np.ones_like(read.grey), matrix, picture.grey.shape[::-1])
    left = in_cells(np.abs(picture.even - moved.even))
    alike = read.grey.shape == picture.grey.shape
    stayed = in_cells(np.abs(picture.even - read.even if alike else moved.even))
    seen = (in_cells(inside) > 0.5) & (moved.busy | picture.busy)
    most = max(int(seen.sum()), 1)
    went, remained = (seen & (left < _BETTER * stayed)).sum() / most, (seen & (stayed < _BETTER * left)).sum() / most
    return bool(went >= _FOR and remained <= _AGAINST)
