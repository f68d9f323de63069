"""Opening the file of a journal: making, checking and migrating it, and setting a damaged one aside."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from urllib.parse import quote

from companion.journal import schema
from companion.journal.entries import JournalError, JournalFault
from companion.journal.files import flush_folder
from companion.journal.salvage import Salvage, salvage

_PATIENCE = 5.0  # how long to wait for another program that is writing, s
_FLUSH = "PRAGMA synchronous = EXTRA"  # a commit returns once the file and its folder are on the disk
_FAULTS = {
    "SQLITE_FULL": JournalFault.FULL,
    "SQLITE_BUSY": JournalFault.BUSY,
    "SQLITE_LOCKED": JournalFault.BUSY,
    "SQLITE_READONLY": JournalFault.NO_PERMISSION,
    "SQLITE_CANTOPEN": JournalFault.NO_PERMISSION,
    "SQLITE_PERM": JournalFault.NO_PERMISSION,
    "SQLITE_IOERR": JournalFault.FAILING,
    "SQLITE_NOMEM": JournalFault.FAILING,
    "SQLITE_CORRUPT": JournalFault.DAMAGED,
    "SQLITE_NOTADB": JournalFault.DAMAGED,
}
_ERRNO_FAULTS = {
    errno.ENOSPC: JournalFault.FULL,
    errno.EDQUOT: JournalFault.FULL,
    errno.EACCES: JournalFault.NO_PERMISSION,
    errno.EPERM: JournalFault.NO_PERMISSION,
    errno.EROFS: JournalFault.NO_PERMISSION,
}


@dataclass(frozen=True, slots=True)
class Recovery:
    """What became of a damaged journal. aside: where it lies now, untouched. cut: see `Salvage`."""

    aside: Path
    games: int
    entries: int
    cut: int


class _Damaged(Exception):
    """The file is not what it should be. ours: whether it says of itself that it is a journal."""

    def __init__(self, ours: bool) -> None:
        super().__init__()
        self.ours = ours


@contextmanager
def sqlite_faults(path: Path) -> Iterator[None]:
    """Errors of sqlite as JournalError."""
    try:
        yield
    except sqlite3.Error as error:
        raise JournalError(path, _fault_of(error, JournalFault.FAILING)) from error


def _fault_of(error: sqlite3.Error, otherwise: JournalFault) -> JournalFault:
    """The fault behind an error of sqlite; the first two words of its name, as in SQLITE_BUSY_RECOVERY, tell."""
    return _FAULTS.get("_".join(getattr(error, "sqlite_errorname", "").split("_")[:2]), otherwise)


@contextmanager
def write_faults(path: Path) -> Iterator[None]:
    """Errors of the file system as JournalError."""
    try:
        yield
    except OSError as error:
        raise JournalError(path, _ERRNO_FAULTS.get(error.errno or 0, JournalFault.FAILING)) from error


def opened(path: Path, create: bool) -> tuple[sqlite3.Connection, Recovery | None]:
    """The connection to a journal of this version of the schema, and what was recovered. Raises JournalError."""
    if path.is_dir():
        raise JournalError(path, JournalFault.FOLDER)
    if not path.exists():
        if not create:
            raise JournalError(path, JournalFault.MISSING)
        with write_faults(path):
            path.parent.mkdir(parents=True, exist_ok=True)
    elif not path.is_file():
        raise JournalError(path, JournalFault.NOT_A_JOURNAL)
    try:
        return _connected(path), None
    except _Damaged as damage:
        recovery = _recover(path, damage.ours)
    try:
        return _connected(path), recovery
    except _Damaged:
        raise JournalError(path, JournalFault.DAMAGED) from None


def _connected(path: Path) -> sqlite3.Connection:
    """The connection, once the file is made or checked. Raises _Damaged and JournalError."""
    writable = os.access(path if path.exists() else path.parent, os.W_OK) and os.access(path.parent, os.W_OK)
    with sqlite_faults(path):
        connection = _connect(path, "rwc" if writable else "ro")
        try:
            _make_ready(connection, path, writable)
        except sqlite3.Error as error:  # in a torn file names and types are wrong too, so what is unknown is damage
            connection.close()
            if _fault_of(error, JournalFault.DAMAGED) == JournalFault.DAMAGED:
                version = _told_version(path)
                if version is not None and version > schema.VERSION:
                    raise JournalError(path, JournalFault.NEWER) from None
                raise _Damaged(ours=version is not None) from None
            raise
        except BaseException:
            connection.close()
            raise
    return connection


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    """A connection on which transactions begin and end where it is told."""
    return sqlite3.connect(f"file:{quote(str(path))}?mode={mode}", uri=True, timeout=_PATIENCE, isolation_level=None)


def _make_ready(connection: sqlite3.Connection, path: Path, writable: bool) -> None:
    """The tables made, or checked and brought to this version, in one transaction. Raises _Damaged, JournalError."""
    connection.execute(_FLUSH)
    connection.execute("BEGIN IMMEDIATE" if writable else "BEGIN")
    try:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if path.stat().st_size == 0:
            _require_writable(path, writable)
            schema.create(connection)
        elif application != schema.APPLICATION_ID:
            raise _Damaged(ours=False)
        elif version > schema.VERSION:
            raise JournalError(path, JournalFault.NEWER)
        elif not _is_whole(connection, version):
            raise _Damaged(ours=True)
        elif version < schema.VERSION:
            _require_writable(path, writable)
            schema.migrate(connection, version)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _require_writable(path: Path, writable: bool) -> None:
    if not writable:
        raise JournalError(path, JournalFault.NO_PERMISSION)


def _is_whole(connection: sqlite3.Connection, version: int) -> bool:
    """Whether the file is sound, every row has its digest, and no entry is missing between two others."""
    if version < 1 or connection.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
        return False
    rows = {table: schema.rows_of(connection, table, version) for table in schema.TABLES}
    if not all(schema.is_whole(table, row) for table, found in rows.items() for row in found):
        return False
    last = dict.fromkeys((row[0] for row in rows["game"]), 0)
    for game, number, *_ in rows["entry"]:
        if game not in last or number != last[game] + 1:
            return False
        last[game] = last[game] + 1
    return True


def _told_version(path: Path) -> int | None:
    """The version that the file's header tells at byte 60, where it has sqlite's first word and, at 68, our id."""
    with write_faults(path), path.open("rb") as file:
        header = file.read(72)
    ours = header.startswith(b"SQLite format 3") and header[68:] == schema.APPLICATION_ID.to_bytes(4, "big")
    return int.from_bytes(header[60:64], "big") if ours else None


def _recover(path: Path, ours: bool) -> Recovery:
    """Puts a sound journal with all that is whole in the place of a damaged one, which goes aside.

    At no moment is there no journal, or half of one, under that name. A file that has nothing of a journal in it is
    left as it is (NOT_A_JOURNAL).
    """
    with write_faults(path):
        damaged = path.stat()
        whole = salvage(path)
        if not ours and not whole.games:
            raise JournalError(path, JournalFault.NOT_A_JOURNAL)
        if not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
            raise JournalError(path, JournalFault.DAMAGED)
        fresh = path.with_name(f"{path.name}.recovering-{os.getpid()}")
        try:
            _write_fresh(fresh, whole)
            if not os.path.samestat(damaged, path.stat()):  # another program was quicker
                raise JournalError(path, JournalFault.GONE)
            aside = _set_aside(path)
            fresh.replace(path)
            flush_folder(path.parent)
        finally:
            fresh.unlink(missing_ok=True)
    return Recovery(aside, len(whole.games), len(whole.entries), whole.cut)


def _write_fresh(fresh: Path, whole: Salvage) -> None:
    """A new journal of what was whole."""
    fresh.unlink(missing_ok=True)
    with sqlite_faults(fresh), closing(_connect(fresh, "rwc")) as connection:
        connection.execute(_FLUSH)
        connection.execute("BEGIN IMMEDIATE")
        schema.create(connection)
        schema.insert(connection, "game", whole.games)
        schema.insert(connection, "entry", whole.entries)
        connection.execute("COMMIT")


def _set_aside(path: Path) -> Path:
    """The damaged file under a second, free name; its rollback journal, which a new file must not find, goes along."""
    names = (path.with_name(f"{path.name}.damaged-{number}") for number in count(1))
    aside = next(name for name in names if not name.exists())
    rollback = path.with_name(f"{path.name}-journal")
    if rollback.exists():
        rollback.replace(aside.with_name(f"{aside.name}-journal"))
    try:
        aside.hardlink_to(path)
    except OSError:
        shutil.copy2(path, aside)
    return aside
