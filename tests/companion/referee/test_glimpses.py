"""A card is sure only where what was likely read in its place of late does not say otherwise."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from companion.referee.table import Table
from vision.sightings import Kind, Reading, Sighting

CARD = np.array([[0, 0], [60, 0], [60, 84], [0, 84]], np.float32)
Placed = tuple[str | None, bool]


def read(name: str | None, confidence: float = 0.9999, x: float = 0.0) -> Sighting:
    return Sighting(Kind.CARD, name, confidence, confidence > 0.995, CARD + np.float32([x, 0]))


def anew(sighting: Sighting, number: int) -> Sighting:
    """The same read of another frame: its outline is never quite the same."""
    return replace(sighting, outline=sighting.outline + np.float32(number / 100))


def played(table: Table, *readings: list[Sighting], start: float = 0.0) -> list[Placed]:
    """What was placed by readings a tenth of a second apart, and whether it was sure."""
    events = [
        event
        for number, some in enumerate(readings)
        for event in table.update(Reading((500, 500), 1.0, tuple(anew(s, number) for s in some)), start + number / 10)
    ]
    return [(e.thing.sighting.name, e.thing.sighting.certain) for e in events if e.happening == "placed"]


def test_a_sure_name_that_another_likely_one_contradicts_is_unsure() -> None:
    assert played(Table(), [read("QC", 0.97)], *[[read("QS")]] * 2) == []
    assert played(Table(), *[[read("QC", 0.97)]] * 2, *[[read("QS")]] * 2) == [("QS", False)]


def test_sure_reads_outvote_one_likely_one() -> None:
    assert played(Table(), [read("QC", 0.97)], *[[read("QS")]] * 3) == [("QS", True)]


def test_one_lucky_read_later_makes_it_no_surer() -> None:
    table = Table()
    assert played(table, *[[read("QC", 0.97)]] * 2, *[[read("QS", 0.98)]] * 2) == [("QS", False)]
    played(table, [read("QS")], start=1.0)
    assert [thing.sighting.certain for thing in table.things] == [False]


def test_a_read_that_is_told_again_counts_once() -> None:
    table, lying = Table(), read("QC", 0.97)
    for number in range(3):  # something else is read meanwhile
        table.update(Reading((500, 500), 1.0, (lying, anew(read("7H", x=300), number))), number / 10 - 1)
    played(table, *[[read("QS"), read("7H", x=300)]] * 4)
    assert [(thing.sighting.name, thing.sighting.certain) for thing in table.things] == [("QS", True), ("7H", True)]


def test_what_came_to_lie_elsewhere_was_carried_by() -> None:
    table = Table()
    assert played(table, [read("KD", x=20)], *[[read("KD", x=200)]] * 2) == [("KD", True)]
    assert played(table, *[[read("KD", x=200), read("9D")]] * 2, start=0.4) == [("9D", True)]


def test_cards_that_lie_close_together_are_no_names_of_one_another() -> None:
    fan = [read("2H"), read("7C", x=20), read("KD", x=40)]
    assert sorted(played(Table(), fan, fan)) == [("2H", True), ("7C", True), ("KD", True)]


def test_after_a_bump_of_the_camera_it_is_remembered_where_the_place_is_now() -> None:
    table = Table()
    played(table, *[[read("QC", 0.97)]] * 2)
    table.shift(np.array([[1.0, 0.0, 200.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]))
    assert played(table, *[[read("QS", x=200)]] * 2, start=0.2) == [("QS", False)]


def test_what_was_read_long_before_says_nothing() -> None:
    table = Table()
    played(table, [read("QC", 0.97)])
    assert played(table, [], *[[read("QS")]] * 2, start=2.0) == [("QS", True)]


def test_what_was_read_as_two_is_read_again_for_a_while() -> None:
    table = Table()
    played(table, *[[read("QC", 0.97)]] * 2, *[[read("QS")]] * 2)
    assert len(table.unsettled) == 1
    played(table, *[[read("QC", 0.97)], [read("QS")]] * 5, start=0.4)
    assert len(table.unsettled) == 0
    assert [thing.sighting.certain for thing in table.things] == [False]
