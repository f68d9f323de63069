"""Which plays tiles may be that lie in the grid of Word Wars, and what that tells of letters that are read unsurely."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from companion.referee.desk import Question
from companion.referee.naming import NOTHING_THERE
from companion.referee.things import Thing
from companion.rules.word_wars import TILES, UNKNOWN, Cell, Play, State, Tile, apply, can

_LOOKALIKES = ("MW", "NZ", "HI", "ODQ", "EF", "UV", "ILT", "CG", "PRB", "VY", "KX", "IJ", "SZ")
_OF_TWO = 8  # tiles, at most, that are tried as those of two players
_LIKELY = 0.9  # confidence from which a letter is the one that was read, or one that looks like it


def likely(guess: Tile) -> tuple[Tile, ...]:
    """The letter that was guessed, and those that look like it."""
    alike = "".join(letters for letters in _LOOKALIKES if guess in letters)
    return tuple(dict.fromkeys(guess + alike))


def written(tiles: Mapping[Cell, Thing]) -> tuple[tuple[Cell, Tile], ...]:
    """Tiles by their cells, as a play tells them."""
    return tuple((cell, str(tile.sighting.name)) for cell, tile in tiles.items())


def as_two(laid: Mapping[Cell, Thing], state: State) -> tuple[Play, ...]:
    """New tiles that are no play, as those of two players in turn, where they can be that in one way alone, or in one
    alone of which the first tiles were seen before the others: a tile may have been seen only after the next one was
    laid. None where they cannot, or are too many to try it."""
    tiles = written(laid)
    found = []
    for count in range(1, len(tiles) if len(tiles) <= _OF_TWO else 0):
        for first in combinations(tiles, count):
            play = Play(state.turn, first)
            if not can(state, play):
                continue
            after = apply(state, play)
            then = Play(after.turn, tuple(one for one in tiles if one not in first))
            found += [(play, then)] if can(after, then) else []
    in_order = [plays for plays in found if _is_in_order(plays, laid)]
    return next((ways[0] for ways in (found, in_order) if len(ways) == 1), ())


def _is_in_order(plays: tuple[Play, Play], laid: Mapping[Cell, Thing]) -> bool:
    """Whether all tiles of the first play came before any of the second."""
    first, then = ([laid[cell].since for cell, _ in play.tiles] for play in plays)
    return max(first) < min(then)


def legal_instead(laid: Mapping[Cell, Thing], cell: Cell, others: Sequence[Tile], state: State) -> bool:
    """Whether the play of whose turn it is would be legal with one of other letters in a cell."""
    as_read = dict(written(laid))
    return any(can(state, Play(state.turn, tuple((as_read | {cell: other}).items()))) for other in others)


def told_by_play(laid: Mapping[Cell, Thing], state: State) -> Iterator[Thing]:
    """The tiles that are not read surely, but as they are read the play is legal, and with no other letter that one of
    them may be: who lays a word means one. Of a tile that was read likely these are the letters that look like it, of
    any other all."""
    seen = [tile.sighting for tile in laid.values()]
    if all(sighting.certain for sighting in seen) or any(sighting.name not in TILES for sighting in seen):
        return
    if not can(state, Play(state.turn, written(laid))):
        return
    for cell, tile in laid.items():
        guess = str(tile.sighting.name)
        others = likely(guess)[1:] if tile.sighting.confidence >= _LIKELY else [one for one in TILES if one != guess]
        if not tile.sighting.certain and not legal_instead(laid, cell, others, state):
            yield tile


def which_letter(key: str, tile: Thing) -> Question:
    """What is asked of a tile: its letter, or one that looks like it."""
    guess = tile.sighting.name or UNKNOWN
    choices = (*likely(guess), "other", NOTHING_THERE) if guess in TILES else (*TILES, NOTHING_THERE)
    return Question(key, "which_letter", {"guess": guess}, choices, (tile.number,))
