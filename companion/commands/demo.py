"""``companion demo``: the main job on the bundled table, in a window or printed: an audit, then a live reading."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, repeat
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer
from rich.console import Console
from rich.text import Text

from companion.asset_files import ASSETS
from companion.commands import BAD_INPUT, complain
from companion.commands.audit import RULED_ILLEGAL, audit_photos
from companion.commands.audit_report import AuditReport, evidence_lines
from companion.commands.backs import with_photo
from companion.commands.opening import open_reader
from companion.commands.window import has_display
from companion.language import FALLBACK, Language
from companion.referee.lock_the_entry_audit import Shot
from companion.rules.lock_the_entry import EntryAudit, Options

if TYPE_CHECKING:  # what loads OpenCV or the inference library is imported inside the functions: too slow for --help
    from companion.app.screens.demo_view import Verdict
    from vision.backs import BackLibrary
    from vision.photo import Picture
    from vision.pipeline import TableReader

TABLE = ASSETS / "demo"
_FOLDER = Path("companion-demo")
_FRAME_TIME = 0.5  # seconds between two pictures of the clip
_STILL = 6  # further pictures of the table as it lies at the end of the clip
_LANGUAGE = Language.load()


def demo(
    as_json: Annotated[bool, typer.Option("--json", help=_LANGUAGE.text("demo.json"))] = False,
    save: Annotated[Path | None, typer.Option(metavar="DIR", help=_LANGUAGE.text("demo.save"))] = None,
    window: Annotated[bool | None, typer.Option("--window/--no-window", help=_LANGUAGE.text("demo.window"))] = None,
    weights: Annotated[Path | None, typer.Option(metavar="DIR", help=_LANGUAGE.text("demo.weights"))] = None,
) -> None:
    """Audits the bundled entry and reads the bundled clip; exit status 2 where the entry could not be settled."""
    table = DemoTable.load(TABLE)
    library, reader = _open(table, weights)
    wanted = has_display() and not as_json if window is None else window
    windowed = wanted and _window_opens()
    if not as_json:
        names = _LANGUAGE.text("audit.list_separator").join(library.names)
        typer.echo(_LANGUAGE.text("demo.enrolled", players=names) + "\n")
    folder = save if windowed or save else _FOLDER
    report = audit_photos(table.shots, reader, {name: name for name in library.names}, Options(), folder)
    if not as_json:
        report.print_to(Console(soft_wrap=True, highlight=False))
    for line in report.show_again_lines():
        complain(line)
    if windowed:
        _show_window(table, reader, report)
    if not windowed or save or as_json:
        _read_clip(table, reader, report, save or _FOLDER, as_json)
    unsaved = folder is not None and any(entry.evidence is None for entry in report.entries.values())
    if unsaved or not report.complete:
        raise typer.Exit(BAD_INPUT)
    if not report.game.legal:
        raise typer.Exit(RULED_ILLEGAL)


@dataclass(frozen=True)
class DemoTable:
    """The pictures of the bundled table. backs: of each player's deck, named for the player; shots: as `Shot`."""

    backs: tuple[Path, ...]
    shots: tuple[Path, ...]
    clip: tuple[Path, ...]

    @classmethod
    def load(cls, folder: Path) -> DemoTable:
        table = cls(
            tuple(sorted((folder / "backs").glob("*.jpg"))),
            tuple(folder / "audit" / f"{shot}.jpg" for shot in Shot),
            tuple(sorted((folder / "clip").glob("*.jpg"))),
        )
        if not (table.backs and table.clip and all(path.exists() for path in table.shots)):
            _refuse("no_table", path=folder)
        return table

    def camera(self) -> Iterator[Picture]:
        """The clip as a camera gives it, which goes on seeing the table after the last play. Raises PhotoError."""
        from vision.photo import load_photo

        return map(load_photo, chain(self.clip, repeat(self.clip[-1], _STILL)))


def _refuse(key: str, **values: object) -> NoReturn:
    complain(_LANGUAGE.text(f"demo.{key}", **values))
    raise typer.Exit(BAD_INPUT)


