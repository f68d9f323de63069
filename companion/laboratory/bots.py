"""The bots by game and name, and the games as the laboratory plays them."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any

from companion.asset_files import ASSETS
from companion.laboratory.playing import Bot
from companion.lexicon import load_lexicon
from companion.rules import eleusis, engines, lock_the_entry, lockdown
from companion.rules.eleusis import Deal
from companion.rules.eleusis import bots as eleusis_bots
from companion.rules.eleusis.secret import LibraryRule, SecretRule, load_library
from companion.rules.engines import Extra, Ipo, Pass, Search
from companion.rules.engines import bots as engines_bots
from companion.rules.game import Game, Player
from companion.rules.games import game_named
from companion.rules.lock_the_entry import bots as lock_the_entry_bots
from companion.rules.lockdown import bots as lockdown_bots
from companion.rules.word_wars import WordWars
from companion.rules.word_wars import bots as word_wars_bots

Reasoning = Callable[[Any, Player, random.Random, Sequence[SecretRule]], Any]


class UnknownBot(ValueError):
    """A name that is no bot's. name: as given; allowed: the bots of the game."""

    def __init__(self, name: str, allowed: tuple[str, ...]) -> None:
        super().__init__(f"no bot {name!r}: there is {', '.join(allowed)}")
        self.name = name
        self.allowed = allowed


def laboratory_game(name: str) -> Game:
    """The game of that name; Word Wars with the words that this machine has. Raises UnknownGame, LexiconError."""
    return game_named(name, load_lexicon() if name == WordWars.NAME else None)


def sides_of(game: str, count: int) -> tuple[int, ...]:
    """Which side each seat plays for: in Engines for four every other seat is a team (EOD-10)."""
    return tuple(seat % 2 if game == engines.NAME else seat for seat in range(count))


def bot_named(game: str, name: str) -> Bot:
    """The bot of that name for a game.

    Engines also has ``no-ipo`` and ``no-extra``, sensible bots that leave out what only their side may do. In Eleusis
    ``sensible:RULE`` and ``random:RULE`` always deal that rule of the library. Raises UnknownBot.
    """
    kind, _, rule = name.partition(":")
    bots = _bots(game)
    fixed = game == eleusis.NAME and kind in bots
    if kind not in bots or (rule and not (fixed and rule in _library())):
        raise UnknownBot(name, tuple(bots))
    return partial(_dealing, bots[kind], _library()[rule].rule) if rule else bots[kind]


@cache
def eleusis_library() -> tuple[LibraryRule, ...]:
    """The rules that ship with the companion."""
    return load_library((ASSETS / "eleusis" / "library.toml").read_text(encoding="utf-8"))


@cache
def _library() -> Mapping[str, LibraryRule]:
    return {entry.id: entry for entry in eleusis_library()}


def _bots(game: str) -> Mapping[str, Bot]:
    chosen: Any = {
        lock_the_entry.NAME: lock_the_entry_bots,
        WordWars.NAME: word_wars_bots,
        lockdown.NAME: lockdown_bots,
        engines.NAME: engines_bots,
        eleusis.NAME: eleusis_bots,
    }[game]
    if game == eleusis.NAME:
        reasoning: Mapping[str, Reasoning] = {"random": chosen.choose_random, "sensible": chosen.choose_sensible}
        return {name: partial(_from_library, bot) for name, bot in reasoning.items()}
    bots: dict[str, Bot] = {"random": chosen.choose_random, "sensible": chosen.choose_sensible}
    if game == engines.NAME:
        bots |= {"no-ipo": _without_ipo, "no-extra": _without_extra}
    return bots


def _from_library(bot: Reasoning, state: Any, player: Player, lot: random.Random) -> Any:
    return bot(state, player, lot, tuple(entry.rule for entry in eleusis_library()))


def _dealing(bot: Bot, rule: SecretRule, state: Any, player: Player, lot: random.Random) -> Any:
    """What the bot does, but as a dealer it takes this rule."""
    return Deal(player, rule) if state.round is None else bot(state, player, lot)


def _without_ipo(state: Any, player: Player, lot: random.Random) -> Any:
    action = engines_bots.choose_sensible(state, player, lot)
    return Search(player) if isinstance(action, Ipo) else action


def _without_extra(state: Any, player: Player, lot: random.Random) -> Any:
    action = engines_bots.choose_sensible(state, player, lot)
    return Pass(player) if isinstance(action, Extra) else action
