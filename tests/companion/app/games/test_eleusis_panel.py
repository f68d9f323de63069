"""The players' panel of Eleusis in a real window: taps, what they send, and what is drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.companion.app.games.panel_window import drive

LINES = ["Ann deals | rule colour differs from last | starter 7C", "Ben plays 7H", "Cem plays 9D"]
TABLE = {"players": ["Ann", "Ben", "Cem"], "lines": LINES}


@pytest.mark.parametrize(
    ("size", "language", "play"), [((360, 480), "en", "A card is played"), ((860, 1000), "zh", "出一张牌")]
)
def test_a_card_is_told_by_its_rank_and_its_suit(
    size: tuple[int, int], language: str, play: str, tmp_path: Path
) -> None:
    told = drive("eleusis", size, tmp_path / "panel.png", language, **TABLE, taps=[play, "10", "♠"])
    assert told["sent"] == ["Ben plays 10S"]
    assert told["cut"] == []
    assert told["size"] == list(size)
    assert not [text for text in told["shown"] if "colour" in text or "颜色" in text]


def test_the_points_between_rounds(tmp_path: Path) -> None:
    lines = [*LINES, "Ben plays 10S", "Ben guesses | rule colour differs from last"]
    told = drive("eleusis", (860, 1000), tmp_path / "panel.png", players=TABLE["players"], lines=lines, taps=[])
    assert {"Player", "Total", "End the game"} <= set(told["shown"])
    assert told["cut"] == []
