"""Rule ids and the words for them: the same set in code, texts and documentation, and words for every finding."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.language import LANGUAGES, Language
from companion.rule_texts import load_rule_texts
from companion.rules.lock_the_entry import RULE_IDS

ROOT = Path(__file__).parents[2]
RULES = ROOT / "companion" / "rules" / "lock_the_entry"
REFEREE = ROOT / "companion" / "referee" / "lock_the_entry" / "audit.py"


def source() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(RULES.glob("*.py")))


def test_the_code_cites_every_rule_and_no_other() -> None:
    assert set(re.findall(r'"(LTE-\d+)"', source())) == set(RULE_IDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_its_text(language: str) -> None:
    texts = load_rule_texts("lock-the-entry", language)
    assert tuple(texts) == RULE_IDS
    assert all(rule.title and rule.text for rule in texts.values())
    assert len({rule.text for rule in texts.values()}) == len(RULE_IDS)


def test_the_documentation_explains_every_rule() -> None:
    document = (ROOT / "docs" / "rules" / "lock-the-entry.md").read_text(encoding="utf-8")
    assert tuple(re.findall(r"^\*\*(LTE-\d+): ", document, re.MULTILINE)) == RULE_IDS


def test_every_finding_has_its_words() -> None:
    cited = re.findall(r'(Finding\()?"LTE-\d+", "([a-z_]+)"', source())
    reasons = {f"{'lte_says' if said else 'lte'}.{reason}" for said, reason in cited}
    texts = Language.load("en").texts
    assert {key for key in texts if key.startswith(("lte.", "lte_says."))} == reasons


def test_everything_to_show_again_has_its_words() -> None:
    texts = Language.load("en").texts
    quoted = set(re.findall(r'"([a-z]+(?:_[a-z]+)*)"', REFEREE.read_text(encoding="utf-8")))
    told = {key.removeprefix("show_again.") for key in texts if key.startswith("show_again.")}
    assert told - quoted == {"photo_unfit"}  # found by the command, before anything is read
