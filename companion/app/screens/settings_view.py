"""What the settings show, in words, and folders that were typed: plain Python, no window."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from companion.app.preferences import FINDER_ENDINGS, LANGUAGE_CHOICES, TEXT_SIZES, Preferences
from companion.app.said import Choice
from companion.app.theme import PALETTES
from companion.language import Language

_NETWORKS = ("finder.onnx", "reader.onnx", "calibration.json")
_CHOSEN_BY_NAME = {"language": LANGUAGE_CHOICES, "text_size": TEXT_SIZES, "palette": tuple(PALETTES)}
SWITCHES = ("sound", "spoken", "spectators")
ON, OFF = "on", "off"


class BadFolder(ValueError):
    """A folder that cannot be used; its text says why, in one sentence."""


def choices_of(name: str, language: Language) -> list[Choice]:
    """What can be chosen for a preference (``"palette"``), or whether it is on (``"sound"``)."""
    keys: Sequence[str] = (ON, OFF) if name in SWITCHES else _CHOSEN_BY_NAME[name]
    return [Choice(key, language.text(f"app_settings.{name}_{key}")) for key in keys]


def chosen(name: str, preferences: Preferences) -> str:
    """The key of what is chosen now."""
    value = getattr(preferences, name)
    return (ON if value else OFF) if name in SWITCHES else str(value)


def value_of(name: str, key: str) -> str | bool:
    """What a preference becomes where that key is tapped."""
    return key == ON if name in SWITCHES else key


def about(
    name: str,
    preferences: Preferences,
    speaker: str | None,
    language: Language,
    page: str = "",
    fault: OSError | None = None,
) -> str:
    """What is to be said of a preference as it is, in a line. speaker: the command that speaks, if there is one; page:
    the address of the spectators' page while it is served; fault: why it cannot be."""

    def text(key: str, **values: object) -> str:
        return language.text(f"app_settings.{key}", **values)

    match name:
        case "language":
            return unwritable(preferences, language)
        case "palette":
            return text(f"palette_about_{preferences.palette}")
        case "sound":
            return text("sound_about")
        case "spoken":
            return text("spoken_by_none") if speaker is None else text("spoken_by", name=speaker)
        case "spectators" if fault is not None:
            return text("spectators_failed", reason=language.reason(fault))
        case "spectators":
            return text("spectators_at", address=page) if page else text("spectators_about")
        case "storage":
            return text("storage_about", folder=preferences.folder)
        case "weights" if preferences.weights is not None and preferences.weights.suffix in FINDER_ENDINGS:
            return text("finder_about", path=preferences.weights)
        case "weights" if preferences.weights is not None:
            return text("weights_about", folder=preferences.weights)
        case "weights":
            return text("weights_shipped")
    return ""


def unwritable(preferences: Preferences, language: Language) -> str:
    """Why another language is used than was chosen: no font of this computer has its signs. Empty where it is used."""
    wanted = Language.load(preferences.language_code).code
    return "" if wanted == language.code else language.text("app_settings.language_unwritable")


def storage_folder(typed: str, language: Language) -> Path:
    """The folder for games that was typed. Raises BadFolder where there is none, or nothing can be written there."""
    folder = _folder(typed, language)
    if not os.access(folder, os.W_OK | os.X_OK):
        raise BadFolder(language.text("app_settings.not_writable", path=folder))
    return folder


def weights_folder(typed: str, language: Language) -> Path:
    """The folder of networks that was typed, or the file of a finder. Raises BadFolder where one of them lacks."""
    if typed.strip().endswith(FINDER_ENDINGS):
        return _finder(Path(typed.strip()), language)
    folder = _folder(typed, language)
    missing = [name for name in _NETWORKS if not _is_there(folder / name)]
    if missing:
        files = language.text("table.list_separator").join(missing)
        raise BadFolder(language.text("app_settings.no_networks", path=folder, files=files))
    return folder


def _is_there(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a folder that may not be looked into
        return False


def _finder(path: Path, language: Language) -> Path:
    try:
        file = path.expanduser()
        there = file.is_file()
    except (RuntimeError, ValueError, OSError):  # as in `_folder`
        file, there = path, False
    if not (there and file.is_absolute()):
        raise BadFolder(language.text("weights.missing" if not there else "app_settings.not_absolute", path=file))
    return file


def _folder(typed: str, language: Language) -> Path:
    if not typed.strip():
        raise BadFolder(language.text("app_settings.no_path"))
    path = Path(typed.strip())
    try:
        folder = path.expanduser()
        there = folder.is_dir()
    except (RuntimeError, ValueError, OSError):  # no such user, a character no path has, a name that is too long
        folder, there = path, False
    if not folder.is_absolute() and there:
        raise BadFolder(language.text("app_settings.not_absolute", path=folder))
    if not there:
        raise BadFolder(language.text("app_settings.no_folder", path=folder))
    return folder
