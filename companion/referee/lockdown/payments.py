"""Who pays for a clear in Lockdown with cards that lie open, and are not only shown in private as a hand is: a row has
fewer, or, where they were all of a hand, a new one lies there while they still lie open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

from companion.referee.lockdown.holdings import PAIR, contradicts, hand_of, may_act, may_be_drawn, may_hold
from companion.referee.lockdown.rows import ONE_MOVE, HeldRows
from companion.referee.lockdown.shown import Shown
from companion.referee.naming import card_of
from companion.referee.things import Thing
from companion.rules.cards import UNKNOWN, Card
from companion.rules.game import Player
from companion.rules.lockdown import Clear, State, can

_LAID_OUT_BY = 2.0  # seconds from a payment being seen until the row that it came from is left alone


class Payments:
    """The clear that was told last. One that was refused, or that people took back, is not told again as long as its
    cards lie there."""

    def __init__(self) -> None:
        self._last: Clear | None = None
        self._void = False  # whether it does not stand
        self._taken_back = False

    def look(self, loose: Sequence[Thing], away: Collection[Player], rows: HeldRows, state: State) -> Clear | None:
        """The clear that faces in the middle pay for, if that is to be told. away: whose rows were taken up."""
        clear = _payment(loose, away, rows, state)
        return None if self._void and clear == self._last else clear

    def told(self, clear: Clear, legal: bool) -> None:
        """That clear was told and ruled on."""
        self._last, self._void, self._taken_back = clear, not legal, False

    def corrected(self, state: State) -> None:
        """People set the game right: what was carried out and now may be anew was taken back, and what was refused may
        have become legal."""
        possible = self._last is not None and can(state, self._last)
        if self._void:
            self._void = self._taken_back or not possible
        else:
            self._void = self._taken_back = possible

    def taken_up(self, cards: Sequence[Card]) -> bool:
        """Faces were taken up: whether they only were the payment that does not stand."""
        void, self._void = self._void, False
        return void and self._last is not None and Counter(self._last.cards) == Counter(cards)


def paid_unseen(shown: Shown, sets: Mapping[Player, Sequence[Thing]], state: State) -> Clear | None:
    """The clear of a player who shows a hand of other cards and before whom no locked set lies any more, where nobody
    saw what paid for it: else these do not leave (LD-9, LD-12). None where the hand may have paid in several ways."""
    acting = [seat for seat in state.seats if seat.player in may_act(state) and {seat.player} == shown.away]
    for seat in acting:
        gone = bool(seat.locked) and not sets.get(seat.player)
        if gone and UNKNOWN not in seat.hand and contradicts(state, shown.names, shown.away):
            ways = {cards for count in (1, PAIR) for cards in combinations(seat.hand, count) if _clears(state, cards)}
            return Clear(seat.player, ways.pop()) if len(ways) == 1 else None
    return None


def _payment(loose: Sequence[Thing], away: Collection[Player], rows: HeldRows, state: State) -> Clear | None:
    cards = _read_or_told(loose, state)
    for player in away:
        paid = _whole_hand(player, loose, rows, state)
        if _clears(state, paid) and _may_pay(state, player, paid):
            return Clear(player, paid)
    if len(cards) < len(loose) or not _clears(state, cards) or set(away) & set(may_act(state)):
        return None
    opened = min(thing.since for thing in loose)
    inside = (seat for seat in state.seats if seat.player not in state.gone and len(seat.hand) > len(cards))
    may = [seat.player for seat in inside if _may_pay(state, seat.player, cards)]
    known = [player for player in may if not Counter(cards) - Counter(hand_of(state, player))]
    if len(known) > 1:  # a joker each, say: the row of one of them was touched, and lacks a card
        touched = rows.touched(opened - ONE_MOVE)
        known = [player for player in known if player in touched and rows.more(player) < 0]
    theirs = len(cards) > 1 or not may_be_drawn(state, cards[0])  # a card of which there may be one more was drawn
    if not theirs:
        # Not by one out of turn either, whose row only seems to lack a card for a while: that is never legal (LD-2).
        before = (*may_act(state), *rows.shortened_by(opened))
        may, known = ([player for player in some if player in before] for some in (may, known))
    fewer = [player for player in rows.fewer(len(cards)) if rows.reached(player) and rows.is_whole(player)]
    payers = known if known and theirs else [player for player in may if player in fewer]
    if not payers:
        # A row that was taken up while they lay open, and is shorter now: what was drawn is taken up before a row is.
        anew = rows.touched(opened + _LAID_OUT_BY)
        payers = [player for player in known if player in anew and rows.more(player) < 0]
    return Clear(payers[0], cards) if len(payers) == 1 else None


def _whole_hand(player: Player, loose: Sequence[Thing], rows: HeldRows, state: State) -> tuple[Card, ...]:
    """The cards out of those that lie open which were all of a hand, once a new one is in its row, or is shown beside
    them."""
    hand = hand_of(state, player)
    cards = _told_by(hand, loose)
    if rows.more(player) > 0 and len(cards) == len(hand):
        return cards
    beside = rows.missing == (player,) and len(loose) >= len(hand) + PAIR
    return hand if beside and not Counter(hand) - Counter(cards) else ()


def _read_or_told(loose: Sequence[Thing], state: State) -> tuple[Card, ...]:
    """The cards that lie open: such as were not read surely where just one hand is known to hold them all."""
    told = {cards for seat in state.seats if len(cards := _told_by(seat.hand, loose)) == len(loose)}
    return told.pop() if len(told) == 1 else _told_by((), loose)


def _told_by(hand: Sequence[Card], loose: Sequence[Thing]) -> tuple[Card, ...]:
    """The cards that lie open which were read surely, and such as were read unsurely and are of that hand."""
    cards = [card_of(thing) for thing in loose if thing.sighting.certain]
    for card in (card_of(thing) for thing in loose if not thing.sighting.certain):
        if card.is_known and card in Counter(hand) - Counter(cards):
            cards.append(card)
    return tuple(cards)


def _clears(state: State, cards: Sequence[Card]) -> bool:
    """Whether cards are such and so many as pay for a clear (LD-9)."""
    ranks = {card.rank for card in cards}
    return len(ranks) == 1 and state.options.clearing.get(min(ranks)) == len(cards)


def _may_pay(state: State, player: Player, cards: Sequence[Card]) -> bool:
    """Whether cards that are shown may be paid by a player, out of turn only if they are known to be his."""
    return may_hold(state, player, cards) and (player in may_act(state) or set(cards) <= set(hand_of(state, player)))
