"""Card backs: symmetric ornaments in one colour and white, as printed on real decks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render import canvas
from models.render.art import Picture
from models.render.canvas import Colour, mixed

Field = NDArray[np.float64]  # 0 paper … 1 full ink, one value a pixel

RED, BLUE = (42, 30, 190), (140, 65, 25)
_HUES: tuple[Colour, ...] = (
    RED, RED, (60, 40, 215), BLUE, BLUE, (170, 95, 40), (35, 35, 35), (60, 55, 50), (70, 110, 25), (60, 85, 20),
    (120, 45, 95), (150, 80, 225), (60, 150, 195), (140, 130, 40), (50, 90, 140),
)  # fmt: skip
_PALE_SHARE = 0.12
_KIN = (0.35, 0.4, 0.25)  # how often kin differ in filling, badge, frame
_TOLD = 0.02  # mean difference of ink that can be told


@dataclass(frozen=True)
class BackDesign:
    """A back before it is printed: `ink` as shares of the main colour, `second` of another one, corner radius."""

    ink: Field
    second: Field
    radius: float

    def printed(self, hue: Colour, paper: Colour, accent: Colour) -> Picture:
        """The BGRA picture in the given colours."""
        ink, second = self.ink[..., None], self.second[..., None]
        flat = np.array(paper) * (1 - ink) + np.array(hue) * ink
        flat = flat * (1 - second) + np.array(accent) * second
        height, width = self.ink.shape
        return canvas.with_alpha(
            np.asarray(np.clip(flat, 0, 255), np.uint8), canvas.rounded_alpha(width, height, self.radius)
        )


def random_back(rng: np.random.Generator, size: tuple[int, int] = (360, 504), hue: Colour | None = None) -> Picture:
    """A back of `size` (width, height) in pixels, BGRA; `hue` is its main colour (BGR), random when None."""
    main = hue or _varied(rng, _HUES[rng.integers(len(_HUES))])
    if hue is None and rng.random() < _PALE_SHARE:
        main = mixed(main, (245, 245, 245), rng.uniform(0.4, 0.75))
    paper, accent = _companions(rng, main)
    return _design(rng, rng, rng, size).printed(main, paper, accent)


def modest_back(rng: np.random.Generator, size: tuple[int, int] = (360, 504)) -> Picture:
    """A back of one colour, of whichever, with at most a grid and a badge: hardly told from a table, or from the next
    card of its deck."""
    sheet = _Sheet(size)
    ink = _MODEST[rng.integers(len(_MODEST))](sheet, rng)
    ink = 1 - ink if rng.random() < 0.6 and ink.mean() < 0.95 else ink
    ink, second = _medallion(sheet, rng, ink) if rng.random() < 0.6 else (ink, np.zeros_like(ink))
    if rng.random() < 0.3:
        inside = sheet.edge(sheet.inset(rng.uniform(0.02, 0.06)))
        ink, second = ink * inside, second * inside
    tone = np.array([[(rng.integers(180), rng.integers(30, 220), rng.integers(40, 230))]], np.uint8)
    blue, green, red = (int(channel) for channel in cv2.cvtColor(tone, cv2.COLOR_HSV2BGR)[0, 0])
    main: Colour = (blue, green, red)
    paper, accent = _companions(rng, main)
    return BackDesign(ink, second, size[0] * rng.uniform(0.035, 0.075)).printed(main, paper, accent)


def twin_backs(rng: np.random.Generator, size: tuple[int, int] = (360, 504)) -> tuple[Picture, Picture]:
    """One design printed in red and in blue, as decks are sold in pairs."""
    design = _design(rng, rng, rng, size)
    grey = int(rng.integers(235, 256))
    paper: Colour = (grey, grey, grey)
    red, blue = _varied(rng, RED), _varied(rng, BLUE)
    return design.printed(red, paper, mixed(red, paper, 0.5)), design.printed(blue, paper, mixed(blue, paper, 0.5))


def kin_backs(rng: np.random.Generator, size: tuple[int, int] = (360, 504)) -> tuple[Picture, Picture]:
    """Two backs of the same colours that differ in one part: filling, badge or frame."""
    main = _varied(rng, _HUES[rng.integers(len(_HUES))])
    paper, accent = _companions(rng, main)
    seeds = rng.integers(2**31, size=3)
    first = _seeded(seeds, size)
    while True:  # another draw may be the same: no badge again
        others = seeds.copy()
        others[rng.choice(3, p=_KIN)] = rng.integers(2**31)
        second = _seeded(others, size)
        if np.abs(first.ink - second.ink).mean() > _TOLD:
            return first.printed(main, paper, accent), second.printed(main, paper, accent)


def _varied(rng: np.random.Generator, colour: Colour) -> Colour:
    blue, green, red = (int(np.clip(c + rng.integers(-18, 19), 0, 255)) for c in colour)
    return blue, green, red


def _companions(rng: np.random.Generator, main: Colour) -> tuple[Colour, Colour]:
    """A paper and an accent colour that go with the main one."""
    grey = int(rng.integers(230, 256))
    paper: Colour = (grey, grey, grey)
    if rng.random() < 0.12:
        paper = mixed(main, (255, 255, 255), rng.uniform(0.4, 0.7))
    elif rng.random() < 0.1:
        paper = (90, 170, 205)  # gold on colour
    accent = mixed(main, paper, 0.5) if rng.random() < 0.7 else _HUES[rng.integers(len(_HUES))]
    return paper, accent


class _Sheet:
    """Coordinates of a back: x, y in card widths from the middle, and the smoothness of an edge."""

    def __init__(self, size: tuple[int, int]) -> None:
        width, height = size
        ys, xs = np.mgrid[0:height, 0:width].astype(np.float64)
        self.x, self.y = (xs + 0.5 - width / 2) / width, (ys + 0.5 - height / 2) / width
        self.width, self.height, self.pixel = width, height, 1 / width
        self.tall = height / width

    def edge(self, distance: Field) -> Field:
        """1 where the distance (in card widths) is positive, 0 where negative, smooth over a pixel."""
        return np.asarray(np.clip(distance / self.pixel + 0.5, 0, 1))

    def inset(self, margin: float) -> Field:
        """Distance inward from a rectangle `margin` away from the card's edge."""
        return np.asarray(np.minimum(0.5 - margin - np.abs(self.x), self.tall / 2 - margin - np.abs(self.y)))


