"""Procedural texture and colour: smooth noise, wood, shaded shapes. What tiles, boards and surfaces are made of."""

from __future__ import annotations

import colorsys

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render.art import Picture

Colour = tuple[int, int, int]
Field = NDArray[np.float32]


def noise(rng: np.random.Generator, size: tuple[int, int], cells: tuple[float, float], octaves: int = 1) -> Field:
    """Smooth value noise, shape `size` (h, w), mean about 0, values within -1..1.

    cells: how many noise cells lie across the height and the width (fewer = smoother); each octave doubles them at half
    the strength.
    """
    h, w = size
    total = np.zeros(size, np.float32)
    strength, reach = 1.0, 0.0
    for octave in range(octaves):
        rows = int(np.clip(cells[0] * 2**octave, 2, max(2, h)))
        cols = int(np.clip(cells[1] * 2**octave, 2, max(2, w)))
        grains = np.frombuffer(rng.bytes(rows * cols), np.uint8).reshape(rows, cols).astype(np.float32)
        way = cv2.INTER_CUBIC if rows < h else cv2.INTER_LINEAR
        layer = np.asarray(cv2.resize(grains, (w, h), interpolation=way), np.float32)
        total += (layer / np.float32(127.5) - np.float32(1)) * np.float32(strength)
        reach += strength
        strength /= 2
    return np.asarray(np.clip(total / np.float32(reach), -1, 1), np.float32)


def hsv(hue: float, saturation: float, value: float) -> Colour:
    """A BGR colour (0..255) from hue in turns (wraps), saturation and value in 0..1 (clipped)."""
    r, g, b = colorsys.hsv_to_rgb(hue % 1.0, min(max(saturation, 0.0), 1.0), min(max(value, 0.0), 1.0))
    return round(b * 255), round(g * 255), round(r * 255)


def vary(rng: np.random.Generator, colour: Colour, amount: float = 10.0) -> Colour:
    """A colour near `colour`: all channels shifted together and each a little alone, by about `amount` grey levels."""
    shift = rng.normal(0, amount) + rng.normal(0, amount / 3, 3)
    b, g, r = (int(np.clip(c + s, 0, 255)) for c, s in zip(colour, shift, strict=True))
    return b, g, r


def luma(colour: Colour) -> float:
    """Brightness of a BGR colour, 0..255 (Rec. 601 weights)."""
    return 0.114 * colour[0] + 0.587 * colour[1] + 0.299 * colour[2]


def tint(colour: Colour, shade: Field) -> NDArray[np.uint8]:
    """A (h, w, 3) picture of one colour, multiplied pixel by pixel by `shade` (1 = unchanged)."""
    return np.asarray(cv2.merge([cv2.convertScaleAbs(shade, alpha=float(channel)) for channel in colour]), np.uint8)


def blend(low: Colour, high: Colour, share: Field) -> NDArray[np.uint8]:
    """A (h, w, 3) picture going from `low` where `share` is 0 to `high` where it is 1."""
    channels = [np.clip(a + (b - a) * share, 0, 255).astype(np.uint8) for a, b in zip(low, high, strict=True)]
    return np.asarray(cv2.merge(channels), np.uint8)


def wood_share(rng: np.random.Generator, size: tuple[int, int], rings: float, streaks: float = 1.0) -> Field:
    """Wood grain running left to right, (h, w) in 0..1, 0 = dark late wood.

    rings: grain lines over the height; streaks: strength of the fine pores. Growth rings are level lines of a height
    ramp warped by noise that is long in the grain direction: cathedral arches appear where the warp is strong.
    """
    h, w = size
    warp = noise(rng, size, (3.0, 1.6), 2) * np.float32(rng.uniform(0.06, 0.45))
    ramp = np.linspace(0, 1, h, dtype=np.float32)[:, None] + warp
    phase = np.mod(ramp * np.float32(rings) + noise(rng, size, (rings, 3.0)) * np.float32(0.25), 1.0)
    ring = np.where(phase < 0.8, phase / 0.8, (1 - phase) / 0.2).astype(np.float32)
    pores = noise(rng, size, (h / 1.6, max(2.0, w / 38)))
    fibre = noise(rng, size, (h / 6, max(2.0, w / 120)))
    share = 0.62 - (ring - 0.5) * rng.uniform(0.25, 0.6) + streaks * (0.22 * pores + 0.2 * fibre)
    return np.clip(share, 0, 1).astype(np.float32)


