"""The file of the journal: what is asked of it while it is whole, and every way in which it cannot be had."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.asset_files import ASSETS
from companion.journal import Evidence, Journal, JournalError, JournalFault, Source, schema
from companion.language import LANGUAGES, Language
from tests.companion.journal.some_games import LINES, after, begun, resumed

NOBODY = 65534


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def fault_of_opening(path: Path, create: bool = True) -> JournalFault:
    with pytest.raises(JournalError) as error:
        Journal(path, create)
    assert error.value.path == path
    return error.value.fault


def test_a_commit_is_flushed_with_its_folder_and_nothing_stays_beside_the_file(path: Path) -> None:
    play = after(begun(path), *LINES[:2])
    (synchronous,) = play.journal._connection.execute("PRAGMA synchronous").fetchone()
    assert synchronous == 3  # EXTRA
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    copy = shutil.copy(path, path.with_name("copy.sqlite"))
    assert resumed(copy).state == play.state


@pytest.mark.parametrize("change", ["UPDATE entry SET line = 'x'", "DELETE FROM entry", "DELETE FROM game"])
def test_nothing_written_can_be_changed(path: Path, change: str) -> None:
    after(begun(path), *LINES[:2])
    with sqlite3.connect(path) as connection, pytest.raises(sqlite3.IntegrityError, match="only added to"):
        connection.execute(change)
    assert len(resumed(path).steps) == 2


def test_a_folder_is_made_and_a_missing_journal_is_not(path: Path) -> None:
    assert fault_of_opening(path, create=False) == JournalFault.MISSING
    assert not path.exists()
    begun(path.parent / "made" / "here" / "j.sqlite")
    assert (path.parent / "made" / "here" / "j.sqlite").exists()


def test_an_empty_file_becomes_a_journal(path: Path) -> None:
    path.touch()
    assert len(after(begun(path), *LINES[:1]).steps) == 1


def test_no_such_game(path: Path) -> None:
    begun(path)
    with pytest.raises(JournalError) as error:
        Journal(path).game(2)
    assert (error.value.fault, error.value.number) == (JournalFault.NO_GAME, 2)


def test_a_folder_a_picture_and_a_foreign_database_are_left_as_they_are(path: Path, tmp_path: Path) -> None:
    assert fault_of_opening(tmp_path) == JournalFault.FOLDER
    picture = next((ASSETS / "demo").rglob("*.jpg"))
    for content in (picture.read_bytes(), b"x", b"SQLite format 3\0" + b"x" * 5000):
        path.write_bytes(content)
        assert fault_of_opening(path) == JournalFault.NOT_A_JOURNAL
        assert path.read_bytes() == content
    path.unlink()
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE song (name)")
    before = path.read_bytes()
    assert fault_of_opening(path) == JournalFault.NOT_A_JOURNAL
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_a_device_is_no_journal() -> None:
    assert fault_of_opening(Path(os.devnull)) == JournalFault.NOT_A_JOURNAL


def test_a_file_in_the_way_of_the_folder(path: Path) -> None:
    path.touch()
    assert fault_of_opening(path / "journal.sqlite") == JournalFault.FAILING


def test_a_journal_of_a_later_version_is_left_as_it_is(path: Path) -> None:
    begun(path).journal.close()
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    before = path.read_bytes()
    assert fault_of_opening(path) == JournalFault.NEWER
    assert path.read_bytes() == before


def test_a_journal_that_another_program_holds(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.journal.opening._PATIENCE", 0.05)
    play = begun(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(JournalError) as error:
        after(play, *LINES[:1])
    assert error.value.fault == JournalFault.BUSY
    other.execute("ROLLBACK")
    assert len(after(play, *LINES[:1]).steps) == 1


@pytest.mark.parametrize("how", ["removed", "replaced"])
def test_nothing_is_acknowledged_into_a_file_that_is_no_longer_there(path: Path, how: str) -> None:
    play = after(begun(path), *LINES[:1])
    if how == "replaced":
        shutil.copy(path, path.with_name("other"))
        path.with_name("other").replace(path)
    else:
        path.unlink()
    with pytest.raises(JournalError) as error:
        after(play, *LINES[1:2])
    assert error.value.fault == JournalFault.GONE


def test_evidence_lies_beside_the_journal_and_shows_when_it_was_changed(path: Path) -> None:
    play = begun(path)
    kept = play.journal.keep(b"a picture", ".jpg")
    assert play.journal.keep(b"a picture", ".jpg") == kept
    action = play.game.parse_action(LINES[0])
    play.act(action, Source.CAMERA, evidence=(kept,))
    (entry,) = Journal(path).entries(1)
    assert entry.evidence == (kept,)
    assert Journal(path).evidence_content(kept) == b"a picture"
    Journal(path).evidence_path(kept).write_bytes(b"another picture")
    assert Journal(path).evidence_content(kept) is None
    assert Journal(path).evidence_content(Evidence("gone.jpg", "0")) is None
    assert play.journal.keep(b"a picture", ".jpg") == kept
    assert Journal(path).evidence_content(kept) == b"a picture"


_FILL = """
import resource, sys
from pathlib import Path
from companion.journal import Journal, JournalError, Play, Source
from companion.rules.game import Setup
from companion.rules.games import game_named
game = game_named("lock-the-entry")
play = Play.begin(Journal(Path(sys.argv[1])), game, Setup(("Ann", "Ben", "Cem")), "0.1.0")
if int(sys.argv[2]):
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
try:
    while play.count < 5000:
        play, _ = play.act(game.parse_action("Ann create 10H"), Source.TYPED)
