"""What is to be reached: each set stands for itself, and what was not measured is not told."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from models.figures import Figures
from models.reach import GOALS, Standing, reach_table, standings


def figures(group: str, right: int = 100, wrong: int = 0, whole: int = 10, backs_off: int | None = None) -> Figures:
    return Figures(group, 10, 100, right, wrong, 100 - right, right, 0, whole, backs_off, 1.0)


def test_each_set_of_photographs_stands_for_itself() -> None:
    rows = list(standings([figures("rdpong"), figures("ammememe", right=99), figures("some other set")]))
    recall = {row.group: row.reached for row in rows if (row.what, row.figure) == ("singles", "recall")}
    assert recall == {"rdpong": True, "ammememe": False}
    assert {row.group for row in rows} == {"rdpong", "ammememe"}


@pytest.mark.parametrize(("off", "reached"), [(10, True), (11, False)])
def test_backs_are_within_one_a_photograph(off: int, reached: bool) -> None:
    rows = standings([figures("jonasblanc", backs_off=off)])
    assert [row.reached for row in rows if row.figure == "backs off a photograph"] == [reached]


def test_a_share_of_wrong_reads_is_at_most_its_bound() -> None:
    rows = {row.figure: row.reached for row in standings([figures("rdpong", wrong=1)])}
    assert rows == {"recall": True, "wrong": False, "certain of right": True}


def test_the_table_shows_every_standing() -> None:
    out = StringIO()
    Console(width=120, file=out).print(reach_table([Standing("backs", "5 enrolled", "right", 0.97, 0.98)]))
    text = out.getvalue()
    assert "at least 0.98" in text
    assert "0.9700" in text
    assert "no" in text.split("0.9700")[1]


def test_every_set_that_has_a_goal_is_to_vouch_for_most_of_it() -> None:
    named = {group for goal in GOALS for group in goal.groups}
    (certain,) = [goal for goal in GOALS if goal.what == "certain"]
    assert named == set(certain.groups)
