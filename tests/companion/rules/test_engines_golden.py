"""Whole games of Engines of Discrimination as text: what the rules say of each line must be the file, to the letter."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.rules import engines
from tests.companion.rules.replay import replay

FILES = sorted((Path(__file__).parents[2] / "golden" / "engines").glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_game_replays_to_the_letter(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert replay(engines, text) == text
    assert "\n  over: " in text


def test_there_are_golden_games() -> None:
    assert len(FILES) >= 3
