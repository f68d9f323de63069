"""A journal of schema version 1 opens, and all that it holds is as it was."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from companion.journal import Journal, Kind
from companion.journal.schema import VERSION
from tests.companion.journal.some_games import LINES, after, begun, resumed
from tests.companion.journal.version_1 import AT, write_version_1


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return write_version_1(tmp_path / "journal.sqlite")


def test_an_old_journal_opens_and_goes_on(old: Path) -> None:
    play = resumed(old)
    assert play.journal.recovered is None
    assert play.state == after(begun(old.with_name("new.sqlite")), *LINES).state
    entries = play.journal.entries(1)
    assert [entry.kind for entry in entries[:4]] == [Kind.REFUSED, Kind.ACTION, Kind.UNDO, Kind.ACTION]
    assert [finding.reason for finding in entries[1].findings] == ["not_a_face_card"]
    assert (entries[1].overruled, entries[1].target, entries[2].target) == ("house rule", 1, 2)
    assert all(entry.source is None and entry.evidence == () and entry.at == AT for entry in entries)
    assert (play.record.app, play.record.words) == ("", "")
    play = after(play, "Ann create QS")
    assert resumed(old).state == play.state
    assert Journal(old)._connection.execute("PRAGMA user_version").fetchone() == (VERSION,)
    assert [file.name for file in old.parent.iterdir() if "damaged" in file.name] == []


def test_a_migrated_journal_is_only_added_to(old: Path) -> None:
    Journal(old).close()
    with sqlite3.connect(old) as connection, pytest.raises(sqlite3.IntegrityError, match="only added to"):
        connection.execute("UPDATE entry SET line = ''")


def test_a_damaged_old_journal_is_recovered(old: Path) -> None:
    old.write_bytes(bytes(100) + old.read_bytes()[100:])
    play = resumed(old)
    assert play.journal.recovered is not None
    assert play.count == 3 + len(LINES)


def test_after_a_migration_the_new_rows_are_the_ones_recovered(old: Path) -> None:
    after(resumed(old), "Ann create QS").journal.close()
    old.write_bytes(bytes(100) + old.read_bytes()[100:])
    play = resumed(old)
    assert play.count == 4 + len(LINES)
    assert play.steps[-1].entry.source == "typed"
