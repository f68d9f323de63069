"""``python -m models.train``: from nothing to weights: render, train the finder and the reader, export, calibrate.

Every step keeps what it has done under ``--work`` and goes on from there when it is started again: rendering by chunks,
both trainings by passes. Art comes from Debian packages where they are installed (see models/README.md) and from this
project's own drawing.

``--more DIR`` learns from what people corrected (``companion correct``) instead: see `models.more`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rich.console import Console

from models.finder import export_finder, train_finder
from models.more import MorePlan, learn_more
from models.reader import CropSet, export_reader, train_reader
from models.reader_data import cut_rendered
from models.render.dataset import RenderJob, render
from vision.network import DEFAULT_WEIGHTS


@dataclass(frozen=True)
class Plan:
    """How much to render and how long to train; the defaults fit two cores and two and a half hours. seed: of the
    tables to learn from, and with 2 added of the near views; the held-out ones are always the same."""

    scenes: int = 16_000
    close_scenes: int = 8_000
    held_scenes: int = 600
    finder_epochs: int = 3
    reader_epochs: int = 3
    seed: int = 1


def jobs(plan: Plan, work: Path) -> tuple[RenderJob, RenderJob, RenderJob]:
    """The three data sets: tables for the finder, held-out tables for its validation, near views for the reader."""
    cache = work / "decks"
    return (
        RenderJob(work / "finder", "train", plan.scenes, 512, seed=plan.seed, cache=cache, chunk=500),
        RenderJob(work / "held", "held", plan.held_scenes, 640, seed=2, cache=cache, chunk=300),
        RenderJob(
            work / "close", "train", plan.close_scenes, 288, seed=plan.seed + 2, cache=cache, chunk=500, close=True
        ),
    )


def _render_all(console: Console, plan: Plan, work: Path) -> None:
    for job in jobs(plan, work):
        done = 0
        for finished in render(job):
            done += finished
            console.print(f"rendered {done} new pictures of {job.count} in {job.out}")


def main() -> None:
    """Do what is still to do, then export and calibrate."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, default=Path("data"), help="renderings and crops")
    parser.add_argument("--runs", type=Path, default=Path("runs"), help="checkpoints")
    parser.add_argument("--weights", type=Path, default=DEFAULT_WEIGHTS, help="where the exported weights go")
    parser.add_argument("--photos", type=Path, help="labelled photographs to calibrate on (those marked train)")
    parser.add_argument("--scenes", type=int, default=Plan.scenes)
    parser.add_argument("--close-scenes", type=int, default=Plan.close_scenes)
    parser.add_argument("--finder-epochs", type=int, help="passes of the finder (with --more: none by default)")
    parser.add_argument("--reader-epochs", type=int, default=Plan.reader_epochs)
    parser.add_argument("--more", type=Path, metavar="DIR", help="corrected photographs: the shipped readers go on")
    parser.add_argument("--steps", type=int, default=MorePlan.steps, help="with --more: steps of each reader")
    parser.add_argument("--rate", type=float, default=MorePlan.rate, help="with --more: their highest rate")
    parser.add_argument(
        "--share", type=float, default=MorePlan.share, help="with --more: corrected, of what they learn"
    )
    parser.add_argument("--seed", type=int, default=Plan.seed, help="another renders other tables to learn from")
    parser.add_argument("--calibrate-on", type=int, default=400, help="rendered tables to calibrate on")
    args = parser.parse_args()
    console = Console()
    if args.more:
        _go_on(args, parser, console)
    else:
        _train_whole(args, console)
    # What goes on from the shipped networks has learnt the photographs that they learnt.
    learnt = ["--learnt"] if args.more else []
    photos = [str(args.photos), *learnt] if args.photos else []
    command = [sys.executable, "-m", "models.calibrate", *photos, "--weights", str(args.weights)]
    command += ["--cache", str(args.work / "decks"), "--rendered", str(args.calibrate_on)]
    subprocess.run(command, check=True)


def _go_on(args: argparse.Namespace, parser: argparse.ArgumentParser, console: Console) -> None:
    """The shipped networks learn from corrected photographs, into a folder of their own."""
    if args.weights.resolve() == DEFAULT_WEIGHTS.resolve():
        parser.error("--more keeps the shipped weights: name another folder with --weights DIR")
    plan = MorePlan(args.steps, args.rate, args.share, args.finder_epochs or 0)
    if plan.finder_epochs:
        _render_all(console, Plan(args.scenes, args.close_scenes, seed=args.seed), args.work)
    try:
        learn_more(args.more, args.work, args.runs, args.weights, plan, console)
    except (OSError, ValueError) as error:
        parser.error(" ".join(str(error).split()))


def _train_whole(args: argparse.Namespace, console: Console) -> None:
    """Everything, from nothing."""
    epochs = Plan.finder_epochs if args.finder_epochs is None else args.finder_epochs
    plan = Plan(args.scenes, args.close_scenes, Plan.held_scenes, epochs, args.reader_epochs, args.seed)
    _render_all(console, plan, args.work)
    trained = train_finder(args.work / "finder", args.work / "held", args.runs, plan.finder_epochs)
    finder = export_finder(trained, args.weights / "finder.onnx")
    console.print(f"finder: {finder}")
    rng = np.random.default_rng(0)
    crops = CropSet.load(cut_rendered(args.work, finder, console)).thinned(rng, "tile", 0.5).thinned(rng, "none", 0.5)
    reader = train_reader(crops, args.runs, plan.reader_epochs)
    console.print(f"reader: {export_reader(reader, args.weights / 'reader.onnx')}")


if __name__ == "__main__":
    main()
