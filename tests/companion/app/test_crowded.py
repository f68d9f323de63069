"""A small window with the largest letters, in a process of its own: whatever is offered can be reached."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.companion.app.driven_window import told_by


@pytest.mark.timeout(280)  # a slow machine
def test_many_answers_deeds_and_cards_can_be_reached(tmp_path: Path) -> None:
    told = told_by("drive_crowded.py", tmp_path)
    assert told["letters"] == ["A", "Z"]
    assert told["players"] == ["Ann", "Finn-Ole"]
    assert told["deeds"] == ["0", "39"]
    seen, width = told["hand"]
    assert seen == 30
    assert width > 40
    assert told["crop"] == [True, True, ["another card"]]
    assert told["next"] == [[], [["back 3", "Ann"], ["back 3", "Ann"]]]
    assert told["veil"] == [
        *(False, [False, ["show"]], [True, ["7H", "another card", "none"], "… and 1 more"]),
        ["A question about cards that may be of a hand: only their owner looks now.", ["show"]],
        *(False, [True, True], [False, False]),
    ]
    storage = told["storage"]
    assert storage["table"].startswith("FILE/games/journal.sqlite: the journal or its folder cannot be read or written")
    assert (storage["home"], storage["offered"], storage["again"], storage["cut"]) == ("", ["home"], "", [])
    assert told["decks"] == ["This game is played by 3 to 5, and here are the backs of 10 decks", True, []]
    assert told["laid"] == [["Ann create KH", "? create QS"], ["2", "0", "0", "0", "0"], []]
    assert told["over"] == ["Won by Ann", []]
