"""The words that a hand makes on a board, the best ones first: what the claim that there is none is held against."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from companion.rules.word_wars.board import words_formed
from companion.rules.word_wars.finder import Tiles, find_plays
from companion.rules.word_wars.lexicon import Lexicon
from companion.rules.word_wars.notation import write_tiles
from companion.rules.word_wars.state import Cell, Tile

MOST_COMPARED = 20_000


@dataclass(frozen=True, slots=True)
class FoundPlay:
    """A legal play. tiles: those laid, by cells; words: what they form, the line they are laid in first."""

    tiles: Tiles
    words: tuple[str, ...]

    @property
    def line(self) -> str:
        """The tiles as an action writes them: ``0,0 across QUIZ``."""
        return write_tiles(self.tiles)


@dataclass(frozen=True, slots=True)
class Proof:
    """What a hand can play. count: all plays that there are, or, where `whole` is False, those that were compared.

    best: the first of them, most tiles laid first, for every tile is a point (WW-9).
    """

    count: int
    whole: bool
    best: tuple[FoundPlay, ...]


def best_plays(
    board: Mapping[Cell, Tile], hand: Sequence[Tile], lexicon: Lexicon, centre: bool = False, most: int = 20
) -> Proof:
    """The plays of a hand, `most` of them named; board, hand, lexicon and centre as in `find_plays`."""
    found = list(islice(find_plays(board, hand, lexicon, centre), MOST_COMPARED + 1))
    compared = sorted(found[:MOST_COMPARED], key=lambda tiles: (-len(tiles), tiles))
    best = tuple(FoundPlay(tiles, words_formed(board, tiles)) for tiles in compared[:most])
    return Proof(len(compared), len(found) <= MOST_COMPARED, best)
