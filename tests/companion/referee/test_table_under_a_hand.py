"""What was read with a hand near, and what of it is believed once the hand is away."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from companion.referee.table import Table
from tests.companion.referee.test_table import CARD, Around, seen, told
from vision.sightings import Kind, Reading, Sighting


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


def test_an_arm_that_leaves_only_the_lower_half_of_a_card_in_sight_does_not_move_it() -> None:
    table, half = Table(), np.array([[60, 84], [0, 84], [0, 47], [60, 47]], np.float32)
    assert told(table, *[[seen("3C")]] * 2) == [("placed", "3C")]
    assert told(table, *[[replace(seen("3C"), outline=half)]] * 3) == []
    np.testing.assert_array_equal(table.things[0].sighting.outline, CARD)
    whole, askew = seen("3C", 1.0), seen("3C", -6.0, certain=False)
    assert told(table, [askew, replace(seen(None, certain=False), outline=half)], [askew], [whole], [whole]) == []


def test_a_card_whose_outline_was_wrong_at_first_lies_where_it_is_seen() -> None:
    table, first = Table(), np.array([[-10, 0], [70, 0], [70, 164], [-10, 164]], np.float32)
    told(table, *[[replace(seen("KS"), outline=first)]] * 2, [seen("KS", 1.0)])
    np.testing.assert_array_equal(table.things[0].sighting.outline, seen("KS", 1.0).outline)


def test_a_card_that_seemed_longer_under_a_hand_is_not_two_once_it_is_seen_whole() -> None:
    table = Table()
    long = replace(seen("10D"), outline=np.array([[0, -2], [80, 2], [70, 195], [-10, 190]], np.float32))
    faces = [long, seen(None, certain=False)]
    for time, read, hand in [(0, faces, 1.0), (0.2, faces, 1.0), (0.4, [long], 1.0), (0.6, [long], 1.0)]:
        table.update(Reading((500, 500), 1.0, tuple(read)), time, Around(lambda _, near=hand: near))
    assert [thing.sighting.name for thing in table.things] == ["10D"]
    told(table, *[[seen("10D")]] * 4)
    assert [(thing.sighting.name, thing.sighting.kind) for thing in table.things] == [("10D", Kind.CARD)]
    np.testing.assert_array_equal(table.things[0].sighting.outline, CARD)
