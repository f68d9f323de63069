"""The sizes that screens are drawn with: no window needed."""

from __future__ import annotations

import pytest

from companion.app.theme import scale_for


@pytest.mark.parametrize(
    ("size", "least", "most"), [((800, 480), 0.6, 0.8), ((1280, 800), 1, 1), ((3840, 2160), 2.6, 2.8)]
)
def test_sizes_follow_the_window_but_stay_readable(size: tuple[int, int], least: float, most: float) -> None:
    assert least <= scale_for(*size) <= most
    assert scale_for(*size) == scale_for(*size[::-1])
