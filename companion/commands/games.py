"""``companion games``: the games of the journal listed, shown, gone on with, corrected and exported."""

from __future__ import annotations

import json
import os
from collections import deque
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer

from companion.beginning import rules_of
from companion.commands import printable
from companion.commands.journal_file import find_game, open_journal, record_of, refuse, resume
from companion.commands.table import JournalFile, Json, Lines, begin_game, lines_of, play_on
from companion.commands.table_talk import Teller
from companion.installation import default_journal
from companion.journal import (
    GameRecord,
    Journal,
    JournalError,
    JournalFault,
    Kind,
    Play,
    StreamError,
    play_again,
    read_stream,
    write_whole,
)
from companion.journal.export import game_as_csv, game_as_json
from companion.language import Language
from companion.rules.game import Game
from companion.rules.games import UnknownGame
from companion.sheet_wording import fonts_for_sheets, game_title, sheet_of
from companion.time_wording import day_and_time

_LANGUAGE = Language.load()
_FORMATS = (".json", ".csv", ".pdf")
_Number = Annotated[int | None, typer.Argument(metavar="[NUMBER]", help=_LANGUAGE.text("games.number"))]

app = typer.Typer(help=_LANGUAGE.text("games.help"), no_args_is_help=True)


@app.command("list", help=_LANGUAGE.text("games.list_help"))
def list_games(journal: JournalFile = None, as_json: Json = False) -> None:
    """Prints every game of the journal, one a line; none where there is no journal yet."""
    if journal is None and not default_journal().exists():
        records: list[dict[str, Any]] = []
    else:
        with open_journal(journal, create=False) as opened:
            rules = cache(rules_of)  # the words of Word Wars are read once
            records = [_summary(opened, record, rules) for record in opened.games()]
    if not records and not as_json:
        typer.echo(_text("none"))
    for told in records:
        players = _LANGUAGE.text("table.list_separator").join(told["players"])
        title = game_title(told["game"], _LANGUAGE)
        values = {"number": told["number"], "actions": told["actions"], "last": day_and_time(told["last"], _LANGUAGE)}
        standing = _text({True: "is_over", False: "goes_on", None: "end_unknown"}[told["over"]])
        line = _text("line", title=title, players=players, standing=standing, **values)
        typer.echo(json.dumps(told, ensure_ascii=False) if as_json else printable(line))


@app.command(help=_LANGUAGE.text("games.show_help"))
def show(number: _Number = None, journal: JournalFile = None, as_json: Json = False) -> None:
    """Prints what happened in a game, entry by entry, and how it stands."""
    with open_journal(journal, create=False) as opened:
        play = resume(opened, record_of(opened, number))
        teller = Teller.of(play, as_json, seen=not play.game.result(play.state).over)
        teller.game(play)
        for then, entry in play.replayed():
            teller.entry(then, entry)
        teller.state(play, None)
        teller.score(play)


@app.command("resume", help=_LANGUAGE.text("games.resume_help"))
def go_on(number: _Number = None, file: Lines = None, journal: JournalFile = None, as_json: Json = False) -> None:
    """Goes on with a game, as ``companion table`` does."""
    lines = lines_of(file)
    with open_journal(journal, create=False) as opened:
        play_on(resume(opened, record_of(opened, number)), lines, as_json)


@app.command(help=_LANGUAGE.text("games.undo_help"))
def undo(number: _Number = None, journal: JournalFile = None, as_json: Json = False) -> None:
    """Takes the last action of a game back."""
    with open_journal(journal, create=False) as opened:
        play, entry = resume(opened, record_of(opened, number)).undo()
        teller = Teller.of(play, as_json)
        teller.game(play)
        teller.entry(play, entry)
        teller.state(play, None)


@app.command("import", help=_LANGUAGE.text("games.import_help"))
def import_stream(
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help=_LANGUAGE.text("games.stream"))] = None,
    journal: JournalFile = None,
    as_json: Json = False,
) -> None:
    """Plays the game of a stream again, as a new game of the journal: the whole of it or nothing."""
    try:
        stream = read_stream(lines_of(file) or ())
        words = Path(stream.words) if stream.words else None
        rules = find_game(stream.game, words)
        with TemporaryDirectory() as folder, open_journal(Path(folder) / "trial.sqlite", create=True) as trial:
            deque(play_again(begin_game(trial, rules, stream.setup, words), stream), maxlen=0)
        with open_journal(journal, create=True) as opened, opened.at_once():
            begun = play = begin_game(opened, rules, stream.setup, words)
            teller = Teller.of(begun, as_json)
            teller.game(begun)
            for play, entry in play_again(begun, stream):
                teller.entry(play, entry)
            teller.score(play)
    except StreamError as error:
        refuse(_LANGUAGE.text(f"stream.{error.fault}", line=error.line))


