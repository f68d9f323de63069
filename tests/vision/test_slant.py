"""Tiles seen from the side: the squeeze is told from their boxes, and undone before they are read."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.render.scene import turned_box
from models.render.tiles import draw_tile, random_style
from vision.outlines import centre_distance
from vision.pipeline import TableReader
from vision.sightings import FloatArray
from vision.slant import slant_of

SIZE = (1280, 960)
LETTERS = "ABCDEFGHJKLOPRSTUVXY"  # no other is one of these upside down


def spots(count: int) -> list[tuple[float, float]]:
    """Places in rows of six, far enough apart."""
    return [(150.0 + 190 * (place % 6), 130.0 + 220 * (place // 6)) for place in range(count)]


def turns(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)


def boxes(quads: FloatArray, squeeze: float, towards: float) -> FloatArray:
    """The least upright boxes round quads that are squeezed along a direction (degrees)."""
    along = np.array([np.cos(np.radians(towards)), np.sin(np.radians(towards))])
    squeezed = quads @ (np.eye(2) - (1 - squeeze) * np.outer(along, along))
    return np.array([cv2.boxPoints(cv2.minAreaRect(quad.astype(np.float32))) for quad in squeezed])


@given(st.floats(0.5, 0.85), st.floats(0, 180), st.integers(0, 99))
def test_the_squeeze_of_many_turned_squares_is_told(squeeze: float, towards: float, seed: int) -> None:
    rng = turns(seed)
    quads = np.array([turned_box(spot, (80, 80), float(rng.uniform(0, 360))) for spot in spots(24)])
    slant = slant_of(boxes(quads, squeeze, towards), SIZE)
    assert slant is not None
    assert slant.ratio == pytest.approx(1 / squeeze, rel=0.12)


@given(st.floats(0.5, 0.85), st.integers(0, 99))
def test_a_point_goes_there_and_back(squeeze: float, seed: int) -> None:
    quads = np.array([turned_box(spot, (80, 80), 0.0) for spot in spots(12)])
    slant = slant_of(boxes(quads, squeeze, 90.0), SIZE)
    assert slant is not None
    points = turns(seed).uniform(0, 900, (7, 2)).astype(np.float32)
    assert slant.back(slant.forward(points)) == pytest.approx(points, abs=1e-2)


@pytest.mark.parametrize(("count", "squeeze"), [(24, 1.0), (24, 0.95), (3, 0.6)])
def test_from_above_or_with_too_few_boxes_there_is_none(count: int, squeeze: float) -> None:
    quads = np.array([turned_box(spot, (80, 80), 20.0 * place) for place, spot in enumerate(spots(count))])
    assert slant_of(boxes(quads, squeeze, 90.0), SIZE) is None


def test_tiles_seen_from_the_side_are_read_where_they_lie() -> None:
    plain = {"material": "plastic", "body": (205, 232, 240), "ink": (22, 22, 24), "digits": None, "cap": 0.55}
    unworn = {"wear": 0.0, "engraved": 0.0, "border": 0.0, "dimples": 0.0, "squeeze": 1.0, "aspect": 1.0}
    style = replace(random_style(np.random.default_rng(21), "held"), **plain, **unworn)
    picture = np.full((*SIZE[::-1], 3), (70, 80, 60), np.uint8)
    rng, squeeze, truth = turns(5), 0.62, dict[str, FloatArray]()
    for letter, spot in zip(LETTERS, spots(len(LETTERS)), strict=True):
        tile = draw_tile(letter, style).image
        height, width = tile.shape[:2]
        quad = turned_box(spot, (90 * width / height, 90), float(rng.uniform(0, 360)))
        source = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
        matrix = cv2.getPerspectiveTransform(source, quad)
        laid = cv2.warpPerspective(tile, matrix, SIZE, flags=cv2.INTER_AREA)
        picture = np.where(laid[..., 3:] > 127, laid[..., :3], picture)
        truth[letter] = quad * np.array([1, squeeze], np.float32)
    squeezed = cv2.resize(picture, (SIZE[0], round(SIZE[1] * squeeze)), interpolation=cv2.INTER_AREA)
    stages = TableReader().explain(np.asarray(squeezed, np.uint8))
    read = {s.name: s for s in stages.reading.sightings if s.name is not None}
    assert stages.slant is not None
    right = [letter for letter in LETTERS if letter in read]
    assert len(right) >= len(LETTERS) - 2
    assert all(centre_distance(read[letter].outline, truth[letter]) < 12 for letter in right)
    assert all(s.name in truth for s in read.values() if s.certain)
