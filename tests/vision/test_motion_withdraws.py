"""A hand that withdraws hides what it is over, and nothing that it has left."""

from __future__ import annotations

import cv2

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
