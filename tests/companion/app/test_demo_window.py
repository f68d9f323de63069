"""The demo in its window, in a process of its own: the film at the table, then its score."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import cv2
import pytest

from companion.commands.demo import TABLE
from vision.network import DEFAULT_WEIGHTS

DRIVER = Path(__file__).with_name("drive_demo.py")
NO_WINDOW = 77


@pytest.mark.skipif(not (DEFAULT_WEIGHTS / "finder.onnx").exists(), reason="the weights are not there")
@pytest.mark.timeout(1200)  # a minute of computing, and other programs may be running
def test_the_film_is_played_at_the_table_to_the_score(tmp_path: Path) -> None:
    environment = os.environ | {"SDL_VIDEODRIVER": "offscreen", "COMPANION_LANGUAGE": "en", "PYTHONUTF8": "1"}
    environment |= {"PYTHONPATH": str(Path(__file__).parents[3]), "XDG_CONFIG_HOME": str(tmp_path / "config")}
    command = [sys.executable, str(DRIVER), "1280", "800", str(tmp_path)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, encoding="utf-8", timeout=1100)
    if done.returncode == NO_WINDOW:
        pytest.skip(f"no window opens here, not even offscreen: {done.stderr.strip()}")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["screens"] == ["table", "score"]
    result = json.loads((TABLE / "game" / "truth.json").read_text(encoding="utf-8"))["result"]
    assert told["standings"] == {name: [n, name in result["winners"]] for name, n in result["points"].items()}
    assert (told["status"], told["errors"], told["cut"], told["threads"]) == (0, "", [], [])
    assert told["asked"] <= 1  # which the table settles by itself
    assert (tmp_path / "journal.sqlite").exists()
    table = cv2.imread(str(tmp_path / "table.png"))
    assert table.shape == (800, 1280, 3)
    wood = table[100:500, 60:600].reshape(-1, 3).astype(int)
    assert ((wood[:, 2] > wood[:, 1] + 15) & (wood[:, 1] > wood[:, 0])).mean() > 0.3  # the table is brown
