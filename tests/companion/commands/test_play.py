"""``companion play`` from outside: a drawn film is watched, ruled on and kept in the journal; bad input in one line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import pytest
from typer.testing import CliRunner

from companion.cli import app
from companion.commands import play as command
from tests.vision.colour_reader import ColourReader, table


@pytest.fixture(autouse=True)
def _colour_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "open_reader", lambda weights, library=None: ColourReader())


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """A king begins an entry; a diamond is laid on it, which the rules forbid."""
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (1280, 720))
    king, both = table(KH=(300, 300)), table(KH=(300, 300), D7=(300, 350))
    for frame in [table()] * 8 + [king] * 15 + [both] * 20:
        writer.write(frame)
    writer.release()
    return path


def call(*arguments: str | Path, typed: str = "") -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["play", *map(str, arguments)], input=typed)
    return result.exit_code, result.stdout, result.stderr


def watch(film: Path, journal: Path, *more: str, typed: str = "") -> tuple[int, list[dict[str, Any]]]:
    arguments = ("lock-the-entry", "--source", film, "--every-frame", "--journal", journal, "--json")
    status, out, err = call(*arguments, "--players", "Ann,Ben,Cem", *more, typed=typed)
    assert not err
    return status, [json.loads(line) for line in out.splitlines()]


def test_what_the_camera_sees_is_ruled_on_and_kept(film: Path, tmp_path: Path) -> None:
    status, told = watch(film, tmp_path / "journal.sqlite")
    entries = [(line["event"], line["line"], [f["rule"] for f in line["broken"]]) for line in told if "line" in line]
    assert entries == [("action", "? create KH", []), ("refused", "? add 1 7D", ["LTE-4"])]
    assert status == 1
    shown = CliRunner().invoke(app, ["games", "show", "1", "--journal", str(tmp_path / "journal.sqlite"), "--json"])
    assert "? create KH" in shown.stdout
    assert list((tmp_path).rglob("*.jpg"))  # the evidence


def test_the_stream_replays_to_the_same_journal(film: Path, tmp_path: Path) -> None:
    _, told = watch(film, tmp_path / "journal.sqlite")
    lines = "\n".join(line["line"] for line in told if line.get("event") in ("action", "refused"))
    typed = [
        "table",
        "lock-the-entry",
        "--players",
        "Ann,Ben,Cem",
        "--journal",
        str(tmp_path / "again.sqlite"),
        "--json",
    ]
    again = [json.loads(line) for line in CliRunner().invoke(app, typed, input=lines).stdout.splitlines()]
    assert [(e["event"], e["line"]) for e in again if "line" in e] == [
        (e["event"], e["line"]) for e in told if "line" in e
    ]


def test_the_film_can_be_recorded(film: Path, tmp_path: Path) -> None:
    arguments = ("lock-the-entry", "--source", film, "--every-frame", "--journal", tmp_path / "j.sqlite")
    status, _, err = call(*arguments, "--players", "Ann,Ben,Cem", "--record", str(tmp_path / "evening.mkv"))
    assert status == 1
    assert "evening.mkv" in err
    assert (tmp_path / "evening.mkv").stat().st_size > 1000


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("lock-the-entry", "--source", "no-such.mp4", "--players", "Ann,Ben,Cem"), "no-such.mp4"),
        (("chess", "--source", "no-such.mp4"), "chess"),
        (("lock-the-entry", "--source", "no-such.mp4", "--players", "Ann"), "players"),
        (("lock-the-entry", "--source", "no-such.mp4", "--players", "Ann,Ben,Cem", "--option", "red"), "red"),
    ],
)
def test_bad_input_is_told_in_one_line(arguments: tuple[str, ...], told: str, tmp_path: Path) -> None:
    status, _, err = call(*arguments, "--journal", tmp_path / "journal.sqlite")
    assert status == 2
    assert told in err
    assert err.count("\n") == 1
