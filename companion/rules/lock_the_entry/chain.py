"""When one card may lie on another: the part of the rules that play and audit share. None means: cannot be told."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.cards import Card, Rank, Suit
from companion.rules.lock_the_entry.state import Options


def may_start(card: Card) -> bool | None:
    """LTE-2: an entry begins with a jack, queen or king."""
    return None if card.rank is Rank.UNKNOWN else card.rank.is_face


def same_suit(card: Card, starter: Card) -> bool | None:
    """LTE-4: a card follows the suit of the entry's starter."""
    if Suit.UNKNOWN in (card.suit, starter.suit):
        return None
    return card.suit is starter.suit


def high_enough(card: Card, beneath: Sequence[Card], options: Options) -> bool | None:
    """LTE-5: a card is higher than the top of the row `beneath`; one laid on the lone starter is free by option."""
    if options.first_addition_free and len(beneath) == 1:
        return True
    top = beneath[-1]
    if Rank.UNKNOWN in (card.rank, top.rank):
        return None
    return card.rank > top.rank
