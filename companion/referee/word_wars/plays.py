"""Which plays tiles may be that lie in the grid of Word Wars, and what that tells of letters that are read unsurely."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations

from companion.referee.desk import Question
from companion.referee.naming import NOTHING_THERE
from companion.referee.things import Thing
from companion.referee.word_wars.lattice import ways_of_group
from companion.referee.word_wars.racks import hand_of
from companion.rules.word_wars import (
    TILES,
    UNKNOWN,
    Accept,
    Cell,
    Play,
    State,
    SuddenDeath,
    Tile,
    Trade,
    apply,
    can,
    words_formed,
)

_Laid = tuple[tuple[Cell, Tile], ...]

_LOOKALIKES = ("MW", "NZ", "HI", "ODQ", "EF", "UV", "ILT", "CG", "PRB", "VY", "KX", "IJ", "SZ")
_OF_TWO = 8  # tiles, at most, that are tried as those of two players
_IN_A_PILE, _PILED = 12, 4  # tiles, and plays, at most, that are tried in whatever order they may have been laid
_LIKELY = 0.9  # confidence from which a letter is the one that was read, or one that looks like it


def likely(guess: Tile) -> tuple[Tile, ...]:
    """The letter that was guessed, and those that look like it."""
    alike = "".join(letters for letters in _LOOKALIKES if guess in letters)
    return tuple(dict.fromkeys(guess + alike))


def written(tiles: Mapping[Cell, Thing]) -> _Laid:
    """Tiles by their cells, as a play tells them."""
    return tuple((cell, str(tile.sighting.name)) for cell, tile in tiles.items())


def first_words(tiles: Sequence[Thing], state: State) -> dict[str, dict[Cell, Thing]]:
    """Tiles that lie in no grid in cells of their own, by the word that they are; where their letters read the same
    from below, once for each legal word that they may be, the likeliest first."""
    ways = ways_of_group([tile.sighting for tile in tiles], range(len(tiles)))
    words = [{cell: tiles[place] for place, cell in cells.items()} for cells in ways]
    legal = [word for word in words if can(state, Play(state.turn, written(word)))] if len(words) > 1 else []
    told: dict[str, dict[Cell, Thing]] = {}
    for word in legal or words[:1]:
        told.setdefault(_read(word), word)
    return told


def _read(word: Mapping[Cell, Thing]) -> str:
    """What tiles in one row or column read."""
    return "".join(str(word[cell].sighting.name) for cell in sorted(word, key=lambda cell: (cell[1], cell[0])))


def in_turn(laid: Mapping[Cell, Thing], state: State) -> tuple[Play, ...]:
    """New tiles that are no play, as those of the players in turn: a tile may have been read only after others were
    laid. As two plays, where they can be that in one way alone, whichever was seen first; else as the fewest, in the
    order in which they were seen, where they can be that in one way alone; else as the fewest at all, if that is but
    one way, for tiles that are found anew tell no order. Where all ways begin alike the first play alone is told, and
    none where they do not, or there is none. So is the first word of a round: the cells of the others hang on it."""
    found = []
    for ways in _ways_in_turn(laid, state):
        if len(ways) == 1:
            return ways[0] if state.board else ways[0][:1]
        found.append(ways)
    first = tuple(_first_plays(found, state).values())
    return first if len(first) == 1 else ()


def first_plays(laid: Mapping[Cell, Thing], state: State) -> dict[str, Play]:
    """With which play the ways begin in which new tiles may be plays of the players in turn, by the words that it
    makes: of those ways of which there are the fewest."""
    return _first_plays(list(_ways_in_turn(laid, state)), state)


def _first_plays(found: Sequence[list[tuple[Play, ...]]], state: State) -> dict[str, Play]:
    told: dict[str, Play] = {}
    for first, *_ in min(filter(None, found), key=len, default=[]):
        told.setdefault(" ".join(words_formed(state.board, first.tiles)), first)
    return told


def _ways_in_turn(laid: Mapping[Cell, Thing], state: State) -> Iterator[list[tuple[Play, ...]]]:
    """The ways in which new tiles are plays of the players in turn: two plays; the fewest in the order in which they
    were seen; the fewest at all."""
    yield list(_of_two(written(laid), state))
    times = sorted({tile.since for tile in laid.values()})
    groups = [written({cell: tile for cell, tile in laid.items() if tile.since == time}) for time in times]
    yield _fewest(_in_order(groups, state))
    yield _fewest(_piled(written(laid), state))


class Piled:
    """Tells the same tiles in the same state once: a question may stand for long."""

    def __init__(self) -> None:
        self._tried: tuple[_Laid, State, tuple[tuple[Play, ...], tuple[Question, ...]]] | None = None

    def found(self, laid: Mapping[Cell, Thing], state: State) -> tuple[tuple[Play, ...], tuple[Question, ...]]:
        """As `in_turn`, and where that is none as `asked_about`."""
        tiles = written(laid)
        if self._tried is None or self._tried[0] != tiles or self._tried[1] is not state:
            piled = in_turn(laid, state)
            self._tried = tiles, state, (piled, () if piled else tuple(asked_about(laid, state)))
        return self._tried[2]


def is_the_other_s(laid: _Laid, state: State) -> bool:
    """Whether new tiles are a play of the one whose turn it is not, once the other has traded or called sudden death,
    which is only said (WW-6, WW-10)."""
    player, other = state.turn, state.opponent(state.turn).player
    traded = hand_of(state, player)[:1]
    for said in ((SuddenDeath(player), Accept(other)), (Trade(player, traded),)):
        after = state
        for action in said:
            after = apply(after, action) if can(after, action) else after
        if after.turn == other and can(after, Play(other, laid)):
            return True
    return False


def _fewest(ways: Iterable[tuple[Play, ...]]) -> list[tuple[Play, ...]]:
    """The ways with the fewest plays."""
    found = list(ways)
    least = min(map(len, found), default=0)
    return [way for way in found if len(way) == least]


def _piled(tiles: _Laid, state: State, plays: int = _PILED) -> Iterator[tuple[Play, ...]]:
    """The ways in which tiles are so many plays at most, one after the other, whenever they were seen."""
    if not tiles:
        yield ()
        return
    if not plays or len(tiles) > _IN_A_PILE:
        return
    for row in _rows(tiles):
        play = Play(state.turn, row)
        if can(state, play):
            rest = tuple(one for one in tiles if one not in row)
            yield from ((play, *then) for then in _piled(rest, apply(state, play), plays - 1))


def _rows(tiles: _Laid) -> Iterator[_Laid]:
    """Tiles of one column or row, each with all that lie between its first and last: each play is some of these."""
    for across in (True, False):
        lines: dict[int, list[tuple[Cell, Tile]]] = {}
        for one in sorted(tiles):
            lines.setdefault(one[0][1 if across else 0], []).append(one)
        for line in lines.values():
            spans = ((first, last) for first in range(len(line)) for last in range(first, len(line)))
            yield from (tuple(line[first : last + 1]) for first, last in spans if across or first < last)


def _of_two(tiles: _Laid, state: State) -> Iterator[tuple[Play, ...]]:
    """The ways in which tiles are plays of two players; none where they are too many to try it."""
    for count in range(1, len(tiles) if len(tiles) <= _OF_TWO else 0):
        for first in combinations(tiles, count):
            play = Play(state.turn, first)
            if can(state, play):
                after = apply(state, play)
                then = Play(after.turn, tuple(one for one in tiles if one not in first))
                if can(after, then):
                    yield play, then


def _in_order(groups: Sequence[_Laid], state: State) -> Iterator[tuple[Play, ...]]:
    """The ways in which groups of tiles, of which each was seen after the one before, are plays one after the other."""
    for count in range(1, len(groups) + 1):
        play = Play(state.turn, tuple(chain.from_iterable(groups[:count])))
        if can(state, play):
            after = apply(state, play)
            yield from ((play, *then) for then in (_in_order(groups[count:], after) if groups[count:] else [()]))


def _legal_instead(laid: Mapping[Cell, Thing], cell: Cell, others: Sequence[Tile], state: State) -> bool:
    """Whether the play of whose turn it is would be legal with one of other letters in a cell."""
    as_read = dict(written(laid))
    return any(can(state, Play(state.turn, tuple((as_read | {cell: other}).items()))) for other in others)


def doubtful(laid: Mapping[Cell, Thing], state: State) -> Iterator[Thing]:
    """The tiles of a play of whose turn it is that would make it legal as letters that look like them; where none
    would, those that would make it plays of the players in turn, as `in_turn` tells them."""
    others = {cell: likely(str(tile.sighting.name))[1:] for cell, tile in laid.items()}
    at_once = [tile for cell, tile in laid.items() if _legal_instead(laid, cell, others[cell], state)]
    yield from at_once
    for cell, tile in () if at_once else laid.items():
        if any(in_turn({**laid, cell: tile.said(other)}, state) for other in others[cell]):
            yield tile


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
        if not tile.sighting.certain and not _legal_instead(laid, cell, others, state):
            yield tile


def asked_about(laid: Mapping[Cell, Thing], state: State) -> Iterator[Question]:
    """What is to be asked, one after the other, of new tiles that are no play and that `in_turn` does not tell: which
    play was the first of several, or which letter one is that may have been misread."""
    first = first_plays(laid, state)
    if first:
        numbers = tuple(tile.number for tile in laid.values())
        yield Question("first of several", "which_first", {"player": state.turn}, tuple(first), numbers)
        return  # to try other letters takes seconds where many tiles piled up
    yield from (which_letter(f"again {tile.number}", tile) for tile in doubtful(laid, state))


def letter_key(tile: Thing) -> str:
    """Of the question which letter a tile is that could not be read."""
    return f"letter {tile.number}"


def which_letter(key: str, tile: Thing) -> Question:
    """What is asked of a tile: its letter, or one that looks like it."""
    guess = tile.sighting.name or UNKNOWN
    choices = (*likely(guess), "other", NOTHING_THERE) if guess in TILES else (*TILES, NOTHING_THERE)
    return Question(key, "which_letter", {"guess": guess}, choices, (tile.number,))
