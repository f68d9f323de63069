"""What share of a place moves, is hidden or looks otherwise."""

from __future__ import annotations

import numpy as np
import pytest

from vision.motion import Motion
from vision.sightings import FloatArray

NONE = np.zeros((36, 64), bool)


def box(x0: float, y0: float, x1: float, y1: float) -> FloatArray:
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32)


@pytest.mark.parametrize(
    ("place", "share"),
    [
        (box(0, 0, 31, 31), 1.0),  # in the picture, all of it
        (box(0, 0, 63, 31), 0.5),
        (box(32, 0, 63, 31), 0.0),
        (box(-40, -40, 31, 31), 1.0),  # of what is in the picture
        (box(-90, 0, -40, 31), 0.0),  # beyond each of its edges
        (box(0, -90, 31, -40), 0.0),
        (box(300, 0, 340, 31), 0.0),
        (box(0, 300, 31, 340), 0.0),
    ],
)
def test_a_share_is_of_what_lies_in_the_picture(place: FloatArray, share: float) -> None:
    left = NONE.copy()
    left[:, :32] = True
    motion = Motion(left, left, left, NONE, 1.0, left, anew=left)
    told = [motion.hidden(place), motion.stirred(place), motion.changed_at(place), motion.altered(place)]
    assert told == pytest.approx([share] * 4, abs=0.02)
