"""A guess of Eleusis told without a window: built, typed, in words; judged by the rules, else by the dealer."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.app.games.guess_view import GuessView, Telling, guess_view, told_on, typed_on
from companion.journal import Journal, Play, Source
from companion.language import Language
from companion.rules import eleusis
from companion.rules.eleusis import Guess, parse_action
from companion.rules.game import Setup

ENGLISH, CHINESE = Language.load("en"), Language.load("zh")
RED = ("part is", "part card", "part red")
FAR = "if (value of last + value of 3rd last) modulo 5 is 0 then red else black"
SAME_FAR = "if (value of 3rd last + value of last) modulo 5 is 0 then red else black"


def begun(tmp_path: Path, rule: str) -> Play:
    """Ben has just played a right card and may guess."""
    play = Play.begin(Journal(tmp_path / "j.sqlite", True), eleusis, Setup(("Ann", "Ben", "Cem")), "test")
    deal = f"Ann deals{rule and f' | rule {rule}'} | starter 7C"
    return acted(acted(play, deal), "Ben plays 7H | right" if not rule else "Ben plays 7H")


def acted(play: Play, line: str) -> Play:
    return play.act(parse_action(line), Source.TYPED)[0]


@pytest.fixture
def told(tmp_path: Path) -> Play:
    return begun(tmp_path, "colour differs from last")


@pytest.fixture
def untold(tmp_path: Path) -> Play:
    return begun(tmp_path, "")


def tapped(play: Play, *keys: str, telling: Telling | None = None) -> tuple[Telling, str]:
    telling, line = telling or Telling(), ""
    for key in keys:
        telling, line = told_on(telling, key, play.state)
    return telling, line


def seen(telling: Telling, play: Play) -> GuessView:
    return guess_view(telling, play.state, ENGLISH)


def moves(telling: Telling, play: Play) -> dict[str, bool]:
    return {choice.key: choice.enabled for choice in seen(telling, play).moves}


def test_a_guess_begins_behind_what_may_start_the_line(told: Play) -> None:
    view = seen(Telling(), told)
    assert view.title == "Ben says aloud what the rule is"
    assert view.told == "Put the guess together from parts, or type it."
    assert view.building.asked == "Missing: a condition"
    assert moves(Telling(), told) == {"say": False}
    again, _ = tapped(told, *RED, "new")
    assert seen(again, told).told == view.told
    assert seen(again, told).building.rows == view.building.rows
    assert tapped(told, "undo", telling=again)[0].draft.text == "red"


def test_a_guess_built_by_taps_is_judged_by_the_rules(told: Play) -> None:
    telling, line = tapped(told, *RED)
    assert (seen(telling, told).told, line) == ("The next card must be red.", "")
    assert moves(telling, told) == {"say": True}
    _, line = tapped(told, "say", telling=telling)
    assert line == "Ben guesses | rule red"
    after = acted(told, line)
    assert [rule.text for rule in after.state.round.wrong_guesses] == ["red"]


def test_a_guess_that_means_the_rule_ends_the_round_whatever_it_says(told: Play) -> None:
    line = tapped(told, "say", telling=typed_on(Telling(), "not colour same as last"))[1]
    assert acted(told, line).state.round is None


def test_where_the_rule_is_untold_the_dealer_judges_the_guess(untold: Play) -> None:
    telling, line = tapped(untold, *RED, "say")
    assert not line
    assert seen(telling, untold).asked == "The dealer has to say whether Ben has guessed the rule"
    assert moves(telling, untold) == {"right": True, "wrong": True}
    for key in ("right", "wrong"):
        assert tapped(untold, key, telling=telling)[1] == f"Ben guesses | rule red | {key}"


def test_where_the_rules_cannot_tell_the_dealer_judges_the_guess(tmp_path: Path) -> None:
    play = begun(tmp_path, "")
    play = acted(play, "Cem plays 9D | right")
    play = acted(play, "Cem guesses | rule red | right")
    play = acted(play, f"Ben deals | rule {FAR} | starter 7C")
    play = acted(play, "Cem plays 8S")
    telling = typed_on(Telling(), SAME_FAR)
    assert moves(telling, play) == {"say": True}  # how near it comes is not told before it is said
    telling, line = tapped(play, "say", telling=telling)
    assert not line
    assert tapped(play, "right", telling=telling)[1] == f"Cem guesses | rule {SAME_FAR} | right"


def test_what_is_no_rule_is_told_in_words(told: Play) -> None:
    telling = typed_on(Telling(), " they | alternate ")
    view = seen(telling, told)
    assert view.told == "“they | alternate”"
    assert view.note.startswith("No sentence of the rule language, so it is told in words. character ")
    telling, line = tapped(told, "say", telling=telling)
    assert not line
    line = tapped(told, "wrong", telling=telling)[1]
    assert parse_action(line) == Guess("Ben", words="they / alternate", right=False)
    assert acted(told, line).state.round.guesser is None


def test_words_without_end_are_cut(told: Play) -> None:
    telling = typed_on(Telling(), "they alternate " * 40)
    assert len(seen(telling, told).told) < 130


def test_who_changes_the_guess_says_it_anew(untold: Play) -> None:
    telling, _ = tapped(untold, *RED, "say")
    assert moves(tapped(untold, "undo", telling=telling)[0], untold) == {"say": False}
    assert moves(typed_on(telling, "black"), untold) == {"say": True}
    assert typed_on(telling, "  ").draft == Telling().draft


def test_nothing_that_is_seen_depends_on_the_secret_rule_before_it_is_said(told: Play, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    other = begun(tmp_path / "other", "")
    for text in ("red", "colour differs from last", "not colour same as last", "they alternate"):
        telling = typed_on(Telling(), text)
        for language in (ENGLISH, CHINESE):
            assert guess_view(telling, told.state, language) == guess_view(telling, other.state, language)


def test_a_mistake_in_building_is_told_and_nothing_can_be_said(told: Play) -> None:
    keys = ("part number_is", "part value_of", "part card", "part among", "part between")
    wrong, _ = tapped(told, *keys, "digit 5", "number", "digit 3", "number")
    assert seen(wrong, told).note
    assert moves(wrong, told) == {"say": False}
