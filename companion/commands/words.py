"""``companion words``: what a rack can lay in Word Wars, on a board that is read from a photo or typed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from companion.beginning import no_words
from companion.commands import BAD_INPUT, complain, printable
from companion.commands.journal_file import refuse
from companion.commands.opening import open_reader
from companion.language import Language
from companion.rules.word_wars import HAND_SIZE, TILES, UNKNOWN, Cell, Lexicon, Play, Tile, parse_action
from companion.rules.word_wars.best import Proof, best_plays
from companion.rules.word_wars.board import ACROSS, DOWN, run, word_through
from vision.sightings import Kind, Sighting

RULED_ILLEGAL = 1
_LANGUAGE = Language.load()
_WordList = Annotated[Path | None, typer.Option("--words", metavar="FILE", help=_LANGUAGE.text("table.words"))]


@dataclass(frozen=True, slots=True)
class _Table:
    """Tiles by cell, and those of the rack; a tile that could not be told is `UNKNOWN`."""

    board: Mapping[Cell, Tile]
    rack: tuple[Tile, ...] = ()

    @property
    def unsure(self) -> int:
        """How many tiles could not be told."""
        return (*self.board.values(), *self.rack).count(UNKNOWN)


def words(
    photo: Annotated[Path | None, typer.Argument(metavar="[PHOTO]", help=_LANGUAGE.text("words.photo"))] = None,
    rack: Annotated[str | None, typer.Option(metavar="LETTERS", help=_LANGUAGE.text("words.rack"))] = None,
    lay: Annotated[list[str] | None, typer.Option(metavar="TILES", help=_LANGUAGE.text("words.lay"))] = None,
    most: Annotated[int, typer.Option(min=1, help=_LANGUAGE.text("words.most"))] = 20,
    word_list: Annotated[
        Path | None, typer.Option("--words", metavar="FILE", help=_LANGUAGE.text("table.words"))
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help=_LANGUAGE.text("words.json"))] = False,
    weights: Annotated[Path | None, typer.Option(metavar="DIR", help=_LANGUAGE.text("read.weights"))] = None,
) -> None:
    """Lists the legal plays; exit status 1 where a word that lies there is none, 2 for bad input and unread tiles."""
    if photo is None and not rack and not lay:
        refuse(_LANGUAGE.text("words.nothing"))
    typed = _letters(rack) if rack is not None else None
    table = _Table({}) if photo is None else _seen(photo, weights, rack_is_typed=typed is not None)
    table = _Table(_with_typed(table.board, lay or []), table.rack if typed is None else typed)
    lexicon = _lexicon(word_list)
    formed = {word: word in lexicon for word in _words_on(table.board)}
    proof = None if table.unsure else best_plays(table.board, table.rack, lexicon, most=most)
    _tell(table, lexicon, formed, proof, as_json)
    if table.unsure:
        complain(_LANGUAGE.text("words.show_again", count=table.unsure))
        raise typer.Exit(BAD_INPUT)
    if not all(formed.values()):
        raise typer.Exit(RULED_ILLEGAL)


def _letters(given: str) -> tuple[Tile, ...]:
    """The tiles of a rack as typed; leaves where one is no tile."""
    tiles = tuple(sign for sign in given.upper() if not sign.isspace())
    wrong = [tile for tile in tiles if tile not in TILES]
    if wrong:
        refuse(_LANGUAGE.text("words.not_a_tile", tile=printable(wrong[0])))
    return tiles


def _with_typed(board: Mapping[Cell, Tile], lines: Sequence[str]) -> Mapping[Cell, Tile]:
    """The board with tiles laid as they are written in an action; leaves where they cannot lie there."""
    tiles = dict(board)
    for line in lines:
        try:
            action = parse_action(f"? play {line}")
        except ValueError:
            refuse(_LANGUAGE.text("words.lay_form", given=printable(line)))
        if not isinstance(action, Play) or any(cell in tiles or tile not in TILES for cell, tile in action.tiles):
            refuse(_LANGUAGE.text("words.lay_form", given=printable(line)))
        tiles.update(action.tiles)
    return tiles


def _seen(photo: Path, weights: Path | None, rack_is_typed: bool) -> _Table:
    """The board in a photo, the largest group of tiles; the rack is the lowest other group, at most seven in a row."""
    from companion.referee.word_wars.lattice import groups_of, read_group
    from vision.photo import PhotoError, load_photo

    reader = open_reader(weights)
    try:
        tiles = reader.read(load_photo(photo)).of_kind(Kind.TILE)
    except PhotoError as error:
        refuse(_LANGUAGE.text("photo.line", photo=photo, reason=_LANGUAGE.text(f"photo.{error.fault}")))
    groups = list(groups_of(tiles))
    if not groups:
        refuse(_LANGUAGE.text("words.no_tiles", photo=photo))
    rack: tuple[Tile, ...] = ()
    if not rack_is_typed and len(groups) > 1:
        lowest = max(groups, key=lambda group: max(tiles[place].centre[1] for place in group))
        cells = read_group(tiles, lowest)
        if len(lowest) <= HAND_SIZE and len({row for _, row in cells.values()}) == 1:
            groups.remove(lowest)
            ordered = sorted(lowest, key=lambda place: cells[place])
            rack = tuple(_letter(tiles[place]) for place in ordered)
    places = read_group(tiles, groups[0])
    return _Table({cell: _letter(tiles[place]) for place, cell in places.items()}, rack)


def _letter(tile: Sighting) -> Tile:
    """A letter that is certain and in the game, else one that nobody knows."""
    return tile.name if tile.name is not None and tile.certain and tile.name in TILES else UNKNOWN


def _lexicon(path: Path | None) -> Lexicon:
    from companion.lexicon import LexiconError, load_lexicon

    try:
        return load_lexicon(path)
    except LexiconError as error:
        refuse(no_words(error, _LANGUAGE))


def _words_on(board: Mapping[Cell, Tile]) -> tuple[str, ...]:
    """Every word of two letters or more that lies there, each once, from the top left on; none with unread tiles."""
    starts = [
        (cell, step)
        for cell in sorted(board, key=lambda cell: (cell[1], cell[0]))
        for step in (ACROSS, DOWN)
        if word_through(board, cell, step) == run(board, cell, step)
    ]
    found = dict.fromkeys(run(board, cell, step) for cell, step in starts)
    return tuple(word for word in found if len(word) > 1 and UNKNOWN not in word)


def _tell(table: _Table, lexicon: Lexicon, formed: Mapping[str, bool], proof: Proof | None, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps(_as_json(table, lexicon, formed, proof), ensure_ascii=False))
        return
    console = Console(soft_wrap=True, highlight=False)
    for row in _rows(table.board):
        console.print(Text(f"  {row}"))
    for word, known in formed.items():
        key, style = ("a_word", "green") if known else ("not_a_word", "red")
        console.print(Text(_LANGUAGE.text(f"words.{key}", word=word, lexicon=lexicon.name), style=style))
    if proof is None or not table.rack:
        return
    key = "plays" if proof.whole else "plays_at_least"
    head = _LANGUAGE.text(f"words.{key}", rack=" ".join(table.rack), count=proof.count, lexicon=lexicon.name)
    console.print(Text(head, style="bold"))
    for play in proof.best:
        values = {"words": " + ".join(play.words), "count": len(play.tiles), "line": play.line}
        console.print(Text("  " + _LANGUAGE.text("words.play", **values)))


def _rows(board: Mapping[Cell, Tile]) -> list[str]:
    """The board as it lies, a dot for an empty cell."""
    if not board:
        return []
    columns, rows = [cell[0] for cell in board], [cell[1] for cell in board]
    return [
        " ".join(board.get((column, row), "·") for column in range(min(columns), max(columns) + 1))
        for row in range(min(rows), max(rows) + 1)
    ]


def _as_json(table: _Table, lexicon: Lexicon, formed: Mapping[str, bool], proof: Proof | None) -> dict[str, Any]:
    tiles = [{"column": column, "row": row, "tile": tile} for (column, row), tile in sorted(table.board.items())]
    told: dict[str, Any] = {"lexicon": lexicon.name, "board": tiles, "rack": "".join(table.rack)}
    told["words"] = [{"word": word, "known": known} for word, known in formed.items()]
    if proof is not None:
        best = [{"tiles": len(play.tiles), "words": list(play.words), "line": play.line} for play in proof.best]
        told["plays"] = {"count": proof.count, "whole": proof.whole, "best": best}
    return told
