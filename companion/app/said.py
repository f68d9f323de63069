"""Short texts of a screen, as the widgets show them and the view models make them: plain Python, no window."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Said:
    """One short text, certain or asked."""

    text: str
    certain: bool = True


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to tap. key: what the callback is given; text: as people read it; enabled: whether it can be taken."""

    key: str
    text: str
    enabled: bool = True
