"""Players for the laboratory: one by lot, one who counts points. Both look at the table and their own hand alone."""

from __future__ import annotations

import random
from collections.abc import Iterator

from companion.rules.game import Player
from companion.rules.lock_the_entry.scoring import STARTER_POINTS
from companion.rules.lock_the_entry.state import (
    LOCK_SIZE,
    OPEN_ENTRIES,
    Action,
    Add,
    BadHand,
    Change,
    ChangeStarter,
    Create,
    End,
    Entry,
    Lock,
    Options,
    Seat,
    State,
)

BAD_HAND_CHANCE = 0.05
_NEW_ENTRY = 1.5  # what beginning an entry is worth beside points of lead in an open one


def choose_random(state: State, player: Player, lot: random.Random) -> Action | None:
    """A legal action by lot; a bad hand seldom, unless there is nothing else. None with no card and nothing to do."""
    seat = _seat_of(state, player)
    plays = list(_plays(state, seat))
    if plays and (not seat.hand or lot.random() >= BAD_HAND_CHANCE):
        return lot.choice(plays)
    return _without_a_play(state, seat)


def choose_sensible(state: State, player: Player, lot: random.Random) -> Action | None:
    """The play with the best lead in its entry; a lock where it leads; a bad hand where no play gains anything.

    Expects what lies on the table to have known owners, as every player remembers them.
    """
    seat = _seat_of(state, player)
    leads = [_lead(entry, player) if not entry.locked else 0 for entry in state.entries]
    best, best_worth = None, 0.0
    for play in _plays(state, seat):
        worth = _worth(state, play, player, leads)
        worth += 0.01 * lot.random() if worth > 0 else 0
        if worth > best_worth:
            best, best_worth = play, worth
    return best or _without_a_play(state, seat)


def _seat_of(state: State, player: Player) -> Seat:
    return next(seat for seat in state.seats if seat.player == player)


def _without_a_play(state: State, seat: Seat) -> Action | None:
    """A bad hand; with no card left waiting, until all are out and the last locks and the end are due (LTE-11)."""
    if seat.hand:
        return BadHand(seat.player)
    if any(other.hand for other in state.seats):
        return None
    to_lock = state.lockable_numbers
    return Lock(seat.player, to_lock[0]) if to_lock else End()


def _plays(state: State, seat: Seat) -> Iterator[Action]:
    """Every legal action but a bad hand and the end, found without a ruling on each: all cards must be known."""
    player, options, hand = seat.player, state.options, seat.hand or ()
    open_count = 0
    for number, entry in enumerate(state.entries, 1):
        if entry.locked:
            continue
        open_count += 1
        if len(entry.history) >= LOCK_SIZE:
            yield Lock(player, number)
        row = entry.row
        suit = row[0].card.suit
        add_over, change_over = _height(entry, len(row), options), _height(entry, len(row) - 1, options)
        changeable = options.change_own or row[-1].owner != player
        for card in hand:
            if card.suit is suit and card.rank > add_over:
                yield Add(player, number, card)
            if not changeable:
                continue
            if (len(row) > 1 and card.suit is suit and card.rank > change_over) or (
                len(row) == 1
                and card.rank.is_face
                and options.change_starter is not ChangeStarter.FORBIDDEN
                and (card.suit is suit or options.change_starter is ChangeStarter.ANY_FACE)
            ):
                yield Change(player, number, card)
    if open_count < OPEN_ENTRIES:
        yield from (Create(player, card) for card in hand if card.rank.is_face)


def _height(entry: Entry, length: int, options: Options) -> int:
    """The rank that a card laid on the first `length` cards of the row has to exceed (LTE-5)."""
    if length == 0 or (length == 1 and options.first_addition_free):
        return 0
    return entry.row[length - 1].card.rank


def _lead(entry: Entry, player: Player) -> int:
    """Points of the player in an entry beyond the best other one's."""
    points: dict[Player | None, int] = {}
    for place, laid in enumerate(entry.row):
        points[laid.owner] = points.get(laid.owner, 0) + (STARTER_POINTS if place == 0 else 1)
    own = points.pop(player, 0)
    return own - max(points.values(), default=0)


def _worth(state: State, play: Action, player: Player, leads: list[int]) -> float:
    """How much the play helps its player: points of lead, most where an entry is close to its lock."""
    match play:
        case Lock(_, number):
            return 10.0 if leads[number - 1] > 0 else 0.0
        case Create():
            return _NEW_ENTRY
        case Add(_, number, card):
            lead, history = leads[number - 1] + 1, len(state.entries[number - 1].history)
            return _standing_worth(lead, history) - 0.02 * card.rank
        case Change(_, number, card):
            entry = state.entries[number - 1]
            top = STARTER_POINTS if len(entry.row) == 1 else 1
            gain = 0 if entry.row[-1].owner == player else 2 * top
            worth = _standing_worth(leads[number - 1] + gain, len(entry.history) + 1)
            return worth - 0.02 * card.rank if gain or worth > 1 else 0.0
    return 0.0


def _standing_worth(lead: int, history: int) -> float:
    """A lead counts for more the nearer the entry is to its lock; being far behind is not worth a card."""
    if lead < 0:
        return 0.2 / (1 - lead)
    nearness = min(history, LOCK_SIZE) / LOCK_SIZE
    return (1 + nearness) * (2.0 if lead > 0 else 1.0) / (1 + max(0, lead - 2))
