"""The first screen in its window: games of the journal that are over, slow to open, or not to be opened at all."""

from __future__ import annotations

from typing import Any

import pytest

from companion.language import Language
from tests.companion.app.driven_window import told_by

ENGLISH = Language.load("en")


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What the screens showed."""
    return told_by("drive_home.py", tmp_path_factory.mktemp("home"))


@pytest.mark.timeout(280)  # a slow machine
def test_one_game_that_cannot_be_opened_hides_no_other(told: Any) -> None:
    notice, offered = told["torn"]
    assert "words.txt" in notice
    assert offered == 2
    assert told["cut"] == []


@pytest.mark.timeout(280)
def test_a_game_that_opens_too_late_leads_nowhere(told: Any) -> None:
    assert told["late"] == [ENGLISH.text("home.opening"), "settings"]


@pytest.mark.timeout(280)
def test_a_game_that_is_over_has_its_own_colours_and_leads_back_to_the_first_screen(told: Any) -> None:
    over = told["over"]
    assert over["colours"] == [[7, 1, 2], [7, 1, 2], [1]]  # the last of the table, where Ann sits second
    assert over["table"] == ["Dora", "Ann"]