def _near(v: Field, period: float) -> Field:
    """Distance to the nearest multiple of the period."""
    return np.asarray(np.abs(v - period * np.round(v / period)))


def _lattice(sheet: _Sheet, rng: np.random.Generator) -> Field:
    pitch, bold, steep = rng.uniform(0.05, 0.14), rng.uniform(0.12, 0.3), rng.choice([1.0, 0.7, 0.6])
    u, v = sheet.x + steep * sheet.y, sheet.x - steep * sheet.y
    lines = sheet.edge(bold * pitch / 2 - np.minimum(_near(u, pitch), _near(v, pitch)))
    cell = np.hypot(_near(u + pitch / 2, pitch), _near(v + pitch / 2, pitch))
    dots = sheet.edge(pitch * rng.uniform(0.1, 0.25) - cell)
    return np.asarray(np.maximum(lines, dots) if rng.random() < 0.7 else lines)


def _dots(sheet: _Sheet, rng: np.random.Generator) -> Field:
    pitch = rng.uniform(0.03, 0.09)
    row = np.round(sheet.y / pitch)
    shift = np.where(row % 2, pitch / 2, 0.0) if rng.random() < 0.7 else np.zeros_like(row)
    return sheet.edge(pitch * rng.uniform(0.2, 0.4) - np.hypot(_near(sheet.x + shift, pitch), _near(sheet.y, pitch)))


def _checks(sheet: _Sheet, rng: np.random.Generator) -> Field:
    pitch = rng.uniform(0.03, 0.1)
    turn = rng.random() < 0.6
    u, v = (sheet.x + sheet.y, sheet.x - sheet.y) if turn else (sheet.x, sheet.y)
    return sheet.edge(0.3 * pitch * np.sin(np.pi * u / pitch) * np.sin(np.pi * v / pitch))


def _stripes(sheet: _Sheet, rng: np.random.Generator) -> Field:
    pitch, wave = rng.uniform(0.02, 0.08), rng.uniform(0, 0.06) * (rng.random() < 0.5)
    along, across = (sheet.x, sheet.y) if rng.random() < 0.5 else (sheet.y + sheet.x, sheet.x - sheet.y)
    ripple = wave * np.cos(along * 2 * np.pi / rng.uniform(0.1, 0.4))
    return sheet.edge(_near(across + ripple, pitch) - pitch * rng.uniform(0.2, 0.3))


