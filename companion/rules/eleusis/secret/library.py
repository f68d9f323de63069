"""The library of rules, each with an id, a grade and its text. It is a TOML file; the caller brings its text."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.rules.cards import Card
from companion.rules.eleusis.secret.rule import SecretRule

GRADES = range(1, 6)


@dataclass(frozen=True, slots=True)
class LibraryRule:
    """A rule to choose.

    id: the words of its name stand in the language files as ``ee_library.<id>``. grade: 1 easy to 5 hard. sample:
    whether it is one of the nine that the game's own text gives.
    """

    id: str
    grade: int
    rule: SecretRule
    sample: bool = False


def load_library(text: str) -> tuple[LibraryRule, ...]:
    """The rules in a library file. Raises RuleError for a text that is no rule, ValueError for what else is wrong."""
    rules = tuple(
        LibraryRule(name, entry["grade"], SecretRule.parse(entry["rule"]), entry.get("sample", False))
        for name, entry in tomllib.loads(text).items()
    )
    for entry in rules:
        if entry.grade not in GRADES:
            raise ValueError(f"{entry.id}: grade {entry.grade}")
    return rules


def fitting(
    rules: Iterable[LibraryRule], mainline: Sequence[Card], sidelines: Sequence[Sequence[Card]]
) -> tuple[LibraryRule, ...]:
    """The rules that a layout does not rule out (see `SecretRule.fits`)."""
    return tuple(entry for entry in rules if entry.rule.fits(mainline, sidelines))
