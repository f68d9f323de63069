"""Where to look: a picture is seen whole first, then nearer wherever things are too small to read.

Windows are laid close round what the overview found, at the zoom that brings a card to a readable size, so a large
picture costs what its groups of cards take and not what its pixels would.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect import BACK, CORNER, FACE, TILE, Boxes, Finder, joined, suppressed
from vision.outlines import area, covered_share

Window = tuple[int, int, int, int]


class _Sides(NamedTuple):
    """Long sides of things of one kind in pixels of the finder's input. small: below it they are looked at nearer;
    good: the side they then get; plain: what they get at most where the picture has to be enlarged for it."""

    small: float
    good: float
    plain: float


_CARD, _TILE = _Sides(144.0, 230.0, 150.0), _Sides(35.0, 44.0, 44.0)
# A picture larger than this on its long side is also scanned in parts, for things too small for the overview.
_SCAN_FROM = 1500
_SCAN_SCALE = 1280
# So is one whose overview shows nothing, or cards shorter than this (pixels of the input): others are missed there.
_FAINT = 60.0
# So is one whose tiles are mostly so many times as long as wide: small cards with dark backs look like tiles from afar.
_OBLONG = 1.25
_LARGE_TILE = 90.0  # px of the input: a tile that looks so large and is not found well is more likely none
_LEAST_GAIN = 1.4  # of the scale, for which a nearer look is worth its time
_MOST_ZOOM = 4.0
# Things are alike in size, and seen at one zoom, up to this ratio.
_ALIKE = 1.8
# What is left free round the things in a window, as a share of the shorter side that a look may have.
_ROUND = 0.11
# The finder's score from which something is worth a nearer look.
_LIKELY = 0.2
# The finder's score from which a face is one.
_FOUND_WELL = 0.5
# What holds a card that is found so well, and is so many times as large, is the table it lies on.
_SURELY_CARD, _TIMES, _WITHIN = 0.65, 9.0, 0.8
# Beside so many of these a face without an index that is so large is the table's grain.
_MANY = 3
# Things longer than this in the overview's input are looked at again from afar, the picture this many pixels long.
_TOO_NEAR = 330
_FAR_SIDE = 320


@dataclass(frozen=True, eq=False)
class Glance:
    """One look of the finder: at which part of the picture, how many pixels of its input the longer side of that part
    took, and the boxes it gave (pixels of the picture)."""

    window: Window
    side: int
    boxes: Boxes


@dataclass(frozen=True, eq=False)
class Found:
    """All looks at one picture in the order they were taken, and the boxes that came of them together."""

    glances: tuple[Glance, ...]
    boxes: Boxes


def _grid(size: tuple[int, int], most: tuple[float, float]) -> list[Window]:
    """Windows of at most (width, height) `most` px that cover a (width, height) picture, those of an axis that takes
    several with a quarter overlap."""
    spans = []
    for length, side in zip(size, most, strict=True):
        count = max(1, int(np.ceil((length - side * 0.25) / (side * 0.75)))) if length > side else 1
        starts = np.linspace(0, max(0, length - side), count).astype(int)
        spans.append([(int(start), int(min(length, start + np.ceil(side)))) for start in starts])
    return [(x0, y0, x1, y1) for y0, y1 in spans[1] for x0, x1 in spans[0]]


def _cut_off(boxes: Boxes, window: Window, size: tuple[int, int]) -> NDArray[np.bool_]:
    """Which boxes touch a border of the window that is not the picture's: only a part of the thing was seen."""
    low, high = boxes.quads.min(axis=1), boxes.quads.max(axis=1)
    x0, y0, x1, y1 = window
    near = 0.006 * max(x1 - x0, y1 - y0)
    touches = (low[:, 0] < x0 + near) & (x0 > 0) | (low[:, 1] < y0 + near) & (y0 > 0)
    touches |= (high[:, 0] > x1 - near) & (x1 < size[0]) | (high[:, 1] > y1 - near) & (y1 < size[1])
    return np.asarray(touches, np.bool_)


