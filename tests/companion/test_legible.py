"""Signs that a font lacks are named or shown by a ring, and everything else as it is."""

from __future__ import annotations

import pytest

from companion.fonts import SHIPPED_FONT, font_for
from companion.legible import legible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ann & Ben", "Ann & Ben"),
        ("10♥ ♠ ✓ × ← … · ★", "10♥ ♠ ✓ × ← … · ★"),
        ("Zoë Дора", "Zoë Дора"),
        ("Cem 🎲", "Cem (game die)"),
        ("👩\u200d👩\u200d👧 Eve", "(woman) Eve"),  # one sign, put together
        ("👍🏽", "(thumbs up sign)"),
        ("🇩🇪🇫🇷", "DEFR"),
        ("李雷", "○○"),
        ("a\nb", "a\nb"),
    ],
)
def test_the_shipped_font(text: str, shown: str) -> None:
    assert legible(text, SHIPPED_FONT) == shown


@pytest.mark.skipif(font_for("zh") is None, reason="no Chinese font here")
def test_a_chinese_font_shows_chinese() -> None:
    assert legible("李雷 🎲 7♥", font_for("zh") or "") == "李雷 (game die) 7♥"


def test_a_font_that_cannot_be_looked_into_is_trusted() -> None:
    assert legible("李雷", "No such font") == "李雷"
