"""``companion deal`` from outside: a rule chosen, measured, judged by and hinted at."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from companion.cli import app
from companion.journal import Journal, Play, Source
from companion.laboratory.bots import eleusis_library
from companion.language import LANGUAGES, Language
from companion.rules import eleusis
from companion.rules.eleusis import parse_action
from companion.rules.game import Setup

RULE = "colour differs from last"


def run(*arguments: object, typed: str = "") -> Result:
    return CliRunner().invoke(app, ["deal", *map(str, arguments)], input=typed)


def events(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_cards_are_judged_one_after_another() -> None:
    result = run(RULE, "--json", typed="7C\n7H 10S\n9C\nline\n")
    assert result.exit_code == 1  # the 9♣ is wrong
    told = events(result)
    assert [(one["card"], one["right"]) for one in told if one["event"] == "judged"] == [
        ("7C", True),
        ("7H", True),
        ("10S", True),
        ("9C", False),
    ]
    assert told[-1]["line"] == [
        {"card": "7C", "sideline": []},
        {"card": "7H", "sideline": []},
        {"card": "10S", "sideline": ["9C"]},
    ]


def test_nothing_wrong_is_status_0_and_a_card_can_be_taken_back() -> None:
    result = run(RULE, "--json", typed="7C\n7H\nundo\nline\nquit\nnonsense\n")
    assert result.exit_code == 0, result.stderr
    assert events(result)[-1]["line"] == [{"card": "7C", "sideline": []}]


def test_the_report_says_how_tight_the_rule_is() -> None:
    told = events(run("steps up from last is 1", "--json"))[0]
    assert (told["event"], told["fit"]) == ("rule", "too_tight")
    assert told["report"][0] == Language.load("en").text("ee_fit.too_tight")


@pytest.mark.parametrize("given", ["1", eleusis_library()[0].id, eleusis_library()[0].rule.text])
def test_a_rule_by_its_number_its_id_or_its_text(given: str) -> None:
    assert events(run(given, "--json"))[0]["rule"] == eleusis_library()[0].rule.text


def test_a_rule_drawn_from_a_grade_is_the_same_for_the_same_seed() -> None:
    drawn = {events(run("--grade", 3, "--seed", 7, "--json"))[0]["rule"] for _ in range(2)}
    assert len(drawn) == 1
    assert drawn < {entry.rule.text for entry in eleusis_library() if entry.grade == 3}


def test_the_library_as_a_list() -> None:
    told = events(run("--list", "--grade", 1, "--json"))
    assert [one["id"] for one in told] == [entry.id for entry in eleusis_library() if entry.grade == 1]
    assert eleusis_library()[told[3]["number"] - 1].id == told[3]["id"]


def test_hints_grow_and_the_rules_that_fit_become_fewer() -> None:
    told = events(run(RULE, "--json", typed="7C\nfits\nhint\nhint\n7H\n9H\nfits\n"))
    left = [one["left"] for one in told if one["event"] == "fits"]
    assert "colour_alternates" in left[1]
    assert set(left[1]) < set(left[0])
    assert [one["strength"] for one in told if one["event"] == "hint"] == [1, 2]


def test_a_card_that_may_not_start_is_not_laid() -> None:
    told = events(run("start red; red", "--json", typed="7C\nline\n7H\nline\n"))
    assert [one["line"] for one in told if one["event"] == "line"] == [[], [{"card": "7H", "sideline": []}]]


def journal_with_a_round(folder: Path, rule: str) -> Path:
    path = folder / "journal.sqlite"
    with Journal(path, True) as journal:
        play = Play.begin(journal, eleusis, Setup(("Ann", "Ben", "Cem")), "test")
        for line in (f"Ann deals{rule} | starter 7C", "Ben plays 7H" + ("" if rule else " | right")):
            play, _ = play.act(parse_action(line), Source.TYPED)
    return path


def test_it_follows_a_game_of_the_journal_and_leaves_it_as_it_is(tmp_path: Path) -> None:
    journal = journal_with_a_round(tmp_path, f" | rule {RULE}")
    told = events(run("--game", 1, "--journal", journal, "--json", typed="8S 8H\n"))
    assert told[0]["rule"] == RULE
    assert [(one["right"], one["length"]) for one in told[1:]] == [(True, 2), (False, 2)]
    with Journal(journal, False) as opened:
        assert len(list(opened.entries(1))) == 2


def test_an_untold_rule_of_a_game_has_to_be_named(tmp_path: Path) -> None:
    journal = journal_with_a_round(tmp_path, "")
    refused = run("--game", 1, "--journal", journal)
    assert refused.exit_code == 2
    assert len(refused.stderr.splitlines()) == 1
    assert events(run(RULE, "--game", 1, "--journal", journal, "--json", typed="8S\n"))[-1]["right"] is True


@pytest.mark.parametrize(
    ("arguments", "typed"),
    [
        (("colour differs of last",), ""),
        ((), ""),
        (("--grade", 9), ""),
        ((RULE,), "7C\nnonsense\n"),
        ((RULE,), "JK\n"),
        ((RULE,), "?\n"),
        ((RULE, "--game", 1, "--journal", "nowhere.sqlite"), ""),
    ],
)
def test_bad_input_is_one_line_and_status_2(
    arguments: tuple[object, ...], typed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*arguments, typed=typed)
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_line_is_told_in_each_language(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.commands import deal

    monkeypatch.setattr(deal, "_LANGUAGE", Language.load(code))
    result = run(RULE, typed="7C\n7H\n9H\nhint\nfits\nline\nhelp\n")
    assert result.exit_code == 1, result.stderr
    assert Language.load(code).text("dealer.wrong", card="9♥") in result.stdout
