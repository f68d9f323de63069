"""Backs that look like one that is known: free ones, and those of which a strip shows under others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import cv2
import numpy as np
import pytest

from models.render.backs_art import random_back, twin_backs
from models.render.surfaces import MATERIALS
from vision.outlines import overlap
from vision.photo import Picture
from vision.same_backs import shown_backs, with_their_likes
from vision.sightings import FloatArray, Kind, Sighting

SIZE = (720, 1280)
CARD = (58.0, 81.0)
Laid = tuple[float, float, float]  # the middle of a card, and its turn in degrees
ROW: tuple[Laid, ...] = ((420, 300, 2), (438, 303, -4), (457, 298, 3), (477, 301, -1))  # the last one lies free
APART: tuple[Laid, ...] = ((800, 180, 5),)


def _outline(laid: Laid) -> FloatArray:
    x, y, turn = laid
    return cv2.boxPoints(((x, y), CARD, turn)).astype(np.float32)[[1, 2, 3, 0]]


def _table(material: str, seed: int) -> Picture:
    return np.ascontiguousarray(MATERIALS[material](np.random.default_rng(seed), SIZE))


def _lay(table: Picture, back: Picture, cards: Sequence[Laid]) -> None:
    """The cards one after the other, each with a thin shadow, as sharp as a camera at that distance shows them."""
    fine = cv2.GaussianBlur(back, (0, 0), 0.5 * back.shape[1] / CARD[0])
    height, width = back.shape[:2]
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    for card in cards:
        matrix = cv2.getPerspectiveTransform(corners, _outline(card))
        flat = cv2.warpPerspective(fine, matrix, SIZE[::-1], flags=cv2.INTER_AREA).astype(np.float32)
        alpha = flat[..., 3:] / 255
        shade = 1 - 0.35 * cv2.GaussianBlur(flat[..., 3], (0, 0), 2.0)[..., None] / 255
        table[:] = (table * shade * (1 - alpha) + flat[..., :3] * alpha).astype(np.uint8)


def _view(back: Picture) -> Picture:
    """As it was enrolled, in another light."""
    small = cv2.resize(back[..., :3], (96, 134), interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.asarray(np.clip(small * (0.8, 0.9, 1.0) + 12, 0, 255), np.uint8)


def _boxed(laid: Laid, name: str | None = "ours", certain: bool = True) -> Sighting:
    """As a finder boxes it: a little too wide."""
    outline = _outline(laid)
    return Sighting(Kind.BACK, name, 0.99, certain, outline.mean(axis=0) + (outline - outline.mean(axis=0)) * 1.04)


ACROSS = _boxed((436, 300, 0), None, False)  # as a finder boxes what lies on one another: between two cards


def _seen(backs: Sequence[Sighting], laid: Laid, least: float = 0.7) -> list[Sighting]:
    return [back for back in backs if overlap(back.outline, _outline(laid)) > least]


@pytest.mark.parametrize("material", ["figured wood", "marble", "striped cloth"])
def test_of_a_row_whose_free_card_is_known_all_are_found(material: str) -> None:
    found = 0
    for seed in range(4):
        table, back = _table(material, seed), random_back(np.random.default_rng(seed + 40))
        _lay(table, back, ROW)
        told = with_their_likes(table, {"ours": [_view(back)]}, [_boxed(ROW[-1]), ACROSS], [])
        assert all(any(_seen([one], card, 0.5) for card in ROW) for one in told)  # nothing else is
        found += sum(len(_seen(told, card)) == 1 for card in ROW)
    assert found >= 14  # of sixteen: one of the designs is too plain


def _dotted(seed: int) -> Picture:
    """A blue back with many small dots, and a flower of a few discs in its middle."""
    back = np.full((336, 240, 4), (150, 60, 20, 255), np.uint8)
    for x, y in product(range(10, 240, 18), range(12, 336, 18)):
        cv2.circle(back, (x, y), 5, (215, 215, 215, 255), cv2.FILLED, cv2.LINE_AA)
    for turn in np.random.default_rng(seed).uniform(0, 0.5) + np.arange(4) * np.pi / 2:
        petal = (round(120 + 22 * np.cos(turn)), round(168 + 22 * np.sin(turn)))
        cv2.circle(back, petal, 18, (240, 240, 240, 255), cv2.FILLED, cv2.LINE_AA)
    return back


def _loose(back: Picture) -> Picture:
    """A back with a little of the table, as a loose outline encloses it."""
    height, width = back.shape[:2]
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    within = corners * (0.94, 0.94) + (0.02 * width, 0.03 * height)
    matrix = cv2.getPerspectiveTransform(corners, np.asarray(within, np.float32))
    table = np.full_like(back, (120, 160, 180, 255))
    laid = cv2.warpPerspective(back, matrix, (width, height), table, borderMode=cv2.BORDER_TRANSPARENT)
    return np.asarray(laid, np.uint8)


def test_a_row_of_a_fine_print_is_found() -> None:
    found = 0
    for seed in range(4):
        table, back = _table("herringbone", seed), _dotted(seed)
        _lay(table, back, ROW)
        told = with_their_likes(table, {"ours": [_view(_loose(back))]}, [_boxed(ROW[-1]), ACROSS], [])
        found += sum(len(_seen(told, card)) == 1 for card in ROW)
    assert found >= 15  # of sixteen


def test_a_free_card_that_nothing_boxed_is_found_elsewhere() -> None:
    found = 0
    for seed in range(6):
        table, back = _table("marble", seed), random_back(np.random.default_rng(seed + 40))
        _lay(table, back, (*ROW, *APART))
        found += len(_seen(with_their_likes(table, {"ours": [_view(back)]}, [_boxed(ROW[-1]), ACROSS], []), APART[0]))
    assert 3 <= found <= 6


def test_what_was_boxed_across_two_cards_is_told_as_what_lies_there() -> None:
    table, back = _table("marble", 1), random_back(np.random.default_rng(41))
    _lay(table, back, ROW)
    told = with_their_likes(table, {"ours": [_view(back)]}, [_boxed(ROW[-1]), ACROSS], [])
    assert all(one is not ACROSS for one in told)
    assert [one.name for card in ROW for one in _seen(told, card)] == ["ours"] * len(ROW)


def test_the_twin_of_a_deck_is_not_taken_for_it() -> None:
    for seed in range(4):
        red, blue = twin_backs(np.random.default_rng(seed))
        table = _table("marble", seed)
        _lay(table, red, ROW)
        _lay(table, blue, APART)
        told = with_their_likes(table, {"red": [_view(red)]}, [_boxed(ROW[-1], "red"), ACROSS], [])
        assert not _seen(told, APART[0], 0.3)


def test_a_row_that_reaches_out_of_the_picture_ends_at_its_border() -> None:
    row: tuple[Laid, ...] = tuple((x, 300, 0) for x in (-10, 12, 34, 56))
    table, back = _table("marble", 2), random_back(np.random.default_rng(42))
    _lay(table, back, row)
    told = with_their_likes(table, {"ours": [_view(back)]}, [_boxed(row[-1]), _boxed((20, 300, 0), None, False)], [])
    assert len(told) <= len(row)
    assert all(one.outline[:, 0].max() > 0 for one in told)


def test_without_a_back_that_is_surely_known_nothing_is_added() -> None:
    table, back = _table("marble", 3), random_back(np.random.default_rng(43))
    _lay(table, back, ROW)
    for boxed in (_boxed(ROW[-1], None, False), _boxed(ROW[-1], "ours", False)):
        assert with_their_likes(table, {"ours": [_view(back)]}, [boxed, ACROSS], []) == [boxed, ACROSS]
    assert with_their_likes(table, {}, [], []) == []


def test_in_a_piece_that_shows_none_for_sure_they_are_found_by_one_that_lies_elsewhere() -> None:
    found = 0
    for seed in range(4):
        table, back = _table("figured wood", seed), random_back(np.random.default_rng(seed + 40))
        _lay(table, back, (*ROW, *APART))
        free = replace(_boxed(APART[0]), outline=_outline(APART[0]), free=True)
        around = shown_backs(table, [free, _boxed(ROW[0])])
        piece, decks = np.ascontiguousarray(table[:, :640]), {"ours": [_view(back)]}
        told = with_their_likes(piece, decks, [ACROSS], [], around)
        assert all(any(_seen([one], card, 0.5) for card in ROW) for one in told if one is not ACROSS)
        assert all(one.free == bool(_seen([one], ROW[-1])) for one in told)
        assert with_their_likes(piece, decks, [], [], around) == []
        assert with_their_likes(piece, decks, [_boxed(ROW[-1])], [], around) != told  # a lone card that is known
        found += sum(len(_seen(told, card)) == 1 for card in ROW)
    assert found >= 14  # of sixteen


def test_the_twin_of_a_deck_that_lies_elsewhere_is_not_taken_for_it() -> None:
    for seed in range(4):
        red, blue = twin_backs(np.random.default_rng(seed))
        table = _table("marble", seed)
        _lay(table, red, APART)
        _lay(table, blue, ROW)
        around = shown_backs(table, [replace(_boxed(APART[0], "red"), outline=_outline(APART[0]), free=True)])
        boxed = [_boxed(ROW[-1], None, False), ACROSS]
        assert with_their_likes(table[:, :640].copy(), {"red": [_view(red)]}, boxed, [], around) == boxed


def test_a_box_that_shows_no_such_back_adds_nothing() -> None:
    table, back = _table("figured wood", 3), random_back(np.random.default_rng(43))
    boxed = [_boxed(ROW[-1]), ACROSS]
    assert with_their_likes(table, {"ours": [_view(back)]}, boxed, []) == boxed


def test_where_a_card_lies_face_up_there_is_no_back() -> None:
    table, back = _table("marble", 1), random_back(np.random.default_rng(41))
    _lay(table, back, (*ROW, *APART))
    told = with_their_likes(table, {"ours": [_view(back)]}, [_boxed(ROW[-1]), ACROSS], [_outline(APART[0])])
    assert not _seen(told, APART[0])
    assert _seen(told, ROW[-1])
