"""From what was measured of a read to honest confidence: one model and one acceptance threshold per kind of evidence.

A read's features (log-odds of its name, of being a glyph at all, of the finder; its size; how its corners agree) are
weighed into one score, a monotone curve turns the score into the share of such reads that are right, and a read is
certain from a threshold on. All of it is fitted on labelled pictures that trained nothing (`python -m
models.calibrate`) and ships beside the weights.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from vision.network import WeightsError, WeightsFault

_OF_AN_INDEX = ("name", "name", "real", "found", "size", "face")
_OF_A_TILE = ("name", "real", "found", "size", "others", "fainter")
MEASURED: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("pair", "single", "index", "lone"), (*_OF_AN_INDEX, "look", "real")),
    **dict.fromkeys(("faced pair", "faced single"), (*_OF_AN_INDEX, "look")),
    "contested": _OF_AN_INDEX,
    **dict.fromkeys(("tile", "unclear tile", "missed tile", "blank tile"), _OF_A_TILE),
    "face": ("look", "face", "size"),
}
"""What each feature measures, by kind of evidence, in the order in which the pipeline gathers them."""


_SURELY_ONE, _SURELY_NAMED, _AGAINST_ITS_LOOK = 3.0, 4.5, 7.0
"""Log-odds under which nothing is vouched for: of being a corner or a tile at all, however clear the name it would have
(keys and print show letters too), and of a card's name, however surely it is a card, the last where all of the card or
its pips look rather like another one, as where its indices are small and blurred. Of letters the curves tell."""


@dataclass(frozen=True)
class Curve:
    """How one kind of evidence is judged.

    weights: of the features, and the constant last; raw, confidence: knots of the piecewise linear curve; certain_from:
    the raw score from which a read is certain (1e9: never); usual: each feature of the usual certain read, empty where
    that was not kept.
    """

    weights: tuple[float, ...]
    raw: tuple[float, ...]
    confidence: tuple[float, ...]
    certain_from: float
    usual: tuple[float, ...] = ()

    def score(self, features: tuple[float, ...]) -> float:
        """What the features come to, weighed."""
        return float(np.dot(self.weights, (*features, 1.0)))

    def at(self, features: tuple[float, ...]) -> tuple[float, bool]:
        """Confidence (0..1) and whether the read is certain."""
        score = self.score(features)
        return float(np.interp(score, self.raw, self.confidence)), score >= self.certain_from


@dataclass(frozen=True)
class Calibration:
    """A curve for each kind of evidence, by name."""

    curves: dict[str, Curve]

    def judge(self, evidence: str, features: tuple[float, ...]) -> tuple[float, bool]:
        """Confidence and certainty of a read; evidence that was never calibrated is worth even odds, never certain."""
        curve = self.curves.get(evidence)
        if curve is None:
            return 0.5, False
        confidence, certain = curve.at(features)
        return confidence, certain and is_surely_one(evidence, features) and is_surely_named(evidence, features)

    @classmethod
    def load(cls, path: Path) -> Calibration:
        """Read a calibration; raises WeightsError where it is missing, damaged or of other features."""
        try:
            curves = json.loads(path.read_text())["curves"]
            return cls({name: _curve(kept, MEASURED.get(name)) for name, kept in curves.items()})
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise WeightsError(path, WeightsFault.CALIBRATION) from error


def is_surely_one(evidence: str, features: Sequence[float]) -> bool:
    """Whether a read is so surely of a corner or a tile at all, by all that tells of it, that it may be vouched for."""
    measured = zip(MEASURED.get(evidence, ()), features, strict=False)
    return all(value >= _SURELY_ONE for measure, value in measured if measure == "real")


def is_surely_named(evidence: str, features: Sequence[float]) -> bool:
    """Whether a read's name is so clear that it may be vouched for."""
    measured = MEASURED.get(evidence, ())
    if measured in ((), _OF_A_TILE):
        return True
    against = any(value < 0 for measure, value in zip(measured, features, strict=False) if measure == "look")
    return features[0] >= (_AGAINST_ITS_LOOK if against else _SURELY_NAMED)


def _curve(kept: Mapping[str, Any], features: tuple[str, ...] | None) -> Curve:
    """The curve as it is kept. features: what it judges by, where that is known. Raises ValueError where it cannot."""
    numbers = (tuple(map(float, kept.get(key, ()))) for key in ("weights", "raw", "confidence", "usual"))
    weights, raw, confidence, usual = numbers
    curve = Curve(weights, raw, confidence, float(kept["certain_from"]), usual)
    finite = np.isfinite((*weights, *raw, *confidence, *usual, curve.certain_from)).all()
    rising = len(raw) == len(confidence) > 0 and sorted(raw) == list(raw)
    if not finite or not rising or (features is not None and len(weights) != len(features) + 1):
        raise ValueError("a curve that cannot judge")
    return curve
