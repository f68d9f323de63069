"""Suit symbols from a few shape parameters."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from models.render.canvas import Mask, Points, arc, bezier, cropped, resized

_SCALE = 192  # height in pixels at which a shape is drawn before it is shrunk


@dataclass(frozen=True)
class PipShapes:
    """What the four suit symbols of one deck look like; lengths are shares of the symbol's height."""

    heart_notch: float
    heart_width: float
    heart_belly: float
    heart_tip: float
    diamond_width: float
    diamond_curve: float
    spade_width: float
    spade_belly: float
    spade_shoulder: float
    club_lobe: float
    club_spread: float
    club_lift: float
    stem_width: float
    stem_waist: float
    stem_foot: float
    heart_cheek: float = 0.2
    spade_drop: float = 0.8


def random_shapes(rng: np.random.Generator) -> PipShapes:
    """Shapes within what printed decks show."""
    u = rng.uniform
    return PipShapes(
        heart_notch=u(0.1, 0.26),
        heart_width=u(0.84, 1.08),
        heart_belly=u(0.0, 0.16),
        heart_tip=u(0.04, 0.22),
        diamond_width=u(0.7, 0.95),
        diamond_curve=0.0 if rng.random() < 0.4 else u(-0.01, 0.12),
        spade_width=u(0.78, 1.0),
        spade_belly=u(0.02, 0.16),
        spade_shoulder=u(0.04, 0.2),
        club_lobe=u(0.225, 0.275),
        club_spread=u(0.23, 0.29),
        club_lift=u(0.04, 0.14),
        stem_width=u(0.12, 0.24),
        stem_waist=u(0.02, 0.06),
        stem_foot=u(0.0, 0.05),
    )


def steeper(rng: np.random.Generator, shapes: PipShapes) -> PipShapes:
    """The same deck's symbols with a deeply notched, hollow-cheeked spade that reaches low, over a small foot."""
    u = rng.uniform
    return replace(
        shapes,
        heart_tip=u(0.02, 0.16),
        heart_cheek=u(0.04, 0.2),
        spade_drop=u(0.78, 0.9),
        spade_width=u(0.82, 1.08),
        spade_shoulder=u(0.12, 0.3),
        club_lobe=u(0.21, 0.28),
        club_lift=u(-0.02, 0.12),
        stem_width=u(0.1, 0.3),
        stem_waist=u(0.015, 0.05),
    )


def _mirrored(half: Points) -> Points:
    """A closed outline from its right half."""
    return np.concatenate([half, (half * [-1, 1])[::-1]])


def _heart(width: float, notch: float, belly: float, tip: float, cheek: float) -> Points:
    w = width / 2
    half = bezier(
        (0, -0.5 + notch),
        (0.03 * w, -0.5 + notch * 0.35), (0.26 * w, -0.5), (0.52 * w, -0.5),
        (0.84 * w, -0.5), (w, -0.36), (w, -0.19),
        (w, belly), (2 * tip * w, cheek), (0, 0.5),
    )  # fmt: skip
    return _mirrored(half)


def _diamond(shapes: PipShapes) -> Points:
    w, k = shapes.diamond_width / 2, shapes.diamond_curve
    pull = (w / 2 * (1 - 2 * k), -0.25 * (1 - 2 * k))
    upper = bezier((0, -0.5), pull, pull, (w, 0))
    lower = (upper * [1, -1])[::-1]
    return _mirrored(np.concatenate([upper, lower]))


def _stem(shapes: PipShapes, top: float) -> Points:
    waist, width, foot = shapes.stem_waist, shapes.stem_width, shapes.stem_foot
    half = bezier((waist, top), (waist, 0.3), (waist + 0.02, 0.46 - foot), (width, 0.5 - foot))
    return _mirrored(np.concatenate([half, [[width, 0.5], [0, 0.5]]]))


def _outlines(suit: str, shapes: PipShapes) -> list[Points]:
    """The polygons whose union is the symbol, y from -0.5 (top) to 0.5."""
    below = shapes.heart_tip, shapes.heart_cheek
    if suit == "H":
        return [_heart(shapes.heart_width, shapes.heart_notch, shapes.heart_belly, *below)]
    if suit == "D":
        return [_diamond(shapes)]
    if suit == "S":
        notch, drop = 0.08 + shapes.spade_shoulder, shapes.spade_drop
        leaf = _heart(shapes.spade_width, notch, shapes.spade_belly, *below)
        leaf = leaf * [1, -drop] + [0, (drop - 1) / 2]
        return [leaf, _stem(shapes, -0.1)]
    r, spread = shapes.club_lobe, shapes.club_spread
    low = 0.5 - 0.24 - shapes.club_lift
    lobes = [arc(c, (r, r), 0, 360) for c in ((0.0, -0.5 + r), (-spread, low - 0.12), (spread, low - 0.12))]
    core = np.array([[0, -0.25], [spread * 0.6, low - 0.1], [0, low], [-spread * 0.6, low - 0.1]])
    return [*lobes, core, _stem(shapes, -0.1)]


def pip_mask(suit: str, shapes: PipShapes, height: int) -> Mask:
    """The symbol of a suit (``"C"``, ``"D"``, ``"H"``, ``"S"``) as coverage, `height` pixels tall, cut to its ink."""
    canvas = np.zeros((_SCALE + 8, int(_SCALE * 1.4)), np.uint8)
    for outline in _outlines(suit, shapes):
        points = outline * _SCALE + [canvas.shape[1] / 2, canvas.shape[0] / 2]
        cv2.fillPoly(canvas, [np.round(points * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    ink = cropped(canvas)
    return resized(ink, round(ink.shape[1] * height / ink.shape[0]), height)
