"""What lay open in the middle of the table of Lockdown, a hand that was shown in private or cards shown to all: whose
it is, and what it tells. It is judged when it is taken up again, for until then a card may not be seen yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from companion.referee.lockdown.holdings import PAIR, fit, hand_of, holders_of, is_held, may_be_drawn, owner_of
from companion.referee.naming import card_of
from companion.referee.things import Thing
from companion.rules.cards import UNKNOWN, Card
from companion.rules.game import Player
from companion.rules.lockdown import State

_NOTHING_UNSURE: Mapping[Card, Card] = MappingProxyType({})
_LIKELY = 0.9  # confidence of a name that says which of the cards that are known to be there it is
_GAP = 1.7  # times the usual way from card to card: between such two lies one that was not seen
_ON_ANOTHER = 0.3  # times that way: of such two the outline of one was told wrongly


@dataclass(frozen=True, eq=False)
class Shown:
    """What lay open. things: from the first to the last; away: of whose rows nothing was to be seen meanwhile; unseen:
    how many cards more lay there of which nothing was seen."""

    things: tuple[Thing, ...]
    away: frozenset[Player]
    unseen: int = 0

    @property
    def names(self) -> tuple[Card, ...]:
        """The cards, UNKNOWN where one was not read surely, or not seen."""
        read = [card_of(thing) if thing.sighting.certain else UNKNOWN for thing in self.things]
        return (*read, *[UNKNOWN] * self.unseen)

    @property
    def likely(self) -> tuple[Card, ...]:
        """The cards, also those that were not read surely, as far as there is a likely name."""
        pairs = zip(self.names, self.guesses, strict=True)
        return tuple(guess if name == UNKNOWN else name for name, guess in pairs)

    @property
    def whole(self) -> bool:
        """Whether they lie side by side, so that none is missing between them. One that was told in another's place is
        the one that a gap lacks."""
        if len(self.things) < 3:
            return True
        steps = np.linalg.norm(np.diff([thing.sighting.centre for thing in self.things], axis=0), axis=1)
        usual = np.median(steps)
        return int((steps > _GAP * usual).sum()) <= int((steps < _ON_ANOTHER * usual).sum())

    def leaves_open(self, thing: Thing, state: State) -> bool:
        """Whether it has yet to be known which card one of them was, once all were taken up. It may be one that is
        held; but what lay there alone, and of no row that was taken up, came from the deck."""
        drawn = len(self.things) == 1 and not self.away
        return drawn or not is_held(thing, state)

    def cards(self, hand: Sequence[Card], before: Mapping[Card, Card] = _NOTHING_UNSURE) -> tuple[Card, ...]:
        """The cards; what was not read surely is told by the cards that the hand is known to hold, or by what it was
        taken for, as in `unsure`, when the hand was shown before."""
        cards = list(self.names)
        missing = Counter(card for card in hand if card.is_known) - Counter(cards)
        for place, guess in enumerate(self.guesses):
            known = guess if missing[guess] else before.get(guess, UNKNOWN)
            if known != UNKNOWN and (missing[known] or (known == guess and guess not in cards)):
                missing[known] -= 1
                cards[place] = known
        left = list((+missing).elements())
        if len(left) == cards.count(UNKNOWN):
            return tuple(left.pop(0) if card == UNKNOWN else card for card in cards)
        return tuple(cards)

    def again(self, hand: Sequence[Card], cards: Sequence[Card], before: Collection[Card]) -> int:
        """How many cards are there of which it was not told that the hand holds them, though they were seen in it.

        cards: what is told of these; before: names, however unsure, of cards that were not told when it was last shown.
        """
        new = [card.is_known and card not in hand and card in before for card in cards]
        return sum(new) + len(self._unread(cards)) - len(self._unread(cards, before))

    def untold(self, hand: Sequence[Card], cards: Sequence[Card], before: Collection[Card]) -> tuple[Thing, ...]:
        """The one that came to the hand, where it is clear which one that is but not which card. Else as in `again`."""
        unread = self._unread(cards, before)
        came = len(cards) == len(hand) + 1 and hand.count(UNKNOWN) == self.again(hand, cards, before)
        return unread if came and len(unread) == 1 else ()

    def _unread(self, cards: Sequence[Card], before: Collection[Card] = ()) -> tuple[Thing, ...]:
        """Those of which it is not told which card they are, less those that may be one of so many."""
        pairs = zip(self.things, cards, strict=not self.unseen)
        return tuple(thing for thing, card in pairs if card == UNKNOWN and card_of(thing) not in before)

    def tells_all(self, hand: Sequence[Card], theirs: Collection[Card]) -> bool:
        """Whether it tells what came to a hand though not all of it was seen: all that it held is known, and the one
        card beyond that is one of those of others that may have come."""
        strangers = list((Counter(self.names) - Counter(hand)).elements())
        return UNKNOWN not in (*hand, *self.names) and len(strangers) == 1 and strangers[0] in theirs

    def less(self, thing: Thing) -> Shown:
        """The same without one of its things."""
        return replace(self, things=tuple(other for other in self.things if other is not thing))

    def told(self, number: int, card: Card | None) -> Shown:
        """The same as people say that the thing of that number is this card, or that nothing was there."""
        things = (thing.said(str(card)) if card and thing.number == number else thing for thing in self.things)
        return replace(self, things=tuple(thing for thing in things if card or thing.number != number))

    def unsure(self, cards: Sequence[Card]) -> dict[Card, Card]:
        """By the names, however unsure, of the cards that were not read surely, what is told of each: that it is
        another card, else that name."""
        names = [UNKNOWN if thing.sighting.certain else card_of(thing) for thing in self.things]
        told = zip(names, cards, strict=not self.unseen)
        return {name: card if card.is_known else name for name, card in told if name != UNKNOWN}

    @property
    def guesses(self) -> tuple[Card, ...]:
        """Likely names of the cards that were not read surely."""
        seen = (thing.sighting for thing in self.things)
        read = [Card.parse(s.name) if s.name and not s.certain and s.confidence >= _LIKELY else UNKNOWN for s in seen]
        return (*read, *[UNKNOWN] * self.unseen)


def whose(shown: Shown, state: State, opened: Sequence[Card]) -> Player | None:
    """Whose hand was shown. A card that was shown to all before (opened) may have come to it. Where the likely names
    fit nobody's, one of them is wrong."""
    owners = (
        owner_of(state, tuple((Counter(cards) - Counter(opened)).elements()), shown.away)
        for cards in (shown.likely, shown.names)
    )
    return next((owner for owner in owners if owner is not None), None)