def _look(finder: Finder, image: NDArray[np.uint8], window: Window, scale: float) -> Glance:
    boxes = finder.find(image, window, scale)
    whole = ~_cut_off(boxes, window, (image.shape[1], image.shape[0]))
    return Glance(window, round(max(window[2] - window[0], window[3] - window[1]) * scale), boxes.pick(whole))


def zoom_windows(
    boxes: Boxes, size: tuple[int, int], seen_scale: float, most: int, reach: tuple[int, int]
) -> list[tuple[Window, float]]:
    """Windows over the things that were seen too small, each with the scale to look at it.

    size: (width, height) px of the picture; seen_scale: input pixels per picture pixel of that look; most: how many
    windows at most; reach: as `Finder` has it.
    """
    shown = np.clip(boxes.quads, 0, size)
    # A lone corner tells of a card: an index is about a fifth of the card's height.
    side = np.maximum(np.where(boxes.classes == CORNER, boxes.long_sides * 5.0, boxes.long_sides), 1.0)
    small, good, plain = (np.where(boxes.classes == TILE, tile, card) for tile, card in zip(_TILE, _CARD, strict=True))
    wanted = np.minimum(np.minimum(good, np.maximum(plain, side)) / side, _MOST_ZOOM)
    gains = (side * seen_scale < small) & (wanted > seen_scale * _LEAST_GAIN)
    near = np.flatnonzero(gains & (boxes.scores > _LIKELY) & ~_of_faces(boxes))
    left: list[int] = near[np.argsort(-wanted[near], kind="stable")].tolist()
    windows: list[tuple[Window, float]] = []
    while left and len(windows) < most:
        seed = left[0]
        alike = [i for i in left if wanted[i] * _ALIKE > wanted[seed]]
        scale = float(np.median(wanted[alike]))
        longer, shorter = (length / scale for length in reach)
        window = _window_over(boxes, seed, alike, _ROUND * shorter, (longer, shorter), size)
        windows.append((window, scale))
        left = [i for i in left if i != seed and not (i in alike and _inside(shown[i], window))]
    return windows


def _of_faces(boxes: Boxes) -> NDArray[np.bool_]:
    """Which corners lie in a face that was found well: its size tells how near to look, better than theirs."""
    within = np.zeros(len(boxes), np.bool_)
    for face in boxes.quads[(boxes.classes == FACE) & (boxes.scores > _FOUND_WELL)]:
        for i in np.flatnonzero((boxes.classes == CORNER) & ~within):
            x, y = boxes.quads[i].mean(axis=0).tolist()
            within[i] = cv2.pointPolygonTest(face, (x, y), False) >= 0
    return within


def _without_tables(boxes: Boxes) -> Boxes:
    """The boxes without faces and backs that are the table itself, or its grain."""
    bare = boxes.bare_faces
    card = (boxes.classes == FACE) | (boxes.classes == BACK)
    sizes = np.array([area(quad) for quad in boxes.quads])
    laid = np.flatnonzero(card & (boxes.scores > _SURELY_CARD))
    kept = np.ones(len(boxes), np.bool_)
    for i in np.flatnonzero(card):
        small = laid[sizes[laid] * _TIMES < sizes[i]]
        grain = bare[i] and len(small) >= _MANY
        kept[i] = not grain and all(covered_share(boxes.quads[j], boxes.quads[i]) < _WITHIN for j in small)
    return boxes.pick(kept)


def _inside(quad: NDArray[np.float32], window: Window) -> bool:
    low, high = quad.min(axis=0), quad.max(axis=0)
    return bool(low[0] >= window[0] and low[1] >= window[1] and high[0] <= window[2] and high[1] <= window[3])


