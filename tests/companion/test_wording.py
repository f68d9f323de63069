"""Findings in words."""

from __future__ import annotations

import pytest

from companion.language import Language
from companion.rules.game import Finding
from companion.wording import Wording


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "the rule of Ann was: The next card must be red."), ("zh", "Ann 的规则是：下一张牌必须是红色。")],
)
def test_a_secret_rule_is_told_as_a_sentence(language: str, words: str) -> None:
    wording = Wording.of("eleusis", Language.load(language))
    assert wording.said(Finding("EE-9", "rule_was", {"dealer": "Ann", "rule": "red"})) == words


@pytest.mark.parametrize("guess", ["only reds", "7H"])
def test_a_guess_in_peoples_own_words_is_told_in_them(guess: str) -> None:
    wording = Wording.of("eleusis", Language.load("en"))
    told = wording.said(Finding("EE-8", "guessed_wrong", {"player": "Ben", "guess": guess}))
    assert told.startswith("Ben has not guessed the rule: ")
    assert told.endswith(guess.replace("H", "♥"))
