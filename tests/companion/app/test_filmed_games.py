"""Every game from its set-up over its rendered film to its score, by taps: two sizes of the window, two languages."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.language import Language

DRIVER = Path(__file__).with_name("drive_films.py")
NO_WINDOW = 77
WINDOWS = {"800x480-en", "800x480-zh", "1920x1080-en", "1920x1080-zh"}
ASKED = {  # with eyes that cannot read one piece, and otherwise what no camera sees
    "lock-the-entry": {"which_card"},
    "word-wars": {"which_letter", "cannot_go_on"},
    "lockdown": {"whose_hand", "which_card", "who_forced"},
    "engines": {"which_card"},
    "eleusis": {"which_card", "round_dealt"},
}
PICTURES = os.environ.get("COMPANION_PICTURES")  # a folder where the pictures of the windows are kept


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("game", ASKED)
def test_a_filmed_game_is_played_to_its_score(game: str, tmp_path: Path) -> None:
    out = tmp_path if PICTURES is None else Path(PICTURES) / game
    out.mkdir(parents=True, exist_ok=True)
    environment = os.environ | {"SDL_VIDEODRIVER": "offscreen", "PYTHONUTF8": "1"}
    environment["PYTHONPATH"] = str(Path(__file__).parents[3])
    command = [sys.executable, str(DRIVER), game, str(out)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, encoding="utf-8", timeout=1180)
    if done.returncode == NO_WINDOW:
        pytest.skip(f"no window opens here, not even offscreen: {done.stderr.strip()}")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    truth, scores = told["truth"], told["scores"]
    (winner,) = truth["winners"]
    assert scores.keys() == WINDOWS
    for window, shown in scores.items():
        assert (shown["points"], shown["winners"]) == (truth["points"], truth["winners"]), window
        assert shown["verdict"] == Language.load(window[-2:]).text("games.won_by", players=winner)
    assert (told["missing"], told["wrong"], told["refused"]) == ([], [], 0)
    assert set(told["asked"]) >= ASKED[game]
    assert told["unanswered"] == []
    assert told["cut"] == []
