"""The bots by game and name."""

from __future__ import annotations

from collections.abc import Mapping

from companion.laboratory.playing import Bot
from companion.rules import lock_the_entry
from companion.rules.lock_the_entry import bots as lock_the_entry_bots

_BOTS: Mapping[str, Mapping[str, Bot]] = {
    lock_the_entry.NAME: {
        "random": lock_the_entry_bots.choose_random,
        "sensible": lock_the_entry_bots.choose_sensible,
    },
}


class UnknownBot(ValueError):
    """A name that is no bot's. name: as given; allowed: the bots of the game."""

    def __init__(self, name: str, allowed: tuple[str, ...]) -> None:
        super().__init__(f"no bot {name!r}: there is {', '.join(allowed)}")
        self.name = name
        self.allowed = allowed


def bot_named(game: str, name: str) -> Bot:
    """The bot of that name for a game. Raises UnknownBot."""
    bots = _BOTS[game]
    if name not in bots:
        raise UnknownBot(name, tuple(bots))
    return bots[name]
