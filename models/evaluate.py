"""``python -m models.evaluate PHOTOS``: how well the shipped weights read labelled photographs and held-out renderings.

Prints, for each group of photographs, what was read right, wrong and missed, the reads vouched for (certain) apart,
whole photos right, backs, and confusions; never an average over groups. ``--json FILE`` also writes the figures.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from models.render.bank import ArtBank, BankSize
from models.render.layouts import LAYOUT_NAMES
from models.render.scene import Scene, random_scene
from models.scoring import Label, Outcome, confusions, judge, load_labels, upper_bound
from vision.photo import load_photo
from vision.pipeline import TableReader
from vision.rectify import oriented_box
from vision.sightings import Kind, Reading

HELD_SEED = 4242
_LEAST_GLYPH = 13.0


@dataclass(frozen=True)
class Figures:
    """The figures of one group of photographs."""

    group: str
    photos: int
    truth: int
    right: int
    wrong: int
    missed: int
    certain_right: int
    certain_wrong: int
    whole: int
    backs_off: int | None
    ms: float

    @property
    def recall(self) -> float:
        """Share of the truth that was read right."""
        return self.right / max(self.truth, 1)

    @property
    def certain_share(self) -> float:
        """Share of the right reads that were vouched for."""
        return self.certain_right / max(self.right, 1)

    @property
    def certain_error(self) -> float:
        """Share of wrong ones among the reads vouched for."""
        return self.certain_wrong / max(self.certain_right + self.certain_wrong, 1)


def outcome_of(label: Label, reading: Reading) -> Outcome:
    """Score one reading against its label."""
    width, height = reading.size
    reads = [
        (s.name, s.certain, s.confidence, "", (s.centre[0] / width, s.centre[1] / height))
        for s in reading.of_kind(label.kind)
        if s.name is not None
    ]
    return judge(label, reads, len(reading.of_kind(Kind.BACK)), reading.ms)


def figures_of(group: str, outcomes: list[Outcome]) -> Figures:
    """Sum the outcomes of one group."""
    reads = [read for outcome in outcomes for read in outcome.reads]
    labelled = [o for o in outcomes if o.label.backs is not None]
    return Figures(
        group=group,
        photos=len(outcomes),
        truth=sum(o.label.names.total() for o in outcomes),
        right=sum(r.right is True for r in reads),
        wrong=sum(r.right is False for r in reads),
        missed=sum(o.missed.total() for o in outcomes),
        certain_right=sum(r.right is True and r.certain for r in reads),
        certain_wrong=sum(r.right is False and r.certain for r in reads),
        whole=sum(o.whole for o in outcomes),
        backs_off=sum(abs(o.backs - (o.label.backs or 0)) for o in labelled) if labelled else None,
        ms=float(np.median([o.ms for o in outcomes])),
    )


def photo_outcomes(reader: TableReader, labels: Iterable[Label]) -> Iterator[Outcome]:
    """Read each labelled photo and score it."""
    for label in labels:
        yield outcome_of(label, reader.read(load_photo(label.photo)))


def scene_labels(scene: Scene, name: str) -> list[Label]:
    """What a rendered scene shows plainly enough to be read: cards with a whole index, whole tiles."""

    def plain(kind: str) -> Counter[int]:
        shown = [t for t in scene.things if t.kind == kind and t.visible > 0.9]
        return Counter({t.owner: 1 for t in shown if oriented_box(t.outline)[1][1] >= _LEAST_GLYPH})

    names = {t.owner: t.name for t in scene.things}
    some = Counter(t.owner for t in scene.things if t.kind in ("corner", "tile") and t.visible > 0.05)
    labels = []
    for kind, part in ((Kind.CARD, "corner"), (Kind.TILE, "tile")):
        sure = plain(part)
        # What shows partly, or small, may be read or not: neither right nor wrong.
        spare = sum(1 for owner in some if owner not in sure)
        if sure:
            labels.append(Label(Path(name), "", kind, Counter(names[o] for o in sure), False, spare=spare))
    return labels


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


def figures_table(figures: list[Figures]) -> Table:
    """The figures as a table, a row for each group."""
    table = Table(title="Reads against the truth, by group", header_style="bold")
    headings = "group photos truth right wrong missed recall certain wrong-certain whole backs-off ms"
    for heading in headings.split():
        table.add_column(heading, justify="left" if heading == "group" else "right")
    for f in figures:
        certain = f.certain_right + f.certain_wrong
        table.add_row(
            f.group, str(f.photos), str(f.truth), str(f.right), str(f.wrong), str(f.missed), f"{f.recall:.3f}",
            f"{f.certain_share:.3f}", f"{f.certain_wrong}/{certain}", f"{f.whole}/{f.photos}",
            "-" if f.backs_off is None else str(f.backs_off), f"{f.ms:.0f}",
        )  # fmt: skip
    return table


def _closing(console: Console, figures: list[Figures], outcomes: dict[str, list[Outcome]]) -> None:
    right, wrong = sum(f.certain_right for f in figures), sum(f.certain_wrong for f in figures)
    bound = upper_bound(wrong, right + wrong)
    console.print(f"certain reads of photographs: {right + wrong}, wrong {wrong} (95 % upper bound {bound:.4f})")
    for group, found in outcomes.items():
        pairs = confusions(found).most_common(12)
        if pairs:
            console.print(f"{group}: " + ", ".join(f"{a} read {b} x{n}" for (a, b), n in pairs))


def main() -> None:
    """Evaluate and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path, nargs="?", help="folder with truth.jsonl; left out: renderings alone")
    parser.add_argument("--weights", type=Path, help="folder of weights (default: the shipped ones)")
    parser.add_argument("--groups", nargs="*", help="only these groups of photographs")
    parser.add_argument("--rendered", type=int, default=240, help="how many held-out tables to render")
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
    console.print(figures_table(figures + [figures_of(group, found) for group, found in sorted(rendered.items())]))
    _closing(console, figures, outcomes)
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
