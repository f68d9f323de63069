"""Where to look: a picture is seen whole first, then nearer wherever things are too small to read.

Windows are placed over what the overview found, at the zoom that brings a card to a readable size, so a large picture
costs as many looks as it has groups of cards and not as many as it has pixels.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.detect import CORNER, FACE, INPUT_SIDE, TILE, Boxes, Finder, joined, suppressed

Window = tuple[int, int, int, int]
# Long side, in pixels of the finder's input, at which things are found and boxed well, by class.
_GOOD_SIDE = {"card": 230.0, "tile": 56.0}
# A picture larger than this on its long side is also scanned in parts, for things too small for the overview.
_SCAN_FROM = 1500
_SCAN_SCALE = 1280
_LEAST_SHRINK = 1.25
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


def _grid(size: tuple[int, int], side: int) -> list[Window]:
    """Windows of `side` px that cover a (width, height) picture with a quarter overlap."""
    starts = []
    for length in size:
        count = max(1, int(np.ceil((length - side * 0.25) / (side * 0.75))))
        starts.append(np.linspace(0, max(0, length - side), count).astype(int))
    return [
        (x, y, min(size[0], x + side), min(size[1], y + side)) for y in starts[1].tolist() for x in starts[0].tolist()
    ]


def _cut_off(boxes: Boxes, window: Window, size: tuple[int, int]) -> NDArray[np.bool_]:
    """Which boxes touch a border of the window that is not the picture's: only a part of the thing was seen."""
    low, high = boxes.quads.min(axis=1), boxes.quads.max(axis=1)
    x0, y0, x1, y1 = window
    near = 0.006 * max(x1 - x0, y1 - y0)
    touches = (low[:, 0] < x0 + near) & (x0 > 0) | (low[:, 1] < y0 + near) & (y0 > 0)
    touches |= (high[:, 0] > x1 - near) & (x1 < size[0]) | (high[:, 1] > y1 - near) & (y1 < size[1])
    return np.asarray(touches, np.bool_)


def _look(finder: Finder, image: NDArray[np.uint8], window: Window) -> Glance:
    boxes = finder.find(image, window)
    whole = ~_cut_off(boxes, window, (image.shape[1], image.shape[0]))
    return Glance(window, finder.side, boxes.pick(whole))


def zoom_windows(
    boxes: Boxes, size: tuple[int, int], seen_scale: float, most: int, input_side: int = INPUT_SIDE
) -> list[Window]:
    """Windows over the things that were seen too small.

    seen_scale: input pixels per picture pixel of that look; input_side: how many pixels the finder takes a side.
    """
    sides = boxes.long_sides
    # A lone corner tells of a card: an index is about a fifth of the card's height.
    card_side = np.where(boxes.classes == CORNER, sides * 5.0, sides)
    good = np.where(boxes.classes == TILE, _GOOD_SIDE["tile"], _GOOD_SIDE["card"])
    wanted = good / np.maximum(card_side, 1.0)
    small = np.flatnonzero((wanted > seen_scale * _LEAST_SHRINK) & (boxes.scores > 0.2))
    small = small[np.argsort(boxes.quads[small].mean(axis=1)[:, 1], kind="stable")]
    windows: list[Window] = []
    left: list[int] = small.tolist()
    while left and len(windows) < most:
        seed = left[0]
        side = min(float(max(size)), input_side / min(wanted[seed], 4.0))
        similar = [i for i in left if wanted[i] < wanted[seed] * 1.8]
        window = _window_over(boxes, seed, similar, side, size)
        windows.append(window)
        left = [i for i in left if i != seed and not (i in similar and _inside(boxes.quads[i], window))]
    return windows


def _inside(quad: NDArray[np.float32], window: Window) -> bool:
    low, high = quad.min(axis=0), quad.max(axis=0)
    return bool(low[0] >= window[0] and low[1] >= window[1] and high[0] <= window[2] and high[1] <= window[3])


def _window_over(boxes: Boxes, seed: int, others: list[int], side: float, size: tuple[int, int]) -> Window:
    """A window of `side` px that holds the seed and, going outwards, as many others as fit."""
    low, high = boxes.quads[seed].min(axis=0), boxes.quads[seed].max(axis=0)
    centre = boxes.quads[seed].mean(axis=0)
    room = side * 0.9
    for i in sorted(others, key=lambda i: float(np.abs(boxes.quads[i].mean(axis=0) - centre).max())):
        wider_low, wider_high = (
            np.minimum(low, boxes.quads[i].min(axis=0)),
            np.maximum(high, boxes.quads[i].max(axis=0)),
        )
        if (wider_high - wider_low).max() <= room:
            low, high = wider_low, wider_high
    middle = (low + high) / 2
    x0, y0 = (int(max(0, min(middle[k] - side / 2, size[k] - side))) for k in (0, 1))
    return x0, y0, int(min(size[0], x0 + side)), int(min(size[1], y0 + side))


def search(finder: Finder, image: NDArray[np.uint8], most_windows: int = 24) -> Found:
    """Everything the finder sees in a BGR picture, from the overview down to the zoom each group of things needs.

    most_windows: the most near looks to take, which bounds the time.
    """
    size = (image.shape[1], image.shape[0])
    whole: Window = (0, 0, *size)
    looks = [_look(finder, image, whole)]
    scale = scale_of_overview = finder.side / max(size)
    if max(size) > _SCAN_FROM:
        side = int(finder.side * max(size) / _SCAN_SCALE)
        looks += [_look(finder, image, window) for window in _grid(size, side)]
        scale = finder.side / side
    if _seen_large(looks[0].boxes, scale_of_overview):
        looks.append(Glance(whole, _FAR_SIDE, finder.find(image, None, _FAR_SIDE)))
    coarse = suppressed(joined([look.boxes for look in looks]))
    windows = zoom_windows(coarse, size, scale, most_windows, finder.side)
    near = [_look(finder, image, window) for window in windows]
    boxes = suppressed(_nearer_first(coarse, joined([look.boxes for look in near])))
    return Found((*looks, *near), boxes)


def _seen_large(boxes: Boxes, scale: float) -> bool:
    """Whether the overview shows things too near for the finder, or too little to tell."""
    return len(boxes) == 0 or bool((boxes.long_sides * scale)[boxes.classes != TILE].max(initial=0) > _TOO_NEAR)


def _nearer_first(coarse: Boxes, near: Boxes) -> Boxes:
    """Both sets, the far look's scores lowered a little: where both saw a thing, the nearer box is the better one."""
    lowered = Boxes(
        coarse.quads, coarse.scores * np.where(coarse.classes == FACE, 1.0, 0.85).astype(np.float32), coarse.classes
    )
    return joined([lowered, near])
