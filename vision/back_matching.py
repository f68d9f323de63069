"""How alike two card backs are: local texture that agrees in place, and colour under an unknown light."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]

WIDTH, HEIGHT = 96, 134  # a rectified back in pixels; its long side is upright
LEAST_AREA = 16  # square pixels of the photo under which there is no back to compare
_MARGIN = 8  # pixels around a rectified back that a loose outline may be off by
_PATCH = 24
_COLUMNS = tuple(range(0, WIDTH - _PATCH + 1, 18))
_ROWS = tuple(range(0, HEIGHT - _PATCH + 1, 22))
_CORNERS = np.array([(x, y) for y in _ROWS for x in _COLUMNS], np.int64)  # of the patches, in a template
_LOCAL_SHIFT = 3  # pixels a patch may lie off the shift that all share
_CELLS = 6  # colour cells along a patch's side
_CELL = _PATCH // _CELLS
_LINEAR = ((np.arange(256, dtype=np.float32) / 255) ** 2.2).astype(np.float32)  # light of each level, 0..1
_FLAT = 3.0  # standard deviation of grey (0..255) under which a patch has no texture to compare
_SHOWN = 0.4  # share of the patches that is surely not covered: only so many of the best ones count
_MAX_WARMTH = 0.35  # largest shift of log chroma (natural log, linear light) that light and camera are believed to make
_STRETCH = (0.5, 1.7)  # how much a camera is believed to weaken or strengthen colours
_FAINT = 0.01  # variance of log chroma that noise alone makes
_DARK = 0.03  # linear light below which chroma says nothing


@dataclass(frozen=True, eq=False)
class RectifiedBack:
    """A back seen flat and upright, with a margin around it.

    image: (HEIGHT + 16, WIDTH + 16, 3) BGR. covered: the same size, True where something lies on the back.
    pixels: width of the card in the photo in pixels, which limits the detail there is.
    """

    image: Picture
    covered: NDArray[np.bool_]
    pixels: float

    @cached_property
    def grey(self) -> Floats:
        """The picture in grey, 0..255."""
        return _grey(self.image)

    @cached_property
    def cell_means(self) -> Floats:
        """Its colours, see `_cell_means`."""
        return _cell_means(self.image)

    @cached_property
    def open_patches(self) -> NDArray[np.bool_]:
        """Which of a template's patches (N,) are surely not covered; all where none is."""
        inside = self.covered[_MARGIN : _MARGIN + HEIGHT, _MARGIN : _MARGIN + WIDTH].astype(np.uint8)
        shown = _patch_means(np.asarray(cv2.integral(inside, sdepth=cv2.CV_64F), np.float64)) < 0.4
        return shown if shown.any() else np.ones_like(shown)


@dataclass(frozen=True)
class Likeness:
    """How a back compares with an enrolled one.

    texture: correlation of the best-matching textured patches, -1..1. textured: share of patches with texture.
    hue: agreement of the colours' differences within the back, -1..1, near 0 for grey and solid ones.
    colourful: spread of the template's own chroma. tint: mean difference of log chroma that no plausible light or
    camera explains. warmth: the change of light. size: log2 of the card's width in pixels over WIDTH, at most 0.
    """

    texture: float
    textured: float
    hue: float
    colourful: float
    tint: float
    warmth: float
    size: float

    def features(self) -> Floats:
        """What `vision.back_network` is told beside the pictures: bent where the evidence saturates, a vector of 20."""
        seen, hue = self.texture * self.textured**0.5, float(np.clip(self.hue, -0.5, 1.0))
        colourful = min(self.colourful, 1.0)
        texture = (seen, _beyond(seen, 0.5), _beyond(seen, 0.7), _beyond(seen, 0.85), self.textured)
        hues = (hue, _beyond(hue, 0), _beyond(hue, 0.3), hue * colourful, colourful, _beyond(colourful, 0.3))
        tints = (self.tint, _beyond(self.tint, 0.1), _beyond(self.tint, 0.25), self.warmth, _beyond(self.warmth, 0.3))
        return np.array((1.0, *texture, *hues, *tints, self.size, seen * self.size, hue * seen), np.float32)

    def closeness(self) -> float:
        """A rough order among directions and views of one back: texture less difference of colour."""
        return float(self.texture * self.textured**0.5 - self.tint)


