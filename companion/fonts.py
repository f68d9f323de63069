"""Fonts that have the signs of a language, for the window and for what is printed. No Kivy."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

# DejaVu Sans comes with Kivy and has the suit signs. It has no Chinese: for that a font of the system is taken, as long
# as the companion brings none of its own.
SHIPPED_FONT = "DejaVuSans"
_FONT_FOLDERS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path.home() / ".local/share/fonts")
_FONT_FOLDERS_ELSEWHERE = (Path("/System/Library/Fonts"), Path("C:/Windows/Fonts"))
_CHINESE_FONTS = (  # patterns, the likeliest first
    *("NotoSansCJK-Regular.ttc", "NotoSansSC-Regular.otf", "NotoSansCJK*-Regular.*", "NotoSansCJK*", "NotoSansSC*"),
    *("SourceHanSans*", "wqy-microhei.ttc", "wqy-zenhei.ttc", "DroidSansFallback*"),
)
_CHINESE_FONTS_ELSEWHERE = ("PingFang.ttc", "STHeiti Light.ttc", "msyh.ttc")
_CHINESE_SIGNS = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")


def font_for(language: str, folders: Sequence[Path] = (*_FONT_FOLDERS, *_FONT_FOLDERS_ELSEWHERE)) -> str | None:
    """The font, a file or the name of one of Kivy's, to write a language (``"en"``, ``"zh"``) with, if any."""
    if language != "zh":
        return SHIPPED_FONT
    names = (*_CHINESE_FONTS, *_CHINESE_FONTS_ELSEWHERE)
    found = (path for folder in folders for name in names for path in folder.rglob(name))
    return next(map(str, found), None)


def font_showing(text: str, language: str) -> str:
    """The font of a language, or one that has Chinese where the text (names, as people typed them) needs it."""
    own = font_for(language) or SHIPPED_FONT
    return (font_for("zh") or own) if _CHINESE_SIGNS.search(text) else own