def _guilloche(sheet: _Sheet, rng: np.random.Generator) -> Field:
    """Bundles of waving lines, as on bank notes."""
    radius, angle = np.hypot(sheet.x, sheet.y), np.arctan2(sheet.y, sheet.x)
    lobes, pitch = int(rng.integers(4, 13)) * 2, rng.uniform(0.025, 0.06)
    ripple = rng.uniform(0.02, 0.08)
    bold = pitch * rng.uniform(0.1, 0.2)
    a = _near(radius + ripple * np.cos(lobes * angle), pitch)
    b = _near(radius - ripple * np.cos(lobes * angle), pitch)
    return sheet.edge(bold - np.minimum(a, b))


def _arcs(sheet: _Sheet, rng: np.random.Generator) -> Field:
    """Overlapping fans of arcs around staggered centres."""
    pitch, rings = rng.uniform(0.1, 0.22), int(rng.integers(3, 6))
    row = np.round(sheet.y / (pitch / 2))
    shift = np.where(row % 2, pitch / 2, 0.0)
    away = np.hypot(_near(sheet.x + shift, pitch), sheet.y - row * pitch / 2 + np.where(sheet.y > 0, 0.02, -0.02))
    return sheet.edge(0.25 * pitch / rings - _near(away, pitch / rings))


def _mandala(sheet: _Sheet, rng: np.random.Generator) -> Field:
    """Rings of petals around the middle, repeated towards the ends of the card."""
    y = np.abs(sheet.y) if rng.random() < 0.4 else sheet.y
    offset = sheet.tall * 0.25 if y is not sheet.y else 0.0
    radius, angle = np.hypot(sheet.x, y - offset), np.arctan2(y - offset, sheet.x)
    ink = np.zeros_like(radius)
    for ring in np.arange(0.06, 0.9, rng.uniform(0.05, 0.09)):
        petals = int(rng.integers(3, 10)) * 2
        size = rng.uniform(0.015, 0.04)
        shape = radius - ring - size * np.abs(np.cos(angle * petals / 2))
        ink = np.maximum(ink, sheet.edge(rng.uniform(0.005, 0.014) - np.abs(shape)))
    return np.asarray(ink)


