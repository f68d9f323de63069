"""Means and shares with their 95 % intervals. Reports without an interval are not made here."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

_Z = statistics.NormalDist().inv_cdf(0.975)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure and the ends of its 95 % interval."""

    value: float
    low: float
    high: float

    def as_json(self) -> dict[str, Any]:
        """The three figures, rounded to what a reader can use."""
        return {"value": round(self.value, 4), "low": round(self.low, 4), "high": round(self.high, 4)}

    @property
    def differs(self) -> bool:
        """Whether the interval of a difference leaves out nought."""
        return not self.low <= 0 <= self.high


def mean(values: Sequence[float]) -> Estimate:
    """The mean of independent values, with the normal interval of its standard error. Raises ValueError for none."""
    if not values:
        raise ValueError("no values")
    middle = statistics.fmean(values)
    spread = _Z * statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    return Estimate(middle, middle - spread, middle + spread)


def share(hits: int, trials: int) -> Estimate:
    """The share of `hits`, with Wilson's score interval (1927). Raises ValueError for no trials."""
    if trials < 1:
        raise ValueError("no trials")
    observed = hits / trials
    weight = 1 + _Z**2 / trials
    middle = (observed + _Z**2 / (2 * trials)) / weight
    spread = _Z / weight * math.sqrt(observed * (1 - observed) / trials + _Z**2 / (4 * trials**2))
    return Estimate(observed, max(0.0, middle - spread), min(1.0, middle + spread))


def paired_difference(first: Sequence[float], second: Sequence[float]) -> Estimate:
    """The mean of second minus first over pairs (the same seeds under two rule sets), with its normal interval."""
    return mean([b - a for a, b in zip(first, second, strict=True)])


def quantiles(values: Sequence[float]) -> tuple[float, float, float]:
    """The 5th, 50th and 95th percentile."""
    if len(values) == 1:
        return values[0], values[0], values[0]
    cuts = statistics.quantiles(values, n=20, method="inclusive")
    return cuts[0], cuts[9], cuts[18]
