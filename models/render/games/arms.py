"""Arms that reach over the table: a drawn hand with as much arm behind it as a reach across takes, and its shadow."""

from __future__ import annotations

import cv2
import numpy as np

from models.render.art import Picture
from models.render.hands import random_hand
from models.render.layouts import Placement
from models.render.texture import noise

_MM_PER_PIXEL = 0.62  # of the drawn hand
_PIXELS_PER_MM = 1.2  # of the finished picture: what a table filling 1280 px needs
_LENGTH = 1350.0  # mm from fingertip to shoulder
_ROOM = 22  # px around the hand, for its shadow
_FINGERS = 42.0  # mm: what holds a piece are not the very ends of the fingers, below that room
_SHADOW = 0.3
Rng = np.random.Generator


def random_arm(rng: Rng) -> Picture:
    """A hand with its arm, BGRA, fingers up; `_LENGTH` mm long at `_PIXELS_PER_MM`."""
    drawn = random_hand(rng)
    scale = _MM_PER_PIXEL * _PIXELS_PER_MM
    hand = np.asarray(cv2.resize(drawn, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    missing = round(_LENGTH * _PIXELS_PER_MM) - len(hand)
    row = hand[-10:].mean(axis=0, dtype=np.float32)
    folds = 1 + noise(rng, (missing, 1), (30, 1), 2) * np.float32(0.12)
    arm = np.repeat(row[None], missing, axis=0)
    arm[..., :3] *= folds[..., None]
    whole = np.concatenate([hand, arm.clip(0, 255).astype(np.uint8)])
    return np.pad(whole, ((_ROOM, 0), (_ROOM, _ROOM), (0, 0)))


def shadow_of(picture: Picture, blur: float = 9.0) -> Picture:
    """The soft shadow that a picture casts, of the same size."""
    shadow = np.zeros_like(picture)
    alpha = cv2.GaussianBlur(picture[..., 3], (0, 0), blur)
    shadow[..., 3] = cv2.convertScaleAbs(alpha, alpha=_SHADOW)
    return shadow


def arm_at(picture: Picture, fingers: tuple[float, float], shoulder: tuple[float, float], name: str) -> Placement:
    """The arm from a shoulder with its fingertips at a spot (mm)."""
    along = np.array(fingers) - shoulder
    along = along / max(float(np.linalg.norm(along)), 1e-6)
    height = picture.shape[0] / _PIXELS_PER_MM
    x, y = np.array(fingers) - along * (height / 2 - _FINGERS)
    angle = float(np.degrees(np.arctan2(along[0], -along[1])))
    size = (picture.shape[1] / _PIXELS_PER_MM, height)
    return Placement(picture, "clutter", name, (float(x), float(y)), angle, size, (), 0.0)
