"""``companion backs``: the library of enrolled decks, each known by its back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from companion.commands import BAD_INPUT, complain, printable
from companion.commands.opening import back_fault, open_library, open_reader
from companion.installation import default_library
from companion.language import Language

if TYPE_CHECKING:  # what loads OpenCV or the inference library is imported inside the functions: too slow for --help
    from vision.backs import BackLibrary
    from vision.pipeline import TableReader

_LANGUAGE = Language.load()
_Library = Annotated[Path | None, typer.Option(metavar="FILE", help=_LANGUAGE.text("backs.library"))]
_Json = Annotated[bool, typer.Option("--json", help=_LANGUAGE.text("backs.json"))]

app = typer.Typer(help=_LANGUAGE.text("backs.help"), no_args_is_help=True)


@app.command(help=_LANGUAGE.text("backs.enroll_help"))
def enroll(
    name: Annotated[str, typer.Argument(metavar="NAME", help=_LANGUAGE.text("backs.name"))],
    photos: Annotated[list[Path], typer.Argument(metavar="PHOTO", help=_LANGUAGE.text("backs.photos"))],
    library: _Library = None,
    weights: Annotated[Path | None, typer.Option(metavar="DIR", help=_LANGUAGE.text("backs.weights"))] = None,
    as_json: _Json = False,
) -> None:
    """Adds the back in each photo to the deck `name`; where one photo is unfit, none is added and the status is 2."""
    path = library or default_library()
    known = (open_library(path) if path.exists() else None) or _empty()
    reader = open_reader(weights)
    for photo in photos:
        known = with_photo(known, name, photo, reader)
    _saved(known, path)
    count = len(known.views[name])
    _tell(as_json, {"library": str(path), "name": name, "photos": count}, _text("enrolled", name=name, count=count))


@app.command("list", help=_LANGUAGE.text("backs.list_help"))
def list_decks(library: _Library = None, as_json: _Json = False) -> None:
    """Prints every enrolled deck with the number of its photos."""
    path = library or default_library()
    known = open_library(library) or _empty()
    decks = [{"name": name, "photos": len(views)} for name, views in known.views.items()]
    lines = [_text("line", name=deck["name"], count=deck["photos"]) for deck in decks]
    _tell(as_json, {"library": str(path), "decks": decks}, *(lines or [_text("empty")]))


@app.command(help=_LANGUAGE.text("backs.remove_help"))
def remove(
    name: Annotated[str, typer.Argument(metavar="NAME", help=_LANGUAGE.text("backs.name"))],
    library: _Library = None,
    as_json: _Json = False,
) -> None:
    """Forgets one deck; exit status 2 where it is not enrolled."""
    from vision.backs import BackError

    path = library or default_library()
    known = open_library(library) or _empty()
    try:
        known = known.without(name)
    except BackError as error:
        _refuse(back_fault(error))
    _saved(known, path)
    _tell(as_json, {"library": str(path), "removed": name}, _text("removed", name=name))


def with_photo(known: BackLibrary, name: str, photo: Path, reader: TableReader) -> BackLibrary:
    """The library with the back that one photo shows added to the deck `name`; complains and leaves if it is unfit."""
    from vision.backs import BackError
    from vision.photo import PhotoError, load_photo

    try:
        image = load_photo(photo)
    except PhotoError as error:
        _refuse(_LANGUAGE.text("photo.line", photo=photo, reason=_LANGUAGE.text(f"photo.{error.fault}")))
    outline = reader.shown_back(image)
    if outline is None:
        _refuse(_text("none_seen", photo=photo))
    try:
        return known.enrolled(name, image, outline)
    except BackError as error:
        _refuse(_text("not_enrolled", photo=photo, reason=back_fault(error)))


def _empty() -> BackLibrary:
    from vision.backs import BackLibrary

    return BackLibrary()


def _saved(known: BackLibrary, path: Path) -> None:
    from vision.backs import BackError

    try:
        known.save(path)
    except BackError as error:
        _refuse(back_fault(error))


def _text(key: str, **values: object) -> str:
    return _LANGUAGE.text(f"backs.{key}", **values)


def _refuse(reason: object) -> NoReturn:
    complain(reason)
    raise typer.Exit(BAD_INPUT) from None


def _tell(as_json: bool, answer: dict[str, object], *lines: str) -> None:
    """The answer as one JSON object, or as lines for people."""
    shown: Sequence[str] = [json.dumps(answer)] if as_json else [printable(line) for line in lines]
    for line in shown:
        typer.echo(line)
