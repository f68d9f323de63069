"""Confidence: curves, thresholds, and what has no calibration."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import cast

import numpy as np
import pytest
from numpy.typing import NDArray

from models.calibrate import Reads, Scores, calibrated, gather_film, isotonic, logistic, reaches
from models.render.games.making import Order, made
from tests.models.plain_stock import PlainStock
from vision.calibration import MEASURED, Calibration, Curve, is_surely_named, is_surely_one
from vision.gathered import Evidence
from vision.network import WeightsError
from vision.pipeline import TableReader
from vision.sightings import FloatArray, Kind


def test_isotonic_pools_what_goes_down() -> None:
    assert isotonic(np.array([1.0, 3.0, 2.0, 4.0])).tolist() == [1.0, 2.5, 2.5, 4.0]


def _reads(count: int) -> Reads:
    """Reads that are right the more often, the higher their first feature; the second says nothing."""
    rng = np.random.default_rng(5)
    features = rng.uniform(-4, 8, (count, 2))
    return [((float(a), float(b)), bool(rng.random() < 1 / (1 + np.exp(-2 * a)))) for a, b in features]


def test_the_logistic_model_finds_the_weights_that_made_the_data() -> None:
    reads = _reads(4000)
    weights = logistic(np.array([f for f, _ in reads]), np.array([float(ok) for _, ok in reads]))
    assert weights == pytest.approx([2, 0, 0], abs=0.25)


def test_a_curve_rises_and_its_threshold_lies_above_the_wrong_reads(tmp_path: Path) -> None:
    reads = _reads(3000)
    path = tmp_path / "calibration.json"
    path.write_text(json.dumps({"curves": calibrated({"new": reads})}))
    calibration = Calibration.load(path)
    confidences = [calibration.judge("new", (float(s), 0.0))[0] for s in np.linspace(-4, 8, 50)]
    assert confidences == sorted(confidences)
    vouched = [ok for features, ok in reads if calibration.judge("new", features)[1]]
    assert len(vouched) > 500
    assert vouched.count(False) <= len(vouched) / 1000


def test_what_is_read_of_tiles_does_not_vouch_for_cards(tmp_path: Path) -> None:
    wrong = [((score,), False) for score in np.linspace(-6, 0, 300)]
    tiles = wrong + [((score,), True) for score in np.linspace(0, 12, 9000)]
    cards = wrong + [((score,), True) for score in np.linspace(0, 12, 1500)]
    cards += [((score,), False) for score in (7.0, 8.0, 9.0, 10.0)]
    path = tmp_path / "calibration.json"
    path.write_text(json.dumps({"curves": calibrated({"new": cards, "new tile": tiles})}))
    curve = Calibration.load(path).curves["new"]
    vouched = [ok for features, ok in cards if curve.at(features)[1]]
    assert len(vouched) > 100
    assert all(vouched)


def test_a_few_reads_vouch_for_nothing() -> None:
    assert calibrated({"new": [((5.0, 1.0), True)] * 20})["new"]["certain_from"] == 1e9


def test_a_doubtful_read_of_a_kind_that_is_seldom_wrong_is_not_vouched_for(tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    clear = [((float(value),), True) for value in rng.uniform(6, 12, 4000)]
    doubtful = [((value,), value > 0) for value in (-4.0, -3.9, 1.0, 1.2, 1.4)]
    path = tmp_path / "calibration.json"
    path.write_text(json.dumps({"curves": calibrated({"new": clear + doubtful})}))
    calibration = Calibration.load(path)
    assert all(calibration.judge("new", features)[1] for features, _ in clear[:100])
    for features, _ in doubtful:
        confidence, certain = calibration.judge("new", features)
        assert confidence < 0.97
        assert not certain


@pytest.mark.parametrize(("least", "score"), [(0.05, 0.0), (0.5, 1.0), (0.7, 1.5), (0.9, 2.0), (0.95, 1e9)])
def test_where_a_curve_reaches_a_confidence(least: float, score: float) -> None:
    assert reaches(np.array([0.0, 1, 2]), np.array([0.1, 0.5, 0.9]), least) == pytest.approx(score)


def test_a_few_right_reads_above_many_wrong_ones_vouch_for_nothing() -> None:
    doubtful = [((float(n % 7), 0.0), n % 2 == 0) for n in range(2000)] + [((30.0 + n, 0.0), True) for n in range(40)]
    assert calibrated({"new": doubtful})["new"]["certain_from"] == 1e9
    more = doubtful + [((40.0 + n, 0.0), True) for n in range(40)]
    assert calibrated({"new": more})["new"]["certain_from"] < 1e9


def _ranked(count: int, wrong_at: tuple[int, ...], evidence: str = "") -> Reads:
    """So many reads, each scored higher than the one before; those numbers from the top are wrong, and the lowest.

    evidence: whose features they have, all alike.
    """
    features = len(MEASURED.get(evidence, ("name",)))
    return [((0.01 * n,) * features, count - n not in wrong_at and n >= count // 10) for n in range(count)]


def test_one_wrong_read_among_a_thousand_does_not_decide_alone() -> None:
    assert calibrated({"new": _ranked(4000, (1500,))})["new"]["certain"] > 0.8
    assert calibrated({"new": _ranked(4000, (1500, 1501, 1502, 1503))})["new"]["certain"] < 0.4


def test_wrong_reads_are_tolerated_where_most_is_won_by_it() -> None:
    """Of two kinds only one may have its wrong read: the one that loses more without."""
    curves = calibrated({"new": _ranked(1100, (900,)), "other": _ranked(1100, (200,))})
    assert curves["other"]["certain"] > 0.8
    assert curves["new"]["certain"] < 0.82


def test_what_contradicts_itself_is_never_vouched_for() -> None:
    curves = calibrated({name: _ranked(2000, (), name) for name in ("contested", "unclear tile", "lone", "pair")})
    assert [curves[name]["certain_from"] == 1e9 for name in ("contested", "unclear tile", "lone")] == [True] * 3
    assert curves["pair"]["certain_from"] < 1e9


def test_what_was_hardly_seen_has_no_curve() -> None:
    curves = calibrated({"missed tile": _ranked(4, (1,), "missed tile"), "tile": _ranked(2000, (), "tile")})
    assert curves.keys() == {"tile"}


@pytest.mark.parametrize(
    ("evidence", "features", "may"),
    [
        ("single", {}, True),
        ("single", {"name": 3.4}, False),  # whatever it is, it is surely a card
        ("single", {"real": 2.9}, False),
        ("single", {"look": -3.0}, True),
        ("single", {"name": 6.0}, True),
        ("single", {"name": 6.0, "look": -1.0}, False),  # small indices, and pips that look like another suit's
        ("faced pair", {"name": 6.0, "look": -1.0}, False),
        ("face", {"look": 3.4}, False),
        ("tile", {"name": 3.4}, True),  # letters come up as often as a set has them
        ("tile", {"real": 2.9}, False),
    ],
)
def test_nothing_makes_up_for_a_doubt_of_what_it_is_or_of_a_card_of_its_name(
    evidence: str, features: dict[str, float], may: bool
) -> None:
    told = [features.get(name, 9.0) for name in MEASURED[evidence]]
    assert (is_surely_one(evidence, told) and is_surely_named(evidence, told)) is may


@pytest.mark.parametrize(("second", "may"), [(3.0, True), (2.9, False)])
def test_all_that_tells_of_an_index_has_to_be_sure_of_it(second: float, may: bool) -> None:
    """Print is a joker's index to what reads glyphs as they lie, and none to what reads them upright."""
    values = iter((12.0, second))
    told = [next(values) if name == "real" else 9.0 for name in MEASURED["index"]]
    assert is_surely_one("index", told) is may


