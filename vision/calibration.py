"""From raw scores to honest confidence: one monotone map and one acceptance threshold per kind of evidence.

The maps are fitted by isotonic regression on labelled pictures that trained nothing (`python -m models.calibrate`) and
ship beside the weights; a read is certain when its confidence reaches the threshold of its kind of evidence.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision.network import WeightsError


@dataclass(frozen=True)
class Curve:
    """Confidence as a piecewise linear function of the raw score (log-odds), and the raw score from which a read is
    certain (infinite: never)."""

    raw: tuple[float, ...]
    confidence: tuple[float, ...]
    certain_from: float

    def at(self, score: float) -> tuple[float, bool]:
        """Confidence (0..1) and whether the read is certain."""
        return float(np.interp(score, self.raw, self.confidence)), score >= self.certain_from


@dataclass(frozen=True)
class Calibration:
    """A curve for each kind of evidence, by name."""

    curves: dict[str, Curve]

    def judge(self, evidence: str, score: float) -> tuple[float, bool]:
        """Confidence and certainty of a raw score; evidence that was never calibrated is never certain."""
        curve = self.curves.get(evidence)
        return curve.at(score) if curve else (float(1 / (1 + np.exp(-score))) * 0.5, False)

    @classmethod
    def load(cls, path: Path) -> Calibration:
        """Read a calibration; raises WeightsError where it is missing or damaged."""
        try:
            data = json.loads(path.read_text())
            return cls(
                {
                    name: Curve(tuple(c["raw"]), tuple(c["confidence"]), float(c["certain_from"]))
                    for name, c in data["curves"].items()
                }
            )
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise WeightsError(f"calibration missing or damaged: {path}") from error
