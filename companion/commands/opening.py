"""Opening what most commands need: the library of enrolled backs and the reader; bad files end in one line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from companion.commands import BAD_INPUT, complain
from companion.installation import default_library
from companion.language import Language

if TYPE_CHECKING:  # what loads OpenCV or the inference library is imported inside the functions: too slow for --help
    from vision.backs import BackError, BackLibrary
    from vision.pipeline import TableReader

_LANGUAGE = Language.load()


def open_library(path: Path | None) -> BackLibrary | None:
    """The named library of backs, else the user's own; None where none is named and none was made yet."""
    from vision.backs import BackError, BackLibrary

    if path is None and not default_library().exists():
        return None
    try:
        return BackLibrary.load(path or default_library())
    except BackError as error:
        complain(back_fault(error))
        raise typer.Exit(BAD_INPUT) from None


def back_fault(error: BackError) -> str:
    """What is wrong with a back or its library, in one line in the user's language."""
    return _LANGUAGE.text(f"back_faults.{error.fault}", **error.data)


def open_reader(
    weights: Path | None, library: BackLibrary | None = None, finder: Path | None = None, fast: bool = False
) -> TableReader:
    """The reader of those weights that knows those backs; finder: a network of the user's own in place of theirs;
    fast: for a table that is watched."""
    from vision.pipeline import TableReader, WeightsError

    try:
        return TableReader(weights=weights, backs=library, finder=finder, fast=fast)
    except WeightsError as error:
        complain(_LANGUAGE.text(f"weights.{error.fault}", path=error.path, **error.data))
        raise typer.Exit(BAD_INPUT) from None
