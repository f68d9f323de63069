"""What people say is nothing: a part of the table that was read as a card is none as long as its place looks so."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from companion.referee.table import Table
from companion.referee.things import Event
from tests.companion.referee.test_table import CARD, seen
from vision.sightings import FloatArray, Kind, Reading, Sighting

GRAIN = seen(None, certain=False)
BACK = seen("Ann", kind=Kind.BACK)


@dataclass(frozen=True)
class Unlike:
    """A picture without a hand, of which all looks otherwise than before, or nothing does."""

    share: float = 0.0

    def hidden(self, outline: FloatArray) -> float:
        return 0.0

    def stirred(self, outline: FloatArray) -> float:
        return 0.0

    def altered(self, outline: FloatArray) -> float:
        return self.share


def look(table: Table, time: float, *sightings: Sighting, altered: float = 0.0) -> list[tuple[str, str | None]]:
    events = table.left() + table.update(Reading((640, 480), 1.0, sightings), time, Unlike(altered))
    return [(event.happening.value, name_of(event)) for event in events]


def name_of(event: Event) -> str | None:
    return event.thing.sighting.name


def dismissed(*sightings: Sighting) -> Table:
    """A table on which all of that was read, and people said that there is nothing."""
    table = Table(agreeing=2)
    for time in range(6):
        look(table, float(time), *sightings)
    for thing in table.things:
        table.dismiss(thing.number, 6.0)
    return table


def test_what_is_nothing_is_told_gone_once_and_never_again() -> None:
    table = dismissed(GRAIN)
    assert table.things == ()
    assert look(table, 7.0, GRAIN) == [("removed", None)]
    assert [look(table, 8.0 + time, GRAIN) for time in range(5)] == [[]] * 5
    assert table.things == table.unsettled == ()


def test_it_is_forgotten_once_it_is_not_seen_any_more() -> None:
    table = dismissed(GRAIN)
    look(table, 7.0, GRAIN)
    assert [look(table, 8.0 + time) for time in range(20)] == [[]] * 20
    told = [look(table, 30.0 + time, GRAIN) for time in range(6)]
    assert ("placed", None) in [event for events in told for event in events]


def test_what_is_laid_there_is_something() -> None:
    table = dismissed(GRAIN)
    look(table, 7.0, GRAIN)
    told = look(table, 8.0, seen("QH"), altered=0.9) + look(table, 9.0, seen("QH"))
    assert told == [("placed", "QH")]


def test_nothing_covers_no_card() -> None:
    table = dismissed(GRAIN)
    under = replace(seen("QH"), outline=CARD + np.float32([20, 0]))
    for time in range(3):
        look(table, 7.0 + time, GRAIN, under)
    assert [(thing.sighting.name, thing.covered) for thing in table.things] == [("QH", False)]
    told = [look(table, 10.0 + time, GRAIN) for time in range(20)]
    assert ("covered", "QH") not in [event for events in told for event in events]


def test_nothing_that_counts_is_dismissed_by_another_number() -> None:
    table = Table(agreeing=2)
    for time in range(3):
        look(table, float(time), seen("KH"))
    table.dismiss(99, 3.0)
    assert look(table, 4.0, seen("KH")) == []
    assert [thing.sighting.name for thing in table.things] == ["KH"]


def test_a_bump_of_the_camera_makes_it_no_thing() -> None:
    table = dismissed(GRAIN)
    look(table, 7.0, GRAIN)
    table.shift(np.array([[1.0, 0.0, 30.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]))
    moved = replace(GRAIN, outline=CARD + np.float32([30, 0]))
    assert look(table, 8.0, moved, altered=1.0) == []
    assert [look(table, 9.0 + time, moved) for time in range(5)] == [[]] * 5


def test_what_people_named_shows_its_other_side_only_where_the_picture_is_not_as_it_was() -> None:
    table = named_joker()
    assert [look(table, time, BACK) for time in (10.0, 10.1, 10.2, 10.3)] == [[], [], [], []]
    assert look(table, 11.0, BACK, altered=1.0) + look(table, 11.1, BACK) == [("turned", "Ann")]


def test_what_people_named_and_is_turned_twice_is_what_they_said() -> None:
    table = named_joker()
    turned = [event for time in (10.0, 10.1) for event in look(table, time, BACK, altered=1.0)]
    turned += [event for time in range(11, 19) for event in look(table, time, GRAIN, altered=1.0)]
    assert turned == [("turned", "Ann"), ("turned", "JK")]


def named_joker() -> Table:
    table = Table(gone_for=0)
    for time in range(8):
        look(table, time, GRAIN, altered=1.0)
    table.name(table.things[0].number, "JK", 9.0)
    return table
