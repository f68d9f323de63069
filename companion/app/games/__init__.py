"""One panel a game: what it shows and what is told to it by taps, each with a view model that needs no window."""

from __future__ import annotations

from importlib import import_module
from typing import Any

_PANELS = {
    "lock-the-entry": ("lock_the_entry", "LockTheEntryPanel"),
    "word-wars": ("word_wars", "WordWarsPanel"),
    "lockdown": ("lockdown", "LockdownPanel"),
    "engines": ("engines", "EnginesPanel"),
    "eleusis": ("eleusis", "EleusisPanel"),
}


def panel_for(game: str) -> Any:
    """The class of a game's panel; panels can only be imported once there is a window, so it is done here."""
    module, name = _PANELS[game]
    return getattr(import_module(f"{__name__}.{module}"), name)
