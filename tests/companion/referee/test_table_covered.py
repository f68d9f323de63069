"""Cards on cards, and people who know better: which of them a read is of that does not tell by its name."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.referee.table import Table
from tests.companion.referee.test_table import CARD, face_down, seen, take, told
from tests.companion.referee.test_table_under_a_hand import under_hand

UNREAD = seen(None, 2.0, certain=False)
UPPER = replace(seen("KH"), outline=CARD + np.float32([0, 9]))


def covered() -> Table:
    """A queen, and a king on it."""
    table = Table(agreeing=2)
    told(table, [seen("QH")], [seen("QH")], *[[UPPER]] * 3)
    assert [(thing.sighting.name, thing.covered) for thing in table.things] == [("QH", True), ("KH", False)]
    return table


def test_what_cannot_be_read_is_the_card_on_top_and_not_the_one_beneath() -> None:
    table = covered()
    assert told(table, *[[UNREAD]] * 4) == []
    assert [(thing.sighting.name, thing.covered) for thing in table.things] == [("QH", True), ("KH", False)]


def test_what_cannot_be_read_is_not_the_card_beneath_either_once_the_upper_one_is_missed() -> None:
    table = covered()
    assert told(table, [], [UNREAD]) == []
    assert [(thing.sighting.name, thing.covered) for thing in table.things] == [("QH", True), ("KH", False)]


def test_an_unsure_read_of_the_name_of_the_card_beneath_is_the_card_on_top() -> None:
    table = covered()
    assert told(table, [replace(UPPER, name="QH", certain=False)]) == []
    assert told(table, *[[seen("QH")]] * 2) != []


def test_what_was_seen_to_be_empty_holds_another_card_where_its_name_is_not_read() -> None:
    table = Table(agreeing=2)
    told(table, [seen("KH")], [seen("KH")], [], [])
    assert under_hand(table, 1.0, seen("QH", certain=False)) == []
    assert ("placed", "QH") in told(table, *[[seen("QH", certain=False)]] * 4)


def test_a_half_covered_card_that_is_read_unsurely_is_no_other_one() -> None:
    table, unsure = Table(agreeing=2), replace(seen("KH", certain=False), confidence=0.95)
    told(table, [seen("QH")], [seen("QH")])
    lower = replace(seen("6H"), outline=CARD + np.float32([0, 30]))
    assert sorted(told(table, *[[unsure, lower]] * 8)) == [("placed", "6H")]


def test_what_people_say_is_another_card_is_unsure_until_it_is_named() -> None:
    table = Table(agreeing=2)
    told(table, [seen("KH")], [seen("KH")])
    number = table.things[0].number
    table.doubt(number)
    assert [(thing.sighting.name, thing.sighting.certain) for thing in table.things] == [(None, False)]
    table.name(number, "QH", 1.0)
    assert take(table, [seen("QH", 1.0)]) == []


def test_a_card_read_as_two_for_a_moment_is_one() -> None:
    table = Table(agreeing=2)
    told(table, [seen("QH")], [seen("QH")])
    beside, twice = seen("QH", 7.0), [seen("QH", -4.0, certain=False), seen("QH", 6.0, certain=False)]
    assert told(table, twice, [beside], [beside], [beside]) == []
    assert [thing.sighting.name for thing in table.things] == ["QH"]


def test_an_equal_card_laid_beside_one_that_still_shows_is_another() -> None:
    table = Table(agreeing=2)
    told(table, [seen("QH")], [seen("QH")])
    both = [seen("QH"), seen("QH", 20.0)]
    assert told(table, both, both) == [("placed", "QH")]


@pytest.mark.parametrize("aside", [18.0, 60.0])
def test_an_equal_card_laid_while_one_was_missed_is_another_once_that_is_seen_where_it_lay(aside: float) -> None:
    table = Table(agreeing=2)
    told(table, [seen("QH")], [seen("QH")])
    (first,) = table.things
    assert told(table, [seen("QH", aside)]) == []  # of both the new one alone is read
    both = [seen("QH"), seen("QH", aside)]
    assert told(table, both, both, both) == [("placed", "QH")]
    places = {thing.number: float(thing.sighting.outline[0, 0]) for thing in table.things}
    assert places.pop(first.number) == 0
    assert list(places.values()) == [aside]


@pytest.mark.parametrize(("altered", "done"), [(0.0, "placed"), (1.0, "uncovered")])
def test_a_covered_card_is_seen_elsewhere_only_where_its_place_came_to_look_otherwise(
    altered: float, done: str
) -> None:
    table = covered()
    take(table, [UPPER], altered=0.0)
    elsewhere = [seen("QH", 200.0)]  # and the king is missed
    told_of = [
        happening for _ in range(3) for happening, name in take(table, elsewhere, altered=altered) if name == "QH"
    ]
    assert told_of[0] == done


def test_what_was_seen_to_be_gone_is_gone_when_something_is_laid_in_its_place() -> None:
    table = Table(agreeing=2, gone_for=9.0)
    told(table, [seen("QH")], [seen("QH")])
    assert told(table, [], [], []) == []
    assert told(table, *[[UPPER]] * 2) == [("removed", "QH"), ("placed", "KH")]


def test_what_people_denied_is_the_same_misread_when_it_is_surely_read_again() -> None:
    table = Table(agreeing=2)
    told(table, *[[seen("KD", certain=False)]] * 4)
    table.name(table.things[0].number, "JD", 1.0)
    assert told(table, *[[seen("KD", 3.0)]] * 6) == []
    assert [thing.sighting.name for thing in table.things] == ["JD"]
    lower = replace(seen("KD"), outline=CARD + np.float32([0, 15]))
    assert ("placed", "KD") in told(table, *[[lower]] * 6)  # another king


def test_a_back_that_seemed_to_lie_elsewhere_while_half_hidden_lies_where_it_did() -> None:
    table = Table(agreeing=2)
    told(table, *[[face_down()]] * 3)
    assert told(table, [replace(face_down(8), certain=False)], *[[face_down(-1.5)]] * 4) == []
    assert len(table.things) == 1


@pytest.mark.parametrize(("altered", "lies"), [(1.0, ["Ben", "Ann"]), (0.0, ["Ben"])])
def test_a_back_that_is_read_unsurely_where_anothers_lay_is_laid_on_it_if_the_place_looks_otherwise(
    altered: float, lies: list[str]
) -> None:
    table = Table(agreeing=2)
    lower = replace(face_down(), name="Ben")
    told(table, *[[lower]] * 3)
    upper = replace(face_down(4.0), confidence=0.95, certain=False)
    for number in range(12):
        take(table, [upper], altered=0.0 if number else altered)
    assert [thing.sighting.name for thing in table.things] == lies
