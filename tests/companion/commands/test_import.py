"""A game streamed by ``--json`` and played again by ``companion games import``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from companion.cli import app
from companion.journal import Entry, Journal, JournalError, JournalFault

LINES = """Ann create QH
Ben add 1 7D
Ann add 1 4H
undo
redo
undo
Ben create JS
Cem add 1 2C
overrule we always did
Cem add 2 3C
amend 2 Ben add 1 9D
score
undo
"""


def run(*arguments: object, typed: str | None = None) -> Result:
    return CliRunner().invoke(app, [*map(str, arguments)], input=typed)


@pytest.fixture
def stream(tmp_path: Path) -> str:
    """A game with every kind of entry, as it was streamed."""
    setup = ("--players", "Ann,Ben,Cem", "--option", "entry_tie=every_tied", "--deal", "Ann=QH 4H")
    told = run("table", "lock-the-entry", *setup, "--journal", tmp_path / "first.sqlite", "--json", typed=LINES)
    kinds = {json.loads(line)["event"] for line in told.stdout.splitlines()}
    assert {"action", "refused", "undo", "redo"} <= kinds
    assert '"overruled": "we always did"' in told.stdout
    return told.stdout


def entries(path: Path) -> list[tuple[Any, ...]]:
    """What a journal keeps of its first game, but for the times and pictures."""

    def kept(entry: Entry) -> tuple[Any, ...]:
        ruling = (entry.ruling.basis, entry.findings, entry.ruling.undecided) if entry.ruling else None
        return entry.number, entry.kind, entry.line, entry.source, str(ruling), entry.overruled, entry.target

    with Journal(path, create=False) as journal:
        return [kept(entry) for entry in journal.entries(1)]


def test_the_same_stream_gives_the_same_journal(stream: str, tmp_path: Path) -> None:
    again = run("games", "import", "--journal", tmp_path / "again.sqlite", "--json", typed=stream)
    assert again.exit_code == 0, again.stderr
    assert entries(tmp_path / "again.sqlite") == entries(tmp_path / "first.sqlite")
    with Journal(tmp_path / "first.sqlite") as first, Journal(tmp_path / "again.sqlite") as second:
        assert first.game(1).setup == second.game(1).setup
    told = [json.loads(line) for line in again.stdout.splitlines()]
    assert [line["entry"] for line in told if "entry" in line] == list(range(1, len(told) - 1))


def test_what_games_show_tells_is_such_a_stream_too(stream: str, tmp_path: Path) -> None:
    shown = run("games", "show", "1", "--journal", tmp_path / "first.sqlite", "--json")
    file = tmp_path / "game.jsonl"
    file.write_text(shown.stdout, encoding="utf-8")
    assert run("games", "import", file, "--journal", tmp_path / "again.sqlite").exit_code == 0
    assert entries(tmp_path / "again.sqlite") == entries(tmp_path / "first.sqlite")


def without(stream: str, number: int) -> str:
    """A stream that lost a line."""
    lines = stream.splitlines()
    return "\n".join(lines[:number] + lines[number + 1 :])


def otherwise(stream: str) -> str:
    """A stream that says of a refused action that it was carried out."""
    return stream.replace('"refused"', '"action"', 1)


def setup(stream: str, **other: Any) -> str:
    """A stream with something else in its setup."""
    first, *others = stream.splitlines()
    told = json.loads(first)
    return "\n".join([json.dumps(told | {"setup": told["setup"] | other}), *others])


@pytest.mark.parametrize(
    ("spoilt", "told"),
    [
        (lambda stream: "", "no game"),
        (lambda stream: "Ann create QH\n", "Line 1"),
        (lambda stream: stream.replace('"event": "action"', '"event": "acti', 1), "Line 2"),
        (lambda stream: without(stream, 0), "no game"),
        (lambda stream: without(stream, 1), "Line 2"),
        (lambda stream: stream + stream, "another game"),
        (otherwise, "Line 3"),
        (lambda stream: stream.replace("Ann create QH", "Ann eats QH"), "Line 2"),
        (lambda stream: stream.replace('"source": "typed"', '"source": "heard"'), "Line 2"),
        (lambda stream: stream.replace('"line": "Ann create QH"', '"line": 5'), "Line 2"),
        (lambda stream: stream.replace('"overruled": "we always did"', '"overruled": 5'), "Line 10"),
        (lambda stream: setup(stream, players=[1, 2, 3]), "Line 1"),
        (lambda stream: setup(stream, players="ABC"), "Line 1"),
        (lambda stream: setup(stream, options={"entry_tie": 1}), "Line 1"),
        (lambda stream: setup(stream, deal={"Ann": [1, 2]}), "Line 1"),
        (lambda stream: setup(stream, seed="seven"), "Line 1"),
    ],
)
def test_a_stream_that_is_none_is_told_in_one_line_and_nothing_is_written(
    spoilt: Any, told: str, stream: str, tmp_path: Path
) -> None:
    again = run("games", "import", "--journal", tmp_path / "again.sqlite", typed=spoilt(stream))
    assert again.exit_code == 2
    assert told in again.stderr
    assert again.stderr.count("\n") == 1
    assert not (tmp_path / "again.sqlite").exists()


def test_a_disk_that_is_full_in_the_middle_keeps_nothing_of_the_game(
    stream: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, append = tmp_path / "again.sqlite", Journal.append

    def written(journal: Journal, game: int, after: int, *arguments: Any, **content: Any) -> Entry:
        if journal.path == path and after == 3:
            raise JournalError(journal.path, JournalFault.FULL)
        return append(journal, game, after, *arguments, **content)

    monkeypatch.setattr(Journal, "append", written)
    again = run("games", "import", "--journal", path, typed=stream)
    assert (again.exit_code, again.stderr.count("\n")) == (2, 1)
    with Journal(path, create=False) as journal:
        assert journal.games() == ()
