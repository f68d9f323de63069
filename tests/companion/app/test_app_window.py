"""The app in its window, in a process of its own: a game from the set-up over the table to coming back to it."""

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
from companion.fonts import font_for
from companion.language import Language
from models.render.edged_table import WHOLE
from tests.vision.colour_reader import table

DRIVER = Path(__file__).with_name("drive_app.py")
NO_WINDOW = 77
SECONDS = 280  # on a slow machine; seconds on others
THEME = PALETTES["night"]


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A king begins an entry, and a seven cannot begin another. Long enough for a slow machine."""
    path = tmp_path_factory.mktemp("film") / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 4, (1280, 720))
    king, both = table(KH=(300, 300)), table(KH=(300, 300), D7=(700, 300))
    for frame in [table()] * 16 + [king] * 20 + [both] * 100:
        writer.write(frame)
    writer.release()
    return path


def drive(size: tuple[int, int], language: str, film: Path, out: Path) -> dict[str, Any]:
    """What the screens showed."""
    environment = os.environ | {"SDL_VIDEODRIVER": "offscreen", "PYTHONUTF8": "1"}
    environment["PYTHONPATH"] = str(Path(__file__).parents[3])
    command = [sys.executable, str(DRIVER), *map(str, size), language, str(film), str(out)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, encoding="utf-8", timeout=SECONDS)
    if done.returncode == NO_WINDOW:
        pytest.skip(f"no window opens here, not even offscreen: {done.stderr.strip()}")
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def share(picture: np.ndarray, box: list[float], colour: Colour) -> float:
    """The share of a box (x, y from the bottom left, width, height) that has about this colour."""
    x, y, width, height = map(round, box)
    part = picture[picture.shape[0] - y - height : picture.shape[0] - y, x : x + width]
    return float((np.abs(part.astype(int) - np.array(colour[:3])[::-1] * 255) < 12).all(axis=2).mean())


@pytest.mark.timeout(SECONDS + 10)
@pytest.mark.parametrize(
    ("size", "language", "headline", "undone", "feed"),
    [
        (
            (800, 480),
            "en",
            "The starting card 7♦ is not a jack, queen or king",
            "Taken back: Somebody begins an entry with 7♦",
            ["× Somebody begins an entry with 7♦   LTE-2", "✓ Somebody begins an entry with K♥"],
        ),
        (
            (1920, 1080),
            "zh",
            "开头牌 7♦ 不是 J、Q 或 K",
            "已撤销：有人 用 7♦ 开始一个词条",
            ["× 有人 用 7♦ 开始一个词条   LTE-2", "✓ 有人 用 K♥ 开始一个词条"],
        ),
    ],
)
def test_a_game_from_the_set_up_to_the_table_and_back(
    size: tuple[int, int], language: str, headline: str, undone: str, feed: list[str], film: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    told = drive(size, language, film, out)
    assert told["cut"] == []
    assert told["folder"] == [["Dora", "Eve", "Finn"], {"change_own": "off"}, [5, 1, 2], "Dorothy"]
    if language == "zh" and font_for("zh") is not None:
        assert told["broken"]["text"] == "".join(line for line, _ in told["broken"]["lines"])
        assert all(share > 0.85 for _, share in told["broken"]["lines"][:-1])
        assert len(told["broken"]["lines"]) > 1
    assert told["options"] == 5
    assert told["colours"] == [7, 1, 2]
    assert told["holders"] == ["Ann", "本", ("Cem " * 10).strip(), "", "", "", "", ""]
    assert told["begun"] == Language.load(language).text("table_screen.nothing_yet")
    assert told["headline"] == headline
    assert told["feed"] == feed
    assert told["rule"].startswith("LTE-2 ")
    assert told["undone"] == undone
    assert len(told["resumable"]) == 1
    assert "本" in told["resumable"][0]
    assert told["again"] == [told["resumable"][0], "file", str(film), [7, 1, 2]]
    assert np.array(told["found"]) == pytest.approx(WHOLE, abs=0.02)
    assert told["found_told"] == [Language.load(language).text("setup.table_found")]
    assert told["edge_told"] == Language.load(language).text("setup.corners_marked")
    assert told["edge"] == [[0.01, 0.99], [0.99, 0.99], [0.99, 0.01], [0.01, 0.01]]
    assert told["edge_of_another"] == []
    reason = Language.load(language).text("frames.not_found")
    assert (told["lost"].count("gone.avi"), told["lost"].count(reason)) == (1, 1)
    assert told["dots"] == [list(THEME.lines[place]) for place in (7, 1, 2)]
    assert told["resumed"] == [True, 1, 4]  # another watch of the same game, with all that happened in it
    assert told["threads"] == []
    shown = cv2.imread(str(out / "table.png"))
    assert shown.shape[1::-1] == size
    assert share(shown, told["ruling"], THEME.refused) > 0.4
    assert share(shown, told["picture"], THEME.certain) > 0.002  # the outlines of what was read
    king = (40 / 255, 60 / 255, 200 / 255, 1)
    assert share(shown, told["picture"], king) > 0.001  # and the cards beneath, red and blue where they should be
