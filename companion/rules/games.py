"""The games by their names, as they are written on the command line and in the journal."""

from __future__ import annotations

from types import ModuleType
from typing import cast

from companion.rules import eleusis, lock_the_entry, lockdown
from companion.rules.game import Game

_PACKAGES: dict[str, ModuleType] = {package.NAME: package for package in (lock_the_entry, lockdown, eleusis)}

GAME_NAMES = tuple(_PACKAGES)


class UnknownGame(ValueError):
    """A name that is no game's. name: as given; allowed: the names that there are."""

    def __init__(self, name: str) -> None:
        super().__init__(f"no game {name!r}: there is {', '.join(GAME_NAMES)}")
        self.name = name
        self.allowed = GAME_NAMES


def game_named(name: str) -> Game:
    """The game of that name (``"lock-the-entry"``). Raises UnknownGame."""
    if name not in _PACKAGES:
        raise UnknownGame(name)
    return cast(Game, _PACKAGES[name])  # a module's own `Options` class is no `type[Options]` variable to the checker
