"""Pictures of a table that ends within them: one material on the floor of another, bare cards on it."""

from __future__ import annotations

import cv2
import numpy as np

from models.render.surfaces import MATERIALS
from vision.photo import Picture
from vision.sightings import FloatArray

SIZE = (640, 360)  # width and height, px
WHOLE = np.array([[0.1, 0.12], [0.88, 0.08], [0.93, 0.9], [0.06, 0.94]], np.float32)


def surface(material: str, seed: int) -> Picture:
    """Nothing but the table."""
    return MATERIALS[material](np.random.default_rng(seed), (SIZE[1], SIZE[0]))


def edged_table(top: str, floor: str, seed: int, corners: FloatArray = WHOLE) -> Picture:
    """A table (top, floor: materials) with those corners (4, 2), clockwise, as shares of the picture, which they may
    exceed; eight cards lie on it."""
    size = np.array(SIZE, np.float32)
    frame = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * size
    turned = cv2.getPerspectiveTransform(frame, np.asarray(corners * size, np.float32))
    table = cv2.warpPerspective(surface(top, seed), turned, SIZE)
    where = cv2.GaussianBlur(cv2.warpPerspective(np.ones((SIZE[1], SIZE[0], 1), np.float32), turned, SIZE), (3, 3), 0)
    picture = (where[..., None] * table + (1 - where[..., None]) * surface(floor, seed + 1)).astype(np.uint8)
    rng = np.random.default_rng(seed)
    for across, down in rng.uniform(0.2, 0.8, (8, 2)):
        card = cv2.boxPoints(((across * SIZE[0], down * SIZE[1]), (28, 40), rng.uniform(0, 180)))
        cv2.fillConvexPoly(picture, np.rint(card).astype(np.int32), (225, 232, 235), cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(picture, (3, 3), 0), np.uint8)
