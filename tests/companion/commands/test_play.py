"""``companion play`` from outside: a drawn film is watched, ruled on and kept in the journal; bad input in one line."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from companion.cli import app
from companion.commands import play as command
from companion.journal import Entry, Journal, JournalError, JournalFault, Source
from companion.referee.sight import Sight
from tests.vision.colour_reader import ColourReader, Picture, table
from vision.eye import Look
from vision.frames import Frame


@pytest.fixture(autouse=True)
def _colour_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "open_reader", lambda weights, library=None, finder=None, fast=False: ColourReader())


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """A king begins an entry; a diamond is laid on it, which the rules forbid."""
    king, both = table(KH=(300, 300)), table(KH=(300, 300), D7=(300, 350))
    return filmed(tmp_path / "film.avi", [table()] * 8 + [king] * 15 + [both] * 20)


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


def test_what_lies_outside_the_table_is_not_read(film: Path, tmp_path: Path) -> None:
    arguments = ("lock-the-entry", "--source", film, "--every-frame", "--journal", tmp_path / "journal.sqlite")
    status, out, err = call(*arguments, "--players", "Ann,Ben,Cem", "--table", "35,0", "100,0", "100,100", "35,100")
    assert status == 0
    assert "create" not in out
    assert "Not one card" in err


@pytest.mark.parametrize("corners", ["1,1 2,2 3,3 4,4", "0,0 9,0 9,9 x,9", "0,0 900,0 900,90 0,90", "5 5 95 5"])
def test_corners_without_a_table_between_them_are_told_in_one_line(corners: str, film: Path, tmp_path: Path) -> None:
    arguments = ("lock-the-entry", "--source", film, "--journal", tmp_path / "journal.sqlite")
    status, _, err = call(*arguments, "--table", *corners.split())
    assert status == 2
    assert err.startswith("--table takes four corners")
    assert err.count("\n") == 1
    assert not (tmp_path / "journal.sqlite").exists()


def entries(path: Path) -> list[Entry]:
    """The entries of a journal's first game, without their times and pictures."""
    with Journal(path, create=False) as journal:
        return [replace(entry, at="", evidence=()) for entry in journal.entries(1)]


def test_the_stream_replays_to_the_same_journal(film: Path, tmp_path: Path) -> None:
    _, told = watch(film, tmp_path / "journal.sqlite")
    again = ["games", "import", "--journal", str(tmp_path / "again.sqlite")]
    stream = "\n".join(json.dumps(line) for line in told)
    assert CliRunner().invoke(app, again, input=stream).exit_code == 0
    assert entries(tmp_path / "again.sqlite") == entries(tmp_path / "journal.sqlite")
    assert [entry.source for entry in entries(tmp_path / "again.sqlite")] == [Source.CAMERA, Source.CAMERA]


def filmed(path: Path, frames: list[Picture]) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (1280, 720))
    for frame in frames:
        writer.write(frame)
    writer.release()
    return path


def test_a_lamp_that_goes_out_is_told_and_changes_nothing(tmp_path: Path) -> None:
    king = table(KH=(300, 300))
    frames = [table()] * 8 + [king] * 15 + [np.zeros_like(king)] * 30 + [king] * 20
    arguments = ("--source", filmed(tmp_path / "dark.avi", frames), "--every-frame", "--players", "Ann,Ben,Cem")
    status, out, err = call("lock-the-entry", *arguments, "--journal", tmp_path / "journal.sqlite", "--json")
    told = [json.loads(line) for line in out.splitlines()]
    assert status == 0
    assert [line["line"] for line in told if "line" in line] == ["? create KH"]
    assert [line["view"] for line in told if line["event"] == "view"] == ["dark", "clear"]
    assert "too dark" in err
    assert not [line for line in told if line["event"] == "question"]


def test_a_folder_of_photos_is_a_game_too(tmp_path: Path) -> None:
    """One of them shows something else; it changes nothing."""
    cat = np.random.default_rng(1).integers(0, 255, (720, 1280, 3), np.uint8)
    king, both = table(KH=(300, 300)), table(KH=(300, 300), D7=(300, 350))
    (tmp_path / "photos").mkdir()
    for number, photo in enumerate((table(), king, cat, king, both)):
        cv2.imwrite(str(tmp_path / "photos" / f"{number}.png"), photo)
    arguments = ("--source", tmp_path / "photos", "--players", "Ann,Ben,Cem")
    status, _, err = call("lock-the-entry", *arguments, "--journal", tmp_path / "journal.sqlite")
    assert status == 1
    assert "does not see the table" in err
    assert [entry.line for entry in entries(tmp_path / "journal.sqlite")] == ["? create KH", "? add 1 7D"]


def test_a_picture_of_something_else_is_told_to_show_nothing(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "cat.png"), np.random.default_rng(1).integers(0, 255, (300, 400, 3), np.uint8))
    arguments = ("--source", tmp_path / "cat.png", "--players", "Ann,Ben,Cem")
    status, out, err = call("lock-the-entry", *arguments, "--journal", tmp_path / "journal.sqlite")
    assert status == 0
    assert "Not one card" in err
    assert "Score" in out


