"""Materials made of soft and printed things: felt, carpet, cloth, leather, paper. Each turns (rng, (h, w)) into BGR."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render.fonts import font_files
from models.render.lettering import random_line, text_mask
from models.render.texture import Colour, Field, blend, hsv, noise, paint, shade_by, tint, vary

Sheet = NDArray[np.uint8]
Size = tuple[int, int]

_FELTS: tuple[Colour, ...] = (
    (55, 105, 20),
    (70, 120, 45),
    (40, 75, 20),
    (120, 70, 25),
    (90, 45, 20),
    (35, 25, 130),
    (50, 45, 45),
    (90, 40, 90),
)
_PILES: tuple[Colour, ...] = (
    (120, 150, 175),
    (95, 115, 135),
    (150, 165, 175),
    (70, 70, 75),
    (110, 80, 60),
    (60, 60, 120),
)
_HIDES: tuple[Colour, ...] = ((30, 45, 80), (20, 24, 32), (25, 25, 25), (45, 70, 120), (190, 205, 215), (30, 30, 100))


def _emboss(height: Field, strength: float) -> Field:
    """Shading about 1 of a height field lit from the upper left."""
    slope = cv2.Sobel(height, cv2.CV_32F, 1, 0) + cv2.Sobel(height, cv2.CV_32F, 0, 1)
    return np.asarray(1 + slope * np.float32(strength), np.float32)


def _colour(rng: np.random.Generator) -> Colour:
    """Any cloth colour: greys and blacks as often as bright ones."""
    if rng.random() < 0.35:
        return hsv(rng.random(), rng.uniform(0, 0.15), rng.uniform(0.08, 0.95))
    return hsv(rng.random(), rng.beta(2, 2.5), rng.uniform(0.2, 0.9))


def _fibre(rng: np.random.Generator, size: Size, strength: float) -> Field:
    """Short fibres in two directions, about 1."""
    h, w = size
    across = noise(rng, size, (h / 1.3, w / 6))
    down = noise(rng, size, (h / 6, w / 1.3))
    return 1 + (across + down) * np.float32(strength)


def felt(rng: np.random.Generator, size: Size) -> Sheet:
    """A card table's cloth, now and then with a printed line."""
    colour = vary(rng, _FELTS[int(rng.integers(len(_FELTS)))], 10)
    sheet = tint(colour, _fibre(rng, size, rng.uniform(0.04, 0.13)) + noise(rng, size, (4, 4), 2) * np.float32(0.06))
    if rng.random() < 0.25:
        line = np.zeros(size, np.uint8)
        centre = (int(rng.uniform(0, 1) * size[1]), int(rng.uniform(-0.6, 1.6) * size[0]))
        cv2.circle(line, centre, int(rng.uniform(0.4, 1.2) * size[0]), 255, int(rng.integers(3, 10)), cv2.LINE_AA)
        paint(sheet, line, vary(rng, (200, 220, 225), 25), (0, 0), 0.7)
    return sheet


def carpet(rng: np.random.Generator, size: Size) -> Sheet:
    """Pile carpet: tufts with shadows between them."""
    h, w = size
    tuft = rng.uniform(2.5, 9)
    height = noise(rng, size, (h / tuft, w / tuft), 2)
    base = vary(rng, _PILES[int(rng.integers(len(_PILES)))], 12)
    flecks = noise(rng, size, (h / tuft * 1.3, w / tuft * 1.3))
    shade = 0.85 + 0.3 * height + noise(rng, size, (6, 6), 2) * 0.08 + flecks * 0.15
    return shade_by(tint(base, shade.astype(np.float32)), np.clip(_emboss(height, rng.uniform(0.04, 0.12)), 0.3, 1.7))


def woven_rug(rng: np.random.Generator, size: Size) -> Sheet:
    """A coarse rug of uneven stripes."""
    h, w = size
    height = noise(rng, size, (h / rng.uniform(5, 12), w / rng.uniform(8, 25)), 2)
    bands = noise(rng, size, (rng.uniform(6, 30), 2.0)) * rng.uniform(1, 4) + height * 0.3 + 0.5
    share = np.clip(bands, 0, 1).astype(np.float32)
    return shade_by(
        blend(vary(rng, _PILES[int(rng.integers(len(_PILES)))], 20), _colour(rng), share),
        np.clip(0.9 + height * 0.35, 0.3, 1.5),
    )


def _weave(rng: np.random.Generator, size: Size) -> Field:
    """Plain weave threads, about 1."""
    period = rng.uniform(2.2, 6)
    y = np.arange(size[0], dtype=np.float32)[:, None] * np.float32(2 * np.pi / period)
    x = np.arange(size[1], dtype=np.float32)[None, :] * np.float32(2 * np.pi / period)
    knots = np.sin(x) * np.sin(y) * np.float32(rng.uniform(0.03, 0.12))
    return np.asarray(_fibre(rng, size, 0.05) + knots, np.float32)


