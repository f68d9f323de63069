"""Painting on flat BGR pictures: stamping masks, smooth shapes, rounded corners."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Colour = tuple[int, int, int]  # BGR
Mask = NDArray[np.uint8]  # coverage, 0..255
Image = NDArray[np.uint8]  # (H, W, 3) BGR
Points = NDArray[np.float64]  # (N, 2) x, y

INK_THRESHOLD = 96  # coverage from which a pixel counts as ink


def stamp(image: Image, mask: Mask, colour: Colour, left: int, top: int) -> None:
    """Paint `colour` through `mask`, its top left pixel at (left, top); what falls outside the image is cut off."""
    height, width = mask.shape
    x0, y0 = max(left, 0), max(top, 0)
    x1, y1 = min(left + width, image.shape[1]), min(top + height, image.shape[0])
    if x0 >= x1 or y0 >= y1:
        return
    cover = mask[y0 - top : y1 - top, x0 - left : x1 - left, None].astype(np.uint16)
    patch = image[y0:y1, x0:x1]
    ink = np.array(colour, np.uint16)
    image[y0:y1, x0:x1] = ((patch * (255 - cover) + ink * cover + 127) // 255).astype(np.uint8)


def stamp_centred(image: Image, mask: Mask, colour: Colour, x: float, y: float) -> None:
    """Like `stamp`, with the middle of the mask at (x, y)."""
    stamp(image, mask, colour, round(x - mask.shape[1] / 2), round(y - mask.shape[0] / 2))


def turned(mask: Mask) -> Mask:
    """The mask rotated by 180 degrees."""
    return np.ascontiguousarray(mask[::-1, ::-1])


def cropped(mask: Mask) -> Mask:
    """The mask cut to its ink."""
    ys, xs = np.nonzero(mask >= INK_THRESHOLD)
    if len(xs) == 0:
        return mask
    return np.ascontiguousarray(mask[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1])


def resized(mask: Mask, width: int, height: int) -> Mask:
    """The mask scaled to (width, height), at least one pixel each way."""
    size = (max(1, width), max(1, height))
    shrinks = size[0] < mask.shape[1] or size[1] < mask.shape[0]
    return np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_CUBIC), np.uint8)


def bezier(start: tuple[float, float], *rest: tuple[float, float], steps: int = 16) -> Points:
    """A chain of cubic Bezier curves: `rest` holds two controls and an end point for each piece."""
    t = np.linspace(0, 1, steps)[:, None]
    pieces = []
    p0 = np.array(start)
    for i in range(0, len(rest), 3):
        c1, c2, p1 = (np.array(p) for p in rest[i : i + 3])
        pieces.append((1 - t) ** 3 * p0 + 3 * (1 - t) ** 2 * t * c1 + 3 * (1 - t) * t**2 * c2 + t**3 * p1)
        p0 = p1
    return np.concatenate(pieces)


def arc(
    centre: tuple[float, float], radii: tuple[float, float], start: float, end: float, power: float = 2.0
) -> Points:
    """Points of an ellipse (power 2) or superellipse (more: squarer), angles in degrees, 0 right, 90 down."""
    a = np.radians(np.linspace(start, end, max(8, int(abs(end - start) / 8))))
    c, s = np.cos(a), np.sin(a)
    x = centre[0] + radii[0] * np.sign(c) * np.abs(c) ** (2 / power)
    y = centre[1] + radii[1] * np.sign(s) * np.abs(s) ** (2 / power)
    return np.stack([x, y], 1)


def rounded_alpha(width: int, height: int, radius: float) -> Mask:
    """Coverage of a rectangle with rounded corners that fills the picture, anti-aliased."""
    x = np.abs(np.arange(width) + 0.5 - width / 2) - (width / 2 - radius)
    y = np.abs(np.arange(height) + 0.5 - height / 2) - (height / 2 - radius)
    distance = np.hypot(np.maximum(x[None], 0), np.maximum(y[:, None], 0)) - radius
    return np.asarray(np.clip(0.5 - distance, 0, 1) * 255, np.uint8)


def with_alpha(image: Image, alpha: Mask) -> Image:
    """The BGRA picture of a BGR image and its coverage."""
    return np.ascontiguousarray(np.dstack([image, alpha]))


def mixed(a: Colour, b: Colour, share: float) -> Colour:
    """The colour `share` of the way from a to b."""
    blue, green, red = (round(p + (q - p) * share) for p, q in zip(a, b, strict=True))
    return blue, green, red
