"""What the user has chosen for the app: kept as a JSON file in the user's configuration folder, sound ones only.

A file that is torn, or is not ours, is set aside under another name and never written over; the app then begins with
the defaults and says so in one sentence.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum
from itertools import count
from pathlib import Path
from typing import Any

from platformdirs import user_config_path, user_documents_path

from companion.app.theme import PALETTES
from companion.installation import data_folder
from companion.journal import write_whole
from companion.language import LANGUAGES, Language

SYSTEM = "system"
LANGUAGE_CHOICES = (SYSTEM, *LANGUAGES)
_SCALES = {"small": 0.85, "normal": 1.0, "large": 1.2, "largest": 1.4}
TEXT_SIZES = tuple(_SCALES)
FINDER_ENDINGS = (".onnx", ".pt")
_NAME = "tabletop-companion"
_VERSION = 1
_MOST_BYTES = 100_000  # of a file that can be one of ours


class BadPreference(ValueError):
    """A value that a preference cannot have; its text names the preference."""


class PreferencesFault(StrEnum):
    """What is wrong with the file of the preferences. The words stand in the language files."""

    UNREADABLE = "unreadable"
    SET_ASIDE = "set_aside"
    LEFT = "left"
    NOT_SAVED = "not_saved"


class PreferencesError(Exception):
    """A file that holds no preferences, or could not be written. aside: where it lies now, if it was set aside."""

    def __init__(
        self, fault: PreferencesFault, path: Path, aside: Path | None = None, cause: OSError | None = None
    ) -> None:
        super().__init__(f"{path}: {fault}")
        self.fault = fault
        self.path = path
        self.aside = aside
        self.cause = cause

    def words(self, language: Language) -> str:
        """The one sentence that tells it."""
        reason = language.reason_at(self.path, self.cause) if self.cause else ""
        return language.text(f"app_preferences.{self.fault}", path=self.path, aside=self.aside, reason=reason)


@dataclass(frozen=True, slots=True)
class Preferences:
    """What can be chosen in the settings. Raises BadPreference for a value that cannot be.

    language: of `LANGUAGE_CHOICES`. text_size: of `TEXT_SIZES`. palette: of `companion.app.theme.PALETTES`. sound,
    spoken, spectators: whether signals are heard, rulings said aloud, and a page served for those who look on.
    storage: the folder of journal, decks and exports; weights: that of networks of one's own, or the file of a finder;
    both absolute, None for those of the companion.
    """

    language: str = SYSTEM
    text_size: str = "normal"
    palette: str = "night"
    sound: bool = True
    spoken: bool = False
    spectators: bool = False
    storage: Path | None = None
    weights: Path | None = None

    def __post_init__(self) -> None:
        allowed = {"language": LANGUAGE_CHOICES, "text_size": TEXT_SIZES, "palette": tuple(PALETTES)}
        for name, values in allowed.items():
            if getattr(self, name) not in values:
                raise BadPreference(name)
        for name in ("sound", "spoken", "spectators"):
            if not isinstance(getattr(self, name), bool):
                raise BadPreference(name)
        for name in ("storage", "weights"):
            folder = getattr(self, name)
            if folder is not None and not (isinstance(folder, Path) and folder.is_absolute()):
                raise BadPreference(name)

    @property
    def language_code(self) -> str | None:
        """As `Language.load` takes it: None for the language of the system."""
        return None if self.language == SYSTEM else self.language

    @property
    def scale(self) -> float:
        """By what all sizes on the screen are multiplied."""
        return _SCALES[self.text_size]

    @property
    def folder(self) -> Path:
        """Where the journal and the enrolled decks lie; need not exist."""
        return self.storage or data_folder()

    @property
    def exports(self) -> Path:
        """Where exported games are written; need not exist."""
        return self.storage or user_documents_path() / "Tabletop Companion"


def default_path() -> Path:
    """The file of the preferences in the user's configuration folder; need not exist."""
    return user_config_path(_NAME, appauthor=False) / "preferences.json"


def load(path: Path) -> tuple[Preferences, PreferencesError | None]:
    """The preferences of a file, the defaults where there is none; and what was wrong with it, if something was."""
    try:
        with path.open("rb") as file:
            content = file.read(_MOST_BYTES + 1)
    except FileNotFoundError:
        return Preferences(), None
    except OSError as error:
        return Preferences(), PreferencesError(PreferencesFault.UNREADABLE, path, cause=error)
    try:
        return _parsed(content), None
    except (ValueError, RecursionError):  # also what is no UTF-8 and no JSON
        return Preferences(), _set_aside(path)


def save(preferences: Preferences, path: Path) -> None:
    """Writes the preferences, whole or not at all. Raises PreferencesError (NOT_SAVED)."""
    told = {name: str(value) if isinstance(value, Path) else value for name, value in asdict(preferences).items()}
    content = json.dumps({"preferences": _VERSION, **told}, ensure_ascii=False, indent=2) + "\n"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, os.fsencode(content))
    except OSError as error:
        raise PreferencesError(PreferencesFault.NOT_SAVED, path, cause=error) from error


def _parsed(content: bytes) -> Preferences:
    """Raises ValueError. What a later version added is passed over."""
    if len(content) > _MOST_BYTES:
        raise BadPreference("size")
    told = json.loads(os.fsdecode(content))
    if not isinstance(told, dict) or not isinstance(told.get("preferences"), int):
        raise BadPreference("preferences")
    return Preferences(**dict(_values(told)))


def _values(told: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, default in asdict(Preferences()).items():
        value = told.get(name, default)
        if name in ("storage", "weights") and value is not None:
            if not isinstance(value, str):
                raise BadPreference(name)
            value = Path(value)
        if not isinstance(value, str | bool | Path | None):
            raise BadPreference(name)
        yield name, value


def _set_aside(path: Path) -> PreferencesError:
    """Gives the file a name that nothing has, and tells which."""
    names = (path.with_name(f"{path.name}.aside-{number}") for number in count(1))
    aside = next(name for name in names if not os.path.lexists(name))
    try:
        path.rename(aside)
    except OSError as error:
        return PreferencesError(PreferencesFault.LEFT, path, cause=error)
    return PreferencesError(PreferencesFault.SET_ASIDE, path, aside)
