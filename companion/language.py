"""Visible text by key, in the language of the user. Texts live in ``assets/language/<code>/*.toml``, never in code."""

from __future__ import annotations

import errno
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from companion.asset_files import ASSETS

LANGUAGES = ("en", "zh")
FALLBACK = "en"
_VARIABLES = ("COMPANION_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


class UnknownText(KeyError):
    """A key that neither the chosen language nor English has."""


@dataclass(frozen=True)
class Language:
    """The texts of one language, English standing in for what it lacks. code: ``"en"`` or ``"zh"``."""

    code: str
    texts: Mapping[str, str]

    @classmethod
    def load(cls, code: str | None = None, folder: Path = ASSETS / "language") -> Language:
        """The texts of `code`; None takes the language of the environment. Raises ValueError for an unknown code."""
        chosen = code or _from_environment()
        if chosen not in LANGUAGES:
            raise ValueError(f"no language {chosen!r}: there is {', '.join(LANGUAGES)}")
        return cls(chosen, {**_texts(folder / FALLBACK), **_texts(folder / chosen)})

    def text(self, key: str, **values: object) -> str:
        """The text of ``"table.name"`` with its ``{places}`` filled from `values`. Raises UnknownText."""
        try:
            return self.texts[key].format(**values)
        except KeyError as error:
            raise UnknownText(f"{key} ({error})") from None

    def reason(self, error: OSError) -> str:
        """What the system says is the matter; in the system's own words where there are none for it here."""
        name = errno.errorcode.get(error.errno or 0, "")
        return self.texts.get(f"system.{name}") or error.strerror or str(error)

    def reason_at(self, path: Path, error: OSError) -> str:
        """A sentence on a file or folder: what the system says is the matter with it."""
        return self.text("system.at", path=path, reason=self.reason(error))


def _from_environment() -> str:
    """The first language variable that is set decides; what is not Chinese is served in English."""
    setting = next((os.environ[name] for name in _VARIABLES if os.environ.get(name)), "")
    return "zh" if setting.lower().startswith("zh") else FALLBACK


@cache  # every command of the program asks for them when it is imported
def _texts(folder: Path) -> Mapping[str, str]:
    """Every ``[table]`` of every file of one language, flattened to ``table.name``."""
    flat: dict[str, str] = {}
    for path in sorted(folder.glob("*.toml")):
        for table, entries in tomllib.loads(path.read_text(encoding="utf-8")).items():
            flat.update({f"{table}.{name}": text for name, text in entries.items()})
    return flat
