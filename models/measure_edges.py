"""How well the edge of a table is found by itself: rendered tables of materials by lot on floors of others.

    python -m models.measure_edges --count 200

Half of the pictures show nothing but a table. An edge is right where it shares .95 of the area that it covers with
the true one together; one that leaves part of the table out is told apart, for what lies there would not be read.
"""

from __future__ import annotations

from collections import Counter

import cv2
import numpy as np
import typer

from models.render.edged_table import SIZE, WHOLE, edged_table
from models.render.effects import photograph
from models.render.surfaces import MATERIALS
from vision.sightings import FloatArray
from vision.table_edge import table_edge

_RIGHT = 0.95
_LOST = 0.03  # of the table


def _corners(rng: np.random.Generator) -> FloatArray:
    """A table seen askew; some of its sides lie beyond the picture."""
    outside = np.where(rng.random(4) < 0.3, 0.4, 0.0)  # left, upper, right, lower
    moved = np.array([[-1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 1, 0], [-1, 0, 0, 0]]) @ outside
    raised = np.array([[0, -1, 0, 0], [0, -1, 0, 0], [0, 0, 0, 1], [0, 0, 0, 1]]) @ outside
    return np.asarray(WHOLE + rng.uniform(-0.06, 0.06, (4, 2)) + np.stack([moved, raised], 1), np.float32)


def _mask(corners: FloatArray) -> FloatArray:
    drawn = np.zeros(SIZE[::-1], np.uint8)
    cv2.fillConvexPoly(drawn, np.rint(corners * SIZE).astype(np.int32), 1)
    return np.asarray(drawn, np.float32)


def _came(rng: np.random.Generator, ends: bool) -> str:
    """What came of one picture, ends: whose table ends within it."""
    top, floor = rng.choice(sorted(MATERIALS), 2, replace=False)
    corners = _corners(rng) if ends else np.array([[-1, -1], [2, -1], [2, 2], [-1, 2]], np.float32)
    picture = edged_table(str(top), str(floor), int(rng.integers(1 << 30)), corners)
    found = table_edge(photograph(rng, picture))
    if not found:
        return "none told"
    true, told = _mask(corners), _mask(np.array(found, np.float32))
    if (true * told).sum() / np.maximum(true, told).sum() > _RIGHT:
        return "right"
    return "wrong, with part of the table left out" if (true * told).sum() < (1 - _LOST) * true.sum() else "too large"


def main(count: int = 200, seed: int = 0) -> None:
    """Prints what came of `count` pictures with an edge and as many without."""
    for ends in (True, False):
        rng = np.random.default_rng([seed, ends])
        came = Counter(_came(rng, ends) for _ in range(count))
        print("tables that end within the picture" if ends else "nothing but the table", dict(came.most_common()))


if __name__ == "__main__":
    typer.run(main)
