"""The card of Lockdown that was shown to all, for somebody has to draw it, until it is told to whom it went."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from companion.rules.cards import UNKNOWN, Card


@dataclass
class OpenCard:
    """cards: it alone, or none; seen: when it was seen last (seconds)."""

    cards: tuple[Card, ...] = ()
    seen: float = 0.0
    _gone_since: float | None = None

    def shown(self, cards: tuple[Card, ...], seen: float) -> None:
        """This one was shown to all; one of which nobody knows which it is tells nothing."""
        self.cards, self.seen = tuple(card for card in cards if card != UNKNOWN), seen

    def is_gone(self, time: float) -> None:
        """No face lies on the table now."""
        self._gone_since = (self._gone_since or time) if self.cards else None

    def gone_for(self, time: float) -> float | None:
        """For how long (seconds) it has been gone; None where none was shown, or it lies there still."""
        return None if self._gone_since is None else time - self._gone_since

    def forget(self) -> None:
        """It is told to whom it went, or it was none."""
        self.cards, self._gone_since = (), None

    def was_paid(self, cards: Collection[Card]) -> None:
        """These were paid for a clear, and not drawn."""
        self.cards = tuple(card for card in self.cards if card not in cards)
