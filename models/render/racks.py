"""Tile racks seen from the front and above: a bar with a ledge on which tiles stand."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render.art import Picture, Quad
from models.render.fonts import split_of
from models.render.texture import Colour, hsv, noise, rounded_mask, shade_by, tint, vary, with_alpha, wood

_WIDTH = 720
_SHAPES = ("capped", "plain", "trough", "low")
_PLASTICS: tuple[Colour, ...] = (
    (48, 78, 24),
    (28, 28, 30),
    (225, 230, 232),
    (190, 215, 228),
    (40, 36, 150),
    (120, 60, 30),
    (140, 140, 142),
)
_WOODS: tuple[Colour, ...] = ((120, 170, 208), (150, 195, 225), (70, 110, 160), (40, 58, 92), (96, 146, 190))


@dataclass(frozen=True, eq=False)
class RackArt:
    """A tile rack.

    image: (H, W, 4) BGRA with free room above the bar.
    slots_quad: (4, 2) texture pixels, clockwise from the top left: where the faces of the tiles stand, from end to end.
        Tiles cover the bar behind them; they may reach above it.
    """

    image: Picture
    slots_quad: Quad


def _material(rng: np.random.Generator, split: str, size: tuple[int, int]) -> NDArray[np.uint8]:
    """A sheet of the rack's plastic or wood. Colours are split by name."""
    plastics = [c for c in _PLASTICS if split in ("all", split_of(f"rack {c}"))] or list(_PLASTICS)
    if rng.random() < 0.5:
        base = hsv(rng.random(), 0.7, 0.5) if rng.random() < 0.15 else plastics[int(rng.integers(len(plastics)))]
        return tint(vary(rng, base, 8), 1 + noise(rng, size, (3, 6), 2) * np.float32(0.05))
    return wood(
        rng, size, vary(rng, _WOODS[int(rng.integers(len(_WOODS)))], 8), rng.uniform(4, 12), rng.uniform(0.15, 0.4)
    )


def _profile(rng: np.random.Generator, shape: str, back: int, ledge: int, lip: int) -> NDArray[np.float32]:
    """Brightness down the bar: the back rest darkens, the ledge is bright, the lip between; dark creases."""
    rest = np.linspace(rng.uniform(0.85, 1.0), rng.uniform(0.6, 0.8), back)
    shelf = np.full(ledge, rng.uniform(1.0, 1.2))
    front = np.linspace(rng.uniform(0.85, 1.05), rng.uniform(0.55, 0.8), lip)
    down = np.concatenate([rest, shelf, front]).astype(np.float32)
    down[:3] *= 1.2
    down[back - 3 : back + 3] *= 0.6
    down[back + ledge - 1 : back + ledge + 2] *= 1.25
    if shape == "trough":
        down[back : back + ledge] *= np.linspace(0.55, 1.0, ledge, dtype=np.float32)
    return np.asarray(cv2.GaussianBlur(down[:, None], (1, 5), 0), np.float32).ravel()


def _add_caps(rng: np.random.Generator, image: Picture, top: int) -> None:
    """Raised end pieces: rounded blocks at both ends, standing a little proud of the bar."""
    h, w = image.shape[:2]
    width = int(rng.integers(26, 46))
    block = image[top:, :width, :3].copy()
    tall = np.asarray(cv2.resize(block, (width, h - top + 14)), np.uint8)
    shine = 1 + np.linspace(0.3, -0.35, tall.shape[0], dtype=np.float32)[:, None] * np.ones((1, width), np.float32)
    tall = shade_by(tall, shine * np.linspace(1.1, 0.85, width, dtype=np.float32)[None])
    mask = rounded_mask(tall.shape[:2], 12)
    for x, piece in ((0, tall), (w - width, tall[:, ::-1])):
        region = image[h - tall.shape[0] :, x : x + width]
        region[:] = with_alpha(np.ascontiguousarray(piece), mask)


def draw_rack(rng: np.random.Generator, split: str) -> RackArt:
    """A random rack, 720 px wide; its colours are split by name.

    The slots hold 6.5 to 9.5 square tiles, foreshortened by the view to 0.55 .. 1 of their height.
    """
    shape = str(rng.choice(_SHAPES))
    slot_height = int(_WIDTH / rng.uniform(6.5, 9.5) * rng.uniform(0.55, 1.0))
    rise = 0.9 if shape == "capped" else 0.75 if shape in ("plain", "trough") else 0.3
    back = max(12, int(slot_height * rise * rng.uniform(0.8, 1.1)))
    ledge, lip = int(rng.integers(8, 26)), int(rng.integers(8, 44))
    room = max(14, slot_height - back + 8)
    size = (back + ledge + lip, _WIDTH)
    along = np.linspace(rng.uniform(0.85, 1.1), rng.uniform(0.85, 1.1), _WIDTH, dtype=np.float32)[None]
    light = _profile(rng, shape, back, ledge, lip)[:, None] * along
    bar = shade_by(_material(rng, split, size), light.astype(np.float32))
    bar_alpha = rounded_mask(size, float(rng.uniform(2, 12)))
    image = np.zeros((room + size[0], _WIDTH, 4), np.uint8)
    image[room:] = with_alpha(bar, bar_alpha)
    side = int(rng.integers(6, 18))
    if shape == "capped":
        _add_caps(rng, image, room)
        side += 44
    bottom = room + back + int(rng.integers(0, max(1, ledge // 2)))
    lean = float(rng.uniform(-4, 4))
    top = bottom - slot_height
    slots = [[side + lean, top], [_WIDTH - side - lean, top], [_WIDTH - side, bottom], [side, bottom]]
    return RackArt(image, np.array(slots, np.float32))