def _floral(sheet: _Sheet, rng: np.random.Generator) -> Field:
    """Curls and leaves, mirrored twice."""
    height, width = sheet.x.shape
    quarter = np.zeros((height // 2 + 1, width // 2 + 1), np.uint8)
    for _ in range(int(rng.integers(30, 60))):
        spot = (int(rng.integers(quarter.shape[1])), int(rng.integers(quarter.shape[0])))
        long = int(rng.uniform(0.03, 0.1) * width)
        turn, pen = rng.uniform(0, 360), max(1, round(width * rng.uniform(0.006, 0.014)))
        if rng.random() < 0.5:
            cv2.ellipse(quarter, spot, (long, max(2, long // 3)), turn, 0, 360, 255, -1, cv2.LINE_AA)
            cv2.ellipse(quarter, spot, (max(1, long * 2 // 3), max(1, long // 8)), turn, 0, 360, 0, -1, cv2.LINE_AA)
        else:
            for share in (1.0, 0.65, 0.35):
                axes = (max(1, round(long * share)), max(1, round(long * share * 0.8)))
                cv2.ellipse(quarter, spot, axes, turn, 0, 290, 255, pen, cv2.LINE_AA)
    half = np.concatenate([quarter[:, ::-1], quarter], 1)
    whole = np.concatenate([half[::-1], half])
    top, left = (whole.shape[0] - height) // 2, (whole.shape[1] - width) // 2
    return np.asarray(whole[top : top + height, left : left + width] / 255.0)


def _board(sheet: _Sheet, rng: np.random.Generator) -> Field:
    """Square cells between lines, some with a sign in them: as large and as regular as letter tiles."""
    pitch, line = rng.uniform(0.12, 0.3), rng.uniform(0.04, 0.16)
    x, y = sheet.x + pitch / 2 * rng.integers(2), sheet.y + pitch / 2 * rng.integers(2)
    lines = sheet.edge(line * pitch / 2 - np.minimum(_near(x, pitch), _near(y, pitch)))
    across, down = x - pitch * np.floor(x / pitch) - pitch / 2, y - pitch * np.floor(y / pitch) - pitch / 2
    away, turn = np.hypot(across, down), np.arctan2(down, across)
    size, lobes = pitch * rng.uniform(0.12, 0.34), int(rng.integers(2, 6)) * 2
    sign = sheet.edge(size * (0.75 + 0.25 * np.cos(lobes * turn)) - away)
    hollow = sheet.edge(size * 0.5 - away) if rng.random() < 0.5 else np.zeros_like(sign)
    return np.asarray(np.maximum(lines, sign * (1 - hollow)) if rng.random() < 0.75 else lines)


def _plain(sheet: _Sheet, rng: np.random.Generator) -> Field:
    return np.ones_like(sheet.x)


_FILLINGS: tuple[Callable[[_Sheet, np.random.Generator], Field], ...] = (
    _lattice, _lattice, _dots, _checks, _stripes, _guilloche, _guilloche, _arcs,
    _mandala, _mandala, _floral, _floral, _board, _board, _plain, _plain, _plain,
)  # fmt: skip


_MODEST: tuple[Callable[[_Sheet, np.random.Generator], Field], ...] = (_plain, _plain, _plain, _board, _lattice)


def _design(
    filling: np.random.Generator, badge: np.random.Generator, frame: np.random.Generator, size: tuple[int, int]
) -> BackDesign:
    """A design whose parts are drawn of three generators, which may be one."""
    sheet = _Sheet(size)
    ink = _FILLINGS[filling.integers(len(_FILLINGS))](sheet, filling)
    ink = 1 - ink if filling.random() < 0.45 and ink.mean() < 0.95 else ink
    margin = 0.0 if filling.random() < 0.25 else filling.uniform(0.03, 0.08)
    ink, second = _medallion(sheet, badge, ink)
    if frame.random() < 0.6:
        ink = _framed(sheet, frame, ink, margin)
    ink = ink * sheet.edge(sheet.inset(margin)) if margin else ink
    second = second * sheet.edge(sheet.inset(margin)) if margin else second
    return BackDesign(np.asarray(ink), np.asarray(second), size[0] * frame.uniform(0.035, 0.075))


def _seeded(seeds: NDArray[np.int64], size: tuple[int, int]) -> BackDesign:
    """The design of three seeds, one for each part."""
    filling, badge, frame = map(np.random.default_rng, seeds)
    return _design(filling, badge, frame, size)


def _framed(sheet: _Sheet, rng: np.random.Generator, ink: Field, margin: float) -> Field:
    """One or two frame lines or an ornamental band within the margin."""
    inset = sheet.inset(margin)
    band = rng.uniform(0.015, 0.07)
    border = sheet.edge(band - inset)
    if rng.random() < 0.6:
        pitch = band * rng.uniform(0.7, 1.1)
        beads = np.hypot(_near(sheet.x, pitch), _near(sheet.y, pitch)) - pitch * 0.3
        ring = border * sheet.edge(inset - band * 0.15) * sheet.edge(band * 0.85 - inset)
        border_ink = 1 - ring * sheet.edge(-beads)
    else:
        border_ink = np.ones_like(ink)
    gap = sheet.edge(band * 1.5 - inset)
    return np.asarray(np.where(border > 0, border * border_ink, ink * (1 - gap)))


def _medallion(sheet: _Sheet, rng: np.random.Generator, ink: Field) -> tuple[Field, Field]:
    """A central badge (or two) now and then, in both colours."""
    second = np.zeros_like(ink)
    if rng.random() < 0.35 and ink.mean() < 0.97:
        return ink, second
    size = rng.uniform(0.08, 0.26)
    lobes, depth = int(rng.integers(2, 9)) * 2, rng.uniform(0, 0.25)
    y = sheet.y if rng.random() < 0.7 else np.abs(sheet.y) - sheet.tall * 0.24
    radius, angle = np.hypot(sheet.x, y), np.arctan2(y, sheet.x)
    away = size * (1 - depth + depth * np.cos(lobes * angle)) - radius
    inner = sheet.edge(away)
    rings = sheet.edge(size * 0.1 - _near(away, size * rng.uniform(0.3, 0.5)))
    ink = ink * (1 - sheet.edge(away + size * 0.08)) + inner * rings
    if rng.random() < 0.4:
        second = inner * sheet.edge(away - size * 0.55)
    return np.asarray(ink), np.asarray(second)
