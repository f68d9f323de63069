"""What an action brought about, and how the game stands, as findings that need no other word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.rules.game import Finding, Player, Value
from companion.rules.word_wars.board import words_formed
from companion.rules.word_wars.scoring import result
from companion.rules.word_wars.state import (
    Accept,
    Action,
    Forfeit,
    NewRound,
    Phase,
    Play,
    Refuse,
    Seat,
    Show,
    State,
    SuddenDeath,
    Tile,
    Trade,
)

GAP = "."


def consequences(before: State, action: Action, after: State) -> Sequence[Finding]:
    """What an action that was carried out brought about, each by the rule that says so."""
    match action:
        case Play(player):
            return tuple(_played(before, action, after, player))
        case Trade(player, tiles):
            other = before.opponent(player).player
            traded = Finding("WW-6", "traded", {"player": player, "count": len(tiles), "other": other})
            kept = () if after.turn == other or before.alone else (Finding("WW-6", "turn_kept", {"player": player}),)
            return (traded, _hand_counts("WW-2", after, player), *kept)
        case SuddenDeath(player):
            return (Finding("WW-5", "called", {"player": player, "other": after.turn}),)
        case Refuse(player):
            return (Finding("WW-10", "refused", {"player": player, "other": after.turn}),)
        case Accept(player):
            caller = before.opponent(player)
            handed: dict[str, Value] = {"player": player, "other": caller.player, "count": len(caller.hand)}
            return (Finding("WW-10", "accepted", handed), _hand_counts("WW-10", after, player))
        case Forfeit(player):
            return tuple(_given_up(before, after, player))
        case Show(player, tiles):
            return (Finding("WW-2", "shown", {"player": player, "tiles": "".join(tiles)}),)
        case NewRound():
            return (Finding("WW-1", "dealt", {"round": after.round, "player": after.turn}),)


def _played(before: State, action: Play, after: State, player: Player) -> Iterator[Finding]:
    for word in words_formed(before.board, action.tiles):
        yield Finding("WW-3", "word", {"word": word})
    seat = after.seat(player)
    assert seat is not None  # has played
    if not seat.out:
        yield _hand_counts("WW-2", after, player)
        return
    other = after.opponent(player)
    yield Finding("WW-7", "out", {"player": player})
    if before.phase is Phase.SUDDEN_DEATH:
        yield Finding("WW-10", "won_doubled", _gain(before, after, player))
    elif after.in_round:
        yield Finding("WW-7", "plays_on_alone", {"player": other.player, "count": len(other.hand) + len(other.pile)})
    elif before.opponent(player).out:
        yield Finding("WW-8", "both_out", {"count": len(after.board), "points": len(after.board) // 2})
    else:
        yield Finding("WW-9", "won", _gain(before, after, player))
    yield from _game_end(after)


def _given_up(before: State, after: State, player: Player) -> Iterator[Finding]:
    winner = before.opponent(player).player
    if before.phase is Phase.SUDDEN_DEATH and before.turn == player:
        yield Finding("WW-10", "not_all_used", {"player": player})
        yield Finding("WW-10", "won_by_calling", _gain(before, after, winner))
    elif before.alone and before.turn == player:
        yield Finding("WW-7", "unable", {"player": player})
        yield Finding("WW-9", "won", _gain(before, after, winner))
    else:
        yield Finding("WW-4", "forfeited", {"player": player})
        yield Finding("WW-11", "won_by_forfeit", _gain(before, after, winner))
    yield from _game_end(after)


def _game_end(after: State) -> Iterator[Finding]:
    if after.phase is not Phase.GAME_OVER:
        return
    end = result(after)
    if len(end.winners) > 1:
        yield Finding("WW-11", "game_shared", {"points": max(end.points.values())})
    else:
        yield Finding("WW-11", "game_won", {"player": end.winners[0], "points": end.points[end.winners[0]]})


def _gain(before: State, after: State, winner: Player) -> dict[str, Value]:
    points = {seat.player: seat.points for seat in after.seats}[winner]
    gained = points - {seat.player: seat.points for seat in before.seats}[winner]
    return {"player": winner, "points": gained, "round": after.round}


def _hand_counts(rule: str, state: State, player: Player) -> Finding:
    seat = state.seat(player)
    assert seat is not None  # has acted
    return Finding(rule, "holds", {"player": player, "hand": len(seat.hand), "pile": len(seat.pile)})


def describe(state: State, viewer: Player | None = None) -> Sequence[Finding]:
    """The state as `viewer` may see it (None: the table): round, points, the rows of the board, hands, whose turn."""
    lines = [Finding("WW-11", "round", {"round": state.round, "rounds": state.options.rounds})]
    lines += [Finding("WW-11", "points", {"player": seat.player, "points": seat.points}) for seat in state.seats]
    lines += _board_rows(state)
    for seat in state.seats:
        lines.append(_hand_counts("WW-2", state, seat.player))
        if seat.player == viewer and seat.hand:
            lines.append(Finding("WW-2", "hand", {"player": seat.player, "tiles": _sorted_hand(seat)}))
    return (*lines, _turn(state))


def _sorted_hand(seat: Seat) -> str:
    return "".join(sorted(seat.hand))


def _board_rows(state: State) -> list[Finding]:
    """Each row with tiles from the leftmost column of the board on, a dot for an empty cell."""
    if not state.board:
        return []
    columns = range(min(column for column, _ in state.board), max(column for column, _ in state.board) + 1)
    rows = range(min(row for _, row in state.board), max(row for _, row in state.board) + 1)

    def written(row: int) -> Tile:
        return "".join(state.board.get((column, row), GAP) for column in columns)

    return [Finding("WW-3", "row", {"row": row, "column": columns[0], "tiles": written(row)}) for row in rows]


def _turn(state: State) -> Finding:
    who: dict[str, Value] = {"player": state.turn}
    match state.phase:
        case Phase.PLAY if state.alone:
            return Finding("WW-7", "to_play_alone", who)
        case Phase.PLAY:
            return Finding("WW-3", "to_play", who)
        case Phase.ANSWER:
            return Finding("WW-10", "to_answer", who)
        case Phase.REFUSED:
            return Finding("WW-10", "to_trade_or_forfeit", who)
        case Phase.SUDDEN_DEATH:
            return Finding("WW-10", "to_use_all", who)
        case Phase.ROUND_OVER:
            return Finding("WW-11", "to_deal", {"round": state.round})
        case Phase.GAME_OVER:
            return Finding("WW-11", "all_played", {"rounds": state.options.rounds})
