"""The rule ids and words of Engines of Discrimination: the same in code, texts and documentation."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.language import LANGUAGES, Language
from companion.rule_texts import load_rule_texts
from companion.rules.engines import RULE_IDS

ROOT = Path(__file__).parents[3]
SOURCE = "\n".join(
    path.read_text(encoding="utf-8") for path in sorted((ROOT / "companion" / "rules" / "engines").glob("*.py"))
)


def test_the_code_cites_every_rule_and_no_other() -> None:
    assert set(re.findall(r'"(EOD-\d+)"', SOURCE)) == set(RULE_IDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_its_text(language: str) -> None:
    texts = load_rule_texts("engines", language)
    assert tuple(texts) == RULE_IDS
    assert all(rule.title and rule.text for rule in texts.values())
    assert len({rule.text for rule in texts.values()}) == len(RULE_IDS)


def test_the_documentation_explains_every_rule() -> None:
    document = (ROOT / "docs" / "rules" / "engines.md").read_text(encoding="utf-8")
    assert tuple(re.findall(r"^\*\*(EOD-\d+): ", document, re.MULTILINE)) == RULE_IDS


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_finding_has_its_words_and_no_words_are_left_over(language: str) -> None:
    found = re.findall(r'((?:tell|Finding)\()?(?:"EOD-\d+"|\brule), "([a-z_]+)"', SOURCE)
    reasons = {f"{'eod_says' if said else 'eod'}.{reason}" for said, reason in found}
    texts = Language.load(language).texts
    assert {key for key in texts if key.startswith(("eod.", "eod_says."))} == reasons


def test_both_languages_fill_the_same_places() -> None:
    english, chinese = (Language.load(language).texts for language in LANGUAGES)
    for key in english:
        if key.startswith(("eod.", "eod_says.")):
            assert set(re.findall(r"{(\w+)}", english[key])) == set(re.findall(r"{(\w+)}", chinese[key])), key
