"""Printed things that are not to be read: books, notes, other games. Each turns (rng, split) into BGRA."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render.art import Picture
from models.render.lettering import fitted_mask, random_font, random_line, random_word, text_mask
from models.render.texture import Colour, hsv, noise, paint, relief, rounded_mask, shade_by, tint, vary, with_alpha

Sheet = NDArray[np.uint8]
_INK: Colour = (35, 32, 30)


def _bright(rng: np.random.Generator) -> Colour:
    return hsv(rng.random(), rng.uniform(0.5, 0.95), rng.uniform(0.45, 0.95))


def _card_stock(rng: np.random.Generator, size: tuple[int, int], colour: Colour) -> Sheet:
    return tint(colour, 1 + noise(rng, size, (3, 3)) * np.float32(0.03))


def _centre(image: Sheet, mask: NDArray[np.uint8], colour: Colour, x: float, y: float, strength: float = 1.0) -> None:
    paint(image, mask, colour, (x - mask.shape[1] / 2, y - mask.shape[0] / 2), strength)


def _print_lines(
    rng: np.random.Generator, image: Sheet, font: Path, pixels: float, ink: Colour, top: float, margin: float
) -> None:
    """Lines of small text from `top` down to the margin."""
    h, w = image.shape[:2]
    y = top
    while y < h - margin - pixels:
        mask = text_mask(random_line(rng, int(rng.integers(2, 9))), font, pixels)[:, : max(4, int(w - 2 * margin))]
        paint(image, mask, ink, (margin, y), 0.85)
        y += pixels * (1.4 if rng.random() < 0.9 else 2.6)


def business_card(rng: np.random.Generator, split: str) -> Picture:
    """A white or pale card with a name, small print and a blot for a logo."""
    h, w = 130, 224
    sheet = _card_stock(rng, (h, w), vary(rng, (246, 247, 247), 8) if rng.random() < 0.75 else _bright(rng))
    font, ink = random_font(rng, split), vary(rng, _INK, 15)
    paint(sheet, fitted_mask(random_line(rng, 2).title(), font, 120, 22), ink, (14, rng.uniform(14, 40)))
    _print_lines(rng, sheet, font, rng.uniform(8, 12), ink, rng.uniform(60, 85), 14)
    logo = (noise(rng, (50, 50), (3, 3)) + rounded_mask((50, 50), 25) / 255.0 > 0.9).astype(np.uint8) * 255
    paint(
        sheet,
        np.asarray(cv2.GaussianBlur(logo, (3, 3), 0), np.uint8),
        _bright(rng),
        (rng.uniform(140, 165), rng.uniform(10, 60)),
    )
    return with_alpha(sheet, rounded_mask((h, w), 3))


def book(rng: np.random.Generator, split: str) -> Picture:
    """A book, magazine or game box: coloured cover, title, picture."""
    h = int(rng.integers(220, 320))
    w = int(h * rng.uniform(0.6, 0.8))
    sheet = _card_stock(rng, (h, w), vary(rng, _bright(rng), 20) if rng.random() < 0.8 else (230, 235, 235))
    if rng.random() < 0.7:
        y0, y1 = sorted(int(v * h) for v in rng.uniform(0.2, 0.95, 2))
        if y1 - y0 > 20:
            sheet[y0:y1] = tint(_bright(rng), 1 + noise(rng, (y1 - y0, w), (4, 4), 4) * np.float32(0.7))
    font, ink = random_font(rng, split), (245, 245, 245) if rng.random() < 0.6 else _INK
    title = "\n".join(random_word(rng, int(rng.integers(1, 4))).upper() for _ in range(int(rng.integers(1, 4))))
    _centre(
        sheet, fitted_mask(title, font, w * 0.8, h * rng.uniform(0.15, 0.35)), ink, w / 2, h * rng.uniform(0.2, 0.4)
    )
    _centre(sheet, fitted_mask(random_line(rng, 2).title(), font, w * 0.5, h * 0.05), ink, w / 2, h * 0.9)
    spine = np.ones((h, w), np.float32)
    spine[:, :8] = np.linspace(0.5, 1.1, 8)
    return with_alpha(shade_by(sheet, spine), rounded_mask((h, w), 4))


def post_it(rng: np.random.Generator, split: str) -> Picture:
    """A sticky note with a scrawl."""
    side = int(rng.integers(120, 170))
    paper = [(130, 235, 250), (190, 170, 250), (160, 235, 190), (235, 220, 150), (110, 180, 250)][int(rng.integers(5))]
    light = np.linspace(0.92, 1.06, side, dtype=np.float32)[:, None] * np.ones((1, side), np.float32)
    sheet = tint(vary(rng, paper, 8), light)
    ink = [(40, 30, 30), (150, 60, 30), (40, 40, 170)][int(rng.integers(3))]
    _scrawl(rng, sheet, ink, int(rng.integers(2, 6)))
    return with_alpha(sheet, np.full((side, side), 255, np.uint8))


def _scrawl(rng: np.random.Generator, sheet: Sheet, ink: Colour, lines: int) -> None:
    """Handwriting that says nothing: words of loops and spikes on lines."""
    h, w = sheet.shape[:2]
    step = h / (lines + 1)
    for k in range(lines):
        x, base = w * 0.1, step * (k + 1)
        while x < w * rng.uniform(0.6, 0.9):
            strokes = int(rng.integers(6, 22))
            xs = x + np.cumsum(rng.uniform(-1, 4, strokes)) * step / 24
            ys = base - np.abs(rng.normal(0, step * 0.22, strokes)) * np.tile([0, 1], strokes)[:strokes]
            points = np.stack([np.clip(xs, 4, w - 4), np.clip(ys, 4, h - 4)], 1)
            cv2.polylines(sheet, [points.round().astype(np.int32)], False, ink, max(1, int(step / 14)), cv2.LINE_AA)
            x = float(xs.max()) + step * 0.4


def receipt(rng: np.random.Generator, split: str) -> Picture:
    """A till receipt: long, narrow, two columns of print."""
    h, w = int(rng.integers(240, 330)), int(rng.integers(90, 120))
    sheet = _card_stock(rng, (h, w), vary(rng, (240, 242, 243), 6))
    font = random_font(rng, split)
    _centre(sheet, fitted_mask(random_word(rng, 2).upper(), font, w * 0.6, 18), _INK, w / 2, 18)
    for y in range(40, h - 24, 11):
        paint(sheet, text_mask(random_line(rng, 2)[:14], font, 9), (80, 80, 80), (6, y))
        price = text_mask(f"{rng.integers(1, 99)}.{rng.integers(10, 99)}", font, 9)
        paint(sheet, price, (80, 80, 80), (w - 6 - price.shape[1], y))
    curl = 1 + 0.12 * np.sin(np.linspace(0, rng.uniform(2, 9), h)).astype(np.float32)[:, None] * np.ones(
        (1, w), np.float32
    )
    return with_alpha(shade_by(sheet, curl), np.full((h, w), 255, np.uint8))


def score_sheet(rng: np.random.Generator, split: str) -> Picture:
    """A table of names and numbers, printed lines and pencil."""
    h, w = int(rng.integers(220, 300)), int(rng.integers(160, 220))
    sheet = _card_stock(rng, (h, w), vary(rng, (238, 242, 243), 8))
    rows, cols = int(rng.integers(8, 16)), int(rng.integers(2, 6))
    ink = vary(rng, (120, 110, 100), 30)
    font = random_font(rng, split)
    pencil = vary(rng, (70, 60, 60), 25)
    for r in range(rows + 1):
        cv2.line(sheet, (8, 8 + r * (h - 16) // rows), (w - 8, 8 + r * (h - 16) // rows), ink, 1)
    for c in range(cols + 1):
        cv2.line(sheet, (8 + c * (w - 16) // cols, 8), (8 + c * (w - 16) // cols, h - 8), ink, 1)
    for r in range(int(rng.integers(2, rows))):
        for c in range(cols):
            text = random_word(rng, 2)[:5].title() if r == 0 else str(rng.integers(0, 120))
            mask = fitted_mask(text, font, (w - 16) / cols * 0.7, (h - 16) / rows * 0.55)
            _centre(sheet, mask, pencil, 8 + (c + 0.5) * (w - 16) / cols, 8 + (r + 0.5) * (h - 16) / rows, 0.9)
    return with_alpha(sheet, np.full((h, w), 255, np.uint8))


def oval_card(rng: np.random.Generator, split: str) -> Picture:
    """A coloured card with a big number in a slanted oval, and small ones in two corners."""
    h, w = 252, 168
    frame, colour = ((245, 245, 245), _bright(rng)) if rng.random() < 0.8 else ((30, 30, 30), _bright(rng))
    sheet = _card_stock(rng, (h, w), frame)
    paint(sheet, rounded_mask((h, w), 10, 11), colour, (0, 0))
    oval = np.zeros((h, w), np.uint8)
    cv2.ellipse(
        oval, (w // 2, h // 2), (int(w * 0.3), int(h * 0.4)), float(rng.uniform(10, 40)), 0, 360, 255, -1, cv2.LINE_AA
    )
    paint(sheet, oval, frame, (0, 0))
    text, font = (
        str(rng.choice(["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "+2", "X", "S", "<>"])),
        random_font(rng, split),
    )
    _centre(sheet, fitted_mask(text, font, w * 0.36, h * 0.32), colour, w / 2, h / 2)
    small = fitted_mask(text, font, 26, 26)
    _centre(sheet, small, frame, 30, 32)
    _centre(sheet, np.ascontiguousarray(small[::-1, ::-1]), frame, w - 30, h - 32)
    return with_alpha(sheet, rounded_mask((h, w), 13, 0.5))


def picture_card(rng: np.random.Generator, split: str) -> Picture:
    """A card of another game: a framed picture and a caption, or one big number or word on white."""
    h = 260
    w = int(h * rng.uniform(0.56, 0.75))
    sheet = _card_stock(rng, (h, w), vary(rng, (238, 242, 244), 8))
    font = random_font(rng, split)
    if rng.random() < 0.55:
        y0, y1 = 14, int(h * rng.uniform(0.5, 0.86))
        area = sheet[y0:y1, 14 : w - 14]
        area[:] = tint(_bright(rng), 1 + noise(rng, (y1 - y0, w - 28), (5, 4), 3) * np.float32(0.5))
        for _ in range(int(rng.integers(2, 7))):
            at = (int(rng.uniform(0, w - 28)), int(rng.uniform(0, y1 - y0)))
            cv2.ellipse(
                area,
                at,
                tuple(int(v) for v in rng.uniform(8, 50, 2)),
                rng.uniform(0, 180),
                0,
                360,
                _bright(rng),
                -1,
                cv2.LINE_AA,
            )
        cv2.rectangle(sheet, (14, y0), (w - 15, y1), _INK, 2)
        _centre(sheet, fitted_mask(random_word(rng, 2).upper(), font, w * 0.7, 18), _INK, w / 2, min(y1 + 18, h - 14))
        _print_lines(rng, sheet, font, 9, (70, 70, 70), y1 + 36, 16)
    else:
        colour = _INK if rng.random() < 0.4 else _bright(rng)
        text = str(rng.integers(1, 100)) if rng.random() < 0.7 else random_word(rng, 1).upper()
        _centre(sheet, fitted_mask(text, font, w * 0.6, h * 0.4), colour, w / 2, h / 2)
        if rng.random() < 0.5:
            paint(sheet, rounded_mask((h, w), 10, 8) - rounded_mask((h, w), 8, 11), colour, (0, 0))
    return with_alpha(sheet, rounded_mask((h, w), float(rng.uniform(4, 16)), 0.5))


def number_tile(rng: np.random.Generator, split: str) -> Picture:
    """A tile of another game: a coloured number above a ring, or domino pips."""
    domino = rng.random() < 0.5
    h, w = (150, 75) if domino else (140, 100)
    body = vary(rng, (205, 230, 238), 10) if rng.random() < 0.7 else (35, 35, 38)
    ink = (30, 30, 30) if body[0] > 100 else (235, 235, 235)
    alpha = rounded_mask((h, w), 9, 0.5)
    sheet = shade_by(_card_stock(rng, (h, w), body), 1 + relief(alpha, 7) * np.float32(0.25))
    if domino:
        cv2.line(sheet, (8, h // 2), (w - 8, h // 2), ink, 2)
        for half in (0, 1):
            for k in rng.permutation(9)[: int(rng.integers(0, 7))]:
                at = (w // 4 + (k % 3) * w // 4, half * h // 2 + h // 8 + (k // 3) * h // 8)
                cv2.circle(sheet, at, 6, ink, -1, cv2.LINE_AA)
    else:
        colour = [(30, 30, 30), (40, 40, 200), (190, 90, 20), (20, 130, 230)][int(rng.integers(4))]
        _centre(sheet, fitted_mask(str(rng.integers(1, 14)), random_font(rng, split), 62, 62), colour, w / 2, h * 0.36)
        cv2.circle(sheet, (w // 2, int(h * 0.78)), 12, colour, 2, cv2.LINE_AA)
    return with_alpha(sheet, alpha)
