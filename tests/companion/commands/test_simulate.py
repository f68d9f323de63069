"""``companion simulate`` from outside: the report for people and as JSON, and what it says of bad input."""

from __future__ import annotations

import json
import sys
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from companion.cli import app

RUN = ["simulate", "lock-the-entry", "--games", "5", "--seed", "3"]


def call(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, list(arguments))
    return result.exit_code, result.stdout, result.stderr


def test_the_report_names_rules_and_intervals() -> None:
    status, out, err = call(*RUN)
    assert status == 0
    assert not err
    assert "LTE-8" in out
    assert "Locking" in out
    assert "Shared wins" in out


def test_json_is_the_same_for_equal_seeds_and_holds_the_plan() -> None:
    first, second = (call(*RUN, "--json")[1] for _ in range(2))
    assert first == second
    said = json.loads(first)
    assert (said["game"], said["players"], said["seed"], said["games"]) == ("lock-the-entry", 3, 3, 5)
    assert sum(seat["value"] for seat in said["wins"]) + said["ties"]["value"] == pytest.approx(1)
    assert said["rules"]["LTE-2"]["per_game"]["value"] > 0


def test_bots_may_be_listed_with_blanks() -> None:
    status, out, err = call(*RUN, "--bots", "random, sensible, random", "--json")
    assert (status, err) == (0, "")
    assert json.loads(out)["bots"] == ["random", "sensible", "random"]


def test_a_second_rule_set_is_compared() -> None:
    said = json.loads(call(*RUN, "--against", "entry_tie=every_tied", "--json")[1])
    assert said["against"]["options"] == {"entry_tie": "every_tied"}
    assert said["difference"]["LTE-14 entry_won"]["value"] > 0
    status, out, _ = call(*RUN, "--against", "entry_tie=every_tied")
    assert status == 0
    assert "entry_tie=every_tied" in out


@pytest.mark.parametrize("error", [ValueError("missing port number in address 'foo'"), TimeoutError("nobody answers")])
def test_a_cluster_that_is_none_is_told_in_one_line(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def client(address: str, timeout: float) -> None:
        raise error

    monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace(Client=client))
    status, out, err = call(*RUN, "--cluster", "foo")
    assert (status, out, err) == (2, "", "no Dask scheduler answers at foo\n")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["simulate", "chess"], "chess"),
        ([*RUN, "--players", "9"], "9 players"),
        ([*RUN, "--players", "2"], "2 players"),
        ([*RUN, "--bots", "clever"], "clever"),
        ([*RUN, "--bots", "random,sensible"], "2"),
        ([*RUN, "--option", "entry_tie"], "entry_tie"),
        ([*RUN, "--option", "colour=red"], "colour"),
        ([*RUN, "--option", "entry_tie=red"], "red"),
        (["simulate", "lock-the-entry", "--games", "1000000", "--against", "colour=red"], "colour"),
        (["simulate", "engines", "--players", "3"], "3 players"),
        (["simulate", "word-wars", "--players", "3"], "3 players"),
        (["simulate", "eleusis", "--players", "2"], "2 players"),
        (["simulate", "eleusis", "--bots", "sensible:no_such_rule"], "no_such_rule"),
        (["simulate", "lockdown", "--option", "dealt_four=never"], "never"),
    ],
)
def test_bad_input_is_told_in_one_line(arguments: list[str], told: str) -> None:
    status, out, err = call(*arguments)
    assert status == 2
    assert not out
    assert told in err
    assert err.count("\n") == 1
