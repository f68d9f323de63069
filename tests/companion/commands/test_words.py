"""``companion words`` from outside: a board typed or seen in a photo, and what a rack can lay on it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from companion.cli import app
from companion.commands import words
from companion.rules.game import Setup
from companion.rules.word_wars import Lexicon, WordWars, parse_action
from vision.sightings import Kind, Reading, Sighting
from vision.whole import Whole

SIDE = 40.0


@pytest.fixture
def word_list(tmp_path: Path) -> Path:
    path = tmp_path / "small.txt"
    path.write_text("cat\ncats\ntan\nan\nat\nas\n", encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["words", *map(str, arguments)])


def told(result: Result) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(result.stdout)
    return answer


def test_a_rack_on_a_typed_board(word_list: Path) -> None:
    result = run("--lay", "0,0 across CAT", "--rack", "sna", "--words", word_list, "--json")
    assert result.exit_code == 0, result.stderr
    answer = told(result)
    assert answer["words"] == [{"word": "CAT", "known": True}]
    lines = [play["line"] for play in answer["plays"]["best"]]
    assert "3,0 across S" in lines
    assert "2,1 down AN" in lines
    tiles = [play["tiles"] for play in answer["plays"]["best"]]
    assert tiles == sorted(tiles, reverse=True)
    assert answer["plays"]["count"] == len(lines)


def test_what_is_listed_is_what_the_rules_allow(word_list: Path) -> None:
    lexicon = Lexicon.of("small", ["CAT", "CATS", "TAN", "AN", "AT", "AS"])
    game = WordWars(lexicon)
    deal = {"Ann": tuple("CATSNAB"), "Ben": tuple("SNAIEOR")}
    state = game.apply(game.start(Setup(("Ann", "Ben"), deal=deal)), parse_action("Ann play 0,0 across CAT"))
    answer = told(run("--lay", "0,0 across CAT", "--rack", "SNAIEOR", "--words", word_list, "--most", 99, "--json"))
    listed = {play["line"] for play in answer["plays"]["best"]}
    legal = {
        game.write_action(one).removeprefix("Ben play ")
        for one in game.legal_actions(state)
        if "play" in str(game.write_action(one))
    }
    assert listed == legal


def test_a_word_that_is_none_is_status_1(word_list: Path) -> None:
    result = run("--lay", "0,0 across CAT", "--lay", "0,1 down XQ", "--words", word_list)
    assert result.exit_code == 1
    assert "CXQ" in result.stdout
    assert "✓ CAT" in result.stdout


def tile(letter: str | None, column: float, row: float, certain: bool = True) -> Sighting:
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * SIDE * 0.95
    return Sighting(Kind.TILE, letter, 0.99, certain, corners + np.array([column, row], np.float32) * SIDE)


class Eye:
    """Sees these tiles in every picture."""

    def __init__(self, *tiles: Sighting) -> None:
        self.tiles = tiles

    def read(self, image: object, whole: Whole | None = None) -> Reading:
        return Reading((640, 480), 1.0, self.tiles)


BOARD = (
    *(tile(letter, 3 + place, 2) for place, letter in enumerate("CAT")),
    *(tile(x, 5, 3 + i) for i, x in enumerate("AN")),
)
RACK = tuple(tile(letter, 2 + place, 9) for place, letter in enumerate("SNA"))


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "board.png"
    Image.new("RGB", (640, 480)).save(path)
    return path


def seen(monkeypatch: pytest.MonkeyPatch, *tiles: Sighting) -> None:
    monkeypatch.setattr(words, "open_reader", lambda weights: Eye(*tiles))


def test_the_board_and_the_rack_of_a_photo(monkeypatch: pytest.MonkeyPatch, photo: Path, word_list: Path) -> None:
    seen(monkeypatch, *BOARD, *RACK)
    result = run(photo, "--words", word_list, "--json")
    assert result.exit_code == 0, result.stderr
    answer = told(result)
    assert {word["word"] for word in answer["words"]} == {"CAT", "TAN"}
    assert answer["rack"] == "SNA"
    assert {"column": 0, "row": 0, "tile": "C"} in answer["board"]
    assert {"tiles": 1, "words": ["CATS"], "line": "3,0 across S"} in answer["plays"]["best"]


def test_a_rack_that_is_named_leaves_the_photo_to_the_board(
    monkeypatch: pytest.MonkeyPatch, photo: Path, word_list: Path
) -> None:
    seen(monkeypatch, *BOARD, *RACK)
    assert told(run(photo, "--rack", "S", "--words", word_list, "--json"))["rack"] == "S"


def test_a_tile_that_is_not_sure_lists_no_play(monkeypatch: pytest.MonkeyPatch, photo: Path, word_list: Path) -> None:
    seen(monkeypatch, *BOARD[:-1], tile("N", 5, 4, certain=False), *RACK)
    result = run(photo, "--words", word_list, "--json")
    assert result.exit_code == 2
    answer = told(result)
    assert "plays" not in answer
    assert [word["word"] for word in answer["words"]] == ["CAT"]
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("--rack", "AB3"),
        ("--lay", "CAT"),
        ("--lay", "0,0 across CAT", "--lay", "0,0 down AT"),
        ("--lay", "0,0 across C?T"),
        ("nowhere.jpg",),
        ("--rack", "A", "--words", "nowhere.txt"),
    ],
)
def test_bad_input_is_one_line_and_status_2(
    arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    seen(monkeypatch)
    result = run(*arguments)
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1


def test_a_photo_without_tiles(monkeypatch: pytest.MonkeyPatch, photo: Path) -> None:
    seen(monkeypatch)
    assert run(photo).exit_code == 2
