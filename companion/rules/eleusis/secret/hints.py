"""Hints about a rule, each telling more than the one before, down to the rule itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

from companion.rules.eleusis.secret.deck import ATTRIBUTE_LOOKS, NUMBER_OF_CARDS, Look
from companion.rules.eleusis.secret.parts import ATTRIBUTES, Part
from companion.rules.eleusis.secret.report import report
from companion.rules.eleusis.secret.rule import SecretRule

_WHOLE_LINE = ("position", "cycle", "so_far", "run", "first", "latest")


@dataclass(frozen=True, slots=True)
class Hint:
    """One hint. reason: its words stand in the language files as ``ee_hint.<reason>``. data: numbers for them.

    attributes: names of attributes that it mentions. part: the part of the rule that it gives away.
    """

    reason: str
    data: dict[str, int] = field(default_factory=dict, hash=False)
    attributes: tuple[str, ...] = ()
    part: Part | None = None


def hints(rule: SecretRule) -> tuple[Hint, ...]:
    """What may be told of a rule, from little to all."""
    condition = rule.root.parts[-1]
    told = [Hint("share", {"percent": round(100 * report(rule).share)}), Hint(looks_at(rule))]
    attributes = attributes_of(rule)
    told.append(Hint("attributes", attributes=attributes) if attributes else Hint("attributes_none"))
    if condition.name in ("if", "and", "or", "cycle"):
        told.append(Hint(f"form_{condition.name}"))
    if condition.name in ("if", "and", "or"):
        told.append(Hint("test" if condition.name == "if" else "clause", part=condition.parts[0]))
    if rule.root.name == "starting":
        told.append(Hint("start"))
    return (*told, Hint("whole", part=rule.root))


def looks_at(rule: SecretRule) -> str:
    """How far the rule looks: at the next card alone, the last one too, several of the last, or the whole line."""
    parts = list(rule.root.parts[-1].everything())
    if any(part.name in _WHOLE_LINE for part in parts):
        return "looks_at_line"
    if any(part.name in ("back", "window") for part in parts):
        return "looks_at_several"
    return "looks_at_last" if any(part.name == "last" for part in parts) else "looks_at_itself"


def attributes_of(rule: SecretRule) -> tuple[str, ...]:
    """The fewest and coarsest attributes that tell all that the rule looks at; empty if it looks at nothing."""
    kinds = rule.machine.kinds
    return next(attributes for attributes in _coarsest_first() if _tells(attributes, kinds))


def _coarsest_first() -> Iterator[tuple[str, ...]]:
    sizes = {name: len(set(look)) for name, look in ATTRIBUTE_LOOKS.items()}
    yield ()
    for number in (1, 2):
        yield from sorted(combinations(ATTRIBUTES, number), key=lambda names: sum(sizes[name] for name in names))


def _tells(attributes: tuple[str, ...], kinds: Look) -> bool:
    """Whether cards that these attributes do not tell apart are one kind."""
    found: dict[tuple[int, ...], int] = {}
    return all(
        found.setdefault(tuple(ATTRIBUTE_LOOKS[name][card] for name in attributes), kinds[card]) == kinds[card]
        for card in range(NUMBER_OF_CARDS)
    )
