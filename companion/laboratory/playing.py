"""One game played by bots from its seed to its end, and what is kept of it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.rules.game import Game, Player, Setup

Bot = Callable[[Any, Player, random.Random], Any]
"""``bot(state, player, lot)``: the action of a player who may act now, or None to do nothing."""

MOST_ACTIONS = 5_000


@dataclass(frozen=True, slots=True)
class Record:
    """What is kept of one game.

    actions: how many were carried out. over: whether it ended by its rules within `MOST_ACTIONS`. points: by seat.
    winners: seats (0 is the first) that won or shared the win; sides: which side each seat plays for. happened: how
    often each consequence came about, by ``"RULE reason"``.
    """

    seed: int
    actions: int
    over: bool
    points: tuple[float, ...]
    winners: tuple[int, ...]
    sides: tuple[int, ...]
    happened: Mapping[str, int]

    @property
    def shared(self) -> bool:
        """Whether more than one side won."""
        return len({self.sides[seat] for seat in self.winners}) > 1

    def won_by(self, seat: int) -> bool:
        """Whether the seat won, alone or with its partners."""
        return seat in self.winners and not self.shared


def play_game(game: Game, setup: Setup, bots: Sequence[Bot], sides: Sequence[int] | None = None) -> Record:
    """Play one game, bot for bot in seating order. Equal setups and bots play equal games.

    sides: which side each seat plays for; None: every one for itself.

    Where all players may act at once, who is first is drawn by lot; one who does nothing leaves it to the next. A game
    in which nobody does anything, or that does not end within `MOST_ACTIONS`, is kept as not over.
    """
    lot = random.Random(f"bots/{setup.seed}")
    bot_of = dict(zip(setup.players, bots, strict=True))
    seat_of = {player: seat for seat, player in enumerate(setup.players)}
    happened: Counter[tuple[str, str]] = Counter()
    state = game.start(setup)
    actions = 0
    while actions < MOST_ACTIONS:
        action = _next_action(game, state, bot_of, lot)
        if action is None:
            break
        after = game.apply(state, action)
        for finding in game.consequences(state, action, after):
            happened[finding.rule, finding.reason] += 1
        state = after
        actions += 1
    result = game.result(state)
    return Record(
        setup.seed or 0,
        actions,
        result.over,
        tuple(result.points[player] for player in setup.players),
        tuple(seat_of[player] for player in result.winners),
        tuple(sides or range(len(setup.players))),
        {" ".join(key): count for key, count in happened.items()},
    )


def _next_action(game: Game, state: Any, bot_of: Mapping[Player, Bot], lot: random.Random) -> Any:
    """What the first willing one of those who may act does; None where nobody will."""
    players = list(game.to_act(state))
    if len(players) == len(bot_of) > 1:
        lot.shuffle(players)
    for player in players:
        action = bot_of[player](state, player, lot)
        if action is not None:
            return action
    return None
