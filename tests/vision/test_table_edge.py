"""Tests for the edge of the table that is found by itself."""

from __future__ import annotations

import numpy as np
import pytest

from models.render.edged_table import SIZE, WHOLE, edged_table, surface
from models.render.surfaces import MATERIALS
from vision.outlines import hull
from vision.sightings import FloatArray
from vision.table_edge import table_edge

TABLES = [
    ("pale table", "planks"),
    ("felt", "oak table"),
    ("dark table", "carpet"),
    ("desk", "strip floor"),
    ("marble", "denim"),
    ("leather", "pale table"),
]


def farthest(found: tuple[tuple[float, float], ...], corners: FloatArray) -> float:
    """How far (share of the picture) the corner lies off that is farthest from any that was found."""
    return max(float(np.linalg.norm(np.array(found) - corner, axis=1).min()) for corner in corners)


@pytest.mark.parametrize(("top", "floor"), TABLES)
def test_a_table_that_ends_within_the_picture_is_found(top: str, floor: str) -> None:
    found = table_edge(edged_table(top, floor, seed=3))
    assert len(found) == 4
    assert farthest(found, WHOLE) < 0.02


def test_sides_beyond_the_picture_are_its_borders() -> None:
    beyond = np.array([[-0.2, 0.15], [1.2, 0.1], [1.2, 1.3], [-0.2, 1.3]], np.float32)
    found = table_edge(edged_table("pale table", "planks", 5, beyond))
    assert farthest(found, np.array([[0, 0.143], [1, 0.107], [1, 1], [0, 1]])) < 0.02


def test_a_corner_beyond_the_picture_is_cut_off() -> None:
    beyond = np.array([[0.05, 0.3], [0.4, -0.3], [1.3, 1.2], [0.05, 1.2]], np.float32)
    found = table_edge(edged_table("felt", "planks", 5, beyond))
    assert not found or len(hull(np.array(found, np.float32))) == len(found)
    assert all(0 <= share <= 1 for corner in found for share in corner)


@pytest.mark.parametrize("material", MATERIALS)
def test_where_nothing_but_the_table_is_seen_no_edge_is_told(material: str) -> None:
    assert table_edge(surface(material, 1)) == ()


def test_an_edge_that_leaves_out_what_lies_there_is_not_told() -> None:
    picture = edged_table("felt", "oak table", seed=3)
    on_it = np.array([[300, 150], [330, 150], [330, 190], [300, 190]], np.float32)
    beside_it = on_it + np.array([310, 100], np.float32)
    assert table_edge(picture, [on_it])
    assert table_edge(picture, [on_it, beside_it]) == ()


def test_a_card_held_to_the_camera_is_no_table() -> None:
    card = WHOLE * np.array(SIZE, np.float32)
    assert table_edge(edged_table("felt", "oak table", seed=3), [card]) == ()


@pytest.mark.parametrize("size", [(1, 1), (2, 300), (300, 2), (40, 40)])
def test_pictures_too_small_to_tell_have_no_edge(size: tuple[int, int]) -> None:
    assert table_edge(np.full((*size, 3), 90, np.uint8)) == ()
