"""What one player sees: of the state, and of an action."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.cards import UNKNOWN, Card
from companion.rules.eleusis.judging import (
    holds_no_play,
    is_right,
    is_the_rule,
    new_stock,
    right_cards,
    starter_place,
)
from companion.rules.eleusis.state import Action, Deal, End, Guess, NoPlay, Play, Seat, State
from companion.rules.game import Player


def view(state: State, viewer: Player | None) -> State:
    """The state without what `viewer` cannot see: other hands but what was shown of them, the stock, the secret rule.

    The rule stays for its dealer. What the viewer cannot judge has to be part of an action that goes on from here, as
    `as_seen` completes it.
    """

    def seen(seat: Seat) -> Seat:
        hidden = len(seat.hand) - seat.shown
        return seat if seat.player == viewer else replace(seat, hand=(*seat.hand[: seat.shown], *(UNKNOWN,) * hidden))

    current = state.round
    if current is not None and current.dealer != viewer:
        current = replace(current, rule=None)
    return replace(
        state,
        seats=tuple(seen(seat) for seat in state.seats),
        chance=None,
        stacked=(),
        stock=(UNKNOWN,) * len(state.stock),
        round=current,
    )


def view_action(state: State, action: Action, viewer: Player | None) -> Action:
    """The action without what `viewer` has not seen of it: the rule is the dealer's secret (EE-1)."""
    match action:
        case Deal(dealer) if dealer != viewer:
            return replace(action, rule=None)
        case _:
            return action


def as_seen(state: State, action: Action, viewer: Player | None) -> Action:
    """A legal action with all that everybody saw of it, and without the rule that only the dealer knows.

    Filled in from the state before it: the card turned up, the verdict, the hand shown, the card that the dealer laid.
    With this a view plays on as the state does with the action itself.
    """
    current = state.round
    match action:
        case Deal():
            stock, _ = new_stock(state)
            place = starter_place(state, stock, action.rule)
            turned: Card | None = None if place is None or stock[place] == UNKNOWN else stock[place]
            rule = action.rule if action.dealer == viewer else None
            return replace(action, rule=rule, starter=action.starter or turned)
        case End():
            return action
    seat = state.seat(action.player)
    if current is None or seat is None:
        return action
    match action:
        case Play(_, card, None):
            return replace(action, right=is_right(current, card))
        case NoPlay():
            cards = action.shown or seat.hand
            holds = holds_no_play(current, cards) if action.said is None else action.said
            laid = action.laid
            if holds is False and laid is None:
                laid = next(iter(right_cards(current, cards)), None)
            return replace(action, shown=cards, laid=laid, right=None if laid is not None else holds)
        case Guess(right=None):
            return replace(action, right=is_the_rule(current, action))
    return action
