"""Light that is no sign of anything: a table that is black, a lamp that flickers."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.test_motion import card, outline
from vision.motion import View, Watch

RATE = 10.0  # frames a second


def black_table(tiles: int, hand: float = 0.0) -> NDArray[np.uint8]:
    """A black cloth with a row of small tiles, and a bright hand that reaches so far (0..1) over the picture."""
    frame = np.random.default_rng(tiles).integers(0, 8, (360, 640, 3), np.uint8)
    for number in range(tiles):
        cv2.rectangle(frame, (300 + 20 * number, 100), (315 + 20 * number, 115), (120, 190, 200), -1)
        cv2.putText(frame, "AB"[number], (303 + 20 * number, 113), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (10, 10, 10), 1)
    if hand:
        cv2.ellipse(frame, (640, 220), (round(640 * hand), 70), 0, 0, 360, (110, 140, 190), -1)
    return frame


def test_a_hand_on_a_black_table_comes_and_goes_and_the_light_stays() -> None:
    watch, time = Watch(), 0.0
    seen: list[tuple[View, bool]] = []
    for frame in [black_table(1, 0.7)] * 8 + [black_table(1)] * 30 + [black_table(1, 0.6)] * 8 + [black_table(2)] * 30:
        motion = watch.look(frame, time)
        seen.append((motion.view, bool(motion.changed_boxes())))
        if motion.view is View.CLEAR and seen[-1][1]:
            watch.took(frame, motion, [np.array([(300, 100), (315, 100), (315, 115), (300, 115)], np.float32)])
        time += 0.1
    assert {view for view, _ in seen} == {View.CLEAR}
    assert any(changed for _, changed in seen[-30:])


def lit(number: int, by: float, card: bool) -> NDArray[np.uint8]:
    """A frame of a grey table with pencils on it, and perhaps a card, in light that rolls over it in bands, so much
    (0..1) brighter and darker."""
    frame = np.full((360, 640, 3), (120, 130, 140), np.uint8)
    for x in range(40, 640, 90):
        cv2.line(frame, (x, 30), (x + 40, 330), (30, 40, 60), 4)
    if card:
        cv2.rectangle(frame, (290, 120), (350, 205), (235, 235, 235), -1)
    rows = np.arange(360)[:, None, None] / 360
    noise = np.random.default_rng(number).normal(0, 2, frame.shape)
    light = 1 + by * np.sin(2 * np.pi * (1.5 * rows + 0.37 * number))
    return np.asarray((frame * light + noise).clip(0, 255), np.uint8)


def views(watch: Watch, frames: Iterable[NDArray[np.uint8]]) -> list[View]:
    """Of each frame, the first of which is read."""
    seen = []
    for number, frame in enumerate(frames):
        motion = watch.look(frame, number / RATE)
        seen.append(motion.view)
        if number == 0:
            watch.took(frame, motion, [np.array([(40, 30), (80, 30), (80, 330), (40, 330)], np.float32)])
    return seen


@pytest.mark.parametrize("by", [0.06, 0.1, 0.15])
def test_a_lamp_that_flickers_hides_nothing_for_long(by: float) -> None:
    watch = Watch()
    assert set(views(watch, (lit(number, by, False) for number in range(60)))[25:]) == {View.CLEAR}
    motions = [watch.look(lit(number, by, True), number / RATE) for number in range(60, 80)]
    assert {motion.view for motion in motions} == {View.CLEAR}
    place = np.array([(290, 120), (350, 120), (350, 205), (290, 205)], np.float32)
    assert motions[-1].changed_at(place) > 0.5
    assert motions[-1].changed.mean() < 0.1


def test_a_lamp_that_is_switched_once_has_to_settle() -> None:
    watch = Watch()
    views(watch, (lit(number, 0.0, False) for number in range(10)))
    seen = [watch.look(np.asarray(lit(0, 0.0, False) * 0.6, np.uint8), 1 + number / RATE).view for number in range(20)]
    assert seen[0] is View.UNSURE
    assert seen[-1] is View.CLEAR


@pytest.mark.parametrize("lamp", [(0.75, 0.75, 0.75), (0.55, 0.75, 0.9)])
def test_a_hand_that_was_read_as_a_part_of_a_table_in_another_light_hides_nothing_once_it_left(
    lamp: tuple[float, float, float],
) -> None:
    """The bare table, by which what left is told from what came, was seen before the lamp was switched."""
    bare = np.full((360, 640, 3), (120, 130, 140), np.uint8)
    for x in range(200, 640, 90):
        cv2.line(bare, (x, 240), (x + 40, 330), (30, 40, 60), 4)
    pencils = [np.array([(x, 240), (x + 40, 240), (x + 40, 330), (x, 330)], np.float32) for x in range(200, 600, 90)]
    cards = [(100, 130), (172, 130)]
    laid, turned = bare.copy(), bare.copy()
    for number, (x, y) in enumerate(cards):
        card(laid, x, y, number)
        cv2.rectangle(turned, (x, y), (x + 70, y + 98), (120, 30, 30), -1)
    held, further = laid.copy(), laid.copy()  # by the fingers, and as far as the sleeve
    cv2.rectangle(held, (0, 145), (240, 224), (60, 80, 110), -1)
    cv2.rectangle(further, (0, 145), (240, 224), (150, 110, 40), -1)
    places, watch = [outline(x, y) for x, y in cards], Watch()
    watch.took(bare, watch.look(bare, 0.0), pencils)
    watch.took(bare, watch.look(bare, 1.0), pencils)
    for number, frame in enumerate([bare] * 20 + [laid] * 6 + [held] * 6 + [further] * 6 + [turned] * 6):
        darker = np.asarray(frame * np.array(lamp), np.uint8)
        motion = watch.look(darker, 2 + number / RATE)
        if frame is turned and motion.still:
            assert [motion.hidden(place) for place in places] == [0.0, 0.0]
        if motion.view is View.CLEAR and motion.still and motion.changed_boxes():
            watch.took(darker, motion, pencils if frame is bare else [*pencils, *places])
    assert motion.still
