"""How tight or loose a rule is: what share of the deck is right, how often a hand can play, where nothing goes on.

The line is thought of as grown at random, each next card drawn from those that are right. Where the rule's states are
few, all is computed; where they are many, lines are drawn by lot with a fixed seed.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import comb
from random import Random

from companion.rules.cards import STANDARD_DECK, Card
from companion.rules.eleusis.secret.comparison import LONGEST_LINE, cards_of
from companion.rules.eleusis.secret.deck import NUMBER_OF_CARDS
from companion.rules.eleusis.secret.meaning import Machine, State
from companion.rules.eleusis.secret.rule import SecretRule

_PLACES = 20  # a round seldom has a longer mainline: the shares are the mean of so many places
_MOST_CASES = 40_000
_SAMPLES = 100
_TOO_TIGHT, _TIGHT, _LOOSE, _TOO_LOOSE = 0.1, 0.2, 0.6, 0.75
_STUCK = 0.05


class Fit(StrEnum):
    """Whether a rule makes a good round: some can always play, seldom all.

    Between the two examples of the game's text: one card in thirteen (exactly one higher) is too few, three in four
    (any other suit) are too many.
    """

    TOO_TIGHT = "too_tight"
    TIGHT = "tight"
    RIGHT = "right"
    LOOSE = "loose"
    TOO_LOOSE = "too_loose"


@dataclass(frozen=True, slots=True)
class Report:
    """How tight or loose a rule is.

    exact: whether every line was looked at, or only some by lot. right_cards: for each number of cards from 0 to 52,
    how often just so many of the deck are right. least, most: the fewest and the most that were ever right. dead_end:
    a line after which no card is right (empty: none may start), None where there is none or none was met.
    """

    exact: bool
    right_cards: tuple[float, ...]
    least: int
    most: int
    dead_end: tuple[Card, ...] | None

    @property
    def share(self) -> float:
        """The share of the deck that is right, on the average, 0 to 1."""
        return sum(count * chance for count, chance in enumerate(self.right_cards)) / NUMBER_OF_CARDS

    def play_chance(self, hand: int = 12) -> float:
        """The chance that a hand of so many cards, drawn from two decks, has a card that is right."""
        decks = 2 * NUMBER_OF_CARDS
        none_right = sum(
            chance * comb(decks - 2 * count, hand) / comb(decks, hand) for count, chance in enumerate(self.right_cards)
        )
        return 1 - none_right

    @property
    def fit(self) -> Fit:
        """The verdict, by the share; a rule whose lines come to an end too often is too tight."""
        if self.share < _TOO_TIGHT or self.right_cards[0] > _STUCK:
            return Fit.TOO_TIGHT
        if self.share < _TIGHT:
            return Fit.TIGHT
        if self.share <= _LOOSE:
            return Fit.RIGHT
        return Fit.LOOSE if self.share < _TOO_LOOSE else Fit.TOO_LOOSE


def report(rule: SecretRule) -> Report:
    """How tight or loose a rule is."""
    machine = rule.machine
    graph = _Graph(machine)
    return graph.report() if graph.whole else _drawn(machine)


class _Graph:
    """The states that lines lead to and the steps between them. whole: not cut short by `_MOST_CASES`."""

    def __init__(self, machine: Machine) -> None:
        weights = Counter(machine.kinds)
        self._starts = Counter(machine.begin(card) for card in cards_of(machine.starts))
        self._from: dict[State, tuple[State | None, int]] = {}
        for card in cards_of(machine.starts):
            self._from.setdefault(machine.begin(card), (None, card))
        self._steps: dict[State, dict[State, int]] = {}
        self.whole = True
        level = list(self._from)
        for _ in range(LONGEST_LINE):
            if len(weights) * (len(self._steps) + len(level)) > _MOST_CASES:
                self.whole = False
                return
            found: list[State] = []
            for state in level:
                steps = self._steps[state] = defaultdict(int)
                for card, weight in weights.items():
                    if machine.right(state, card):
                        after = machine.after(state, card)
                        steps[after] += weight
                        if after not in self._from:
                            self._from[after] = (state, card)
                            found.append(after)
            level = found

    def report(self) -> Report:
        counts = {state: sum(steps.values()) for state, steps in self._steps.items()}
        if not counts:
            return Report(True, _shares({0: 1}), 0, 0, ())
        dead = next((state for state, count in counts.items() if not count), None)
        return Report(
            True,
            _shares(self._met(counts)),
            min(counts.values()),
            max(counts.values()),
            None if dead is None else self._line_to(dead),
        )

    def _met(self, counts: dict[State, int]) -> dict[int, float]:
        """How often each number of right cards is met. A line that has come to its end stays there."""
        met: dict[int, float] = defaultdict(float)
        chances = {state: weight / self._starts.total() for state, weight in self._starts.items()}
        for _ in range(_PLACES):
            further: dict[State, float] = defaultdict(float)
            for state, chance in chances.items():
                met[counts[state]] += chance
                for after, weight in self._steps[state].items():
                    further[after] += chance * weight / counts[state]
                if not counts[state]:
                    further[state] += chance
            chances = further
        return met

    def _line_to(self, state: State) -> tuple[Card, ...]:
        line: list[Card] = []
        at: State | None = state
        while at is not None:
            at, card = self._from[at]
            line.append(STANDARD_DECK[card])
        return tuple(reversed(line))


def _drawn(machine: Machine) -> Report:
    lot = Random(0)
    starts = cards_of(machine.starts)
    met: Counter[int] = Counter()
    dead_end: tuple[Card, ...] | None = None
    for _ in range(_SAMPLES):
        line = [lot.choice(starts)]
        state = machine.begin(line[0])
        for place in range(_PLACES):
            right = [card for card in range(NUMBER_OF_CARDS) if machine.right(state, card)]
            if not right:
                met[0] += _PLACES - place
                dead_end = dead_end or tuple(STANDARD_DECK[card] for card in line)
                break
            met[len(right)] += 1
            line.append(lot.choice(right))
            state = machine.after(state, line[-1])
    return Report(False, _shares(met), min(met), max(met), dead_end)


def _shares(met: Mapping[int, float]) -> tuple[float, ...]:
    total = sum(met.values())
    return tuple(met.get(count, 0) / total for count in range(NUMBER_OF_CARDS + 1))
