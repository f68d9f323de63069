"""Secret rules of Eleusis Express in words: what a rule says, what is wrong with one, how tight it is, and hints."""

from __future__ import annotations

from collections.abc import Sequence

from companion.language import Language
from companion.rules.cards import Card
from companion.rules.eleusis.secret import Hint, LibraryRule, Report, RuleError, SecretRule, sentence, statement
from companion.rules.eleusis.state import HAND_SIZE


def rule_sentence(rule: SecretRule, language: Language) -> str:
    """What a rule says."""
    return sentence(rule.root, language.texts)


def library_name(entry: LibraryRule, language: Language) -> str:
    """What people call a rule of the library."""
    return language.text(f"ee_library.{entry.id}")


def error_words(error: RuleError, language: Language) -> str:
    """What is wrong with the text of a rule, and where."""
    return language.text(f"ee_rule_error.{error.reason}", **error.data)


def cards_words(cards: Sequence[Card]) -> str:
    """Cards as people read them: ``7♥ 10♠``."""
    return " ".join(card.sign for card in cards)


def report_lines(report: Report, language: Language, hand: int = HAND_SIZE) -> tuple[str, ...]:
    """How tight or loose a rule is, the verdict first. hand: of how many cards the chance to play is told."""

    def said(key: str, **values: object) -> str:
        return language.text(f"ee_fit.{key}", **values)

    lines = [said(report.fit), said("share", percent=_percent(report.share), least=report.least, most=report.most)]
    lines.append(said("play_chance", hand=hand, percent=_percent(report.play_chance(hand))))
    if report.dead_end:
        lines.append(said("dead_end", line=cards_words(report.dead_end)))
    elif report.dead_end is not None:
        lines.append(said("dead_start"))
    return (*lines, said("exact" if report.exact else "drawn"))


def hint_words(hint: Hint, language: Language) -> str:
    """A hint as a sentence."""
    join = language.text("ee_rule.step_join")
    values: dict[str, object] = dict(hint.data)
    values["attributes"] = join.join(language.text(f"ee_rule.{name}") for name in hint.attributes)
    if hint.part is not None:
        tell = sentence if hint.reason == "whole" else statement
        values["sentence"] = tell(hint.part, language.texts)
    return language.text(f"ee_hint.{hint.reason}", **values)


def _percent(share: float) -> int:
    return round(100 * share)