def test_a_video_that_breaks_off_keeps_what_was_seen(film: Path, tmp_path: Path) -> None:
    film.write_bytes(film.read_bytes()[: film.stat().st_size // 2])
    arguments = ("--source", film, "--every-frame", "--players", "Ann,Ben,Cem")
    status, out, err = call("lock-the-entry", *arguments, "--journal", tmp_path / "journal.sqlite")
    assert status == 2
    assert "breaks off" in err
    assert "? create KH" in out
    assert "Score" in out
    assert [entry.line for entry in entries(tmp_path / "journal.sqlite")] == ["? create KH"]


def test_a_full_disk_is_told_once_and_waited_for(film: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    append: Callable[..., Entry] = Journal.append
    full = [JournalFault.FULL] * 3

    def written(journal: Journal, *arguments: Any, **content: Any) -> Entry:
        if full:
            raise JournalError(journal.path, full.pop())
        return append(journal, *arguments, **content)

    monkeypatch.setattr(Journal, "append", written)
    monkeypatch.setattr(command, "_AGAIN", 0.0)
    arguments = ("--source", film, "--every-frame", "--players", "Ann,Ben,Cem")
    status, _, err = call("lock-the-entry", *arguments, "--journal", tmp_path / "journal.sqlite")
    assert status == 1
    assert err.count("the disk is full") == 1
    assert [entry.line for entry in entries(tmp_path / "journal.sqlite")] == ["? create KH", "? add 1 7D"]


def lines(path: Path) -> list[str | None]:
    return [entry.line for entry in entries(path)]


def test_a_film_that_broke_off_is_gone_on_with_where_it_had_been_ruled_on(
    film: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, journal, said = film.read_bytes(), tmp_path / "journal.sqlite", ("--every-frame", "--json")
    film.write_bytes(whole[: len(whole) // 2])
    call("lock-the-entry", "--source", film, *said, "--players", "Ann,Ben,Cem", "--journal", journal)
    assert lines(journal) == ["? create KH"]
    film.write_bytes(whole)
    looked: list[int] = []
    look = Sight.look

    def noted(sight: Sight, frame: Frame) -> Look:
        looked.append(frame.number)
        return look(sight, frame)

    monkeypatch.setattr(Sight, "look", noted)
    again = ("lock-the-entry", "--source", film, *said, "--journal", journal, "--resume", "1")
    status, _, err = call(*again)
    assert (status, err) == (1, "")
    assert lines(journal) == ["? create KH", "? add 1 7D"]
    assert looked[0] >= 8  # from there on the king lies on the table


def test_photos_go_on_at_the_one_that_was_ruled_on_last(tmp_path: Path) -> None:
    folder, journal = tmp_path / "photos", tmp_path / "journal.sqlite"
    folder.mkdir()
    king, both = table(KH=(300, 300)), table(KH=(300, 300), D7=(300, 350))
    for number, photo in enumerate((table(), king)):
        cv2.imwrite(str(folder / f"{number}.png"), photo)
    assert call("lock-the-entry", "--source", folder, "--players", "Ann,Ben,Cem", "--journal", journal)[0] == 0
    cv2.imwrite(str(folder / "0.png"), table(C10=(300, 300)))  # nobody looks at it again
    cv2.imwrite(str(folder / "2.png"), both)
    status, _, err = call("lock-the-entry", "--source", folder, "--journal", journal, "--resume", "1")
    assert (status, err) == (1, "")
    assert lines(journal) == ["? create KH", "? add 1 7D"]


def test_what_is_no_game_of_the_journal_or_another_one_is_not_gone_on_with(film: Path, tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite"
    watch(film, journal)
    for game, number, told in (("lockdown", "1", "game 1 of the journal is lock-the-entry"), ("lockdown", "7", "7")):
        status, _, err = call(game, "--source", film, "--journal", journal, "--resume", number)
        assert (status, err.count("\n")) == (2, 1)
        assert told in err


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
        (("lock-the-entry", "--source", "no-such.mp4", "--every-frame", "--players", "Ann,Ben,Cem"), "no-such.mp4"),
        (("chess",), "chess"),
        (("lock-the-entry", "--players", "Ann"), "players"),
        (("lock-the-entry", "--players", "Ann,Ben,Cem", "--option", "red"), "red"),
    ],
)
def test_bad_input_is_told_in_one_line_and_no_game_begins(
    arguments: tuple[str, ...], told: str, film: Path, tmp_path: Path
) -> None:
    game, *more = arguments
    status, _, err = call(game, "--source", film, *more, "--journal", tmp_path / "journal.sqlite")
    assert status == 2
    assert told in err
    assert err.count("\n") == 1
    shown = CliRunner().invoke(app, ["games", "list", "--journal", str(tmp_path / "journal.sqlite"), "--json"])
    assert not shown.stdout
