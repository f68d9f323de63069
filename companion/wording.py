"""Findings of the rules in words: what was broken, what cannot be told, what followed, each with the rule behind it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.action_wording import NAMES, action_words
from companion.language import Language
from companion.rule_texts import RuleText, load_rule_texts
from companion.rules.cards import Card
from companion.rules.game import Finding, Player, Result, Value

_SECRETS = ("rule", "guess")  # names of values that may be in the language of secret rules
_NO_GUESS = ("", "?")  # what the referee guesses where nothing is likely
_NO_CARDS = ("player", "word", "tile")  # names of values that may read like cards: the word AS is no ace of spades


@dataclass(frozen=True, eq=False)
class Wording:
    """The words of one game in one language. longest: characters of a name at the most, where room is scarce."""

    language: Language
    rules: Mapping[str, RuleText]
    longest: int | None = None

    @classmethod
    def of(cls, game: str, language: Language, longest: int | None = None) -> Wording:
        """The words of a game by its name."""
        return cls(language, load_rule_texts(game, language.code), longest)

    def title(self, rule: str) -> str:
        """A rule by its id and title."""
        return f"{rule} {self.rules[rule].title}"

    def judged(self, finding: Finding) -> str:
        """What is broken or cannot be decided."""
        return self._sentence(finding, finding.rule.split("-")[0].lower())

    def said(self, finding: Finding) -> str:
        """What followed from an action, or a line of the state."""
        return self._sentence(finding, finding.rule.split("-")[0].lower() + "_says")

    def did(self, action: Any) -> str:
        """What somebody did."""
        table = next(iter(self.rules)).split("-")[0].lower() + "_does"
        return action_words(action, table, self.language, self.short)

    def short(self, name: str) -> str:
        """A name, or another word that people gave, no longer than there is room."""
        if self.longest is None or len(name) <= self.longest:
            return name
        return name[: self.longest - 1] + "…"

    def standing(self, result: Result) -> str:
        """The points of all, and who has won."""
        points = self.language.text("table.list_separator").join(
            self.language.text("table.points_of", player=self.short(player), points=points)
            for player, points in result.points.items()
        )
        if not result.over:
            return self.language.text("table.score", points=points)
        winners = self.listed(result.winners) or self.language.text("table.nobody")
        return self.language.text("table.final_score", points=points, winners=winners)

    def listed(self, words: Iterable[Player]) -> str:
        """Words one after another."""
        return self.language.text("table.list_separator").join(map(self.short, words))

    def as_json(self, findings: Iterable[Finding], judged: bool) -> list[dict[str, Any]]:
        """Findings as JSON objects, with their words."""
        tell = self.judged if judged else self.said
        return [finding.as_json() | {"text": tell(finding)} for finding in findings]

    def _sentence(self, finding: Finding, table: str) -> str:
        values = {name: shown_value(name, value) for name, value in finding.data.items()}
        values |= {name: self._secret(str(values[name])) for name in _SECRETS if name in values}
        shown = {
            name: self.short(value) if name in NAMES and isinstance(value, str) else value
            for name, value in values.items()
        }
        return self.language.text(f"{table}.{finding.reason}", **shown)

    def _secret(self, text: str) -> str:
        """A secret rule of Eleusis, or a guess, as a sentence; one that people told in their own words as it is."""
        from companion.rules.eleusis.secret import RuleError, SecretRule, sentence  # which no other game needs

        try:
            return sentence(SecretRule.parse(text).root, self.language.texts)
        except RuleError:
            return text


def question_words(reason: str, data: Mapping[str, Value], language: Language) -> str:
    """A question of the referee as people read it; reason and data as `companion.referee.desk.Question` has them."""
    key = f"{reason}_at_all" if data.get("guess") in _NO_GUESS else reason
    return language.text(f"asks.{key}", **{name: shown_value(name, value) for name, value in data.items()})


def shown_value(name: str, value: Value) -> object:
    """A value of a finding as people read it: cards with the signs of their suits, several cards in one string too."""
    if isinstance(value, Card):
        return value.sign
    if not isinstance(value, str) or name.startswith(_NO_CARDS) or not value:
        return value
    try:
        return " ".join(Card.parse(word).sign for word in value.split(" "))
    except ValueError:
        return value
