"""The set-up over a disk that takes its time: the window goes on, whatever it is looking for."""

from __future__ import annotations

from errno import ENOENT
from pathlib import Path

import pytest

from companion.language import Language
from tests.companion.app.driven_window import told_by

ENGLISH = Language.load("en")


@pytest.mark.timeout(280)  # a slow machine
def test_no_disk_holds_up_the_window(tmp_path: Path) -> None:
    told = told_by("drive_slow_disk.py", tmp_path)
    assert told["waits"] == [ENGLISH.text("setup.looking"), True, "", False, True, None]
    reason = ENGLISH.text("frames.cannot_open")
    assert told["breaks"] == [ENGLISH.text("setup.no_picture", source="PHOTO", reason=reason), False, ""]
    up, here, listing = (ENGLISH.text(f"files.{key}") for key in ("up", "this_folder", "listing"))
    gone = ENGLISH.reason_at(Path("SHARE/gone"), FileNotFoundError(ENOENT, "gone"))
    assert told["sheet"] == [[listing, [up, here]], [True, True], ["", [up, here, "gone/", "table.png"]], [gone], True]
    assert told["begun"] == [True, True]
    assert "MainThread" not in told["asked by"]
    assert told["cut"] == []
