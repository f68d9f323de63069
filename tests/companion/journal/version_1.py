"""A journal of schema version 1, as text: one game, an overruled action that was undone, and a whole entry."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from pathlib import Path

from companion.journal.schema import APPLICATION_ID
from tests.companion.journal.some_games import ILLEGAL, LINES

VERSION_1 = """
CREATE TABLE game (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, started TEXT NOT NULL, setup TEXT NOT NULL, digest TEXT NOT NULL
);
CREATE TABLE entry (
    game INTEGER NOT NULL REFERENCES game (id), number INTEGER NOT NULL, at TEXT NOT NULL, kind TEXT NOT NULL,
    line TEXT, ruling TEXT, overruled TEXT, target INTEGER, digest TEXT NOT NULL, PRIMARY KEY (game, number)
);
CREATE TRIGGER game_is_kept_from_update BEFORE UPDATE ON game
BEGIN SELECT RAISE(ABORT, 'a journal is only added to'); END;
CREATE TRIGGER entry_is_kept_from_delete BEFORE DELETE ON entry
BEGIN SELECT RAISE(ABORT, 'a journal is only added to'); END;
"""
SETUP = '{"players": ["Ann", "Ben", "Cem"], "options": {"change_own": "off"}, "seed": null, "deal": {}}'
BROKEN = '{"basis": ["LTE-2"], "broken": [{"rule": "LTE-2", "reason": "not_a_face_card", "data": {"card": "10H"}}], '
AT = "2026-01-02T19:30:00.000+00:00"


def add(connection: sqlite3.Connection, table: str, *values: object) -> None:
    seal = hashlib.sha256(json.dumps([table, *values]).encode()).hexdigest()
    connection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(values))}, ?)", (*values, seal))


def write_version_1(path: Path) -> Path:
    """Makes the journal; gives its path."""
    connection = sqlite3.connect(path)
    connection.executescript(VERSION_1)
    add(connection, "game", 1, "lock-the-entry", AT, SETUP)
    ruling = BROKEN + '"undecided": []}'
    add(connection, "entry", 1, 1, AT, "refused", ILLEGAL, ruling, None, None)
    add(connection, "entry", 1, 2, AT, "action", ILLEGAL, ruling, "house rule", 1)
    add(connection, "entry", 1, 3, AT, "undo", None, None, None, 2)
    for number, line in enumerate(LINES, 4):
        add(connection, "entry", 1, number, AT, "action", line, None, None, None)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute("PRAGMA user_version = 1")
    connection.commit()
    connection.close()
    return path
