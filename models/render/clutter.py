"""What else is on a table: things that are not to be read, and hands that cover what is."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render import objects, papers
from models.render.art import Picture
from models.render.texture import Colour, hsv, noise, tint, vary

Points = NDArray[np.float64]

_THINGS: dict[str, Callable[[np.random.Generator, str], Picture]] = {
    "chip": objects.chip,
    "coin": objects.coin,
    "pen": objects.pen,
    "phone": objects.phone,
    "remote": objects.remote,
    "keyboard": objects.keyboard,
    "die": objects.die,
    "mug": objects.mug,
    "glasses": objects.glasses,
    "cable": objects.cable,
    "scissors": objects.scissors,
    "pebble": objects.pebble,
    "business card": papers.business_card,
    "book": papers.book,
    "post-it": papers.post_it,
    "receipt": papers.receipt,
    "score sheet": papers.score_sheet,
    "oval card": papers.oval_card,
    "picture card": papers.picture_card,
    "number tile": papers.number_tile,
}
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
_SPAN = 420


def random_clutter(rng: np.random.Generator, split: str) -> Picture:
    """One thing seen from above, BGRA, about 40 to 330 px, upright; print on it is set in fonts of `split`."""
    names = list(_THINGS)
    return _THINGS[names[int(rng.integers(len(names)))]](rng, split)


def _limb(path: Points, widths: Points) -> NDArray[np.uint8]:
    """Mask of a limb along `path` (n, 2) px with half widths (n,), on the hand's square."""
    mask = np.zeros((_SPAN, _SPAN), np.uint8)
    t = np.linspace(0, len(path) - 1, 40)
    index = np.arange(len(path))
    xs, ys, rs = (np.interp(t, index, values) for values in (path[:, 0], path[:, 1], widths))
    for x, y, r in zip(xs, ys, rs, strict=True):
        cv2.circle(mask, (round(x * 8), round(y * 8)), round(r * 8), 255, -1, cv2.LINE_AA, 3)
    return mask


def _rounded_shade(mask: NDArray[np.uint8], reach: float, light: float) -> NDArray[np.float32]:
    """Shading of a rounded body: dark at the rim, lighter on the side the light (radians) comes from."""
    depth = np.sqrt(
        np.minimum(cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 5) / np.float32(reach), 1)
    )
    soft = cv2.GaussianBlur(depth, (0, 0), 3)
    slope = cv2.Sobel(soft, cv2.CV_32F, 1, 0) * np.cos(light) + cv2.Sobel(soft, cv2.CV_32F, 0, 1) * np.sin(light)
    return np.clip(0.62 + 0.42 * soft + slope * 0.5, 0.3, 1.35).astype(np.float32)


def _cover(image: Picture, mask: NDArray[np.uint8], skin: NDArray[np.uint8]) -> None:
    """Lay a limb over the hand: skin through its mask."""
    share = mask[..., None].astype(np.float32) / 255
    image[..., :3] = (image[..., :3] * (1 - share) + skin * share).astype(np.uint8)
    np.maximum(image[..., 3], mask, out=image[..., 3])


def _finger_paths(rng: np.random.Generator) -> list[tuple[Points, Points]]:
    """Paths and half widths of thumb and four fingers in one pose: spread, together, pointing or curled. The hand points up."""
    pose = str(rng.choice(["spread", "together", "point", "curled"]))
    fan = {"spread": 0.2, "together": 0.06, "point": 0.08, "curled": 0.05}[pose]
    reach = {"spread": 1.0, "together": 0.95, "point": 1.0, "curled": 0.6}[pose] * rng.uniform(0.85, 1.05)
    limbs = []
    for k, length in enumerate((112, 128, 118, 92)):
        angle = -np.pi / 2 + (k - 1.4) * fan + rng.normal(0, 0.03)
        span = length * reach * (0.5 if pose == "point" and k > 0 else 1.0)
        root = np.array([162.0 + k * 31, 208 + abs(k - 1.2) * 7])
        bend = rng.normal(0, 0.12)
        step = np.array([np.cos(angle), np.sin(angle)]) * span / 2
        turned = np.array([np.cos(angle + bend), np.sin(angle + bend)]) * span / 2
        limbs.append(
            (
                np.stack([root, root + step, root + step + turned]),
                np.array([17.5, 15.5, 12.5]) * (0.9 if k == 3 else 1.0),
            )
        )
    out = -np.pi / 2 - rng.uniform(0.2, 0.9)
    root = np.array([152.0, 285])
    knee = root + np.array([np.cos(out), np.sin(out)]) * 52
    tip = knee + np.array([np.cos(out + rng.uniform(0, 0.6)), np.sin(out + 0.3)]) * 46
    limbs.append((np.stack([root, knee, tip]), np.array([21.0, 17, 13])))
    return limbs


