"""Training crops of the reader: what the finder boxed, rightly and wrongly, and whole faces."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from models.reader_data import face_crops, labels_of, pip_crops, scene_crops, upright_crops
from vision.read import KINDS
from vision.rectify import CROP_SIDE, crop_face
from vision.sightings import SUITS

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


@pytest.mark.parametrize(("visible", "height", "count"), [(1.0, 90, 1), (0.41, 90, 1), (0.39, 90, 0), (1.0, 30, 0)])
def test_a_face_is_cut_where_enough_of_it_can_be_seen(visible: float, height: float, count: int) -> None:
    face = thing("face", "10H", quad(100, 50, height * 0.7, height), visible)
    crops = face_crops(np.random.default_rng(2), picture(), [face])
    assert len(crops) == count
    for crop, labels in crops:
        assert crop.shape == (CROP_SIDE, CROP_SIDE, 3)
        assert labels[:4] == labels_of("face", "10H", 0)[:4]


@pytest.mark.parametrize("turn", range(4))
def test_the_first_side_of_a_faces_quad_is_the_top_of_its_crop(turn: int) -> None:
    image = np.zeros((120, 120, 3), np.uint8)
    image[20:60, 30:90] = 250  # the upper half of the card
    crop = crop_face(image, np.roll(quad(30, 20, 60, 80), -turn, axis=0))
    upright = np.rot90(crop, -turn)
    assert upright[8:24, 8:56].mean() > 240
    assert upright[40:56, 8:56].mean() < 10


def test_a_face_outside_the_picture_is_nothing() -> None:
    assert not crop_face(picture(), quad(400, 300, 50, 70)).any()
    assert crop_face(picture(), quad(-20, -20, 600, 800)).any()


def test_a_face_without_a_name_teaches_nothing() -> None:
    assert not face_crops(np.random.default_rng(2), picture(), [thing("face", "", quad(100, 50, 63, 90), 1.0)])


@pytest.mark.parametrize(
    ("name", "visible", "height", "count"),
    [("10H", 1.0, 90, 2), ("AS", 1.0, 90, 2), ("10H", 0.85, 90, 0), ("10H", 1.0, 30, 0), ("KH", 1.0, 90, 0),
     ("JK", 1.0, 90, 0), ("", 1.0, 90, 0)],
)  # fmt: skip
def test_pips_are_cut_of_number_cards_that_lie_free(name: str, visible: float, height: float, count: int) -> None:
    face = thing("face", name, quad(100, 50, height * 0.7, height), visible)
    crops = pip_crops(np.random.default_rng(2), picture(), [face])
    assert (
        [labels for _, labels in crops] == [(NONE, -1, SUITS.index(name[-1]), -1, -1)] * count if count else not crops
    )


@pytest.mark.parametrize(("visible", "height", "count"), [(1.0, 30, 1), (0.73, 30, 1), (0.71, 30, 0), (1.0, 10, 0)])
def test_each_index_that_can_be_read_is_cut_and_a_strip_about_it(visible: float, height: float, count: int) -> None:
    index = quad(100, 50, height * 0.6, height)
    things = [thing("corner", "10H", index, visible), thing("face", "10H", quad(90, 40, 100, 140))]
    crops = upright_crops(np.random.default_rng(2), picture(), things)
    assert [labels for _, labels in crops] == [labels_of(kind, "10H", 0) for kind in ("corner", "face")] * count
    assert {crop.shape for crop, _ in crops} <= {(CROP_SIDE, CROP_SIDE, 3)}


def test_a_strip_is_cut_as_if_its_index_had_been_found() -> None:
    """A little off each time, but never so far that the index is not where a strip has it."""
    image = np.zeros((300, 300, 3), np.uint8)
    image[100:130, 100:118] = 255
    index, lot = thing("corner", "10H", quad(100, 100, 18, 30)), np.random.default_rng(4)
    cut = [upright_crops(lot, image, [index])[1][0] for _ in range(20)]
    assert len({crop.tobytes() for crop in cut}) == len(cut)
    for crop in cut:
        rows, columns = np.nonzero(crop[..., 0] > 127)
        assert 11 < columns.mean() < 18
        assert 11 < rows.mean() < 18


def test_a_strip_is_cut_by_the_box_that_the_finder_has_of_its_index_whatever_its_size() -> None:
    image = np.zeros((300, 300, 3), np.uint8)
    image[100:130, 100:118] = 255
    index = thing("corner", "10H", quad(100, 100, 18, 30))
    boxes = [np.roll(quad(91, 85, 36, 60), 2, axis=0), quad(200, 200, 18, 30)]  # twice the size; the second of nothing
    lot = np.random.default_rng(4)
    cut = [upright_crops(lot, image, [index], boxes) for _ in range(20)]
    assert {tuple(labels for _, labels in crops) for crops in cut} == {
        (labels_of("corner", "10H", 0), labels_of("face", "10H", 0), *[(NONE, -1, -1, -1, -1)] * 2)
    }
    strips = [crops[1][0] for crops in cut]
    assert len({strip.tobytes() for strip in strips}) == 1
    rows, _ = np.nonzero(strips[0][..., 0] > 127)
    assert 5 < np.ptp(rows) < 15  # half as large as it is by its own box
    assert not any(crop.any() for crops in cut for crop, _ in crops[2:])
