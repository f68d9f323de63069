"""Damaged journals: set aside as they are, and everything that is whole and has all before it goes on."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

import pytest

from companion.journal import Journal, JournalError, JournalFault, Kind, Recovery, schema
from companion.rules.game import Finding, Ruling
from tests.companion.journal.some_games import ILLEGAL, LINES, LTE, SETUP, after, begun, resumed

PAGE = 4096
GAMES = 3
ENTRIES = 120


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A journal of several games with entries in turn, one of them too long for a page."""
    path = tmp_path_factory.mktemp("sound") / "journal.sqlite"
    with Journal(path) as journal:
        for _ in range(GAMES):
            journal.begin(LTE.NAME, SETUP, "0.1.0")
        journal._connection.execute("PRAGMA synchronous = OFF")
        for number in range(ENTRIES):
            for game in range(1, GAMES + 1):
                journal.append(game, number, Kind.REFUSED, line=f"{ILLEGAL} {number}", ruling=ruling(number))
    return path.read_bytes()


def ruling(number: int) -> Ruling:
    """A ruling as long as ten pages where the number is 50."""
    broken = Finding("LTE-2", "not_a_face_card", {"card": "10H" * (14_000 if number == 50 else 1)})
    return Ruling(("LTE-2",), (broken,))


def opened(path: Path, content: bytes) -> tuple[Journal, Recovery]:
    path.write_bytes(content)
    journal = Journal(path)
    assert journal.recovered is not None
    assert journal.recovered.aside.read_bytes() == content
    return journal, journal.recovered


def check(journal: Journal, recovery: Recovery) -> int:
    """The recovered entries are those that were written, from the first one; their number."""
    found = 0
    for record in journal.games():
        assert record.setup == SETUP
        entries = journal.entries(record.number)
        found += len(entries)
        for number, entry in enumerate(entries):
            assert (entry.number, entry.line) == (number + 1, f"{ILLEGAL} {number}")
            assert entry.findings == ruling(number).broken
            assert entry.findings[0].data == ruling(number).broken[0].data
    assert (recovery.games, recovery.entries) == (len(journal.games()), found)
    return found


def test_a_torn_file(sound: bytes, tmp_path: Path) -> None:
    pages = len(sound) // PAGE
    assert pages > 30
    counts = []
    for number, length in enumerate([PAGE * 8, PAGE * 20 + 1000, PAGE * (pages - 1), len(sound) - 1]):
        counts.append(check(*opened(tmp_path / f"{number}.sqlite", sound[:length])))
    assert counts == sorted(counts)
    assert 0 < counts[0] < counts[-1] <= GAMES * ENTRIES
    assert counts[-1] >= GAMES * 50


def test_a_torn_file_of_a_later_version_is_left_to_that_version(sound: bytes, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    path.write_bytes(sound)
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    torn = path.read_bytes()[: PAGE * 20 + 1000]
    path.write_bytes(torn)
    with pytest.raises(JournalError) as error:
        Journal(path)
    assert error.value.fault is JournalFault.NEWER
    assert path.read_bytes() == torn


def test_a_lost_page_anywhere(sound: bytes, tmp_path: Path) -> None:
    whole = 0
    for page in range(len(sound) // PAGE):
        torn = sound[: page * PAGE] + bytes(PAGE) + sound[(page + 1) * PAGE :]
        journal, recovery = opened(tmp_path / f"{page}.sqlite", torn)
        found = check(journal, recovery)
        whole += found == GAMES * ENTRIES
        if recovery.games == GAMES:
            journal.append(1, len(journal.entries(1)), Kind.REFUSED, line="Ann create 2H")
        journal.close()
    assert whole >= 3  # the header, the root of the table, its index: nothing of ours is lost with them


def test_a_changed_letter_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    after(begun(path), *LINES).journal.close()
    content = path.read_bytes().replace(b"Ann change 1 5H", b"Ann change 1 8H")
    journal, recovery = opened(path, content)
    assert (recovery.games, recovery.entries, recovery.cut) == (1, 3, len(LINES) - 4)
    again = resumed(path)
    assert again.journal.recovered is None
    assert again.state == after(begun(tmp_path / "other.sqlite"), *LINES[:3]).state
    assert after(again, *LINES[3:]).count == len(LINES)
    journal.close()


def test_random_damage_never_yields_what_was_not_written(sound: bytes, tmp_path: Path) -> None:
    lot, found = random.Random(3), []
    for number in range(40):
        content = bytearray(sound)
        for _ in range(lot.choice([1, 5, 50])):
            at, length = lot.randrange(PAGE, len(content)), lot.choice([1, 100, 3000])
            content[at : at + length] = lot.randbytes(length)
        path = tmp_path / f"{number}.sqlite"
        path.write_bytes(content)
        with Journal(path) as journal:
            assert journal.recovered is not None
            assert journal.recovered.aside.read_bytes() == content
            found.append(check(journal, journal.recovered))
    assert max(found) > GAMES * 50
    assert min(found) < GAMES * 20


def test_each_damaged_file_has_a_name_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    after(begun(path), *LINES[:2]).journal.close()
    content = path.read_bytes()
    asides = {opened(path, content[:-1])[1].aside for _ in range(3)}
    assert len(asides) == 3
    assert {file.name for file in tmp_path.iterdir()} == {path.name, *(aside.name for aside in asides)}


def test_the_rollback_journal_of_a_damaged_file_goes_aside_too(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    after(begun(path), *LINES[:2]).journal.close()
    beside = path.with_name(f"{path.name}-journal")
    beside.write_bytes(b"no rollback journal at all")
    _, recovery = opened(path, path.read_bytes()[:-1])
    assert not beside.exists()
    assert Journal(path).recovered is None
    assert len(resumed(path).steps) == recovery.entries


def test_a_program_that_had_the_damaged_file_open_acknowledges_nothing_more(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    play = after(begun(path), *LINES[:2])
    with path.open("r+b") as file:
        file.seek(path.stat().st_size - 20)
        file.write(bytes(20))
    assert Journal(path).recovered is not None
    with pytest.raises(JournalError) as error:
        after(play, *LINES[2:3])
    assert error.value.fault in (JournalFault.GONE, JournalFault.DAMAGED)


def test_our_file_with_nothing_whole_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    begun(path).journal.close()
    with sqlite3.connect(path) as connection:
        connection.execute("DROP TRIGGER game_is_kept_from_update")
        connection.execute("UPDATE game SET setup = 'x'")
    connection.close()
    _, recovery = opened(path, path.read_bytes())
    assert (recovery.games, recovery.entries) == (0, 0)
    assert len(after(begun(path), *LINES[:1]).steps) == 1


@pytest.mark.parametrize("step", ["_write_fresh", "_set_aside", "flush_folder"])
def test_a_recovery_that_is_cut_short_is_done_again(step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "journal.sqlite"
    play = after(begun(path), *LINES[:4])
    play.journal.close()
    path.write_bytes(bytes(100) + path.read_bytes()[100:])

    def cut(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(f"companion.journal.opening.{step}", cut)
        with pytest.raises(JournalError) as error:
            Journal(path)
    assert error.value.fault == JournalFault.FULL
    assert resumed(path).state == play.state
    assert [file.name for file in tmp_path.iterdir() if "recovering" in file.name] == []
