"""Cards leaving a hand of which perhaps not all is known: what was known of it before, and still is afterwards.

A card that leaves unseen may be any of several. What then is no longer certain is forgotten: what a hand says is true.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.rules.cards import UNKNOWN, Card, Rank, Suit
from companion.rules.lockdown.state import Held, Locked, Options, fits

Mobile = tuple[Held, ...]


def places_of(mobile: Mobile, card: Card) -> tuple[list[int], bool]:
    """Where in the hand `card` is (and True), or where it may be (and False)."""
    if card != UNKNOWN:
        exact = [place for place, held in enumerate(mobile) if held.card == card]
        if exact:
            return exact, True
    return [place for place, held in enumerate(mobile) if fits(held.card, card)], False


def handed_over(mobile: Mobile, card: Card, given: bool) -> tuple[Held, Mobile]:
    """`card` out of the hand by LD-5 (`given`) or LD-6, seen by two players: what moves, and the hand that is left.

    A given card was not a fresh one where there was a choice (LD-14). The table no longer knows of any card that it
    might have been.
    """
    pool = [place for place, held in enumerate(mobile) if not (given and held.fresh)] or list(range(len(mobile)))
    places, exact = places_of(mobile, card)
    places = [place for place in places if place in pool] or places
    moved, rest = _without(mobile, places[0]) if exact else _one_of(mobile, places, card)
    if len(pool) == 1:
        return moved, rest
    kept = (held for place, held in enumerate(mobile) if place not in pool)
    certain = {held for held in kept if held.shown}
    return replace(moved, shown=False), tuple(held if held in certain else replace(held, shown=False) for held in rest)


def pair_out(mobile: Mobile, newest: int | None, options: Options) -> tuple[Mobile, Mobile]:
    """A pair that nobody saw, out of the hand (LD-10). newest: the place of the card that made it, if one card did."""
    if newest is None:
        first, rest = _one_of(mobile, lockable(mobile, options), UNKNOWN)
    else:
        first, rest = _without(mobile, newest)
    value = Card(first.card.rank, Suit.UNKNOWN)
    places = [place for place in lockable(rest, options) if fits(rest[place].card, value)]
    second, rest = _one_of(rest, places, value)
    if first.card.rank is Rank.UNKNOWN:
        first = replace(first, card=Card(second.card.rank, Suit.UNKNOWN))
    return (first, second), rest


def lockable(mobile: Mobile, options: Options) -> list[int]:
    """The places of the cards that may belong to a set, as far as is known (LD-13)."""
    return [place for place, held in enumerate(mobile) if held.card.rank not in options.clearing]


def set_out(mobile: Mobile, cards: Sequence[Card], source: Locked | None) -> Mobile | None:
    """The hand that is left when `cards` lie locked, `source` of them from before; None if that cannot be."""
    left = list(cards)
    unseen = 0
    for seen in source.cards if source else ():
        if seen in left:
            left.remove(seen)
        elif not seen.is_known and any(fits(seen, card) for card in left):
            unseen += 1
        else:
            return None
    in_hand = [card for card in left if any(held.card == card for held in mobile)]
    from_hand = len(left) - unseen
    if not len(in_hand) <= from_hand:
        return None
    rest = mobile
    others = [card for card in left if card not in in_hand]
    for card in (*in_hand, *others[: from_hand - len(in_hand)]):
        places, _ = places_of(rest, card)
        if not places:
            return None
        _, rest = _one_of(rest, places, card)
    return rest


def told_hand(mobile: Mobile, cards: Sequence[Card]) -> Mobile | None:
    """The hand when `cards` are all that is in it; None where that cannot be. What is new fills the hand in order."""
    if len(cards) != len(mobile):
        return None
    left = list(cards)
    told: dict[int, Card] = {}
    for place in sorted(range(len(mobile)), key=lambda place: (mobile[place].card == UNKNOWN, place)):
        seen = mobile[place].card
        fitting = [card for card in left if card == seen and seen.is_known] or [c for c in left if fits(seen, c)]
        if not fitting:
            return None
        left.remove(fitting[0])
        told[place] = seen if seen.is_known or fitting[0] == UNKNOWN else fitting[0]
    return tuple(replace(held, card=told[place]) for place, held in enumerate(mobile))


def _without(mobile: Mobile, place: int) -> tuple[Held, Mobile]:
    return mobile[place], (*mobile[:place], *mobile[place + 1 :])


def _one_of(mobile: Mobile, places: Sequence[int], card: Card) -> tuple[Held, Mobile]:
    """`card` from one of the places, and nobody knows from which: what differs between them is known no more."""
    pool = [mobile[place] for place in places]
    moved, rest = _without(mobile, places[0])
    if any(held != pool[0] for held in pool):
        same_card = all(held.card == moved.card for held in pool)
        same_time = all(held.fresh == moved.fresh for held in pool)
        doubtful = Held(moved.card if same_card else UNKNOWN, moved.fresh if same_time else None)
        unclear = {place - 1 for place in places[1:]}
        rest = tuple(doubtful if place in unclear else held for place, held in enumerate(rest))
        moved = doubtful
    if card.rank is not Rank.UNKNOWN and not moved.card.is_known:
        moved = replace(moved, card=card)
    return moved, rest
