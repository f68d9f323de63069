"""Suits that are told unsurely, and alike, all over a deck: what people said of some of its cards tells of the others.

A deck's spades may be half a club to the reader, each of them, or rather clubs, while its clubs are clearly clubs. Once
people named some that were read so, a card of which as much is read, and far more than of any known card of the other
suit, is of that suit.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque

import numpy as np
from numpy.typing import NDArray

from vision.sightings import SUITS

RANK_SURE = 0.98
"""Probability of a card's rank from which its suit is all that its name hangs on."""

_SUIT_SURE = np.log(0.98)  # from which a suit that the eye is sure of was read without a doubt
_MAY_BE = np.log(0.001)  # below which a suit is none that the card may have
_NAMED, _OTHERS = 2, 2  # cards of its suit that people named, and known ones of each other that it may have, at least
_MORE = 3.0  # log-odds by which it is told above all of those
_LESS = 0.7  # log-odds by which it may be told below the least of its own suit's
_KEPT = 40  # cards of each suit


def possible(suits: tuple[float, ...]) -> str:
    """Those of SUITS that a card may have by what is read of them, (4,) log-probabilities; none where () is."""
    return "".join(suit for suit, read in zip(SUITS, suits, strict=False) if read > _MAY_BE)


class KnownSuits:
    """What is read of the suits of cards of known names. Of each card: (4,) log-probabilities."""

    def __init__(self) -> None:
        self._read: defaultdict[int, deque[NDArray[np.float64]]] = defaultdict(lambda: deque(maxlen=_KEPT))
        self._named: Counter[tuple[int, int]] = Counter()  # by suit, and the one that they seemed to have

    def keep(self, suit: str, suits: tuple[float, ...], said: bool) -> None:
        """A card is known to be of a suit. said: whether people said so; else the eye is sure of it."""
        own = SUITS.index(suit)
        if said or suits[own] > _SUIT_SURE:
            self._read[own].append(np.array(suits))
            self._named[own, int(np.argmax(suits))] += said

    def tell(self, suit: str, suits: tuple[float, ...]) -> bool:
        """Whether a card that was not surely read as one of that suit, or perhaps as one of another, surely is. suits:
        () where more is in doubt."""
        if not suits:
            return False
        read, own = np.array(suits), SUITS.index(suit)
        if self._named[own, int(np.argmax(read))] < _NAMED or read[own] > _SUIT_SURE:
            return False  # too few seemed so, or it is not its suit that is in doubt
        others = possible(suits).replace(suit, "")
        return all(self._tells(read, own, SUITS.index(other)) for other in others)

    def _tells(self, read: NDArray[np.float64], own: int, other: int) -> bool:
        """Whether it is of one suit and not of the other."""
        mine, others = ([known[own] - known[other] for known in self._read[suit]] for suit in (own, other))
        odds = read[own] - read[other]
        return len(others) >= _OTHERS and bool(odds > max(others) + _MORE and odds > min(mine) - _LESS)
