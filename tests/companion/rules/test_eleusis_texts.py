"""Eleusis Express in words: the same rule ids in code, texts and documentation, and words for every finding."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.language import LANGUAGES, Language
from companion.rule_texts import load_rule_texts
from companion.rules.eleusis import RULE_IDS

ROOT = Path(__file__).parents[3]
SOURCES = {
    path.stem: path.read_text(encoding="utf-8")
    for path in sorted((ROOT / "companion" / "rules" / "eleusis").glob("*.py"))
}


def reasons(source: str) -> set[str]:
    return set(re.findall(r'"EE-\d+",\s+"([a-z_]+)"', source))


def test_the_code_cites_every_rule_and_no_other() -> None:
    assert set(re.findall(r'"(EE-\d+)"', "".join(SOURCES.values()))) == set(RULE_IDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_its_text(language: str) -> None:
    texts = load_rule_texts("eleusis", language)
    assert tuple(texts) == RULE_IDS
    assert all(rule.title and rule.text for rule in texts.values())
    assert len({rule.text for rule in texts.values()}) == len(RULE_IDS)


def test_the_documentation_explains_every_rule() -> None:
    document = (ROOT / "docs" / "rules" / "eleusis.md").read_text(encoding="utf-8")
    assert tuple(re.findall(r"^\*\*(EE-\d+): ", document, re.MULTILINE)) == RULE_IDS


def test_every_finding_has_its_words_and_no_words_are_left_over() -> None:
    said = {f"ee_says.{reason}" for reason in reasons(SOURCES["telling"])}
    broken = {f"ee.{reason}" for name in SOURCES if name != "telling" for reason in reasons(SOURCES[name])}
    texts = Language.load("en").texts
    assert {key for key in texts if key.startswith(("ee.", "ee_says."))} == said | broken
