"""Noise is told from print and cloth, and taken off a picture where it is strong."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.noise import calmed, noise_of

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
    assert calmed(picture) is picture


def test_print_is_no_noise() -> None:
    checks = np.kron(np.indices((80, 80)).sum(axis=0) % 2, np.ones((4, 4)))[:240] * 200
    picture = table()
    picture[:240, :320] = checks[..., None].astype(np.uint8)
    assert calmed(picture) is picture


def test_strong_noise_is_mostly_taken_off_and_print_stays() -> None:
    picture = noisy(table(), 14.0)
    calm = calmed(picture)
    assert noise_of(calm) < 0.35 * noise_of(picture)
    assert np.abs(calm.astype(float) - table()).mean() < 0.6 * np.abs(picture.astype(float) - table()).mean()


def test_a_small_picture_has_noise_too() -> None:
    assert noise_of(noisy(np.full((120, 160, 3), 120, np.uint8), 12.0)) == pytest.approx(12 * OF_GREY, rel=0.2)
