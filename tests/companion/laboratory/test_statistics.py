"""Intervals: against figures worked out elsewhere, and by how often they hold the truth."""

from __future__ import annotations

import math
import random

import pytest

from companion.laboratory.statistics import mean, paired_difference, quantiles, share


def test_wilson_agrees_with_published_figures() -> None:
    # Newcombe 1998, Statistics in Medicine 17:857, table I: 81 of 263 and 0 of 20, score method without correction.
    estimate = share(81, 263)
    assert (round(estimate.low, 4), round(estimate.high, 4)) == (0.2553, 0.3662)
    estimate = share(0, 20)
    assert (round(estimate.low, 4), round(estimate.high, 4)) == (0.0, 0.1611)


def test_the_mean_of_equal_values_is_sure() -> None:
    estimate = mean([3.0] * 10)
    assert (estimate.value, estimate.low, estimate.high) == (3.0, 3.0, 3.0)


def test_one_value_says_nothing_about_the_spread() -> None:
    assert mean([3.0]).high == math.inf


def test_no_values_have_no_mean() -> None:
    with pytest.raises(ValueError, match="no values"):
        mean([])
    with pytest.raises(ValueError, match="no trials"):
        share(0, 0)


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    lot = random.Random(5)
    held = 0
    for _ in range(400):
        estimate = mean([lot.gauss(2.0, 3.0) for _ in range(100)])
        held += estimate.low <= 2.0 <= estimate.high
    assert 0.91 < held / 400 < 0.98


def test_pairs_take_out_what_both_share() -> None:
    lot = random.Random(5)
    luck = [lot.gauss(0, 50) for _ in range(200)]
    estimate = paired_difference(luck, [value + 1 + lot.gauss(0, 0.1) for value in luck])
    assert estimate.differs
    assert estimate.low < 1 < estimate.high
    assert estimate.high - estimate.low < 0.1


def test_quantiles_of_a_plain_row() -> None:
    assert quantiles([float(value) for value in range(101)]) == (5.0, 50.0, 95.0)
    assert quantiles([7.0]) == (7.0, 7.0, 7.0)
