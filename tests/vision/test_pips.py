"""Where the pips of a card are looked for, whichever way it lies."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.pips import crop_pips, has_pips
from vision.rectify import CROP_SIDE
from vision.sightings import RANKS, FloatArray

WIDTH, HEIGHT = 100, 145
RED, BLUE = (0, 0, 255), (255, 0, 0)


def table(angle: float, spot: tuple[float, float]) -> tuple[NDArray[np.uint8], FloatArray]:
    """A picture of a white card about (200, 200), turned by `angle` degrees, and its outline from its own top left.

    At a spot (px from its left and top) it has a pip, red above blue, and the same at the other end, upside down.
    """
    card = np.full((HEIGHT, WIDTH, 3), 255, np.uint8)
    x, y = (round(v) for v in spot)
    card[y - 8 : y, x - 8 : x + 8], card[y : y + 8, x - 8 : x + 8] = RED, BLUE
    if y < HEIGHT // 2 - 8:
        card[HEIGHT // 2 :] = cv2.rotate(card[: (HEIGHT + 1) // 2], cv2.ROTATE_180)
    turn = cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), -angle, 1.0)
    turn[:, 2] += (200 - WIDTH / 2, 200 - HEIGHT / 2)
    corners = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float64)
    outline = corners @ turn[:, :2].T + turn[:, 2]
    return np.asarray(cv2.warpAffine(card, turn, (400, 400)), np.uint8), outline.astype(np.float32)


def test_number_cards_have_pips_and_courts_none() -> None:
    assert [rank for rank in RANKS if not has_pips(rank)] == ["J", "Q", "K"]
    assert not has_pips("JK")


@pytest.mark.parametrize("angle", [0, 33, 90, 180, 250])
@pytest.mark.parametrize(("rank", "spot"), [("2", (50, 28)), ("3", (50, 28)), ("4", (70, 28)), ("10", (70, 28))])
def test_the_pip_of_each_end_stands_upright_in_the_middle(rank: str, spot: tuple[float, float], angle: float) -> None:
    image, outline = table(angle, spot)
    crops = crop_pips(image, outline, rank)
    assert len(crops) == 2
    middle = CROP_SIDE // 2
    for crop in crops:
        above, below = crop[middle - 6, middle].astype(int), crop[middle + 6, middle].astype(int)
        assert np.abs(above - RED).max() < 60
        assert np.abs(below - BLUE).max() < 60


def test_the_pip_of_an_ace_is_seen_from_both_ends() -> None:
    image, outline = table(20, (WIDTH / 2, HEIGHT / 2))
    upright, turned = crop_pips(image, outline, "A")
    assert np.abs(upright.astype(int) - np.rot90(turned, 2)).mean() < 6


def test_a_card_over_the_edge_of_the_picture_is_no_fault() -> None:
    image, outline = table(0, (70, 28))
    assert [crop.shape for crop in crop_pips(image, outline - 230, "7")] == [(CROP_SIDE, CROP_SIDE, 3)] * 2
