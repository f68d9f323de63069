"""Readings against the truth of labelled photographs: what was right, wrong, missed; photo by photo, as multisets."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from vision.sightings import BLANK_TILE, JOKER, Kind

BLOCK = 40  # photographs: neighbours show one setting, so that halves made of single photographs would not be apart


@dataclass(frozen=True)
class Label:
    """What is known of one photograph.

    names: multiset of what is there (cards, ranks or letters); kind: card or tile; ranks_only: names are ranks; backs:
    number of face-down cards, None where not labelled; spare: how many names beyond the truth are neither right nor
    wrong (a card cut by the edge); jokers: jokers, not in names; area: only reads inside this box (x0, y0, x1, y1 as
    fractions) count; learnt: the networks have seen it or its neighbours (see `learnt_photos`).
    """

    photo: Path
    group: str
    kind: Kind
    names: Counter[str]
    train: bool
    ranks_only: bool = False
    backs: int | None = None
    spare: int = 0
    jokers: int = 0
    area: tuple[float, float, float, float] | None = None
    learnt: bool = False


@dataclass(frozen=True)
class Read:
    """One named read of a photo and whether the truth has it (None: not judged)."""

    name: str
    certain: bool
    right: bool | None
    score: float = 0.0
    evidence: str = ""


@dataclass(frozen=True)
class Outcome:
    """The reads of one photo against its label; missed: names of the truth that no read gave."""

    label: Label
    reads: tuple[Read, ...]
    missed: Counter[str]
    backs: int
    ms: float = field(default=0.0)

    @property
    def whole(self) -> bool:
        """Whether the photo was read right as a whole."""
        return not self.missed and all(read.right is not False for read in self.reads)


def load_labels(folder: Path, learnt_from: bool = False) -> list[Label]:
    """The labels of a folder of photographs (``truth.jsonl``); raises OSError or ValueError where it cannot be read.

    learnt_from: whether the networks at hand were trained on its `learnt_photos`, which then are told apart.
    """
    rows = label_rows(folder)
    learnt = learnt_photos(rows) if learnt_from else frozenset()
    return [_label(folder, row, row["photo"] in learnt) for row in rows]


def label_rows(folder: Path) -> list[dict[str, Any]]:
    """The rows of a folder's ``truth.jsonl``; raises OSError or ValueError where it cannot be read."""
    lines = (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


def learnt_photos(rows: Sequence[dict[str, Any]]) -> frozenset[str]:
    """The photographs that the networks may learn from: of those marked `train` whose corner indices are boxed, every
    second block of neighbours. The others are kept for the calibration and for measuring."""
    boxed = [row for row in rows if row["train"] and str(row.get("boxes_are", "")).startswith("corner index")]
    return frozenset(row["photo"] for number, row in enumerate(boxed) if number // BLOCK % 2 == 1)


def _label(folder: Path, row: dict[str, Any], learnt: bool) -> Label:
    group = row["set"] if row["set"] != "kentdoan" else f"kentdoan {row['kind']}s"
    group = f"{group}, learnt from" if learnt else group
    common = {"photo": folder / row["photo"], "group": group, "train": row["train"], "learnt": learnt}
    if "letters" in row:
        racks = [box[1:] for box in row.get("boxes", []) if box[0] == "rack"]
        return Label(kind=Kind.TILE, names=Counter(row["letters"]), area=tuple(racks[0]) if racks else None, **common)
    names = row.get("ranks", row.get("cards", []))
    boxed = any("JOKER" in box[0] for box in row.get("boxes", []))  # of some jokers there is a box and no count
    return Label(
        kind=Kind.CARD,
        names=Counter(names),
        ranks_only="ranks" in row,
        backs=row.get("backs"),
        spare=int(row.get("more_at_the_edge", 0)),
        jokers=int(row.get("jokers", boxed)),
        **common,
    )


def judge(
    label: Label, reads: list[tuple[str, bool, float, str, tuple[float, float]]], backs: int, ms: float
) -> Outcome:
    """Match reads (name, certain, score, evidence, centre as fractions of the picture) with a label as multisets."""
    left = Counter(label.names)
    spare, jokers = label.spare, label.jokers
    judged = []
    for name, certain, score, evidence, (x, y) in sorted(reads, key=lambda r: -r[2]):
        if label.area and not (label.area[0] <= x <= label.area[2] and label.area[1] <= y <= label.area[3]):
            continue
        key = name if not label.ranks_only else (JOKER if name == JOKER else name[:-1])
        right: bool | None = left[key] > 0
        if right:
            left[key] -= 1
        elif (name == JOKER and jokers > 0) or name == BLANK_TILE:
            jokers -= 1
            right = None
        elif spare > 0:
            spare -= 1
            right = None
        judged.append(Read(key, certain, right, score, evidence))
    return Outcome(label, tuple(judged), +left, backs, ms)


def confusions(outcomes: list[Outcome]) -> Counter[tuple[str, str]]:
    """(truth, read) pairs of photos where what was missed can be told apart: as many misses as wrong reads."""
    pairs: Counter[tuple[str, str]] = Counter()
    for outcome in outcomes:
        wrong = [read.name for read in outcome.reads if read.right is False]
        missed = list(outcome.missed.elements())
        if len(wrong) == len(missed) == 1:
            pairs[missed[0], wrong[0]] += 1
    return pairs


def upper_bound(wrong: int, total: int) -> float:
    """95 % upper bound of a share of errors (Wilson)."""
    if total == 0:
        return 1.0
    z, p = 1.645, wrong / total
    centre = p + z * z / (2 * total)
    return float((centre + z * np.sqrt(p * (1 - p) / total + z * z / (4 * total * total))) / (1 + z * z / total))
