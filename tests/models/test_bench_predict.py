"""The table of `make bench` that sets the whole reading against ultralytics, with doubles for what it times."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from rich.console import Console

from models import bench_predict
from vision.eye import Eye
from vision.photo import Picture
from vision.sightings import Kind, Reading, Sighting

FRAME = np.random.default_rng(1).integers(60, 200, (72, 128, 3)).astype(np.uint8)
MORE = FRAME.copy()
MORE[20:50, 40:80] = 250
OUTLINE = np.zeros((4, 2), np.float32)
SEEN = (Sighting(Kind.CARD, "QS", 0.9, True, OUTLINE), Sighting(Kind.CARD, None, 0.1, False, OUTLINE))


@pytest.fixture(autouse=True)
def doubles(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The reader takes 40 ms, a look of the finder 10, ultralytics 30; what was called, in order."""
    called: list[str] = []

    def reader(weights: Path, fast: bool) -> SimpleNamespace:
        assert fast
        return SimpleNamespace(read=lambda frame, whole=None: called.append("read") or Reading((128, 72), 1.0, SEEN))

    def finder(weights: Path, fast: bool) -> SimpleNamespace:
        assert fast
        return SimpleNamespace(find=lambda frame: called.append("find"))

    @contextmanager
    def ways(finder: Path) -> Iterator[dict[str, Callable[[Picture], object]]]:
        yield {"a library": lambda frame: called.append("predict")}

    monkeypatch.setattr(bench_predict, "TableReader", reader)
    monkeypatch.setattr(bench_predict, "Finder", finder)
    monkeypatch.setattr(bench_predict, "_ways_of_ultralytics", ways)
    return called


def _timed(action: Callable[[], object], runs: int, called: list[str]) -> float:
    action()
    return {"read": 40.0, "find": 10.0, "predict": 30.0}[called[-1]]


def _printed(called: list[str]) -> str:
    console = Console(file=StringIO(), width=120)
    timer = lambda action, runs: _timed(action, runs, called)  # noqa: E731
    bench_predict.against_ultralytics(console, Path("weights"), (FRAME, MORE), 3, timer)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def test_everything_is_told_as_a_ratio_to_the_whole_reading(
    doubles: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench_predict, "find_spec", lambda name: object())
    rows = [line.split("│")[1:4] for line in _printed(doubles).splitlines() if line.startswith("│")]
    told = [[cell.strip() for cell in row] for row in rows]
    assert [row[0] for row in told[1:3]] == [
        "live: a frame with a card more, read", "live: a frame in which nothing changed",
    ]  # fmt: skip
    assert [*told[:1], *told[3:]] == [
        ["the whole reading, 1 of 20 named", "40.0", "1.00"],
        ["one look of the finder alone", "10.0", "0.25"],
        ["ultralytics predict, a library", "30.0", "0.75"],
    ]


def test_where_ultralytics_is_not_installed_that_is_said(doubles: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_predict, "find_spec", lambda name: None)
    printed = _printed(doubles)
    assert "ultralytics is not installed" in printed
    assert "predict, a library" not in printed
    assert "the whole reading" in printed


def test_the_live_eye_reads_each_change_soon_and_at_rest(doubles: list[str]) -> None:
    reader = bench_predict.TableReader(Path("weights"), fast=True)
    read, still = bench_predict.live_looks(Eye(reader), (FRAME, MORE), 4)
    # The whole table; then each change once or twice soon after it came, as the frames that are looked at fall, and at
    # rest.
    assert doubles == ["read"] * len(doubles)
    assert 1 + 4 * 2 <= len(doubles) <= 1 + 4 * 3
    assert read > 0
    assert still > 0
    with pytest.raises(ValueError, match="not read"):
        bench_predict.live_looks(Eye(reader), (FRAME, FRAME), 1)
