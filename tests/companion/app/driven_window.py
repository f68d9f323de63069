"""A window driven in a process of its own, off the screen."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

NO_WINDOW = 77


def told_by(driver: str, folder: Path) -> Any:
    """What a driver of this folder, given a folder to work in, tells of its window; skips where none opens."""
    environment = os.environ | {"SDL_VIDEODRIVER": "offscreen", "PYTHONUTF8": "1"}
    environment["PYTHONPATH"] = str(Path(__file__).parents[3])
    command = [sys.executable, str(Path(__file__).with_name(driver)), str(folder)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, encoding="utf-8", timeout=270)
    if done.returncode == NO_WINDOW:
        pytest.skip(f"no window opens here, not even offscreen: {done.stderr.strip()}")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