def _window_over(
    boxes: Boxes, seed: int, others: list[int], margin: float, most: tuple[float, float], size: tuple[int, int]
) -> Window:
    """A window that holds the seed and, going outwards, as many others as fit, with a margin (px) round them all; most:
    its (longer, shorter) side in px."""
    lows, highs = boxes.quads.min(axis=1), boxes.quads.max(axis=1)
    low, high = lows[seed], highs[seed]
    apart = np.abs(boxes.quads[others].mean(axis=1) - boxes.quads[seed].mean(axis=0)).max(axis=1)
    for i in np.array(others)[np.argsort(apart, kind="stable")]:
        wider_low, wider_high = np.minimum(low, lows[i]), np.maximum(high, highs[i])
        extent = np.minimum(wider_high + margin, size) - np.maximum(wider_low - margin, 0)
        if extent.max() <= most[0] and extent.min() <= most[1]:
            low, high = wider_low, wider_high
    (x0, y0), (x1, y1) = np.maximum(low - margin, 0), np.minimum(high + margin, size)
    return int(x0), int(y0), int(x1), int(y1)


def search(finder: Finder, image: NDArray[np.uint8], most_windows: int = 24) -> Found:
    """Everything the finder sees in a BGR picture, from the overview down to the zoom each group of things needs.

    most_windows: the most near looks to take, which bounds the time.
    """
    size = (image.shape[1], image.shape[0])
    whole: Window = (0, 0, *size)
    # A small picture is not enlarged for that: it is a piece of a table, and its things mostly of a good size.
    scale = scale_of_overview = min(1.0, finder.side / max(size))
    looks = [_look(finder, image, whole, scale)]
    if max(size) > _SCAN_FROM or (scale < 1 and _seen_small(looks[0].boxes, scale)):
        scale = min(1.0, _SCAN_SCALE / max(size))
        longer, shorter = (side / scale for side in finder.reach)
        windows = _grid(size, (longer, shorter) if size[0] > size[1] else (shorter, longer))
        scanned = [_look(finder, image, window, scale) for window in windows]
        looks += scanned if max(size) > _SCAN_FROM else [_without_bare_faces(look) for look in scanned]
    if _seen_large(looks[0].boxes, scale_of_overview):
        looks.append(Glance(whole, _FAR_SIDE, finder.find(image, None, _FAR_SIDE / max(size))))
    coarse = suppressed(joined([look.boxes for look in looks]))
    zooms = zoom_windows(coarse, size, scale, most_windows, finder.reach)
    near = [_look(finder, image, window, zoom) for window, zoom in zooms]
    boxes = suppressed(_nearer_first(coarse, joined([look.boxes for look in near])))
    return Found((*looks, *near), _without_tables(boxes))


def _seen_small(boxes: Boxes, scale: float) -> bool:
    """Whether the overview shows nothing, or cards so small that others may be missed there, or taken for tiles."""
    sides = boxes.long_sides * scale
    # Of a table, more often than a card or a tile held before the lens.
    grain = (boxes.classes == BACK) & (sides > _TOO_NEAR)
    grain |= (boxes.classes == TILE) & (sides > _LARGE_TILE) & (boxes.scores < _FOUND_WELL)
    found = (boxes.scores > _LIKELY) & ~grain
    cards = found & ((boxes.classes == FACE) | (boxes.classes == BACK))
    tiles = found & (boxes.classes == TILE)
    oblong = tiles.any() and np.median(boxes.long_sides[tiles] / boxes.short_sides[tiles]) > _OBLONG
    return not found.any() or bool(oblong or (cards.any() and np.median(sides[cards]) < _FAINT))


def _without_bare_faces(glance: Glance) -> Glance:
    """The look less the faces that hold no corner: the grain of a table that has no cards on it looks like some."""
    return replace(glance, boxes=glance.boxes.pick(~glance.boxes.bare_faces))


def _seen_large(boxes: Boxes, scale: float) -> bool:
    """Whether the overview shows things too near for the finder, or too little to tell."""
    return len(boxes) == 0 or bool((boxes.long_sides * scale)[boxes.classes != TILE].max(initial=0) > _TOO_NEAR)


def _nearer_first(coarse: Boxes, near: Boxes) -> Boxes:
    """Both sets, the far look's scores lowered a little: where both saw a thing, the nearer box is the better one."""
    lowered = Boxes(
        coarse.quads, coarse.scores * np.where(coarse.classes == FACE, 1.0, 0.85).astype(np.float32), coarse.classes
    )
    return joined([lowered, near])
