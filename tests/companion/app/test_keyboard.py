"""The app by its keyboard, in a process of its own: keys are for what is seen, never for what was put away."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.companion.app.driven_window import told_by


@pytest.mark.timeout(280)  # a slow machine
def test_keys_are_for_what_is_seen(tmp_path: Path) -> None:
    told = told_by("drive_keys.py", tmp_path)
    assert told["games"] == 1  # Enter on Begin, and Enter again at the table
    assert told["asked"] == "letter 1"
    assert told["sheet"] == [True, "march", "↑ Folder above", [202, 231]]
    assert told["hand"] == [True, False, 0, ["KD"]]
    assert told["read"] == "table.jpg: 0 seen, in 1 ms"
    assert told["field"] is True
    assert told["seat"] == ["Ann name Ben"]
    assert told["board"] == [[2, 1], True, False, None]
    assert told["pages"] == [True, True]
    assert told["grown"] == [True, True]
    assert told["corner"] == [[0.51, 0.48]]
    asked = "The dealer has to say whether Ben has guessed the rule"
    assert told["guess"] == ["Build it", asked, "Wrong", "Ben guesses | rule red | wrong"]
    assert told["line"]["short"] is False  # nothing to scroll, no stop
    assert told["line"]["reached"] is True
    assert told["line"]["at"] == [0.0, 1.0, 2.0, 1.0, True, 0.0]
    assert told["line"]["next"] == "A card is played"
    assert told["long"] == {"set-up": [True], "table": [True] * 3, "dealer": [True]}
    assert told["source"] == [True, False, [True, True]]
    assert told["dealer"] == [1, True, False]
    assert told["home"] == [7, 0]
