"""``companion demo`` without a window: all of it through the shipped weights, and by doubles what may go wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from companion.cli import app
from companion.commands import demo
from companion.commands.play import Refereed
from companion.journal import Journal
from companion.language import Language
from companion.rules import lock_the_entry
from tests.companion.demo_reader import DemoReader
from vision import pipeline
from vision.network import DEFAULT_WEIGHTS
from vision.photo import load_photo

ENGLISH = Language.load("en")
TRUTH = json.loads((demo.TABLE / "game" / "truth.json").read_text(encoding="utf-8"))
FINE = Refereed(over=True, refused=False, asked=0, whole=True)


@pytest.fixture(autouse=True)
def no_display(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Eyes that know the pictures, and a film that gives its score unseen."""
    monkeypatch.setattr(pipeline, "TableReader", DemoReader)
    monkeypatch.setattr(demo, "refereed", lambda *_: FINE)
    return DemoReader


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["demo", *map(str, arguments)])


def bare(line: str) -> str:
    """An action without who did it, which no camera sees."""
    return line if line == "end" else line.partition(" ")[2]


@pytest.mark.timeout(1200)  # a minute of computing, and other programs may be running
def test_the_whole_demo_through_the_real_eyes(tmp_path: Path) -> None:
    """Every frame of the film; in one test, for two workers would both play it."""
    if not (DEFAULT_WEIGHTS / "finder.onnx").exists():
        pytest.skip("the weights are not there")
    folder = tmp_path / "kept"
    result = run("--json", "--no-window", "--save", folder)
    the_bundled_entry_is_audited_rightly(result, folder)
    the_bundled_film_is_refereed_to_its_true_score_and_nobody_has_to_answer(result)
    the_game_of_the_film_is_kept_with_its_pictures(folder)


def the_bundled_entry_is_audited_rightly(result: Result, folder: Path) -> None:
    audit = json.loads(result.stdout.splitlines()[0])
    (entry,) = audit["entries"]
    assert audit["complete"]
    assert audit["legal"]
    assert entry["faces"] == ["JH", "3H", "6H", "8H", "10H", "QH"]
    assert entry["owners"] == ["Ann", "Ben", "Cem"] * 2
    assert entry["points"] == {"Ann": 3, "Ben": 2, "Cem": 2}
    assert audit["winners"] == ["Ann"]
    assert load_photo(folder / "entry-1-audit.jpg").shape[1] >= 1280


def the_bundled_film_is_refereed_to_its_true_score_and_nobody_has_to_answer(result: Result) -> None:
    assert (result.exit_code, result.stderr) == (0, "")
    told = [json.loads(line) for line in result.stdout.splitlines()[1:]]
    assert {line["event"] for line in told} <= {"game", "action", "score", "question", "settled"}
    assert sum(line["event"] == "question" for line in told) <= 1  # which the table settles by itself
    actions = [line["line"] for line in told if line["event"] == "action"]
    *moves, audit = actions
    assert list(map(bare, moves)) == [bare(action["line"]) for action in TRUTH["actions"]]
    assert bare(audit).startswith("1 ")
    score = told[-1]
    assert {key: score[key] for key in ("over", "points", "winners")} == TRUTH["result"]


def the_game_of_the_film_is_kept_with_its_pictures(folder: Path) -> None:
    with Journal(folder / "journal.sqlite", create=False) as journal:
        (game,) = journal.games()
        entries = journal.entries(game.number)
    assert (game.name, game.setup.players) == (lock_the_entry.NAME, tuple(TRUTH["setup"]["players"]))
    assert len(entries) == len(TRUTH["actions"]) + 1  # and the audit
    assert len(list(folder.rglob("*.jpg"))) > 10  # of each card as it was laid


def test_printed_with_its_pictures(reader: Any, tmp_path: Path) -> None:
    result = run()
    assert result.exit_code == 0, result.stderr
    assert ENGLISH.text("audit.entry_winner", player="Ann") in result.stdout
    assert "LTE-13" in result.stdout
    assert result.stdout.index("LTE-13") < result.stdout.index(ENGLISH.text("demo.film"))
    assert str(tmp_path / "companion-demo") in result.stdout
    assert (tmp_path / "companion-demo" / "entry-1-audit.jpg").exists()


def test_the_folder_that_is_named(reader: Any, tmp_path: Path) -> None:
    assert run("--save", tmp_path / "here").exit_code == 0
    assert (tmp_path / "here" / "entry-1-audit.jpg").exists()
    assert (tmp_path / "here" / "journal.sqlite").exists()
    assert not (tmp_path / "companion-demo").exists()


def test_an_uncertain_card_is_shown_again_and_gets_no_score(reader: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "unsure", frozenset({"8H"}))
    result = run("--json")
    assert result.exit_code == 2
    assert not json.loads(result.stdout.splitlines()[0])["complete"]
    assert "8♥" in result.stderr


@pytest.mark.parametrize(
    ("came", "status"),
    [
        (Refereed(over=False, refused=False, asked=0, whole=True), 2),
        (Refereed(over=True, refused=False, asked=1, whole=True), 2),
        (Refereed(over=True, refused=False, asked=0, whole=False), 2),
        (Refereed(over=True, refused=True, asked=0, whole=True), 1),
    ],
)
def test_the_status_tells_what_came_of_the_film(
    reader: Any, monkeypatch: pytest.MonkeyPatch, came: Refereed, status: int
) -> None:
    monkeypatch.setattr(demo, "refereed", lambda *_: came)
    result = run()
    assert result.exit_code == status
    assert (ENGLISH.text("demo.no_score") in result.stderr) is not came.over


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
