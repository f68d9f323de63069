"""``python -m models.bench_games``: how long a ruling takes, and how many games bots play in a second, for each game.

Rulings are timed one by one over all actions of whole games. Times are CPU time of one core, but they depend on the
machine and on what else runs on it.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from companion.laboratory.bots import bot_named, laboratory_game
from companion.laboratory.playing import Bot, play_game
from companion.rules.game import Game, Setup

TABLES = {
    "lock-the-entry": (3, 4, 5),
    "word-wars": (2,),
    "lockdown": (4,),
    "engines": (2, 4),
    "eleusis": (4,),
}
BOTS = ("random", "sensible")
RULING_TARGET = 1.0  # milliseconds at most
GAMES_TARGET = {"lock-the-entry": 50, "lockdown": 50, "engines": 50}  # games a second at least
_NAMES = ("Ann", "Ben", "Cem", "Dee", "Eli")
_RULED_GAMES = 10


@dataclass(frozen=True, slots=True)
class Speed:
    """What was measured of one game. median, worst: of a ruling, in milliseconds (worst: the 99th percentile)."""

    rulings: int
    median: float
    worst: float
    games: float


def ruling_times(game: Game, players: Sequence[str], bots: Sequence[Bot], games: int) -> list[float]:
    """The CPU milliseconds of the ruling on each action of whole games."""
    times: list[float] = []

    def timed(bot: Bot) -> Bot:
        def choose(state: object, player: str, lot: random.Random) -> object:
            action = bot(state, player, lot)
            if action is not None:
                start = time.process_time_ns()
                game.verify(state, action)
                times.append((time.process_time_ns() - start) / 1e6)
            return action

        return choose

    for seed in range(games):
        play_game(game, Setup(tuple(players), {}, seed), [timed(bot) for bot in bots])
    return times


def games_a_second(game: Game, players: Sequence[str], bots: Sequence[Bot], seconds: float) -> float:
    """Whole games in a second of CPU time, from seed 0 on, for at least so many seconds."""
    start, played = time.process_time(), 0
    while (spent := time.process_time() - start) < seconds or not played:
        play_game(game, Setup(tuple(players), {}, played), bots)
        played += 1
    return played / spent


def measured(name: str, count: int, bot: str, seconds: float) -> Speed:
    """The speed of a game with so many players, all of them the same bot."""
    game, players = laboratory_game(name), _NAMES[:count]
    bots = [bot_named(name, bot)] * count
    times = ruling_times(game, players, bots, _RULED_GAMES)
    worst = statistics.quantiles(times, n=100)[-1]
    return Speed(len(times), statistics.median(times), worst, games_a_second(game, players, bots, seconds))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2, help="CPU seconds of play for each line (default 2)")
    parser.add_argument("--game", choices=sorted(TABLES), help="this game only")
    given = parser.parse_args()
    table = Table(title="Rulings and simulated games, CPU time of one core")
    for heading in ("game", "players", "bots", "rulings", "median ms", "99 % ms", "target", "games/s", "target"):
        table.add_column(heading, justify="left" if heading in ("game", "bots") else "right")
    for name, counts in TABLES.items():
        for count in counts if given.game in (None, name) else ():
            for bot in BOTS:
                speed = measured(name, count, bot, given.seconds)
                ruling = (str(speed.rulings), f"{speed.median:.4f}", f"{speed.worst:.4f}", f"< {RULING_TARGET:g}")
                target = f"≥ {GAMES_TARGET[name]}" if name in GAMES_TARGET else "–"
                table.add_row(name, str(count), bot, *ruling, f"{speed.games:.1f}", target)
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
