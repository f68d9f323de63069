"""Tiles that look like known ones: drawn sets, each tile a little crooked, in its own light and noise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from models.render.tiles import TileStyle, draw_tile, random_style
from vision.likeness import Likenesses
from vision.sightings import BLANK_TILE, FloatArray

SIDE = 30  # pixels of a tile in the picture
LETTERS = "AEFHILMNOQRSTUW"
SETS = range(6)


@dataclass(frozen=True, eq=False)
class Laid:
    """A picture of one tile, and its outline as eyes find it."""

    image: NDArray[np.uint8]
    outline: FloatArray


def style(seed: int) -> TileStyle:
    return random_style(np.random.default_rng(seed), "held")


def laid(letter: str, style: TileStyle, seed: int) -> Laid:
    """A tile on a green table, a little crooked, its outline a little wrong."""
    lot = np.random.default_rng(seed)
    art = cv2.resize(draw_tile(letter, style).image, (2 * SIDE, 2 * SIDE), interpolation=cv2.INTER_AREA)
    turn, half = np.radians(lot.normal(0, 3)), SIDE / 2
    axes = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    corners = np.array([[-half, -half], [half, -half], [half, half], [-half, half]]) @ axes.T
    outline = np.asarray(corners + 1.5 * SIDE, np.float32)
    source = np.array([[0, 0], [2 * SIDE, 0], [2 * SIDE, 2 * SIDE], [0, 2 * SIDE]], np.float32)
    on_it = cv2.warpPerspective(art, cv2.getPerspectiveTransform(source, outline), (3 * SIDE, 3 * SIDE))
    alpha = on_it[..., 3:] / 255
    seen = (on_it[..., :3] * alpha + np.array([60, 110, 60]) * (1 - alpha)) * lot.uniform(0.8, 1.1)
    image = (seen + lot.normal(0, 2, seen.shape)).clip(0, 255).astype(np.uint8)
    return Laid(image, outline + lot.normal(0, 0.3, (4, 2)).astype(np.float32))


def knowing(style: TileStyle, letters: Sequence[str] = LETTERS) -> Likenesses:
    """What is known once two tiles of each of some letters are."""
    known = Likenesses()
    for number, letter in enumerate(letters * 2):
        tile = laid(letter, style, number)
        known.keep(letter, tile.image, tile.outline)
    return known


def tile(seed: int, letter: str) -> tuple[NDArray[np.uint8], FloatArray]:
    """A tile of a set that was not seen before, and its outline."""
    seen = laid(letter, style(seed), 900 + LETTERS.index(letter))
    return seen.image, seen.outline


def confirmed(known: Likenesses, letter: str, tile: Laid) -> bool:
    return known.tell(letter, tile.image, tile.outline).letter == letter


def test_most_tiles_that_look_like_known_ones_are_confirmed() -> None:
    tiles = [
        (known, letter, laid(letter, style(seed), 500 + number))
        for seed in SETS
        for known in [knowing(style(seed))]
        for number, letter in enumerate(LETTERS)
    ]
    assert np.mean([confirmed(*tile) for tile in tiles]) > 0.7


@pytest.mark.parametrize("seed", SETS)
def test_no_tile_is_confirmed_as_another_letter(seed: int) -> None:
    known = knowing(style(seed))
    tiles = [(letter, laid(letter, style(seed), 700 + number)) for number, letter in enumerate(LETTERS)]
    wrong = [(is_, seems) for is_, tile in tiles for seems in LETTERS if seems != is_ and confirmed(known, seems, tile)]
    assert wrong == []


def test_most_tiles_that_look_like_another_letter_contradict_their_read() -> None:
    misread = [knowing(style(seed)).tell("L", *tile(seed, letter)) for seed in SETS for letter in "AHMNRSUW"]
    assert np.mean([told.denied for told in misread]) > 0.6


def test_what_was_misread_is_the_letter_that_it_looks_like() -> None:
    """Whatever it was read as; and none where its letter, or one that differs little from it, was not seen before."""
    told = [
        (letter, knowing(style(seed)).tell(read, *tile(seed, letter)).letter)
        for seed in SETS
        for read, letter in zip(("L", "B", None, BLANK_TILE), "HMNS", strict=True)
    ]
    assert np.mean([shown == letter for letter, shown in told]) > 0.7
    assert all(shown in {letter, None} for letter, shown in told)
    unknown = [knowing(style(seed), "AEHM").tell("E", *tile(seed, letter)).letter for seed in SETS for letter in "FNSU"]
    assert unknown == [None] * len(unknown)


@pytest.mark.parametrize("seed", SETS)
def test_no_tile_contradicts_its_own_letter(seed: int) -> None:
    known = knowing(style(seed))
    assert [letter for letter in LETTERS if known.tell(letter, *tile(seed, letter)).denied] == []


@pytest.mark.parametrize(("letter", "twin"), [("T", "I"), ("F", "E"), ("E", "F")])
def test_a_letter_is_not_confirmed_before_its_twin_was_seen(letter: str, twin: str) -> None:
    same = style(1)
    alone, both = knowing(same, [letter, "A"]), knowing(same, [letter, "A", twin])
    tile = laid(letter, same, 3)
    assert not confirmed(alone, letter, tile)
    assert confirmed(both, letter, tile)


def test_nothing_is_confirmed_that_was_never_seen() -> None:
    assert not confirmed(Likenesses(), "A", laid("A", style(1), 1))
    assert not confirmed(knowing(style(1), ["H"]), "A", laid("A", style(1), 1))


def test_blank_tiles_tell_nothing() -> None:
    known = knowing(style(1), [BLANK_TILE])
    assert not confirmed(known, BLANK_TILE, laid(BLANK_TILE, style(1), 1))


def test_tiles_of_another_set_tell_nothing() -> None:
    known = knowing(style(1))
    others = [confirmed(known, letter, laid(letter, style(3), 9)) for letter in LETTERS]
    assert sum(others) <= 1
