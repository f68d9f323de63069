"""What moves and what changed, on drawn tables: hands, cards, lamps, bumps of the camera."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.motion import Motion, View, Watch
from vision.small_picture import SmallPicture

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


def seeing(image: Picture) -> Watch:
    """A watch that read a picture and saw a thing in it."""
    watch = Watch()
    watch.took(image, watch.look(image, 0.0), [outline(20, 30)])
    return watch


def test_noise_is_neither_motion_nor_change() -> None:
    _, motion = watched([noisy(table(), seed) for seed in range(6)])
    assert motion.still
    assert not motion.changed.any()
    assert motion.hidden(outline(20, 30)) == 0.0
    assert motion.changed_boxes() == []


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (1280, 722), (854, 480), (720, 1280), (320, 180)])
def test_the_small_copy_shows_the_mean_of_each_place_whatever_the_size_of_the_frame(size: tuple[int, int]) -> None:
    frame = noisy(np.asarray(cv2.resize(table(), size, interpolation=cv2.INTER_LINEAR), np.uint8), 1)
    small = SmallPicture.of(frame).grey
    mean = cv2.resize(
        cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY).astype(np.float32), small.shape[::-1], interpolation=cv2.INTER_AREA
    )
    assert small.shape == (round(size[1] * 320 / size[0]), 320)
    assert np.abs(small - mean).max() < 2


@pytest.mark.parametrize("gain", [0.55, 0.8, 1.2])
def test_a_lamp_changes_nothing_once_it_burns(gain: float) -> None:
    dark = np.asarray((table() * gain).clip(0, 255), np.uint8)
    _, motion = watched([table(), *[noisy(dark, seed) for seed in range(5)]])
    assert motion.still
    assert motion.changed.mean() < 0.01
    assert motion.shift is None


@pytest.mark.parametrize("gain", [0.0, 0.05, 0.2])
def test_without_light_nothing_is_seen_until_the_lamp_burns_again(gain: float) -> None:
    dark = np.asarray(table() * gain, np.uint8)
    watch = seeing(table())
    views = [watch.look(noisy(dark, number), 0.1 + number / 10).view for number in range(40)]
    assert views[0] is View.UNSURE
    assert View.CLEAR not in views
    assert views[-1] is View.DARK
    views = [watch.look(noisy(table(), number), 4.1 + number / 10).view for number in range(20)]
    assert views[0] is not View.CLEAR
    assert views[-1] is View.CLEAR


def test_black_is_a_covered_lens_and_not_a_dark_table() -> None:
    covered = np.random.default_rng(1).integers(0, 20, (480, 640, 3), np.uint8)
    dark = covered.copy()
    dark[100:180, 100:160] = 70
    assert Watch().look(covered, 0.0).view is View.UNSURE
    assert Watch().look(dark, 0.0).view is View.CLEAR


def test_a_black_picture_at_the_beginning_is_not_the_table() -> None:
    watch = Watch()
    assert watch.look(np.zeros_like(table()), 0.0).view is View.UNSURE
    assert watch.look(table(), 0.1).view is View.CLEAR


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


def test_an_arm_as_bright_as_the_table_is_seen_by_its_colour() -> None:
    empty = np.full((SIZE[1], SIZE[0], 3), (100, 110, 93), np.uint8)
    card(empty, 20, 30, 1)
    card(empty, 470, 190, 2)
    purple = (96, 98, 130)  # as bright: a sleeve
    frames = [noisy(empty, 0)]
    for step in range(1, 12):
        frame = empty.copy()
        cv2.rectangle(frame, (0, 200), (min(80 * step, 560), 290), purple, -1)
        frames.append(noisy(frame, step))
    _, motion = watched(frames)
    assert motion.hidden(outline(300, 196)) > 0.9
    assert motion.hidden(outline(20, 30)) == 0.0


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


def test_a_hand_read_as_part_of_the_table_hides_nothing_once_it_left_with_the_cards_beneath() -> None:
    """The table under the first card was never seen, and before the hand another card lay there."""
    first, second, gone = table(), table(), table(cards=0)
    card(second, 20, 30, 9)
    gone[:, 150:] = second[:, 150:]
    cards = [outline(20 + 150 * (number % 4), 30 + 160 * (number // 4)) for number in range(8)]
    watch = Watch()
    watch.took(first, watch.look(first, 0.0), cards)
    for number in range(1, 5):
        motion = watch.look(second, 0.1 * number)
    watch.took(second, motion, cards)
    resting = arm(second, 60)
    for y in (60, 80, 100):  # its folds
        cv2.line(resting, (0, y), (80, y), (60, 80, 110), 6)
    for number in range(5, 10):
        motion = watch.look(resting, 0.1 * number)
    watch.took(resting, motion, [*cards, np.array([[0, 30], [110, 30], [110, 130], [0, 130]], np.float32)])
    for number in range(10, 16):
        motion = watch.look(gone, 0.1 * number)
    assert motion.still
    assert motion.changed_at(outline(20, 30)) > 0.2
    assert motion.hidden(outline(20, 30)) == 0.0


def test_what_lies_still_near_a_hand_that_moves_is_read_now_and_then() -> None:
    before, watch = table(cards=0), Watch()
    watch.took(before, watch.look(before, 0.0))
    laid = before.copy()
    card(laid, 285, 205, 5)
    told = []
    for number in range(40):
        busy = laid.copy()
        cv2.ellipse(busy, (320, 200 - 6 * (number % 3)), (120, 30), 0, 0, 360, (120, 150, 200), -1)
        motion = watch.look(busy, 0.05 * number)
        assert motion.hidden(outline(285, 205)) > 0.5
        told.append(any(y1 > 290 for _, _, _, y1 in motion.changed_boxes()))
    assert motion.stirred(outline(285, 205)) < 0.5
    assert not any(told[:2])  # it has to lie still first
    assert sum(told[6:]) in range(12, 19)  # of one and three quarters of a second


def test_an_arm_is_not_read_for_what_may_lie_beneath_it() -> None:
    before, watch = table(cards=0), Watch()
    watch.took(before, watch.look(before, 0.0))
    boxes = []
    for number in range(30):
        reaching = arm(before, 330)
        cv2.circle(reaching, (345 + 6 * (number % 3), 90), 40, (90, 120, 180), -1)  # its fingers move
        boxes += watch.look(reaching, 0.05 * (number + 1)).changed_boxes()
    assert all(x0 > 250 for x0, _, _, _ in boxes)  # at most its fingers, and something between them


def test_what_a_hand_lays_down_is_read_while_it_still_touches_it() -> None:
    before, watch = table(cards=0), Watch()
    watch.took(before, watch.look(before, 0.0))
    told = []
    for number in range(12):
        x = min(60 + 60 * number, 300)
        touching = arm(before, x)
        card(touching, x + 70, 80, 3)
        told.append(watch.look(touching, number / 30).changed_boxes())
    assert not any(told[:6])  # it is on its way
    boxes = [box for some in told[:9] for box in some]
    assert any(x0 <= 370 and x1 >= 440 and y0 <= 80 and y1 >= 178 for x0, y0, x1, y1 in boxes)


def test_what_lies_in_the_bend_of_a_passing_arm_is_read_once_it_has_gone() -> None:
    """While the arm goes something else is read: what was hidden then is not taken as looked at."""
    before, watch = table(cards=0), Watch()
    watch.took(before, watch.look(before, 0.0))
    laid = before.copy()
    card(laid, 285, 205, 5)
    bent = laid.copy()
    cv2.fillPoly(
        bent, [np.array([(250, 60), (280, 60), (280, 315), (450, 315), (450, 355), (250, 355)])], (60, 60, 200)
    )
    for number in range(1, 6):
        watch.look(bent, 0.1 * number)
    motion = watch.look(laid, 0.6)
    assert motion.hidden(outline(285, 205)) > 0.5
    watch.took(laid, motion)
    for number in range(6):
        motion = watch.look(laid, 1.0 + 0.1 * number)
    assert motion.still
    x0, y0, x1, y1 = np.array(motion.changed_boxes()).T
    assert ((x0 < 320) & (x1 > 320) & (y0 < 254) & (y1 > 254)).any()


def grained(seed: int = 7) -> Picture:
    """A table with a grain so strong that a plain arm on it has less of a rim than it hides."""
    lot = np.random.default_rng(seed)
    rows = np.repeat(lot.choice([40, 130], SIZE[1] // 6), 6)
    return np.asarray(np.dstack([rows[:, None] + np.full(SIZE, shade).T for shade in (0, 15, 30)]), np.uint8)


def test_an_arm_that_left_a_strongly_grained_table_hides_nothing_although_it_was_read_as_a_part_of_it() -> None:
    bare, watch = grained(), Watch()
    reached = arm(bare, 200)
    watch.took(bare, watch.look(bare, 0.0))
    for number in range(1, 20):
        motion = watch.look(reached, 0.1 * number)
        if motion.changed_boxes():
            watch.took(reached, motion)
    for number in range(20, 30):
        motion = watch.look(bare, 0.1 * number)
        if motion.changed_boxes():
            watch.took(bare, motion)
    assert motion.hidden(outline(20, 30)) == 0.0
    assert not motion.changed.any()


def test_a_table_that_comes_into_focus_is_no_hand_that_reaches_in() -> None:
    lot = np.random.default_rng(7)
    rows = np.repeat(lot.choice([70, 100], SIZE[1] // 4), 4)
    sharp = np.asarray(np.dstack([rows[:, None] + np.full(SIZE, shade).T for shade in (0, 15, 30)]), np.uint8)
    soft, watch = sharp.copy(), Watch()
    soft[:200, :300] = cv2.GaussianBlur(sharp, (0, 0), 6)[:200, :300]
    watch.took(soft, watch.look(soft, 0.0))
    for number in range(5):
        motion = watch.look(sharp, 1.0 + 0.1 * number)
    assert motion.hidden(outline(20, 30)) == 0.0
    assert motion.changed_boxes()


def test_a_hand_read_as_a_part_of_the_table_hides_nothing_once_it_left_with_the_cards() -> None:
    bare = np.full((SIZE[1], SIZE[0], 3), (70, 110, 150), np.uint8)
    for number in (2, 3, 4):
        card(bare, 100 * number + 60, 200, number)
    laid, places = bare.copy(), [outline(10, 130), outline(82, 130)]
    for number in (0, 1):
        card(laid, 10 + 72 * number, 130, number)
    held, others = laid.copy(), [outline(100 * number + 60, 200) for number in (2, 3, 4)]
    cv2.rectangle(held, (0, 145), (150, 224), (60, 80, 110), -1)
    watch = Watch()
    watch.took(bare, watch.look(bare, 0.0), others)
    for number, frame in enumerate([laid] * 6 + [held] * 6 + [bare] * 6, 1):
        motion = watch.look(frame, 0.1 * number)
        if motion.still and motion.changed_boxes():
            watch.took(frame, motion, others if frame is bare else [*others, *places])
        if number == 12:
            assert not motion.changed.any()  # what is held was told, and so the hand was read
    assert motion.hidden(places[0]) == 0.0
    assert not motion.changed.any()


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


def test_a_bright_card_on_dark_wood_near_the_edge_is_no_hand_that_reaches_in() -> None:
    grain = np.random.default_rng(5).integers(20, 60, (SIZE[1], SIZE[0] // 16), np.uint8)
    wood = cv2.cvtColor(cv2.resize(grain, SIZE, interpolation=cv2.INTER_LINEAR), cv2.COLOR_GRAY2BGR)
    laid = wood.copy()
    card(laid, 40, 14, 1)
    _, motion = watched([np.asarray(wood, np.uint8), *[np.asarray(laid, np.uint8)] * 5])
    assert motion.changed_at(outline(40, 14)) > 0.9
    assert motion.hidden(outline(40, 14)) == 0.0
    assert motion.changed.mean() < 0.06  # the card is 3 % of the picture; the wood round it is as it was


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
    watch = seeing(table())
    motions = [watch.look(noisy(bumped, number), 0.1 + number / 10) for number in range(20)]
    assert motions[0].view is View.UNSURE
    assert motions[-1].view is View.CLEAR
    (found,) = [motion.shift for motion in motions if motion.shift is not None]
    points = np.array([[outline(20, 30)[0], outline(470, 190)[2]]], np.float32)
    apart = cv2.perspectiveTransform(points, found) - cv2.perspectiveTransform(points, matrix)
    assert np.abs(apart).max() < 4


def test_another_picture_altogether_is_no_bump() -> None:
    other = np.random.default_rng(1).integers(0, 255, (SIZE[1], SIZE[0], 3), np.uint8)
    watch = seeing(table())
    motions = [watch.look(other, 0.1 + number / 10) for number in range(40)]
    assert all(motion.view is not View.CLEAR and motion.shift is None for motion in motions)
    assert motions[-1].view is View.LOST
    motions = [watch.look(table(), 4.1 + number / 10) for number in range(20)]
    assert motions[-1].view is View.CLEAR
    assert not motions[-1].changed.any()


def test_before_anything_was_seen_the_camera_may_be_put_anywhere() -> None:
    watch, _ = watched([np.random.default_rng(1).integers(0, 255, (SIZE[1], SIZE[0], 3), np.uint8)])
    motions = [watch.look(table(), 0.1 + number / 10) for number in range(20)]
    assert motions[-1].view is View.CLEAR
    assert motions[-1].changed.all()


@pytest.mark.parametrize("size", [(320, 180), (1280, 720)])
def test_a_frame_of_another_size_shows_the_same_table(size: tuple[int, int]) -> None:
    resized = np.asarray(cv2.resize(table(), size, interpolation=cv2.INTER_LINEAR), np.uint8)
    motion = seeing(table()).look(resized, 0.1)
    assert motion.shift is not None
    points = cv2.perspectiveTransform(outline(470, 190)[None], motion.shift)[0]
    assert np.abs(points - outline(470, 190) * size[0] / SIZE[0]).max() < 1
    assert motion.changed.mean() < 0.01


def test_a_phone_that_is_turned_shows_the_same_table() -> None:
    turned = np.asarray(cv2.rotate(table(), cv2.ROTATE_90_CLOCKWISE), np.uint8)
    watch = seeing(table())
    motions = (watch.look(turned, 0.1 + number / 10) for number in range(20))
    found = next(motion.shift for motion in motions if motion.view is View.CLEAR)
    assert found is not None
    points = cv2.perspectiveTransform(np.array([[[0, 0], [640, 0], [640, 360]]], np.float32), found)[0]
    assert np.abs(points - [[360, 0], [360, 640], [0, 640]]).max() < 8


def test_what_moves_and_rests_in_a_turned_picture_that_is_not_known_again() -> None:
    watch = seeing(table())
    for number in range(9):
        frame = np.full((SIZE[0], SIZE[1], 3), (70, 110, 150), np.uint8)
        cv2.circle(frame, (60 + 15 * min(number, 3), 200), 60, (120, 150, 200), -1)
        assert watch.look(frame, 0.1 + number / 5).view is not View.CLEAR
    views = [watch.look(table(), 2.0 + number / 10).view for number in range(15)]
    assert views[-1] is View.CLEAR


def test_a_reading_tells_where_the_table_looks_otherwise_than_it_was_read_before() -> None:
    before, after = table(cards=2), table(cards=3)
    watch, motion = watched([before, before])
    assert motion.altered(outline(320, 30)) == 0.0
    motion = watch.look(after, 1.0)
    assert motion.altered(outline(320, 30)) == 0.0  # it is still to be read
    motion = watch.look(after, 1.5)
    read = watch.took(after, motion)
    assert read.altered(outline(320, 30)) > 0.5
    assert read.altered(outline(20, 30)) == 0.0
    assert watch.look(after, 1.6).altered(outline(320, 30)) == 0.0


def test_where_nothing_was_read_before_all_may_look_otherwise() -> None:
    watch = Watch()
    assert watch.took(table(), watch.look(table(), 0.0)).altered(outline(20, 30)) == 1.0


def test_a_camera_that_looks_for_its_focus_shows_nothing_that_is_sure() -> None:
    """While all is blurred nothing follows from it; and it is no change once all is sharp again."""
    sharp, watch = table(), Watch()
    watch.took(noisy(sharp, 0), watch.look(noisy(sharp, 0), 0.0), [outline(20, 30)])
    views = []
    for number, blur in enumerate((0.0, 1.5, 2.5, 2.5, 1.5, 0.0, 0.0, 0.0, 0.0), 1):
        shown = np.asarray(cv2.GaussianBlur(sharp, (0, 0), blur) if blur else sharp, np.uint8)
        motion = watch.look(noisy(shown, number), 0.1 * number)
        views.append(motion.view)
    assert views == [View.CLEAR, *[View.UNSURE] * 4, *[View.CLEAR] * 4]
    assert motion.changed_boxes() == []


def test_a_hand_over_half_of_the_table_is_no_lost_focus() -> None:
    sharp = table()
    covered = sharp.copy()
    covered[:, : SIZE[0] // 2] = (120, 150, 200)
    _, motion = watched([noisy(image, seed) for seed, image in enumerate((sharp, sharp, covered, covered))])
    assert motion.view is View.CLEAR


def test_cards_that_leave_a_plain_table_take_its_details_along_and_are_no_lost_focus() -> None:
    left = np.full((SIZE[1], SIZE[0], 3), (70, 110, 150), np.uint8)
    card(left, 20, 30, 0)
    laid = left.copy()
    for number in range(1, 4):
        card(laid, 20 + 150 * number, 30, number)
    watch = seeing(noisy(laid, 0))
    views = [watch.look(noisy(left, number), 0.1 * number).view for number in range(1, 6)]
    assert views == [View.CLEAR] * 5


def test_a_picture_that_stays_blurred_is_as_sharp_as_it_gets() -> None:
    sharp, watch = table(), Watch()
    soft = np.asarray(cv2.GaussianBlur(sharp, (0, 0), 2.5), np.uint8)
    watch.took(noisy(sharp, 0), watch.look(noisy(sharp, 0), 0.0), [outline(20, 30)])
    views = [watch.look(noisy(soft, number), 0.5 * number).view for number in range(1, 10)]
    assert views[:5] == [View.UNSURE] * 5
    assert views[-1] is View.CLEAR
