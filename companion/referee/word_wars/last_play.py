"""The play of Word Wars that was ruled on last: a tile of it may come to light only then, and sets it right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import inf

from companion.referee.desk import Desk
from companion.referee.things import Thing
from companion.referee.word_wars.plays import written
from companion.rules.game import Finding
from companion.rules.word_wars import Cell, Play, State, can

_FOUND_BY = 1.3  # seconds from a ruling until another tile may have been laid: nobody is so fast


@dataclass(frozen=True)
class _Played:
    """before, after: the game; numbers: of the tiles; time: of the ruling (s)."""

    play: Play
    before: State
    after: State
    numbers: tuple[int, ...]
    time: float


class LastPlay:
    """Rules on plays, and keeps the last one for as long as nothing else is done."""

    def __init__(self) -> None:
        self._last: _Played | None = None
        self._touched = False

    def rule(self, play: Play, tiles: Mapping[Cell, Thing], desk: Desk) -> None:
        """A play of some of the tiles in the grid; the first word of a round begins at its cell 0,0."""
        before, numbers = desk.state, tuple(tiles[cell].number for cell, _ in play.tiles)
        play = play if before.board else _at_origin(play)
        if desk.do(play, numbers).legal:
            self._last, self._touched = _Played(play, before, desk.state, numbers, desk.time), False

    def watch(self, desk: Desk) -> None:
        """Time goes by: a hand at the tiles of the play may lay others."""
        if self._last is not None and self._last.after is not desk.state:
            self._last = None
        numbers = () if self._last is None else self._last.numbers
        tiles = (tile for number in numbers if (tile := desk.table.thing(number)) is not None)
        self._touched = self._touched or any(desk.hidden(tile.sighting.outline) for tile in tiles)

    def unseen(self, tiles: Mapping[Cell, Thing]) -> dict[Cell, Thing]:
        """Those of the tiles that lay there when the play was ruled on, and were not seen."""
        until = -inf if self._last is None or self._touched else self._last.time + _FOUND_BY
        return {cell: t for cell, t in tiles.items() if t.late and t.sighting.certain and t.since < until}

    def set_right(self, more: Mapping[Cell, Thing], desk: Desk) -> bool:
        """The play was laid with more tiles: whether that is legal, and is told now in its place."""
        last = self._last
        if not more or last is None or last.after is not desk.state:
            return False
        play = Play(last.play.player, (*last.play.tiles, *written(more)))
        numbers = (*last.numbers, *(tile.number for tile in more.values()))
        if not can(last.before, play):
            return False
        desk.note(Finding("WW-3", "found_late", {"player": play.player}))
        desk.amend(play, numbers)
        self._last = replace(last, play=play, after=desk.state, numbers=numbers)
        return True


def _at_origin(play: Play) -> Play:
    """The play with its first tile in cell 0,0."""
    column, row = min(cell for cell, _ in play.tiles)
    return replace(play, tiles=tuple(((x - column, y - row), tile) for (x, y), tile in play.tiles))
