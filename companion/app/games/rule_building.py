"""A rule of Eleusis being made, in words: read back as a sentence, and as parts to tap. Plain Python, no window."""

from __future__ import annotations

from dataclasses import dataclass

from companion.app.games.rule_draft import (
    Draft,
    Line,
    may_number,
    may_widen,
    outline,
    parts_offered,
    path_key,
)
from companion.app.said import Choice
from companion.language import Language
from companion.rules.cards import Rank
from companion.rules.eleusis.secret import FORMS, Part, RuleError, Sort, at, sentence
from companion.secret_wording import error_words

_RANKED = ("ranks",)


@dataclass(frozen=True, slots=True)
class RuleView:
    """The rule as it is read back.

    sentence: with its gaps, none of a text that is no rule. text: as it is written. error: what is wrong, and where.
    """

    sentence: str
    text: str
    error: str
    ready: bool


@dataclass(frozen=True, slots=True)
class OutlineRow:
    """A part of the rule being built. depth: how far it is moved in; key: of the tap on it."""

    key: str
    text: str
    depth: int
    gap: bool
    chosen: bool


@dataclass(frozen=True, slots=True)
class Building:
    """The outline, what is asked for now, the parts or numbers to choose from, and what else can be done.

    numbers: whether it is numbers.
    """

    rows: tuple[OutlineRow, ...]
    asked: str
    keys: tuple[Choice, ...]
    moves: tuple[Choice, ...]
    numbers: bool = False


def rule_view(draft: Draft, language: Language) -> RuleView:
    """The rule read back as a sentence in the language."""
    error = "" if draft.error is None else _error(draft, draft.error, language)
    told = "" if error and draft.text else sentence(draft.root, language.texts)
    return RuleView(told, draft.text, error, draft.rule is not None)


def _error(draft: Draft, error: RuleError, language: Language) -> str:
    """What is wrong, and the text with the place marked, where it is the text."""
    words = error_words(error, language)
    if not draft.text:
        return words
    return f"{words}\n{draft.text[: error.position]} ▶{draft.text[error.position :]}"


def building(draft: Draft, language: Language) -> Building:
    """The rule as parts, and what can be tapped."""
    rows = tuple(_row(line, language) for line in outline(draft))
    moves = (
        Choice("undo", language.text("app_rule.undo"), bool(draft.before or draft.part or draft.error)),
        Choice("out", language.text("app_rule.out"), not draft.part and not parts_offered(draft)),
        Choice("more", language.text("app_rule.more"), may_widen(draft)),
        Choice("new", language.text("app_rule.new"), bool(draft.root.parts)),
    )
    if draft.allowed is not None:
        return Building(rows, _number_asked(draft, language), _number_keys(draft, language), moves, True)
    names = parts_offered(draft)
    keys = tuple(Choice(f"part {name}", language.text(f"ee_part.{name}")) for name in names)
    part = at(draft.root, draft.path)
    sort = language.text(f"ee_sort.{FORMS[part.name].sort}")
    asked = language.text("app_rule.asked", sort=sort) if names else _part_words(part, language)
    return Building(rows, asked, keys, moves)


def _row(line: Line, language: Language) -> OutlineRow:
    if line.gap:
        text = language.text("app_rule.gap", sort=language.text(f"ee_sort.{FORMS[line.part.name].sort}"))
    else:
        text = _part_words(line.part, language)
    return OutlineRow(path_key(line.path), text, line.depth, line.gap, line.chosen)


def _part_words(part: Part, language: Language) -> str:
    """A part as it stands on its button, with its numbers."""
    if FORMS[part.name].sort is Sort.RANGE and part.values:
        low, high = part.values
        return str(low) if low == high else f"{low} – {high}"
    if part.name == "literal":
        return str(part.values[0])
    told = language.text(f"ee_part.{part.name}") if not part.name.startswith("hole_") else "…"
    values = [_value(part.name, value) for value in part.values]
    return f"{told}: {' – '.join(values)}" if values else told


def _value(part: str, value: int) -> str:
    return Rank(value).sign if part in _RANKED else str(value)


def _number_asked(draft: Draft, language: Language) -> str:
    chosen = " ".join([*(_value(draft.part, value) for value in draft.values), draft.digits])
    return language.text("app_rule.number", part=language.text(f"ee_part.{draft.part}"), chosen=chosen.strip() or "–")


def _number_keys(draft: Draft, language: Language) -> tuple[Choice, ...]:
    allowed = draft.allowed or range(0)
    if not draft.by_digits:
        return tuple(Choice(f"value {value}", _value(draft.part, value)) for value in allowed)
    digits = tuple(Choice(f"digit {digit}", digit) for digit in "1234567890")
    minus = (Choice("minus", "−"),) if allowed.start < 0 else ()
    return (*digits, *minus, Choice("number", language.text("app_rule.enough"), may_number(draft)))
