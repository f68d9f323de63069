"""Many games over several processes or machines: equal seeds give equal records, however the work is shared out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field

from companion.laboratory.bots import bot_named, laboratory_game, sides_of
from companion.laboratory.playing import Record, play_game
from companion.rules.game import Player, Setup

CHUNK = 50


@dataclass(frozen=True)
class Plan:
    """What is played: `games` games of one rule set, the first of them from `seed`, the next from seed + 1 …

    bots: one name for each seat (``"sensible"``, ``"random"``).
    """

    game: str
    players: tuple[Player, ...]
    bots: tuple[str, ...]
    games: int
    seed: int = 0
    options: Mapping[str, str] = field(default_factory=dict, hash=False)

    def setup(self, index: int) -> Setup:
        """How the game number `index` begins."""
        return Setup(self.players, self.options, self.seed + index)


def play_part(plan: Plan, part: Sequence[int]) -> list[Record]:
    """The records of some games of a plan, by their numbers."""
    game = laboratory_game(plan.game)
    bots = [bot_named(plan.game, name) for name in plan.bots]
    sides = sides_of(plan.game, len(plan.players))
    return [play_game(game, plan.setup(index), bots, sides) for index in part]


def run(plan: Plan, executor: Executor | None = None) -> Iterator[Record]:
    """Play all games of a plan, here or on the executor's processes or machines; records in the order of seeds.

    Raises Illegal, OptionError or ValueError where the game cannot begin so.
    """
    parts = [tuple(range(start, min(start + CHUNK, plan.games))) for start in range(0, plan.games, CHUNK)]
    if executor is None:
        played: Iterator[list[Record]] = (play_part(plan, part) for part in parts)
    else:
        played = iter(executor.map(play_part, [plan] * len(parts), parts))
    for records in played:
        yield from records
