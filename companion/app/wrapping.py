"""Lines of Chinese text, broken where Chinese is: between any two signs, but never before what closes, nor after what
opens. No Kivy: it breaks at spaces alone, and leaves a hole where a name is followed by a long sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

_HAN = "\u3005-\u3007\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_OPENS = "（《〈「『【“‘"
_CLOSES = "，。、；：？！）》〉」』】”’…—"
GAP = "   "  # between parts of one line
_PART = re.compile(rf"(?:[{_OPENS}]*(?:[{_HAN}]|[^\s{_HAN}{_OPENS}{_CLOSES}]+)[{_CLOSES},.;:?!)\]%]*|.)\s*")
_SIGN = re.compile(f"[{_HAN}]")


def wrapped(text: str, width: float, measure: Callable[[str], float]) -> str:
    """The text with a break wherever a line would be wider than `width`; a text without Chinese is as it was.

    measure: how wide a line is. A name that is wider than a line stays whole.
    """
    if _SIGN.search(text) is None:
        return text
    return "\n".join(broken for line in text.split("\n") for broken in _lines(line, width, measure))


def in_lines(parts: Sequence[str], width: float, measure: Callable[[str], float]) -> list[list[int]]:
    """Which parts, by number, stand in each line: as many as fit between gaps of `GAP`, each of them whole.

    measure: how wide a text is. A part that is wider than a line has one of its own.
    """
    lines: list[list[int]] = []
    for number in range(len(parts)):
        if lines and measure(GAP.join(parts[i] for i in (*lines[-1], number))) <= width:
            lines[-1].append(number)
        else:
            lines.append([number])
    return lines


def _lines(text: str, width: float, measure: Callable[[str], float]) -> list[str]:
    if measure(text) <= width:  # as most lines are
        return [text]
    lines = [""]
    for part in _PART.findall(text):
        longer = lines[-1] + part
        if lines[-1] and measure(longer.rstrip()) > width:
            lines.append(part)
        else:
            lines[-1] = longer
    return [line.rstrip() for line in lines]
