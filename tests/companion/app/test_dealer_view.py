"""The dealer's screen without a window: rules chosen, measured, hinted at, and judged by."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.app.screens.dealer_view import (
    Dealing,
    beginners,
    deal_line,
    dealer_of,
    fit_words,
    grades,
    hint_list,
    judgement,
    library_rule,
    library_rules,
    still_fitting,
    tabs,
    told_rule,
)
from companion.journal import Journal, Play, Source
from companion.laboratory.bots import eleusis_library
from companion.language import Language
from companion.rules import eleusis
from companion.rules.cards import Card
from companion.rules.eleusis import Deal, parse_action
from companion.rules.eleusis.secret import SecretRule, report
from companion.rules.game import Setup

ENGLISH, CHINESE = Language.load("en"), Language.load("zh")
RULE = SecretRule.parse("colour differs from last")


@pytest.fixture
def between(tmp_path: Path) -> Play:
    return Play.begin(Journal(tmp_path / "j.sqlite", True), eleusis, Setup(("Ann", "Ben", "Cem")), "test")


@pytest.fixture
def running(between: Play) -> Play:
    play = between
    for line in (f"Ann deals | rule {RULE.text} | starter 7C", "Ben plays 7H", "Cem plays 9D"):
        play, _ = play.act(parse_action(line), Source.TYPED)
    return play


def test_the_library_by_grades() -> None:
    names = [name for grade in grades(ENGLISH) for name in library_rules(int(grade.key), ENGLISH)]
    assert len(names) == len(eleusis_library())
    assert "Colours in turn\nThe next card must have a different colour from the last card." in {n.text for n in names}


def test_tight_or_loose() -> None:
    words = fit_words(report(RULE), ENGLISH)
    assert words.splitlines()[0] == "about right"
    assert "50 %" in words
    assert fit_words(report(SecretRule.parse("steps up from last is 1")), ENGLISH).startswith("too tight")


def test_hints_grow_until_the_rule_itself() -> None:
    told = hint_list(library_rule("suit_or_value").rule, ENGLISH)
    assert told[0].startswith("About ")
    assert told[-1].startswith("The rule: ")
    assert "suit" not in told[0]
    assert all(hint_list(library_rule("suit_or_value").rule, CHINESE))


def test_how_many_rules_still_fit(running: Play) -> None:
    found = still_fitting(running.state, RULE, ENGLISH)
    assert f"of {len(eleusis_library())}" in found.told
    assert found.chosen is True
    assert still_fitting(running.state, SecretRule.parse("red"), ENGLISH).chosen is False


def test_a_card_is_judged_after_the_line(running: Play) -> None:
    assert judgement(running.state, RULE, Card.parse("8S"), ENGLISH) == ("8♠ is right", True)
    assert judgement(running.state, RULE, Card.parse("8H"), ENGLISH) == ("8♥ is wrong", False)
    assert judgement(running.state, None, Card.parse("8H"), ENGLISH)[1] is None


def test_the_line_that_starts_the_round(between: Play) -> None:
    state = between.state
    assert deal_line(state, None, Dealing()) == ""
    line = deal_line(state, RULE, Dealing("Cem", "look twice", Card.parse("7C")))
    assert parse_action(line) == Deal("Ann", RULE, "look twice", "Cem", Card.parse("7C"))
    assert between.act(parse_action(line), Source.TYPED)[0].state.round.rule == RULE
    start_red = SecretRule.parse("start red; colour differs from last")
    assert deal_line(state, start_red, Dealing(starter=Card.parse("7C"))) == ""  # it may not start the line


def test_who_may_begin_and_whose_screen_it_is(between: Play, running: Play) -> None:
    assert dealer_of(between.state) == dealer_of(running.state) == "Ann"
    assert [choice.key for choice in beginners(between.state, ENGLISH) if choice.enabled] == ["", "Ben", "Cem"]


def test_a_rule_that_was_told_is_not_changed_any_more(between: Play, running: Play) -> None:
    assert told_rule(running.state) == RULE
    assert [choice.key for choice in tabs(running.state, ENGLISH) if choice.enabled] == ["hints", "judge"]
    assert all(choice.enabled for choice in tabs(between.state, ENGLISH))
