"""``python -m models.evaluate PHOTOS``: how well the shipped weights read labelled photographs and held-out renderings.

Prints, for each group of photographs, what was read right, wrong and missed, the reads vouched for (certain) apart,
whole photos right, backs, and confusions; never an average over groups. At last, how all of it stands to what is to be
reached. ``--json FILE`` also writes the figures.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import track

from models.figures import Figures, figures_of, figures_table, outcome_of, scene_labels
from models.measure_backs import told, trials
from models.measure_tables import SEED, dense_figures, empty_tables
from models.reach import Standing, reach_table, standings
from models.render.bank import ArtBank, BankSize
from models.render.layouts import LAYOUT_NAMES
from models.render.scene import random_scene
from models.scoring import Label, Outcome, confusions, load_labels, upper_bound
from vision.photo import load_photo
from vision.pipeline import TableReader

HELD_SEED, BACKS_SEED = 4242, 5


def photo_outcomes(reader: TableReader, labels: Iterable[Label]) -> Iterator[Outcome]:
    """Read each labelled photo and score it."""
    for label in labels:
        yield outcome_of(label, reader.read(load_photo(label.photo)))


def held_outcomes(reader: TableReader, cache: Path, count: int) -> dict[str, list[Outcome]]:
    """Outcomes on rendered tables of held-out decks, fonts and surfaces, by layout."""
    rng = np.random.default_rng(HELD_SEED)
    bank = ArtBank(rng, "held", BankSize(drawn_decks=10), cache)
    found: dict[str, list[Outcome]] = defaultdict(list)
    for index in track(range(count), "rendered held-out tables"):
        layout = LAYOUT_NAMES[index % len(LAYOUT_NAMES)]
        scene = random_scene(rng, bank, (1280, 960), layout=layout)
        labels = scene_labels(scene, f"{layout}-{index}")
        if labels:
            reading = reader.read(scene.image)
            for label in labels:
                found[f"rendered {layout}"].append(outcome_of(label, reading))
    return dict(found)


def _vouched_for(figures: Sequence[Figures]) -> tuple[int, int]:
    """How many reads are certain, and how many of these are wrong."""
    wrong = sum(f.certain_wrong for f in figures)
    return sum(f.certain_right for f in figures) + wrong, wrong


def _closing(console: Console, figures: list[Figures], outcomes: dict[str, list[Outcome]]) -> None:
    certain, wrong = _vouched_for(figures)
    bound = upper_bound(wrong, certain)
    console.print(f"certain reads of photographs: {certain}, wrong {wrong} (95 % upper bound {bound:.4f})")
    for group, found in outcomes.items():
        pairs = confusions(found).most_common(12)
        if pairs:
            console.print(f"{group}: " + ", ".join(f"{a} read {b} x{n}" for (a, b), n in pairs))


def _vouched(figures: Sequence[Figures]) -> Iterator[Standing]:
    """Of all certain reads of photographs, how many are not in a label."""
    certain, wrong = _vouched_for(figures)
    if certain:
        yield Standing("certain", "photographs", "not in a label", wrong / certain, 0.001, at_most=True)


def _of_backs(sets: int) -> Iterator[Standing]:
    """How backs are told on rendered photos."""
    if sets:
        seen = told(trials(BACKS_SEED, sets))
        yield Standing("backs", f"{len(seen.known)} enrolled", "right", seen.right, 0.98)
        yield Standing("backs", f"{len(seen.unknown)} unknown", "taken for known", seen.accepted, 0.005, at_most=True)


def _of_nothing(reader: TableReader, tables: int) -> Iterator[Standing]:
    """What is vouched for where nothing is."""
    if tables:
        counted = empty_tables(reader, SEED, tables)
        yield Standing("nothing there", f"{tables} tables", "certain reads", counted["certain"], 0, at_most=True)


def main() -> None:
    """Evaluate and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path, nargs="?", help="folder with truth.jsonl; left out: renderings alone")
    parser.add_argument("--weights", type=Path, help="folder of weights (default: the shipped ones)")
    parser.add_argument("--groups", nargs="*", help="only these groups of photographs")
    parser.add_argument("--rendered", type=int, default=240, help="how many held-out tables to render")
    parser.add_argument("--dense", type=int, default=4, help="dense tables of each layout for each kind of deck")
    parser.add_argument("--empty", type=int, default=200, help="tables with nothing to read")
    parser.add_argument("--backs", type=int, default=40, help="sets of eight rendered backs")
    parser.add_argument("--cache", type=Path, default=Path("data/decks"), help="rendered art of packaged decks")
    parser.add_argument("--learnt", action="store_true", help="the networks learnt from a share of them")
    parser.add_argument("--json", type=Path, help="write the figures and every miss to this file")
    args = parser.parse_args()
    reader = TableReader(args.weights)
    console = Console(width=150)
    outcomes: dict[str, list[Outcome]] = defaultdict(list)
    if args.photos:
        labels = load_labels(args.photos, args.learnt)
        labels = [label for label in labels if not args.groups or label.group in args.groups]
        for outcome in photo_outcomes(reader, track(labels, "photographs")):
            outcomes[outcome.label.group].append(outcome)
    figures = [figures_of(group, found) for group, found in sorted(outcomes.items())]
    rendered = held_outcomes(reader, args.cache, args.rendered) if args.rendered else {}
    drawn = [figures_of(group, found) for group, found in sorted(rendered.items())]
    drawn += dense_figures(reader, SEED, args.dense, args.cache) if args.dense else []
    console.print(figures_table(figures + drawn))
    _closing(console, figures, outcomes)
    rows = [*standings(figures + drawn), *_vouched(figures), *_of_backs(args.backs), *_of_nothing(reader, args.empty)]
    console.print(reach_table(rows))
    if args.json:
        args.json.write_text(json.dumps(_report(figures, outcomes), indent=1))


def _report(figures: list[Figures], outcomes: dict[str, list[Outcome]]) -> dict[str, Any]:
    """Every figure, and for each photo not read right what was missed and what was wrong."""
    misses = [
        {
            "photo": str(o.label.photo),
            "missed": sorted(o.missed.elements()),
            "wrong": [[r.name, r.certain, round(r.score, 4)] for r in o.reads if r.right is False],
        }
        for found in outcomes.values()
        for o in found
        if not o.whole
    ]
    return {"groups": [vars(f) for f in figures], "misses": misses}


if __name__ == "__main__":
    main()
