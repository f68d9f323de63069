"""A hand that withdraws hides what it is over, and nothing that it has left."""

from __future__ import annotations

import cv2
import numpy as np

from tests.vision.test_motion import SIZE, card, outline, seeing, table

RATE = 30.0


def test_a_card_is_in_sight_as_soon_as_the_hand_that_laid_it_is_past_it() -> None:
    """What moved a quarter of a second ago still has to come to rest before it is read, but hides nothing."""
    watch, lying = seeing(table(cards=2)), table(cards=2)
    card(lying, 400, 60, 9)
    told = []
    for number, low in enumerate([100] * 6 + [100 + 30 * step for step in range(1, 9)]):
        frame, sways = lying.copy(), 4 * (number % 2)
        cv2.rectangle(frame, (415 + sways, low), (455 + sways, SIZE[1]), (120, 150, 200), -1)
        motion = watch.look(frame, 1.0 + number / RATE)
        told.append((low, motion.hidden(outline(400, 60)), bool(motion.moving.any())))
    assert all(hidden > 0.3 for low, hidden, _ in told if low < 158)
    assert told[-1][1:] == (0.0, True)


def test_a_smooth_arm_that_rests_on_a_bold_grain_hides_what_it_is_over() -> None:
    """The bare table is steeper at the arm's rim than the arm is, but it is not what is to be seen there."""
    lot = np.random.default_rng(5)
    grain = lot.integers(-90, 91, (SIZE[1] // 12, SIZE[0] // 12)).astype(np.float32)
    rug = np.full((SIZE[1], SIZE[0], 3), (90, 120, 150), np.float32) + cv2.resize(grain, SIZE)[..., None]
    rug = np.asarray(rug.clip(0, 255), np.uint8)
    for number in range(4):
        card(rug, 20 + 150 * number, 30, number)
    watch, resting = seeing(rug), rug.copy()
    watch.took(rug, watch.look(rug, 40.0), [outline(20 + 150 * number, 30) for number in range(4)])
    cv2.rectangle(resting, (200, 45), (235, SIZE[1]), (95, 125, 150), -1)
    for number in range(6):
        motion = watch.look(resting, 41.0 + number / 10)
    assert motion.still
    assert motion.hidden(outline(170, 30)) > 0.3
    for number in range(4):
        motion = watch.look(rug, 42.0 + number / 10)
    assert motion.hidden(outline(170, 30)) == 0.0
