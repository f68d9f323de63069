"""Racks of Word Wars that are shown: whose they are, what their letters tell, and what lies elsewhere than they did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.referee.things import Thing
from companion.referee.word_wars.lattice import in_one_row
from companion.rules.word_wars import UNKNOWN, Cell, Seat, Show, State, Tile, can, find_play, in_line
from vision.outlines import moved_by, short_side

_ELSEWHERE = 3.0  # sides of a tile between a rack that was shown and tiles that are not on it


@dataclass(frozen=True, eq=False)
class Rack:
    """A rack that was shown. state: as it has been since. place: its middle in pixels. tiles: their numbers. letters:
    those that are known."""

    state: State
    place: tuple[float, float]
    tiles: frozenset[int]
    letters: tuple[Tile, ...]

    @classmethod
    def of(cls, tiles: Sequence[Thing], state: State) -> Rack:
        """The rack of tiles that lie there; what is not read surely is not known."""
        return cls(state, _middle(tiles), frozenset(tile.number for tile in tiles), sure_letters(tiles))

    def shifted(self, matrix: NDArray[np.float64]) -> Rack:
        """The same, seen under a homography (3 x 3, old picture to new)."""
        x, y = moved_by(np.array([self.place], np.float32), matrix)[0]
        return replace(self, place=(float(x), float(y)))

    def then(self, state: State, later: State) -> Rack:
        """The same, where it was shown in a state from which this later one came: who called sudden death may have
        shown it before he was answered (WW-10)."""
        return replace(self, state=later) if self.state is state else self

    def is_elsewhere(self, tiles: Sequence[Thing]) -> bool:
        """Whether tiles lie elsewhere than it did."""
        way = np.subtract(_middle(tiles), self.place)
        return float(np.linalg.norm(way)) > _ELSEWHERE * short_side(tiles[0].sighting.outline)


def seat_of_turn(state: State) -> Seat:
    """Of the player whose turn it is."""
    return state.opponent(state.opponent(state.turn).player)


def hand_of(state: State, player: str) -> tuple[Tile, ...]:
    """What a player holds, as far as it is known."""
    return next(seat.hand for seat in state.seats if seat.player == player)


def letters_of(tiles: Sequence[Thing]) -> tuple[Tile, ...]:
    """The letters as they were read."""
    return tuple(str(tile.sighting.name) for tile in tiles)


def sure_letters(tiles: Sequence[Thing]) -> tuple[Tile, ...]:
    """The letters that were read surely."""
    return letters_of([tile for tile in tiles if tile.sighting.certain])


def whose(letters: Sequence[Tile], state: State) -> str | None:
    """Whose rack letters are: of whom they are known to be; else of whose turn it is if they may be his, else the
    other's; None where tiles were traded for others, or one is not read."""
    players = (state.turn, state.opponent(state.turn).player)
    ordered = sorted(players, key=lambda player: Counter(hand_of(state, player)) != Counter(letters))
    return next((player for player in ordered if can(state, Show(player, tuple(letters)))), None)


def can_go_on(letters: Sequence[Tile], state: State) -> bool:
    """Whether letters make a play (WW-4)."""
    return find_play(state.board, tuple(letters), state.lexicon, state.options.first_word_centre) is not None


def are_all_held(tiles: Sequence[Thing], state: State) -> bool:
    """Whether tiles are as many as the player holds whose turn it is."""
    return state.in_round and len(tiles) == len(seat_of_turn(state).hand)


def tells_enough(tiles: Sequence[Thing], state: State) -> bool:
    """Whether tiles are a rack of which some are not read surely, but those that are make a play: whoever shows it can
    go on, and more need not be known."""
    letters = sure_letters(tiles)
    some = bool(state.board) and len(letters) < len(tiles)
    return some and are_all_held(tiles, state) and can_go_on(letters, state)


def is_rack_beside(tiles: Sequence[Thing], cells: Collection[Cell], state: State) -> bool:
    """Whether tiles that lie near the grid, in these cells, are no word but a rack: all that the player whose turn it
    is holds, in a row across the rows of the grid."""
    askew = not in_line(tuple(cells)) and in_one_row([tile.sighting for tile in tiles])
    return askew and are_all_held(tiles, state)


def given_back(hand: Sequence[Tile], shown: Sequence[Tile], count: int) -> tuple[Tile, ...]:
    """So many tiles of a hand that was traded for another: those that are known to be gone, then others."""
    gone = Counter(hand) - Counter(shown)
    stayed = Counter(hand) - gone
    return (*sorted(gone.elements(), key=lambda tile: tile == UNKNOWN), *stayed.elements())[:count]


def _middle(tiles: Sequence[Thing]) -> tuple[float, float]:
    x, y = np.mean([tile.sighting.centre for tile in tiles], axis=0)
    return float(x), float(y)
