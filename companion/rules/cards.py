"""Playing cards for all games: rank, suit, joker, and the card that nobody has seen yet."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import NamedTuple


class Rank(IntEnum):
    """A rank; its number is the card's value, ace low (LTE-5). Jokers and unseen ranks have numbers outside 1..13."""

    UNKNOWN = 0
    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    JOKER = 14

    __hash__ = int.__hash__  # an enumeration hashes its name, which takes ten times as long

    @property
    def sign(self) -> str:
        """As it is written and shown: ``"A"``, ``"2"`` … ``"10"``, ``"J"``, ``"Q"``, ``"K"``; ``"?"`` if unseen."""
        return _RANK_SIGNS[self]

    @property
    def is_face(self) -> bool:
        """Whether this is a jack, queen or king."""
        return Rank.JACK <= self <= Rank.KING


class Suit(StrEnum):
    """A suit by its letter; a joker has NONE, an unseen card UNKNOWN."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"
    NONE = "-"
    UNKNOWN = "?"

    __hash__ = str.__hash__

    @property
    def sign(self) -> str:
        """As it is shown: ♣ ♦ ♥ ♠; ``"?"`` if unseen, nothing for a joker."""
        return _SUIT_SIGNS[self]

    @property
    def is_red(self) -> bool:
        """Whether this is diamonds or hearts."""
        return self in (Suit.DIAMONDS, Suit.HEARTS)


_RANK_SIGNS = {
    Rank.UNKNOWN: "?",
    Rank.ACE: "A",
    **{rank: str(int(rank)) for rank in Rank if Rank.TWO <= rank <= Rank.TEN},
    Rank.JACK: "J",
    Rank.QUEEN: "Q",
    Rank.KING: "K",
    Rank.JOKER: "JK",
}
_SUIT_SIGNS = {
    Suit.CLUBS: "♣",
    Suit.DIAMONDS: "♦",
    Suit.HEARTS: "♥",
    Suit.SPADES: "♠",
    Suit.NONE: "",
    Suit.UNKNOWN: "?",
}
_RANK_BY_SIGN = {sign: rank for rank, sign in _RANK_SIGNS.items()}
_SUIT_BY_LETTER = {letter: suit for suit in Suit for letter in (suit.value, suit.sign) if letter}


class Card(NamedTuple):
    """One card by rank and suit. It may be a joker, or unseen in part (``"7?"``) or wholly (``"?"``).

    A tuple, since looking for a card in a hand compares many, and two dataclasses take five times as long to compare.
    """

    rank: Rank
    suit: Suit

    @classmethod
    def parse(cls, text: str) -> Card:
        """The card written as ``"AS"``, ``"10h"``, ``"10♥"``, ``"JK"``, ``"7?"`` or ``"?"``. Raises ValueError."""
        written = text.strip().upper()
        if written in _WHOLE_CARDS:
            return _WHOLE_CARDS[written]
        rank, suit = _RANK_BY_SIGN.get(written[:-1]), _SUIT_BY_LETTER.get(written[-1:])
        if rank in (None, Rank.JOKER) or suit in (None, Suit.NONE):
            raise ValueError(f"not a card: {text!r} (write rank and suit, as in AS 10H QD 7C, or JK)")
        return cls(rank, suit)

    def __str__(self) -> str:
        """As it is written: ``"10H"``, ``"JK"``, ``"?"``."""
        return _WRITTEN[self]

    @property
    def sign(self) -> str:
        """As it is shown to people: ``"10♥"``, ``"JK"``, ``"?"``."""
        return self.rank.sign if self in (JOKER, UNKNOWN) else self.rank.sign + self.suit.sign

    @property
    def is_known(self) -> bool:
        """Whether both rank and suit have been seen."""
        return self.rank is not Rank.UNKNOWN and self.suit is not Suit.UNKNOWN


JOKER = Card(Rank.JOKER, Suit.NONE)
UNKNOWN = Card(Rank.UNKNOWN, Suit.UNKNOWN)
_WHOLE_CARDS = {"JK": JOKER, "?": UNKNOWN}
_WRITTEN = {(rank, suit): rank.sign + suit.value for rank in Rank for suit in Suit} | {
    (card.rank, card.suit): card.rank.sign for card in _WHOLE_CARDS.values()
}

SUITS = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)
RANKS = tuple(rank for rank in Rank if Rank.ACE <= rank <= Rank.KING)
STANDARD_DECK = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
