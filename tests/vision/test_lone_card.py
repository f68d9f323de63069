"""The card that lies alone on a ground of other colours."""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np
import pytest

from models.render.surfaces import MATERIALS
from vision.lone_card import lone_card
from vision.outlines import overlap
from vision.photo import Picture
from vision.sightings import FloatArray

PURPLE, BLUE = (120, 40, 70), (160, 60, 20)


def ground(name: str, seed: int = 0) -> Picture:
    return np.ascontiguousarray(MATERIALS[name](np.random.default_rng(seed), (900, 1200)))


def with_card(photo: Picture, colour: tuple[int, int, int], middle: tuple[float, float]) -> FloatArray:
    """Lays a card of one colour, turned by ten degrees, on the ground; its outline."""
    outline = cv2.boxPoints((middle, (400.0, 560.0), 10.0)).astype(np.float32)
    cv2.fillConvexPoly(photo, np.int32(outline), colour)
    return outline


@pytest.mark.parametrize(("name", "colour"), list(product(["figured wood", "marble", "striped cloth"], [PURPLE, BLUE])))
def test_a_card_of_one_colour_is_found_on_most_grounds(name: str, colour: tuple[int, int, int]) -> None:
    photo = ground(name)
    outline = with_card(photo, colour, (600, 450))
    found = lone_card(photo)
    assert found is not None
    assert overlap(found, outline) > 0.9


@pytest.mark.parametrize("name", list(MATERIALS))
def test_a_bare_ground_shows_no_card(name: str) -> None:
    assert lone_card(ground(name, 1)) is None


def test_what_reaches_over_the_border_is_no_card() -> None:
    photo = ground("marble")
    with_card(photo, PURPLE, (150, 450))
    assert lone_card(photo) is None
