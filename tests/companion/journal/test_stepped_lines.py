"""The lines of a chart: round numbers, steps that hold, labels that do not touch, dashes of the right length."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from companion.journal.stepped_lines import apart, bounds, dashes, steps, ticks


@pytest.mark.parametrize(("least", "most"), [(0, 1), (-7, 3), (0, 137), (-1200, 90), (0, 4)])
def test_ticks_are_few_round_and_within(least: int, most: int) -> None:
    marks = ticks(least, most)
    assert 2 <= len(marks) <= 11
    assert least <= marks[0] < marks[-1] <= most
    assert 0 in marks


def test_bounds_hold_nought_and_differ() -> None:
    assert bounds({"Ann": (0,), "Ben": (0, 0)}) == (0, 1)
    assert bounds({"Ann": (5, 9), "Ben": (-3, 2)}) == (-3, 9)


def test_a_value_holds_until_the_next() -> None:
    assert list(steps([(0, 1), (1, 3), (2, 2)])) == [(0, 1), (1, 1), (1, 3), (2, 3), (2, 2)]
    assert list(steps([(0, 1)])) == [(0, 1)]


def test_labels_keep_apart_and_the_highest_stays() -> None:
    placed = apart({"Ann": 10.0, "Ben": 10.0, "Cem": 9.0, "Dee": -50.0}, 4)
    assert placed == {"Ann": 10.0, "Ben": 6.0, "Cem": 2.0, "Dee": -50.0}


def test_dashes_go_round_corners_and_leave_gaps() -> None:
    line = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)]
    pieces = list(dashes(line, 6, 2))
    lengths = [sum(math.dist(a, b) for a, b in pairwise(piece)) for piece in pieces]
    assert lengths == [6, 6, 4]
    assert pieces[1] == [(8, 0), (10, 0), (10, 4)]
    assert list(dashes(line, 6, 0)) == [line]
    assert list(dashes([(0.0, 0.0)], 6, 2)) == []
