"""Reading order of cards in a row: turned, crooked, wrapped, and what is no row."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from companion.referee.row import moved_card, read_row
from vision.sightings import Kind, Sighting

WIDTH, HEIGHT = 60.0, 84.0
STEP = 70.0


def card(name: str, x: float, y: float, turn: float = 0.0) -> Sighting:
    """A card centred at (x, y), turned by `turn` degrees."""
    corners = np.array([[-WIDTH, -HEIGHT], [WIDTH, -HEIGHT], [WIDTH, HEIGHT], [-WIDTH, HEIGHT]]) / 2
    return Sighting(Kind.CARD, name, 0.99, True, (corners @ rotation(turn) + (x, y)).astype(np.float32))


def rotation(degrees: float) -> NDArray[np.float64]:
    angle = np.deg2rad(degrees)
    return np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])


def turned(sightings: list[Sighting], degrees: float) -> list[Sighting]:
    """The whole picture turned about its origin; positive degrees are clockwise as y points down."""
    matrix = rotation(degrees)
    return [
        Sighting(s.kind, s.name, s.confidence, s.certain, (s.outline @ matrix).astype(np.float32)) for s in sightings
    ]


def names(sightings: list[Sighting], along: tuple[float, float] | None = None) -> str:
    row = read_row(sightings, None if along is None else np.array(along))
    return "" if row is None else "".join(s.name or "" for s in row.sightings)


def in_row(letters: str) -> list[Sighting]:
    return [card(letter, STEP * place, 0) for place, letter in enumerate(letters)]


@given(
    st.integers(2, 10),
    st.floats(-40, 80),
    st.integers(0, 2**32),
)
def test_a_crooked_row_is_read_in_order_however_it_lies(count: int, degrees: float, seed: int) -> None:
    chance = np.random.default_rng(seed)
    letters = "ABCDEFGHIJ"[:count]
    crooked = [
        card(letter, STEP * place + chance.uniform(-10, 10), chance.uniform(-12, 12), chance.uniform(-15, 15))
        for place, letter in enumerate(letters)
    ]
    if count < 4:  # so short a row is turned by its own crookedness as well
        degrees = float(np.clip(degrees, -25, 65))
    chance.shuffle(crooked)  # type: ignore[arg-type]
    assert names(turned(crooked, degrees)) == letters


@pytest.mark.parametrize(
    ("degrees", "order"), [(0, "ABC"), (90, "ABC"), (180, "CBA"), (270, "CBA"), (30, "ABC"), (-30, "ABC")]
)
def test_rows_run_from_left_to_right_or_from_top_to_bottom(degrees: float, order: str) -> None:
    assert names(turned(in_row("ABC"), degrees)) == order


@pytest.mark.parametrize("degrees", range(0, 360, 30))
def test_a_row_can_be_read_towards_a_direction(degrees: float) -> None:
    x, y = np.array([1.0, 0.2]) @ rotation(degrees)
    assert names(turned(in_row("ABCD"), degrees), (float(x), float(y))) == "ABCD"


def test_a_row_that_goes_on_below() -> None:
    wrapped = [*in_row("ABCD"), *(card(letter, STEP * place + 5, 110) for place, letter in enumerate("EFG"))]
    assert names(wrapped[::-1]) == "ABCDEFG"
    assert names(turned(wrapped, 20)) == "ABCDEFG"
    assert names(turned(wrapped, -20)) == "ABCDEFG"


def test_one_line_below_the_other_with_one_card() -> None:
    assert names([*in_row("ABC"), card("D", 0, 110)]) == "ABCD"


def test_overlapping_cards_and_a_column_of_them() -> None:
    assert names([card(letter, 18.0 * place, 0) for place, letter in enumerate("ABCDE")]) == "ABCDE"
    assert names([card(letter, 0, 25.0 * place) for place, letter in enumerate("EDCBA")]) == "EDCBA"


def test_cards_laid_sideways() -> None:
    assert names([card(letter, 100.0 * place, 0, 90) for place, letter in enumerate("ABCD")]) == "ABCD"


def test_one_card_is_a_row() -> None:
    assert names([card("A", 5, 5, 30)]) == "A"


def test_what_is_no_row() -> None:
    assert read_row([*in_row("ABC"), card("D", STEP, 3)]) is None
    arc = [card("A", 0, 0), card("B", 70, 50), card("C", 140, 75), card("D", 210, 50), card("E", 280, 0)]
    assert read_row(arc) is None
    assert read_row([card("A", 0, 0), card("B", STEP, 100), card("C", 2 * STEP, 0)]) is None


def moved(first: list[Sighting], second: list[Sighting]) -> int | None:
    row, other = read_row(first), read_row(second)
    assert row is not None
    assert other is not None
    return moved_card(row, other)


def test_the_same_row_from_elsewhere_has_not_moved() -> None:
    row = [card("A", 0, 0), card("B", 65, 4), card("C", 160, -3), card("D", 225, 0)]
    assert moved(row, turned(row, 12)) is None
    farther = [Sighting(s.kind, s.name, s.confidence, s.certain, s.outline * np.float32(0.6) + 40) for s in row]
    assert moved(row, farther) is None


def test_a_card_that_moved_is_found() -> None:
    row = in_row("ABCDE")
    assert moved(row, [*row[:2], card("C", STEP * 2.7, 0), *row[3:]]) == 3


def test_lines_that_broke_elsewhere() -> None:
    first = [*in_row("ABCD"), *(card(letter, STEP * place, 110) for place, letter in enumerate("EFG"))]
    second = [*in_row("ABC"), *(card(letter, STEP * place, 110) for place, letter in enumerate("DEFG"))]
    assert moved(first, second) == 4
