"""Hands seen from above, reaching in: what covers cards and tiles while people play."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render.art import Picture
from models.render.texture import Colour, Field, hsv, noise, tint, vary

Points = NDArray[np.float64]
Mask = NDArray[np.uint8]

_SIZE = (680, 420)
_SKINS: tuple[Colour, ...] = (
    (180, 200, 235),
    (160, 185, 228),
    (135, 165, 215),
    (110, 145, 198),
    (85, 118, 172),
    (62, 90, 140),
    (48, 66, 105),
    (36, 48, 78),
)


@dataclass(frozen=True, eq=False)
class _Limb:
    """A tapered limb: centre line (n, 2) px on the canvas, half widths (n,) px."""

    path: Points
    widths: Points

    @property
    def box(self) -> tuple[slice, slice]:
        """Rows and columns of the canvas it covers."""
        reach = self.widths.max() + 6
        low = np.maximum(self.path.min(axis=0) - reach, 0).astype(int)
        high = np.minimum(self.path.max(axis=0) + reach, (_SIZE[1], _SIZE[0])).astype(int)
        return slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0]))

    def mask(self) -> Mask:
        """Its alpha, within its box."""
        rows, columns = self.box
        mask = np.zeros((rows.stop - rows.start, columns.stop - columns.start), np.uint8)
        length = float(np.abs(np.diff(self.path, axis=0)).sum())
        t, index = np.linspace(0, len(self.path) - 1, 24 + round(length / 5)), np.arange(len(self.path))
        xs = np.interp(t, index, self.path[:, 0]) - columns.start
        ys = np.interp(t, index, self.path[:, 1]) - rows.start
        radii = np.interp(t, index, self.widths)
        for x, y, r in zip(xs, ys, radii, strict=True):
            cv2.circle(mask, (round(x * 8), round(y * 8)), round(r * 8), 255, -1, cv2.LINE_AA, 3)
        return mask


def _rounded_shade(mask: Mask, reach: float, light: float) -> Field:
    """Shading of a rounded body: dark at the rim, lighter on the side the light (radians) comes from."""
    inside = cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 3)
    soft = cv2.GaussianBlur(np.sqrt(np.minimum(inside / np.float32(reach), 1)), (9, 9), 0)
    slope = cv2.Sobel(soft, cv2.CV_32F, 1, 0) * np.cos(light) + cv2.Sobel(soft, cv2.CV_32F, 0, 1) * np.sin(light)
    return np.asarray(np.clip(0.62 + 0.42 * soft + slope * 0.5, 0.3, 1.35), np.float32)


def _cover(image: Picture, box: tuple[slice, slice], mask: Mask, skin: NDArray[np.uint8]) -> None:
    """Lay a limb over the hand: skin through its mask, both within `box`."""
    region = image[box]
    share = mask[..., None].astype(np.float32) / np.float32(255)
    region[..., :3] = (region[..., :3] + (skin - region[..., :3].astype(np.float32)) * share).astype(np.uint8)
    np.maximum(region[..., 3], mask, out=region[..., 3])


def _fingers(rng: np.random.Generator) -> list[_Limb]:
    """Thumb and four fingers in one pose: spread, together, pointing, curled or pinching. The hand points up."""
    pose = str(rng.choice(["spread", "together", "point", "curled", "pinch"]))
    fan = {"spread": 0.2, "together": 0.06, "point": 0.08, "curled": 0.05, "pinch": -0.07}[pose]
    reach = {"spread": 1.0, "together": 0.95, "point": 1.0, "curled": 0.6, "pinch": 0.8}[pose] * rng.uniform(0.85, 1.05)
    limbs = []
    for k, length in enumerate((112, 128, 118, 92)):
        angle = -np.pi / 2 + (k - 1.4) * fan + rng.normal(0, 0.03)
        span = length * reach * (0.5 if pose == "point" and k > 0 else 1.0)
        root = np.array([162.0 + k * 31, 208 + abs(k - 1.2) * 7])
        bend = angle + rng.normal(0, 0.12)
        first = root + np.array([np.cos(angle), np.sin(angle)]) * span / 2
        tip = first + np.array([np.cos(bend), np.sin(bend)]) * span / 2
        limbs.append(_Limb(np.stack([root, first, tip]), np.array([17.5, 15.5, 12.5]) * (0.9 if k == 3 else 1.0)))
    out = -np.pi / 2 - (0.15 if pose == "pinch" else rng.uniform(0.2, 0.9))
    bend = out + (0.35 if pose == "pinch" else rng.uniform(0, 0.5))
    root = np.array([155.0, 282])
    knee = root + np.array([np.cos(out), np.sin(out)]) * 56
    tip = knee + np.array([np.cos(bend), np.sin(bend)]) * 46
    limbs.append(_Limb(np.stack([root, knee, tip]), np.array([23.0, 17, 13])))
    return limbs


def _draw_finger(
    rng: np.random.Generator, image: Picture, limb: _Limb, skin: Colour, light: float, mottle: Field
) -> None:
    """One finger: rounded skin with the creases of its joints."""
    mask, box = limb.mask(), limb.box
    shade = _rounded_shade(mask, 16, light) * mottle[box]
    corner = np.array([box[1].start, box[0].start])
    whole = limb.path[-1] - limb.path[0]
    along = whole / (np.linalg.norm(whole) + 1e-6)
    across = np.array([-along[1], along[0]]) * limb.widths[1] * 0.7
    for share in (0.42, 0.74):
        for shift in (-3, 0, 3):
            middle = limb.path[0] + whole * share + along * (shift + rng.normal(0, 0.7)) - corner
            a, b = (middle - across).astype(int).tolist(), (middle + across).astype(int).tolist()
            cv2.line(shade, a, b, 0.86, 1, cv2.LINE_AA)
    _cover(image, box, mask, tint(skin, shade))


def _draw_nail(image: Picture, limb: _Limb, colour: Colour) -> None:
    """A finger nail near the tip of a limb."""
    along = limb.path[-1] - limb.path[-2]
    along = along / (np.linalg.norm(along) + 1e-6)
    x, y = (limb.path[-1] + along * limb.widths[-1] * 0.3).astype(int).tolist()
    axes = (int(limb.widths[-1] * 0.62), int(limb.widths[-1] * 0.5))
    cv2.ellipse(image, (x, y), axes, float(np.degrees(np.arctan2(along[1], along[0]))), 0, 360, (*colour, 255), -1, 16)


def _draw_back(rng: np.random.Generator, image: Picture, arm: _Limb, skin: Colour, light: float, mottle: Field) -> None:
    """Forearm and back of the hand in one piece, which runs into the fingers without a rim."""
    palm = _Limb(np.array([[208.0, 232], [206, 262], [208, 300]]), np.array([58.0, 62, 50]))
    whole = np.zeros(_SIZE, np.uint8)
    for limb in (palm, arm):
        np.maximum(whole[limb.box], limb.mask(), out=whole[limb.box])
    rows = slice(150, _SIZE[0])
    fade = np.clip((np.arange(rows.start, rows.stop, dtype=np.float32) - 175) / 50, 0, 1)[:, None]
    tendons = noise(rng, _SIZE, (4, 26))[rows] * np.float32(0.08)
    shade = (_rounded_shade(whole[rows], 55, light) * np.float32(0.9) + np.float32(0.1) + tendons) * mottle[rows]
    _cover(image, (rows, slice(None)), (whole[rows] * fade).astype(np.uint8), tint(skin, shade))


def _draw_sleeve(rng: np.random.Generator, image: Picture, arm: _Limb, light: float) -> None:
    """A sleeve over the forearm from a random height down: cloth with cross folds and a slanted hem."""
    sleeve = _Limb(arm.path, np.array([56.0, 60, 72]) * rng.uniform(0.95, 1.2))
    mask, box = sleeve.mask(), sleeve.box
    hem = int(rng.uniform(330, 480)) - box[0].start
    slant = rng.normal(0, 0.12)
    rows, columns = np.indices(mask.shape)
    below = rows - hem - slant * (columns - mask.shape[1] / 2)
    mask[below < 0] = 0
    cloth = hsv(rng.random(), rng.uniform(0, 0.8), rng.uniform(0.1, 0.9))
    folds = (
        1
        + noise(rng, mask.shape, (24, 5), 2) * np.float32(0.35)
        + noise(rng, mask.shape, (200, 200)) * np.float32(0.06)
    )
    if rng.random() < 0.3:
        folds *= np.where(np.sin(below / rng.uniform(3, 9)) > 0, 1, 0.75).astype(np.float32)
    folds[(below >= 0) & (below < 4)] *= 0.6
    _cover(image, box, mask, tint(cloth, _rounded_shade(mask, 50, light) * folds))


def random_hand(rng: np.random.Generator) -> Picture:
    """A left or right hand with forearm, back upwards, BGRA, 680 px high, cut to its width and to the finger tips.

    The arm comes in from the bottom edge, the fingers point up. Skin, nails, pose and sleeve vary.
    """
    skin = vary(rng, _SKINS[int(rng.integers(len(_SKINS)))], 8)
    light = float(rng.uniform(0, 2 * np.pi))
    mottle = 1 + noise(rng, _SIZE, (18, 12), 3) * np.float32(0.09)
    image = np.zeros((*_SIZE, 4), np.uint8)
    image[..., :3] = skin
    drift = float(rng.normal(0, 30))
    arm = _Limb(np.array([[208.0, 300], [210 + drift * 0.3, 370], [212 + drift, 740]]), np.array([44.0, 38, 60]))
    fingers = _fingers(rng)
    painted = rng.random() < 0.2
    nail = hsv(rng.random(), 0.7, 0.7) if painted else vary(rng, (skin[0] + 12, skin[1] + 10, skin[2] + 12), 5)
    for limb in fingers:
        _draw_finger(rng, image, limb, skin, light, mottle)
        _draw_nail(image, limb, nail)
    _draw_back(rng, image, arm, skin, light, mottle)
    if rng.random() < 0.7:
        _draw_sleeve(rng, image, arm, light)
    if rng.random() < 0.5:
        image = np.ascontiguousarray(image[:, ::-1])
    columns = np.flatnonzero(image[..., 3].any(axis=0))
    rows = np.flatnonzero(image[..., 3].any(axis=1))
    return np.ascontiguousarray(image[rows[0] :, columns[0] : columns[-1] + 1])
