"""How the game stands: cards won, and sets where four play (EOD-9, EOD-14)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.engines.state import SETS_TO_WIN, FinalTie, Options, Side, State
from companion.rules.game import Player, Result


@dataclass(frozen=True)
class Standing:
    """A side with its players, the cards it has won (in this set, where four play), and its sets."""

    side: Side
    players: tuple[Player, ...]
    cards: int
    sets: int


def score(state: State) -> tuple[Standing, ...]:
    """Both sides, the one ahead first."""
    standings = [
        Standing(
            side,
            tuple(seat.player for seat in state.seats if seat.side is side),
            len(state.team(side).scored),
            state.team(side).sets,
        )
        for side in Side
    ]
    return tuple(sorted(standings, key=lambda standing: (standing.sets, standing.cards), reverse=True))


def result(state: State) -> Result:
    """Points are cards won where two play, sets won where four do; both players of a side win (EOD-9, EOD-14)."""
    counts = {side: state.team(side).sets if state.in_teams else len(state.team(side).scored) for side in Side}
    winners = winning_sides(state) if state.over else ()
    return Result(
        state.over,
        {seat.player: counts[seat.side] for seat in state.seats},
        tuple(seat.player for seat in state.seats if seat.side in winners),
    )


def winning_sides(state: State) -> tuple[Side, ...]:
    """Who has won a game that is over: by sets (EOD-14), or by cards, level sides as `final_tie` says (EOD-9)."""
    if state.in_teams:
        return tuple(side for side in Side if state.team(side).sets >= SETS_TO_WIN)
    return ahead({side: len(state.team(side).scored) for side in Side}, state.last, state.options)


def ahead(cards: Mapping[Side, int], last: Side | None, options: Options) -> tuple[Side, ...]:
    """The side with most cards; where both are level, both or the winner of the last search (`final_tie`)."""
    best = tuple(side for side in Side if cards[side] == max(cards.values()))
    if len(best) > 1 and options.final_tie == FinalTie.LAST_SEARCH and last is not None:
        return (last,)
    return best
