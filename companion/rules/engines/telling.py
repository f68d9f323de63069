"""What is told of a game, and to whom: the story of a step, the state in lines, the state without its secrets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.rules.cards import UNKNOWN, Card
from companion.rules.engines.contest import contest
from companion.rules.engines.play import to_act
from companion.rules.engines.scoring import winning_sides
from companion.rules.engines.state import Action, Laid, Phase, Play, Seat, Side, State
from companion.rules.game import Finding, Player


def consequences(before: State, action: Action, after: State) -> Sequence[Finding]:
    """What an action brought about, in order. It names only cards that lie open to all."""
    return after.story


def view(state: State, viewer: Player | None) -> State:
    """The state without what `viewer` cannot see (None: the table): other hands, all decks, result cards face down.

    Cards that came back to a hand after all had seen them stay known.
    """

    def seen(laid: Laid) -> Laid:
        return laid if laid.player == viewer else Laid(laid.player, UNKNOWN)

    return state._replace(
        seats=tuple(seat if seat.player == viewer else _seen(seat) for seat in state.seats),
        google=state.google._replace(deck=(UNKNOWN,) * len(state.google.deck)),
        yahoo=state.yahoo._replace(deck=(UNKNOWN,) * len(state.yahoo.deck)),
        search=(UNKNOWN,) * len(state.search),
        plays=tuple(map(seen, state.plays)) if state.phase is Phase.PLAY else state.plays,
        chance=None,
    )


def view_action(state: State, action: Action, viewer: Player | None) -> Action:
    """The action without what `viewer` has not seen of it: a result card is seen once all have laid theirs (EOD-3)."""
    match action:
        case Play(player) if player != viewer and state.phase is Phase.PLAY:
            return Play(player, UNKNOWN)
        case _:
            return action


def describe(state: State, viewer: Player | None = None) -> Sequence[Finding]:
    """The state as `viewer` may see it (None: the table), line by line."""
    return tuple(_lines(view(state, viewer), viewer))


def _lines(state: State, viewer: Player | None) -> Iterator[Finding]:
    yield from _what_is_next(state)
    if state.request is not None:
        yield Finding("EOD-3", "lies_open", {"card": state.request})
    for laid in state.plays:
        if laid.card != UNKNOWN:
            yield Finding("EOD-3", "has_laid", {"player": laid.player, "card": laid.card})
    yield Finding("EOD-9", "search_left", {"count": len(state.search)})
    for side in Side:
        team = state.team(side)
        if state.in_teams:
            yield Finding("EOD-14", "sets", {"side": side, "sets": team.sets, "number": state.set_number})
        yield Finding("EOD-3", "stands", {"side": side, "count": len(team.scored), "left": len(team.deck)})
    if state.last is not None:
        yield Finding("EOD-4", "last_winner", {"side": state.last})
    if state.google.ipo and not state.over:
        yield Finding("EOD-7", "ipo_left", {"side": Side.GOOGLE})
    for seat in state.seats:
        yield from _seat_lines(seat, viewer)


def _what_is_next(state: State) -> Iterator[Finding]:
    match state.phase:
        case Phase.OVER:
            for side in winning_sides(state):
                yield Finding("EOD-9", "has_won", {"side": side})
        case Phase.CUT:
            yield Finding("EOD-10", "to_cut", {"number": state.set_number})
        case Phase.OPEN:
            yield Finding("EOD-1", "next", {"player": state.turn})
        case Phase.PLAY:
            yield Finding("EOD-3", "to_lay", {"players": " ".join(to_act(state))})
        case Phase.TIE:
            tied = contest(state.request, state.plays).distance if state.request else 0
            yield Finding("EOD-6", "may_add", {"side": Side.YAHOO, "distance": (tied or 0) + 1})
        case Phase.FILL:
            yield from (Finding("EOD-12", "may_fill", {"player": player}) for player in state.fillers)


def _seat_lines(seat: Seat, viewer: Player | None) -> Iterator[Finding]:
    yield Finding("EOD-8", "holds", {"player": seat.player, "side": seat.side, "count": len(seat.hand)})
    if seat.player == viewer:
        yield Finding("EOD-1", "hand", {"player": seat.player, "cards": _written(seat.hand)})
    elif seat.shown:
        yield Finding("EOD-11", "has_shown", {"player": seat.player, "cards": _written(sorted(seat.shown))})


def _seen(seat: Seat) -> Seat:
    """A seat as the table sees it."""
    return seat._replace(hand=tuple(card if card in seat.shown else UNKNOWN for card in seat.hand))


def _written(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))
