"""``companion correct`` from outside, with a reader that needs no weights."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import cv2
import pytest
from typer.testing import CliRunner, Result

from companion.cli import app
from companion.installation import default_corrections
from tests.vision.staged import PICTURE, stages
from vision.corrections import Corrections
from vision.photo import load_photo

command = import_module("companion.commands.correct")


@pytest.fixture(autouse=True)
def staged_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_LANGUAGE", "en")
    reader = SimpleNamespace(explain=lambda image: stages())
    monkeypatch.setattr(command, "open_reader", lambda weights, library, finder: reader)


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), PICTURE)
    return path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["correct", *map(str, arguments)])


def told(photo: Path) -> list[tuple[str | None, str | None]]:
    kept = Corrections(default_corrections()).told(load_photo(photo))
    return [(one.kind and one.kind.value, one.name) for one in kept]


def test_without_corrections_the_things_are_listed_with_their_numbers(photo: Path) -> None:
    result = run(photo)
    assert result.exit_code == 0
    assert result.stdout.splitlines() == ["#1 K♥ (99%)", "#2 9♠ (80%)", "#3 Q (70%)", "#4 unknown deck (90%)"]
    assert not default_corrections().exists()


def test_numbers_are_set_and_what_was_missed_is_added(photo: Path) -> None:
    result = run(photo, "--set", "2=6s", "--set", "3=none", "--add", "JK@220,160,290,160,290,260,220,260")
    assert result.exit_code == 0
    assert str(default_corrections()) in result.stdout
    assert told(photo) == [("card", "6S"), (None, None), ("card", "JK")]
    assert run(photo).stdout.splitlines()[-1].endswith(": 3")


def test_later_corrections_replace_the_earlier_and_undo_forgets_them(photo: Path, tmp_path: Path) -> None:
    run(photo, "--set", "2=6S", "--set", "3=O")
    run(photo, "--set", "3=D")
    assert told(photo) == [("tile", "D")]
    same = tmp_path / "copy.png"
    same.write_bytes(photo.read_bytes())
    assert run(same, "--undo").exit_code == 0
    assert told(photo) == []
    again = run(photo, "--undo")
    assert again.exit_code == 2
    assert len(again.stderr.splitlines()) == 1


def test_json_has_the_reading_and_what_was_told(photo: Path) -> None:
    (line,) = run(photo, "--set", "1=QS", "--json").stdout.splitlines()
    row = json.loads(line)
    assert len(row["sightings"]) == 4
    assert row["told"] == [{"kind": "card", "name": "QS", "outline": row["sightings"][0]["outline"]}]
    (line,) = run(photo, "--json").stdout.splitlines()
    assert json.loads(line)["told"] == row["told"]
    (line,) = run(photo, "--undo", "--json").stdout.splitlines()
    assert json.loads(line) == {"photo": str(photo), "told": []}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--set", "QS"], "QS: write the number"),
        (["--set", "x=QS"], "x=QS: write the number"),
        (["--set", "0=QS"], "no thing 0; the last one is 4"),
        (["--set", "5=QS"], "no thing 5; the last one is 4"),
        (["--set", "1=QX"], "QX: write a card"),
        (["--set", "1=QS", "--set", "1=KS"], "1 is named twice"),
        (["--set", "3=QS"], "was seen as a letter tile"),
        (["--set", "1=E"], "was seen as a card"),
        (["--add", "QS"], "QS: write a name and four points"),
        (["--add", "QS@1,2,3"], "QS@1,2,3: write a name and four points"),
        (["--add", "none@0,0,9,0,9,9,0,9"], "none@0,0,9,0,9,9,0,9: write a name and four points"),
        (["--add", "QS@0,0,0,9,9,9,9,0"], "clockwise"),
        (["--add", "QS@0,0,9,9,9,0,0,9"], "clockwise"),
        (["--add", "QS@nan,0,9,0,9,9,0,9"], "clockwise"),
        (["--add", "QS@900,0,990,0,990,99,900,99"], "outside the photograph of 400 × 300"),
        (["--undo", "--set", "1=QS"], "--undo goes without"),
        (["--undo"], "there are no corrections"),
    ],
)
def test_bad_input_gets_one_line_and_nothing_is_kept(photo: Path, arguments: list[str], words: str) -> None:
    result = run(photo, *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert words in line
    assert not default_corrections().exists()


def test_an_unreadable_photo_gets_one_line(tmp_path: Path) -> None:
    for name in ("missing.jpg", "."):
        result = run(tmp_path / name, "--set", "1=QS")
        assert result.exit_code == 2
        assert len(result.stderr.splitlines()) == 1


def test_a_full_disk_gets_one_line(photo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, content: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    result = run(photo, "--set", "1=QS")
    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    assert "the disk is full" in line
    assert not [path for path in default_corrections().rglob("*") if path.is_file()]