def to_name(
    shown: Shown, state: State, opened: Sequence[Card], unsure: Mapping[Player, Mapping[Card, Card]]
) -> tuple[Thing, ...]:
    """Of which cards of what was shown it has to be known which they are: one alone, or what came to a hand. unsure: of
    players, as `before` of `Shown.untold`."""
    owner = whose(shown, state, opened)
    if owner is None:
        return shown.things if len(shown.things) == 1 else ()
    hand, before = hand_of(state, owner), unsure.get(owner, _NOTHING_UNSURE)
    return shown.untold(hand, shown.cards(hand, before), before)


def possible(shown: Shown, state: State, opened: Sequence[Card], unchanged: Collection[Player]) -> Shown:
    """What was shown, less a card that was not read surely and is one too many for the hand that the others are, or
    that lay beside one that was shown to all. unchanged: whose rows are as they were, so that no card came to them.
    Where it is nobody's hand, a card whose suit alone was misread may be why."""
    if whose(shown, state, opened) is None:
        mended = _with_suits_of(shown, state)
        shown = shown if whose(mended, state, opened) is None else mended
    if (owner := whose(shown, state, opened)) is not None:
        untold = not any(card.is_known for card in hand_of(state, owner))  # else it may be the one that came, misread
        twice = _seen_twice(shown, state) if untold else []
        least = min(twice or shown.things, key=lambda thing: (thing.sighting.certain, thing.sighting.confidence))
        fewer = shown if least.sighting.certain else shown.less(least)
        stray = bool(twice) or owner in unchanged or _is_between(shown, least)
        too_many = stray and has_more(shown, owner, state)
        return fewer if too_many and whose(fewer, state, opened) == owner else shown
    alone = tuple(thing for thing in shown.things if thing.sighting.certain)
    if len(alone) == 1 and not opened and _cannot_be_held(shown, card_of(alone[0]), state):
        return replace(shown, things=alone, unseen=0)
    for doubtful in sorted(shown.things, key=lambda thing: thing.sighting.confidence):
        fewer = shown.less(doubtful)
        owner = None if doubtful.sighting.certain else whose(fewer, state, opened)
        if owner is not None and has_more(fewer, owner, state):
            return fewer
    sure = replace(shown, things=alone, unseen=0)  # several parts of cards beside a hand to which one card came
    owner = whose(sure, state, opened) if len(alone) > PAIR else None
    return sure if owner is not None and has_more(sure, owner, state) else shown


def _with_suits_of(shown: Shown, state: State) -> Shown:
    """What the one player shows whose row is empty, with the cards of his that it lacks in place of others that differ
    from them in suit alone, and not in colour: they are told as likely such."""
    if len(shown.away) != 1:
        return shown
    hand = Counter(hand_of(state, *shown.away))
    missing, things = list((hand - Counter(shown.names)).elements()), list(shown.things)
    for place, thing in enumerate(shown.things):
        card = card_of(thing)
        alike = [
            own for own in missing if own.is_known and own.rank == card.rank and own.suit.is_red == card.suit.is_red
        ]
        if thing.sighting.certain and card not in hand and alike:
            missing.remove(alike[0])
            likely = replace(thing.sighting, name=str(alike[0]), certain=False)
            things[place] = replace(thing, sighting=likely)
    return replace(shown, things=tuple(things))


def _seen_twice(shown: Shown, state: State) -> list[Thing]:
    """Those that were not read surely, by their names cards of which more were read than there are (LD-1): one card of
    a fan, of which two indices show, may seem to be two."""
    read = Counter(map(card_of, shown.things))
    named = [thing for thing in shown.things if card_of(thing).is_known and not thing.sighting.certain]
    return [thing for thing in named if read[card_of(thing)] > state.options.copies(card_of(thing))]


def _is_between(shown: Shown, thing: Thing) -> bool:
    """Whether what has no name lies between two cards that lie side by side without it: it is a part of both."""
    inner = any(thing is other for other in shown.things[1:-1])
    return inner and thing.sighting.name is None and len(shown.things) > 3 and shown.less(thing).whole


def _cannot_be_held(shown: Shown, card: Card, state: State) -> bool:
    """Whether what was shown is no hand, and this card of it came from the deck: all rows lay there meanwhile."""
    players = (seat.player for seat in state.seats if seat.player not in state.gone)
    fits_one = any(fit(state, player, shown.names) is not None for player in players)
    return not shown.away and not fits_one and not holders_of(state, card) and may_be_drawn(state, card)


def has_more(shown: Shown, owner: Player, state: State) -> bool:
    """Whether more cards were shown than the owner's hand is known to have."""
    return len(shown.things) > len(hand_of(state, owner))


def is_all(shown: Shown, hand: Sequence[Card], count: int) -> bool:
    """Whether all of a hand was seen, in whose row so many cards lay; one of which nothing was known yet has no card
    more than it was dealt."""
    dealt = len(shown.things) == len(hand) and all(not card.is_known for card in hand)
    return dealt or shown.whole or len(shown.things) > count


def goes_on(shown: Shown, owner: Player | None, target: Player, count: int, state: State) -> bool:
    """Whether a hand that was shown (owner: whose it is, if known) holds a card that came after another one, which
    nobody showed alone, had come to a target's row of so many cards."""
    if owner is not None and owner != target:
        return has_more(shown, owner, state)
    known = fit(state, target, shown.names, untold=1)
    theirs = known is not None and (known >= PAIR or shown.away == {target})
    return theirs and len(shown.things) == count + 1
