"""The dealer's screen without a window: rules chosen, built by taps and typed, read back, measured, and judged by."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.app.screens.dealer_view import (
    Dealing,
    beginners,
    building,
    deal_line,
    dealer_of,
    fit_words,
    grades,
    hint_list,
    judgement,
    library_rule,
    library_rules,
    rule_view,
    still_fitting,
    tabs,
    told_rule,
)
from companion.app.screens.rule_draft import Draft, drafted, tapped, typed
from companion.journal import Journal, Play, Source
from companion.laboratory.bots import eleusis_library
from companion.language import Language
from companion.rules import eleusis
from companion.rules.cards import Card
from companion.rules.eleusis import Deal, parse_action
from companion.rules.eleusis.secret import FORMS, Part, SecretRule, report
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


def built(*keys: str, draft: Draft | None = None) -> Draft:
    draft = draft or Draft()
    for key in keys:
        draft = tapped(draft, key)
    return draft


def keys_for(part: Part) -> list[str]:
    """The taps that build a part: itself, its numbers, then what lies in it, with one more slot where it has more."""
    taps = [f"part {part.name}"]
    for value, allowed in zip(part.values, FORMS[part.name].values, strict=True):
        if len(allowed) <= 13:
            taps.append(f"value {value}")
        else:
            taps += [*(f"digit {digit}" for digit in str(abs(value))), *(["minus"] if value < 0 else []), "number"]
    return taps


def build(root: Part) -> Draft:
    """A rule built by taps alone, gap after gap."""
    draft = Draft()

    def put(part: Part, path: tuple[int, ...]) -> None:
        nonlocal draft
        draft = built("at " + ".".join(map(str, path)), *keys_for(part), draft=draft)
        for _ in range(len(part.parts) - len(FORMS[part.name].slots)):
            draft = built("at " + ".".join(map(str, path)), "more", draft=draft)
        for index, inner in enumerate(part.parts):
            put(inner, (*path, index))

    put(root, ())
    return draft


@pytest.mark.parametrize("entry", eleusis_library()[::6], ids=lambda entry: entry.id)
def test_every_rule_can_be_built_by_taps(entry: object) -> None:
    rule = library_rule(entry.id).rule  # type: ignore[attr-defined]
    draft = build(rule.root)
    assert draft.error is None
    assert draft.rule == rule
    assert draft.text == rule.text


def test_what_is_offered_always_fits_and_is_named_in_both_languages() -> None:
    for language in (ENGLISH, CHINESE):
        for choice in building(built("part rule"), language).keys:
            after = tapped(built("part rule"), choice.key)
            assert after.error is None
            assert choice.text


def test_a_rule_half_built_is_read_back_with_its_gaps() -> None:
    draft = built("part rule", "part if", "part is", "part last", "part odd")
    assert draft.rule is None
    view = rule_view(draft, ENGLISH)
    assert view.sentence == "If the last card is odd, …; otherwise …."
    assert not view.ready
    shown = building(draft, ENGLISH)
    assert shown.asked == "Missing: a condition"
    assert [row.text for row in shown.rows if row.gap] == ["… a condition?"] * 2
    assert [row.depth for row in shown.rows] == [0, 1, 2, 3, 3, 2, 2]


def test_numbers_by_buttons_and_by_digits() -> None:
    ranks = built("part rule", "part is", "part card", "part ranks")
    assert [choice.text for choice in building(ranks, ENGLISH).keys] == [*"A23456789", "10", *"JQK"]
    assert built("value 3", "value 7", draft=ranks).text == "3..7"
    number = built("part rule", "part above", "part value_of", "part card", "part literal")
    keys = {choice.key: choice.enabled for choice in building(number, ENGLISH).keys}
    assert keys["number"] is False  # no digit yet
    assert "minus" not in keys
    assert built("digit 1", "digit 2", "digit 3", "digit 4", "number", draft=number).text == "value is above 123"


def test_a_step_back_and_parts_taken_out_and_put_in() -> None:
    draft = built("part rule", "part cycle", "part red", "part black")
    assert draft.text == "cycle red, black"
    longer = built("at 0", "more", "part face", draft=draft)
    assert longer.text == "cycle red, black, face"
    assert built("undo", "undo", draft=longer).text == "cycle red, black"
    assert built("at 0.1", "out", draft=longer).text == "cycle red, face"
    assert built("new", draft=longer).rule is None
    moves = {choice.key: choice.enabled for choice in building(built("at 0.1", draft=longer), ENGLISH).moves}
    assert moves == {"undo": True, "out": True, "more": False, "new": True}
    assert not building(Draft(), ENGLISH).moves[1].enabled  # nothing is there to be taken out


def test_ranges_backwards_are_told_and_can_be_taken_back() -> None:
    draft = built("part rule", "part number_is", "part value_of", "part card", "part among", "part between")
    wrong = built("digit 5", "number", "digit 3", "number", draft=draft)
    assert wrong.error is not None
    assert rule_view(wrong, ENGLISH).error
    assert built("undo", draft=wrong).error is None


def test_what_is_typed_is_read_or_its_mistake_told_with_the_place() -> None:
    assert typed(Draft(), " Red ").rule == SecretRule.parse("red")
    wrong = typed(drafted(RULE), "colour differs of last")
    assert wrong.rule is None
    view = rule_view(wrong, ENGLISH)
    assert "character 8" in view.error
    assert "colour  ▸differs of last" in view.error
    assert view.sentence == ""
    assert typed(wrong, RULE.text).rule == RULE


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
