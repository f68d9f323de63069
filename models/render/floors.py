"""Materials made of hard things: wood, stone, tiles, bricks, desks. Each turns (rng, (h, w)) into BGR."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render.texture import Colour, blend, hsv, late_wood, noise, shade_by, tint, vary, wood_share

Sheet = NDArray[np.uint8]
Size = tuple[int, int]
Box = tuple[int, int, int, int]

_PALE: tuple[Colour, ...] = ((160, 205, 230), (175, 210, 228), (140, 190, 220), (185, 205, 215))
_MEDIUM: tuple[Colour, ...] = ((80, 140, 190), (70, 125, 180), (95, 150, 190), (60, 110, 165), (110, 150, 175))
_DARK: tuple[Colour, ...] = ((35, 55, 95), (30, 42, 70), (28, 34, 48), (40, 70, 115), (45, 48, 60))
_GREYED: tuple[Colour, ...] = ((150, 165, 175), (120, 132, 142), (90, 98, 106))


def _pick(rng: np.random.Generator, colours: tuple[Colour, ...], amount: float = 9) -> Colour:
    return vary(rng, colours[int(rng.integers(len(colours)))], amount)


def _veneer(rng: np.random.Generator, size: Size, light: Colour, contrast: tuple[float, float]) -> Sheet:
    """One sheet of wood, its grain left to right."""
    share = wood_share(rng, size, rng.uniform(4, 26), rng.uniform(0.4, 1.2))
    return blend(late_wood(light, rng.uniform(*contrast)), light, share)


def _any_way(rng: np.random.Generator, sheet_size: Size) -> tuple[Size, bool]:
    """The size to draw at and whether to transpose afterwards, so that grain runs along either axis."""
    upright = bool(rng.random() < 0.5)
    return ((sheet_size[1], sheet_size[0]) if upright else sheet_size), upright


def _lay(sheet: Sheet, upright: bool) -> Sheet:
    return np.ascontiguousarray(sheet.transpose(1, 0, 2)) if upright else sheet


def pale_table(rng: np.random.Generator, size: Size) -> Sheet:
    """Birch, maple or beech: faint grain, large soft flames."""
    drawn, upright = _any_way(rng, size)
    sheet = _veneer(rng, drawn, _pick(rng, _PALE), (0.06, 0.2))
    return _lay(shade_by(sheet, 1 + noise(rng, drawn, (5, 4), 2) * np.float32(0.06)), upright)


def oak_table(rng: np.random.Generator, size: Size) -> Sheet:
    """A medium brown veneer with clear grain."""
    drawn, upright = _any_way(rng, size)
    return _lay(_veneer(rng, drawn, _pick(rng, _MEDIUM), (0.2, 0.45)), upright)


def dark_table(rng: np.random.Generator, size: Size) -> Sheet:
    """Walnut, wenge, stained wood."""
    drawn, upright = _any_way(rng, size)
    return _lay(_veneer(rng, drawn, _pick(rng, _DARK, 6), (0.25, 0.6)), upright)


def figured_wood(rng: np.random.Generator, size: Size) -> Sheet:
    """Strongly figured grain, near black on brown, as on old oak or printed laminate."""
    drawn, upright = _any_way(rng, size)
    share = wood_share(rng, drawn, rng.uniform(10, 24), 1.6)
    share = np.clip((share - 0.5) * rng.uniform(1.4, 2.4) + 0.5, 0, 1).astype(np.float32)
    light = _pick(rng, _MEDIUM + _GREYED)
    return _lay(blend(late_wood(light, rng.uniform(0.55, 0.8)), light, share), upright)


def _inlay(
    rng: np.random.Generator, size: Size, boxes: Iterator[tuple[Box, bool]], colour: Colour, tone: float, gap: float
) -> Sheet:
    """Pieces of wood cut from one sheet, each of its own tone (spread `tone`), with joints darkened to `gap`.

    boxes: (x0, y0, x1, y1) of each piece and whether its grain stands upright.
    """
    h, w = size
    side = max(h, w)
    flat = _veneer(rng, (side, side), colour, (0.15, 0.4))
    standing = np.ascontiguousarray(flat.transpose(1, 0, 2))
    out = np.zeros((h, w, 3), np.uint8)
    for (x0, y0, x1, y1), upright in boxes:
        x0, y0, x1, y1 = max(0, x0), max(0, y0), min(w, x1), min(h, y1)
        if x1 <= x0 or y1 <= y0:
            continue
        source = standing if upright else flat
        sy, sx = int(rng.integers(0, side - (y1 - y0) + 1)), int(rng.integers(0, side - (x1 - x0) + 1))
        piece = source[sy : sy + y1 - y0, sx : sx + x1 - x0]
        scale = float(np.clip(rng.normal(1, tone), 0.6, 1.35))
        out[y0:y1, x0:x1] = cv2.convertScaleAbs(piece, alpha=scale)
        joint = out[y0:y1, x0:x1]
        joint[:1] = (joint[:1] * gap).astype(np.uint8)
        joint[:, :1] = (joint[:, :1] * gap).astype(np.uint8)
    return out


def _plank_boxes(rng: np.random.Generator, size: Size, width: int, length: int) -> Iterator[tuple[Box, bool]]:
    for y in range(0, size[0], width):
        x = -int(rng.integers(0, length))
        while x < size[1]:
            step = int(length * rng.uniform(0.6, 1.4))
            yield (x, y, x + step, y + width), False
            x += step


def planks(rng: np.random.Generator, size: Size) -> Sheet:
    """A floor or table of boards with staggered ends."""
    drawn, upright = _any_way(rng, size)
    width = int(drawn[0] / rng.uniform(3, 12))
    boxes = _plank_boxes(rng, drawn, width, int(width * rng.uniform(4, 14)))
    colour = _pick(rng, _PALE + _MEDIUM + _MEDIUM + _DARK)
    return _lay(_inlay(rng, drawn, boxes, colour, rng.uniform(0.03, 0.12), rng.uniform(0.3, 0.8)), upright)


def strip_floor(rng: np.random.Generator, size: Size) -> Sheet:
    """Industrial parquet: short narrow strips in rows of equal length, very uneven in tone."""
    drawn, upright = _any_way(rng, size)
    width = max(5, int(drawn[0] / rng.uniform(18, 45)))
    length = int(width * rng.uniform(4, 8))
    columns = range(-int(rng.integers(0, length)), drawn[1], length)
    boxes = (((x, y, x + length, y + width), False) for x in columns for y in range(0, drawn[0], width))
    return _lay(_inlay(rng, drawn, boxes, _pick(rng, _MEDIUM), rng.uniform(0.08, 0.16), rng.uniform(0.5, 0.8)), upright)


def _mosaic_boxes(size: Size, block: int, strips: int) -> Iterator[tuple[Box, bool]]:
    width = block // strips
    for row, y in enumerate(range(0, size[0], width * strips)):
        for col, x in enumerate(range(0, size[1], width * strips)):
            for k in range(strips):
                if (row + col) % 2:
                    yield (x, y + k * width, x + width * strips, y + (k + 1) * width), False
                else:
                    yield (x + k * width, y, x + (k + 1) * width, y + width * strips), True


def mosaic_parquet(rng: np.random.Generator, size: Size) -> Sheet:
    """Squares of strips, turned alternately."""
    strips = int(rng.integers(4, 8))
    block = max(strips * 5, int(size[0] / rng.uniform(2, 7)))
    boxes = _mosaic_boxes(size, block, strips)
    return _inlay(rng, size, boxes, _pick(rng, _PALE + _MEDIUM), rng.uniform(0.04, 0.12), rng.uniform(0.4, 0.8))


def _herringbone_boxes(size: Size, width: int, ratio: int) -> Iterator[tuple[Box, bool]]:
    rows, cols = size[0] // width + 2 * ratio, size[1] // width + 2 * ratio
    for j in range(-ratio, rows):
        for i in range(-ratio, cols):
            phase = (i - j) % (2 * ratio)
            if phase == 0:
                yield (i * width, j * width, (i + ratio) * width, (j + 1) * width), False
            elif phase == 2 * ratio - 1:
                yield (i * width, j * width, (i + 1) * width, (j + ratio) * width), True


def herringbone(rng: np.random.Generator, size: Size) -> Sheet:
    """Blocks laid in herringbone, seen straight or on the diagonal."""
    width = max(14, int(size[0] / rng.uniform(7, 26)))
    boxes = _herringbone_boxes(size, width, int(rng.integers(3, 7)))
    return _inlay(rng, size, boxes, _pick(rng, _PALE + _MEDIUM + _DARK), rng.uniform(0.03, 0.1), rng.uniform(0.35, 0.8))


def desk(rng: np.random.Generator, size: Size) -> Sheet:
    """Plain melamine, lacquer or plastic: white, grey, black, sometimes coloured; nearly even."""
    value = float(rng.choice([rng.uniform(0.82, 0.97), rng.uniform(0.45, 0.75), rng.uniform(0.06, 0.2)]))
    colour = hsv(rng.random(), rng.uniform(0, 0.08) if rng.random() < 0.8 else rng.uniform(0.2, 0.7), value)
    grain = noise(rng, size, (size[0] / rng.uniform(1, 2.5), size[1] / rng.uniform(1, 2.5)))
    return tint(colour, 1 + noise(rng, size, (3, 3)) * np.float32(0.03) + grain * np.float32(rng.uniform(0, 0.05)))


def granite(rng: np.random.Generator, size: Size) -> Sheet:
    """Speckled stone or terrazzo: grains of two or three tones on a ground."""
    base = vary(rng, hsv(rng.uniform(0, 0.15), rng.uniform(0, 0.25), rng.uniform(0.15, 0.85)), 8)
    sheet = tint(base, 1 + noise(rng, size, (6, 6), 3) * np.float32(0.15))
    for _ in range(int(rng.integers(2, 4))):
        grain = rng.uniform(2, 9)
        spots = noise(rng, size, (size[0] / grain, size[1] / grain)) > rng.uniform(0.35, 0.65)
        shift = rng.normal(0, 55)
        sheet[spots] = vary(rng, (round(base[0] + shift), round(base[1] + shift), round(base[2] + shift)), 8)
    return np.asarray(cv2.GaussianBlur(sheet, (3, 3), 0))


def marble(rng: np.random.Generator, size: Size) -> Sheet:
    """Clouded stone with thin veins."""
    clouds = noise(rng, size, (4, 4), 4)
    veins = np.exp(-np.abs(noise(rng, size, (3, 3), 4)) * np.float32(rng.uniform(20, 60)))
    share = np.clip(0.75 + 0.25 * clouds - rng.uniform(0.3, 0.8) * veins, 0, 1).astype(np.float32)
    light = vary(rng, [(225, 230, 232), (200, 212, 222), (70, 66, 62), (110, 130, 110)][int(rng.integers(4))], 8)
    return blend(vary(rng, (int(light[0] * 0.6), int(light[1] * 0.6), int(light[2] * 0.62)), 8), light, share)


def concrete(rng: np.random.Generator, size: Size) -> Sheet:
    """Concrete or limestone look: blotches, fine scratches and pits."""
    base = vary(rng, hsv(rng.uniform(0.05, 0.12), rng.uniform(0.02, 0.25), rng.uniform(0.45, 0.85)), 6)
    shade = (
        1
        + noise(rng, size, (4, 4), 5) * np.float32(0.16)
        + noise(rng, size, (size[0] / 1.5, size[1] / 1.5)) * np.float32(0.04)
    )
    pits = noise(rng, size, (size[0] / 5, size[1] / 5)) > 0.92
    shade[pits] *= 0.6
    return tint(base, shade.astype(np.float32))


def _slabs(
    rng: np.random.Generator, size: Size, slab: tuple[int, int], stagger: bool, colour: Colour, tone: float
) -> Sheet:
    """Rows of slabs of one material with rough sunken joints."""
    h, w = size
    rows, cols = h // slab[0] + 2, w // slab[1] + 2
    tones = rng.normal(1, tone, (rows, cols)).astype(np.float32)
    y = (np.arange(h) + int(rng.integers(slab[0])))[:, None]
    x = np.arange(w)[None, :] + int(rng.integers(slab[1])) + (y // slab[0] % 2) * (slab[1] // 2 if stagger else 0)
    shade = tones[y // slab[0] % rows, x // slab[1] % cols]
    shade = (
        shade + noise(rng, size, (12, 12), 4) * np.float32(0.14) + noise(rng, size, (h / 2, w / 2)) * np.float32(0.05)
    )
    sheet = tint(colour, shade.astype(np.float32))
    rough = noise(rng, size, (h / 6, w / 6)) * np.float32(2.0)
    down, across = y % slab[0], x % slab[1]
    edge = np.minimum(np.minimum(down, slab[0] - down), np.minimum(across, slab[1] - across)) + rough
    joint = max(2.0, min(slab) * rng.uniform(0.03, 0.08))
    sheet = shade_by(sheet, np.clip(0.6 + edge / (joint * 2.5), 0.6, 1).astype(np.float32))
    mortar = tint(vary(rng, (150, 165, 172), 30), 1 + rough * np.float32(0.06))
    inside = edge < joint
    sheet[inside] = mortar[inside]
    return sheet


def bricks(rng: np.random.Generator, size: Size) -> Sheet:
    """Brick paving."""
    height = int(size[0] / rng.uniform(3, 9))
    colour = vary(rng, [(70, 85, 150), (85, 110, 165), (110, 120, 130)][int(rng.integers(3))], 12)
    return _slabs(rng, size, (height, int(height * rng.uniform(1.8, 3))), True, colour, 0.14)


def tiles(rng: np.random.Generator, size: Size) -> Sheet:
    """Ceramic or stone floor tiles."""
    height = int(size[0] / rng.uniform(1.2, 7))
    colour = vary(rng, hsv(rng.uniform(0.04, 0.14), rng.uniform(0, 0.4), rng.uniform(0.35, 0.9)), 10)
    return _slabs(rng, size, (height, int(height * rng.uniform(1, 1.6))), bool(rng.random() < 0.3), colour, 0.03)


def metal(rng: np.random.Generator, size: Size) -> Sheet:
    """Brushed metal or a laptop lid: fine streaks and a soft sheen."""
    streaks = noise(rng, size, (size[0] / 1.2, rng.uniform(2, 12)))
    sheen = noise(rng, size, (2, 3))
    colour = hsv(rng.uniform(0.5, 0.7), rng.uniform(0, 0.1), rng.uniform(0.25, 0.75))
    return tint(colour, 1 + streaks * np.float32(rng.uniform(0.03, 0.1)) + sheen * np.float32(0.2))
