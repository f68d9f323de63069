"""What was read with a hand near, and what of it is believed once the hand is away."""

from __future__ import annotations

from dataclasses import replace

from companion.referee.table import Table
from tests.companion.referee.test_table import Around, seen
from vision.sightings import Reading, Sighting


def look(table: Table, *reads: tuple[float, Sighting, bool]) -> list[tuple[str | None, bool]]:
    """What lies there after readings at such times of one thing each, with a hand near it or not."""
    for time, sighting, hand in reads:
        table.update(Reading((500, 500), 1.0, (sighting,)), time, Around(lambda _, near=float(hand): near))
    return [(thing.sighting.name, thing.sighting.certain) for thing in table.things]


UNDER_A_HAND = [(0.1 * number, seen("JS"), True) for number in range(10)]


def test_a_name_that_was_sure_under_a_hand_alone_is_as_sure_as_it_is_seen_without_one() -> None:
    table = Table()
    assert look(table, *UNDER_A_HAND) == [("JS", True)]
    assert look(table, (1.0, seen("JS", certain=False), False)) == [("JS", False)]


def test_another_name_that_is_read_before_the_first_was_sure_without_a_hand_counts() -> None:
    table = Table()
    look(table, *UNDER_A_HAND, (1.0, seen("JS", certain=False), False))
    assert look(table, (1.1, seen("JC", certain=False), False)) == [("JC", False)]


def test_a_name_that_was_surely_read_without_a_hand_once_stays_sure() -> None:
    table = Table()
    look(table, *UNDER_A_HAND, (1.0, seen("JS"), False))
    assert look(table, (1.1, replace(seen("JC", certain=False), confidence=0.7), False)) == [("JS", True)]


def test_what_people_said_stays_so_whatever_is_read_once_the_hand_is_away() -> None:
    table = Table()
    look(table, *UNDER_A_HAND)
    table.name(table.things[0].number, "JC", 1.0)
    assert look(table, (1.1, seen("KC", certain=False), False)) == [("JC", True)]
