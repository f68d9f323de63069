"""Points of a round, and the score sheet of the game (EE-10 to EE-12)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.rules.eleusis.state import HAND_SIZE, Finished, Round, Seat, State
from companion.rules.game import Player, Result

GUESS_POINTS = 6
OUT_POINTS = 3
EARLY_BONUS = 10


@dataclass(frozen=True)
class Line:
    """A line of the score sheet. rounds: points in the rounds played so far; bonus: for a game ended early (EE-12)."""

    player: Player
    rounds: tuple[int, ...]
    bonus: int
    total: int


@dataclass(frozen=True)
class ScoreSheet:
    """All players in seating order, and who has the most points: nobody before a round is finished."""

    lines: tuple[Line, ...]
    winners: tuple[Player, ...]


def round_points(
    seats: tuple[Seat, ...], dealer: Player, guessed: Player | None, out: Player | None
) -> Mapping[Player, int]:
    """Everybody's points for a round that ends with these hands (EE-10); the dealer has the best one's (EE-11)."""
    points = {
        seat.player: HAND_SIZE
        - len(seat.hand)
        + GUESS_POINTS * (seat.player == guessed)
        + OUT_POINTS * (seat.player == out)
        for seat in seats
        if seat.player != dealer
    }
    best = max(points.values())
    return {seat.player: points.get(seat.player, best) for seat in seats}


def finish(state: State, current: Round, guessed: Player | None = None, out: Player | None = None) -> State:
    """The state with its round over and scored (EE-9)."""
    points = round_points(state.seats, current.dealer, guessed, out)
    past = Finished(current.dealer, current.rule, points, guessed, out)
    return replace(state, round=None, finished=(*state.finished, past))


def score(state: State) -> ScoreSheet:
    """The score sheet of the finished rounds."""
    dealt = {past.dealer for past in state.finished}
    lines: list[Line] = []
    for player in state.players:
        rounds = tuple(past.points[player] for past in state.finished)
        early = state.ended and state.options.early_bonus and player not in dealt
        bonus = EARLY_BONUS if early else 0
        lines.append(Line(player, rounds, bonus, sum(rounds) + bonus))
    best = max(line.total for line in lines)
    return ScoreSheet(tuple(lines), tuple(line.player for line in lines if state.finished and line.total == best))


def result(state: State) -> Result:
    """How the game stands: total points, and after the end who has the most."""
    sheet = score(state)
    points = {line.player: line.total for line in sheet.lines}
    return Result(state.over, points, sheet.winners if state.over else ())
