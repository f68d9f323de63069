"""The rank signs of a deck's corner indices: set in a font, or drawn as strokes the way card makers draw them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from PIL import Image as PilImage
from PIL import ImageDraw, ImageFont

from models.render.canvas import Mask, Points, arc, bezier, cropped, resized

RANK_SIGNS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
ENGLISH = ("A", "J", "Q", "K")
# Ace, jack, queen and king as other countries' decks of the same suits write them: France, Germany, Poland, Russia.
# Dutch decks (B V H) are not among them: their queen is the French jack.
OTHER_LETTERS = (
    ("A", "V", "D", "R"),
    ("1", "V", "D", "R"),
    ("A", "B", "D", "K"),
    ("A", "W", "D", "K"),
    ("T", "B", "Д", "K"),
)
_TALL = 200  # glyph height in pixels before it is shrunk
_HOLES = {"A": 1, "4": 1, "6": 1, "8": 2, "9": 1, "0": 1, "Q": 1, "D": 1, "R": 1, "B": 2}
_TOO_FAINT = ("thin", "hairline", "extralight", "light", "book")
_UNLIKELY = ("italic", "oblique", "lobster", "junicode")


@dataclass(frozen=True)
class GlyphStyle:
    """How rank signs look.

    font: a font file, or None for drawn strokes. width: stretch of the natural width. weight: share of the height by
    which a font's strokes grow, or the stroke itself when drawn. squareness: 2 round bowls … 4 squarish. serif: slab
    length as a share of the height, 0 for none. ten_gap, ten_width: space in "10" and width of its digits (shares).
    plain_one: whether the 1 of "10" is a bare bar. variant: bits that choose between forms of 3, 4, 6/9, 7, Q.
    letters: the signs of ace, jack, queen and king.
    """

    font: Path | None
    width: float
    weight: float
    squareness: float
    serif: float
    ten_gap: float
    ten_width: float
    plain_one: bool
    variant: int
    letters: tuple[str, str, str, str] = ENGLISH


def random_glyph_style(rng: np.random.Generator, fonts: Sequence[Path]) -> GlyphStyle:
    """A style: drawn strokes in about half of the cases, else a font of a family chosen evenly."""
    drawn = rng.random() < 0.5
    narrow = rng.uniform(0.4, 0.58) if rng.random() < 0.7 else rng.uniform(0.58, 0.76)
    return GlyphStyle(
        font=None if drawn else _random_font(rng, fonts),
        width=narrow if drawn else rng.uniform(0.62, 1.05),
        weight=rng.uniform(0.085, 0.17) if drawn else rng.choice([0.0, 0.0, rng.uniform(-0.01, 0.03)]),
        squareness=rng.choice([2.0, 2.3, 2.8, 3.5]),
        serif=0.0 if rng.random() < 0.35 else rng.uniform(0.07, 0.13),
        ten_gap=rng.uniform(0.05, 0.12),
        ten_width=rng.uniform(0.62, 0.9),
        plain_one=bool(rng.random() < 0.35),
        variant=int(rng.integers(64)),
    )


def _random_font(rng: np.random.Generator, fonts: Sequence[Path]) -> Path:
    fit = [f for f in fonts if not any(word in f.name.lower() for word in _TOO_FAINT)] or list(fonts)
    if rng.random() < 0.9:
        fit = [f for f in fit if not any(word in f.name.lower() for word in _UNLIKELY)] or fit
    families: dict[str, list[Path]] = {}
    for font in fit:
        families.setdefault(font.stem.split("-")[0], []).append(font)
    family = families[sorted(families)[rng.integers(len(families))]]
    return family[rng.integers(len(family))]


def rank_masks(style: GlyphStyle, height: int) -> dict[str, Mask]:
    """Coverage of every rank's sign, each cut to its ink and `height` pixels tall (Q may reach a little lower)."""
    written = dict(zip(ENGLISH, style.letters, strict=True))
    masks = {rank: _sign(style, written.get(rank, rank), height) for rank in RANK_SIGNS if rank != "10"}
    masks["10"] = _ten(style, height)
    return masks


def text_mask(text: str, font: Path, height: int) -> Mask:
    """A line of text set in a font, cut to its ink, `height` pixels tall."""
    ink = _from_font(font, text)
    return resized(ink, max(1, round(ink.shape[1] * height / ink.shape[0])), height)


