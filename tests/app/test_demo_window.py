"""The demo's window for real, in a process of its own: what is drawn on it, and that closing it ends every thread."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

DRIVER = Path(__file__).with_name("drive_demo_window.py")
NO_WINDOW = 77


def drive(width: int, height: int, out: Path) -> tuple[dict[str, Any], np.ndarray]:
    """What the screen showed when the clip had been read, and its picture (BGR)."""
    environment = os.environ | {"SDL_VIDEODRIVER": "offscreen", "COMPANION_LANGUAGE": "en", "PYTHONUTF8": "1"}
    command = [sys.executable, str(DRIVER), str(width), str(height), str(out)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, encoding="utf-8", timeout=100)
    if done.returncode == NO_WINDOW:
        pytest.skip(f"no window opens here, not even offscreen: {done.stderr.strip()}")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), cv2.imread(str(out))


def share(picture: np.ndarray, box: list[float], colour: tuple[float, ...]) -> float:
    """The share of a box (x, y from the bottom left, width, height) that has about this colour (RGB, 0..1)."""
    x, y, width, height = map(round, box)
    part = picture[picture.shape[0] - y - height : picture.shape[0] - y, x : x + width]
    return float((np.abs(part.astype(int) - np.array(colour)[::-1] * 255) < 12).all(axis=2).mean())


@pytest.mark.parametrize("size", [(1280, 800), (800, 480), (480, 800)])
def test_the_window_shows_the_table_its_reading_and_the_verdict(size: tuple[int, int], tmp_path: Path) -> None:
    from companion.app.theme import Theme

    shown, picture = drive(*size, tmp_path / "window.png")
    assert shown["size"] == list(size)
    assert picture.shape[1::-1] == size
    assert shown["headline"] == "Won by Ann (LTE-14)"
    assert {"LTE-2 ✓", "LTE-12 ✓"} <= set(shown["checks"])
    assert shown["things"] == ["K♠", "2♠?", "5♠", "J♦", "7♦", "a card of Ann", "8♠", "10♦", "a card of Cem"]
    assert shown["events"][0] == "now under another: 9♦"
    assert shown["threads"] == ["MainThread"]
    theme, live = Theme(), shown["picture"]
    felt = picture[round(size[1] - live[1] - live[3] / 2), round(live[0] + live[2] / 2)]
    assert felt[0] > felt[2] + 40  # between the two entries the table shows, the right way round: blue, not red
    assert 0.01 < share(picture, live, theme.certain[:3]) < 0.2
    assert 0.0005 < share(picture, live, theme.asked[:3]) < 0.05
    x, y, width, height = live
    assert share(picture, [x + width * 0.4, y, width * 0.1, height], theme.certain[:3]) == 0  # nothing is drawn there