def _nail(image: Picture, limb: tuple[Points, Points], colour: Colour) -> None:
    """A finger nail near the tip of a limb."""
    path, widths = limb
    along = (path[-1] - path[-2]) / (np.linalg.norm(path[-1] - path[-2]) + 1e-6)
    at = path[-1] + along * widths[-1] * 0.35
    axes = (int(widths[-1] * 0.62), int(widths[-1] * 0.5))
    cv2.ellipse(
        image,
        (int(at[0]), int(at[1])),
        axes,
        float(np.degrees(np.arctan2(along[1], along[0]))),
        0,
        360,
        (*colour, 255),
        -1,
        cv2.LINE_AA,
    )


def _creases(rng: np.random.Generator, limb: tuple[Points, Points], shade: NDArray[np.float32]) -> None:
    """Darken the folds of skin across a finger's joints, in place."""
    path, widths = limb
    for share in (0.42, 0.74):
        at = path[0] + (path[-1] - path[0]) * share
        along = (path[-1] - path[0]) / (np.linalg.norm(path[-1] - path[0]) + 1e-6)
        across = np.array([-along[1], along[0]]) * widths[1] * 0.7
        for shift in (-3, 0, 3):
            a, b = at - across + along * (shift + rng.normal(0, 1)), at + across + along * shift
            cv2.line(shade, (int(a[0]), int(a[1])), (int(b[0]), int(b[1])), 0.86, 1, cv2.LINE_AA)


def _sleeve(rng: np.random.Generator, image: Picture, arm: Points, light: float) -> None:
    """A sleeve over the forearm from a random height down: cloth with cross folds and a hem."""
    hem = int(rng.integers(325, 400))
    mask = _limb(arm, np.array([56.0, 58, 66]) * rng.uniform(0.95, 1.25))
    mask[:hem] = 0
    cloth = hsv(rng.random(), rng.uniform(0, 0.8), rng.uniform(0.1, 0.9))
    folds = (
        1 + noise(rng, mask.shape, (40, 8), 2) * np.float32(0.3) + noise(rng, mask.shape, (200, 200)) * np.float32(0.08)
    )
    folds[hem : hem + 4] *= 0.6
    _cover(image, mask, tint(cloth, _rounded_shade(mask, 50, light) * folds))


def random_hand(rng: np.random.Generator) -> Picture:
    """A left or right hand with forearm, back upwards, BGRA 420 px square: the arm comes in from the bottom edge, fingers point up."""
    skin = vary(rng, _SKINS[int(rng.integers(len(_SKINS)))], 8)
    light = float(rng.uniform(0, 2 * np.pi))
    size = (_SPAN, _SPAN)
    mottle = 1 + noise(rng, size, (12, 12), 4) * np.float32(0.09)
    image = np.zeros((*size, 4), np.uint8)
    drift = rng.normal(0, 30)
    arm = np.array([[208.0, 300], [212 + drift * 0.3, 360], [212 + drift, 470]])
    fingers = _finger_paths(rng)
    nail = vary(rng, skin, 6) if rng.random() < 0.75 else hsv(rng.random(), 0.7, 0.7)
    for limb in fingers:
        mask = _limb(*limb)
        shade = _rounded_shade(mask, 16, light) * mottle
        _creases(rng, limb, shade)
        _cover(image, mask, tint(skin, shade))
        _nail(image, limb, vary(rng, (min(255, nail[0] + 14), min(255, nail[1] + 12), min(255, nail[2] + 14)), 3))
    palm = np.array([[208.0, 232], [206, 262], [208, 300]])
    whole = np.maximum(_limb(palm, np.array([58.0, 62, 50])), _limb(arm, np.array([44.0, 38, 50])))
    soft = whole.copy()
    # The back of the hand runs into the fingers without a rim.
    fade = np.clip((np.arange(_SPAN, dtype=np.float32) - 175) / 50, 0, 1)[:, None]
    shade = _rounded_shade(whole, 55, light)
    tendons = noise(rng, size, (3, 26)) * np.float32(0.08)
    _cover(image, (soft * fade).astype(np.uint8), tint(skin, (shade * 0.9 + 0.1 + tendons) * mottle))
    if rng.random() < 0.65:
        _sleeve(rng, image, arm, light)
    if rng.random() < 0.5:
        image = np.ascontiguousarray(image[:, ::-1])
    return image
