"""``companion read``: what lies on the table in photographs."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Sequence
from itertools import chain, count
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from companion.commands import BAD_INPUT, complain, printable
from companion.commands.opening import open_library, open_reader
from companion.language import Language
from vision.sightings import BLANK_TILE, JOKER, Kind, Reading, Sighting

_LANGUAGE = Language.load()
_SUIT_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_HEADINGS = {Kind.CARD: "read.cards", Kind.BACK: "read.backs_seen", Kind.TILE: "read.tiles"}


def read(
    photos: Annotated[list[Path], typer.Argument(metavar="PHOTO", help=_LANGUAGE.text("read.photos"))],
    as_json: Annotated[bool, typer.Option("--json", help=_LANGUAGE.text("read.json"))] = False,
    backs: Annotated[Path | None, typer.Option(metavar="FILE", help=_LANGUAGE.text("read.backs"))] = None,
    save: Annotated[Path | None, typer.Option(metavar="DIR", help=_LANGUAGE.text("read.save"))] = None,
    weights: Annotated[Path | None, typer.Option(metavar="DIR", help=_LANGUAGE.text("read.weights"))] = None,
    finder: Annotated[Path | None, typer.Option(metavar="FILE", help=_LANGUAGE.text("weights.finder"))] = None,
) -> None:
    """Reads each photo and prints what lies there; exit status 2 where a photo or anything else given was unfit."""
    from vision.drawing import draw_reading
    from vision.photo import PhotoError, load_photo, save_photo

    reader = open_reader(weights, open_library(backs), finder)
    targets = _save_targets(photos, save)
    console = Console(soft_wrap=True, highlight=False)
    bad = False
    for photo, target in zip(photos, targets, strict=True):
        try:
            image = load_photo(photo)
        except PhotoError as error:
            complain(_LANGUAGE.text("photo.line", photo=photo, reason=_LANGUAGE.text(f"photo.{error.fault}")))
            bad = True
            continue
        reading = reader.read(image)
        if as_json:
            typer.echo(json.dumps(reading.as_json(str(photo))))
        else:
            console.print(_block(photo, reading))
        if target is None:
            continue
        try:
            save_photo(target, draw_reading(image, reading))
        except OSError as error:
            _complain_unsaved(target, error)
            bad = True
    if bad:
        raise typer.Exit(BAD_INPUT)


def _save_targets(photos: Sequence[Path], folder: Path | None) -> list[Path | None]:
    """Where the drawing of each photo goes: names of their own, and never one of the photos; makes the folder."""
    if folder is None:
        return [None] * len(photos)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        _complain_unsaved(folder, error)
        raise typer.Exit(BAD_INPUT) from None
    taken = {os.path.realpath(photo) for photo in photos}
    targets: list[Path | None] = []
    for photo in photos:
        names = (folder / f"{photo.stem}-read{ending}.jpg" for ending in chain([""], map("-{}".format, count(2))))
        target = next(path for path in names if os.path.realpath(path) not in taken)
        taken.add(os.path.realpath(target))
        targets.append(target)
    return targets


def _complain_unsaved(path: Path, error: OSError) -> None:
    complain(_LANGUAGE.text("read.not_saved", path=path, reason=error.strerror or error))


def _block(photo: Path, reading: Reading) -> Text:
    """The reading of one photo for people: a headline, then a line for each kind of thing and one for the uncertain."""
    width, height = reading.size
    head = _LANGUAGE.text("read.head", photo=printable(photo), width=width, height=height, ms=round(reading.ms))
    lines = [Text(head, style="bold")]
    for kind in Kind:
        names = [_shown(s) for s in reading.of_kind(kind) if s.certain]
        if kind is Kind.BACK:
            names = [f"{name} × {number}" for name, number in Counter(names).items()]
        lines += _line(_HEADINGS[kind], names, "green")
    unsure = [f"{_shown(s)} ({s.confidence:.0%})" if s.name else _shown(s) for s in reading.sightings if not s.certain]
    lines += _line("read.unsure", unsure, "yellow")
    if not reading.sightings:
        lines.append(Text("  " + _LANGUAGE.text("read.nothing")))
    return Text("\n").join(lines)


def _line(key: str, names: Sequence[str], style: str) -> list[Text]:
    """One line of a block, or none where there are no names."""
    if not names:
        return []
    return [Text(f"  {_LANGUAGE.text(key)} ").append("  ".join(names), style=style)]


def _shown(sighting: Sighting) -> str:
    """A sighting's name as people write it: ``10♥``, Joker, the deck of a back, a letter."""
    name = sighting.name
    if name is None:
        return _LANGUAGE.text(f"read.unknown_{sighting.kind}")
    if sighting.kind is Kind.TILE:
        return _LANGUAGE.text("read.blank_tile") if name == BLANK_TILE else name
    if sighting.kind is Kind.BACK:
        return name
    return _LANGUAGE.text("read.joker") if name == JOKER else name[:-1] + _SUIT_SIGNS[name[-1]]
