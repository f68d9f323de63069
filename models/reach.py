"""What the reader is to reach, set by set and never on average, and whether it does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from rich.table import Table

from models.figures import Figures
from models.measure_tables import DENSE_GROUPS

_SINGLES = ("kentdoan singles", "rdpong", "ammememe")
_TABLES = ("sergiodomgui", "berezovskyy", "kentdoan tables", "mrpawelas")
_TILES = ("hirica", "ssetser", "zawaer", "idofrizler")
_DENSE = tuple(DENSE_GROUPS.values())
_ALL = (*_SINGLES, *_TABLES, "edje-tf", "jonasblanc", *_DENSE, *_TILES)


@dataclass(frozen=True)
class Goal:
    """A figure that each of some groups of pictures is to reach: at least, or at most, the bound."""

    what: str
    groups: tuple[str, ...]
    figure: str
    measure: Callable[[Figures], float]
    bound: float
    at_most: bool = False


@dataclass(frozen=True)
class Standing:
    """How one figure stands to what it is to reach."""

    what: str
    group: str
    figure: str
    measured: float
    bound: float
    at_most: bool = False

    @property
    def reached(self) -> bool:
        """Whether it does."""
        return self.measured <= self.bound if self.at_most else self.measured >= self.bound


def _recall(figures: Figures) -> float:
    return figures.recall


def _wrong(figures: Figures) -> float:
    return figures.wrong / max(figures.truth, 1)


def _whole(figures: Figures) -> float:
    return figures.whole / max(figures.photos, 1)


def _backs_off(figures: Figures) -> float:
    return (figures.backs_off or 0) / max(figures.photos, 1)


def _certain(figures: Figures) -> float:
    return figures.certain_share


GOALS = (
    Goal("singles", _SINGLES, "recall", _recall, 0.995),
    Goal("singles", _SINGLES, "wrong", _wrong, 0.002, at_most=True),
    Goal("tables", _TABLES, "recall", _recall, 0.985),
    Goal("tables", _TABLES, "whole photographs", _whole, 0.93),
    Goal("clutter and overlap", ("edje-tf",), "recall", _recall, 0.96),
    Goal("small cards", ("jonasblanc",), "recall", _recall, 0.97),
    Goal("small cards", ("jonasblanc",), "backs off a photograph", _backs_off, 1.0, at_most=True),
    Goal("dense and fanned", _DENSE, "recall", _recall, 0.97),
    Goal("tiles", _TILES, "recall", _recall, 0.98),
    Goal(
        "certain", (*_SINGLES, *_TABLES, "edje-tf", "jonasblanc", *_DENSE, *_TILES), "certain of right", _certain, 0.95
    ),
)


def standings(figures: Iterable[Figures]) -> Iterator[Standing]:
    """How the measured groups stand to what they are to reach, in the order of `GOALS`."""
    by_group = {one.group: one for one in figures}
    for goal in GOALS:
        for group in goal.groups:
            if group in by_group:
                measured = goal.measure(by_group[group])
                yield Standing(goal.what, group, goal.figure, measured, goal.bound, goal.at_most)


def reach_table(rows: Iterable[Standing]) -> Table:
    """The standings as a table, a row for each."""
    table = Table(title="What is to be reached, and what is", header_style="bold")
    for heading in ("what", "of", "figure", "reach", "measured", "reached"):
        table.add_column(heading, justify="right" if heading in ("reach", "measured") else "left")
    for row in rows:
        sign = "at most" if row.at_most else "at least"
        table.add_row(
            row.what,
            row.group,
            row.figure,
            f"{sign} {row.bound:g}",
            f"{row.measured:.4f}",
            "yes" if row.reached else "no",
        )
    return table
