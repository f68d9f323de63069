"""Letter tiles: one random style for a whole set, and the flat picture of each letter in it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render.art import Picture, TileArt
from models.render.fonts import font_files
from models.render.lettering import cap_height, text_mask
from models.render.texture import Colour, noise, paint, relief, rounded_mask, shade_by, tint, vary, with_alpha, wood
from vision.sightings import BLANK_TILE, LETTERS

HEIGHT = 128
_MIN_STEM = 0.085
_MIN_ARMS = 0.18
_SERIF_STEM = 0.32
_MAX_SLANT = 0.04
_COMMON = "EAINRTSLUO"
_RARE = "JQXZÄÖWYKVF"
_INKS: tuple[Colour, ...] = (
    (22, 22, 24),
    (40, 34, 30),
    (60, 34, 20),
    (24, 36, 60),
    (30, 50, 22),
    (90, 40, 25),
    (28, 24, 110),
)
# Material, body colour, whether the letters are light: the usual looks of real sets, and the rarer ones.
_USUAL_BODIES: tuple[tuple[str, Colour, bool], ...] = (
    ("plastic", (205, 232, 240), False),
    ("plastic", (190, 222, 236), False),
    ("plastic", (170, 208, 226), False),
    ("plastic", (222, 236, 242), False),
    ("plastic", (244, 246, 246), False),
    ("plastic", (232, 236, 238), False),
    ("wood", (150, 196, 226), False),
    ("wood", (128, 178, 214), False),
    ("wood", (172, 212, 234), False),
    ("wood", (108, 156, 198), False),
)
_RARE_BODIES: tuple[tuple[str, Colour, bool], ...] = (
    ("wood", (60, 88, 128), True),
    ("wood", (34, 48, 78), True),
    ("plastic", (28, 28, 30), True),
    ("plastic", (96, 40, 24), True),
    ("plastic", (40, 34, 150), True),
    ("plastic", (60, 100, 30), True),
    ("plastic", (90, 200, 235), False),
    ("plastic", (225, 205, 160), False),
)
# Where the moulded pits of a face lie, shares of its sides: beside every edge, or as makers have their moulds.
_PITS = (
    ((0.5, 0.1), (0.5, 0.9), (0.1, 0.5), (0.9, 0.5)),
    ((0.3, 0.15), (0.7, 0.15), (0.5, 0.85)),
    ((0.5, 0.15), (0.3, 0.85), (0.7, 0.85)),
    ((0.12, 0.12), (0.88, 0.12), (0.12, 0.88), (0.88, 0.88)),
    ((0.5, 0.12), (0.5, 0.88)),
)
_BLANK_MARKS = ("none", "none", "none", "none", "star", "smiley", "cross", "heart")


@dataclass(frozen=True)
class TileStyle:
    """How every tile of one set looks. Lengths are shares of the tile's height, colours BGR.

    aspect: width by height. cap: height of a capital. offset: shift (x, y) of the letter from the centre.
    digits: point value of each of LETTERS, or None for a set without digits. digit_at: centre (x, y) of the digit.
    squeeze: width of the letters by that of the font's own. wear: 0 (new) .. 1. dimples: radius of the moulded pits,
    0 for none; pits: their middles, shares of the sides. seed: what else varies from piece to piece.
    """

    font: Path
    stroke: int
    material: str
    body: Colour
    ink: Colour
    aspect: float
    cap: float
    offset: tuple[float, float]
    digits: tuple[int, ...] | None
    digit_cap: float
    digit_at: tuple[float, float]
    radius: float
    bevel: float
    bevel_strength: float
    engraved: float
    wear: float
    border: float
    blank_mark: str
    seed: int
    squeeze: float = 1.0
    dimples: float = 0.0
    pits: tuple[tuple[float, float], ...] = _PITS[0]


def _points(rng: np.random.Generator) -> tuple[int, ...]:
    """A value for every letter: low for common letters, high for rare ones, otherwise by chance; 0 for the blank."""
    flat = rng.random() < 0.1

    def value(letter: str) -> int:
        if letter == BLANK_TILE:
            return 0
        if flat:
            return int(rng.integers(1, 10))
        if letter in _COMMON:
            return 1 if rng.random() < 0.85 else 2
        if letter in _RARE:
            return int(rng.choice([4, 4, 5, 6, 7, 8, 8, 10, 10]))
        return int(rng.choice([1, 2, 2, 3, 3, 4]))

    return tuple(value(letter) for letter in LETTERS)


@cache
def _stem(path: Path) -> float:
    """Width of a capital I by its height: a bare stem in a sans font, much more with serifs."""
    height, width = text_mask("I", path, 200).shape
    return float(width / height)


@cache
def _slant(path: Path) -> float:
    """How far a capital H leans: what its top and bottom rows are apart, by its height; 0 for an upright font."""
    ink = text_mask("H", path, 200) > 127
    left = [int(np.argmax(row)) for row in (ink[8], ink[-8])]
    return (left[0] - left[1]) / len(ink)


@cache
def _arms(path: Path) -> float:
    """How thick the three arms of a capital E are together, by its height."""
    ink = text_mask("E", path, 200) > 127
    middle = round(0.55 * ink.shape[1]), round(0.75 * ink.shape[1])
    return float(np.median(ink[:, slice(*middle)].sum(axis=0))) / len(ink)


def _is_legible(path: Path) -> bool:
    """Whether a font is upright and nowhere hair-thin: from afar an E without its arms is an I."""
    return _stem(path) > _MIN_STEM and _arms(path) > _MIN_ARMS and abs(_slant(path)) < _MAX_SLANT


def _random_font(rng: np.random.Generator, split: str) -> Path:
    """A legible font, a serif one only now and then."""
    legible = [path for path in font_files(split) if _is_legible(path)]
    sans = [path for path in legible if _stem(path) < _SERIF_STEM]
    pool = sans if sans and rng.random() < 0.82 else legible or list(font_files(split))
    # A family first: one with thirty cuts is no likelier than one with two.
    families = sorted({path.name.split("-")[0] for path in pool})
    family = families[int(rng.integers(len(families)))]
    cuts = [path for path in pool if path.name.split("-")[0] == family]
    return cuts[int(rng.integers(len(cuts)))]


def _random_ink(rng: np.random.Generator, light: bool) -> Colour:
    if light:
        return vary(rng, [(240, 244, 246), (225, 235, 240), (110, 190, 220), (150, 210, 230)][int(rng.integers(4))], 6)
    return vary(rng, _INKS[0] if rng.random() < 0.6 else _INKS[int(rng.integers(len(_INKS)))], 6)


def random_style(rng: np.random.Generator, split: str) -> TileStyle:
    """A random tile set, its font taken from `split` (``"train"`` or ``"held"``)."""
    bodies = _USUAL_BODIES if rng.random() < 0.75 else _RARE_BODIES
    material, body, light = bodies[int(rng.integers(len(bodies)))]
    has_digits = rng.random() < 0.68
    cap = rng.uniform(0.36, 0.62) if has_digits else rng.uniform(0.42, 0.68)
    offset = (rng.uniform(-0.08, 0.01), rng.uniform(-0.07, 0.0)) if has_digits else tuple(rng.uniform(-0.03, 0.03, 2))
    corner = rng.random()
    # Close to a round letter the value looks like its tail: an O with a 1 is not a Q.
    digit_at = (rng.uniform(0.66, 0.82) if rng.random() < 0.35 else rng.uniform(0.8, 0.88), rng.uniform(0.8, 0.87))
    if corner > 0.94:
        digit_at = (digit_at[0], 1 - digit_at[1])
    if has_digits and corner > 0.94:
        # A value above the letter: the letter makes room downwards.
        offset, cap = (offset[0] - 0.03, -offset[1]), min(cap, 0.54)
    return TileStyle(
        font=_random_font(rng, split),
        stroke=int(rng.choice([0, 0, 0, 1, 1, 2])),
        material=material,
        body=vary(rng, body, 8),
        ink=_random_ink(rng, light),
        aspect=float(rng.choice([1.0, rng.uniform(0.88, 1.1), rng.uniform(0.88, 0.96)])),
        cap=float(cap),
        offset=(float(offset[0]), float(offset[1])),
        digits=_points(rng) if has_digits else None,
        digit_cap=float(rng.uniform(0.12, 0.2)),
        digit_at=digit_at,
        radius=float(rng.uniform(0.02, 0.16)),
        bevel=float(rng.uniform(0.02, 0.09)),
        bevel_strength=float(rng.uniform(0.05, 0.4)),
        engraved=float(rng.choice([0.0, 0.0, rng.uniform(0.2, 0.8)])),
        wear=float(rng.choice([0.0, 0.0, 0.0, rng.uniform(0.1, 0.8)])),
        border=float(rng.choice([0.0, 0.0, 0.0, 0.0, rng.uniform(0.012, 0.03)])),
        blank_mark=str(rng.choice(_BLANK_MARKS)),
        seed=int(rng.integers(2**31)),
        squeeze=float(rng.uniform(0.68, 1.12)) if rng.random() < 0.4 else 1.0,
        dimples=float(rng.uniform(0.04, 0.1)) if material == "plastic" and rng.random() < 0.3 else 0.0,
        pits=_PITS[int(rng.integers(len(_PITS)))],
    )


def _body(style: TileStyle, rng: np.random.Generator, size: tuple[int, int]) -> NDArray[np.uint8]:
    """The bare face: wood grain or plastic, each piece with its own grain and a shade of its own."""
    shade = 1 + noise(rng, size, (2.5, 2.5)) * np.float32(0.035) + np.float32(rng.normal(0, 0.02))
    if style.material == "plastic":
        return tint(style.body, shade + noise(rng, size, (HEIGHT / 2, HEIGHT / 2)) * np.float32(0.015))
    rings = rng.uniform(2, 7)
    contrast = 0.16 + 0.25 * (style.seed % 100) / 100
    grain = wood(rng, (size[1], size[0]) if style.seed % 3 else size, style.body, rings, contrast)
    grain = np.ascontiguousarray(grain.transpose(1, 0, 2)) if style.seed % 3 else grain
    return shade_by(grain, shade * np.float32(1.12))


def _blank_symbol(mark: str, side: int) -> NDArray[np.uint8]:
    """Alpha (side, side) of the small symbol some sets print on a blank."""
    mask = np.zeros((side, side), np.uint8)
    middle, r, line = side // 2, side // 2 - 3, max(2, side // 14)
    if mark == "star":
        angles = -np.pi / 2 + np.arange(10) * np.pi / 5
        radii = np.where(np.arange(10) % 2, 0.42 * r, r)
        points = np.stack([middle + radii * np.cos(angles), middle + radii * np.sin(angles)], 1)
        cv2.fillPoly(mask, [points.round().astype(np.int32)], 255, cv2.LINE_AA)
    elif mark == "heart":
        turn = np.linspace(0, 2 * np.pi, 40)
        across = 16 * np.sin(turn) ** 3
        up = 13 * np.cos(turn) - 5 * np.cos(2 * turn) - 2 * np.cos(3 * turn) - np.cos(4 * turn)
        points = np.stack([middle + across * r / 17, middle - up * r / 17], 1)
        cv2.fillPoly(mask, [points.round().astype(np.int32)], 255, cv2.LINE_AA)
    else:
        cv2.circle(mask, (middle, middle), r, 255, line, cv2.LINE_AA)
    if mark == "smiley":
        cv2.ellipse(mask, (middle, middle), (r // 2, r // 2), 0, 20, 160, 255, line, cv2.LINE_AA)
        for x in (middle - r // 3, middle + r // 3):
            cv2.circle(mask, (x, middle - r // 4), line, 255, -1, cv2.LINE_AA)
    elif mark == "cross":
        d = round(r * 0.5)
        cv2.line(mask, (middle - d, middle - d), (middle + d, middle + d), 255, line, cv2.LINE_AA)
        cv2.line(mask, (middle + d, middle - d), (middle - d, middle + d), 255, line, cv2.LINE_AA)
    return mask


def _place_letter(ink: NDArray[np.uint8], letter: str, style: TileStyle) -> None:
    """Print the letter into the ink mask: centred by its own width, standing on a baseline common to the set."""
    h, w = ink.shape
    centre_x, centre_y = w / 2 + style.offset[0] * h, h / 2 + style.offset[1] * h
    if letter == BLANK_TILE:
        if style.blank_mark != "none":
            side = round(style.cap * h)
            _stamp(ink, _blank_symbol(style.blank_mark, side), (centre_x - side / 2, centre_y - side / 2))
        return
    pixels = style.cap * h * 100 / cap_height(style.font, 100)
    mask = text_mask(letter, style.font, pixels, style.stroke)
    fit = min(1.0, 0.8 * w / (mask.shape[1] * style.squeeze), 0.84 * h / mask.shape[0])
    if (fit, style.squeeze) != (1.0, 1.0):
        across = fit * style.squeeze
        mask = np.asarray(cv2.resize(mask, None, fx=across, fy=fit, interpolation=cv2.INTER_AREA), np.uint8)
    accented = letter in "ÄÖ"
    top = centre_y - mask.shape[0] / 2 if accented else centre_y - style.cap * h * fit / 2 - style.stroke
    top = min(max(top, 0.06 * h), 0.95 * h - mask.shape[0])
    _stamp(ink, mask, (centre_x - mask.shape[1] / 2, top))


def _place_digits(ink: NDArray[np.uint8], letter: str, style: TileStyle) -> None:
    """Print the point value in its corner; a blank has none."""
    if style.digits is None or letter == BLANK_TILE:
        return
    h, w = ink.shape
    value = str(style.digits[LETTERS.index(letter)])
    mask = text_mask(value, style.font, style.digit_cap * h * 100 / cap_height(style.font, 100), min(style.stroke, 1))
    x = min(style.digit_at[0] * w - mask.shape[1] / 2, w * 0.96 - mask.shape[1])
    _stamp(ink, mask, (x, style.digit_at[1] * h - mask.shape[0] / 2))


def _stamp(ink: NDArray[np.uint8], mask: NDArray[np.uint8], at: tuple[float, float]) -> None:
    """Add `mask` to the ink, its top left at `at`; it must lie within."""
    x, y = max(0, round(at[0])), max(0, round(at[1]))
    region = ink[y : y + mask.shape[0], x : x + mask.shape[1]]
    np.maximum(region, mask[: region.shape[0], : region.shape[1]], out=region)


def draw_tile(letter: str, style: TileStyle) -> TileArt:
    """The flat picture of one letter (of `vision.sightings.LETTERS`) in a style; equal arguments give equal pixels.

    Raises ValueError for any other letter.
    """
    if letter not in LETTERS:
        raise ValueError(f"no such tile: {letter!r}")
    rng = np.random.default_rng([style.seed, LETTERS.index(letter)])
    size = (HEIGHT, round(HEIGHT * style.aspect))
    alpha = rounded_mask(size, style.radius * HEIGHT, 0.5)
    face = _body(style, rng, size)
    face = shade_by(face, 1 + relief(alpha, style.bevel * HEIGHT) * np.float32(style.bevel_strength))
    if style.dimples:
        face = shade_by(face, 1 - relief(_pits(style, size), style.dimples * HEIGHT) * np.float32(0.35))
    ink = np.zeros(size, np.uint8)
    _place_letter(ink, letter, style)
    _place_digits(ink, letter, style)
    _print(face, ink, style, rng)
    return TileArt(with_alpha(face, alpha), letter)


def _pits(style: TileStyle, size: tuple[int, int]) -> NDArray[np.uint8]:
    """The moulded pits (h, w), 255 inside."""
    (h, w), mask = size, np.zeros(size, np.uint8)
    for x, y in style.pits:
        cv2.circle(mask, (round(x * w), round(y * h)), round(style.dimples * h), 255, -1, cv2.LINE_AA)
    return mask


def _print(face: Picture, ink: NDArray[np.uint8], style: TileStyle, rng: np.random.Generator) -> None:
    """Lay the ink on the face: worn by noise, with a lit lower and a dark upper edge where it is engraved."""
    if style.border:
        frame = rounded_mask(face.shape[:2], style.radius * HEIGHT, HEIGHT * (0.04 + style.border))
        outer = rounded_mask(face.shape[:2], style.radius * HEIGHT, HEIGHT * 0.04)
        paint(face, outer - frame, style.ink, (0, 0), 0.8)
    if style.wear:
        kept = np.clip(1.25 - style.wear * (0.55 + noise(rng, face.shape[:2], (14, 14), 2)), 0.45, 1).astype(np.float32)
        ink = (ink * kept).astype(np.uint8)
    if style.engraved:
        paint(face, ink, (255, 255, 255), (2, 2), style.engraved * 0.5)
        paint(face, ink, (0, 0, 0), (-1, -1), style.engraved * 0.5)
    paint(face, ink, style.ink, (0, 0))
