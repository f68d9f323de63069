"""``python -m models.bench_games``: how long a ruling takes, and how many games bots play in a second, for each game.

Rulings are timed one by one over all actions of whole games. Times are CPU time of one core, but they depend on the
machine and on what else runs on it.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from rich.console import Console
from rich.table import Table

from companion.lexicon import load_lexicon
from companion.rules import eleusis, engines, lock_the_entry, lockdown, word_wars
from companion.rules.game import Game, Player, Setup
from companion.rules.games import game_named

PACKAGES: dict[str, ModuleType] = {
    package.NAME: package for package in (lock_the_entry, word_wars, lockdown, engines, eleusis)
}
TABLES = {"lock-the-entry": (3, 4, 5), "word-wars": (2,), "lockdown": (4,), "engines": (2, 4), "eleusis": (4,)}
RULING_TARGET = 1.0  # milliseconds at most
GAMES_TARGET = {"lock-the-entry": 50, "lockdown": 50, "engines": 50}  # games a second at least
Bot = Callable[[Any, Player, random.Random], Any]
_NAMES = ("Ann", "Ben", "Cem", "Dee", "Eli")
_RULED_GAMES = 10
_MOST_ACTIONS = 5_000  # a game of Lockdown can come to a standstill


@dataclass(frozen=True, slots=True)
class Speed:
    """What was measured of one game. median, worst: of a ruling, in milliseconds (worst: the 99th percentile)."""

    rulings: int
    median: float
    worst: float
    games: float


def play(game: Game, players: Sequence[Player], bot: Bot, seed: int) -> Iterator[tuple[Any, Any]]:
    """Every action of one whole game with the state before it; what follows from each is told, as for a report."""
    lot = random.Random(seed)
    state = game.start(Setup(tuple(players), {}, seed))
    for _ in range(_MOST_ACTIONS):
        waiting = game.to_act(state)
        if len(waiting) > 1:
            first = int(lot.random() * len(waiting))
            waiting = waiting[first:] + waiting[:first]
        for player in waiting:
            action = bot(state, player, lot)
            if action is not None:
                break
        else:
            return
        after = game.apply(state, action)
        game.consequences(state, action, after)
        yield state, action
        state = after


def ruling_times(game: Game, players: Sequence[Player], bot: Bot, games: int) -> list[float]:
    """The CPU milliseconds of the ruling on each action of whole games."""
    times = []
    for seed in range(games):
        for state, action in play(game, players, bot, seed):
            start = time.process_time_ns()
            game.verify(state, action)
            times.append((time.process_time_ns() - start) / 1e6)
    return times


def games_a_second(game: Game, players: Sequence[Player], bot: Bot, seconds: float) -> float:
    """Whole games in a second of CPU time, from seed 0 on, for at least so many seconds."""
    start, played, spent = time.process_time(), 0, 0.0
    while spent < seconds:
        deque(play(game, players, bot, played), maxlen=0)
        played += 1
        spent = time.process_time() - start
    return played / spent


def measured(game: Game, players: Sequence[Player], bot: Bot, seconds: float) -> Speed:
    """The speed of a game with these players, all of them the same bot."""
    times = ruling_times(game, players, bot, _RULED_GAMES)
    worst = statistics.quantiles(times, n=100)[-1]
    return Speed(len(times), statistics.median(times), worst, games_a_second(game, players, bot, seconds))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2, help="CPU seconds of play for each line (default 2)")
    parser.add_argument("--game", choices=sorted(TABLES), help="this game only")
    given = parser.parse_args()
    table = Table(title="Rulings and simulated games, CPU time of one core")
    for heading in ("game", "players", "bots", "rulings", "median ms", "99 % ms", "target", "games/s", "target"):
        table.add_column(heading, justify="left" if heading in ("game", "bots") else "right")
    for name in [given.game] if given.game else TABLES:
        game = game_named(name, load_lexicon() if name == word_wars.NAME else None)
        bots: dict[str, Bot] = {"random": PACKAGES[name].choose_random, "sensible": PACKAGES[name].choose_sensible}
        target = f"≥ {GAMES_TARGET[name]}" if name in GAMES_TARGET else "–"
        for count in TABLES[name]:
            for title, bot in bots.items():
                speed = measured(game, _NAMES[:count], bot, given.seconds)
                ruling = (str(speed.rulings), f"{speed.median:.4f}", f"{speed.worst:.4f}", f"< {RULING_TARGET:g}")
                table.add_row(name, str(count), title, *ruling, f"{speed.games:.1f}", target)
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
