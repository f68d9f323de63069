"""A finder of the user's own: its classes in any order, inputs of any size, and what is no such finder is told."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.tiny_finder import tiny_finder
from vision import own_finder
from vision.detect import CLASSES, CORNER, Finder
from vision.network import Network, WeightsError, WeightsFault
from vision.own_finder import as_onnx
from vision.search import Window

PICTURE = np.zeros((480, 640, 3), np.uint8)
NAMES = ("tile", "corner", "back", "face")


UPRIGHT = (100.0, 50.0, 20.0, 40.0, 0.0)


def _file(
    folder: Path,
    names: tuple[str, ...] = NAMES,
    /,
    side: int | None = 320,
    found: tuple[float, ...] = UPRIGHT,
    **told: str,
) -> Path:
    """A finder whose only box is a corner 20 by 40 px about (100, 50) of its input, or as it is `found`."""
    scores = [0.9 if name == "corner" else 0.02 for name in names]
    rows = np.array([[*found[:4], *scores, found[4]]], np.float32)
    path = folder / "own.onnx"
    properties = {"task": "obb", "names": str(dict(enumerate(names)))} | told
    path.write_bytes(tiny_finder(rows, side, properties))
    return path


@pytest.mark.parametrize("names", [CLASSES, NAMES, ("corner", "face", "tile", "back")])
def test_classes_may_stand_in_any_order(tmp_path: Path, names: tuple[str, ...]) -> None:
    boxes = Finder(_file(tmp_path, names)).find(PICTURE)
    assert boxes.classes.tolist() == [CORNER]
    assert boxes.scores == pytest.approx([0.9])


@pytest.mark.parametrize("side", [320, 640, 1280])
def test_the_input_may_be_of_any_size(tmp_path: Path, side: int) -> None:
    finder = Finder(_file(tmp_path, side=side))
    (quad,) = finder.find(PICTURE).quads
    assert finder.side == side
    assert quad.mean(axis=0) == pytest.approx([100 * 640 / side, 50 * 640 / side])


def test_a_fixed_input_takes_a_part_in_no_larger_than_it_is(tmp_path: Path) -> None:
    finder = Finder(_file(tmp_path, side=320))
    assert finder.reach == (320, 320)
    (quad,) = finder.find(PICTURE, (100, 0, 500, 300), scale=2.0).quads
    assert quad.mean(axis=0) == pytest.approx([100 + 100 * 400 / 320, 50 * 400 / 320])


@pytest.mark.parametrize(
    ("window", "scale", "taken"),
    [
        (None, None, (512, 640)), ((0, 0, 640, 360), None, (384, 640)), ((0, 0, 200, 300), 1.0, (320, 320)),
        ((0, 0, 360, 480), 2.0, (1280, 768)), ((0, 0, 640, 480), 9.0, (1024, 1280)),
    ],
)  # fmt: skip
def test_a_free_input_is_as_large_as_the_part_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, window: Window | None, scale: float | None, taken: tuple[int, int]
) -> None:
    finder, shapes, run = Finder(_file(tmp_path, side=None)), [], Network.run

    def watched(network: Network, batch: NDArray[np.float32]) -> tuple[NDArray[np.float32], ...]:
        shapes.append(batch.shape)
        return run(network, batch)

    monkeypatch.setattr(Network, "run", watched)
    assert (finder.side, finder.reach) == (640, (1280, 1024))
    (quad,) = finder.find(PICTURE, window, scale).quads
    assert shapes == [(1, 3, *taken)]
    longest = max(window[2] - window[0], window[3] - window[1]) if window else 640
    assert quad.mean(axis=0) == pytest.approx(np.array([100, 50]) / min(scale or 640 / longest, 1280 / longest))


@pytest.mark.parametrize(
    "found",
    [
        (100, 50, 0, 40, 0), (100, 50, 20, 0, 0), (100, 50, -20, 40, 0), (np.nan, 50, 20, 40, 0),
        (100, 50, np.nan, 40, 0), (100, 50, 20, np.inf, 0), (100, 50, 20, 40, np.nan),
    ],
)  # fmt: skip
def test_a_box_that_is_none_is_not_found(tmp_path: Path, found: tuple[float, ...]) -> None:
    assert len(Finder(_file(tmp_path, found=found)).find(PICTURE)) == 0


@pytest.mark.parametrize(
    ("names", "told", "fault"),
    [
        (NAMES, {"task": "detect"}, WeightsFault.NOT_A_FINDER),
        (("tile", "corner", "back", "card"), {}, WeightsFault.OTHER_CLASSES),
        (tuple(f"{number} of hearts" for number in range(52)), {}, WeightsFault.OTHER_CLASSES),
        (NAMES, {"names": "nonsense"}, WeightsFault.OTHER_CLASSES),
        (("tile", "corner", "back"), {"names": str(dict(enumerate(CLASSES)))}, WeightsFault.NOT_A_FINDER),
    ],
)
def test_another_network_is_told_in_one_line(
    tmp_path: Path, names: tuple[str, ...], told: dict[str, str], fault: WeightsFault
) -> None:
    with pytest.raises(WeightsError) as error:
        Finder(_file(tmp_path, names, **told))
    assert error.value.fault is fault
    assert len(str(error.value)) < 300 + len(str(tmp_path))
    assert "\n" not in str(error.value)


def test_onnx_is_taken_as_it_is() -> None:
    assert as_onnx(Path("any.onnx")) == Path("any.onnx")


def test_pt_without_ultralytics_says_what_to_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_finder, "find_spec", lambda name: None)
    (tmp_path / "own.pt").touch()
    with pytest.raises(WeightsError) as error:
        as_onnx(tmp_path / "own.pt")
    assert f"python -m models.export {tmp_path / 'own.pt'}" in str(error.value)
    with pytest.raises(WeightsError) as error:
        as_onnx(tmp_path / "nothing.pt")
    assert error.value.fault is WeightsFault.MISSING


def test_pt_is_exported_once_and_again_where_it_is_newer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = tmp_path / "calls"
    program = tmp_path / "python"
    program.write_text(f'#!/bin/sh\necho "$3" >> {calls}\ntouch "${{3%.pt}}.onnx"\n')
    program.chmod(0o755)
    monkeypatch.setattr(own_finder, "find_spec", lambda name: object())
    monkeypatch.setattr(sys, "executable", str(program))
    trained = tmp_path / "own.pt"
    trained.touch()
    assert as_onnx(trained) == as_onnx(trained) == tmp_path / "own.onnx"
    assert calls.read_text().splitlines() == [str(trained)]
    later = (tmp_path / "own.onnx").stat().st_mtime + 10
    os.utime(trained, (later, later))
    as_onnx(trained)
    assert len(calls.read_text().splitlines()) == 2


def test_an_export_that_fails_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "python"
    program.write_text("#!/bin/sh\necho 'a long story' >&2\necho 'no space left' >&2\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setattr(own_finder, "find_spec", lambda name: object())
    monkeypatch.setattr(sys, "executable", str(program))
    (tmp_path / "own.pt").touch()
    with pytest.raises(WeightsError, match="no space left") as error:
        as_onnx(tmp_path / "own.pt")
    assert error.value.fault is WeightsFault.NOT_EXPORTED
