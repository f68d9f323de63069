"""The pinhole camera that looks at the table plane. Table lengths are millimetres, picture lengths pixels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class View:
    """Where the camera looks: `centre` on the table (mm), `span` of table seen across the longer picture side (mm),
    `turn` in the plane and `tilt` away from straight above (degrees), `azimuth` of the tilt (degrees); `stretch`: width
    by height of what is square, for pictures that were squeezed into another shape."""

    centre: tuple[float, float]
    span: float
    turn: float = 0.0
    tilt: float = 0.0
    azimuth: float = 0.0
    stretch: float = 1.0


def _rotation(axis: str, degrees: float) -> Matrix:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    if axis == "x":
        return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def homography(view: View, size: tuple[int, int]) -> Matrix:
    """The 3 x 3 homography that takes table points (mm) to picture points (px) for a picture of (width, height)."""
    width, height = size
    focal = 1.2 * max(size)
    distance = focal * view.span / max(size)
    tilt = _rotation("z", view.azimuth) @ _rotation("x", view.tilt) @ _rotation("z", -view.azimuth)
    turn = tilt @ _rotation("z", view.turn)
    pose = np.column_stack([turn[:, 0], turn[:, 1], np.array([0.0, 0.0, distance])])
    across, down = focal * max(view.stretch, 1.0), focal / min(view.stretch, 1.0)
    lens = np.array([[across, 0, width / 2], [0, down, height / 2], [0, 0, 1]])
    shift = np.array([[1, 0, -view.centre[0]], [0, 1, -view.centre[1]], [0, 0, 1.0]])
    matrix: Matrix = lens @ pose @ shift
    return matrix


def project(matrix: Matrix, points: NDArray[np.floating]) -> NDArray[np.float32]:
    """Points (N, 2) through a homography, as (N, 2) float32."""
    homogeneous = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return (homogeneous[:, :2] / homogeneous[:, 2:]).astype(np.float32)


def before_the_lens(matrix: Matrix, points: NDArray[np.floating], view: View) -> bool:
    """Whether all points (N, 2) of the table (mm) lie at least a fifth as far before the lens as the view's centre."""
    depths = np.column_stack([points, np.ones(len(points))]) @ matrix[2]
    return bool(depths.min() > 0.2 * (matrix[2] @ (*view.centre, 1.0)))
