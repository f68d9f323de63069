"""Texts as fonts can show them, where an empty box would stand. No Kivy.

A picture sign that they lack is named (``🎲`` is shown as ``(game die)``), a flag has the letters of its country,
and any other sign becomes a ring.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from PIL import ImageFont

_RING = "○"
_NO_SIGN = "\U0010fffe"  # that no font has: drawn as the box
_FLAG_A, _FLAG_Z = "\U0001f1e6", "\U0001f1ff"
_SIZE = 16
# A flag is two signs; to other signs belong the marks after them, and what is joined to them.
_WHOLE = re.compile(
    "[\U0001f1e6-\U0001f1ff]{2}"
    "|.(?:[\u0300-\u036f\u20e3\ufe00-\ufe0f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]|\u200d.)*",
    re.DOTALL,
)


def legible(text: str, *fonts: str) -> str:
    """The text with what stands for each sign that all fonts lack; fonts: files, or names of those of Kivy."""
    paths = [path for path in map(_file_of, fonts) if path is not None]
    if text.isascii() or len(paths) < len(fonts):
        return text
    return _WHOLE.sub(lambda found: _shown(found[0], paths), text)


def _shown(sign: str, paths: Sequence[str]) -> str:
    if len(sign) == 1 and sign.isspace():
        return sign
    having = next((path for path in paths if _has(path, sign[0])), None)
    if having is None:
        return _instead_of(sign)
    return "".join(part for part in sign if _has(having, part))


def _instead_of(sign: str) -> str:
    """What is shown for a sign that no font has. Signs that are put together are named for the first of them."""
    if _FLAG_A <= sign[0] <= _FLAG_Z:
        return "".join(chr(ord(letter) - ord(_FLAG_A) + ord("A")) for letter in sign)
    name = unicodedata.name(sign[0], "").lower()
    return f"({name})" if name and unicodedata.category(sign[0]) == "So" else _RING


@cache
def _has(path: str, sign: str) -> bool:
    return sign.isascii() or _drawn(path, sign) != _drawn(path, _NO_SIGN)


@cache
def _drawn(path: str, sign: str) -> bytes:
    mask = _face(path).getmask(sign)
    return bytes(mask) + bytes(mask.size)


@cache
def _face(path: str) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, _SIZE)


@cache
def _file_of(font: str) -> str | None:
    """The file of a font, None where it cannot be looked into: then all is taken to be there."""
    kivy = find_spec("kivy")
    shipped = Path(kivy.origin or "").parent / "data" / "fonts" / f"{font}.ttf" if kivy is not None else Path()
    return next((str(path) for path in (Path(font), shipped) if path.is_file()), None)
