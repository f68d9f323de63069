"""What the language knows of the 52 cards: each by its number in `STANDARD_DECK`, each trait and attribute as a table.

A table (`Look`) has one whole number for each of the 52 cards: what somebody sees who looks at nothing else.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.rules.cards import STANDARD_DECK, SUITS, Card, Suit

Look = tuple[int, ...]

NUMBER_OF_CARDS = len(STANDARD_DECK)
INDEX = {card: index for index, card in enumerate(STANDARD_DECK)}
PRIMES = (2, 3, 5, 7, 11, 13)


def _look(see: Callable[[Card], int]) -> Look:
    return tuple(int(see(card)) for card in STANDARD_DECK)


_ROUND = (Suit.CLUBS, Suit.HEARTS)
_MAJOR = (Suit.HEARTS, Suit.SPADES)

ATTRIBUTE_LOOKS: dict[str, Look] = {
    "value": _look(lambda card: card.rank),
    "suit": _look(lambda card: SUITS.index(card.suit)),
    "colour": _look(lambda card: card.suit.is_red),
    "shape": _look(lambda card: card.suit in _ROUND),
    "tier": _look(lambda card: card.suit in _MAJOR),
    "parity": _look(lambda card: card.rank % 2),
    "kind": _look(lambda card: card.rank.is_face),
    "half": _look(lambda card: card.rank >= 8),
}
VALUES = ATTRIBUTE_LOOKS["value"]

TRAIT_LOOKS: dict[str, Look] = {
    "red": _look(lambda card: card.suit.is_red),
    "black": _look(lambda card: not card.suit.is_red),
    "clubs": _look(lambda card: card.suit is Suit.CLUBS),
    "diamonds": _look(lambda card: card.suit is Suit.DIAMONDS),
    "hearts": _look(lambda card: card.suit is Suit.HEARTS),
    "spades": _look(lambda card: card.suit is Suit.SPADES),
    "round": _look(lambda card: card.suit in _ROUND),
    "pointed": _look(lambda card: card.suit not in _ROUND),
    "major": _look(lambda card: card.suit in _MAJOR),
    "minor": _look(lambda card: card.suit not in _MAJOR),
    "odd": _look(lambda card: card.rank % 2),
    "even": _look(lambda card: card.rank % 2 == 0),
    "prime": _look(lambda card: card.rank in PRIMES),
    "low": _look(lambda card: card.rank < 8),
    "high": _look(lambda card: card.rank >= 8),
    "face": _look(lambda card: card.rank.is_face),
    "number": _look(lambda card: not card.rank.is_face),
}


def ranks_look(low: int, high: int) -> Look:
    """The cards from one rank up to another; from a high one to a low one it goes on past the king to the ace."""
    return _look(lambda card: (card.rank - low) % 13 <= (high - low) % 13)


def grouped(looks: list[Look]) -> Look:
    """For each card the first card that all these looks cannot tell from it."""
    first: dict[tuple[int, ...], int] = {}
    return tuple(first.setdefault(tuple(look[card] for look in looks), card) for card in range(NUMBER_OF_CARDS))
