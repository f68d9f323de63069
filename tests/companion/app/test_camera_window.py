"""A camera that only one can use at a time, in the window: no game takes it from the next."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.language import Language
from tests.companion.app.driven_window import told_by

ENGLISH = Language.load("en")


@pytest.mark.timeout(280)  # a slow machine
def test_one_game_after_the_other_is_seen_by_the_same_camera(tmp_path: Path) -> None:
    told = told_by("drive_camera.py", tmp_path)
    assert told.pop("opened") >= 4
    assert told.pop("lost") == ["", ENGLISH.text("frames.state_lost")]
    assert told.pop("cut") == []
    assert told == {"games": [[True] * 3] * 2, "listed": 2, "refused": 0}
