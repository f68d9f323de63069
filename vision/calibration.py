"""From what was measured of a read to honest confidence: one model and one acceptance threshold per kind of evidence.

A read's features (log-odds of its name, of being a glyph at all, of the finder; its size; how its corners agree) are
weighed into one score, a monotone curve turns the score into the share of such reads that are right, and a read is
certain from a threshold on. All of it is fitted on labelled pictures that trained nothing (`python -m
models.calibrate`) and ships beside the weights.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision.network import WeightsError, WeightsFault


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
        return curve.at(features) if curve else (0.5, False)

    @classmethod
    def load(cls, path: Path) -> Calibration:
        """Read a calibration; raises WeightsError where it is missing or damaged."""
        try:
            data = json.loads(path.read_text())
            curves = {}
            for name, c in data["curves"].items():
                knots = tuple(map(float, c["raw"])), tuple(map(float, c["confidence"]))
                usual = tuple(map(float, c.get("usual", ())))
                curves[name] = Curve(tuple(map(float, c["weights"])), *knots, float(c["certain_from"]), usual)
            return cls(curves)
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise WeightsError(path, WeightsFault.CALIBRATION) from error
