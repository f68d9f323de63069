"""Labelled photographs as training data: upright boxes of indices become indices as they stand, and cards."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.photographs import Index, indices, rows_to_learn, spanned, tight
from models.render.bank import ArtBank, BankSize
from models.render.scene import Scene, Thing, random_scene
from models.scoring import BLOCK, load_labels
from vision.network import DEFAULT_WEIGHTS
from vision.outlines import overlap
from vision.pipeline import TableReader
from vision.read import Reader
from vision.sightings import FloatArray

SMALL = BankSize(drawn_decks=1, backs=1, tile_sets=1, boards=1, racks=1, surfaces=2, clutter=2, hands=1)


def _turned(points: object, angle: float) -> FloatArray:
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    return np.asarray(np.asarray(points, float) @ np.array([[c, s], [-s, c]]), np.float32)


@given(st.floats(0, 360), st.floats(20, 60), st.floats(0.35, 1.0))
def test_a_turned_box_comes_back_from_its_upright_hull(angle: float, height: float, share: float) -> None:
    width = height * share
    corners = _turned([[-width, -height], [width, -height], [width, height], [-width, height]], angle) / 2
    hull = np.ptp(corners, axis=0)
    w, h = tight(float(hull[0]), float(hull[1]), angle)
    if abs(np.cos(np.radians(2 * angle))) > 0.4:
        assert (w, h) == pytest.approx((width, height), rel=0.05)
    else:  # the hull of an oblique box does not tell how slim it is, only how large
        assert w + h == pytest.approx(width + height, rel=0.2)


@given(st.floats(0, 360), st.floats(0.5, 1.1))
def test_two_opposite_indices_tell_the_card_of_any_proportions(angle: float, aspect: float) -> None:
    width, height = 200.0 * aspect, 200.0
    x, y = width * (0.123 - 0.5), height * (0.135 - 0.5)
    index = np.array([[x - 9, y - 18], [x + 9, y - 18], [x + 9, y + 18], [x - 9, y + 18]])
    card = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
    first, second = Index("7H", _turned(index, angle)), Index("7H", _turned(-index, angle))
    outline = spanned(first, second)
    assert outline is not None
    assert np.abs(outline - _turned(card, angle)).max() < 2
    assert spanned(first, Index("8H", second.outline)) is None
    assert spanned(first, first) is None


def _boxes(scene: Scene, corners: list[Thing]) -> list[list[object]]:
    size = np.array(scene.image.shape[1::-1], np.float32)
    return [
        [t.name, *(t.outline.min(axis=0) / size).tolist(), *(t.outline.max(axis=0) / size).tolist()] for t in corners
    ]


def test_an_index_that_was_not_found_is_turned_so_that_its_name_reads_best() -> None:
    reader, blind = Reader(DEFAULT_WEIGHTS / "reader.onnx"), np.full((64, 64, 3), 90, np.uint8)
    stages = TableReader().explain(blind)  # nothing was found on it
    rng, right, total = np.random.default_rng(12), 0, 0
    bank = ArtBank(rng, "held", SMALL)
    for _ in range(8):
        scene = random_scene(rng, bank, (512, 512), layout="scatter")
        corners = [t for t in scene.things if t.kind == "corner" and t.visible > 0.95 and t.name != "JOKER"]
        corners = [t for t in corners if np.ptp(t.outline, axis=0).max() > 24]
        for truth, told in zip(corners, indices(scene.image, _boxes(scene, corners), stages, reader), strict=True):
            up = Index(truth.name, truth.outline).up
            total += 1
            right += float(told.up @ up) > 0.94 and overlap(told.outline, truth.outline) > 0.5
    assert total > 10
    assert right / total > 0.85


def test_every_second_block_of_wholly_labelled_train_photographs_is_learnt(tmp_path: Path) -> None:
    row = {"set": "a", "train": True, "boxes_are": "corner index, of 1", "boxes": [], "cards": []}
    rows: list[dict[str, object]] = [row | {"photo": f"{n}.jpg"} for n in range(3 * BLOCK)]
    rows[BLOCK + 1] |= {"boxes_incomplete": True}
    others = [row | {"photo": "x.jpg", "train": False}, row | {"photo": "y.jpg", "boxes_are": "whole card"}]
    (tmp_path / "truth.jsonl").write_text("\n".join(map(json.dumps, [*others, *rows])))
    second = range(BLOCK, 2 * BLOCK)
    assert [row["photo"] for row in rows_to_learn(tmp_path)] == [f"{n}.jpg" for n in second if n != BLOCK + 1]
    assert not any(label.learnt for label in load_labels(tmp_path))
    labels = load_labels(tmp_path, learnt_from=True)
    assert [label.photo.stem for label in labels if label.learnt] == [str(n) for n in second]
    assert {label.group for label in labels if label.learnt} == {"a, learnt from"}
