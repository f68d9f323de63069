"""What buttons offer is done by fingers in the window: the journal has the very line of the game that is played."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.companion.app.driven_window import told_by

TAPPED = {  # some of what no camera sees, and who wins
    "lock-the-entry/one-entry-by-the-text": ({"? create KS", "? add 2 AS", "Cem bad hand", "end"}, ["Ann"]),
    "lockdown/seen-from-the-table": ({"Cem give ? to Ann", "Ann take ? from Ben", "Ann lock"}, ["Ann"]),
    "engines/two-seen-from-the-table": ({"Ann ipo", "Ben extra 5D"}, ["Ann"]),
}


@pytest.mark.timeout(280)  # a slow machine
def test_what_no_camera_sees_is_told_by_taps(tmp_path: Path) -> None:
    told = told_by("drive_taps.py", tmp_path)
    for game, (lines, winners) in TAPPED.items():
        assert lines <= set(told[game]["tapped"]), game
        assert told[game]["winners"] == winners
    assert told["trade"] == "Ann trade AE"
    assert told["no play"].endswith("QS KS 9S | right")
    assert told["guesses"] == [
        "Ben guesses | words the cards alternate | wrong",
        None,  # the card was taken back while the guess was told
        "Cem guesses | rule suit same as last",
    ]
    assert told["amended"] == {
        "stands": ["Ann create JH", "Ben add 1 5H", "Cem add 1 9H"],
        "trouble": "Nothing was changed: then 6, Ben lays 5♥ on entry 1, would not be allowed: "
        "5♥ has not the suit of the starting card J♠",
    }
    assert told["cut"] == []
