"""The journal: a sqlite file that is only added to, one transaction an entry, on the disk before it is acknowledged.

The file keeps a rollback journal, not a write-ahead log, with ``synchronous = EXTRA``: between two entries the one file
is the whole record, which can be copied, and read from where nothing can be written. An entry is acknowledged once its
pages and the folder that forgot the rollback journal are flushed; that takes a few flushes more than a write-ahead log
would, which does not matter at the pace of people.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from companion.journal import schema
from companion.journal.entries import (
    Entry,
    Evidence,
    GameRecord,
    JournalError,
    JournalFault,
    Kind,
    Source,
    ruling_as_json,
    ruling_from_json,
    setup_as_json,
    setup_from_json,
)
from companion.journal.files import write_whole
from companion.journal.opening import opened, sqlite_faults, write_faults
from companion.rules.game import Ruling, Setup


class Journal:
    """An open journal. Several games lie side by side in it, and several programs may have it open.

    path: absolute. recovered: what was done at opening if the file was damaged, else None.
    """

    def __init__(self, path: Path, create: bool = True) -> None:
        """Opens the journal, makes it where there is none (`create`), migrates an older one, recovers a damaged one.

        Raises JournalError; MISSING where there is none and none is to be made.
        """
        self.path = path.absolute()
        self._connection, self.recovered = opened(self.path, create)
        self._identity = _identity(self.path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Lets go of the file."""
        self._connection.close()

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """All that is added within, or nothing of it: what is added is acknowledged at the end alone.

        Within another one it is a part of that. Raises JournalError, GONE where the file is no longer the opened one.
        """
        if self._connection.in_transaction:
            yield
            return
        with sqlite_faults(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                if _identity(self.path) != self._identity:
                    raise JournalError(self.path, JournalFault.GONE)
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def begin(self, name: str, setup: Setup, app: str, words: str = "") -> GameRecord:
        """Adds a game; what `GameRecord` says of name, app and words. Raises JournalError."""
        with self.at_once():
            number = self._greatest("SELECT max(id) FROM game") + 1
            record = GameRecord(number, name, _now(), app, words, setup)
            told = json.dumps(setup_as_json(setup), ensure_ascii=False)
            row: schema.Row = (number, name, record.started, app, words, told)
            schema.insert(self._connection, "game", [schema.sealed("game", row)])
        return record

    def games(self) -> tuple[GameRecord, ...]:
        """All games in the order they began. Raises JournalError."""
        with sqlite_faults(self.path):
            return tuple(map(_game, schema.rows_of(self._connection, "game")))

    def game(self, number: int) -> GameRecord:
        """One game. Raises JournalError (NO_GAME)."""
        found = next((record for record in self.games() if record.number == number), None)
        if found is None:
            raise JournalError(self.path, JournalFault.NO_GAME, number)
        return found

    def entries(self, game: int) -> tuple[Entry, ...]:
        """The entries of a game in their order. Raises JournalError."""
        with sqlite_faults(self.path):
            rows = self._connection.execute("SELECT * FROM entry WHERE game = ? ORDER BY number", (game,)).fetchall()
        return tuple(map(_entry, rows))

    def append(
        self,
        game: int,
        after: int,
        kind: Kind,
        *,
        line: str | None = None,
        source: Source | None = None,
        ruling: Ruling | None = None,
        overruled: str | None = None,
        target: int | None = None,
        evidence: tuple[Evidence, ...] = (),
    ) -> Entry:
        """Adds an entry to a game; when this returns, the entry is on the disk.

        after: the number of the last entry that the caller knows. Raises JournalError, and nothing is written: STALE
        where another program added to the game meanwhile, GONE where the file is no longer where it was opened.
        """
        entry = Entry(after + 1, _now(), kind, line, source, ruling, overruled, target, evidence)
        with self.at_once():
            if self._greatest("SELECT max(number) FROM entry WHERE game = ?", game) != after:
                raise JournalError(self.path, JournalFault.STALE, game)
            schema.insert(self._connection, "entry", [_row(game, entry)])
        return entry

    def keep(self, content: bytes, suffix: str) -> Evidence:
        """Keeps a picture beside the journal, named by its content, for entries to point to. Raises JournalError.

        suffix: of the file, with its dot (``".jpg"``).
        """
        told = hashlib.sha256(content).hexdigest()
        evidence = Evidence(told + suffix, told)
        target = self.evidence_path(evidence)
        with write_faults(self.path):
            target.parent.mkdir(exist_ok=True)
            if self.evidence_content(evidence) is None:
                write_whole(target, content)
        return evidence

    @property
    def evidence(self) -> Path:
        """The folder of the pictures, which need not exist."""
        return self.path.with_name(self.path.name + "-evidence")

    def evidence_path(self, evidence: Evidence) -> Path:
        """Where a picture lies."""
        return self.evidence / evidence.file

    def evidence_content(self, evidence: Evidence) -> bytes | None:
        """A picture as it was kept; None where it is missing or was changed."""
        try:
            content = self.evidence_path(evidence).read_bytes()
        except OSError:
            return None
        return content if hashlib.sha256(content).hexdigest() == evidence.sha256 else None

    def _greatest(self, query: str, *values: int) -> int:
        (greatest,) = self._connection.execute(query, values).fetchone()
        return int(greatest or 0)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _identity(path: Path) -> tuple[int, int] | None:
    """Which file lies there, whatever its name; None where there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _row(game: int, entry: Entry) -> schema.Row:
    ruling = None if entry.ruling is None else json.dumps(ruling_as_json(entry.ruling), ensure_ascii=False)
    evidence = json.dumps([[picture.file, picture.sha256] for picture in entry.evidence])
    origin: schema.Row = (entry.line, None if entry.source is None else str(entry.source))
    head: schema.Row = (game, entry.number, entry.at, str(entry.kind))
    return schema.sealed("entry", (*head, *origin, ruling, entry.overruled, entry.target, evidence))


def _game(row: tuple[object, ...]) -> GameRecord:
    number, name, started, app, words, setup, _ = row
    told = setup_from_json(json.loads(str(setup)))
    return GameRecord(int(str(number)), str(name), str(started), str(app), str(words), told)


def _entry(row: tuple[object, ...]) -> Entry:
    _, number, at, kind, line, source, ruling, overruled, target, evidence, _ = row
    return Entry(
        number=int(str(number)),
        at=str(at),
        kind=Kind(str(kind)),
        line=None if line is None else str(line),
        source=None if source is None else Source(str(source)),
        ruling=None if ruling is None else ruling_from_json(json.loads(str(ruling))),
        overruled=None if overruled is None else str(overruled),
        target=None if target is None else int(str(target)),
        evidence=tuple(Evidence(*picture) for picture in json.loads(str(evidence))),
    )
