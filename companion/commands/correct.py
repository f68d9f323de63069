"""``companion correct``: what a photo really shows, kept so that the networks can learn from it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from companion.commands import BAD_INPUT, complain, printable
from companion.commands.naming import shown
from companion.commands.opening import open_library, open_reader
from companion.installation import default_corrections
from companion.language import Language
from vision.sightings import Kind, Reading

if TYPE_CHECKING:  # what loads OpenCV or the inference library is imported inside the functions: too slow for --help
    from vision.corrected import Told
    from vision.corrections import Corrections
    from vision.photo import Picture
    from vision.pipeline import TableReader

_LANGUAGE = Language.load()
_CARDS = (Kind.CARD, Kind.BACK)


def correct(
    photo: Annotated[Path, typer.Argument(metavar="PHOTO", help=_LANGUAGE.text("correct.photo"))],
    setting: Annotated[
        list[str] | None, typer.Option("--set", metavar="NUMBER=NAME", help=_LANGUAGE.text("correct.set"))
    ] = None,
    adding: Annotated[
        list[str] | None, typer.Option("--add", metavar="NAME@X,Y,X,Y,X,Y,X,Y", help=_LANGUAGE.text("correct.add"))
    ] = None,
    undo: Annotated[bool, typer.Option("--undo", help=_LANGUAGE.text("correct.undo"))] = False,
    as_json: Annotated[bool, typer.Option("--json", help=_LANGUAGE.text("correct.json"))] = False,
    backs: Annotated[Path | None, typer.Option(metavar="FILE", help=_LANGUAGE.text("read.backs"))] = None,
    weights: Annotated[Path | None, typer.Option(metavar="DIR", help=_LANGUAGE.text("read.weights"))] = None,
    finder: Annotated[Path | None, typer.Option(metavar="FILE", help=_LANGUAGE.text("weights.finder"))] = None,
) -> None:
    """Keeps what people say a photo shows; without --set, --add or --undo lists what was read, with its numbers."""
    from vision.corrections import Corrections
    from vision.photo import PhotoError, load_photo

    try:
        image = load_photo(photo)
    except PhotoError as error:
        complain(_LANGUAGE.text("photo.line", photo=photo, reason=_LANGUAGE.text(f"photo.{error.fault}")))
        raise typer.Exit(BAD_INPUT) from None
    kept = Corrections(default_corrections())
    if undo:
        if setting or adding:
            _refuse("undo_alone")
        _undo(kept, photo, image, as_json)
        return
    reader = open_reader(weights, open_library(backs), finder)
    told = _keep(kept, photo, image, reader, setting or [], adding or [], as_json)
    if not as_json:
        typer.echo(told)


def _undo(kept: Corrections, photo: Path, image: Picture, as_json: bool) -> None:
    try:
        undone = kept.undo(image)
    except OSError as error:
        _refuse("not_undone", path=kept.folder, reason=_LANGUAGE.reason(error))
    if not undone:
        _refuse("nothing_kept", photo=photo)
    told = json.dumps({"photo": str(photo), "told": []})
    typer.echo(told if as_json else printable(_LANGUAGE.text("correct.undone", photo=photo)))


def _keep(
    kept: Corrections,
    photo: Path,
    image: Picture,
    reader: TableReader,
    setting: Sequence[str],
    adding: Sequence[str],
    as_json: bool,
) -> str:
    """Keeps what was told, if anything was; what is to be said of it to people. The JSON is printed at once."""
    stages = reader.explain(image)
    told = [*_set(setting, stages.reading), *(_added(text, stages.reading.size) for text in adding)]
    if told:
        try:
            kept.keep(image, stages, told, photo.name)
        except OSError as error:
            _refuse("not_kept", path=kept.folder, reason=_LANGUAGE.reason(error))
    now = told or kept.told(image)
    if as_json:
        typer.echo(json.dumps(stages.reading.as_json(str(photo)) | {"told": [one.as_json() for one in now]}))
    if told:
        return printable(_LANGUAGE.text("correct.kept", number=len(told), photo=photo, path=kept.folder))
    numbered = [
        _LANGUAGE.text("correct.thing", number=number, name=shown(s, _LANGUAGE), confidence=f"{s.confidence:.0%}")
        for number, s in enumerate(stages.reading.sightings, 1)
    ]
    if not numbered:
        numbered = [_LANGUAGE.text("read.nothing")]
    return "\n".join([*numbered, *([_LANGUAGE.text("correct.kept_before", number=len(now))] if now else [])])


def _set(given: Sequence[str], reading: Reading) -> list[Told]:
    """What lies at numbered things, from NUMBER=NAME."""
    from vision.corrected import Told

    told: dict[int, Told] = {}
    for text in given:
        number, equals, name = (part.strip() for part in text.partition("="))
        if not (equals and number.isdecimal()):
            _refuse("set_form", given=text)
        if not 1 <= int(number) <= len(reading.sightings):
            _refuse("no_such_number", number=number, most=len(reading.sightings))
        if int(number) in told:
            _refuse("number_twice", number=number)
        seen, (kind, named) = reading.sightings[int(number) - 1], _name(name)
        if kind is not None and (kind in _CARDS) != (seen.kind in _CARDS):
            _refuse("other_kind", number=number, name=name, seen=_LANGUAGE.text(f"correct.kind_{seen.kind}"))
        told[int(number)] = Told(seen.outline, kind, named)
    return list(told.values())


def _added(given: str, size: tuple[int, int]) -> Told:
    """What was missed, from NAME@ and the four points of its outline. size: (width, height) of the photo."""
    import numpy as np

    from vision.corrected import Told
    from vision.outlines import is_clockwise, shared_area

    name, at, points = (part.strip() for part in given.partition("@"))
    try:
        outline = np.array([float(value) for value in points.split(",")], np.float32).reshape(4, 2)
    except ValueError:
        _refuse("add_form", given=given)
    kind, named = _name(name)
    if not at or kind is None:
        _refuse("add_form", given=given)
    if not (np.isfinite(outline).all() and is_clockwise(outline)):
        _refuse("not_clockwise", given=given)
    width, height = size
    if shared_area(outline, np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)) <= 0:
        _refuse("outside", given=given, width=width, height=height)
    return Told(outline, kind, named)


def _name(text: str) -> tuple[Kind | None, str | None]:
    from vision.corrections import parse_name

    try:
        return parse_name(text)
    except ValueError:
        _refuse("unknown_name", name=text)


def _refuse(key: str, **values: object) -> NoReturn:
    """Says in one line what is wrong with the input, and leaves."""
    complain(_LANGUAGE.text(f"correct.{key}", **values))
    raise typer.Exit(BAD_INPUT)
