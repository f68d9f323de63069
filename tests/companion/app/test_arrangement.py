"""How a game is watched and shown is kept with it, and nothing unsound is taken for it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.app.arrangement import Arrangement, load, save
from companion.journal import GameRecord
from companion.rules.game import Setup

RECORD = GameRecord(3, "lockdown", "2026-01-01T10:00:00.000+00:00", "1", "", Setup(("Ann", "Ben")))
TABLE = ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9))
KEPT = Arrangement("rtsp://camera/1", TABLE, (4, 0), 12)


def test_each_game_has_its_own(tmp_path: Path) -> None:
    journal, other = tmp_path / "journal.sqlite", replace(RECORD, number=4)
    save(KEPT, journal, RECORD)
    save(Arrangement("桌子.mp4"), journal, other)
    assert load(journal, RECORD) == KEPT
    assert load(journal, other) == Arrangement("桌子.mp4")
    assert load(journal, replace(RECORD, number=5)) is None


def test_what_was_kept_of_another_journal_is_not_taken(tmp_path: Path) -> None:
    save(KEPT, tmp_path / "journal.sqlite", RECORD)
    assert load(tmp_path / "journal.sqlite", replace(RECORD, started="2026-02-01T10:00:00.000+00:00")) is None


@pytest.mark.parametrize(
    "content",
    [
        *("", "{", "[]", "null", "7", '"x"', "\x00" * 50, "[" * 90_000),
        *('{"started": "S"}', '{"started": "S", "source": 3, "table": [], "colours": []}'),
        '{"started": "S", "source": "", "table": [[0, 0], [1, 1]], "colours": []}',
        '{"started": "S", "source": "", "table": [[0, 0], [9, 0], [9, 9]], "colours": []}',
        '{"started": "S", "source": "", "table": [[0, 0], [1, 0], [0, NaN]], "colours": []}',
        '{"started": "S", "source": "", "table": [], "colours": [0, 0]}',
        '{"started": "S", "source": "", "table": [], "colours": [99]}',
        '{"started": "S", "source": "", "table": [], "colours": [], "place": -1}',
        '{"started": "S", "source": "", "table": [], "colours": [], "place": NaN}',
        '{"started": "S", "source": "", "table": [], "colours": [], "place": "soon"}',
    ],
)
def test_a_damaged_file_is_as_none_and_is_written_anew(content: str, tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite"
    save(KEPT, journal, RECORD)
    (path,) = (tmp_path / "journal.sqlite-tables").iterdir()
    path.write_text(content.replace('"S"', f'"{RECORD.started}"'), encoding="utf-8")
    assert load(journal, RECORD) is None
    save(KEPT, journal, RECORD)
    assert load(journal, RECORD) == KEPT


@pytest.mark.parametrize(
    "table", [((0, 0), (1, 1), (0.5, 0.5)), ((0, 0), (0.1, 0), (0, 0.1)), ((0, 0), (2, 0), (0, 1))]
)
def test_a_table_without_room_or_outside_the_picture_is_none(table: tuple[tuple[float, float], ...]) -> None:
    with pytest.raises(ValueError, match="arrangement"):
        Arrangement(table=table)
