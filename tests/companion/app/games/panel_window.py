"""A panel in a window of its own process, as `drive_panel.py` tells of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.fonts import font_for

DRIVER = Path(__file__).with_name("drive_panel.py")
NO_WINDOW = 77


def drive(game: str, size: tuple[int, int], out: Path, language: str = "en", **wanted: Any) -> dict[str, Any]:
    """What was sent and shown; skips the test where no window opens, not even offscreen, or no font has its signs."""
    if font_for(language) is None:
        pytest.skip(f"no font for {language} here")
    environment = os.environ | {"SDL_VIDEODRIVER": "offscreen", "COMPANION_LANGUAGE": language, "PYTHONUTF8": "1"}
    command = [sys.executable, str(DRIVER), game, *map(str, size), str(out)]
    done = subprocess.run(
        command,
        env=environment,
        input=json.dumps(wanted),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=100,
    )
    if done.returncode == NO_WINDOW:
        pytest.skip(f"no window opens here: {done.stderr.strip()}")
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return told
