"""A picture that is dark is brightened, and strong noise is taken off: print and cloth are none."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.normalised import light_of, noise_of, normalised

Picture = NDArray[np.uint8]
OF_GREY = float(np.linalg.norm((0.114, 0.587, 0.299)))  # of the noise of three channels, in their grey


def table() -> Picture:
    """A slope of light with a printed card on it."""
    light = np.linspace(60, 190, 640)[None, :, None] + np.zeros((480, 1, 3))
    picture = np.asarray(light, np.uint8)
    cv2.rectangle(picture, (200, 120), (360, 340), (235, 235, 235), -1)
    for row in range(3):
        cv2.putText(picture, "K8 72", (205, 180 + 60 * row), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (30, 20, 160), 3)
    return picture


def noisy(picture: Picture, deviation: float) -> Picture:
    noise = np.random.default_rng(1).normal(0, deviation, picture.shape)
    return np.asarray((picture + noise).clip(0, 255), np.uint8)


@pytest.mark.parametrize("deviation", [6.0, 12.0, 20.0])
def test_the_noise_of_a_picture_is_measured(deviation: float) -> None:
    assert noise_of(noisy(table(), deviation)) == pytest.approx(deviation * OF_GREY, rel=0.1)


def test_a_picture_with_little_noise_is_left_as_it_is() -> None:
    picture = noisy(table(), 6.0)
    assert normalised(picture) is picture


def test_print_is_no_noise() -> None:
    checks = np.kron(np.indices((80, 80)).sum(axis=0) % 2, np.ones((4, 4)))[:240] * 200
    picture = table()
    picture[:240, :320] = checks[..., None].astype(np.uint8)
    assert normalised(picture) is picture


def test_strong_noise_is_mostly_taken_off_and_print_stays() -> None:
    picture = noisy(table(), 14.0)
    calm = normalised(picture)
    assert noise_of(calm) < 0.35 * noise_of(picture)
    assert np.abs(calm.astype(float) - table()).mean() < 0.6 * np.abs(picture.astype(float) - table()).mean()


def test_a_dark_picture_is_brightened_as_a_whole() -> None:
    dark = np.asarray(table() * 0.4, np.uint8)
    bright = normalised(dark)
    assert light_of(dark) < 120
    assert light_of(bright) > 200
    assert np.corrcoef(dark.ravel(), bright.ravel())[0, 1] > 0.999


def test_a_picture_without_light_is_not_made_bright() -> None:
    black = np.full((480, 640, 3), 8, np.uint8)
    assert normalised(black).max() == 24
    assert normalised(np.zeros_like(black)).max() == 0


def test_a_piece_is_brightened_as_the_whole_picture_is() -> None:
    bare, dark = np.full((320, 460, 3), 120, np.uint8), np.asarray(table() * 0.4, np.uint8)
    assert normalised(bare, light_of(table())) is bare
    card = np.ascontiguousarray(dark[100:360, 180:380])
    assert (normalised(card, light_of(dark)) == normalised(dark)[100:360, 180:380]).all()


def test_one_bright_tile_on_a_dark_table_is_not_made_brighter() -> None:
    felt = np.full((480, 640, 3), (30, 25, 28), np.uint8)
    felt[100:130, 100:130] = 190
    assert normalised(felt) is felt


def test_a_small_picture_has_noise_too() -> None:
    assert noise_of(noisy(np.full((120, 160, 3), 120, np.uint8), 12.0)) == pytest.approx(12 * OF_GREY, rel=0.2)
