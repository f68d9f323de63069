"""What a rule has to remember of the line: registers, each with a value after the first card, and a step.

Cards are numbers in `STANDARD_DECK`. A register keeps of a card no more than the rule looks at, so that lines that the
rule cannot tell apart lead to the same values, and a rule with finite registers is a finite machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from companion.rules.eleusis.secret.deck import VALUES, Look


class Register(Protocol):
    """One thing remembered. Values are hashable."""

    def begin(self, card: int) -> Any:
        """The value after the first card of the line."""

    def after(self, value: Any, card: int) -> Any:
        """The value after one card more."""

    def sees(self, card: int) -> Any:
        """What it notices of a card; two cards with the same answer change it alike."""


@dataclass(frozen=True, slots=True)
class Window:
    """The last cards, newest first. keeps: for each place back, the card that stands for a card there."""

    keeps: tuple[Look, ...]

    def begin(self, card: int) -> tuple[int, ...]:
        return (self.keeps[0][card],) if self.keeps else ()

    def after(self, value: tuple[int, ...], card: int) -> tuple[int, ...]:
        return tuple([keep[one] for keep, one in zip(self.keeps, (card, *value), strict=False)])

    def sees(self, card: int) -> int:
        return self.keeps[0][card] if self.keeps else 0


@dataclass(frozen=True, slots=True)
class First:
    """The first card of the line."""

    keep: Look

    def begin(self, card: int) -> int:
        return self.keep[card]

    def after(self, value: int, card: int) -> int:
        return value

    def sees(self, card: int) -> int:
        return self.keep[card]


@dataclass(frozen=True, slots=True)
class Latest:
    """The newest card that has a trait; None as long as there is none."""

    trait: Look
    keep: Look

    def begin(self, card: int) -> int | None:
        return self.after(None, card)

    def after(self, value: int | None, card: int) -> int | None:
        return self.keep[card] if self.trait[card] else value

    def sees(self, card: int) -> int | None:
        return self.after(None, card)


@dataclass(frozen=True, slots=True)
class Counter:
    """A sum over the whole line. cap: nothing asks how far it is passed. modulus: only the remainder is asked."""

    amounts: Look
    cap: int | None
    modulus: int | None

    def begin(self, card: int) -> int:
        return self.after(0, card)

    def after(self, value: int, card: int) -> int:
        total = value + self.amounts[card]
        if self.modulus is not None:
            return total % self.modulus
        return total if self.cap is None else min(total, self.cap)

    def sees(self, card: int) -> int:
        return self.amounts[card]


@dataclass(frozen=True, slots=True)
class Extreme:
    """The highest or the lowest value of the whole line."""

    highest: bool

    def begin(self, card: int) -> int:
        return VALUES[card]

    def after(self, value: int, card: int) -> int:
        return max(value, VALUES[card]) if self.highest else min(value, VALUES[card])

    def sees(self, card: int) -> int:
        return VALUES[card]


@dataclass(frozen=True, slots=True)
class Seen:
    """Which values of an attribute the whole line has, as bits."""

    look: Look

    def begin(self, card: int) -> int:
        return 1 << self.look[card]

    def after(self, value: int, card: int) -> int:
        return value | 1 << self.look[card]

    def sees(self, card: int) -> int:
        return self.look[card]


@dataclass(frozen=True, slots=True)
class Run:
    """The attribute of the last card, and how many cards at the end of the line share it, up to a cap."""

    look: Look
    cap: int | None

    def begin(self, card: int) -> tuple[int, int]:
        return self.look[card], 1

    def after(self, value: tuple[int, int], card: int) -> tuple[int, int]:
        seen, length = value
        if self.look[card] != seen:
            return self.look[card], 1
        return seen, length + 1 if self.cap is None else min(length + 1, self.cap)

    def sees(self, card: int) -> int:
        return self.look[card]


@dataclass(frozen=True, slots=True)
class Phase:
    """The step of a cycle that comes next. The first card takes the first step that it fits, or none."""

    steps: tuple[Look, ...]

    def begin(self, card: int) -> int:
        return next((index + 1 for index, step in enumerate(self.steps) if step[card]), 0) % len(self.steps)

    def after(self, value: int, card: int) -> int:
        return (value + 1) % len(self.steps)

    def sees(self, card: int) -> int:
        return self.begin(card)