except JournalError as error:
    print(play.count, error.fault)
"""


def acknowledged_until_full(path: Path, limit: int) -> tuple[int, str]:
    """The entries that a program of its own could write before it failed, and the fault. limit: of the file, bytes."""
    run = [sys.executable, "-c", _FILL, str(path), str(limit)]
    count, fault = subprocess.run(run, capture_output=True, text=True, check=True).stdout.split()
    return int(count), fault


def test_a_file_that_may_not_grow_loses_nothing(path: Path) -> None:
    count, fault = acknowledged_until_full(path, 60_000)
    assert count > 10
    assert fault in (JournalFault.FAILING, JournalFault.FULL)
    play = resumed(path)
    assert play.journal.recovered is None
    assert play.count == count
    assert after(play, *LINES).count == count + len(LINES)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 200 kB, where this user may make one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only a privileged user can make a file system")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_full_disk_loses_nothing(small_disk: Path) -> None:
    path = small_disk / "journal.sqlite"
    filler = small_disk / "filler"
    filler.write_bytes(bytes(60_000))
    count, fault = acknowledged_until_full(path, 0)
    assert count > 5
    assert fault == JournalFault.FULL
    with pytest.raises(JournalError) as error:
        resumed(path).journal.keep(bytes(200_000), ".jpg")
    assert error.value.fault == JournalFault.FULL
    assert fault_of_opening(small_disk / "another.sqlite") == JournalFault.FULL
    filler.unlink()
    play = resumed(path)
    assert play.journal.recovered is None
    assert play.count == count
    assert after(play, *LINES).count == count + len(LINES)
    assert {file.name for file in small_disk.iterdir()} <= {path.name, "another.sqlite", "journal.sqlite-evidence"}


_LOOK = """
import os, sys
from pathlib import Path
from companion.journal import Journal, JournalError, Play
from companion.rules.games import game_named
path, game = Path(sys.argv[1]), game_named("lock-the-entry")
if os.geteuid() == 0:
    os.setuid(int(sys.argv[2]))
journal = Journal(path)
play = Play.resume(journal, game, journal.game(1))
print(len(play.steps))
for act in (play.undo, lambda: journal.keep(b"x", ".jpg"),
            lambda: Journal(path.with_name("new.sqlite")), lambda: Journal(path.parent / "folder" / "new.sqlite")):
    try:
        act()
    except JournalError as error:
        print(error.fault)
"""


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that another user can reach."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.mark.parametrize("file_mode", [0o644, 0o666])
def test_where_nothing_can_be_written_it_can_be_read(open_folder: Path, file_mode: int) -> None:
    path = open_folder / "journal.sqlite"
    after(begun(path), *LINES[:2]).journal.close()
    path.chmod(file_mode)
    if os.geteuid() != 0:
        open_folder.chmod(0o555)
    run = [sys.executable, "-c", _LOOK, str(path), str(NOBODY)]
    told = subprocess.run(run, capture_output=True, text=True, check=True).stdout.split()
    open_folder.chmod(0o755)
    assert told == ["2", *["no_permission"] * 4]
    assert len(resumed(path).steps) == 2


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("fault", JournalFault)
def test_every_fault_has_its_words(code: str, fault: JournalFault) -> None:
    assert Language.load(code).text(f"journal.{fault}", path="p", number=1)
