"""Whole games of Word Wars as text, with a small lexicon of their own: the answers must be the file, to the letter."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.rules.word_wars import Lexicon, WordWars
from tests.companion.rules.replay import replay

FOLDER = Path(__file__).parents[2] / "golden" / "word-wars"
FILES = sorted(FOLDER.glob("*.txt"))


def small_lexicon() -> Lexicon:
    lines = (FOLDER / "words.lst").read_text(encoding="utf-8").splitlines()
    return Lexicon.of("words", [line.upper() for line in lines if not line.startswith("#")])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_game_replays_to_the_letter(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert replay(WordWars(small_lexicon()), text) == text
    assert "\n  over: " in text


def test_every_kind_of_end_is_among_them() -> None:
    told = "\n".join(path.read_text(encoding="utf-8") for path in FILES)
    for end in (
        "WW-8 both_out",
        "WW-9 won",
        "WW-10 won_doubled",
        "WW-10 won_by_calling",
        "WW-10 refused",
        "WW-6 traded",
    ):
        assert f"  {end} " in told
    assert "option ruleset initial" in told
    assert "  WW-11 won_by_forfeit " in told
