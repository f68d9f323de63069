"""Points, the winners of the game, and what kind of end a round had (WW-8 to WW-11)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.game import Player, Result
from companion.rules.word_wars.state import Phase, State


@dataclass(frozen=True)
class Standing:
    """A line of the score sheet. points: of all rounds and trades so far. left: tiles not yet laid in this round."""

    player: Player
    points: int
    left: int


def score(state: State) -> tuple[Standing, ...]:
    """The players in seating order with what they have."""
    return tuple(Standing(seat.player, seat.points, len(seat.hand) + len(seat.pile)) for seat in state.seats)


def result(state: State) -> Result:
    """WW-11: after the last round the highest total wins; equal totals share the win."""
    over = state.phase is Phase.GAME_OVER
    points = {seat.player: seat.points for seat in state.seats}
    most = max(points.values())
    return Result(over, points, tuple(player for player in points if over and points[player] == most))