def test_evidence_never_calibrated_is_never_certain() -> None:
    confidence, certain = Calibration({}).judge("new", (12.0,))
    assert confidence <= 0.5
    assert not certain


@pytest.mark.parametrize("text", ["", "[]", '{"curves": {"pair": {}}}', "{"])
def test_a_damaged_calibration_is_told(tmp_path: Path, text: str) -> None:
    path = tmp_path / "calibration.json"
    path.write_text(text)
    with pytest.raises(WeightsError, match="calibration"):
        Calibration.load(path)


_TILE = {"weights": [1, 1, 1, 1, 1, 1, 0], "raw": [0, 4], "confidence": [0.1, 0.9], "certain_from": 3}


@pytest.mark.parametrize(
    "damage",
    [
        {"weights": [1, 1, 1, 1, 1, 0]}, {"weights": [1, 1, 1, 1, 1, 1, 1, 0]}, {"weights": []}, {"raw": [0]},
        {"raw": [], "confidence": []}, {"raw": [4, 0]}, {"confidence": [0.1, float("nan")]},
        {"weights": [1, 1, 1, 1, 1, float("inf"), 0]}, {"certain_from": float("nan")},
    ],
)  # fmt: skip
def test_a_curve_that_cannot_judge_what_is_read_is_told_when_it_is_loaded(
    tmp_path: Path, damage: dict[str, object]
) -> None:
    path = tmp_path / "calibration.json"
    path.write_text(json.dumps({"curves": {"tile": _TILE}}))
    assert Calibration.load(path).judge("tile", (4.0,) * 6) == (0.9, True)
    path.write_text(json.dumps({"curves": {"tile": _TILE | damage}}))
    with pytest.raises(WeightsError, match="calibration"):
        Calibration.load(path)


@pytest.mark.parametrize(("real", "certain"), [(2.9, False), (3.1, True)])
def test_what_may_be_no_tile_at_all_is_never_vouched_for(real: float, certain: bool) -> None:
    calibration = Calibration({"tile": Curve((1.0,) * 6 + (0.0,), (0.0, 4.0), (0.1, 0.9), 3.0)})
    assert calibration.judge("tile", (12.0, real, 4.0, 4.0, 0.0, 0.0)) == (0.9, certain)


class _KnowsOneCard:
    """Reads the same in every picture: a card, at the place where it lies, and another one there."""

    def __init__(self, outline: FloatArray, names: tuple[str, ...]) -> None:
        self._outline, self._names = outline, names

    def gather(self, image: NDArray[np.uint8]) -> list[Evidence]:
        return [Evidence(Kind.CARD, name, "pair", (1.0,), self._outline) for name in self._names]


def test_reads_of_a_film_are_right_where_such_a_card_truly_lies() -> None:
    game = made(Order("lock-the-entry", 3, actions=4, size=(640, 360)), PlainStock())
    lying = [thing for thing in game.truth()["tables"][-1]["things"] if thing["kind"] == "card" and thing["index"] == 1]
    outline, name = np.array(lying[-1]["outline"], np.float32), lying[-1]["name"]
    other = "2C" if name != "2C" else "3C"
    scores: Scores = defaultdict(list)
    gather_film(cast(TableReader, _KnowsOneCard(outline, (name, other))), game.film, scores)
    told = [right for _, right in scores["pair"]]
    assert told[-2:] == [True, False]
    assert told.count(False) >= told.count(True)
