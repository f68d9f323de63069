"""Findings in words."""

from __future__ import annotations

import pytest

from companion.language import Language
from companion.rules.game import Finding
from companion.wording import Wording, question_words


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


@pytest.mark.parametrize(
    ("reason", "guess", "english", "chinese"),
    [
        ("which_card", "QS", "Which card is this? It may be Q♠", "这是哪张牌？可能是 Q♠"),
        ("which_card", "", "Which card is this?", "这是哪张牌？"),
        ("which_letter", "E", "Which letter is this? It may be E", "这是哪个字母？可能是 E"),
        ("which_letter", "?", "Which letter is this?", "这是哪个字母？"),
        (
            "rest_of_hand",
            "QS",
            "Ann's hand is 7♦ 9♦ and 2 more: is one of them Q♠?",
            "Ann 的手牌有 7♦ 9♦，还有 2 张：其中一张是 Q♠ 吗？",
        ),
        (
            "rest_of_hand",
            "",
            "Ann's hand is 7♦ 9♦ and 2 more: which is one of them?",
            "Ann 的手牌有 7♦ 9♦，还有 2 张：其中一张是哪张？",
        ),
    ],
)
def test_a_guess_is_told_where_there_is_one(reason: str, guess: str, english: str, chinese: str) -> None:
    data = {"guess": guess, "player": "Ann", "cards": "7D 9D", "missing": 2}
    told = [question_words(reason, data, Language.load(code)) for code in ("en", "zh")]
    assert told == [english, chinese]
