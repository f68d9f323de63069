"""A table in sight: what people say of a tile tells others of its set."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.referee.sight import Sight
from companion.referee.table import Table
from models.render.tiles import draw_tile, random_style
from vision.eye import Look
from vision.frames import Frame
from vision.motion import Motion
from vision.sightings import FloatArray, Kind, Reading, Sighting

SIDE = 40
FIRST, SECOND, THIRD = 0, 1, 2  # numbers of places
NONE, ALL = np.zeros((9, 16), bool), np.ones((9, 16), bool)
SIZE = (320, 180)
BARE = Motion(NONE, NONE, NONE, NONE, 16 / SIZE[0], NONE)
STYLE = random_style(np.random.default_rng(1), "held")


def place(number: int) -> FloatArray:
    x, y = 20 + 60 * number, 30
    return np.array([[x, y], [x + SIDE, y], [x + SIDE, y + SIDE], [x, y + SIDE]], np.float32)


def picture(letters: str) -> NDArray[np.uint8]:
    """A table with tiles at the places in turn."""
    image = np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)
    for number, letter in enumerate(letters):
        x, y = map(int, place(number)[0])
        image[y : y + SIDE, x : x + SIDE] = cv2.resize(draw_tile(letter, STYLE).image, (SIDE, SIDE))[..., :3]
    return image


def unsure(letter: str, number: int) -> Sighting:
    return Sighting(Kind.TILE, letter, 0.9, False, place(number))


class Watched:
    """A table in sight of an eye that tells what it is given."""

    def __init__(self) -> None:
        self.table, self.time, self.told = Table(), 0.0, Look(None, BARE)
        self.sight = Sight(SimpleNamespace(look=self._look), self.table)  # type: ignore[arg-type]

    def _look(self, *frame: Any) -> Look:
        return self.told

    def look(self, letters: str, *seen: Sighting, motion: Motion = BARE) -> Look:
        self.told, self.time = Look(Reading(SIZE, 1.0, seen), motion), self.time + 1
        look = self.sight.look(Frame(picture(letters), self.time, 0))
        assert look.reading is not None
        self.table.update(look.reading, self.time, motion)
        return look

    def lying(self, letters: str, *seen: Sighting) -> Look:
        """After several looks at the same."""
        for _ in range(4):
            look = self.look(letters, *seen)
        return look


def certain(look: Look) -> list[str | None]:
    return [] if look.reading is None else [s.name for s in look.reading.sightings if s.certain]


@pytest.fixture
def watched() -> Watched:
    """A first tile lies there, and was named by people."""
    watched = Watched()
    watched.lying("A", unsure("A", FIRST))
    watched.table.name(watched.table.things[0].number, "A", watched.time)
    watched.look("A", unsure("A", FIRST))
    return watched


def test_a_tile_that_looks_like_a_named_one_is_sure(watched: Watched) -> None:
    assert "A" in certain(watched.look("AA", unsure("A", FIRST), unsure("A", SECOND)))
    assert [thing.sighting.certain for thing in watched.table.things] == [True]
    watched.lying("AA", unsure("A", FIRST), unsure("A", SECOND))
    assert [thing.sighting.certain for thing in watched.table.things] == [True, True]


def test_nothing_is_sure_before_it_was_named() -> None:
    watched = Watched()
    assert certain(watched.lying("AA", unsure("A", FIRST), unsure("A", SECOND))) == []


def test_a_misread_tile_that_looks_like_a_named_one_is_of_its_letter(watched: Watched) -> None:
    assert certain(watched.look("AA", unsure("A", FIRST), unsure("H", SECOND))) == ["A"]
    watched.lying("AA", unsure("A", FIRST), unsure("H", SECOND))
    assert [thing.sighting.name for thing in watched.table.things] == ["A", "A"]


def test_a_likely_letter_that_looks_like_another_one_stays_unsure(watched: Watched) -> None:
    likely = replace(unsure("H", SECOND), confidence=0.99)
    assert certain(watched.lying("AA", unsure("A", FIRST), likely)) == []
    assert [(thing.sighting.name, thing.sighting.certain) for thing in watched.table.things][1:] == [("H", False)]


def test_another_letter_stays_unsure(watched: Watched) -> None:
    assert certain(watched.lying("HH", unsure("H", FIRST), unsure("A", SECOND))) == []


def test_a_sure_letter_that_looks_like_another_one_is_doubted(watched: Watched) -> None:
    watched.lying("AH", unsure("A", FIRST), replace(unsure("H", SECOND), certain=True, confidence=1.0))
    misread = replace(unsure("A", THIRD), certain=True, confidence=1.0)
    watched.lying("AHH", unsure("A", FIRST), unsure("H", SECOND), misread)
    assert [thing.sighting.certain for thing in watched.table.things] == [True, True, False]


def test_nothing_is_told_or_learnt_of_a_tile_that_a_hand_is_near(watched: Watched) -> None:
    near = replace(BARE, veiled=ALL)
    assert certain(watched.look("AA", unsure("A", FIRST), unsure("A", SECOND), motion=near)) == []
    other = Watched()
    other.lying("A", unsure("A", FIRST))
    other.table.name(other.table.things[0].number, "A", other.time)
    other.look("A", unsure("A", FIRST), motion=near)
    other.look("H", unsure("A", FIRST), motion=replace(BARE, changed=ALL))  # it is another one by now
    assert certain(other.look("AA", unsure("A", SECOND), motion=replace(BARE, changed=ALL))) == []


def test_what_was_not_read_anew_is_told_alike(watched: Watched) -> None:
    seen = unsure("A", FIRST), unsure("A", SECOND)
    assert certain(watched.look("AA", *seen)) == certain(watched.look("AA", *seen)) == ["A"]
    watched.told = Look(None, BARE)
    assert watched.sight.look(Frame(picture("AA"), 9.0, 0)).reading is None
