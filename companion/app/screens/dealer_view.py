"""What the dealer's own screen of Eleusis shows, in words: plain Python, no window."""

from __future__ import annotations

from dataclasses import dataclass

from companion.app.said import Choice
from companion.app.screens.rule_draft import (
    Draft,
    Line,
    may_number,
    may_widen,
    outline,
    parts_offered,
    path_key,
)
from companion.laboratory.bots import eleusis_library
from companion.language import Language
from companion.rules.cards import Card, Rank
from companion.rules.eleusis import Deal, State, can, write_action
from companion.rules.eleusis.secret import (
    FORMS,
    LibraryRule,
    Part,
    Report,
    RuleError,
    SecretRule,
    Sort,
    at,
    fitting,
    hints,
    sentence,
)
from companion.rules.eleusis.secret.library import GRADES
from companion.secret_wording import error_words, hint_words, library_name, report_lines, rule_sentence

LIBRARY, BUILD, TYPED, HINTS, DEAL, JUDGE = "library", "build", "typed", "hints", "deal", "judge"
_RANKED = ("ranks",)
_MOST_NAMED = 12  # rules that are named when it is told how many still fit


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
    """The outline, what is asked for now, the parts or numbers to choose from, and what else can be done."""

    rows: tuple[OutlineRow, ...]
    asked: str
    keys: tuple[Choice, ...]
    moves: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Fitting:
    """Which rules of the library the layout does not rule out. told: in words; chosen: whether the rule does fit."""

    told: str
    chosen: bool | None


@dataclass(frozen=True, slots=True)
class Dealing:
    """What the dealer chooses besides the rule. first: who begins, empty for the next seat; hint: said with the deal;
    starter: the card turned up, where nobody knows it by itself."""

    first: str = ""
    hint: str = ""
    starter: Card | None = None


def dealer_of(state: State) -> str:
    """Whose screen it is: who deals this round, or the next one."""
    return state.round.dealer if state.round is not None else state.next_dealer or ""


def told_rule(state: State) -> SecretRule | None:
    """The rule of the round that is being played, if the companion was told it."""
    return state.round.rule if state.round is not None else None


def tabs(state: State, language: Language) -> tuple[Choice, ...]:
    """The parts of the screen. A rule that was told cannot be changed any more."""
    free = told_rule(state) is None and not state.over
    names = (LIBRARY, BUILD, TYPED, HINTS, JUDGE if state.round is not None else DEAL)
    return tuple(Choice(name, language.text(f"app_dealer.{name}"), free or name in (HINTS, JUDGE)) for name in names)


def grades(language: Language) -> tuple[Choice, ...]:
    """The grades of the library, from easy to hard."""
    return tuple(Choice(str(grade), language.text(f"app_dealer.grade_{grade}")) for grade in GRADES)


def library_rules(grade: int, language: Language) -> tuple[Choice, ...]:
    """The rules of a grade: each with its name and what it says."""
    entries = (entry for entry in eleusis_library() if entry.grade == grade)
    return tuple(
        Choice(entry.id, f"{library_name(entry, language)}\n{rule_sentence(entry.rule, language)}") for entry in entries
    )


def library_rule(name: str) -> LibraryRule:
    """The rule of the library with that id."""
    return next(entry for entry in eleusis_library() if entry.id == name)


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
    return f"{words}\n{draft.text[: error.position]} ▸{draft.text[error.position :]}"


def building(draft: Draft, language: Language) -> Building:
    """The rule as parts, and what can be tapped."""
    rows = tuple(_row(line, language) for line in outline(draft))
    moves = (
        Choice("undo", language.text("app_dealer.undo"), bool(draft.before or draft.part or draft.error)),
        Choice("out", language.text("app_dealer.out"), not draft.part and not parts_offered(draft)),
        Choice("more", language.text("app_dealer.more"), may_widen(draft)),
        Choice("new", language.text("app_dealer.new"), bool(draft.root.parts)),
    )
    if draft.allowed is not None:
        return Building(rows, _number_asked(draft, language), _number_keys(draft, language), moves)
    names = parts_offered(draft)
    keys = tuple(Choice(f"part {name}", language.text(f"ee_part.{name}")) for name in names)
    part = at(draft.root, draft.path)
    sort = language.text(f"ee_sort.{FORMS[part.name].sort}")
    asked = language.text("app_dealer.asked", sort=sort) if names else _part_words(part, language)
    return Building(rows, asked, keys, moves)


def _row(line: Line, language: Language) -> OutlineRow:
    if line.gap:
        text = language.text("app_dealer.gap", sort=language.text(f"ee_sort.{FORMS[line.part.name].sort}"))
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
    return language.text("app_dealer.number", part=language.text(f"ee_part.{draft.part}"), chosen=chosen.strip() or "–")


def _number_keys(draft: Draft, language: Language) -> tuple[Choice, ...]:
    allowed = draft.allowed or range(0)
    if not draft.by_digits:
        return tuple(Choice(f"value {value}", _value(draft.part, value)) for value in allowed)
    digits = tuple(Choice(f"digit {digit}", digit) for digit in "1234567890")
    minus = (Choice("minus", "−"),) if allowed.start < 0 else ()
    return (*digits, *minus, Choice("number", language.text("app_dealer.enough"), may_number(draft)))


def fit_words(found: Report, language: Language) -> str:
    """How tight or loose a rule is; the verdict stands in the first line."""
    return "\n".join(report_lines(found, language))


def hint_list(rule: SecretRule, language: Language) -> tuple[str, ...]:
    """What may be told of a rule, from little to all; may take a second."""
    return tuple(hint_words(hint, language) for hint in hints(rule))


def still_fitting(state: State, rule: SecretRule | None, language: Language) -> Fitting:
    """How many rules of the library could have made the layout; may take a second."""
    current, library = state.round, eleusis_library()
    if current is None:
        return Fitting(language.text("app_dealer.no_layout", count=len(library)), None)
    sidelines = [place.sideline for place in current.line]
    left = fitting(library, current.mainline, sidelines)
    names = language.text("ee_rule.step_join").join(library_name(entry, language) for entry in left[:_MOST_NAMED])
    key = "fit_named" if len(left) <= _MOST_NAMED else "fit_some"
    told = language.text(f"app_dealer.{key}", left=len(left), count=len(library), names=names or "–")
    chosen = None if rule is None else rule.fits(current.mainline, sidelines)
    return Fitting(told, chosen)


def judgement(state: State, rule: SecretRule | None, card: Card, language: Language) -> tuple[str, bool | None]:
    """What a rule says of a card after the layout, in words, and whether it is right."""
    if rule is None or state.round is None:
        return language.text("app_dealer.no_rule"), None
    right = rule.allows(state.round.mainline, card)
    key = {True: "is_right", False: "is_wrong", None: "is_open"}[right]
    return language.text(f"app_dealer.{key}", card=card.sign), right


def beginners(state: State, language: Language) -> tuple[Choice, ...]:
    """Who may begin: the next seat, which needs no choice, or anybody whom the rules allow."""
    dealer = dealer_of(state)
    first = Choice("", language.text("app_dealer.next_seat"))
    others = (Choice(player, player, can(state, Deal(dealer, first=player))) for player in state.players)
    return (first, *(choice for choice in others if choice.key != dealer))


def deal_line(state: State, rule: SecretRule | None, dealing: Dealing) -> str:
    """The action line that starts the round; empty where the rules do not allow it now."""
    deal = Deal(dealer_of(state), rule, dealing.hint, dealing.first or None, dealing.starter)
    return write_action(deal) if rule is not None and can(state, deal) else ""
