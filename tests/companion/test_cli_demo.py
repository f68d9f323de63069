"""``companion demo`` without a window: with the double of the reader, and with the shipped weights if there are any."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from companion.cli import app
from companion.commands import demo
from companion.language import Language
from vision import pipeline
from vision.network import DEFAULT_WEIGHTS
from vision.photo import load_photo

ENGLISH = Language.load("en")
DOUBLE = runpy.run_path(str(Path(__file__).parents[1] / "app" / "demo_reader.py"))
needs_weights = pytest.mark.skipif(not (DEFAULT_WEIGHTS / "finder.onnx").exists(), reason="the weights are not there")


@pytest.fixture(autouse=True)
def no_display(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(pipeline, "TableReader", DOUBLE["DemoReader"])
    return DOUBLE["DemoReader"]


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["demo", *map(str, arguments)])


def check(result: Result) -> None:
    """The one outcome the bundled table has."""
    assert result.exit_code == 0, result.stderr
    told = json.loads(result.stdout)
    entry = told["audit"]["entries"][0]
    assert told["audit"]["complete"]
    assert told["audit"]["legal"]
    assert entry["faces"] == ["JH", "3H", "6H", "8H", "10H", "QH"]
    assert entry["owners"] == ["Ann", "Ben", "Cem"] * 2
    assert entry["points"] == {"Ann": 3, "Ben": 2, "Cem": 2}
    assert told["audit"]["winners"] == ["Ann"]
    live = [(event["event"], event["thing"]["name"]) for event in told["live"]]
    events = [event for event in live if event[1] is not None]  # what could not be read is told as that
    at_first = {"Ann", "KS", "2S", "5S", "JD", "7D"}
    assert {name for _, name in events[: len(at_first)]} == at_first
    plays = [("placed", "9D"), ("placed", "8S"), ("placed", "10D"), ("covered", "9D")]
    assert [event for event in events[len(at_first) :] if event != ("placed", "Cem")] == plays
    assert ("placed", "Cem") in events
    for path in told["saved"]:
        assert load_photo(Path(path)).shape[1] >= 1280


def test_json_without_a_window(reader: Any) -> None:
    check(run("--json"))


@needs_weights
def test_with_the_shipped_weights() -> None:
    check(run("--json"))


def test_printed_with_its_pictures(reader: Any, tmp_path: Path) -> None:
    result = run()
    assert result.exit_code == 0, result.stderr
    assert ENGLISH.text("audit.entry_winner", player="Ann") in result.stdout
    assert "LTE-13" in result.stdout
    assert ENGLISH.text("demo.placed", thing="9♦") in result.stdout
    assert str(tmp_path / "companion-demo") in result.stdout
    assert {p.name for p in (tmp_path / "companion-demo").iterdir()} >= {"entry-1-audit.jpg", "live-07.jpg"}


def test_the_folder_that_is_named(reader: Any, tmp_path: Path) -> None:
    assert run("--save", tmp_path / "here").exit_code == 0
    assert (tmp_path / "here" / "entry-1-audit.jpg").exists()
    assert not (tmp_path / "companion-demo").exists()


def test_an_uncertain_card_is_shown_again_and_gets_no_score(reader: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "unsure", frozenset({"8H"}))
    result = run("--json")
    assert result.exit_code == 2
    assert not json.loads(result.stdout)["audit"]["complete"]
    assert "8♥" in result.stderr


def test_no_window_opens(reader: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.app import application

    def fail(language: Language) -> None:
        raise application.WindowError("no driver")

    monkeypatch.setattr(application, "open_window", fail)
    result = run("--window")
    assert result.exit_code == 0
    assert result.stderr.splitlines() == [ENGLISH.text("demo.no_window", reason="no driver")]
    assert ENGLISH.text("audit.entry_winner", player="Ann") in result.stdout
    assert Path("companion-demo/entry-1-audit.jpg").exists()


def test_a_folder_that_cannot_be_made(reader: Any, tmp_path: Path) -> None:
    (tmp_path / "taken").touch()
    result = run("--save", tmp_path / "taken")
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1


def test_missing_weights_and_a_missing_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    missing = run("--weights", tmp_path / "nowhere")
    assert missing.exit_code == 2
    assert len(missing.stderr.splitlines()) == 1
    monkeypatch.setattr(demo, "TABLE", tmp_path / "nothing")
    missing = run()
    assert missing.exit_code == 2
    assert missing.stderr.splitlines() == [ENGLISH.text("demo.no_table", path=tmp_path / "nothing")]
