"""Fonts that have the signs of what is written with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.fonts import SHIPPED_FONT, font_for, font_showing


def test_chinese_needs_a_font_that_has_it(tmp_path: Path) -> None:
    assert font_for("en", [tmp_path]) == SHIPPED_FONT
    assert font_for("zh", [tmp_path]) is None
    font = tmp_path / "opentype" / "noto" / "NotoSansCJK-Regular.ttc"
    font.parent.mkdir(parents=True)
    font.touch()
    assert font_for("zh", [tmp_path]) == str(font)


def test_names_in_chinese_get_a_font_that_has_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.fonts.font_for", lambda language: f"font of {language}")
    assert font_showing("Ann, Bölk, 7♥", "en") == "font of en"
    assert font_showing("Ann, 李雷", "en") == "font of zh"
