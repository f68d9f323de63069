"""When something was, as people here read it from their calendar and their clock."""

from __future__ import annotations

from datetime import datetime

from companion.language import Language


def day_and_time(at: str, language: Language) -> str:
    """A time of the journal (ISO, UTC) by the clock of this machine, in the form of the language."""
    return language.text("app.day_and_time", at=datetime.fromisoformat(at).astimezone())
