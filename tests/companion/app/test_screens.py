"""Score, replay and settings in a window of their own process: what they show, and that it lies within the window."""

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

from companion.app.theme import PALETTES, Colour
from companion.rule_texts import load_rule_texts
from tests.companion.app.bot_games import bot_game, eventful_game

DRIVER = Path(__file__).with_name("drive_screen.py")
NO_WINDOW = 77


def drive(screen: str, size: tuple[int, int], language: str, journal: Path, out: Path) -> dict[str, Any]:
    """What the screen told, once it was driven."""
    environment = os.environ | {"SDL_VIDEODRIVER": "offscreen", "PYTHONUTF8": "1"}
    environment["PYTHONPATH"] = str(Path(__file__).parents[3])
    command = [sys.executable, str(DRIVER), screen, *map(str, size), language, str(journal), str(out)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, encoding="utf-8", timeout=100)
    if done.returncode == NO_WINDOW:
        pytest.skip(f"no window opens here, not even offscreen: {done.stderr.strip()}")
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    assert told["size"] == list(size)
    return told


def share(picture: Path, colour: Colour) -> float:
    """The share of a picture that has about this colour."""
    pixels = cv2.imread(str(picture)).astype(int)
    return float((np.abs(pixels - np.array(colour[2::-1]) * 255) < 12).all(axis=2).mean())


def test_the_score_is_shown_and_saved(tmp_path: Path) -> None:
    bot_game(tmp_path / "journal.sqlite")
    told = drive("score", (800, 480), "en", tmp_path / "journal.sqlite", tmp_path / "score.png")
    assert told["rows"] == 3
    assert any("LTE-14" in rule for rule in told["rules"])
    title, text = told["read"]  # nothing of it cut off
    assert told["rules"][0].startswith(title)
    assert text == load_rule_texts("lock-the-entry", "en")[title.split()[0]].text
    assert told["tapped"] == told["read"]
    saved = Path(told["said"].removeprefix("Saved: "))
    assert saved.parent == tmp_path
    assert json.loads(saved.read_text("utf-8"))["result"]["over"]
    assert told["went"] == ["replay"]
    for line in PALETTES["night"].lines[:3]:  # each player has a line in the chart
        assert share(tmp_path / "score.png", line) > 0.0002


def test_the_replay_follows_the_keys_until_it_is_left(tmp_path: Path) -> None:
    eventful_game(tmp_path / "journal.sqlite")
    told = drive("replay", (480, 800), "zh", tmp_path / "journal.sqlite", tmp_path / "replay.png")
    assert told["opening"] == "游戏开始"
    assert told["first"].startswith("1 ✓")
    assert (told["pictures"], told["slider"]) == (1, 1)
    assert told["last"].startswith("7 ×")
    assert told["number"] == told["of"] == told["after_leaving"] == 7
    assert told["went"] == ["score"]
    assert share(tmp_path / "replay.png", (40 / 255, 90 / 255, 60 / 255, 1)) > 0.1  # the picture that was kept


def test_the_settings_are_taken_at_once(tmp_path: Path) -> None:
    eventful_game(tmp_path / "journal.sqlite")
    told = drive("settings", (1280, 720), "en", tmp_path / "journal.sqlite", tmp_path / "settings.png")
    assert "lacks finder.onnx" in told["refused"]
    assert told["samples"] == [list(PALETTES["night"].on_colour)] * 3  # as everywhere
    assert told["unsaved"] == "not kept"
    assert (told["palette"], told["spoken"]) == ("daylight", True)
    assert told["went"] == ["home"]
    assert share(tmp_path / "settings.png", PALETTES["night"].ground) > 0.2
    assert share(tmp_path / "settings-daylight.png", PALETTES["daylight"].ground) > 0.2
