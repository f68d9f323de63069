"""Suits that the eye half takes for another all over a deck: people are asked for two cards, and not for the others."""

from __future__ import annotations

import numpy as np
import pytest

from companion.referee.table import Table
from companion.referee.things import Happening
from tests.companion.referee.test_table import CARD, told
from vision.sightings import Kind, Sighting


def card(name: str, place: int, spades: float) -> Sighting:
    """A card with such log-odds of spades over clubs, sure where they are large."""
    odds = np.array([-spades / 2, -12.0, -12.0, spades / 2])
    suits = tuple(odds - np.logaddexp.reduce(odds))
    return Sighting(Kind.CARD, name, 0.9, abs(spades) > 4, CARD + np.float32([100 * place, 0]), suits)


def table(named: int, *more: Sighting) -> tuple[Table, list[int]]:
    """Clubs that are surely read, and spades that are not, of which people named so many; the numbers of all."""
    table = Table(agreeing=2)
    lying = [card("4C", 0, -6.0), card("5C", 1, -5.0), card("7S", 2, 1.0), card("9S", 3, 1.2), *more]
    told(table, *[lying] * 5)
    by_place = sorted(table.things, key=lambda thing: thing.sighting.centre)
    for thing in by_place[2 : 2 + named]:
        table.name(thing.number, str(thing.sighting.name), 1.0)
    return table, [thing.number for thing in by_place]


@pytest.mark.parametrize(("named", "happening"), [(1, None), (2, Happening.NAMED)])
def test_a_card_that_is_read_like_two_that_people_named_is_named_by_its_deck(
    named: int, happening: Happening | None
) -> None:
    lying, numbers = table(named, card("JS", 4, 0.9))
    event = lying.name_as_its_deck(numbers[4], 2.0)
    assert (None if event is None else event.happening) is happening
    thing = lying.thing(numbers[4])
    assert thing is not None
    assert (thing.sighting.name, thing.sighting.certain) == ("JS", happening is not None)


def test_what_its_deck_told_teaches_nothing() -> None:
    lying, numbers = table(2, card("JS", 4, 0.5), card("QS", 5, -0.1))
    assert lying.name_as_its_deck(numbers[4], 2.0) is not None
    assert lying.name_as_its_deck(numbers[5], 2.0) is None


def test_what_is_sure_or_has_no_name_is_not_named_by_its_deck() -> None:
    lying, numbers = table(2, Sighting(Kind.CARD, None, 0.3, False, CARD + np.float32([400, 0])))
    assert [lying.name_as_its_deck(number, 2.0) for number in (*numbers, 99)] == [None] * 6
