"""What is told of a game, and to whom: the story of a step, the state in lines, the state without its secrets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.rules.cards import UNKNOWN, Card, Suit
from companion.rules.game import Finding, Player
from companion.rules.lockdown.state import PAIR, Action, Draw, Give, Held, Hold, Lock, Locked, Seat, State, Take

_SECRETS = frozenset(("drew", "gave", "took", "dealt", "cleared", "locked"))


def consequences(before: State, action: Action, after: State) -> Sequence[Finding]:
    """What an action brought about, in order; of a state as somebody sees it, what that somebody sees."""
    return after.story


def view(state: State, viewer: Player | None) -> State:
    """The state without what `viewer` cannot see (None: the table): other hands and pairs, the deck, and chance.

    What the table has seen of a hand stays (LD-7). Who gave or took which card is forgotten by everybody but the app.
    """
    return replace(
        state,
        seats=tuple(seat if seat.player == viewer else _seen(seat) for seat in state.seats),
        deck=(UNKNOWN,) * len(state.deck),
        last=None if state.last is None else view_action(state, state.last, viewer),
        chance=None,
        story=tuple(_seen_finding(finding, viewer) for finding in state.story),
    )


def view_action(state: State, action: Action, viewer: Player | None) -> Action:
    """The action as `viewer` (None: the table) has seen it: cards are UNKNOWN where only others saw them."""
    match action:
        case Draw(player) if viewer != player:
            return replace(action, card=UNKNOWN)
        case Give(player, _, other) | Take(player, _, other) if viewer not in (player, other):
            return replace(action, card=UNKNOWN)
        case Lock(player, cards) if viewer != player and len(cards) == PAIR:
            return Lock(player)
        case Hold(player, cards) if viewer != player:
            return Hold(player, (UNKNOWN,) * len(cards))
        case _:
            return action


def describe(state: State, viewer: Player | None = None) -> Sequence[Finding]:
    """The state as `viewer` may see it (None: the table), line by line."""
    return tuple(_lines(view(state, viewer), viewer))


def _lines(state: State, viewer: Player | None) -> Iterator[Finding]:
    if state.over:
        yield Finding("LD-17", "won", {"player": state.turn})
    elif state.naming:
        yield Finding("LD-2", "to_name", {"player": state.turn})
    else:
        yield Finding("LD-2", "next", {"player": state.turn})
    yield Finding("LD-18", "deck", {"count": len(state.deck)})
    for seat in state.seats:
        if seat.player in state.gone:
            yield Finding("LD-15", "is_gone", {"player": seat.player})
        else:
            yield from _seat_lines(seat, viewer)
    if state.away:
        yield Finding("LD-15", "outside", {"cards": _written(state.away)})


def _seat_lines(seat: Seat, viewer: Player | None) -> Iterator[Finding]:
    player = seat.player
    pairs = [locked for locked in seat.locked if not locked.is_open]
    yield Finding("LD-10", "holds", {"player": player, "count": len(seat.mobile), "pairs": len(pairs)})
    for locked in seat.locked:
        if locked.is_open:
            yield Finding("LD-11", "triplet", {"player": player, "cards": _written(locked.cards)})
    if player != viewer:
        shown = [held.card for held in seat.mobile if held.card != UNKNOWN]
        if shown:
            yield Finding("LD-7", "has_shown", {"player": player, "cards": _written(shown)})
        return
    yield Finding("LD-1", "hand", {"player": player, "cards": _written(seat.hand)})
    for locked in pairs:
        yield Finding("LD-10", "pair", {"player": player, "cards": _written(locked.cards)})
    fresh = [held.card for held in seat.mobile if held.fresh]
    if fresh:
        yield Finding("LD-14", "not_yet", {"player": player, "cards": _written(fresh)})


def _seen(seat: Seat) -> Seat:
    """A seat as the table sees it."""
    mobile = tuple(_seen_card(held) for held in seat.mobile)
    return Seat(seat.player, mobile, tuple(_seen_set(locked) for locked in seat.locked))


def _seen_card(held: Held, hidden: Card = UNKNOWN) -> Held:
    return held if held.shown else replace(held, card=hidden)


def _seen_set(locked: Locked) -> Locked:
    """A set as the table sees it: where it knows one card of a pair it knows the value of the other."""
    known = any(held.shown for held in locked.held)
    hidden = Card(locked.rank, Suit.UNKNOWN) if known else UNKNOWN
    return Locked(tuple(_seen_card(held, hidden) for held in locked.held))


def _seen_finding(finding: Finding, viewer: Player | None) -> Finding:
    """A line of the story without the cards of a hand that `viewer` did not see."""
    secret = finding.reason in _SECRETS
    saw = viewer is not None and viewer in (finding.data["player"], finding.data.get("other")) if secret else True
    return finding if saw else finding.without_cards()


def _written(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))
