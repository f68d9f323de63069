"""What each rule says, by id, in the user's language: ``assets/rules/<language>/<game>.toml``."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass

from companion.asset_files import ASSETS


@dataclass(frozen=True)
class RuleText:
    """A rule for people: a short title, and one or two sentences."""

    title: str
    text: str


def load_rule_texts(game: str, language: str) -> dict[str, RuleText]:
    """The rules of a game (``"lock-the-entry"``) by id, in a language (``"en"``, ``"zh"``), in their order."""
    path = ASSETS / "rules" / language / f"{game}.toml"
    rules = tomllib.loads(path.read_text(encoding="utf-8"))
    return {rule_id: RuleText(rule["title"], rule["text"]) for rule_id, rule in rules.items()}
