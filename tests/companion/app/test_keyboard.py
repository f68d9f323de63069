"""The app by its keyboard, in a process of its own: keys are for what is seen, never for what was put away."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

DRIVER = Path(__file__).with_name("drive_keys.py")
NO_WINDOW = 77


@pytest.mark.timeout(280)  # a slow machine
def test_keys_are_for_what_is_seen(tmp_path: Path) -> None:
    environment = os.environ | {"SDL_VIDEODRIVER": "offscreen", "PYTHONUTF8": "1"}
    environment["PYTHONPATH"] = str(Path(__file__).parents[3])
    command = [sys.executable, str(DRIVER), str(tmp_path)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, encoding="utf-8", timeout=270)
    if done.returncode == NO_WINDOW:
        pytest.skip(f"no window opens here, not even offscreen: {done.stderr.strip()}")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["games"] == 1  # Enter on Begin, and Enter again at the table
    assert told["asked"] == "letter 1"
    assert told["sheet"] == [True, "march", "↑ Folder above"]
    assert told["hand"] == [True, False, 0]
    assert told["read"] == "table.jpg: 0 seen, in 1 ms"
    assert told["field"] is True
    assert told["seat"] == ["Ann name Ben"]
    assert told["source"] == [True, False, [True, True]]
    assert told["dealer"] == [1, True, False]
    assert told["home"] == [3, 0]
