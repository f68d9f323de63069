"""The panel of Word Wars in a real window: taps, what they send, and what is drawn."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.app.theme import Theme
from tests.companion.app.games.panel_window import drive

TABLE = {"players": ["Ann", "Ben"], "words": ["CAT", "TAN", "AN", "AT"], "lines": ["Ann play 0,0 across CAT"]}


@pytest.mark.parametrize(("size", "language"), [((360, 480), "en"), ((860, 1000), "zh")])
def test_a_word_is_laid_from_the_cell_that_was_tapped(size: tuple[int, int], language: str, tmp_path: Path) -> None:
    there = {"en": ("↓ down", "→ across", "Lie there"), "zh": ("↓ 竖排", "→ 横排", "就在那里")}[language]
    taps = ["cell 2,1", there[1], "A", "N", "look", there[2]]
    told = drive("word-wars", size, tmp_path / "laying.png", language, **TABLE, taps=taps)
    assert told["sent"] == ["Ben play 2,1 down AN"]
    assert there[0] in told["shown"]
    assert told["cut"] == []
    picture = cv2.imread(str(tmp_path / "laying.png"))
    assert picture.shape[1::-1] == size
    chosen = np.array(Theme().chosen[2::-1]) * 255  # the tiles that are being laid
    assert (np.abs(picture.astype(int) - chosen) < 12).all(axis=2).sum() > 200


def test_is_there_a_word(tmp_path: Path) -> None:
    taps = ["Is there a word?", "A", "N", "Look"]
    told = drive("word-wars", (860, 1000), tmp_path / "proof.png", **TABLE, taps=taps)
    assert "TAN" in told["shown"]
    assert any("ways to lay a word" in text for text in told["shown"])
