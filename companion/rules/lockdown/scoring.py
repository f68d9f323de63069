"""How the game stands: who is out, in which order, and who has won (LD-17)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.game import Player, Result
from companion.rules.lockdown.state import State


@dataclass(frozen=True)
class Standing:
    """A player at one place. out: eliminated. outlasted: how many went out before."""

    place: int
    player: Player
    out: bool
    outlasted: int


def score(state: State) -> tuple[Standing, ...]:
    """All players, best first: those still in share the first place, then the last to go out, and so on."""
    inside = [seat.player for seat in state.seats if seat.player not in state.gone]
    standings = [Standing(1, player, False, len(state.gone)) for player in inside]
    for before in reversed(range(len(state.gone))):
        standings.append(Standing(len(state.seats) - before, state.gone[before], True, before))
    return tuple(standings)


def result(state: State) -> Result:
    """Points are the players outlasted; the winner is the only one not eliminated (LD-17)."""
    outlasted = {standing.player: standing.outlasted for standing in score(state)}
    winners = tuple(player for player in state.players if player not in state.gone) if state.over else ()
    return Result(state.over, {player: outlasted[player] for player in state.players}, winners)
