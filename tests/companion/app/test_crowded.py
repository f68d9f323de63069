"""A small window with the largest letters, in a process of its own: whatever is offered can be reached."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

DRIVER = Path(__file__).with_name("drive_crowded.py")
NO_WINDOW = 77


@pytest.mark.timeout(280)  # a slow machine
def test_many_answers_deeds_and_cards_can_be_reached(tmp_path: Path) -> None:
    environment = os.environ | {"SDL_VIDEODRIVER": "offscreen", "PYTHONUTF8": "1"}
    environment["PYTHONPATH"] = str(Path(__file__).parents[3])
    command = [sys.executable, str(DRIVER), str(tmp_path)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, encoding="utf-8", timeout=270)
    if done.returncode == NO_WINDOW:
        pytest.skip(f"no window opens here, not even offscreen: {done.stderr.strip()}")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["letters"] == ["A", "Z"]
    assert told["players"] == ["Ann", "Finn-Ole"]
    assert told["deeds"] == ["0", "39"]
    seen, width = told["hand"]
    assert seen == 30
    assert width > 40
