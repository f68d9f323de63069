"""A secret rule: the text it is written in, and what it says of a card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.cards import Card, Suit
from companion.rules.eleusis.secret.errors import RuleError

_FIRST_RULES = ("anything", "red", "black", "colour differs from last", "colour same as last")


@dataclass(frozen=True, slots=True)
class SecretRule:
    """What the dealer has written down: which card may follow the mainline.

    text: the rule as this language writes it; `parse` reads it back as the same rule.
    """

    text: str

    @classmethod
    def parse(cls, text: str) -> SecretRule:
        """The rule that a text says. Raises RuleError with the place of the mistake and its reason."""
        written = " ".join(text.lower().split())
        if written not in _FIRST_RULES:
            raise RuleError("unknown_word", 0, {"word": written[:20]})
        return cls(written)

    def allows(self, line: Sequence[Card], card: Card) -> bool | None:
        """Whether `card` may follow the mainline `line`, oldest first; an empty line asks what may start.

        None where cards that nobody has seen make it undecidable. A joker is never right.
        """
        if self.text == "anything" or not line:
            return True
        if Suit.UNKNOWN in (card.suit, line[-1].suit):
            return None
        wanted = {"red": True, "black": False}.get(self.text)
        if wanted is not None:
            return card.suit.is_red == wanted
        return (card.suit.is_red == line[-1].suit.is_red) == (self.text == "colour same as last")
