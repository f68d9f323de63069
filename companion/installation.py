"""The companion as it is installed: its version, and where it keeps what belongs to the user."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from platformdirs import user_data_path


def app_version() -> str:
    """The version of the companion as it is installed, empty where it is not."""
    try:
        return version("tabletop-companion")
    except PackageNotFoundError:
        return ""


def data_folder() -> Path:
    """The user's own folder of data, which need not exist yet."""
    return user_data_path("tabletop-companion", appauthor=False)


def default_journal() -> Path:
    """The journal that is used where none is named; the file need not exist yet."""
    return data_folder() / "journal.sqlite"


def default_library() -> Path:
    """The library of backs that is used where none is named; the file need not exist yet."""
    return data_folder() / "backs.npz"


def default_corrections() -> Path:
    """Where what people corrected is kept for learning; the folder need not exist yet."""
    return data_folder() / "corrections"
