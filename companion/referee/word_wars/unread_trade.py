"""Tiles of Word Wars that may be traded and are not all read: which letters they are may be told once they are gone."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from companion.referee.desk import Desk
from companion.referee.things import Thing
from companion.referee.word_wars.plays import letter_key
from companion.rules.word_wars import State, Tile


class UnreadTrade:
    """Remembers the last such tiles for as long as the game stays as it is and one of their letters is asked."""

    def __init__(self) -> None:
        self._state: State | None = None  # as the game was when they lay there
        self._tiles: tuple[Thing, ...] = ()

    def lie(self, tiles: Sequence[Thing], desk: Desk) -> bool:
        """These lie apart; whether they are remembered. Those that are left of others are not, nor such as are not
        asked about, for they may still be read."""
        asked = any(desk.asks(letter_key(tile)) for tile in tiles)
        if not asked or self.has_more({tile.number for tile in tiles}, desk):
            return False
        self._state, self._tiles = desk.state, tuple(tiles)
        return True

    def is_asked(self, desk: Desk) -> bool:
        """Whether there are such tiles."""
        return self._state is desk.state and any(desk.asks(letter_key(tile)) for tile in self._tiles)

    def has_more(self, numbers: Collection[int], desk: Desk) -> bool:
        """Whether tiles of those numbers are what is left of them."""
        return self.is_asked(desk) and set(numbers) < {tile.number for tile in self._tiles}

    def named(self, number: int, letter: Tile, desk: Desk) -> tuple[Thing, ...]:
        """It is said which letter one of them was; all of them, once all are known."""
        if self._state is not desk.state or number not in {tile.number for tile in self._tiles}:
            return ()
        self._tiles = tuple(tile.said(letter) if tile.number == number else tile for tile in self._tiles)
        return self._tiles if all(tile.sighting.certain for tile in self._tiles) else ()
