"""Pictures compared by their small copies: patterns that are evened out to the shade of the table they lie on."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.small_picture import Pair, SmallPicture, altered

Picture = NDArray[np.uint8]
SIZES = [(1280, 720), (1920, 1080), (640, 480)]
BACK = (0.3, 0.3, 0.4, 0.6)  # left, top, right and bottom, shares of the picture


def table(size: tuple[int, int], light: float = 1.0, seed: int = 1) -> Picture:
    """A grey table with slow shades, in noise."""
    lot, (width, height) = np.random.default_rng(seed), size
    shades = cv2.resize(np.random.default_rng(7).uniform(165, 195, (5, 8)).astype(np.float32), (width, height))
    return np.asarray((light * (shades[..., None] + lot.normal(0, 2, (height, width, 3)))).clip(0, 255), np.uint8)


def with_back(image: Picture, light: float = 1.0, contrast: float = 30.0) -> Picture:
    """A back on it, in small squares whose mean is the table's shade."""
    height, width = image.shape[:2]
    left, top, right, bottom = (round(share * side) for share, side in zip(BACK, (width, height) * 2, strict=True))
    squares = np.indices((bottom - top, right - left)) // max(2, width // 320)
    pattern = np.where(squares.sum(axis=0) % 2, contrast, -contrast) * light
    out = image.astype(np.float64)
    out[top:bottom, left:right] += pattern[..., None]
    return np.asarray(out.clip(0, 255), np.uint8)


def shares(before: Picture, now: Picture) -> tuple[float, float]:
    """The share of the back's place, and of all the rest, that is told to be altered."""
    mask = altered(Pair(SmallPicture.of(before), SmallPicture.of(now)))
    height, width = mask.shape
    left, top, right, bottom = (round(share * side) for share, side in zip(BACK, (width, height) * 2, strict=True))
    inside = np.zeros_like(mask)
    inside[top:bottom, left:right] = True
    near = cv2.dilate(inside.astype(np.uint8), np.ones((7, 7), np.uint8)) > 0
    return float(mask[inside].mean()), float(mask[~near].mean())


@pytest.mark.parametrize("size", SIZES)
def test_a_pattern_of_the_tables_own_shade_that_leaves_is_a_change(size: tuple[int, int]) -> None:
    there, rest = shares(with_back(table(size)), table(size, seed=2))
    assert there > 0.8
    assert rest == 0.0
    assert shares(table(size), with_back(table(size, seed=2)))[0] > 0.8


@pytest.mark.parametrize("light", [0.5, 0.7, 1.2])
def test_another_light_on_a_pattern_is_none(light: float) -> None:
    before = with_back(table(SIZES[0]))
    assert shares(before, with_back(table(SIZES[0], light, 2), light)) == (0.0, 0.0)


def test_a_softer_picture_of_a_pattern_is_none() -> None:
    before = with_back(table(SIZES[0]))
    assert shares(before, np.asarray(cv2.GaussianBlur(before, (0, 0), 1.0), np.uint8))[1] == 0.0


def test_more_noise_is_no_change() -> None:
    before = table(SIZES[0])
    noise = np.random.default_rng(3).normal(0, 4, before.shape)
    assert shares(before, np.asarray((before + noise).clip(0, 255), np.uint8)) == (0.0, 0.0)


def test_a_pattern_that_the_camera_was_moved_with_is_none() -> None:
    before = SmallPicture.of(with_back(table(SIZES[0])))
    moved = np.array([[1.0, 0.0, 6.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    in_frame = np.array([[1.0, 0.0, 24.0], [0.0, 1.0, 0.0]])
    now = cv2.warpAffine(with_back(table(SIZES[0])), in_frame, SIZES[0], borderMode=cv2.BORDER_REPLICATE)
    seen = SmallPicture.of(np.asarray(now, np.uint8))
    assert altered(Pair(before.seen_by(moved, seen), seen)).mean() < 0.002
    assert altered(Pair(before, seen)).mean() > 0.01