@dataclass(frozen=True, eq=False)
class Comparison:
    """A back that is seen, laid on an enrolled one.

    kept: the template, no finer than the back is seen, turned as that lies. seen: the back where it agrees best with
    it; both (134, 96, 3) BGR. covered: (134, 96), True where something lies on the back. likeness: how alike they are.
    """

    kept: Picture
    seen: Picture
    covered: NDArray[np.bool_]
    likeness: Likeness

    def closeness(self) -> float:
        """See `Likeness.closeness`."""
        return self.likeness.closeness()


def _beyond(value: float, knot: float) -> float:
    return max(0.0, value - knot)


def rectified(image: Picture, outline: Floats, covered: NDArray[np.bool_] | None = None) -> tuple[RectifiedBack, ...]:
    """The back within `outline` ((4, 2) pixels, clockwise, any first corner) with its long side upright.

    Two where the photo leaves open which side is the long one. Raises ValueError for an outline without an area.
    """
    quad = np.asarray(outline, np.float32).reshape(4, 2)
    if not np.isfinite(quad).all() or abs(cv2.contourArea(quad, True)) < LEAST_AREA:
        raise ValueError("the outline of a back needs four corners that span an area")
    if cv2.contourArea(quad, True) < 0:
        quad = quad[::-1]
    sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    first, second = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
    upright = [quad] if first <= second else [np.roll(quad, -1, axis=0)]
    if max(first, second) < 1.15 * min(first, second):
        upright.append(np.roll(upright[0], -1, axis=0))
    return tuple(_warped(image, q, covered, float(min(first, second))) for q in upright)


