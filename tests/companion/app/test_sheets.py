"""Sheets that cover the window: nothing on them is cut off, in any shape of window and both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.companion.app.driven_window import told_by


@pytest.mark.timeout(280)  # a slow machine
def test_nothing_on_a_sheet_is_cut_off(tmp_path: Path) -> None:
    told = told_by("drive_sheets.py", tmp_path)
    assert told["cut"] == []
    assert told["seen"] == 120
