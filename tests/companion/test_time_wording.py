"""Times as people read them: by the clock of the place, in a file with its zone; JSON keeps what the journal has."""

from __future__ import annotations

import csv
import io
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from companion.app.screens.home_view import resumable
from companion.app.screens.score_view import export
from companion.cli import app
from companion.journal import GameRecord
from companion.journal.export import game_as_csv, game_as_json
from companion.journal.score_sheet import Font, Fonts
from companion.language import Language
from companion.rules.game import Setup
from companion.sheet_wording import sheet_of
from companion.time_wording import day_and_time, day_and_time_anywhere
from tests.companion.journal.some_games import LINES, after, begun

AT = "2025-12-31T23:05:06.789+00:00"
ENGLISH, CHINESE = Language.load("en"), Language.load("zh")

pytestmark = pytest.mark.skipif(not hasattr(time, "tzset"), reason="this system has one time zone for all that runs")


@pytest.fixture
def place(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The clock of a place, as TZ names it."""
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield request.param
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("place", "english", "chinese", "zone"),
    [
        ("UTC", "31 Dec 2025, 23:05", "2025年12月31日 23:05", "UTC"),
        ("CST-8", "01 Jan 2026, 07:05", "2026年01月01日 07:05", "UTC+08:00"),
        ("EST5", "31 Dec 2025, 18:05", "2025年12月31日 18:05", "UTC-05:00"),
        ("IST-5:30", "01 Jan 2026, 04:35", "2026年01月01日 04:35", "UTC+05:30"),
    ],
    indirect=["place"],
)
def test_times_are_those_of_the_clock_on_the_wall(place: str, english: str, chinese: str, zone: str) -> None:
    assert (day_and_time(AT, ENGLISH), day_and_time(AT, CHINESE)) == (english, chinese)
    assert day_and_time_anywhere(AT, ENGLISH) == f"{english} ({zone})"
    assert day_and_time_anywhere(AT, CHINESE) == f"{chinese}（{zone}）"
    record = GameRecord(1, "lockdown", AT, "1", "", Setup(("Ann", "Ben")))
    assert resumable((record,), ENGLISH)[0].text == f"Lockdown · Ann, Ben\n{english}"


@pytest.mark.parametrize("place", ["CST-8"], indirect=True)
def test_a_game_is_listed_and_saved_with_the_times_of_the_place(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.journal.store._now", lambda: AT)
    path, font = tmp_path / "journal.sqlite", Font(Path("a"), Path("a"))
    play = after(begun(path), LINES[0])
    listed = CliRunner().invoke(app, ["games", "list", "--journal", str(path)])
    assert listed.stdout.endswith("last 01 Jan 2026, 07:05\n")
    facts = dict(sheet_of(play, ENGLISH, Fonts(font)).facts)
    assert facts["Game"] == "No. 1, begun 01 Jan 2026, 07:05 (UTC+08:00)"
    (row,) = csv.DictReader(io.StringIO(game_as_csv(play.journal.entries(1), play)))
    assert row["at"] == "2026-01-01 07:05:06+08:00"
    assert str(tmp_path / "2026-01-01-lock-the-entry-1.csv") in export(play, "csv", tmp_path, ENGLISH)
    told = game_as_json(play.journal, play.record, play.journal.entries(1), play)
    assert {told["started"], told["entries"][0]["at"]} == {AT}
