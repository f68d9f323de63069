"""What fails on the thread of the window is told, and the game goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.language import Language
from tests.companion.app.driven_window import told_by

CHINESE = Language.load("zh")


@pytest.mark.timeout(280)  # a slow machine
def test_the_app_tells_what_failed_and_goes_on(tmp_path: Path) -> None:
    told = told_by("drive_mishap.py", tmp_path)
    assert [title for title, _ in told["said"]] == [CHINESE.text("app.mishap")] * 4
    assert ["/gone" in sentence for _, sentence in told["said"]] == [True, True, True, False]
    assert told["cut"] == []
    assert (told["shown"], told["news"]) == ("table", 1)
    assert told["followed"] is True
    assert "film.avi" in told["lost"]
    assert told["logged"].count("Traceback") >= 4
