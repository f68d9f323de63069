"""``companion read``: what lies on the table in photographs."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Sequence
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from companion.commands import BAD_INPUT, complain, printable
from companion.commands.explaining import taken_apart, verdicts_of, why, why_json
from companion.commands.naming import shown
from companion.commands.opening import open_library, open_reader
from companion.language import Language
from vision.sightings import Kind, Reading

if TYPE_CHECKING:  # what loads OpenCV or the inference library is imported inside the functions: too slow for --help
    from vision.photo import Picture
    from vision.pipeline import TableReader
    from vision.reasons import Verdict

_LANGUAGE = Language.load()
_HEADINGS = {Kind.CARD: "read.cards", Kind.BACK: "read.backs_seen", Kind.TILE: "read.tiles"}


def read(
    photos: Annotated[list[Path], typer.Argument(metavar="PHOTO", help=_LANGUAGE.text("read.photos"))],
    as_json: Annotated[bool, typer.Option("--json", help=_LANGUAGE.text("read.json"))] = False,
    backs: Annotated[Path | None, typer.Option(metavar="FILE", help=_LANGUAGE.text("read.backs"))] = None,
    save: Annotated[Path | None, typer.Option(metavar="DIR", help=_LANGUAGE.text("read.save"))] = None,
    weights: Annotated[Path | None, typer.Option(metavar="DIR", help=_LANGUAGE.text("read.weights"))] = None,
    finder: Annotated[Path | None, typer.Option(metavar="FILE", help=_LANGUAGE.text("weights.finder"))] = None,
    explain: Annotated[bool, typer.Option("--explain", help=_LANGUAGE.text("explain.help"))] = False,
) -> None:
    """Reads each photo and prints what lies there; exit status 2 where a photo or anything else given was unfit."""
    from vision.photo import PhotoError, load_photo

    reader = open_reader(weights, open_library(backs), finder)
    drawn = _save_targets(photos, save, "read")
    explained = _save_targets(photos, save or Path(), "explained") if explain else [None] * len(photos)
    console = None if as_json else Console(soft_wrap=True, highlight=False)
    bad = False
    for photo, target, apart in zip(photos, drawn, explained, strict=True):
        try:
            image = load_photo(photo)
        except PhotoError as error:
            complain(_LANGUAGE.text("photo.line", photo=photo, reason=_LANGUAGE.text(f"photo.{error.fault}")))
            bad = True
            continue
        bad = not _read_one(photo, image, reader, (target, apart), console) or bad
    if bad:
        raise typer.Exit(BAD_INPUT)


def _read_one(
    photo: Path,
    image: Picture,
    reader: TableReader,
    targets: tuple[Path | None, Path | None],
    console: Console | None,
) -> bool:
    """Reads a photo and tells what lies there, as JSON where there is no console; whether all could be saved.

    targets: where the reading goes as a picture, and where the steps it came of go.
    """
    from vision.drawing import draw_reading

    target, apart = targets
    stages = None if apart is None else reader.explain(image)
    reading = reader.read(image) if stages is None else stages.reading
    whys = () if stages is None else verdicts_of(stages)
    if console is None:
        typer.echo(json.dumps(_as_json(photo, reading, whys)))
    else:
        console.print(_block(photo, reading, whys))
    saved = target is None or _saved(target, draw_reading(image, reading))
    if apart is not None and stages is not None:
        lines = [why(verdict, shown(verdict.sighting, _LANGUAGE), _LANGUAGE) for verdict in whys]
        saved = _saved(apart, taken_apart(image, stages, lines, _LANGUAGE)) and saved
        if console is not None:
            console.print(Text("  " + _LANGUAGE.text("explain.saved", path=printable(apart))))
    return saved


def _as_json(photo: Path, reading: Reading, whys: Sequence[Verdict]) -> dict[str, Any]:
    told = reading.as_json(str(photo))
    for sighting, verdict in zip(told["sightings"], whys, strict=False):
        sighting["why"] = why_json(verdict)
    return told


def _save_targets(photos: Sequence[Path], folder: Path | None, what: str) -> list[Path | None]:
    """Where the picture of each photo goes: names of their own, and never one of the photos; makes the folder."""
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
        names = (folder / f"{photo.stem}-{what}{ending}.jpg" for ending in chain([""], map("-{}".format, count(2))))
        target = next(path for path in names if os.path.realpath(path) not in taken)
        taken.add(os.path.realpath(target))
        targets.append(target)
    return targets


def _saved(path: Path, picture: Picture) -> bool:
    """Whether the picture could be saved; complains where not."""
    from vision.photo import save_photo

    try:
        save_photo(path, picture)
    except OSError as error:
        _complain_unsaved(path, error)
        return False
    return True


def _complain_unsaved(path: Path, error: OSError) -> None:
    complain(_LANGUAGE.text("read.not_saved", path=path, reason=_LANGUAGE.reason(error)))


def _block(photo: Path, reading: Reading, whys: Sequence[Verdict]) -> Text:
    """The reading of one photo for people: a headline, then a line for each kind of thing and one for the uncertain;
    where it is to be explained, a line for each thing after them."""
    width, height = reading.size
    head = _LANGUAGE.text("read.head", photo=printable(photo), width=width, height=height, ms=round(reading.ms))
    lines = [Text(head, style="bold")]
    for kind in Kind:
        names = [shown(s, _LANGUAGE) for s in reading.of_kind(kind) if s.certain]
        if kind is Kind.BACK:
            names = [f"{name} × {number}" for name, number in Counter(names).items()]
        lines += _line(_HEADINGS[kind], names, "green")
    unsure = [
        f"#{number} {shown(s, _LANGUAGE)}" + f" ({s.confidence:.0%})" * (s.name is not None)
        for number, s in enumerate(reading.sightings, 1)
        if not s.certain
    ]
    lines += _line("read.unsure", unsure, "yellow")
    if not reading.sightings:
        lines.append(Text("  " + _LANGUAGE.text("read.nothing")))
    lines += [Text("  " + why(verdict, shown(verdict.sighting, _LANGUAGE), _LANGUAGE)) for verdict in whys]
    return Text("\n").join(lines)


def _line(key: str, names: Sequence[str], style: str) -> list[Text]:
    """One line of a block, or none where there are no names."""
    if not names:
        return []
    return [Text(f"  {_LANGUAGE.text(key)} ").append("  ".join(names), style=style)]
