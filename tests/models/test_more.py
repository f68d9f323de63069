"""Learning more, in a process of its own: ultralytics, once imported, changes functions of OpenCV and Pillow."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent


@pytest.mark.skipif(
    not all(map(find_spec, ("torch", "onnx", "ultralytics"))), reason="the extra `train` is not installed"
)
@pytest.mark.parametrize("name", ["learning_more.py", "learning_long.py", "learning_upright.py"])
@pytest.mark.timeout(900)  # the libraries alone take a while to load, and other programs may be running
def test_learning(name: str) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "--no-header", str(FOLDER / name)]
    done = subprocess.run(command, cwd=FOLDER.parents[1], capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr
