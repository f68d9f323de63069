"""What a panel of a game offers to tap, and a hand for one pair of eyes: plain Python, no window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from companion.app.said import Choice
from companion.rules.cards import Card

Told = Callable[..., str]
"""``told(key, **values)``: a text of the language, `companion.language.Language.text`."""


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that people do and a camera does not see, or did not.

    key: which one. choices: the ways to do it, each keyed by what the panel is given, mostly the line of an action; a
    single one is taken at once, among several `question` asks.
    """

    key: str
    text: str
    choices: tuple[Choice, ...]
    question: str = ""

    @property
    def button(self) -> Choice:
        """The deed itself as something to tap: dimmed where no way of doing it is allowed."""
        return Choice(self.key, self.text, any(choice.enabled for choice in self.choices))


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card of a hand. key: what the panel is given when it is tapped, empty where it cannot be played now."""

    card: Card
    key: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Hand:
    """What one player alone may see. player: whose; notes: lines beneath the cards."""

    player: str
    cards: tuple[HandCard, ...]
    notes: tuple[str, ...] = ()


SHOWN_FOR = 6.0  # seconds that a hand lies open
LONGEST = 18  # characters of what stands on a button


def short(text: str) -> str:
    """As much of a text, of a name mostly, as a button or a headline has room for."""
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def offered(game: ModuleType, state: Any, action: Any, text: str) -> Choice:
    """An action of a game (the package of its rules) as a choice keyed by its line, dimmed where a rule forbids it."""
    return Choice(game.write_action(action), text, game.can(state, action))
