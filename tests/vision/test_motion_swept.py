"""A plain table swept clean shows nothing to know it by: it is read anew, with whatever hand is over it then."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.test_motion import SIZE, Picture, card, outline
from vision.motion import Motion, View, Watch

BARE = np.full((SIZE[1], SIZE[0], 3), (40, 40, 40), np.uint8)
BEFORE, ROW = ([(110 + 80 * number, y) for number in range(5)] for y in (20, 130))
ALL = [(20 + 120 * column, 10 + 180 * row) for column in range(5) for row in range(2)]


def laid(places: list[tuple[int, int]]) -> Picture:
    """The table with cards at those places."""
    image = BARE.copy()
    for number, (x, y) in enumerate(places):
        card(image, x, y, number)
    return image


def arm(image: Picture, x: int) -> Picture:
    """A table with an arm over it, from its lower edge to its row."""
    shown = image.copy()
    cv2.rectangle(shown, (x, 232), (x + 40, SIZE[1]), (120, 150, 200), -1)
    return shown


def seen(watch: Watch, image: Picture, time: float, places: list[tuple[int, int]]) -> Motion:
    """What a watch sees of a picture, which is read then: cards at those places."""
    motion = watch.look(image, time)
    watch.took(image, motion, [outline(*place) for place in places])
    return motion


def test_a_hand_that_was_read_as_a_part_of_it_hides_nothing_of_what_it_laid() -> None:
    """The cards lie next to where the hand was, and are one change with it."""
    watch = Watch()
    seen(watch, laid(BEFORE), 0.0, BEFORE)
    swept = [seen(watch, arm(BARE, 140 + number % 3 * 10), 2 + 0.1 * number, []) for number in range(6)]
    assert any(motion.changed.all() and motion.view is View.CLEAR for motion in swept)
    for number in range(3):
        seen(watch, arm(laid(ROW[:1]), 140 + number % 2 * 10), 2.6 + 0.1 * number, ROW[:1])
    for number in range(6):
        motion = watch.look(laid(ROW), 4 + 0.1 * number)
    assert [motion.hidden(outline(*place)) for place in ROW] == [0.0] * 5
    assert motion.changed_boxes()


def test_a_hand_that_rests_there_still_hides_what_it_is_over() -> None:
    watch = Watch()
    seen(watch, laid(ROW), 0.0, ROW)
    resting = arm(laid(ROW), 140)
    resting[150:240, 140:180] = (120, 150, 200)
    for number in range(20):
        motion = watch.look(resting, 2 + 0.1 * number)
    assert motion.still
    assert motion.hidden(outline(*ROW[0])) > 0.3
    assert motion.hidden(outline(*ROW[4])) == 0.0


def test_cards_that_a_hand_pushes_off_are_no_camera_that_was_moved() -> None:
    """They are all there is to see on a plain table, and all of them go one way."""
    watch = Watch()
    seen(watch, laid(ROW), 0.0, ROW)
    for number in range(20):
        watch.look(laid(ROW), 1 + 0.1 * number)
    shifts = []
    for step in range(40):
        away = [(x + 14 * step, y) for x, y in ROW]
        frame = laid([place for place in away if place[0] < SIZE[0]])
        cv2.rectangle(frame, (away[0][0] - 60, 100), (away[0][0] - 2, SIZE[1]), (120, 150, 200), -1)
        shifts.append(watch.look(frame, 3 + 0.1 * step).shift)
    assert all(shift is None for shift in shifts)


@pytest.mark.parametrize("exposed", [1.0, 1.6])
def test_rows_that_are_taken_off_at_once_are_no_lost_view(exposed: float) -> None:
    """Nothing that was read is left to know the table by, but it looks where they lay as it did before, though a camera
    may expose it longer without them."""
    watch = Watch()
    seen(watch, laid([]), 0.0, [])
    for time in (2.0, 3.0):
        seen(watch, laid(ALL), time, ALL)
    for step in range(1, 6):
        watch.look(laid([(x + 9 * step, y + 12 * step) for x, y in ALL]), 4 + 0.1 * step)
    bare = (exposed * BARE).astype(np.uint8)
    motions = [watch.look(bare, 5 + 0.1 * number) for number in range(40)]
    assert motions[0].view is View.UNSURE  # for all of it changed
    assert {motion.view for motion in motions[12:]} == {View.CLEAR}
    assert min(motions[-1].changed_at(outline(*place)) for place in ALL) > 0.9


def test_bright_cards_that_are_taken_off_a_dark_table_are_no_light_that_went_out() -> None:
    """They are most of what is seen: the table between them is as light as before, until the lamp goes out."""
    close = [(x, y) for x in range(10, 600, 90) for y in range(10, 340, 115)]
    watch = Watch()
    seen(watch, laid([]), 0.0, [])
    for time in (2.0, 3.0):
        seen(watch, laid(close), time, close)
    motions = [watch.look(BARE, 5 + 0.1 * number) for number in range(40)]
    assert motions[-1].view is View.CLEAR
    for time in (10.0, 11.0):
        seen(watch, laid(close), time, close)
    dark = [watch.look((0.2 * laid(close)).astype(np.uint8), 12 + 0.1 * number) for number in range(40)]
    assert dark[-1].view is View.DARK


def test_rows_that_are_seen_elsewhere_were_not_taken_off() -> None:
    """Where they lay the bare table is seen, as it was before; but so are they, where that was."""
    watch = Watch()
    seen(watch, laid([]), 0.0, [])
    for time in (2.0, 3.0):
        seen(watch, laid(ALL), time, ALL)
    motions = [watch.look(laid([(x + 38, y + 9) for x, y in ALL]), 4 + 0.1 * number) for number in range(40)]
    clear = next(motion for motion in motions if motion.view is View.CLEAR)
    assert clear.shift is not None
