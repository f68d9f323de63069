"""Whether two rules mean the same: in every case that a game can come to, with a counter-example where they do not.

A case is a line in which every card was right, and a card to follow it. How many copies of a card the two decks hold is
not looked at: a line may show a card more than twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from companion.rules.cards import STANDARD_DECK, Card
from companion.rules.eleusis.secret.deck import NUMBER_OF_CARDS, grouped
from companion.rules.eleusis.secret.meaning import Machine, State
from companion.rules.eleusis.secret.rule import SecretRule

LONGEST_LINE = 104
MOST_CASES = 50_000

_LONG_LINE = 24
_Pair = tuple[State, State]


class Verdict(StrEnum):
    """What was found out about two rules.

    EQUAL: no case tells them apart. EQUAL_SO_FAR: none of those looked at does; there were too many to look at all.
    """

    EQUAL = "equal"
    EQUAL_SO_FAR = "equal_so_far"
    DIFFERENT = "different"


@dataclass(frozen=True, slots=True)
class Comparison:
    """How two rules compare.

    line, card: a case where they differ: after this line the card is right by one rule and wrong by the other; `card`
    is None where no such case was found. first_allows: whether it is the first rule that lets it pass. length: lines of
    up to so many cards were looked at, all of them.
    """

    verdict: Verdict
    line: tuple[Card, ...] = ()
    card: Card | None = None
    first_allows: bool | None = None
    length: int = LONGEST_LINE


def compare(one: SecretRule, other: SecretRule, most_cases: int = MOST_CASES) -> Comparison:
    """Whether two rules agree on every case of up to 104 cards, as many as there are in two decks.

    Looks at the lines by length, so that a counter-example is a shortest one, and looks only once at lines that neither
    rule can tell apart. After `most_cases` cards held against both rules it tries long lines by lot, and then says up
    to which length it got done with all lines.
    """
    if one.text == other.text:
        return Comparison(Verdict.EQUAL)
    first, second = one.machine, other.machine
    for card in range(NUMBER_OF_CARDS):
        if first.starts[card] != second.starts[card]:
            return Comparison(Verdict.DIFFERENT, (), STANDARD_DECK[card], bool(first.starts[card]), 0)
    return _Search(first, second).by_length(most_cases)


class _Search:
    """The pairs of states that lines lead two machines to, and by which card each was first come to."""

    def __init__(self, first: Machine, second: Machine) -> None:
        self._first, self._second = first, second
        self._kinds = grouped([first.kinds, second.kinds, first.starts])
        self._cards = sorted(set(self._kinds))
        self._came_from: dict[_Pair, tuple[_Pair | None, int]] = {}
        for card in cards_of(first.starts):
            self._came_from.setdefault((first.begin(card), second.begin(card)), (None, card))

    def by_length(self, most_cases: int) -> Comparison:
        level, cases = list(self._came_from), 0
        for length in range(1, LONGEST_LINE):
            found: list[_Pair] = []
            for pair in level:
                cases += len(self._cards)
                if cases > most_cases:
                    return self._by_lot(most_cases // 2, length - 1)
                card, allowed = self._difference(pair)
                if card is not None:
                    return self._differ(self._line_to(pair), card)
                for card in allowed:
                    after = self._after(pair, card)
                    if after not in self._came_from:
                        self._came_from[after] = (pair, card)
                        found.append(after)
            if not found:
                break
            level = found
        return Comparison(Verdict.EQUAL)

    def _by_lot(self, most_cases: int, length: int) -> Comparison:
        """Lines of `_LONG_LINE` cards, each next card drawn from the right ones."""
        lot, starts = Random(0), cards_of(self._first.starts)
        for _ in range(most_cases // (len(self._cards) * _LONG_LINE) + 1):
            line = [lot.choice(starts)]
            pair = self._first.begin(line[0]), self._second.begin(line[0])
            while len(line) < _LONG_LINE:
                card, allowed = self._difference(pair)
                if card is not None:
                    return self._differ(line, card)
                if not allowed:
                    break
                line.append(lot.choice(allowed))
                pair = self._after(pair, line[-1])
        return Comparison(Verdict.EQUAL_SO_FAR, length=length)

    def _difference(self, pair: _Pair) -> tuple[int | None, list[int]]:
        """A card that one rule allows and the other does not, if there is one; and the cards that both allow."""
        allowed = [card for card in self._cards if self._first.right(pair[0], card)]
        by_other = [card for card in self._cards if self._second.right(pair[1], card)]
        return min(set(allowed) ^ set(by_other), default=None) if allowed != by_other else None, allowed

    def _after(self, pair: _Pair, card: int) -> _Pair:
        return self._first.after(pair[0], card), self._second.after(pair[1], card)

    def _differ(self, steps: Sequence[int], card: int) -> Comparison:
        """The counter-example, made of cards that are not repeated as far as that can be."""
        used: Counter[int] = Counter()
        line: list[Card] = []
        for step in steps:
            alike = [one for one in range(NUMBER_OF_CARDS) if self._kinds[one] == self._kinds[step]]
            chosen = min(alike, key=lambda one: used[one])
            used[chosen] += 1
            line.append(STANDARD_DECK[chosen])
        state = self._first.begin(steps[0])
        for step in steps[1:]:
            state = self._first.after(state, step)
        return Comparison(
            Verdict.DIFFERENT, tuple(line), STANDARD_DECK[card], self._first.right(state, card), len(line)
        )

    def _line_to(self, pair: _Pair) -> list[int]:
        steps: list[int] = []
        at: _Pair | None = pair
        while at is not None:
            at, card = self._came_from[at]
            steps.append(card)
        return steps[::-1]


def cards_of(look: Sequence[int]) -> list[int]:
    """The numbers of the cards that a table says yes to."""
    return [card for card in range(NUMBER_OF_CARDS) if look[card]]
