"""``companion audit``: closed entries of You Have to Lock the Entry! checked and scored from photographs."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer
from rich.console import Console

from companion.commands import BAD_INPUT, complain
from companion.commands.audit_report import GAME, AuditedEntry, AuditReport, evidence_lines
from companion.commands.opening import open_library, open_reader
from companion.installation import default_library
from companion.language import Language
from companion.referee.lock_the_entry.audit import EntryReadings, Shot, ShowAgain, Unsettled, audit_readings
from companion.rule_texts import load_rule_texts
from companion.rules.game import OptionError, Player
from companion.rules.lock_the_entry import EntryAudit, Options, audit_game

if TYPE_CHECKING:  # what loads OpenCV or the inference library is imported inside the functions: too slow for --help
    from vision.photo import Picture
    from vision.pipeline import TableReader
    from vision.sightings import Reading

RULED_ILLEGAL = 1
_LANGUAGE = Language.load()


def audit(
    photos: Annotated[
        list[Path], typer.Argument(metavar="FACES BACKS HISTORY...", help=_LANGUAGE.text("audit.photos"))
    ],
    backs: Annotated[Path | None, typer.Option(metavar="FILE", help=_LANGUAGE.text("audit.backs"))] = None,
    player: Annotated[list[str] | None, typer.Option(metavar="NAME=DECK", help=_LANGUAGE.text("audit.player"))] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help=_LANGUAGE.text("audit.option"))] = None,
    as_json: Annotated[bool, typer.Option("--json", help=_LANGUAGE.text("audit.json"))] = False,
    save: Annotated[Path | None, typer.Option(metavar="DIR", help=_LANGUAGE.text("audit.save"))] = None,
    weights: Annotated[Path | None, typer.Option(metavar="DIR", help=_LANGUAGE.text("audit.weights"))] = None,
    finder: Annotated[Path | None, typer.Option(metavar="FILE", help=_LANGUAGE.text("weights.finder"))] = None,
) -> None:
    """Audits every entry, prints the final table; exit status 1 for a broken rule, 2 where something is undecided."""
    if len(photos) % len(Shot):
        _refuse("three_each", count=len(photos))
    _refuse_repeated(photos)
    options, decks = _options(option or []), _decks(player or [])
    reader = _open_reader(weights, finder, backs, decks)
    report = audit_photos(photos, reader, decks, options, save)
    tell_report(report, as_json)
    unsaved = save is not None and any(entry.evidence is None for entry in report.entries.values())
    if unsaved or not report.complete:
        raise typer.Exit(BAD_INPUT)
    if not report.game.legal:
        raise typer.Exit(RULED_ILLEGAL)


def tell_report(report: AuditReport, as_json: bool) -> None:
    """Prints the report, as one line of JSON or for people, and complains about what has to be shown again."""
    if as_json:
        typer.echo(json.dumps(report.as_json(), ensure_ascii=False))
    else:
        report.print_to(Console(soft_wrap=True, highlight=False))
    for line in report.show_again_lines():
        complain(line)


def audit_photos(
    photos: Sequence[Path], reader: TableReader, decks: Mapping[str, Player], options: Options, save: Path | None
) -> AuditReport:
    """The audit of every entry, three photos each in the order of `Shot`, and of the game they make.

    decks: the player of each enrolled back; save: folder for the evidence pictures, made where it is missing (one that
    cannot be saved is complained about and stays None in the report). Raises typer.Exit where the folder is unfit.
    """
    triples = [photos[start : start + len(Shot)] for start in range(0, len(photos), len(Shot))]
    targets = _evidence_targets(save, photos, len(triples))
    entries: dict[int, AuditedEntry] = {}
    for number, triple in enumerate(triples, 1):
        shots = dict(zip(Shot, triple, strict=True))
        entries[number] = _audit_entry(number, shots, reader, decks, options, targets.get(number))
    settled = {number: e.outcome for number, e in entries.items() if isinstance(e.outcome, EntryAudit)}
    game = audit_game(settled, list(decks.values()), options)
    return AuditReport(entries, game, options, _LANGUAGE, load_rule_texts(GAME, _LANGUAGE.code))


def _refuse(key: str, **values: object) -> NoReturn:
    """Says in one line what is wrong with the input, and leaves."""
    complain(_LANGUAGE.text(f"audit.{key}", **values))
    raise typer.Exit(BAD_INPUT)


def _refuse_repeated(photos: Sequence[Path]) -> None:
    """The same photo for two things would be scored for what it does not show: a row of backs as a history."""
    seen: set[str] = set()
    for photo in photos:
        if (real := os.path.realpath(photo)) in seen:
            _refuse("photo_twice", path=photo)
        seen.add(real)


def _options(given: Sequence[str]) -> Options:
    """The rule options written as NAME=VALUE."""
    pairs: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not (name and equals and value):
            _refuse("option_form", given=text)
        pairs[name.strip().replace("-", "_")] = value
    try:
        return Options.parse(pairs)
    except OptionError as error:
        known = _LANGUAGE.text("audit.list_separator").join(error.allowed)
        if error.given is None:
            _refuse("option_unknown", name=error.name, known=known)
        _refuse("option_value", name=error.name, given=error.given, known=known)


def _decks(given: Sequence[str]) -> dict[str, Player]:
    """The player of each deck, from NAME=DECK: no player and no deck twice."""
    decks: dict[str, Player] = {}
    for text in given:
        player, _, deck = (part.strip() for part in text.partition("="))
        if not (player and deck):
            _refuse("player_form", given=text)
        if player in decks.values():
            _refuse("player_twice", player=player)
        if deck in decks:
            _refuse("deck_twice", first=decks[deck], second=player, deck=deck)
        decks[deck] = player
    if not decks:
        _refuse("players_needed")
    return decks


def _open_reader(
    weights: Path | None, finder: Path | None, backs: Path | None, decks: Mapping[str, Player]
) -> TableReader:
    """The reader with the library of backs, in which every player's deck must be enrolled."""
    library = open_library(backs)
    if library is None:
        _refuse("backs_needed")
    unknown = next((deck for deck in decks if deck not in library.names), None)
    if unknown is not None:
        known = _LANGUAGE.text("audit.list_separator").join(library.names) or _LANGUAGE.text("audit.no_decks")
        _refuse("deck_unknown", deck=unknown, path=backs or default_library(), known=known)
    return open_reader(weights, library, finder)


