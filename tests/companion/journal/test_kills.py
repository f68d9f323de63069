"""A few of the kills of `kills.py`; as many as ``COMPANION_KILLS`` says where that is set."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.journal import Source
from tests.companion.journal.kills import Tally, kill_and_count, look, told_of
from tests.companion.journal.some_games import LINES, LTE, begun

KILLS = int(os.environ.get("COMPANION_KILLS", "12"))

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system forks no programs")


@pytest.mark.timeout(120 + KILLS)
def test_no_kill_loses_what_was_acknowledged(tmp_path: Path) -> None:
    tally = kill_and_count(KILLS, tmp_path, seed=KILLS)
    print(tally)
    assert tally.clean, tally
    assert tally.kills == KILLS
    assert tally.acknowledged > KILLS


def test_what_is_lost_is_counted(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    play = begun(path)
    picture = play.journal.keep(b"a picture", ".jpg")
    play, entry = play.act(LTE.parse_action(LINES[0]), Source.CAMERA, (picture,))
    tally = Tally()
    look(path, {1: {1: told_of(entry)}}, tally)
    assert tally == Tally(kills=1)
    look(path, {1: {1: "another", 2: "not there"}, 2: {1: "nor this"}}, tally)
    assert tally.lost == 3
    play.journal.evidence_path(picture).unlink()
    look(path, {1: {1: told_of(entry)}}, tally)
    assert tally.lost == 4
    path.write_bytes(path.read_bytes()[:-1])
    look(path, {}, tally)
    assert tally.unopened == 1
