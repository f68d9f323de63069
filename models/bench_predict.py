"""A table frame read whole, and as a live eye reads it, against ultralytics' own `predict` of the finder alone: part of
`make bench`.

Both in one process and one run, the same weights on the same frame. ultralytics runs them through each library that is
installed; through torch it runs the same architecture, which costs the same whatever its weights.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from vision.detect import INPUT_SIDE, Finder
from vision.eye import Eye
from vision.network import Network
from vision.photo import Picture
from vision.pipeline import TableReader

_RATE = 30.0  # frames a second
_MOST_FRAMES = 90  # until what changed is read
_ARCHITECTURE = "yolo11n-obb.yaml"
Timer = Callable[[Callable[[], object], int], float]
"""Median milliseconds of an action over a number of runs."""


def against_ultralytics(
    console: Console, weights: Path, frames: tuple[Picture, Picture], runs: int, timer: Timer
) -> None:
    """Time the whole reading of a BGR frame, what the live eye does at one like it, and ultralytics' predict of the
    same finder on it, and print the ratios. frames: that frame, and the same table with a card more."""
    reader, frame = TableReader(weights, fast=True), frames[0]
    reading = reader.read(frame)
    named = sum(sighting.name is not None for sighting in reading.sightings)
    times = {f"the whole reading, {named} of 20 named": timer(partial(reader.read, frame), runs)}
    more, same = live_looks(Eye(reader), frames, runs)
    times |= {"live: a frame with a card more, read": more, "live: a frame in which nothing changed": same}
    times["one look of the finder alone"] = timer(partial(Finder(weights / "finder.onnx", fast=True).find, frame), runs)
    if find_spec("ultralytics"):
        with _ways_of_ultralytics(weights / "finder.onnx") as ways:
            for name, way in ways.items():
                times[f"ultralytics predict, {name}"] = timer(partial(way, frame), runs)
    else:
        console.print("ultralytics is not installed (the extra train brings it): its predict is not timed")
    height, width = frame.shape[:2]
    table = Table(title=f"A frame of {width} x {height} with twenty cards, median of {runs}")
    for heading in ("what", "ms", "times the whole reading"):
        table.add_column(heading)
    whole = next(iter(times.values()))
    for name, ms in times.items():
        table.add_row(name, f"{ms:.1f}", f"{ms / whole:.2f}")
    console.print(table)


def live_looks(eye: Eye, frames: tuple[Picture, Picture], runs: int) -> tuple[float, float]:
    """Median milliseconds of two looks of a live eye: at a frame that shows a change at rest, which it reads, and at
    the one after it, which shows nothing new. The frames are shown in turn, thirty times a second, each until it was
    read.

    Raises ValueError where the second is no change that the eye reads.
    """
    read, still = [], []
    number = 0
    for turn in range(runs + 1):
        for _ in range(_MOST_FRAMES):
            start = time.perf_counter()
            look = eye.look(frames[turn % 2], number / _RATE)
            took, number = time.perf_counter() - start, number + 1
            if look.reading is not None and look.motion.still:  # it may be read before, soon after it came
                break
        else:
            raise ValueError("what changed was not read")
        start = time.perf_counter()
        eye.look(frames[turn % 2], number / _RATE)
        if turn:  # the first is the whole table
            read.append(took)
            still.append(time.perf_counter() - start)
        number += 1
    return 1000 * statistics.median(read), 1000 * statistics.median(still)


@contextmanager
def _ways_of_ultralytics(finder: Path) -> Iterator[dict[str, Callable[[Picture], object]]]:
    """ultralytics' predict through each library that is here, by its name."""
    os.environ.setdefault("YOLO_AUTOINSTALL", "false")  # nothing is installed behind anybody's back
    from ultralytics import YOLO

    def way(model: Any, **options: Any) -> Callable[[Picture], object]:
        return lambda frame: model.predict(frame, imgsz=INPUT_SIDE, conf=0.12, verbose=False, **options)

    with tempfile.TemporaryDirectory() as folder:
        ways = {
            "torch": way(YOLO(_ARCHITECTURE, task="obb", verbose=False)),
            "OpenVINO": way(YOLO(str(_as_openvino(finder, Path(folder))), task="obb")),
            "OpenCV dnn": way(YOLO(str(finder), task="obb"), dnn=True),
        }
        if find_spec("onnxruntime"):
            ways["ONNX Runtime"] = way(YOLO(str(finder), task="obb"))
        yield ways


def _as_openvino(finder: Path, folder: Path) -> Path:
    """The finder as ultralytics' own export to OpenVINO would lay it out."""
    import openvino as ov

    target = folder / "finder_openvino_model"
    target.mkdir()
    ov.save_model(ov.Core().read_model(finder), target / "finder.xml")
    told = Network(finder).told
    names = ("stride", "task", "batch", "imgsz", "names", "channels")
    (target / "metadata.yaml").write_text("".join(f"{name}: {told[name]}\n" for name in names if name in told))
    return target
