"""Whole games in the window of the app, from the set-up to the score; and names of every kind on every screen."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.language import Language

DRIVER = Path(__file__).with_name("drive_games.py")
NO_WINDOW = 77
RESULTS = {  # as the golden files have them
    "lock-the-entry/one-entry-by-the-text": (["Ann"], {"Ann": 1, "Ben": 0, "Cem": 0}),
    "word-wars/table": (["Ben"], {"Ben": 14, "Ann": 5}),
    "lockdown/seen-from-the-table": (["Ann"], {"Ann": 2, "Ben": 1, "Cem": 0}),
    "engines/two-seen-from-the-table": (["Ann"], {"Ann": 17, "Ben": 17}),
    "eleusis/seen-at-a-table": (["Cem"], {"Cem": 9, "Ann": 8, "Ben": 4, "Dee": 2}),
}


def drive(size: tuple[int, int], language: str, out: Path) -> dict[str, Any]:
    """What the screens showed."""
    environment = os.environ | {"SDL_VIDEODRIVER": "offscreen", "PYTHONUTF8": "1"}
    environment["PYTHONPATH"] = str(Path(__file__).parents[3])
    command = [sys.executable, str(DRIVER), *map(str, size), language, str(out)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, encoding="utf-8", timeout=280)
    if done.returncode == NO_WINDOW:
        pytest.skip(f"no window opens here, not even offscreen: {done.stderr.strip()}")
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    ("size", "language"), [((800, 480), "en"), ((1920, 1080), "zh"), ((480, 800), "zh"), ((3840, 2160), "en")]
)
def test_every_game_goes_from_its_set_up_to_its_score(size: tuple[int, int], language: str, tmp_path: Path) -> None:
    told = drive(size, language, tmp_path)
    assert told["cut"] == []
    text = Language.load(language).text
    assert told["games"].keys() == RESULTS.keys()
    for name, (winners, points) in RESULTS.items():
        game = told["games"][name]
        assert (game["winners"], game["points"]) == (winners, points)
        assert game["verdict"] == text("games.won_by", players=winners[0])
        assert game["turn"] == text("table_screen.won_by", players=winners[0])
    assert told["fault"] == text("watch.failed", reason="torn")
    assert told["dealer"]["covered"] == [True, True]
    assert told["dealer"]["secret"]
    assert text("ee_does.deal", dealer="Ann") in told["dealer"]["feed"]
    assert told["crowd"] == {"emoji": [], "ring": False, "night": []}
