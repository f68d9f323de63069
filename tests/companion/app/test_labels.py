"""Names of things that lie side by side: none covers another, equal ones are counted, the rest make room."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.app.labels import Box, Name, moved, placed

FIRST = (100.0, 50.0, 60.0, 20.0)


def size_of(text: str) -> tuple[float, float]:
    """Ten pixels for each letter."""
    return 10.0 * len(text), 20.0


def back(text: str, x: float, y: float = 100.0, certain: bool = True) -> Name:
    """The name of a back that is 140 px high."""
    return Name(text, certain, (x, y), 70)


def written(*names: Name) -> list[tuple[str, Box]]:
    """What is written where."""
    return [(name.written, box) for name, box in placed(names, size_of)]


@pytest.mark.parametrize(
    ("box", "place"),
    [
        ((170.0, 50.0, 60.0, 20.0), (170.0, 50.0, 60.0, 20.0)),  # beside it
        ((160.0, 50.0, 60.0, 20.0), (160.0, 50.0, 60.0, 20.0)),  # edge to edge
        ((140.0, 50.0, 60.0, 20.0), (140.0, 30.0, 60.0, 20.0)),  # below
        ((140.0, 60.0, 60.0, 20.0), (140.0, 80.0, 60.0, 20.0)),  # above, which is nearer
        ((140.0, 50.0, 60.0, 90.0), None),  # too far
    ],
)
def test_a_name_makes_room_for_one_that_is_there(box: Box, place: Box | None) -> None:
    assert moved(box, [FIRST], 40.0) == place


def test_backs_of_one_deck_that_are_fanned_are_counted_in_the_middle_of_the_fan() -> None:
    fan = [back("Ann", x) for x in (100, 140, 120)]  # the last one connects the others
    assert written(*fan, back("Ann", 300)) == [("Ann ×3", (90, 90, 60, 20)), ("Ann", (285, 90, 30, 20))]


def test_a_name_that_is_not_sure_is_not_counted_with_one_that_is() -> None:
    fan = (back("Ann", 100), back("Ann", 110, certain=False))
    assert [box[1] for _, box in written(*fan)] == [90, 70]


def test_names_of_other_decks_go_below_and_above_until_there_is_no_room() -> None:
    fan = [back(text, 100) for text in ("Ann", "Ben", "Cem", "Dora", "Eve", "Finn", "Gus", "Hal")]
    places = [(text, box[1]) for text, box in written(*fan)]
    assert places == [("Ann", 90), ("Ben", 70), ("Cem", 110), ("Dora", 50), ("Eve", 130), ("Finn", 30), ("Gus", 150)]


def test_cards_keep_their_names_and_backs_make_room_for_them() -> None:
    cards = (Name("10♥", True, (100, 100)), Name("J♥", True, (105, 100)))
    assert [text for text, _ in written(back("Ann", 100), *cards)] == ["10♥", "J♥", "Ann"]
    assert dict(written(back("Ann", 100), *cards))["Ann"][1] == 70


@given(
    st.lists(
        st.builds(back, st.sampled_from(["Ann", "Ben", "?"]), st.integers(0, 300), st.integers(0, 200)), max_size=12
    )
)
def test_no_two_names_of_backs_meet_however_they_lie(names: list[Name]) -> None:
    for (_, one), (_, other) in combinations(placed(names, size_of), 2):
        apart = one[0] + one[2] <= other[0] or other[0] + other[2] <= one[0]
        assert apart or one[1] + one[3] <= other[1] or other[1] + other[3] <= one[1]