def _warped(image: Picture, quad: Floats, covered: NDArray[np.bool_] | None, pixels: float) -> RectifiedBack:
    fine = int(np.clip(np.ceil(pixels / WIDTH), 1, 6))  # large photos are averaged, not sampled
    left, right = _MARGIN * fine, (_MARGIN + WIDTH) * fine
    top, low = _MARGIN * fine, (_MARGIN + HEIGHT) * fine
    target = np.array([[left, top], [right, top], [right, low], [left, low]], np.float32)
    matrix = cv2.getPerspectiveTransform(quad, target)
    size = ((WIDTH + 2 * _MARGIN) * fine, (HEIGHT + 2 * _MARGIN) * fine)
    flat = cv2.warpPerspective(image, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    shape = (size[0] // fine, size[1] // fine)
    small = np.asarray(cv2.resize(flat, shape, interpolation=cv2.INTER_AREA), np.uint8)
    hidden = np.zeros(shape[::-1], np.bool_)
    if covered is not None:
        mask = cv2.warpPerspective(covered.astype(np.uint8), matrix, size, flags=cv2.INTER_NEAREST)
        hidden = np.asarray(cv2.resize(mask * 255, shape, interpolation=cv2.INTER_AREA) > 64)
    return RectifiedBack(small, hidden, pixels)


def template(back: RectifiedBack) -> Picture:
    """What is kept of an enrolled back: (HEIGHT, WIDTH, 3) BGR, without the margin."""
    return np.ascontiguousarray(back.image[_MARGIN : _MARGIN + HEIGHT, _MARGIN : _MARGIN + WIDTH])


def compared(kept: Picture, seen: RectifiedBack) -> Comparison:
    """Compares a template with a back, in the better of its two directions."""
    blurred = as_coarse(kept, seen.pixels)
    return max((_compared(way, seen) for way in both_ways(blurred, kept)), key=Comparison.closeness)


def closest(views: Iterable[Picture], backs: Sequence[RectifiedBack]) -> Comparison:
    """The comparison of a deck's templates with a back, seen one way or the other, in which both are most alike."""
    return max((compared(view, back) for view in views for back in backs), key=Comparison.closeness)


def both_ways(back: Picture, kept: Picture) -> tuple[Picture, ...]:
    """A back as it is and upside down; once where its template looks the same either way, as most backs do."""
    return (back,) if _same_turned(kept) else (back, np.ascontiguousarray(back[::-1, ::-1]))


def _same_turned(kept: Picture) -> bool:
    small = np.asarray(cv2.resize(kept, (WIDTH // 3, HEIGHT // 3), interpolation=cv2.INTER_AREA), np.float32)
    centred = small - small.mean(axis=(0, 1))
    power = float((centred**2).sum())
    return float((centred * centred[::-1, ::-1]).sum()) > 0.95 * power


def as_coarse(kept: Picture, pixels: float) -> Picture:
    """The template with no more detail than a card of so many pixels has."""
    sigma = 0.5 * np.sqrt(max((WIDTH / max(pixels, 1.0)) ** 2 - 1, 0.0)) + 0.5
    return np.asarray(cv2.GaussianBlur(kept, (0, 0), float(sigma)), np.uint8)


def _compared(kept: Picture, seen: RectifiedBack) -> Comparison:
    grey = _grey(kept)
    has_texture = _contrasts(grey) > _FLAT
    responses = _responses(grey, seen.grey, has_texture)
    usable = has_texture & seen.open_patches
    shift_y, shift_x = _common_shift(responses[usable])
    peaks, places = _local_peaks(responses, shift_y, shift_x)
    counted = max(1, round(_SHOWN * len(_CORNERS)))
    best = np.sort(peaks[usable])[::-1][:counted]
    texture = float(best.mean()) if len(best) else 0.0
    chosen = _colour_patches(peaks, usable, seen.open_patches, counted)
    corners = _CORNERS[chosen]
    hue, colourful, tint, warmth = _colours(
        _cells(_cell_means(kept), corners), _cells(seen.cell_means, corners + places[chosen]), len(chosen)
    )
    size = float(np.log2(min(seen.pixels / WIDTH, 1.0)))
    share = float(usable.sum()) / len(_CORNERS)
    place = (slice(shift_y, shift_y + HEIGHT), slice(shift_x, shift_x + WIDTH))
    like = Likeness(texture, share, hue, colourful, tint, warmth, size)
    return Comparison(kept, seen.image[place], seen.covered[place], like)


def _patch_means(total: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of every patch the mean of what an integral picture adds up, from `_CORNERS` on."""
    (x0, y0), (x1, y1) = _CORNERS.T, (_CORNERS + _PATCH).T
    return np.asarray((total[y1, x1] - total[y0, x1] - total[y1, x0] + total[y0, x0]) / _PATCH**2)


def _grey(image: Picture) -> Floats:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.float32)


def _contrasts(grey: Floats) -> NDArray[np.float64]:
    """The standard deviation of each patch of a template."""
    total, squares = cv2.integral2(grey, sdepth=cv2.CV_64F, sqdepth=cv2.CV_64F)
    mean, square = (_patch_means(np.asarray(some, np.float64)) for some in (total, squares))
    return np.asarray(np.sqrt(np.maximum(square - mean**2, 0.0)))


def _responses(grey: Floats, seen: Floats, has_texture: NDArray[np.bool_]) -> Floats:
    """How well each patch of a template agrees with a back (with its margin) at every shift, (N, 17, 17)."""
    found = np.zeros((len(_CORNERS), 2 * _MARGIN + 1, 2 * _MARGIN + 1), np.float32)
    for number in np.flatnonzero(has_texture):
        x, y = _CORNERS[number]
        window = seen[y : y + _PATCH + 2 * _MARGIN, x : x + _PATCH + 2 * _MARGIN]
        found[number] = cv2.matchTemplate(window, grey[y : y + _PATCH, x : x + _PATCH], cv2.TM_CCOEFF_NORMED)
    return np.asarray(np.nan_to_num(found, posinf=0.0, neginf=0.0), np.float32)


def _common_shift(responses: Floats) -> tuple[int, int]:
    """The shift (row, column of the response maps) that most patches agree on; the middle where none has texture."""
    if not len(responses):
        return _MARGIN, _MARGIN
    votes = cv2.GaussianBlur(np.clip(responses, 0, 1).mean(axis=0) ** 2, (0, 0), 1.2)
    row, column = np.unravel_index(int(votes.argmax()), votes.shape)
    return int(row), int(column)


def _local_peaks(responses: Floats, row: int, column: int) -> tuple[Floats, NDArray[np.int64]]:
    """Every patch's best response near the common shift, and where, (N, 2) as x, y in the padded picture's shift."""
    top, left = max(row - _LOCAL_SHIFT, 0), max(column - _LOCAL_SHIFT, 0)
    near = responses[:, top : row + _LOCAL_SHIFT + 1, left : column + _LOCAL_SHIFT + 1]
    flat = near.reshape(len(near), -1)
    rows, columns = np.divmod(flat.argmax(axis=1), near.shape[2])
    places = np.stack([left + columns, top + rows], axis=1)
    places[~flat.any(axis=1)] = (column, row)
    return flat.max(axis=1), places


def _colour_patches(
    peaks: Floats, usable: NDArray[np.bool_], open_patches: NDArray[np.bool_], counted: int
) -> list[int]:
    """The patches whose colours are compared: those that match best, and all open ones where texture is scarce."""
    order = [int(i) for i in np.argsort(-peaks) if usable[i]][:counted]
    if len(order) >= counted // 2:
        return order
    return [int(i) for i in np.nonzero(open_patches)[0]]


def _chroma(cells: Floats) -> tuple[Floats, Floats]:
    """Log chroma (N, 2) of mean linear colours (N, 3), and how far each is bright enough to have one, 0..1."""
    logs = np.log(cells + _DARK)
    chroma = np.stack([logs[:, 2] - logs[:, 1], logs[:, 0] - logs[:, 1]], 1)
    return chroma, np.clip(cells.max(axis=1) / (4 * _DARK), 0, 1)


def _cell_means(image: Picture) -> Floats:
    """Mean linear light (0..1) of the cell that begins at each pixel, as large as the picture."""
    linear = cv2.LUT(image, _LINEAR)
    return np.asarray(cv2.boxFilter(linear, -1, (_CELL, _CELL), anchor=(0, 0)), np.float32)


def _cells(means: Floats, corners: NDArray[np.int64]) -> Floats:
    """Those of the cells of N patches, from their corners (N, 2) as x, y: (N * 36, 3)."""
    steps = _CELL * np.arange(_CELLS)
    rows, columns = corners[:, 1, None] + steps, corners[:, 0, None] + steps
    return np.asarray(means[rows[:, :, None], columns[:, None, :]].reshape(-1, 3), np.float32)


def _colours(kept: Floats, seen: Floats, patches: int) -> tuple[float, float, float, float]:
    """(hue, colourful, tint, warmth) of `Likeness` from the cells (N, 3) of so many patches of the template and of
    their places in the padded picture.

    Light moves all chroma alike, a camera's gamma and saturation stretch it: both are fitted first, within reason.
    """
    a, weight_a = _chroma(kept)
    b, weight_b = _chroma(seen)
    weight = (weight_a * weight_b + 1e-3)[:, None]
    mean_a, mean_b = ((c * weight).sum(axis=0) / weight.sum() for c in (a, b))
    power_a, power_b, common = (
        float((p * q * weight).sum() / weight.sum())
        for p, q in ((a - mean_a, a - mean_a), (b - mean_b, b - mean_b), (a - mean_a, b - mean_b))
    )
    hue = common / (np.sqrt(power_a * power_b) + _FAINT)
    stretch = float(np.clip((common + _FAINT) / (power_a + _FAINT), *_STRETCH))
    light = mean_b - stretch * mean_a
    size = float(np.hypot(*light))
    light = light * min(1.0, _MAX_WARMTH / max(size, 1e-6))
    left = np.minimum(np.hypot(*(b - stretch * a - light).T), 1.0).reshape(patches, -1)
    weights = weight.reshape(patches, -1)
    by_patch = np.sort((left * weights).sum(axis=1) / weights.sum(axis=1))
    clean = by_patch[: max(1, round(0.7 * len(by_patch)))]  # the rest may be glare or a covering card
    return hue, float(np.sqrt(power_a)), float(clean.mean()), size
