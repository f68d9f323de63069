"""Word Wars: the same rule ids in code, texts and documentation, and words for every finding."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

from companion.language import LANGUAGES, Language
from companion.rule_texts import load_rule_texts
from companion.rules.word_wars import RULE_IDS

ROOT = Path(__file__).parents[3]
RULES = ROOT / "companion" / "rules" / "word_wars"
TOLD = re.compile(r'Finding\(\s*(?:"WW-\d+"|rule),\s*"([a-z_]+)"')
JUDGED = re.compile(r'(?<!Finding\()(?:"WW-\d+"|rule),\s*"([a-z_]+)"')


def source() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(RULES.glob("*.py")))


def told() -> str:
    """The rules, and the reading of the table, which has something to say of its own."""
    return source() + (ROOT / "companion" / "referee" / "word_wars" / "last_play.py").read_text(encoding="utf-8")


def test_the_code_cites_every_rule_and_no_other() -> None:
    assert set(re.findall(r'"(WW-\d+)"', source())) == set(RULE_IDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_its_text(language: str) -> None:
    texts = load_rule_texts("word-wars", language)
    assert tuple(texts) == RULE_IDS
    assert all(rule.title and rule.text for rule in texts.values())
    assert len({rule.text for rule in texts.values()}) == len(RULE_IDS)


def test_the_documentation_explains_every_rule() -> None:
    document = (ROOT / "docs" / "rules" / "word-wars.md").read_text(encoding="utf-8")
    assert tuple(re.findall(r"^\*\*(WW-\d+): ", document, re.MULTILINE)) == RULE_IDS


@pytest.mark.parametrize(("table", "pattern"), [("ww", JUDGED), ("ww_says", TOLD)])
def test_every_finding_has_its_words_and_no_words_are_left_over(table: str, pattern: re.Pattern[str]) -> None:
    reasons = {f"{table}.{reason}" for reason in pattern.findall(told())}
    assert len(reasons) > 20
    for language in LANGUAGES:
        texts = Language.load(language).texts
        assert {key for key in texts if key.startswith(f"{table}.")} == reasons


def test_both_languages_name_the_same_things() -> None:
    def places(text: str) -> set[str | None]:
        return {name for _, name, _, _ in Formatter().parse(text) if name}

    english, chinese = Language.load("en").texts, Language.load("zh").texts
    for key in english:
        if key.startswith(("ww.", "ww_says.")):
            assert places(english[key]) == places(chinese[key]), key
            assert english[key] != chinese[key] or key == "ww_says.word"