def _sign(style: GlyphStyle, sign: str, height: int, squeeze: float = 1.0) -> Mask:
    if style.font is None or sign == "Д":  # few fonts have it
        return _drawn(style, sign, height, squeeze)
    ink = _from_font(style.font, sign)
    dotted = sign == "0" and ink[ink.shape[0] // 2, ink.shape[1] // 2] > 0
    if dotted or _holes(ink) != _HOLES.get(sign, 0):
        # a slashed or dotted zero, an open 4: drawn strokes instead
        return _drawn(style, sign, height, squeeze)
    grown = _weighted(ink, style.weight)
    ink = grown if _holes(grown) == _holes(ink) else ink
    # the tail of a Q may hang below the line: its bowl gets the height of the other signs
    body = min(ink.shape[0], _from_font(style.font, "O").shape[0]) if sign == "Q" else ink.shape[0]
    scale = height / body
    return resized(ink, round(ink.shape[1] * style.width * squeeze * scale), round(ink.shape[0] * scale))


def _ten(style: GlyphStyle, height: int) -> Mask:
    zero = _sign(style, "0", height, style.ten_width)
    if style.plain_one:
        one = _sign(style, "I", height) if style.font is None else np.full((height, _bar(zero)), 255, np.uint8)
    else:
        one = _sign(style, "1", height, style.ten_width)
    gap = np.zeros((height, max(2, round(style.ten_gap * height))), np.uint8)
    return np.concatenate([one, gap, zero], 1)


def _bar(zero: Mask) -> int:
    """The width of a zero's left stroke, so that a bar beside it matches."""
    row = zero[zero.shape[0] // 2] > 127
    stop = int(np.argmin(row[: len(row) // 2])) if row[0] else 0
    return max(3, stop or zero.shape[1] // 5)


def _from_font(font: Path, text: str) -> Mask:
    face = ImageFont.truetype(str(font), _TALL)
    left, top, right, bottom = face.getbbox(text)
    picture = PilImage.new("L", (int(right - left) + 8, int(bottom - top) + 8))
    ImageDraw.Draw(picture).text((4 - left, 4 - top), text, 255, font=face)
    return cropped(np.asarray(picture, np.uint8))


def _holes(ink: Mask) -> int:
    padded = np.pad((ink > 127).astype(np.uint8), 1)
    count, _, stats, _ = cv2.connectedComponentsWithStats(1 - padded, connectivity=4)
    return sum(1 for i in range(1, count) if stats[i, cv2.CC_STAT_AREA] > 12) - 1


def _weighted(ink: Mask, weight: float) -> Mask:
    """The glyph with strokes thicker (weight > 0) or thinner by that share of its height."""
    size = round(abs(weight) * ink.shape[0])
    if size < 1:
        return ink
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * size + 1, 2 * size + 1))
    padded = np.pad(ink, size)
    return cropped(np.asarray((cv2.dilate if weight > 0 else cv2.erode)(padded, kernel), np.uint8))


def _drawn(style: GlyphStyle, sign: str, height: int, squeeze: float) -> Mask:
    """A rank sign as strokes of one thickness, with slab serifs on letters and on the 1 where the style has them."""
    stroke = style.weight if style.font is None else 0.11
    width = _TALL * (style.width if style.font is None else 0.6) * squeeze * (1.12 if sign in "AKRWД" else 1.0)
    thick = max(2, round(_TALL * min(stroke, 0.3 * width / _TALL)))
    strokes, ends = _skeleton(sign, style)
    box = np.array([width - thick, _TALL - thick])
    canvas = np.zeros((_TALL * 2, int(width) + _TALL), np.uint8)
    origin = np.array([_TALL / 2, _TALL / 2])
    for line in strokes:
        points = np.round((line * box + origin) * 16).astype(np.int32)
        cv2.polylines(canvas, [points], False, 255, thick, cv2.LINE_AA, 4)
    if style.serif:
        half, slab = style.serif * _TALL * min(1.0, 2 * width / _TALL), max(2, round(thick * 0.75))
        for x, y in ends:
            cx, cy = np.array([x, y]) * box + origin
            cy += (thick - slab) / 2 * (1 if y > 0.5 else -1)
            low, high = (cx - thick / 2 - half, cy - slab / 2), (cx + thick / 2 + half, cy + slab / 2)
            cv2.rectangle(canvas, (round(low[0]), round(low[1])), (round(high[0]), round(high[1])), 255, -1)
    ink = cropped(canvas)
    scale = height / (min(ink.shape[0], _TALL) if sign == "Q" else ink.shape[0])
    return resized(ink, round(ink.shape[1] * scale), round(ink.shape[0] * scale))


def _line(*points: tuple[float, float]) -> Points:
    return np.array(points, np.float64)


def _skeleton(sign: str, style: GlyphStyle) -> tuple[list[Points], list[tuple[float, float]]]:
    """Stroke centre lines in the unit box (y down), and the stroke ends that may carry a slab."""
    digits = _digit_strokes(sign, style)
    if digits is not None:
        return digits, [(0.5, 1.0)] if sign == "1" else []
    n, bit = style.squareness, style.variant
    if sign == "A":
        apex = [_line((0.0, 1), (0.5, 0), (1.0, 1)), _line((0.2, 0.66), (0.8, 0.66))]
        return apex, [(0.0, 1), (1.0, 1)]
    if sign == "K":
        legs = [_line((0.08, 0), (0.08, 1)), _line((0.95, 0), (0.08, 0.6)), _line((0.36, 0.41), (1.0, 1))]
        return legs, [(0.08, 0), (0.08, 1), (0.95, 0), (1.0, 1)]
    if sign == "J":
        hook = arc((0.38, 0.72), (0.38, 0.28), 0, 180 if bit & 1 else 160, n)
        return [np.concatenate([_line((0.76, 0)), hook])], [(0.76, 0)]
    if sign == "Q":
        tail = _line((0.5, 0.7), (1.0, 1.08)) if bit & 2 else _line((0.62, 0.84), (0.98, 1.02))
        return [arc((0.5, 0.5), (0.5, 0.5), 0, 360, n), tail], []
    return _other_letter_strokes(sign, style)


def _other_letter_strokes(sign: str, style: GlyphStyle) -> tuple[list[Points], list[tuple[float, float]]]:
    """The letters of `OTHER_LETTERS` that English decks do not have."""
    n = style.squareness
    stem = _line((0.08, 0), (0.08, 1))
    if sign == "D":
        bowl = np.concatenate([_line((0.08, 0)), arc((0.4, 0.5), (0.58, 0.5), -90, 90, n), _line((0.08, 1))])
        return [stem, bowl], [(0.08, 0), (0.08, 1)]
    if sign in "BR":
        upper = np.concatenate([_line((0.08, 0)), arc((0.45, 0.25), (0.47, 0.25), -90, 90, n), _line((0.08, 0.5))])
        lower = np.concatenate([_line((0.08, 0.5)), arc((0.45, 0.75), (0.53, 0.25), -90, 90, n), _line((0.08, 1))])
        if sign == "B":
            return [stem, upper, lower], [(0.08, 0), (0.08, 1)]
        return [stem, upper, _line((0.45, 0.5), (1.0, 1))], [(0.08, 0), (0.08, 1), (1.0, 1.0)]
    if sign == "V":
        return [_line((0, 0), (0.5, 1), (1, 0))], [(0, 0), (1, 0)]
    if sign == "W":
        return [_line((0, 0), (0.25, 1), (0.5, 0.2), (0.75, 1), (1, 0))], [(0, 0), (1, 0)]
    if sign == "T":
        return [_line((0, 0), (1, 0)), _line((0.5, 0), (0.5, 1))], [(0.5, 1)]
    if sign == "Д":
        roof = _line((0.18, 0.8), (0.34, 0), (0.82, 0), (0.82, 0.8))
        return [roof, _line((0, 1), (0, 0.8), (1, 0.8), (1, 1))], []
    raise ValueError(f"no such rank sign: {sign}")


def _digit_strokes(sign: str, style: GlyphStyle) -> list[Points] | None:
    n, bit = style.squareness, style.variant
    if sign == "0":
        return [arc((0.5, 0.5), (0.5, 0.5), 0, 360, n)]
    if sign == "I":
        return [_line((0.5, 0), (0.5, 1))]
    if sign == "1":
        return [_line((0.12, 0.2), (0.5, 0), (0.5, 1))]
    if sign == "2":
        return [np.concatenate([arc((0.5, 0.28), (0.5, 0.28), 185, 385, n), _line((0.0, 1), (1.0, 1))])]
    if sign == "3":
        bowl = arc((0.5, 0.72), (0.5, 0.28), -95, 165, n)
        top = _line((0.04, 0), (0.96, 0), (0.42, 0.43)) if bit & 4 else arc((0.48, 0.23), (0.44, 0.23), 195, 445, n)
        return [np.concatenate([top, bowl])]
    if sign == "4":
        return [_line((0.76, 1), (0.76, 0), (0.0, 0.72), (1.0, 0.72))]
    if sign == "5":
        neck = _line((0.92, 0), (0.12, 0), (0.06, 0.47))
        return [np.concatenate([neck, arc((0.48, 0.68), (0.52, 0.32), -140, 150, n)])]
    if sign in "69":
        bowl = arc((0.5, 0.7), (0.5, 0.3), 0, 360, n)
        curled = np.concatenate([_line((0.0, 0.7)), arc((0.5, 0.3), (0.5, 0.3), 180, 335, n)])
        tail = bezier((0.0, 0.7), (0.0, 0.4), (0.4, 0.2), (0.72, 0.0)) if bit & 8 else curled
        return [bowl, tail] if sign == "6" else [1 - bowl, 1 - tail]
    if sign == "7":
        leg = bezier((1.0, 0), (0.6, 0.35), (0.36, 0.7), (0.34, 1)) if bit & 16 else _line((1.0, 0), (0.34, 1))
        return [np.concatenate([_line((0.0, 0)), leg])]
    if sign == "8":
        return [arc((0.5, 0.24), (0.42, 0.24), 0, 360, n), arc((0.5, 0.74), (0.5, 0.26), 0, 360, n)]
    return None
