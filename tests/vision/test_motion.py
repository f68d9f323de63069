"""What moves and what changed, on drawn tables: hands, cards, lamps, bumps of the camera."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.motion import Motion, Watch

Picture = NDArray[np.uint8]
SIZE = (640, 360)


def table(seed: int = 3, cards: int = 8) -> Picture:
    """A wooden table with white cards that have dark marks on them."""
    lot = np.random.default_rng(seed)
    image = np.full((SIZE[1], SIZE[0], 3), (70, 110, 150), np.uint8)
    image += lot.integers(0, 12, (SIZE[1], 1, 3), np.uint8)
    for number in range(cards):
        card(image, 20 + 150 * (number % 4), 30 + 160 * (number // 4), number)
    return image


def card(image: Picture, x: int, y: int, number: int) -> None:
    lot = np.random.default_rng(number)
    cv2.rectangle(image, (x, y), (x + 70, y + 98), (245, 245, 245), -1)
    for _ in range(6):
        spot = lot.integers(8, 60, 2)
        cv2.circle(image, (x + int(spot[0]), y + int(spot[1])), int(lot.integers(4, 10)), (20, 20, 160), -1)


def outline(x: int, y: int) -> NDArray[np.float32]:
    return np.array([[x, y], [x + 70, y], [x + 70, y + 98], [x, y + 98]], np.float32)


def noisy(image: Picture, seed: int) -> Picture:
    noise = np.random.default_rng(seed).normal(0, 4, image.shape)
    return np.asarray((image + noise).clip(0, 255), np.uint8)


def watched(frames: list[Picture], step: float = 0.1) -> tuple[Watch, Motion]:
    """A watch that read the first frame and looked at the others; the motion of the last."""
    watch = Watch()
    motion = watch.look(frames[0], 0.0)
    watch.took(frames[0], motion)
    for number, frame in enumerate(frames[1:], 1):
        motion = watch.look(frame, number * step)
    return watch, motion


def test_noise_is_neither_motion_nor_change() -> None:
    _, motion = watched([noisy(table(), seed) for seed in range(6)])
    assert motion.still
    assert not motion.changed.any()


@pytest.mark.parametrize("gain", [0.55, 0.8, 1.2])
def test_a_lamp_changes_nothing_once_it_burns(gain: float) -> None:
    dark = np.asarray((table() * gain).clip(0, 255), np.uint8)
    watch, motion = watched([table(), *[noisy(dark, seed) for seed in range(5)]])
    assert motion.still
    assert motion.changed.mean() < 0.01
    assert watch.camera_shift(dark, motion) is None


def test_a_hand_hides_where_it_is_and_nothing_else() -> None:
    frames = [table()]
    for step in range(4):
        frame = table()
        cv2.ellipse(frame, (60 + 4 * step, 60), (60, 45), 20, 0, 360, (120, 150, 200), -1)
        frames.append(frame)
    _, motion = watched(frames)
    assert not motion.still
    assert motion.hidden(outline(20, 30)) > 0.1
    assert motion.hidden(outline(470, 190)) == 0.0


def arm(image: Picture, x: int) -> Picture:
    """The table with an arm over its first card, from the left edge as far as x."""
    shown = image.copy()
    cv2.rectangle(shown, (0, 40), (x, 120), (120, 150, 200), -1)
    cv2.circle(shown, (x, 80), 45, (120, 150, 200), -1)
    return shown


def test_a_hand_that_rests_still_hides_until_it_is_gone() -> None:
    empty = table()
    watch, motion = watched([empty, *[arm(empty, 20 * step) for step in range(4)]])
    resting = arm(empty, 60)
    for number in range(600):
        motion = watch.look(resting, 0.5 + number / 10)
        if motion.changed_boxes():
            watch.took(resting, motion)  # a reading that sees no card there
    assert motion.still
    assert motion.hidden(outline(20, 30)) > 0.5
    assert motion.hidden(outline(470, 190)) == 0.0
    for number in range(4):
        motion = watch.look(empty, 61 + number / 10)
    assert motion.hidden(outline(20, 30)) == 0.0
    assert not motion.changed.any()


def test_a_hand_that_was_there_at_the_first_reading_hides_nothing_once_it_left() -> None:
    _, motion = watched([arm(table(), 60), *[table()] * 6])
    assert motion.still
    assert motion.hidden(outline(20, 30)) == 0.0
    assert motion.changed_at(outline(20, 30)) > 0.3


def test_what_rests_at_the_edge_for_minutes_is_a_part_of_the_table() -> None:
    watch, _ = watched([table(), arm(table(), 60), arm(table(), 60)])
    motion = watch.look(arm(table(), 60), 200.0)
    assert motion.hidden(outline(20, 30)) == 0.0
    assert motion.changed_at(outline(20, 30)) > 0.3


def test_a_large_card_at_the_edge_is_no_hand_once_it_is_read() -> None:
    empty = np.full((SIZE[1], SIZE[0], 3), (70, 110, 150), np.uint8)
    later = empty.copy()
    cv2.rectangle(later, (0, 100), (150, 320), (245, 245, 245), -1)
    watch, motion = watched([empty, *[later] * 6])
    place = np.array([[0, 100], [150, 100], [150, 320], [0, 320]], np.float32)
    assert motion.still
    assert motion.hidden(place) > 0.5
    watch.took(later, motion, [place])
    assert watch.look(later, 1.0).hidden(place) == 0.0


def test_a_card_that_came_to_rest_is_a_change_round_it() -> None:
    later = table(cards=7)
    frames = [later, *[noisy(table(), seed) for seed in range(6)]]
    watch, motion = watched(frames)
    assert motion.still
    assert motion.changed_at(outline(470, 190)) > 0.3
    assert motion.changed_at(outline(20, 30)) == 0.0
    boxes = motion.changed_boxes()
    assert len(boxes) == 1
    x0, y0, x1, y1 = boxes[0]
    assert x0 <= 475
    assert y0 <= 195
    assert x1 >= 535
    assert y1 >= 283
    watch.took(frames[-1], motion)
    assert not watch.look(frames[-1], 1.0).changed.any()


def test_a_moving_place_is_not_taken_as_read() -> None:
    before, after = table(cards=7), table()
    watch, motion = watched([before, after])
    assert not motion.still
    watch.took(after, motion)
    for number in range(6):
        motion = watch.look(after, 0.2 + number / 10)
    assert motion.changed_at(outline(470, 190)) > 0.3


@pytest.mark.parametrize(("turn", "shift"), [(0.0, (22.0, 5.0)), (4.0, (-10.0, 8.0)), (0.0, (6.0, 0.0))])
def test_a_bump_of_the_camera_is_told_with_its_way(turn: float, shift: tuple[float, float]) -> None:
    matrix = np.vstack(
        [cv2.getRotationMatrix2D((320, 180), turn, 1.0) + [[0, 0, shift[0]], [0, 0, shift[1]]], [0, 0, 1]]
    )
    bumped = np.asarray(cv2.warpPerspective(table(), matrix, SIZE, borderMode=cv2.BORDER_REPLICATE), np.uint8)
    watch, motion = watched([table(), *[noisy(bumped, seed) for seed in range(5)]])
    found = watch.camera_shift(bumped, motion)
    assert found is not None
    points = np.array([[outline(20, 30)[0], outline(470, 190)[2]]], np.float32)
    apart = cv2.perspectiveTransform(points, found) - cv2.perspectiveTransform(points, matrix)
    assert np.abs(apart).max() < 4


def test_another_picture_altogether_is_no_bump() -> None:
    other = np.random.default_rng(1).integers(0, 255, (SIZE[1], SIZE[0], 3), np.uint8)
    watch, motion = watched([table(), *[other] * 5])
    assert motion.changed.mean() > 0.3
    assert watch.camera_shift(other, motion) is None


def test_a_frame_of_another_size_begins_anew() -> None:
    watch, _ = watched([table()] * 3)
    motion = watch.look(np.zeros((480, 640, 3), np.uint8), 1.0)
    assert motion.changed.all()