@app.command(help=_LANGUAGE.text("games.export_help"))
def export(
    number: Annotated[int, typer.Argument(metavar="NUMBER", help=_LANGUAGE.text("games.number"))],
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help=_LANGUAGE.text("games.files"))],
    journal: JournalFile = None,
    as_json: Json = False,
) -> None:
    """Writes a game to files, each whole or not at all; what a file holds follows from its name."""
    odd = next((file for file in files if file.suffix.lower() not in _FORMATS), None)
    if odd is not None:
        refuse(_text("format", file=odd, known=_LANGUAGE.text("table.list_separator").join(_FORMATS)))
    with open_journal(journal, create=False) as opened:
        record = record_of(opened, number)
        try:
            play = resume(opened, record)
        except JournalError as error:
            if error.fault != JournalFault.UNPLAYABLE or any(file.suffix.lower() == ".pdf" for file in files):
                raise
            play = None
        for file in files:
            _export(opened, record, play, file)
    if as_json:
        typer.echo(json.dumps({"game": number, "files": [str(file) for file in files]}, ensure_ascii=False))
        return
    for file in files:
        typer.echo(printable(_text("exported", number=number, file=file)))


def _summary(journal: Journal, record: GameRecord, rules: Callable[[str, Path | None], Game]) -> dict[str, Any]:
    entries = journal.entries(record.number)
    standing = sum(e.kind in (Kind.ACTION, Kind.REDO) for e in entries) - sum(e.kind is Kind.UNDO for e in entries)
    return {
        "number": record.number,
        "game": record.name,
        "players": list(record.setup.players),
        "started": record.started,
        "actions": standing,
        "over": _is_over(journal, record, rules),
        "last": entries[-1].at if entries else record.started,
    }


def _is_over(journal: Journal, record: GameRecord, rules: Callable[[str, Path | None], Game]) -> bool | None:
    """Whether a game has ended by its rules; None where they, or its words, are not at hand or cannot carry it out."""
    from companion.lexicon import LexiconError

    try:
        game = rules(record.name, Path(record.words) if record.words else None)
        return game.result(Play.resume(journal, game, record).state).over
    except (UnknownGame, LexiconError):
        return None
    except JournalError as error:
        if error.fault != JournalFault.UNPLAYABLE:
            raise
        return None


def _export(journal: Journal, record: GameRecord, play: Play | None, file: Path) -> None:
    """One file; leaves with one line where it cannot be written."""
    if _belongs_to(file, journal):
        refuse(_text("not_exported", file=file, reason=_text("is_the_journal")))
    try:
        match file.suffix.lower():
            case ".json":
                told = game_as_json(journal, record, journal.entries(record.number), play)
                content = json.dumps(told, ensure_ascii=False, indent=2).encode() + b"\n"
            case ".csv":
                content = game_as_csv(journal.entries(record.number), play).encode("utf-8-sig")  # for spreadsheets
            case _:
                content = _sheet(play)
        write_whole(file, content)
    except OSError as error:
        refuse(_text("not_exported", file=file, reason=_LANGUAGE.reason(error)))


def _belongs_to(file: Path, journal: Journal) -> bool:
    """Whether a file is the journal itself, or lies among its evidence."""
    target = Path(os.path.realpath(file))
    return target == Path(os.path.realpath(journal.path)) or target.parent == Path(os.path.realpath(journal.evidence))


def _sheet(play: Play | None) -> bytes:
    """The score sheet. Raises OSError where its fonts cannot be read."""
    from companion.journal.score_sheet import sheet_as_pdf

    assert play is not None  # a game without rules is refused before
    fonts = fonts_for_sheets()
    return sheet_as_pdf(sheet_of(play, _LANGUAGE, fonts), fonts)


def _text(key: str, **values: object) -> str:
    return _LANGUAGE.text(f"games.{key}", **values)
