"""Training crops of the reader: what the finder boxed, rightly and wrongly."""

from __future__ import annotations

from typing import Any

import numpy as np

from models.reader_data import labels_of, scene_crops
from vision.read import KINDS

NONE = KINDS.index("none")


def quad(x: float, y: float, width: float, height: float) -> np.ndarray:
    return np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]], np.float32)


def thing(kind: str, name: str, outline: np.ndarray, visible: float = 1.0) -> dict[str, Any]:
    return {"kind": kind, "name": name, "outline": outline.tolist(), "visible": visible}


def picture() -> np.ndarray:
    return np.random.default_rng(0).integers(0, 255, (200, 300, 3), np.uint8)


def test_what_the_finder_took_for_a_tile_and_is_none_is_learnt_as_none() -> None:
    tile, square = quad(40, 40, 40, 40), quad(200, 100, 40, 40)
    rows = {}
    for boxes in ([tile + 2], [tile + 2, square]):
        crops = scene_crops(np.random.default_rng(1), picture(), [thing("tile", "Q", tile)], boxes)
        rows[len(boxes)] = [labels for _, labels in crops]
    assert rows[1] == rows[2][: len(rows[1])]
    assert rows[2][len(rows[1]) :] == [(NONE, -1, -1, -1, -1)]
    assert {labels[:4] for labels in rows[1] if labels[0] != NONE} == {labels_of("tile", "Q", 0)[:4]}


def test_a_part_of_a_glyph_is_not_taken_for_none() -> None:
    tile = quad(40, 40, 40, 40)
    crops = scene_crops(np.random.default_rng(1), picture(), [thing("tile", "Q", tile)], [quad(60, 60, 20, 20)])
    without = scene_crops(np.random.default_rng(1), picture(), [thing("tile", "Q", tile)])
    assert len(crops) == len(without)
