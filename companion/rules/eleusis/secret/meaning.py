"""What a rule means: a machine that remembers what the rule asks of the line, and says which card is right.

A condition about a card that the line does not have yet is neither true nor false (None), and so on upwards as in
Kleene's logic of three values; a rule that comes to no answer forbids nothing.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from typing import Any

from companion.rules.eleusis.secret.deck import ATTRIBUTE_LOOKS, TRAIT_LOOKS, VALUES, Look, grouped, ranks_look
from companion.rules.eleusis.secret.memory import Counter, Extreme, First, Latest, Phase, Register, Run, Seen, Window
from companion.rules.eleusis.secret.parts import LARGEST_NUMBER, Part
from companion.rules.eleusis.secret.reading import read

State = tuple[Any, ...]
Test = Callable[[int, State], bool | None]
_Number = Callable[[int, State], int | None]
_Card = Callable[[int, State], int | None]

_ONES = (1,) * len(VALUES)
_PRIMES = frozenset(n for n in range(2, LARGEST_NUMBER) if all(n % divisor for divisor in range(2, int(n**0.5) + 1)))
_COMPARED: dict[str, Callable[[int, int], bool]] = {
    "above": operator.gt,
    "below": operator.lt,
    "at_least": operator.ge,
    "at_most": operator.le,
    "equals": operator.eq,
}
_COMPUTED: dict[str, Callable[[int, int], int]] = {
    "plus": operator.add,
    "minus": operator.sub,
    "times": operator.mul,
}
_MEASURED: dict[str, Callable[[int, int], int]] = {
    "steps": lambda start, end: (end - start) % 13,
    "distance": lambda start, end: abs(end - start),
    "around": lambda start, end: min((end - start) % 13, (start - end) % 13),
}
_GATHERED: dict[str, Callable[[list[int]], int]] = {
    "count": sum,
    "total": sum,
    "highest": max,
    "lowest": min,
    "variety": lambda seen: len(set(seen)),
}


@dataclass(frozen=True, slots=True)
class Machine:
    """A rule ready to run. Cards are numbers in `STANDARD_DECK`.

    starts: whether each card may begin the line. registers: what is remembered. test: the rule. kinds: for each
    card the first card that neither the rule nor its memory can tell from it.
    """

    starts: Look
    registers: tuple[Register, ...]
    test: Test
    kinds: Look

    def begin(self, card: int) -> State:
        """What is remembered after the first card."""
        return tuple(register.begin(card) for register in self.registers)

    def after(self, state: State, card: int) -> State:
        """What is remembered after one card more."""
        return tuple([register.after(value, card) for register, value in zip(self.registers, state, strict=True)])

    def right(self, state: State, card: int) -> bool:
        """Whether a card may come next."""
        return self.test(card, state) is not False


@lru_cache(maxsize=512)
def machine_of(text: str) -> Machine:
    """The machine of a rule by its text. Raises RuleError."""
    return compiled(read(text))


def compiled(root: Part) -> Machine:
    """The machine of a whole rule."""
    return _Compiler().machine(root)


def trait_look(part: Part) -> Look:
    """Which cards have a trait."""
    match part:
        case Part("ranks", _, (low, high)):
            return ranks_look(low, high)
        case Part("both", traits):
            return tuple(min(seen) for seen in zip(*map(trait_look, traits), strict=True))
        case Part("one_of", traits):
            return tuple(max(seen) for seen in zip(*map(trait_look, traits), strict=True))
        case Part("other", (trait,)):
            return tuple(1 - seen for seen in trait_look(trait))
    return TRAIT_LOOKS[part.name]


def span(part: Part) -> tuple[float, float]:
    """Between which numbers a number lies, as far as its form tells."""
    match part:
        case Part("literal", _, (number,)):
            return number, number
        case Part("value_of" | "highest" | "lowest"):
            return 1, 13
        case Part("steps" | "distance"):
            return 0, 12
        case Part("around"):
            return 0, 6
        case Part("count" | "total", (*_, Part("window", _, (cards,)))):
            return 0, cards * (13 if part.name == "total" else 1)
        case Part("variety", (attribute, _)):
            return 1, len(set(ATTRIBUTE_LOOKS[attribute.name]))
        case Part("modulo", _, (modulus,)):
            return 0, modulus - 1
        case Part("plus", (one, other)):
            return span(one)[0] + span(other)[0], span(one)[1] + span(other)[1]
        case Part("position" | "count" | "total" | "run"):
            return 0, inf
    return -inf, inf


class _Compiler:
    """Turns parts into functions of the candidate and the state, and notes on the way what has to be remembered.

    `_back` holds for each place back what is looked at there; place 0 is the candidate.
    """

    def __init__(self) -> None:
        self._back: list[list[Look]] = [[]]
        self._keys: dict[Hashable, int] = {"window": 0}
        self._makers: list[Callable[[], Register]] = [self._window]
        self._looks: dict[int, list[Look]] = {}

    def machine(self, root: Part) -> Machine:
        test = self._condition(root.parts[-1])
        registers = tuple(make() for make in self._makers)
        starts = trait_look(root.parts[0]) if root.name == "starting" else _ONES
        seen = [tuple(_numbered(register.sees(card) for card in range(len(VALUES)))) for register in registers]
        return Machine(starts, registers, test, grouped([*self._back[0], *seen]))

    def _window(self) -> Window:
        """A card on its way back keeps all that is still to be looked at."""
        keeps: list[Look] = []
        later: list[Look] = []
        for looks in reversed(self._back[1:]):
            later = [*later, *looks]
            keeps.append(grouped(later))
        return Window(tuple(reversed(keeps)))

    def _register(self, key: Hashable, make: Callable[[], Register]) -> int:
        """The place of a register in the state; the same key is the same register."""
        if key not in self._keys:
            self._keys[key] = len(self._makers)
            self._makers.append(make)
        return self._keys[key]

    # Cards.

    def _look_back(self, places: int, look: Look) -> None:
        while len(self._back) <= places:
            self._back.append([])
        if look not in self._back[places]:
            self._back[places].append(look)

    def _card(self, part: Part, look: Look) -> _Card:
        """The card that is meant, of which this look is taken."""
        match part:
            case Part("card"):
                self._look_back(0, look)
                return lambda card, state: card
            case Part("first"):
                return self._kept(("first",), lambda looks: First(grouped(looks)), look)
            case Part("latest", (trait,)):
                seen = trait_look(trait)
                return self._kept(("latest", seen), lambda looks: Latest(seen, grouped(looks)), look)
        places = part.values[0] if part.values else 1
        self._look_back(places, look)
        return lambda card, state: state[0][places - 1] if len(state[0]) >= places else None

    def _kept(self, key: Hashable, make: Callable[[list[Look]], Register], look: Look) -> _Card:
        index = self._register(key, lambda: make(self._looks[index]))
        self._looks.setdefault(index, []).append(look)
        return lambda card, state: state[index]

    def _seen(self, part: Part, look: Look) -> _Number:
        """What a look at a card of the line shows."""
        if part.name == "card":
            self._look_back(0, look)
            return lambda card, state: look[card]
        find = self._card(part, look)

        def see(card: int, state: State) -> int | None:
            found = find(card, state)
            return None if found is None else look[found]

        return see

    # Conditions.

    def _condition(self, part: Part) -> Test:
        match part:
            case Part("anything"):
                return lambda card, state: True
            case Part("is", (subject, trait)):
                see = self._seen(subject, trait_look(trait))
                return lambda card, state: None if (seen := see(card, state)) is None else bool(seen)
            case Part("same" | "differs", (attribute, one, other)):
                look = ATTRIBUTE_LOOKS[attribute.name]
                wanted = operator.eq if part.name == "same" else operator.ne
                return _compared(self._seen(one, look), wanted, self._seen(other, look))
            case Part("if", (test, then, other)):
                return _chosen(self._condition(test), self._condition(then), self._condition(other))
            case Part("and", conditions):
                return _all_of([self._condition(condition) for condition in conditions])
            case Part("or", conditions):
                return _any_of([self._condition(condition) for condition in conditions])
            case Part("not", (condition,)):
                return _denied(self._condition(condition))
            case Part("cycle", traits):
                return self._cycle(tuple(map(trait_look, traits)))
            case Part("number_is", (number, numbers)):
                return self._number_is(number, numbers)
            case Part(name, (one, other)):
                caps = (None if top == inf else int(top) + 1 for top in (span(other)[1], span(one)[1]))
                return _compared(self._number(one, next(caps)), _COMPARED[name], self._number(other, next(caps)))
        raise AssertionError(part.name)

    def _cycle(self, steps: tuple[Look, ...]) -> Test:
        for step in steps:
            self._look_back(0, step)
        index = self._register(("cycle", steps), lambda: Phase(steps))
        return lambda card, state: bool(steps[state[index]][card])

    def _number_is(self, number: Part, numbers: Part) -> Test:
        if numbers.name in ("odd_number", "even_number"):
            remainder = self._number(number, modulus=2)
            wanted = int(numbers.name == "odd_number")
            return lambda card, state: None if (n := remainder(card, state)) is None else n % 2 == wanted
        if numbers.name == "prime_number":
            find = self._number(number)
            return lambda card, state: None if (n := find(card, state)) is None else n in _PRIMES
        ranges = tuple(inner.values for inner in numbers.parts)
        find = self._number(number, cap=max(high for _, high in ranges) + 1)

        def among(card: int, state: State) -> bool | None:
            found = find(card, state)
            return None if found is None else any(low <= found <= high for low, high in ranges)

        return among

    # Numbers.

    def _number(self, part: Part, cap: int | None = None, modulus: int | None = None) -> _Number:
        """A number; cap, modulus: that nothing asks by how much it passes `cap`, or for more than the remainder."""
        match part:
            case Part("literal", _, (number,)):
                return lambda card, state: number
            case Part("value_of", (subject,)):
                return self._seen(subject, VALUES)
            case Part("steps" | "distance" | "around" as name, (one, other)):
                return _computed(self._seen(one, VALUES), _MEASURED[name], self._seen(other, VALUES))
            case Part("plus" | "minus" | "times" as name, (one, other)):
                left, right = self._number(one, modulus=modulus), self._number(other, modulus=modulus)
                return _computed(left, _COMPUTED[name], right)
            case Part("modulo", (one,), (divisor,)):
                find = self._number(one, modulus=divisor)
                return lambda card, state: None if (n := find(card, state)) is None else n % divisor
            case Part("position"):
                laid = self._counter(_ONES, cap, modulus)
                return lambda card, state: state[laid] + 1
            case Part("run", (attribute,)):
                look = ATTRIBUTE_LOOKS[attribute.name]
                run = self._register(("run", look, cap), lambda: Run(look, cap))
                return lambda card, state: state[run][1]
        if part.parts[-1].name == "window":
            return self._in_window(part, part.parts[-1].values[0])
        return self._so_far(part, cap, modulus)

    def _so_far(self, part: Part, cap: int | None, modulus: int | None) -> _Number:
        match part:
            case Part("variety", (attribute, _)):
                look = ATTRIBUTE_LOOKS[attribute.name]
                seen = self._register(("seen", look), lambda: Seen(look))
                return lambda card, state: state[seen].bit_count()
            case Part("highest" | "lowest"):
                extreme = self._register(part.name, lambda: Extreme(part.name == "highest"))
                return lambda card, state: state[extreme]
        amounts = VALUES if part.name == "total" else trait_look(part.parts[0])
        index = self._counter(amounts, cap, modulus)
        return lambda card, state: state[index]

    def _counter(self, amounts: Look, cap: int | None, modulus: int | None) -> int:
        return self._register(("sum", amounts, cap, modulus), lambda: Counter(amounts, cap, modulus))

    def _in_window(self, part: Part, cards: int) -> _Number:
        match part:
            case Part("variety", (attribute, _)):
                look = ATTRIBUTE_LOOKS[attribute.name]
            case Part("count", (trait, _)):
                look = trait_look(trait)
            case _:
                look = VALUES
        for places in range(1, cards + 1):
            self._look_back(places, look)
        gather = _GATHERED[part.name]
        return lambda card, state: gather([look[one] for one in state[0][:cards]])


def _numbered(values: Any) -> list[int]:
    """The same number for the same value."""
    numbers: dict[Hashable, int] = {}
    return [numbers.setdefault(value, len(numbers)) for value in values]


def _compared(one: _Number, holds: Callable[[int, int], bool], other: _Number) -> Test:
    def test(card: int, state: State) -> bool | None:
        left, right = one(card, state), other(card, state)
        return None if left is None or right is None else holds(left, right)

    return test


def _computed(one: _Number, compute: Callable[[int, int], int], other: _Number) -> _Number:
    def number(card: int, state: State) -> int | None:
        left, right = one(card, state), other(card, state)
        return None if left is None or right is None else compute(left, right)

    return number


def _chosen(test: Test, then: Test, other: Test) -> Test:
    def choose(card: int, state: State) -> bool | None:
        met = test(card, state)
        if met is not None:
            return then(card, state) if met else other(card, state)
        one = then(card, state)
        return one if one is other(card, state) else None

    return choose


def _all_of(tests: list[Test]) -> Test:
    def every(card: int, state: State) -> bool | None:
        answer: bool | None = True
        for test in tests:
            met = test(card, state)
            if met is False:
                return False
            answer = answer and met
        return answer

    return every


def _any_of(tests: list[Test]) -> Test:
    return _denied(_all_of([_denied(test) for test in tests]))


def _denied(test: Test) -> Test:
    return lambda card, state: None if (met := test(card, state)) is None else not met
