"""Players by lot and by sense, for simulated games. Neither looks at what is hidden from it."""

from __future__ import annotations

import random
from dataclasses import replace

from companion.rules.cards import Rank
from companion.rules.game import Player
from companion.rules.lockdown.play import clearing_cards
from companion.rules.lockdown.state import (
    Action,
    Clear,
    Draw,
    Force,
    Give,
    Name,
    Seat,
    Shuffle,
    State,
    Take,
)

_SAFE_TO_TAKE = 0.1
_RISK_WITHOUT_DECK = 0.2


def choose_random(state: State, player: Player, lot: random.Random) -> Action:
    """Any legal action of `player`, every kind equally likely."""
    if state.naming:
        return Name(player, lot.choice(state.namable(player)))
    seats = {seat.player: seat for seat in state.seats}
    other = lot.choice(state.others(player))
    actions: list[Action] = [Shuffle(player)]
    if state.deck:
        actions += [Draw(player), Force(player, other)]
    givable = [held for held in seats[player].mobile if not held.fresh]
    if givable:
        actions.append(Give(player, lot.choice(givable).card, other))
    if seats[other].mobile:
        actions.append(Take(player, lot.choice(seats[other].mobile).card, other))
    actions += [Clear(player, cards) for cards in list(clearing_cards(state, seats[player]))[:1]]
    action = lot.choice(actions)
    if isinstance(action, Draw | Shuffle | Clear):
        return replace(action, next=lot.choice(state.namable(player)))
    return action


def choose_sensible(state: State, player: Player, lot: random.Random) -> Action:
    """An action that keeps `player` from fourth cards and brings others nearer to theirs."""
    seats = {seat.player: seat for seat in state.seats}
    named = min(state.namable(player), key=lambda other: (len(seats[other].mobile), lot.random()))
    if state.naming:
        return Name(player, named)
    own = seats[player]
    blow = _fourth_card(own, state)
    if blow is not None:
        return blow
    if not state.deck and lot.random() < _RISK_WITHOUT_DECK:
        return choose_random(state, player, lot)  # or a few cards go round and round between two players
    clear = next(clearing_cards(state, own), None)
    if clear is not None and _danger(own) > lot.random():
        return Clear(player, clear, named)
    others = [seats[other] for other in state.others(player)]
    target = max(others, key=lambda seat: (_danger(seat), len(seat.locked), lot.random()))
    givable = [held for held in own.mobile if not held.fresh and held.card.rank not in state.options.clearing]
    if state.deck and (_danger(target) > 0 or not givable or lot.random() < 0.5):
        return Force(player, target.player)
    if givable:
        return Give(player, lot.choice(givable).card, target.player)
    if target.mobile and _danger(own) < _SAFE_TO_TAKE:
        return Take(player, lot.choice(target.mobile).card, target.player)
    return Shuffle(player, named)


def _fourth_card(own: Seat, state: State) -> Give | None:
    """A card that eliminates somebody whose triplet of that value lies open (LD-12)."""
    for seat in state.seats:
        if seat.player != own.player:
            values = {locked.rank for locked in seat.locked if locked.is_open}
            for held in own.mobile:
                if held.card.rank in values and not held.fresh and held.card.rank is not Rank.UNKNOWN:
                    return Give(own.player, held.card, seat.player)
    return None


def _danger(seat: Seat) -> float:
    """How likely one unknown card is a fourth: a triplet waits for one card, all can see it."""
    return sum(locked.is_open for locked in seat.locked) / 13
