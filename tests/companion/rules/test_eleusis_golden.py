"""Whole games of Eleusis Express as text: what the rules say of each line must be the file, to the letter."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.rules import eleusis
from tests.companion.rules.replay import replay

FILES = sorted((Path(__file__).parents[2] / "golden" / "eleusis").glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_game_replays_to_the_letter(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert replay(eleusis, text) == text
    assert "\n  over: " in text


def test_the_golden_games_bring_every_rule_into_play() -> None:
    lines = [line for path in FILES for line in path.read_text(encoding="utf-8").splitlines()]
    told = {line.split()[0] for line in lines if line.startswith("  EE-")}
    assert len(FILES) >= 3
    assert told == set(eleusis.RULE_IDS)
