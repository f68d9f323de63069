"""``companion table``: a whole game played in the terminal, or from a file, by typed actions."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from companion.beginning import UNFIT, begin, why_not
from companion.commands.journal_file import find_game, open_journal, refuse
from companion.commands.table_talk import BadLine, Teller, follow
from companion.journal import Journal, Play
from companion.language import Language
from companion.rules.game import Game, Setup
from companion.rules.names import seat_name

RULED_ILLEGAL = 1
_LANGUAGE = Language.load()

JournalFile = Annotated[Path | None, typer.Option("--journal", metavar="FILE", help=_LANGUAGE.text("table.journal"))]
Lines = Annotated[Path | None, typer.Argument(metavar="[FILE]", help=_LANGUAGE.text("table.file"))]
Json = Annotated[bool, typer.Option("--json", help=_LANGUAGE.text("table.json"))]


def table(
    game: Annotated[str, typer.Argument(metavar="GAME", help=_LANGUAGE.text("table.game_name"))],
    file: Lines = None,
    players: Annotated[str | None, typer.Option(metavar="ANN,BEN", help=_LANGUAGE.text("table.players"))] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help=_LANGUAGE.text("table.option"))] = None,
    seed: Annotated[int | None, typer.Option(help=_LANGUAGE.text("table.seed"))] = None,
    deal: Annotated[list[str] | None, typer.Option(metavar="PILE=CARDS", help=_LANGUAGE.text("table.deal"))] = None,
    words: Annotated[Path | None, typer.Option(metavar="FILE", help=_LANGUAGE.text("table.words"))] = None,
    journal: JournalFile = None,
    as_json: Json = False,
) -> None:
    """Plays a game; exit status 1 where an action of a file was ruled illegal, 2 for bad input."""
    rules = find_game(game, words)
    setup = Setup(_players(players, rules), options_of(option or []), seed, _deal(deal or []))
    lines = lines_of(file)
    with open_journal(journal, create=True) as opened:
        play = begin_game(opened, rules, setup, words)
        play_on(play, lines, as_json)


def play_on(play: Play, lines: Sequence[str] | None, as_json: bool) -> None:
    """Plays the lines of a file, or (None) what is typed, and tells the score; leaves with the status of the command.

    Raises JournalError.
    """
    teller = Teller.of(play, as_json)
    teller.game(play)
    from_file = lines is not None
    if not from_file and not as_json:
        typer.echo(_LANGUAGE.text("table.hint"))
    prompt = "" if as_json else _LANGUAGE.text("table.prompt")
    try:
        play, refused = follow(play, typed_lines(prompt) if lines is None else lines, teller, stop_at_bad=from_file)
    except BadLine as error:
        refuse(error)
    teller.score(play)
    if refused and from_file:
        raise typer.Exit(RULED_ILLEGAL)


def begin_game(journal: Journal, game: Game, setup: Setup, words: Path | None) -> Play:
    """The new game, in the journal; leaves with one line where it cannot be set up so."""
    try:
        return begin(journal, game, setup, words)
    except UNFIT as error:
        refuse(why_not(error, game, _LANGUAGE))


def lines_of(file: Path | None) -> Sequence[str] | None:
    """The lines of a file, or of what is piped in; None where a person types. Leaves where the file is unfit."""
    if file is None and sys.stdin.isatty():
        return None
    try:
        content = sys.stdin.buffer.read() if file is None or str(file) == "-" else file.read_bytes()
        return content.decode("utf-8-sig").splitlines()
    except OSError as error:
        refuse(_LANGUAGE.text("table.unreadable", path=file, reason=_LANGUAGE.reason(error)))
    except UnicodeDecodeError:
        refuse(_LANGUAGE.text("table.not_text", path=file or "-"))


def typed_lines(prompt: str) -> Iterator[str]:
    """What is typed, line by line, until the end of input or an interruption."""
    with suppress(ImportError):
        import readline  # noqa: F401  (with it the line can be edited, and earlier ones come back)
    try:
        while True:
            yield input(prompt)
    except (EOFError, KeyboardInterrupt):
        if prompt:
            typer.echo()


def _players(given: str | None, game: Game) -> tuple[str, ...]:
    """The players as named, or as many as the game needs, by letters."""
    if given is None:
        return tuple(chr(ord("A") + place) for place in range(game.PLAYERS.start))
    names = tuple(map(seat_name, given.split(",")))
    if not all(names):
        refuse(_LANGUAGE.text("table.player_without_name", given=given))
    return names


def options_of(given: Sequence[str]) -> dict[str, str]:
    """Options as they are given, ``name=value``; leaves with one line where one is not written so."""
    pairs = [_pair(text, "option_form") for text in given]
    return {name.replace("-", "_"): value for name, value in pairs}


def _deal(given: Sequence[str]) -> dict[str, tuple[str, ...]]:
    return {pile: tuple(things.split()) for pile, things in (_pair(text, "deal_form") for text in given)}


def _pair(text: str, fault: str) -> tuple[str, str]:
    name, equals, value = (part.strip() for part in text.partition("="))
    if not (name and equals and value):
        refuse(_LANGUAGE.text(f"table.{fault}", given=text))
    return name, value
