"""Suits of one deck that are told unsurely and alike: what people said of some tells of the others."""

from __future__ import annotations

import numpy as np
import pytest

from vision.sightings import SUITS
from vision.suits import KnownSuits


def read(spades: float) -> tuple[float, ...]:
    """A black card's suits, with such log-odds of spades over clubs."""
    odds = np.array([-spades / 2, -12.0, -12.0, spades / 2])
    return tuple(odds - np.logaddexp.reduce(odds))


def deck(named: int = 2, clubs: tuple[float, ...] = (-6.0, -5.0)) -> KnownSuits:
    """Spades at log-odds of 1 that people named, so many, and clubs that the eye was sure of."""
    known = KnownSuits()
    for _ in range(named):
        known.keep("S", read(1.0), said=True)
    for odds in clubs:
        known.keep("C", read(odds), said=False)
    return known


def test_a_card_read_like_those_of_its_suit_that_people_named_is_of_it() -> None:
    assert deck().tell("S", read(0.8))
    assert deck().tell("S", read(2.0))


@pytest.mark.parametrize("known", [deck(named=1), deck(clubs=(-6.0,)), deck(clubs=())])
def test_few_known_cards_tell_nothing(known: KnownSuits) -> None:
    assert not known.tell("S", read(0.8))


def test_a_card_read_less_surely_than_those_that_people_named_is_not_told() -> None:
    assert not deck().tell("S", read(0.2))


def test_a_card_that_people_named_otherwise_than_it_was_read_takes_the_word_of_the_others() -> None:
    known = deck()
    known.keep("C", read(1.2), said=True)
    assert not known.tell("S", read(1.0))


def test_what_the_eye_took_for_sure_without_being_sure_of_the_suit_teaches_nothing() -> None:
    known = deck()
    known.keep("C", read(1.2), said=False)
    assert known.tell("S", read(1.0))


def test_where_the_suit_is_not_in_doubt_or_more_than_it_is_nothing_is_told() -> None:
    assert not deck().tell("S", read(8.0))
    assert not deck().tell("S", ())
    assert not deck().tell("C", read(1.0))
    assert SUITS.index("S") == int(np.argmax(read(1.0)))


def test_a_card_read_as_of_another_suit_like_two_that_people_named_is_of_theirs() -> None:
    known = deck(named=0, clubs=())
    for odds in (6.0, 7.0):
        known.keep("S", read(odds), said=False)
    known.keep("C", read(2.5), said=True)
    assert not known.tell("C", read(2.7))
    known.keep("C", read(2.7), said=True)
    assert known.tell("C", read(2.9))
    assert not known.tell("C", read(3.6))  # more like a spade than any known club of that deck
    assert not known.tell("S", read(2.9))


def test_cards_that_were_named_as_they_were_read_tell_nothing_of_one_that_was_read_otherwise() -> None:
    known = deck(named=2, clubs=(-6.0, -5.0))
    for _ in range(2):
        known.keep("C", read(-1.0), said=True)
    assert not known.tell("C", read(0.1))
