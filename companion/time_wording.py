"""When something was, as people read it from their calendar and their clock."""

from __future__ import annotations

from datetime import timedelta, timezone

from companion.journal.clock import here
from companion.language import Language


def day_and_time(at: str, language: Language) -> str:
    """A time of the journal by the clock of this place, in the form of the language."""
    return language.text("times.here", at=here(at))


def day_and_time_anywhere(at: str, language: Language) -> str:
    """The same for a file that others read elsewhere: with how far this clock is from UTC."""
    local = here(at)
    return language.text("times.anywhere", at=local, zone=timezone(local.utcoffset() or timedelta()))
