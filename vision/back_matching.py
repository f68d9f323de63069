"""How alike two card backs are: local texture that agrees in place, and colour under an unknown light."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

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
_LOCAL_SHIFT = 3  # pixels a patch may lie off the shift that all share
_CELLS = 6  # colour cells along a patch's side
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
    corners = [(x, y) for y in _ROWS for x in _COLUMNS]
    grey, grey_seen = (cv2.cvtColor(i, cv2.COLOR_BGR2GRAY) for i in (kept, seen.image))
    textured, maps = [], []
    for x, y in corners:
        patch = grey[y : y + _PATCH, x : x + _PATCH]
        window = grey_seen[y : y + _PATCH + 2 * _MARGIN, x : x + _PATCH + 2 * _MARGIN]
        textured.append(float(patch.std()) > _FLAT)
        found = cv2.matchTemplate(window, patch, cv2.TM_CCOEFF_NORMED) if textured[-1] else np.zeros((17, 17))
        maps.append(np.nan_to_num(np.asarray(found, np.float32), posinf=0.0, neginf=0.0))
    responses, has_texture = np.stack(maps), np.array(textured)
    open_patches = np.array([_open_share(seen.covered, x, y) > 0.6 for x, y in corners])
    if not open_patches.any():
        open_patches[:] = True
    shift_y, shift_x = _common_shift(responses[has_texture & open_patches])
    peaks, places = _local_peaks(responses, shift_y, shift_x)
    usable = has_texture & open_patches
    counted = max(1, round(_SHOWN * len(corners)))
    best = np.sort(peaks[usable])[::-1][:counted]
    texture = float(best.mean()) if len(best) else 0.0
    chosen = _colour_patches(peaks, usable, open_patches, counted)
    hue, colourful, tint, warmth = _colours(kept, seen.image, [(corners[i], places[i]) for i in chosen])
    size = float(np.log2(min(seen.pixels / WIDTH, 1.0)))
    share = float(usable.sum()) / len(corners)
    place = (slice(shift_y, shift_y + HEIGHT), slice(shift_x, shift_x + WIDTH))
    like = Likeness(texture, share, hue, colourful, tint, warmth, size)
    return Comparison(kept, seen.image[place], seen.covered[place], like)


def _open_share(covered: NDArray[np.bool_], x: int, y: int) -> float:
    window = covered[y + _MARGIN : y + _MARGIN + _PATCH, x + _MARGIN : x + _MARGIN + _PATCH]
    return 1.0 - float(window.mean())


def _common_shift(responses: Floats) -> tuple[int, int]:
    """The shift (row, column of the response maps) that most patches agree on; the middle where none has texture."""
    if not len(responses):
        return _MARGIN, _MARGIN
    votes = cv2.GaussianBlur(np.clip(responses, 0, 1).mean(axis=0) ** 2, (0, 0), 1.2)
    row, column = np.unravel_index(int(votes.argmax()), votes.shape)
    return int(row), int(column)


def _local_peaks(responses: Floats, row: int, column: int) -> tuple[Floats, list[tuple[int, int]]]:
    """Every patch's best response near the common shift, and where (x, y) in the padded picture's shift."""
    top, left = max(row - _LOCAL_SHIFT, 0), max(column - _LOCAL_SHIFT, 0)
    near = responses[:, top : row + _LOCAL_SHIFT + 1, left : column + _LOCAL_SHIFT + 1]
    flat = near.reshape(len(near), -1)
    spots = [np.unravel_index(int(i), near.shape[1:]) for i in flat.argmax(axis=1)]
    places = [(left + int(x), top + int(y)) if flat[i].any() else (column, row) for i, (y, x) in enumerate(spots)]
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


def _cells(image: Picture, x: int, y: int) -> Floats:
    """Mean linear colours of the cells of one patch, (36, 3), 0..1."""
    linear = (image[y : y + _PATCH, x : x + _PATCH].astype(np.float32) / 255) ** 2.2
    return np.asarray(cv2.resize(linear, (_CELLS, _CELLS), interpolation=cv2.INTER_AREA), np.float32).reshape(-1, 3)


def _colours(
    kept: Picture, seen: Picture, pairs: list[tuple[tuple[int, int], tuple[int, int]]]
) -> tuple[float, float, float, float]:
    """(hue, colourful, tint, warmth) of `Likeness` from patches of the template and their places in the padded picture.

    Light moves all chroma alike, a camera's gamma and saturation stretch it: both are fitted first, within reason.
    """
    a, weight_a = _chroma(np.concatenate([_cells(kept, x, y) for (x, y), _ in pairs]))
    b, weight_b = _chroma(np.concatenate([_cells(seen, x + dx, y + dy) for (x, y), (dx, dy) in pairs]))
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
    left = np.minimum(np.hypot(*(b - stretch * a - light).T), 1.0).reshape(len(pairs), -1)
    weights = weight.reshape(len(pairs), -1)
    by_patch = np.sort((left * weights).sum(axis=1) / weights.sum(axis=1))
    clean = by_patch[: max(1, round(0.7 * len(by_patch)))]  # the rest may be glare or a covering card
    return hue, float(np.sqrt(power_a)), float(clean.mean()), size
