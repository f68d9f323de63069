"""The sizes and fonts that screens are drawn with: no window needed."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.app.theme import SHIPPED_FONT, font_for, scale_for


@pytest.mark.parametrize(
    ("size", "least", "most"), [((800, 480), 0.6, 0.8), ((1280, 800), 1, 1), ((3840, 2160), 2.6, 2.8)]
)
def test_sizes_follow_the_window_but_stay_readable(size: tuple[int, int], least: float, most: float) -> None:
    assert least <= scale_for(*size) <= most
    assert scale_for(*size) == scale_for(*size[::-1])


def test_chinese_needs_a_font_that_has_it(tmp_path: Path) -> None:
    assert font_for("en", [tmp_path]) == SHIPPED_FONT
    assert font_for("zh", [tmp_path]) is None
    font = tmp_path / "opentype" / "noto" / "NotoSansCJK-Regular.ttc"
    font.parent.mkdir(parents=True)
    font.touch()
    assert font_for("zh", [tmp_path]) == str(font)
