"""The dealer's screen in a real window: covered unless the dealer looks, and what the taps send."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.companion.app.games.panel_window import drive

PLAYERS = ["Ann", "Ben", "Cem"]
SHOW = {"en": "I am Ann: show", "zh": "我是 Ann：打开"}


@pytest.mark.parametrize(
    ("size", "language", "rule", "begin"),
    [((800, 480), "en", "Colours in turn", "Start the round"), ((480, 800), "zh", "红黑交替", "开始本轮")],
)
def test_a_rule_of_the_library_starts_the_round(
    size: tuple[int, int], language: str, rule: str, begin: str, tmp_path: Path
) -> None:
    taps = [SHOW[language], rule, "wait", "look", begin]
    told = drive("dealer", size, tmp_path / "dealer.png", language, players=PLAYERS, lines=[], taps=taps)
    assert told["sent"] == ["Ann deals | rule colour differs from last"]
    assert "colour differs from last" in told["shown"]
    assert told["cut"] == []


def test_the_cover_tells_nothing_and_comes_back_after_a_pause(tmp_path: Path) -> None:
    told = drive(
        "dealer",
        (800, 480),
        tmp_path / "dealer.png",
        players=PLAYERS,
        lines=["Ann deals | rule colour differs from last | starter 7C"],
        pause=0.5,
        taps=[SHOW["en"], "wait", "To the table"],
    )
    assert told["shown"] == ["Only Ann, who deals, may look here.", SHOW["en"], "To the table"]
    assert told["sent"] == ["go table"]


def test_a_rule_built_by_taps(tmp_path: Path) -> None:
    parts = ["any card may start", "a card is …", "the next card", "red"]
    taps = [SHOW["en"], "Build", *parts, "look", "Start the round"]
    told = drive("dealer", (1280, 800), tmp_path / "dealer.png", players=PLAYERS, lines=[], taps=taps)
    assert told["sent"] == ["Ann deals | rule red"]
    assert "The next card must be red." in told["shown"]
