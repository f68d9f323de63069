"""What the dealer's own screen of Eleusis shows, in words: plain Python, no window."""

from __future__ import annotations

from dataclasses import dataclass

from companion.app.said import Choice
from companion.laboratory.bots import eleusis_library
from companion.language import Language
from companion.rules.cards import Card
from companion.rules.eleusis import Deal, State, can, write_action
from companion.rules.eleusis.secret import LibraryRule, Report, SecretRule, fitting, hints
from companion.rules.eleusis.secret.library import GRADES
from companion.secret_wording import hint_words, library_name, report_lines, rule_sentence

LIBRARY, BUILD, TYPED, HINTS, DEAL, JUDGE = "library", "build", "typed", "hints", "deal", "judge"
_MOST_NAMED = 12  # rules that are named when it is told how many still fit


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
