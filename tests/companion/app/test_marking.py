"""Marking the table's edge by taps."""

from __future__ import annotations

from companion.app.marking import Marking

CORNERS = ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9))


def test_four_taps_mark_the_table_and_any_can_be_taken_back() -> None:
    marking = Marking()
    for place, corner in enumerate(CORNERS):
        assert (len(marking.corners), marking.whole, marking.asks) == (place, False, "setup.tap_corner")
        marking = marking.tapped(corner)
    assert (marking.corners, marking.whole, marking.asks) == (CORNERS, True, "setup.corners_marked")
    assert marking.undone().corners == CORNERS[:3]
    assert Marking().undone() == Marking()


def test_a_further_tap_puts_the_nearest_corner_elsewhere() -> None:
    marking = Marking(CORNERS).tapped((0.85, 0.2))
    assert marking.corners == (CORNERS[0], (0.85, 0.2), CORNERS[2], CORNERS[3])


def test_corners_in_any_order_are_a_table_but_not_corners_in_a_line() -> None:
    assert Marking((CORNERS[0], CORNERS[2], CORNERS[1], CORNERS[3])).whole
    line = Marking(((0.1, 0.1), (0.3, 0.3), (0.5, 0.5), (0.9, 0.9)))
    assert (line.whole, line.asks) == (False, "setup.corners_too_near")
    assert line.tapped((0.5, 0.0)).whole
