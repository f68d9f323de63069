"""The panels of Lock the Entry, Lockdown and Engines in a real window: taps, what they send, and what is drawn."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.app.games.offers import SHOWN_FOR
from companion.app.theme import Theme
from tests.companion.app.games.panel_window import drive

SMALL, LARGE = (360, 480), (860, 1000)
READY = [
    "? create JH",
    "? add 1 4H",
    "? change 1 5H",
    "? change 1 QH",
    "? change 1 6H",
    "? change 1 KH",
    "? change 1 10H",
]


def coloured(path: Path, colour: tuple[float, ...]) -> float:
    """The share of a picture that has this colour (RGB, 0..1)."""
    picture = cv2.imread(str(path))
    return float((np.abs(picture.astype(int) - np.array(colour[2::-1]) * 255) < 8).all(axis=2).mean())


@pytest.mark.parametrize(("size", "language", "lock"), [(SMALL, "en", "Lock entry 1"), (LARGE, "zh", "锁定词条 1")])
def test_an_entry_is_locked_by_a_tap_on_the_banner(
    size: tuple[int, int], language: str, lock: str, tmp_path: Path
) -> None:
    out, players = tmp_path / "panel.png", ["Ann", "Ben", "Cem"]
    told = drive("lock-the-entry", size, out, language, players=players, lines=READY, taps=[lock])
    assert told["sent"] == ["? lock 1"]
    assert told["cut"] == []
    assert coloured(out, Theme().certain) > 0.1
    assert "10\n♥" in told["shown"]


def test_the_audit_is_led_by_taps_and_told_as_one_line(tmp_path: Path) -> None:
    lines = [*READY, "? lock 1", "end"]
    taps = ["They lie there", "Ann", "look", "Cem"]
    out = tmp_path / "panel.png"
    told = drive("lock-the-entry", LARGE, out, players=["Ann", "Ben", "Cem"], lines=lines, taps=taps)
    assert told["sent"] == ["audit 1 Ann Cem"]
    assert "Turn each card over where it lies. Whose is 10♥?" in told["shown"]
    assert told["cut"] == []


@pytest.mark.parametrize(("size", "language"), [(SMALL, "zh"), (LARGE, "en")])
def test_a_player_is_named_by_a_tap_in_the_ring(size: tuple[int, int], language: str, tmp_path: Path) -> None:
    players = ["Ann", "Ben", "Cem", "Dora", "Eve", "Finn", "Gus", "Hal"]
    out = tmp_path / "panel.png"
    told = drive("lockdown", size, out, language, players=players, lines=["Ann draw"], taps=["at Eve"])
    assert told["sent"] == ["Ann name Eve"]
    assert told["cut"] == []
    assert coloured(out, Theme().asked) > 0.1


def test_a_hand_is_covered_until_its_owner_looks(tmp_path: Path) -> None:
    table = {"players": ["Ann", "Ben", "Cem"], "seed": 4, "lines": []}
    covered = drive("lockdown", LARGE, tmp_path / "a.png", **table, taps=["A hand", "Ann", "look"])
    assert "Only Ann looks now" in covered["above"]
    assert not [text for text in covered["above"] if "\n" in text]
    shown = drive("lockdown", LARGE, tmp_path / "b.png", **table, taps=["A hand", "Ann", "Show my cards", "look"])
    assert len([text for text in shown["above"] if "\n" in text]) >= 2
    assert shown["sent"] == []


@pytest.mark.parametrize("then", [["at The hand of Ann"], ["wait"] * (round(SHOWN_FOR) + 1)])
def test_a_hand_that_is_shown_is_hidden_by_a_touch_or_by_itself(then: list[str], tmp_path: Path) -> None:
    taps = ["A hand", "Ann", "Show my cards", *then]
    told = drive("lockdown", SMALL, tmp_path / "a.png", players=["Ann", "Ben", "Cem"], seed=4, lines=[], taps=taps)
    assert told["above"] == []
    assert told["sent"] == []
    assert "Ann acts" in told["shown"]


@pytest.mark.parametrize(("size", "language", "deck"), [(SMALL, "zh", "从牌堆补"), (LARGE, "en", "From the deck")])
def test_a_hand_is_filled_by_a_tap(size: tuple[int, int], language: str, deck: str, tmp_path: Path) -> None:
    lines = ["Ben cut 5H", "Dora cut 9H", "Ben search 6D", "Ben play 9S", "Cem play 6H", "Dora play 2S", "Ann play 10C"]
    out = tmp_path / "panel.png"
    told = drive("engines", size, out, language, players=["Ann", "Ben", "Cem", "Dora"], lines=lines, taps=[deck])
    assert told["sent"] == ["Cem fill deck"]
    assert told["cut"] == []
    assert coloured(out, Theme().certain) > 0.02
    assert "6\n♦" in told["shown"]


def test_a_search_card_that_no_camera_saw_is_named_by_taps(tmp_path: Path) -> None:
    taps = ["Turn search card", "wait", "wait", "♥", "wait", "10", "wait"]
    told = drive("engines", SMALL, tmp_path / "panel.png", players=["Ann", "Ben"], lines=[], taps=taps)
    assert told["sent"] == ["Ben search 10H"]
    assert told["cut"] == []
