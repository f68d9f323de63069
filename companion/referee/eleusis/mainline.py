"""The mainline of Eleusis Express as it lies: lines of cards beside one another, sidelines under them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from companion.referee.table import Table
from companion.referee.things import Thing
from companion.rules.cards import UNKNOWN, Card
from vision.outlines import moved_by, short_side
from vision.sightings import FloatArray

# How far a card lies from another: along the line in widths of a card, across it in heights.
_BESIDE, _AND_NO_FARTHER, _IN_LINE = 0.7, 2.2, 0.6
_UNDER, _NOT_FARTHER_UNDER = 0.05, 1.6
_NEXT_LINE, _LAST_NEXT_LINE, _AT_ITS_BEGINNING = 1.05, 2.8, 0.8
_A_FEW = 2  # cards that may all have been lost from sight


class Spot(StrEnum):
    """Where a card lies that was played: at the end of the mainline, or under its last card."""

    MAINLINE = "mainline"
    SIDELINE = "sideline"


@dataclass(frozen=True, eq=False)
class _Laid:
    """A card of the mainline. outline: where it was seen last; begins: whether it is the first of its line."""

    number: int
    card: Card
    outline: FloatArray
    begins: bool


class Mainline:
    """Its cards, oldest first. Which way a line runs, and on which side the next one begins, is free."""

    def __init__(self) -> None:
        self._cards: list[_Laid] = []
        self._along: NDArray[np.float64] | None = None

    def __len__(self) -> int:
        return len(self._cards)

    @property
    def cards(self) -> Mapping[int, Card]:
        """By the numbers of its things, which card of the game each is; the oldest first."""
        return {laid.number: laid.card for laid in self._cards}

    def append(self, thing: Thing, card: Card) -> None:
        """One card more, and which it is in the game."""
        outline, last = thing.sighting.outline, self._cards[-1] if self._cards else None
        beside = last is not None and self._lies_beside(last.outline, outline)
        if beside and last is not None:
            way = outline.mean(axis=0) - last.outline.mean(axis=0)
            self._along = np.asarray(way / np.linalg.norm(way), np.float64)
        self._cards.append(_Laid(thing.number, card, outline, not beside))

    def keep(self, cards: Sequence[Card]) -> None:
        """All cards from the first one on that is not as in the game were taken back."""
        for place, (laid, card) in enumerate(zip(self._cards, cards, strict=False)):
            if UNKNOWN not in (laid.card, card) and laid.card != card:
                cards = cards[:place]
                break
        del self._cards[len(cards) :]

    def shift(self, matrix: NDArray[np.float64]) -> None:
        """The camera was moved: everything is seen elsewhere."""
        if self._along is not None and self._cards:
            start = self._cards[-1].outline.mean(axis=0)
            ends = moved_by(np.array([start, start + short_side(self._cards[-1].outline) * self._along]), matrix)
            way = ends[1] - ends[0]
            self._along = np.asarray(way / np.linalg.norm(way), np.float64)
        self._cards = [replace(card, outline=moved_by(card.outline, matrix)) for card in self._cards]

    def replace(self, number: int, thing: Thing) -> None:
        """A card of it was lost from sight and found again as another thing."""
        self._cards = [
            replace(card, number=thing.number, outline=thing.sighting.outline) if card.number == number else card
            for card in self._cards
        ]

    def follow(self, table: Table) -> None:
        """Where the cards lie now; those that are gone, or not to be seen, are taken to lie where they lay."""
        things = {thing.number: thing for thing in table.things}
        self._cards = [
            replace(card, outline=things[card.number].sighting.outline) if card.number in things else card
            for card in self._cards
        ]

    def lies_there(self, table: Table) -> bool:
        """Whether its last card still lies on the table."""
        return bool(self._cards) and table.thing(self._cards[-1].number) is not None

    def is_cleared(self, table: Table) -> bool:
        """Whether nothing of it lies on the table any more, of cards so many that all of them were taken away."""
        return len(self._cards) > _A_FEW and all(table.thing(card.number) is None for card in self._cards)

    @property
    def put_aside(self) -> int:
        """The number of its last card where that lies under the one before it now, as if it were wrong; else 0."""
        if len(self._cards) < 2:
            return 0
        before, last = self._cards[-2:]
        return last.number if _lies_under(before.outline, last.outline) else 0

    def spot_of(self, outline: FloatArray) -> Spot | None:
        """Where a card lies that may have been played, or None for one that lies elsewhere."""
        if not self._cards:
            return None
        last = self._cards[-1].outline
        if self._lies_beside(last, outline):
            return Spot.MAINLINE
        if _lies_under(last, outline):
            return Spot.SIDELINE
        first = next(card.outline for card in reversed(self._cards) if card.begins)
        along, across = _offset(first, outline)
        if abs(along) < _AT_ITS_BEGINNING and _NEXT_LINE < abs(across) < _LAST_NEXT_LINE and first is not last:
            return Spot.MAINLINE
        return None

    def _lies_beside(self, last: FloatArray, outline: FloatArray) -> bool:
        along, across = _offset(last, outline)
        way = outline.mean(axis=0) - last.mean(axis=0)
        onward = self._along is None or float(way @ self._along) > 0
        return onward and _BESIDE < abs(along) < _AND_NO_FARTHER and abs(across) < _IN_LINE


def _lies_under(card: FloatArray, other: FloatArray) -> bool:
    along, across = _offset(card, other)
    return abs(along) < _BESIDE and _UNDER < abs(across) < _NOT_FARTHER_UNDER


def _offset(card: FloatArray, other: FloatArray) -> tuple[float, float]:
    """How far another card lies along a card's short side, in its widths, and along its long side, in its heights."""
    sides = np.array([card[1] - card[0], card[2] - card[1]], np.float64)
    lengths = np.linalg.norm(sides, axis=1)
    away = (other.mean(axis=0) - card.mean(axis=0)) @ (sides / lengths[:, None] ** 2).T
    short = int(np.argmin(lengths))
    return float(away[short]), float(away[1 - short])
