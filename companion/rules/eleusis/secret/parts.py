"""The parts that rules are made of: which there are, what each takes, and how much of them one rule may hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

MOST_CHARACTERS = 4000
MOST_PARTS = 120
MOST_DEPTH = 12
FURTHEST_BACK = 8
LARGEST_NUMBER = 999


class Sort(StrEnum):
    """What a part says: a part fits where its sort is asked for."""

    RULE = "rule"
    CONDITION = "condition"
    CARD = "card"
    TRAIT = "trait"
    ATTRIBUTE = "attribute"
    NUMBER = "number"
    NUMBERS = "numbers"
    RANGE = "range"
    SCOPE = "scope"


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a rule with the parts in its slots; values: the numbers written in it (ranks, places, moduli)."""

    name: str
    parts: tuple[Part, ...] = ()
    values: tuple[int, ...] = ()

    def everything(self) -> Iterator[Part]:
        """This part and all in it, outermost first."""
        waiting = [self]
        while waiting:
            part = waiting.pop()
            yield part
            waiting.extend(reversed(part.parts))

    @property
    def depth(self) -> int:
        """How many parts lie inside one another, this one counted."""
        level, depth = [self], 0
        while level:
            level, depth = [inner for part in level for inner in part.parts], depth + 1
        return depth


@dataclass(frozen=True, slots=True)
class Form:
    """How a part is made.

    sort: where it fits. slots: what it takes; `more`: the last slot may come any number of times more.
    values: what each number written in it may be.
    """

    sort: Sort
    slots: tuple[Sort, ...] = ()
    more: bool = False
    values: tuple[range, ...] = ()

    def slot(self, index: int) -> Sort:
        """The sort that stands at a place, counting those that came more."""
        return self.slots[min(index, len(self.slots) - 1)]


_CARD, _TRAIT, _CONDITION, _NUMBER = Sort.CARD, Sort.TRAIT, Sort.CONDITION, Sort.NUMBER
_RANK = range(1, 14)

TRAITS = (
    *("red", "black", "clubs", "diamonds", "hearts", "spades", "round", "pointed", "major", "minor"),
    *("odd", "even", "prime", "low", "high", "face", "number"),
)
ATTRIBUTES = ("value", "suit", "colour", "shape", "tier", "parity", "kind", "half")
COMPARISONS = ("above", "below", "at_least", "at_most", "equals")

FORMS: dict[str, Form] = {
    "rule": Form(Sort.RULE, (_CONDITION,)),
    "starting": Form(Sort.RULE, (_TRAIT, _CONDITION)),
    "is": Form(_CONDITION, (_CARD, _TRAIT)),
    "same": Form(_CONDITION, (Sort.ATTRIBUTE, _CARD, _CARD)),
    "differs": Form(_CONDITION, (Sort.ATTRIBUTE, _CARD, _CARD)),
    "if": Form(_CONDITION, (_CONDITION, _CONDITION, _CONDITION)),
    "and": Form(_CONDITION, (_CONDITION, _CONDITION), more=True),
    "or": Form(_CONDITION, (_CONDITION, _CONDITION), more=True),
    "not": Form(_CONDITION, (_CONDITION,)),
    "cycle": Form(_CONDITION, (_TRAIT, _TRAIT), more=True),
    "number_is": Form(_CONDITION, (_NUMBER, Sort.NUMBERS)),
    **{name: Form(_CONDITION, (_NUMBER, _NUMBER)) for name in COMPARISONS},
    "anything": Form(_CONDITION),
    "card": Form(_CARD),
    "last": Form(_CARD),
    "back": Form(_CARD, values=(range(2, FURTHEST_BACK + 1),)),
    "first": Form(_CARD),
    "latest": Form(_CARD, (_TRAIT,)),
    **{name: Form(_TRAIT) for name in TRAITS},
    "ranks": Form(_TRAIT, values=(_RANK, _RANK)),
    "both": Form(_TRAIT, (_TRAIT, _TRAIT), more=True),
    "one_of": Form(_TRAIT, (_TRAIT, _TRAIT), more=True),
    "other": Form(_TRAIT, (_TRAIT,)),
    **{name: Form(Sort.ATTRIBUTE) for name in ATTRIBUTES},
    "value_of": Form(_NUMBER, (_CARD,)),
    "steps": Form(_NUMBER, (_CARD, _CARD)),
    "distance": Form(_NUMBER, (_CARD, _CARD)),
    "around": Form(_NUMBER, (_CARD, _CARD)),
    "position": Form(_NUMBER),
    "count": Form(_NUMBER, (_TRAIT, Sort.SCOPE)),
    "total": Form(_NUMBER, (Sort.SCOPE,)),
    "highest": Form(_NUMBER, (Sort.SCOPE,)),
    "lowest": Form(_NUMBER, (Sort.SCOPE,)),
    "variety": Form(_NUMBER, (Sort.ATTRIBUTE, Sort.SCOPE)),
    "run": Form(_NUMBER, (Sort.ATTRIBUTE,)),
    "literal": Form(_NUMBER, values=(range(LARGEST_NUMBER + 1),)),
    "plus": Form(_NUMBER, (_NUMBER, _NUMBER)),
    "minus": Form(_NUMBER, (_NUMBER, _NUMBER)),
    "times": Form(_NUMBER, (_NUMBER, _NUMBER)),
    "modulo": Form(_NUMBER, (_NUMBER,), values=(range(2, LARGEST_NUMBER + 1),)),
    "odd_number": Form(Sort.NUMBERS),
    "even_number": Form(Sort.NUMBERS),
    "prime_number": Form(Sort.NUMBERS),
    "among": Form(Sort.NUMBERS, (Sort.RANGE,), more=True),
    "between": Form(Sort.RANGE, values=(range(-LARGEST_NUMBER, LARGEST_NUMBER + 1),) * 2),
    "so_far": Form(Sort.SCOPE),
    "window": Form(Sort.SCOPE, values=(range(2, FURTHEST_BACK + 1),)),
    **{f"hole_{sort}": Form(sort) for sort in Sort},
}


def hole(sort: Sort) -> Part:
    """The empty place where a part of this sort is still missing."""
    return Part(f"hole_{sort}")


def is_hole(part: Part) -> bool:
    """Whether nothing has been put here yet."""
    return part.name.startswith("hole_")