def _open(table: DemoTable, weights: Path | None) -> tuple[BackLibrary, TableReader]:
    """The library of the players' backs, enrolled from their photos, and the reader that knows them."""
    from vision.backs import BackLibrary

    reader, library = open_reader(weights), BackLibrary()
    for photo in table.backs:
        library = with_photo(library, photo.stem, photo, reader)
    return library, open_reader(weights, library)


def _window_opens() -> bool:
    """Opens the window; False, after one line, where that is not possible."""
    from companion.app.application import WindowError, open_window

    try:
        open_window(_LANGUAGE)
    except WindowError as error:
        complain(_LANGUAGE.text("demo.no_window", reason=error))
        return False
    return True


def _show_window(table: DemoTable, reader: TableReader, report: AuditReport) -> None:
    """Shows the verdict and the clip until the window is closed; in English where no font has the language's signs."""
    from companion.app.application import run_demo
    from companion.app.live import LiveReading
    from companion.app.theme import font_for

    language = _LANGUAGE if font_for(_LANGUAGE.code) else Language.load(FALLBACK)
    run_demo(LiveReading(table.camera(), reader, _FRAME_TIME), demo_verdict(report, language), language)


def demo_verdict(report: AuditReport, language: Language) -> Verdict:
    """The audited entry for the screen."""
    from companion.app.said import Said
    from companion.app.screens.demo_view import Verdict

    number, entry = next(iter(report.entries.items()))
    lines = evidence_lines(number, entry.outcome, language)
    if not isinstance(entry.outcome, EntryAudit):
        return Verdict(lines[0], False, (), tuple(lines[1:]))
    broken = {finding.rule for finding in entry.outcome.ruling.broken}
    rules = entry.outcome.ruling.basis
    checks = tuple(Said(f"{rule} {'✗' if rule in broken else '✓'}", rule not in broken) for rule in rules)
    return Verdict(lines[-1], not broken, checks, tuple(lines[:-1]))


def _read_clip(table: DemoTable, reader: TableReader, report: AuditReport, folder: Path, as_json: bool) -> None:
    """Reads the clip picture by picture, tells what happens, and saves each picture in which something did."""
    from companion.app.screens.demo_view import event_text, thing_text
    from companion.referee.table import Table
    from vision.drawing import draw_reading

    console = Console(soft_wrap=True, highlight=False)
    if not as_json:
        console.print(Text("\n" + _LANGUAGE.text("demo.live", count=len(table.clip)), style="bold"))
    lying, events, saved = Table(), [], [e.evidence for e in report.entries.values() if e.evidence is not None]
    for number, frame in enumerate(_unless_damaged(table.camera()), 1):
        reading = reader.read(frame)
        happened = lying.update(reading)
        for event in happened:
            thing = event.thing.sighting
            events.append({"picture": number, "event": event.happening.value, "thing": thing.as_json()})
            if not as_json:
                told = _LANGUAGE.text("demo.event", number=number, event=event_text(event, _LANGUAGE))
                console.print("  " + told, style="green" if thing.certain else "yellow", markup=False)
        if happened:
            saved.append(_save(folder / f"live-{number:02}.jpg", draw_reading(frame, reading)))
    if as_json:
        paths = [str(path) for path in saved]
        typer.echo(json.dumps({"audit": report.as_json(), "live": events, "saved": paths}, ensure_ascii=False))
        return
    things = "  ".join(thing_text(thing.sighting, _LANGUAGE) for thing in lying.things if not thing.covered)
    console.print("  " + _LANGUAGE.text("demo.lying", things=things), markup=False)
    console.print("\n" + _LANGUAGE.text("demo.saved", folder=folder.resolve()), markup=False)


def _unless_damaged(frames: Iterator[Picture]) -> Iterator[Picture]:
    """The frames; complains and leaves at one that cannot be loaded."""
    from vision.photo import PhotoError

    try:
        yield from frames
    except PhotoError as error:
        reason = _LANGUAGE.text(f"photo.{error.fault}")
        complain(_LANGUAGE.text("photo.line", photo=error.path, reason=reason))
        raise typer.Exit(BAD_INPUT) from None


def _save(path: Path, picture: Picture) -> Path:
    from vision.photo import save_photo

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        save_photo(path, picture)
    except OSError as error:
        _refuse("not_saved", path=path, reason=error.strerror or error)
    return path