def late_wood(light: Colour, contrast: float) -> Colour:
    """The dark colour of a wood's grain: darker than `light` by `contrast` (0..1), and redder with it."""
    b, g, r = light
    return int(b * (1 - contrast) ** 1.4), int(g * (1 - contrast) ** 1.15), int(r * (1 - contrast))


def wood(
    rng: np.random.Generator, size: tuple[int, int], light: Colour, rings: float, contrast: float = 0.45
) -> NDArray[np.uint8]:
    """A (h, w, 3) wooden sheet of base colour `light`; contrast: how much darker the late wood is, 0..1."""
    return blend(late_wood(light, contrast), light, wood_share(rng, size, rings))


def rounded_mask(size: tuple[int, int], radius: float, inset: float = 0.0) -> NDArray[np.uint8]:
    """Antialiased alpha (h, w) of a rectangle with rounded corners; `inset` px stay free on every side."""
    h, w = size
    y = np.abs(np.arange(h, dtype=np.float32) + 0.5 - h / 2)[:, None] - np.float32(h / 2 - inset - radius)
    x = np.abs(np.arange(w, dtype=np.float32) + 0.5 - w / 2)[None, :] - np.float32(w / 2 - inset - radius)
    outside = np.hypot(np.maximum(x, 0), np.maximum(y, 0)) + np.minimum(np.maximum(x, y), 0) - np.float32(radius)
    return np.asarray(np.clip(0.5 - outside, 0, 1) * 255, np.uint8)


def relief(mask: NDArray[np.uint8], width: float, light_angle: float = -2.2) -> Field:
    """Shading (h, w), about -1..1, of a bevelled edge `width` px wide around an alpha mask.

    light_angle: where the light comes from, radians in image axes.
    """
    padded = cv2.copyMakeBorder(mask, 2, 2, 2, 2, cv2.BORDER_CONSTANT, value=0)
    depth = np.minimum(cv2.distanceTransform((padded > 127).astype(np.uint8), cv2.DIST_L2, 3), np.float32(width))
    height = cv2.GaussianBlur(depth, (0, 0), max(width / 3, 0.6))
    slope_x, slope_y = cv2.Scharr(height, cv2.CV_32F, 1, 0), cv2.Scharr(height, cv2.CV_32F, 0, 1)
    lit = -(slope_x * np.cos(light_angle) + slope_y * np.sin(light_angle)) / 16
    return np.ascontiguousarray(lit[2:-2, 2:-2], np.float32)


def with_alpha(bgr: NDArray[np.uint8], alpha: NDArray[np.uint8]) -> Picture:
    """The BGRA picture of a colour picture and its alpha."""
    return np.dstack([bgr, alpha])


def paint(
    image: Picture, mask: NDArray[np.uint8], colour: Colour, at: tuple[float, float], strength: float = 1.0
) -> None:
    """Paint `colour` through `mask` into the colours of `image` (BGR or BGRA, in place).

    at: (x, y) of the mask's top left; what falls outside is cut.
    """
    x, y = round(at[0]), round(at[1])
    left, top = max(0, -x), max(0, -y)
    right, bottom = min(mask.shape[1], image.shape[1] - x), min(mask.shape[0], image.shape[0] - y)
    if right <= left or bottom <= top:
        return
    share = (mask[top:bottom, left:right].astype(np.float32) * np.float32(strength / 255))[..., None]
    region = image[y + top : y + bottom, x + left : x + right, :3]
    region[:] = (region + (np.array(colour, np.float32) - region) * share + 0.5).astype(np.uint8)


def shade_by(image: NDArray[np.uint8], shade: Field) -> NDArray[np.uint8]:
    """A colour picture (h, w, 3) multiplied by `shade` (h, w) about 1; values above 1 lighten."""
    light = cv2.convertScaleAbs(shade, alpha=128.0)
    return np.asarray(cv2.multiply(image, cv2.merge([light, light, light]), scale=1 / 128), np.uint8)
