"""The games by their names, as they are written on the command line and in the journal."""

from __future__ import annotations

from types import ModuleType
from typing import cast

from companion.rules import eleusis, engines, lock_the_entry, lockdown
from companion.rules.game import Game
from companion.rules.word_wars import Lexicon, WordWars

_PACKAGES: dict[str, ModuleType] = {package.NAME: package for package in (lock_the_entry, lockdown, engines, eleusis)}

GAME_NAMES = tuple(_PACKAGES)
"""The games of which the name is enough; Word Wars needs its words besides."""


class UnknownGame(ValueError):
    """A name that is no game's. name: as given; allowed: the names that there are."""

    allowed = (*GAME_NAMES, WordWars.NAME)

    def __init__(self, name: str) -> None:
        super().__init__(f"no game {name!r}: there is {', '.join(self.allowed)}")
        self.name = name


class LexiconMissing(UnknownGame):
    """Word Wars asked for without words; allowed: the games that can be had without."""

    allowed = GAME_NAMES


def game_named(name: str, lexicon: Lexicon | None = None) -> Game:
    """The game of that name (``"lock-the-entry"``); lexicon: the words of Word Wars, no other game looks at it.

    Raises UnknownGame, and its kind LexiconMissing for Word Wars without a lexicon.
    """
    if name == WordWars.NAME:
        if lexicon is None:
            raise LexiconMissing(name)
        return WordWars(lexicon)
    if name not in _PACKAGES:
        raise UnknownGame(name)
    return cast(Game, _PACKAGES[name])  # a module's own `Options` class is no `type[Options]` variable to the checker
