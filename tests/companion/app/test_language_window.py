"""Another language chosen in the middle of what people enter, in windows of their own process: all of it stays."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.companion.app.driven_window import told_by

OF_NO_LANGUAGE = {"Ann", "Ben", "Cem", "本", "Player 3", "Player 3 ✓", "Google", "Yahoo", "ours.txt"}
POINTS = re.compile(r"(\[color=#\w+\]●\[/color\]\s\w+\s0\s*)+")
SOURCE = ["file", "table.png", [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]]]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What the screens held."""
    return told_by("drive_language.py", tmp_path_factory.mktemp("language"))


def spoken(screen: dict[str, Any]) -> list[str]:
    """What is said alike in two languages, and what the first one says no more after it was come back to."""
    alike = [text for text in screen["alike"] if text not in OF_NO_LANGUAGE and not POINTS.fullmatch(text)]
    return [text for text in alike if not text.endswith("/table.png")] + screen["lost"]


@pytest.mark.timeout(280)  # a slow machine
def test_the_set_up_keeps_what_was_entered(told: Any) -> None:
    for screen in told["set-up"]:
        names, *rest = screen["before"]
        assert names == ["Ann", "本", "", ""]
        assert rest[:3] == [{"change_own": "off"}, [6, 1, 2, 3], SOURCE]
        assert rest[3:5] == [[False, False, True, False], ["Player 3"]]
        # whose deck was learned keeps the name under which it was
        assert screen["after"] == screen["again"] == [["Ann", "本", "Player 3", ""], *rest]
        assert spoken(screen) == []
    for screen in told["words"]:
        assert screen["before"][-2:] == ["own", "ours.txt"]
        assert screen["after"] == screen["again"] == screen["before"]
        assert spoken(screen) == []


@pytest.mark.timeout(280)
def test_the_table_the_dealer_and_a_photo_keep_what_was_not_told_yet(told: Any) -> None:
    assert len(told["panels"]) == 5
    for screen in (*told["panels"], told["dealer"], *told["photo"]):
        assert screen["before"]
        assert screen["after"] == screen["again"] == screen["before"]
        assert spoken(screen) == []
    tab, draft, first, covered = told["dealer"]["before"]
    assert (tab, first, covered) == ("build", "Cem", True)
    assert "hole_trait" in draft
    assert told["cut"] == []


@pytest.mark.timeout(280)
def test_the_hint_that_is_told_with_the_deal_is_said_in_the_new_language(told: Any) -> None:
    english, chinese, again = told["hint"]
    assert [hint[1:] for hint in told["hint"]] == [[True, True]] * 3
    assert english == again
    assert re.search("[\u4e00-\u9fff]", chinese[0])


@pytest.mark.timeout(280)
def test_the_settings_keep_what_is_typed(told: Any) -> None:
    for typed, alike, lost in told["settings"]:
        assert (typed[0], alike, lost) == ("/half/typed", ["/half/typed", "English"], [])
