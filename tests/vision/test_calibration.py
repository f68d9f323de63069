"""Confidence: curves, thresholds, and what has no calibration."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from models.calibrate import curve, isotonic
from vision.calibration import Calibration
from vision.network import WeightsError


def test_isotonic_pools_what_goes_down() -> None:
    assert isotonic(np.array([1.0, 3.0, 2.0, 4.0])).tolist() == [1.0, 2.5, 2.5, 4.0]


def test_a_curve_rises_and_its_threshold_lies_above_the_last_wrong_read(tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    raw = rng.uniform(-4, 8, 3000)
    reads = [(float(r), bool(rng.random() < 1 / (1 + np.exp(-2 * r)))) for r in raw]
    fitted = curve(reads)
    path = tmp_path / "calibration.json"
    path.write_text(json.dumps({"curves": {"pair": fitted}}))
    calibration = Calibration.load(path)
    scores = np.linspace(-4, 8, 50)
    confidences = [calibration.judge("pair", float(s))[0] for s in scores]
    assert confidences == sorted(confidences)
    last_wrong = max(r for r, ok in reads if not ok)
    sure = [s for s in scores if calibration.judge("pair", float(s))[1]]
    assert sure
    assert min(sure) >= last_wrong or sum(not ok and r > min(sure) for r, ok in reads) <= 2


def test_a_few_reads_vouch_for_nothing() -> None:
    assert curve([(5.0, True)] * 20)["certain_from"] == 1e9


def test_evidence_never_calibrated_is_never_certain() -> None:
    confidence, certain = Calibration({}).judge("new", 12.0)
    assert confidence <= 0.5
    assert not certain


@pytest.mark.parametrize("text", ["", "[]", '{"curves": {"pair": {}}}', "{"])
def test_a_damaged_calibration_is_told(tmp_path: Path, text: str) -> None:
    path = tmp_path / "calibration.json"
    path.write_text(text)
    with pytest.raises(WeightsError, match="calibration"):
        Calibration.load(path)
