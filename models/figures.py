"""The figures of a group of pictures: what was read of it, right, wrong, missed; how much of that was vouched for."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rich.table import Table

from models.render.scene import Scene
from models.scoring import Label, Outcome, judge
from vision.rectify import oriented_box
from vision.sightings import Kind, Reading

_LEAST_GLYPH = 13.0  # px: a smaller index need not be read


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
