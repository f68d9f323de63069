"""Font files for drawn art: whatever TrueType/OpenType fonts the system and the Python packages carry."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from PIL import ImageFont

HELD_OUT_SHARE = 0.15
_SYSTEM_FONTS = Path("/usr/share/fonts")
# Symbol fonts, scripts, letters drawn as keys, ornaments or outlines, uncials, black letter, and Greek in the places of
# Latin: alphabets in which a capital looks more like another letter than like itself. No index and no tile is printed
# in them.
_UNFIT = (
    "symbol", "emoji", "dingbat", "icon", "math", "mono-pfb", "d050000l", "opensymbol", "braille", "barcode", "music",
    "z003", "linbiolinum_k", "linlibertine_i", "stmary", "msam", "msbm", "wasy", "cmex", "cmsy", "eufm", "kristi",
    "lobster", "isabella", "chanui", "cabinsketch", "femkeklaver", "junkyard", "penguinattack", "it_wasn_t_me",
    "okolaks", "solothurn", "f500", "radissans", "ubuntu-title", "analecta",
    "klaudia", "berenika", "breip", "delphine", "ecolier", "ocrbe", "ocrbf", "ocrbx", "alfa-beta", "elleb", "ellen",
    "elegbold", "elegital", "ipabol", "ipaital", "iparegul", "blankenburg", "oldania", "domestic_manners", "el_abogado",
    "unifur", "romandeadfscript", "millimetre",
)  # fmt: skip


def split_of(name: str) -> str:
    """``"train"`` or ``"held"`` for a font family, deck or surface name: stable, by hash of the name."""
    digest = hashlib.sha256(name.encode()).digest()
    return "held" if digest[0] / 255 < HELD_OUT_SHARE else "train"


def _family(path: Path) -> str:
    return path.stem.replace("_", "-").split("-")[0].lower()


def _draws_letters(path: Path) -> bool:
    """Whether the font has real glyphs for the letters and digits (symbol fonts do not)."""
    try:
        font = ImageFont.truetype(str(path), 24)
    except OSError:
        return False
    masks = {bytes(font.getmask(ch)) for ch in "A8QÄÖ"}  # what a font lacks it draws as one and the same box
    return len(masks) == 5 and font.getbbox("W")[2] > 6


@lru_cache(maxsize=4)
def font_files(split: str) -> tuple[Path, ...]:
    """Usable font files of a split (``"train"``, ``"held"`` or ``"all"``), sorted by path.

    Falls back to the two families that Kivy ships when the system has none.
    """
    found = [p for pattern in ("*.ttf", "*.otf") for p in _SYSTEM_FONTS.rglob(pattern)]
    spec = find_spec("kivy")
    if spec is not None and spec.origin:
        found += sorted((Path(spec.origin).parent / "data" / "fonts").glob("*.ttf"))
    usable = [p for p in sorted(found) if not any(word in p.name.lower() for word in _UNFIT) and _draws_letters(p)]
    chosen = [p for p in usable if split in ("all", split_of(_family(p)))]
    return tuple(chosen or usable)
