"""Solid things that lie about on a table, seen from above. Each turns (rng, split) into BGRA of about 40 to 300 px."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render.art import Picture
from models.render.lettering import random_font, text_mask
from models.render.texture import Colour, hsv, noise, paint, relief, rounded_mask, shade_by, tint, vary, with_alpha

Mask = NDArray[np.uint8]


def _any_colour(rng: np.random.Generator) -> Colour:
    if rng.random() < 0.45:
        return hsv(rng.random(), rng.uniform(0, 0.12), rng.uniform(0.08, 0.95))
    return hsv(rng.random(), rng.uniform(0.4, 0.95), rng.uniform(0.3, 0.95))


def _solid(mask: Mask, colour: Colour, bevel: float, strength: float = 0.5) -> Picture:
    """A bevelled solid of one colour in the shape of `mask`."""
    return with_alpha(tint(colour, np.clip(1 + relief(mask, bevel) * np.float32(strength), 0.2, 2)), mask)


def _lay(image: Picture, piece: Picture, at: tuple[int, int]) -> None:
    """Lay a BGRA piece over `image` at (x, y), within it."""
    x, y = at
    region = image[y : y + piece.shape[0], x : x + piece.shape[1]]
    share = piece[..., 3:].astype(np.float32) / 255
    region[..., :3] = (region[..., :3] * (1 - share) + piece[..., :3] * share).astype(np.uint8)
    np.maximum(region[..., 3], piece[..., 3], out=region[..., 3])


def _disc(side: int) -> Mask:
    return rounded_mask((side, side), side / 2 - 1, 1)


def chip(rng: np.random.Generator, split: str) -> Picture:
    """A poker chip: edge stripes or spots, an inner ring, a number or nothing."""
    side = int(rng.integers(90, 130))
    c, r = side / 2, side / 2 - 1
    colour = [
        (40, 35, 150),
        (120, 90, 20),
        (60, 105, 20),
        (40, 40, 42),
        (225, 228, 230),
        (170, 110, 40),
        (120, 40, 110),
    ][int(rng.integers(7))]
    spot = (235, 238, 240) if sum(colour) < 550 else _any_colour(rng)
    chip_image = _solid(_disc(side), vary(rng, colour, 10), 5, 0.35)
    stripes, start, dots = int(rng.choice([4, 6, 8, 12])), rng.uniform(0, 360), rng.random() < 0.4
    for k in range(stripes):
        angle = start + 360 * k / stripes
        if dots:
            at = (int(c + 0.8 * r * np.cos(np.radians(angle))), int(c + 0.8 * r * np.sin(np.radians(angle))))
            cv2.circle(chip_image, at, max(2, side // 18), (*spot, 255), -1, cv2.LINE_AA)
        else:
            cv2.ellipse(
                chip_image,
                (int(c), int(c)),
                (int(r * 0.86), int(r * 0.86)),
                angle,
                0,
                180 / stripes,
                (*spot, 255),
                int(r * 0.24),
            )
    cv2.circle(chip_image, (int(c), int(c)), int(r * 0.62), (*vary(rng, spot, 20), 255), 2, cv2.LINE_AA)
    if rng.random() < 0.6:
        paint(chip_image, _disc(int(side * 0.5)), vary(rng, spot, 10), (side * 0.25, side * 0.25))
        mask = text_mask(str(rng.choice([1, 5, 10, 25, 50, 100, 500])), random_font(rng, split), side * 0.2)
        paint(chip_image, mask, vary(rng, (40, 40, 45), 15), (c - mask.shape[1] / 2, c - mask.shape[0] / 2))
    chip_image[..., 3] = np.minimum(chip_image[..., 3], _disc(side))
    return chip_image


def coin(rng: np.random.Generator, split: str) -> Picture:
    """A coin: metal, a raised rim, a figure or a number in relief."""
    side = int(rng.integers(60, 100))
    metals: tuple[Colour, ...] = ((175, 185, 190), (70, 150, 190), (60, 100, 165), (120, 175, 200))
    metal = vary(rng, metals[int(rng.integers(4))], 10)
    figure = np.zeros((side, side), np.uint8)
    cv2.circle(figure, (side // 2, side // 2), side // 2 - 5, 255, 2, cv2.LINE_AA)
    if rng.random() < 0.5:
        mask = text_mask(str(rng.choice([1, 2, 5, 10, 20, 50])), random_font(rng, split), side * 0.5)
        y, x = (side - mask.shape[0]) // 2, (side - mask.shape[1]) // 2
        if min(x, y) >= 0:
            figure[y : y + mask.shape[0], x : x + mask.shape[1]] = mask
    else:
        blob = noise(rng, (side, side), (5, 5), 2) + _disc(side) / 255.0 * 0.2 > 0.25
        figure[(blob & (rounded_mask((side, side), side * 0.28, side * 0.2) > 0))] = 255
    face = _solid(_disc(side), metal, 3, 0.4)
    light = 1 + relief(figure, 2) * np.float32(0.5) + noise(rng, (side, side), (2, 2)) * np.float32(0.25)
    face[..., :3] = shade_by(np.ascontiguousarray(face[..., :3]), light)
    return face


def pen(rng: np.random.Generator, split: str) -> Picture:
    """A pen or pencil: barrel, tip, clip or eraser."""
    h, w = int(rng.integers(14, 26)), int(rng.integers(240, 320))
    round_shade = (0.55 + 0.7 * np.sin(np.linspace(0.3, 2.9, h)))[:, None].astype(np.float32)
    sheet = tint(_any_colour(rng), np.repeat(round_shade, w, 1))
    tip, cap = int(w * rng.uniform(0.06, 0.12)), int(w * rng.uniform(0.7, 0.9))
    sheet[:, :tip] = tint((150, 195, 225) if rng.random() < 0.5 else (170, 175, 178), np.repeat(round_shade, tip, 1))
    sheet[:, cap:] = tint(_any_colour(rng), np.repeat(round_shade, w - cap, 1))
    alpha = rounded_mask((h, w), h * 0.3, 0.5)
    taper = np.abs(np.arange(h) - h / 2 + 0.5)[:, None] > np.linspace(1.5, h / 2, tip)[None]
    alpha[:, :tip][taper] = 0
    return with_alpha(sheet, alpha)


def phone(rng: np.random.Generator, split: str) -> Picture:
    """A phone: dark screen with reflections, or lit with tiles and text; or its back with lenses."""
    h, w = 300, int(rng.integers(138, 156))
    shell = rounded_mask((h, w), 20, 0.5)
    image = _solid(shell, vary(rng, (35, 35, 38), 15) if rng.random() < 0.7 else _any_colour(rng), 4)
    if rng.random() < 0.3:
        paint(image, rounded_mask((70, 66), 16), vary(rng, (45, 45, 48), 10), (10, 10))
        for y in (28, 60):
            cv2.circle(image, (30, y), 12, (15, 15, 15, 255), -1, cv2.LINE_AA)
            cv2.circle(image, (30, y), 5, (90, 60, 50, 255), -1, cv2.LINE_AA)
        return image
    lit = rng.random() < 0.45
    screen = tint(
        _any_colour(rng) if lit else (22, 20, 20), 1 + noise(rng, (h - 16, w - 14), (3, 3), 2) * np.float32(0.5)
    )
    if lit:
        font = random_font(rng, split)
        for k in range(int(rng.integers(3, 20))):
            at = (10 + k % 4 * 31, 40 + k // 4 * 42)
            paint(screen, rounded_mask((24, 24), 6), _any_colour(rng), at)
        paint(screen, text_mask(f"{rng.integers(0, 24)}:{rng.integers(10, 60)}", font, 14), (240, 240, 240), (10, 8))
    else:
        across, down = np.arange(w - 14)[None, :], np.arange(h - 16)[:, None]
        shine = ((across + down * 0.6 - rng.uniform(-60, 200)) % 400 < rng.uniform(20, 120)).astype(np.uint8) * 255
        paint(screen, np.asarray(cv2.GaussianBlur(shine, (9, 9), 0), np.uint8), (200, 200, 200), (0, 0), 0.18)
    _lay(image, with_alpha(screen, rounded_mask((h - 16, w - 14), 14)), (7, 8))
    return image


def remote(rng: np.random.Generator, split: str) -> Picture:
    """A remote control: a long bar with rows of buttons."""
    h, w = int(rng.integers(240, 310)), int(rng.integers(62, 84))
    image = _solid(rounded_mask((h, w), float(rng.uniform(8, 28)), 0.5), vary(rng, (40, 40, 42), 20), 8)
    key, font = _any_colour(rng), random_font(rng, split)
    for row, y in enumerate(np.arange(30, h * rng.uniform(0.6, 0.9), 22)):
        for col in range(3):
            x = w * (0.25 + 0.25 * col)
            cv2.circle(image, (int(x), int(y)), 7, (*key, 255), -1, cv2.LINE_AA)
            mask = text_mask(str((row * 3 + col + 1) % 10), font, 9)
            paint(
                image,
                mask,
                (225, 225, 225) if sum(key) < 380 else (30, 30, 30),
                (x - mask.shape[1] / 2, y - mask.shape[0] / 2),
            )
    cv2.circle(image, (w // 2, 14), 6, (40, 40, 210, 255), -1, cv2.LINE_AA)
    return image


def keyboard(rng: np.random.Generator, split: str) -> Picture:
    """A corner of a keyboard: letter keys that look much like tiles."""
    key, rows, cols = int(rng.integers(34, 50)), int(rng.integers(3, 5)), int(rng.integers(5, 8))
    h, w = rows * key + 16, cols * key + 16
    dark = rng.random() < 0.7
    image = _solid(rounded_mask((h, w), 8, 0.5), vary(rng, (30, 30, 32) if dark else (190, 192, 195), 12), 4)
    cap = vary(rng, (50, 50, 54) if dark else (235, 236, 238), 10)
    ink, font, centred = ((235, 235, 235) if dark else (50, 50, 50)), random_font(rng, split), rng.random() < 0.5
    letters = rng.permutation(list("QWERTYUIOPASDFGHJKLZXCVBNM1234567890;,./"))
    for k in range(rows * cols):
        x, y = 8 + k % cols * key, 8 + k // cols * key
        _lay(image, _solid(rounded_mask((key, key), 5, 2), vary(rng, cap, 2), 4), (x, y))
        mask = text_mask(str(letters[k % len(letters)]), font, key * (0.42 if centred else 0.34))
        at = (
            (x + (key - mask.shape[1]) / 2, y + (key - mask.shape[0]) / 2)
            if centred
            else (x + key * 0.2, y + key * 0.18)
        )
        paint(image, mask, ink, at, 0.9)
    return image


def die(rng: np.random.Generator, split: str) -> Picture:
    """One die seen from above."""
    side = int(rng.integers(60, 90))
    body = [(240, 242, 243), (190, 215, 230), (40, 40, 170), (35, 35, 35), (150, 80, 30)][int(rng.integers(5))]
    image = _solid(
        rounded_mask((side, side), side * rng.uniform(0.1, 0.25), 0.5), vary(rng, body, 8), side * 0.12, 0.35
    )
    pips = {1: (4,), 2: (0, 8), 3: (0, 4, 8), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}[
        int(rng.integers(1, 7))
    ]
    ink = (25, 25, 25, 255) if sum(body) > 500 else (240, 240, 240, 255)
    for k in pips:
        at = (int(side * (0.25 + 0.25 * (k % 3))), int(side * (0.25 + 0.25 * (k // 3))))
        cv2.circle(image, at, max(3, side // 11), ink, -1, cv2.LINE_AA)
    return image


def mug(rng: np.random.Generator, split: str) -> Picture:
    """A mug or glass from above: rim, drink, handle; or a bowl of something."""
    side, handle = 220, 60
    image = np.zeros((side, side + handle, 4), np.uint8)
    colour = _any_colour(rng)
    if rng.random() < 0.7:
        loop = np.zeros(image.shape[:2], np.uint8)
        cv2.ellipse(loop, (side - 8, side // 2), (42, int(rng.integers(22, 34))), 0, 0, 360, 255, 15, cv2.LINE_AA)
        _lay(image, _solid(loop, colour, 6), (0, 0))
    _lay(image, _solid(_disc(side), colour, 8), (0, 0))
    inner = int(side * rng.uniform(0.84, 0.92))
    gap = (side - inner) // 2
    _lay(image, with_alpha(tint(colour, np.full((inner, inner), 0.6, np.float32)), _disc(inner)), (gap, gap))
    drink = int(inner * rng.uniform(0.8, 0.96))
    tone = [(20, 35, 60), (50, 110, 170), (110, 150, 190), (225, 225, 220), (20, 60, 160)][int(rng.integers(5))]
    gap = (side - drink) // 2
    _lay(
        image,
        with_alpha(
            tint(vary(rng, tone, 10), 1 + noise(rng, (drink, drink), (4, 4), 2) * np.float32(0.2)), _disc(drink)
        ),
        (gap, gap),
    )
    cv2.ellipse(image, (side // 2 - 20, side // 2 - 30), (26, 8), -30, 0, 360, (235, 235, 235, 255), -1, cv2.LINE_AA)
    return image


def glasses(rng: np.random.Generator, split: str) -> Picture:
    """Spectacles, folded open: two rims, a bridge, two arms; the lenses only tint."""
    h, w = 230, 300
    frame = np.zeros((h, w), np.uint8)
    thick, lens = int(rng.integers(3, 10)), (int(rng.integers(48, 60)), int(rng.integers(32, 50)))
    for x in (80, 220):
        cv2.ellipse(frame, (x, 165), lens, 0, 0, 360, 255, thick, cv2.LINE_AA)
        edge = x + (-lens[0] if x < 150 else lens[0])
        cv2.line(frame, (edge, 155), (edge + int(rng.integers(-12, 12)), 12), 255, thick, cv2.LINE_AA)
    cv2.ellipse(frame, (150, 160), (24, 14), 0, 180, 360, 255, thick, cv2.LINE_AA)
    image = _solid(frame, vary(rng, (30, 30, 35), 20) if rng.random() < 0.6 else _any_colour(rng), 3)
    glass = np.zeros((h, w), np.uint8)
    for x in (80, 220):
        cv2.ellipse(glass, (x, 165), lens, 0, 0, 360, 255, -1)
    tinted = (glass > 0) & (frame == 0)
    image[tinted] = (200, 200, 195, 40) if rng.random() < 0.7 else (30, 30, 30, 170)
    return image


def cable(rng: np.random.Generator, split: str) -> Picture:
    """One or two long curved cables, ending in plugs or running out of the picture."""
    side = 300
    mask = np.zeros((side, side), np.uint8)
    t = np.linspace(0, 1, 80)
    thick = int(rng.integers(4, 9))
    bend = rng.normal(0, side * 0.35, (2, 3))
    for k in range(int(rng.integers(1, 3))):
        wave = sum(b[:, None] * np.sin(np.pi * (m + 1) * t) for m, b in enumerate(bend.T))
        path = (
            np.stack([t * side, np.full_like(t, side / 2)])
            + wave * np.array([[0.4], [1.0]]) / 1.6
            + k * rng.uniform(8, 40)
        )
        cv2.polylines(mask, [path.T.round().astype(np.int32)], False, 255, thick, cv2.LINE_AA)
        if rng.random() < 0.4:
            x, y = path[:, -6].astype(int)
            cv2.rectangle(mask, (x - 6, y - 10), (x + 30, y + 10), 255, -1, cv2.LINE_AA)
    return _solid(mask, vary(rng, (30, 30, 30), 12) if rng.random() < 0.6 else _any_colour(rng), thick / 2, 0.7)


def scissors(rng: np.random.Generator, split: str) -> Picture:
    """Scissors, a little open."""
    h, w = 150, 300
    image = np.zeros((h, w, 4), np.uint8)
    opening = rng.uniform(4, 16)
    colour = _any_colour(rng)
    for sign in (-1, 1):
        blade, grip = np.zeros((h, w), np.uint8), np.zeros((h, w), np.uint8)
        tip = (10, int(75 + sign * opening))
        cv2.fillPoly(
            blade,
            [np.array([tip, (150, 75 - sign * 4), (190, 75 - sign * 18), (150, 75 + sign * 13)])],
            255,
            cv2.LINE_AA,
        )
        cv2.line(grip, (160, 75), (200, int(75 - sign * 22)), 255, 15, cv2.LINE_AA)
        cv2.ellipse(grip, (243, int(75 - sign * 38)), (46, 25), float(sign * -12), 0, 360, 255, 13, cv2.LINE_AA)
        _lay(image, _solid(blade, (185, 190, 192), 4), (0, 0))
        _lay(image, _solid(grip, colour, 6), (0, 0))
    cv2.circle(image, (160, 75), 6, (90, 90, 92, 255), -1, cv2.LINE_AA)
    return image


def pebble(rng: np.random.Generator, split: str) -> Picture:
    """Something small and lumpy: a nut, a toy, a fruit, a crumb."""
    side = int(rng.integers(40, 160))
    shape = _disc(side) / 255.0 + noise(rng, (side, side), (4, 4)) * 0.2
    distance = np.hypot(*np.meshgrid(np.linspace(-1, 1, side), np.linspace(-1, 1, side)))
    mask = np.asarray(cv2.GaussianBlur(((shape - distance * 0.9) > 0.25).astype(np.uint8) * 255, (3, 3), 0), np.uint8)
    image = _solid(mask, _any_colour(rng), side * 0.3, 0.6)
    image[..., :3] = shade_by(
        np.ascontiguousarray(image[..., :3]), 1 + noise(rng, (side, side), (8, 8), 2) * np.float32(0.2)
    )
    return image
