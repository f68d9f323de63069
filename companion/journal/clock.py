"""When something was, by the clock of the place where it is read: the journal itself keeps UTC."""

from __future__ import annotations

from datetime import datetime


def here(at: str) -> datetime:
    """A time of the journal (ISO, with its offset) by the clock of this place."""
    return datetime.fromisoformat(at).astimezone()


def written(at: str) -> str:
    """The same for a table that leaves the house: to the second, with its offset, ``2026-01-01 07:05:06+08:00``."""
    return here(at).isoformat(sep=" ", timespec="seconds")
