"""The tables of a journal: schema version 2, the way to it from version 1, and the digest that proves a row whole.

Every row ends with a digest of its table's name and its other values. So a damaged row shows, and a whole one can be
told even in a file whose tables are lost (see `companion.journal.salvage`).
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Sequence

APPLICATION_ID = 0x54544350  # "TTCP": tells a journal from any other sqlite file
VERSION = 2

Value = int | str | None
Row = tuple[Value, ...]

TABLES = ("game", "entry")
_COLUMNS = {
    1: {
        "game": ("id", "name", "started", "setup", "digest"),
        "entry": ("game", "number", "at", "kind", "line", "ruling", "overruled", "target", "digest"),
    },
    2: {
        "game": ("id", "name", "started", "app", "words", "setup", "digest"),
        "entry": (
            *("game", "number", "at", "kind", "line", "source", "ruling", "overruled", "target"),
            *("evidence", "digest"),
        ),
    },
}
_SCHEMA = (
    """CREATE TABLE game (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        started TEXT NOT NULL,
        app TEXT NOT NULL,
        words TEXT NOT NULL,
        setup TEXT NOT NULL,
        digest TEXT NOT NULL
    )""",
    """CREATE TABLE entry (
        game INTEGER NOT NULL REFERENCES game (id),
        number INTEGER NOT NULL,
        at TEXT NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('action', 'refused', 'undo', 'redo')),
        line TEXT,
        source TEXT,
        ruling TEXT,
        overruled TEXT,
        target INTEGER,
        evidence TEXT NOT NULL,
        digest TEXT NOT NULL,
        PRIMARY KEY (game, number)
    )""",
    *(
        f"""CREATE TRIGGER {table}_is_kept_from_{event} BEFORE {event} ON {table}
        BEGIN SELECT RAISE(ABORT, 'a journal is only added to'); END"""
        for table in TABLES
        for event in ("update", "delete")
    ),
)


def digest(table: str, values: Sequence[Value]) -> str:
    """The SHA-256 over a table's name and the values of a row, in hexadecimal."""
    return hashlib.sha256(json.dumps([table, *values], ensure_ascii=True).encode()).hexdigest()


def is_whole(table: str, row: Sequence[Value]) -> bool:
    """Whether a row of a table is as it was written."""
    return row[-1] == digest(table, row[:-1])


def sealed(table: str, values: Row) -> Row:
    """A row of a table: the values and their digest."""
    return (*values, digest(table, values))


def version_of(table: str, row: Sequence[Value]) -> int | None:
    """The version of the schema to which a row belongs by the number of its values, None for no version."""
    return next((version for version, columns in _COLUMNS.items() if len(columns[table]) == len(row)), None)


def upgraded(table: str, row: Row, version: int) -> Row:
    """A row of an older version as it stands in this one. Version 1 knew less of where things came from."""
    if version == VERSION:
        return row
    if table == "game":
        number, name, started, setup, _ = row
        return sealed(table, (number, name, started, "", "", setup))
    game, number, at, kind, line, ruling, overruled, target, _ = row
    return sealed(table, (game, number, at, kind, line, None, ruling, overruled, target, "[]"))


def create(connection: sqlite3.Connection) -> None:
    """Makes the tables; to be called within a transaction."""
    for statement in _SCHEMA:
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {VERSION}")


def rows_of(connection: sqlite3.Connection, table: str, version: int = VERSION) -> list[Row]:
    """All rows of a table as the schema of that version has them, in the order they were written."""
    columns = ", ".join(_COLUMNS[version][table])
    return connection.execute(f"SELECT {columns} FROM {table} ORDER BY rowid").fetchall()


def insert(connection: sqlite3.Connection, table: str, rows: Iterable[Row]) -> None:
    """Adds rows to a table."""
    places = ", ".join("?" * len(_COLUMNS[VERSION][table]))
    connection.executemany(f"INSERT INTO {table} VALUES ({places})", rows)


def migrate(connection: sqlite3.Connection, version: int) -> None:
    """Brings the tables from an older version to this one; to be called within a transaction."""
    old = {table: rows_of(connection, table, version) for table in TABLES}
    for table in reversed(TABLES):
        connection.execute(f"DROP TABLE {table}")
    create(connection)
    for table, rows in old.items():
        insert(connection, table, (upgraded(table, row, version) for row in rows))