def _evidence_targets(folder: Path | None, photos: Sequence[Path], entries: int) -> dict[int, Path]:
    """Where the evidence of each entry goes, by its number; makes the folder. Never over one of the photos."""
    if folder is None:
        return {}
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        _refuse("not_saved", path=folder, reason=_LANGUAGE.reason(error))
    targets = {number: folder / f"entry-{number}-audit.jpg" for number in range(1, entries + 1)}
    taken = {os.path.realpath(photo) for photo in photos}
    clash = next((target for target in targets.values() if os.path.realpath(target) in taken), None)
    if clash is not None:
        _refuse("not_saved", path=clash, reason=_LANGUAGE.text("audit.is_a_photo"))
    return targets


def _audit_entry(
    number: int,
    shots: Mapping[Shot, Path],
    reader: TableReader,
    decks: Mapping[str, Player],
    options: Options,
    evidence: Path | None,
) -> AuditedEntry:
    """One entry from its three photos; its pictures are let go before the next entry is read."""
    from vision.photo import PhotoError, load_photo

    pictures: dict[Shot, Picture] = {}
    unfit: list[ShowAgain] = []
    for shot, path in shots.items():
        try:
            pictures[shot] = load_photo(path)
        except PhotoError as error:
            unfit.append(ShowAgain(shot, "photo_unfit", data={"why": _LANGUAGE.text(f"photo.{error.fault}")}))
    if unfit:
        return AuditedEntry(shots, Unsettled(tuple(unfit)))
    readings = {shot: reader.read(picture) for shot, picture in pictures.items()}
    shown = EntryReadings(readings[Shot.FACES], readings[Shot.BACKS], readings[Shot.HISTORY])
    outcome = audit_readings(shown, decks, options)
    if evidence is None:
        return AuditedEntry(shots, outcome)
    drawn = [(picture, readings[shot]) for shot, picture in pictures.items()]
    return AuditedEntry(shots, outcome, _save_evidence(evidence, drawn, evidence_lines(number, outcome, _LANGUAGE)))


def _save_evidence(path: Path, shown: Sequence[tuple[Picture, Reading]], lines: Sequence[str]) -> Path | None:
    """The photos with their readings drawn and the outcome beneath; the file, or None after complaining."""
    from vision.drawing import draw_reading
    from vision.evidence import evidence_picture
    from vision.photo import save_photo

    try:
        save_photo(path, evidence_picture([draw_reading(picture, reading) for picture, reading in shown], lines))
    except OSError as error:
        complain(_LANGUAGE.text("audit.not_saved", path=path, reason=_LANGUAGE.reason(error)))
        return None
    return path
