"""``companion demo``: audits a bundled entry, then referees a bundled film to its score, printed or in the app."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer
from rich.console import Console
from rich.text import Text

from companion.asset_files import ASSETS
from companion.commands import BAD_INPUT, complain
from companion.commands.audit import RULED_ILLEGAL, audit_photos, tell_report
from companion.commands.audit_report import GAME, AuditReport
from companion.commands.backs import with_photo
from companion.commands.journal_file import find_game, open_journal
from companion.commands.opening import open_reader
from companion.commands.play import Refereed, frames_of, refereed
from companion.commands.table import begin_game
from companion.commands.window import has_display
from companion.game_folder import film_and_decks, said_beside
from companion.language import Language
from companion.referee.lock_the_entry.audit import Shot
from companion.rules.game import Setup
from companion.rules.lock_the_entry import Options

if TYPE_CHECKING:  # what loads OpenCV or the inference library is imported inside the functions: too slow for --help
    from vision.backs import BackLibrary

TABLE = ASSETS / "demo"
_FOLDER = Path("companion-demo")
_JOURNAL = "journal.sqlite"
_LANGUAGE = Language.load()


def demo(
    as_json: Annotated[bool, typer.Option("--json", help=_LANGUAGE.text("demo.json"))] = False,
    save: Annotated[Path, typer.Option(metavar="DIR", help=_LANGUAGE.text("demo.save"))] = _FOLDER,
    window: Annotated[bool | None, typer.Option("--window/--no-window", help=_LANGUAGE.text("demo.window"))] = None,
    weights: Annotated[Path | None, typer.Option(metavar="DIR", help=_LANGUAGE.text("demo.weights"))] = None,
) -> None:
    """Audits the bundled entry and referees the bundled film.

    Exit status 1 where something was ruled illegal, 2 where the entry could not be settled or the film gave no score.
    """
    table = DemoTable.load(TABLE)
    wanted = has_display() and not as_json if window is None else window
    windowed = wanted and _window_opens()
    report = _audit(table, weights, save, as_json)
    if windowed:
        _show_film(table, weights, save)
        came = None
    else:
        came = _referee_film(table, weights, save, as_json)
    unsaved = any(entry.evidence is None for entry in report.entries.values())
    if unsaved or not report.complete or (came is not None and not (came.whole and came.over and not came.asked)):
        raise typer.Exit(BAD_INPUT)
    if not report.game.legal or (came is not None and came.refused):
        raise typer.Exit(RULED_ILLEGAL)


@dataclass(frozen=True)
class DemoTable:
    """What is bundled. backs: photos of the players' decks, each named for its player; shots: of an entry, as `Shot`;
    game: the folder of a filmed game; decks: photos of those that it is played with, named likewise."""

    backs: tuple[Path, ...]
    shots: tuple[Path, ...]
    game: Path
    decks: tuple[Path, ...]

    @classmethod
    def load(cls, folder: Path) -> DemoTable:
        """Leaves with one line where something of it is missing."""
        backs, shots = sorted((folder / "backs").glob("*.jpg")), [folder / "audit" / f"{shot}.jpg" for shot in Shot]
        video, decks = film_and_decks(str(folder / "game"))
        if not (backs and decks and all(path.is_file() for path in (*shots, Path(video)))):
            _refuse("no_table", path=folder)
        return cls(tuple(backs), tuple(shots), folder / "game", tuple(decks))

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays the game of the film."""
        return tuple(deck.stem for deck in self.decks)


def _refuse(key: str, **values: object) -> NoReturn:
    complain(_LANGUAGE.text(f"demo.{key}", **values))
    raise typer.Exit(BAD_INPUT)


def _learned(photos: tuple[Path, ...], weights: Path | None) -> BackLibrary:
    """The library of the backs on those photos, each named for its file."""
    from vision.backs import BackLibrary

    reader, library = open_reader(weights), BackLibrary()
    for photo in photos:
        library = with_photo(library, photo.stem, photo, reader)
    return library


def _audit(table: DemoTable, weights: Path | None, folder: Path, as_json: bool) -> AuditReport:
    """Audits the entry on the bundled photos and prints the report."""
    library = _learned(table.backs, weights)
    names = library.names
    if not as_json:
        listed = _LANGUAGE.text("audit.list_separator").join(names)
        typer.echo(_LANGUAGE.text("demo.enrolled", players=listed) + "\n")
    reader = open_reader(weights, library)
    report = audit_photos(table.shots, reader, {name: name for name in names}, Options(), folder)
    tell_report(report, as_json)
    return report


def _referee_film(table: DemoTable, weights: Path | None, folder: Path, as_json: bool) -> Refereed:
    """Referees every frame of the film, as fast as that goes, prints what happens, and keeps the game in a journal."""
    if not as_json:
        Console(soft_wrap=True, highlight=False).print(Text("\n" + _LANGUAGE.text("demo.film"), style="bold"))
    reader, game = open_reader(weights, _learned(table.decks, weights), fast=True), str(table.game)
    frames = frames_of(film_and_decks(game)[0], every=True)
    with open_journal(folder / _JOURNAL, create=True) as journal:
        begun = begin_game(journal, find_game(GAME, None), Setup(table.players), None)
        came = refereed(begun, frames, reader, said_beside(game), as_json)
    if not came.over:
        complain(_LANGUAGE.text("demo.no_score"))
    if not as_json:
        typer.echo("\n" + _LANGUAGE.text("demo.saved", folder=folder.resolve()))
    return came


def _window_opens() -> bool:
    """Opens the window; False, after one line, where that is not possible."""
    from companion.app.application import WindowError, open_window

    try:
        open_window(_LANGUAGE)
    except WindowError as error:
        complain(_LANGUAGE.text("demo.no_window", reason=error))
        return False
    return True


def _show_film(table: DemoTable, weights: Path | None, folder: Path) -> None:
    """Shows the film in the app, at its own pace, until the window is closed."""
    from companion.app import preferences
    from companion.app.application import run_companion
    from companion.app.arrangement import Arrangement
    from companion.app.opening import Opening, Plan

    backs = _learned(table.decks, weights)
    chosen, _ = preferences.load(preferences.default_path())
    kept = replace(chosen, storage=folder.resolve(), weights=weights.resolve() if weights else chosen.weights)
    plan = Plan(GAME, Setup(table.players), Arrangement(str(table.game)), backs)
    run_companion((Opening(kept).begun(plan), table.players))
