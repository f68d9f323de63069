"""``make bench``: how fast the house is, as ratios within one run (absolute times depend on the machine).

Rendering rate; the finder's inference against rival libraries where they are installed (OpenCV always is); a table
frame read whole against ultralytics' own predict; and ``companion read`` as a whole process on a 12-megapixel
photograph of twenty cards, with its peak memory and start-up.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from models.bench_predict import against_ultralytics
from models.render.bank import ArtBank, BankSize
from models.render.camera import View
from models.render.drawn_deck import shipped_decks
from models.render.layouts import CARD_HEIGHT, Placement
from models.render.scene import compose, random_scene
from vision.detect import INPUT_SIDE
from vision.network import DEFAULT_WEIGHTS, Network
from vision.photo import Picture, save_photo

_SMALL = BankSize(drawn_decks=2, tile_sets=3, boards=2, racks=2, surfaces=8, clutter=12, hands=2)
_ACROSS, _DOWN = 85.0, 110.0  # mm from one of twenty cards to the next
Batch = NDArray[np.float32]


def median_ms(action: Callable[[], object], runs: int) -> float:
    """Median wall time of `runs` calls after two not counted, in milliseconds."""
    times = []
    for _ in range(runs + 2):
        start = time.perf_counter()
        action()
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times[2:])


def _openvino(weights: Path) -> Callable[[Batch], object]:
    return Network(weights, fast=True).run


def _opencv(weights: Path) -> Callable[[Batch], object]:
    net = cv2.dnn.readNetFromONNX(str(weights))

    def run(batch: Batch) -> object:
        net.setInput(batch)
        return net.forward()

    return run


def _onnxruntime(weights: Path) -> Callable[[Batch], object]:
    import onnxruntime

    session = onnxruntime.InferenceSession(str(weights), providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name
    return lambda batch: session.run(None, {name: batch})


def inference(console: Console, weights: Path, runs: int) -> None:
    """Time the finder on one input in each library, in one run, and print the ratios to the one that is used."""
    rivals = {"OpenVINO (used)": _openvino, "OpenCV dnn": _opencv}
    if find_spec("onnxruntime"):
        rivals["ONNX Runtime"] = _onnxruntime
    batch = np.random.default_rng(1).random((1, 3, INPUT_SIDE, INPUT_SIDE), np.float32)
    times = {}
    for name, make in rivals.items():
        times[name] = median_ms(partial(make(weights / "finder.onnx"), batch), runs)
    table = Table(title=f"The finder on one {INPUT_SIDE} px input, median of {runs}")
    for heading in ("library", "ms", "times the used one"):
        table.add_column(heading)
    for name, ms in times.items():
        table.add_row(name, f"{ms:.1f}", f"{ms / times['OpenVINO (used)']:.2f}")
    console.print(table)


def rendering(console: Console, scenes: int) -> None:
    """Scenes a second at 640 px on one core, once the art is drawn."""
    rng = np.random.default_rng(1)
    bank = ArtBank(rng, "train", _SMALL)
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    ms = median_ms(lambda: random_scene(rng, bank, (640, 640)), scenes)
    cv2.setNumThreads(threads)
    console.print(f"rendering: {1000 / ms:.1f} scenes a second at 640 px on one core (median scene {ms:.1f} ms)")


def twenty_cards(size: tuple[int, int], columns: int, span: float) -> Picture:
    """A rendered picture, (width, height) `size`, of twenty cards of shipped decks in `columns`; span: mm it shows."""
    rng = np.random.default_rng(20)
    decks = shipped_decks()
    names = sorted(decks[0].faces)
    layout = []
    for index in range(20):
        face = decks[index % 2].faces[names[index * 2]]
        height, width = face.image.shape[:2]
        spot = ((index % columns) * _ACROSS, (index // columns) * _DOWN)
        card = (CARD_HEIGHT * width / height, CARD_HEIGHT)
        layout.append(Placement(face.image, "face", face.name, spot, float(rng.normal(0, 6)), card, face.corners))
    bank = ArtBank(rng, "train", _SMALL)
    middle = ((columns - 1) * _ACROSS / 2, (20 / columns - 1) * _DOWN / 2)
    return compose(rng, bank, layout, View(middle, span), size).image


def one_card_more(frame: Picture, columns: int, span: float) -> Picture:
    """Such a picture of twenty cards of which the last one lies a second time, in the free place beside it."""
    height, width = frame.shape[:2]
    scale, row, place = width / span, 19 // columns, 19 % columns
    x = width / 2 + (place - (columns - 1) / 2) * _ACROSS * scale
    y = height / 2 + (row - (20 / columns - 1) / 2) * _DOWN * scale
    left, right, top, bottom = (int(v) for v in (x - 38 * scale, x + 38 * scale, y - 52 * scale, y + 52 * scale))
    beside, bottom = round(_ACROSS * scale), min(bottom, height)
    more = frame.copy()
    more[top:bottom, left + beside : right + beside] = frame[top:bottom, left:right]
    return more


# Linux counts to a process the memory of the one that began it: what begins it here has to be small.
_PEAK = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def whole_read(console: Console, weights: Path, runs: int) -> None:
    """``companion read`` as a process: wall time on twelve megapixels, start-up, peak memory."""
    program = [sys.executable, "-m", "companion"]
    with tempfile.TemporaryDirectory() as folder:
        photo = Path(folder) / "twenty.jpg"
        save_photo(photo, twenty_cards((4000, 3000), 5, 620.0))
        read = [*program, "read", str(photo), "--json", "--weights", str(weights)]
        wall = median_ms(lambda: subprocess.run(read, check=True, capture_output=True), runs)
        peaked = subprocess.run([sys.executable, "-c", _PEAK, *read], check=True, capture_output=True)
        peak = int(peaked.stdout) / 1024
        start = median_ms(lambda: subprocess.run([*program, "--help"], check=True, capture_output=True), runs)
    console.print(f"companion read, 12 megapixels, twenty cards: {wall / 1000:.2f} s, peak {peak:.0f} MiB")
    console.print(f"companion --help: {start:.0f} ms")


def main() -> None:
    """Run every benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weights", type=Path, default=DEFAULT_WEIGHTS)
    parser.add_argument("--runs", type=int, default=5)
    args = parser.parse_args()
    console = Console(width=120)
    rendering(console, 60)
    inference(console, args.weights, 4 * args.runs)
    frame = twenty_cards((1280, 720), 7, 700.0)
    against_ultralytics(console, args.weights, (frame, one_card_more(frame, 7, 700.0)), 4 * args.runs, median_ms)
    whole_read(console, args.weights, args.runs)


if __name__ == "__main__":
    main()