def _folds(rng: np.random.Generator, size: Size, strength: float) -> Field:
    """Shading about 1 of creases and soft folds: level changes of stretched noise, seen by their slope."""
    h, w = size
    side = int(np.hypot(h, w)) // 3 + 2
    ridges = np.abs(noise(rng, (side, side), (5, 3), 2))
    small = noise(rng, (side, side), (rng.uniform(3, 8), rng.uniform(2, 4)), 2) + 0.25 * ridges
    slope = cv2.Sobel(small.astype(np.float32), cv2.CV_32F, 0, 1, ksize=5)
    turn = cv2.getRotationMatrix2D((side / 2, side / 2), float(rng.uniform(0, 360)), 3.0)
    turn[:, 2] += np.array([w / 2 - side / 2, h / 2 - side / 2])
    wide = cv2.warpAffine(slope, turn, (w, h), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(np.clip(1 + wide / (np.abs(wide).max() + 1e-6) * np.float32(strength), 0.25, 1.7), np.float32)


def crumpled_cloth(rng: np.random.Generator, size: Size) -> Sheet:
    """A plain cloth, blanket or shirt with deep folds."""
    return shade_by(tint(_colour(rng), _weave(rng, size)), _folds(rng, size, rng.uniform(0.3, 0.9)))


def _stripe_share(rng: np.random.Generator, length: int) -> Field:
    """A row of stripes in 0..1 repeating every 20 to 160 px."""
    period = rng.uniform(20, 160)
    place = np.arange(length, dtype=np.float32) / np.float32(period) % 1
    edges = np.sort(rng.random(int(rng.integers(1, 4)) * 2))
    share = sum((place > a) & (place < b) for a, b in zip(edges[::2], edges[1::2], strict=True))
    return np.asarray(cv2.GaussianBlur(np.asarray(share, np.float32)[None], (3, 1), 0), np.float32).ravel()


def striped_cloth(rng: np.random.Generator, size: Size) -> Sheet:
    """A striped tablecloth or towel."""
    share = np.repeat(_stripe_share(rng, size[1])[None], size[0], 0)
    sheet = blend(_colour(rng), _colour(rng), share)
    return shade_by(sheet, _weave(rng, size) * _folds(rng, size, rng.uniform(0.02, 0.4)))


def checked_cloth(rng: np.random.Generator, size: Size) -> Sheet:
    """Gingham and tartan: stripes crossed with stripes."""
    share = (_stripe_share(rng, size[0])[:, None] + _stripe_share(rng, size[1])[None, :]) / 2
    ground = (235, 238, 240) if rng.random() < 0.5 else _colour(rng)
    return shade_by(
        blend(ground, _colour(rng), share.astype(np.float32)),
        _weave(rng, size) * _folds(rng, size, rng.uniform(0.02, 0.4)),
    )


def flowered_cloth(rng: np.random.Generator, size: Size) -> Sheet:
    """Print of flowers, leaves or dots scattered or in rows."""
    sheet = tint(_colour(rng), np.ones(size, np.float32))
    colours = [_colour(rng) for _ in range(3)]
    reach = rng.uniform(6, 40)
    petals = int(rng.choice([1, 4, 5, 6, 8]))
    for y in np.arange(0, size[0] + reach, reach * 3):
        for x in np.arange(0, size[1] + reach, reach * 3):
            cx, cy = np.array([x, y]) + rng.normal(0, reach * 0.5, 2)
            start, colour = rng.uniform(0, 6.28), colours[int(rng.integers(3))]
            for k in range(petals):
                angle = start + k * 2 * np.pi / petals
                at = (int(cx + reach * 0.5 * np.cos(angle)), int(cy + reach * 0.5 * np.sin(angle)))
                cv2.ellipse(
                    sheet, at, (int(reach * 0.5), int(reach * 0.28)), np.degrees(angle), 0, 360, colour, -1, cv2.LINE_AA
                )
            cv2.circle(sheet, (int(cx), int(cy)), max(1, int(reach * 0.22)), colours[0], -1, cv2.LINE_AA)
    return shade_by(sheet, _weave(rng, size) * _folds(rng, size, rng.uniform(0.02, 0.35)))


def denim(rng: np.random.Generator, size: Size) -> Sheet:
    """Twill: diagonal ribs of blue or grey with pale flecks."""
    h, w = size
    period = rng.uniform(3, 6)
    ramp = (np.arange(h, dtype=np.float32)[:, None] + np.arange(w, dtype=np.float32)[None, :]) * np.float32(
        2 * np.pi / period
    )
    flecks = noise(rng, size, (h / 1.5, w / 4))
    shade = (
        1 + np.sin(ramp) * np.float32(0.12) + flecks * np.float32(0.3) + noise(rng, size, (4, 4), 3) * np.float32(0.2)
    )
    return shade_by(
        tint(hsv(rng.uniform(0.56, 0.64), rng.uniform(0.2, 0.6), rng.uniform(0.2, 0.6)), shade), _folds(rng, size, 0.3)
    )


def knit(rng: np.random.Generator, size: Size) -> Sheet:
    """Knitted wool: rows of V-shaped stitches."""
    h, w = size
    stitch = rng.uniform(8, 26)
    x = np.arange(w, dtype=np.float32)[None, :] / np.float32(stitch)
    y = np.arange(h, dtype=np.float32)[:, None] / np.float32(stitch * 0.8)
    zigzag = np.abs(x % 1 - 0.5) * 2
    rows = np.cos((y + zigzag * 0.9) * np.float32(2 * np.pi))
    shade = 0.8 + 0.22 * rows - 0.25 * np.exp(-((zigzag - 1) ** 2) * 60) + noise(rng, size, (h / 2, w / 2)) * 0.12
    return shade_by(tint(_colour(rng), shade.astype(np.float32)), _folds(rng, size, 0.25))


def leather(rng: np.random.Generator, size: Size) -> Sheet:
    """Grained leather or vinyl."""
    h, w = size
    grain = rng.uniform(4, 14)
    cells = np.abs(noise(rng, size, (h / grain, w / grain), 2))
    sheen = 1 + noise(rng, size, (3, 3), 2) * np.float32(0.12)
    colour = vary(rng, _HIDES[int(rng.integers(len(_HIDES)))], 8)
    return tint(colour, sheen * np.clip(0.78 + np.minimum(cells * 3, 0.35), 0, 2))


def newspaper(rng: np.random.Generator, size: Size) -> Sheet:
    """Printed pages: columns of small text, headlines, grey pictures."""
    h, w = size
    sheet = tint(vary(rng, (205, 218, 224), 12), 1 + noise(rng, size, (h / 2, w / 2)) * np.float32(0.03))
    fonts = font_files("train")
    body, head = (fonts[int(rng.integers(len(fonts)))] for _ in range(2))
    pixels = rng.uniform(7, 16)
    lines = [text_mask(random_line(rng, 8), body, pixels) for _ in range(8)]
    columns = int(rng.integers(2, 5))
    width = w // columns
    for col in range(columns):
        y = -float(rng.uniform(0, 60))
        while y < h:
            kind = rng.random()
            if kind < 0.05:
                tall = int(rng.uniform(60, 160))
                box = sheet[max(0, int(y)) : max(0, int(y) + tall), col * width : (col + 1) * width - 10]
                box[:] = tint(
                    vary(rng, (130, 130, 130), 40),
                    1 + noise(rng, (max(1, box.shape[0]), max(1, box.shape[1])), (4, 5), 3) * 0.6,
                )[: box.shape[0]]
                y += tall + 8
            elif kind < 0.1:
                mask = text_mask(random_line(rng, 2).title(), head, pixels * rng.uniform(2, 4))[:, : width - 10]
                paint(sheet, mask, (30, 30, 32), (col * width, y), 0.9)
                y += mask.shape[0] * 1.3
            else:
                paint(sheet, lines[int(rng.integers(8))][:, : width - 12], (60, 60, 62), (col * width, y), 0.85)
                y += pixels * 1.35
    return shade_by(sheet, _folds(rng, size, rng.uniform(0.02, 0.15)))


def paper(rng: np.random.Generator, size: Size) -> Sheet:
    """Plain, ruled or squared paper and cardboard."""
    base = vary(rng, [(240, 242, 242), (225, 235, 240), (120, 165, 195), (200, 215, 225)][int(rng.integers(4))], 8)
    sheet = tint(base, 1 + noise(rng, size, (size[0] / 3, size[1] / 3), 2) * np.float32(0.03))
    if rng.random() < 0.5:
        step, ink = int(rng.integers(14, 40)), vary(rng, (210, 170, 130), 20)
        sheet[::step] = ink
        if rng.random() < 0.5:
            sheet[:, ::step] = ink
    return shade_by(sheet, _folds(rng, size, rng.uniform(0.01, 0.1)))


def cutting_mat(rng: np.random.Generator, size: Size) -> Sheet:
    """A printed mat: a fine and a coarse grid on a dark ground."""
    base = vary(rng, [(85, 105, 30), (100, 60, 30), (40, 40, 42), (90, 50, 90)][int(rng.integers(4))], 10)
    sheet = tint(base, _fibre(rng, size, 0.03))
    step, ink = int(rng.integers(12, 30)), vary(rng, (190, 210, 190), 25)
    for fine, strength in ((step, 0.35), (step * 5, 0.5)):
        for line in (sheet[::fine], sheet[:, ::fine]):
            line[:] = (line * (1 - strength) + np.array(ink) * strength).astype(np.uint8)
    return sheet
