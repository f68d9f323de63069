"""Where cards lie that show one pattern, a back's: free ones, and what shows of those that lie under another one.

All is compared in windows round a card, in which it lies upright and of one size. The pattern is from the same picture,
so that colours may be compared as they are.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.back_matching import HEIGHT, WIDTH, Picture, both_ways
from vision.outlines import short_side, standing
from vision.sightings import FloatArray

Affine = NDArray[np.float64]  # (2, 3), from the pixels of one picture to those of another

# A back's width and height in a window, in pixels (in fewer of them the dots of a fine print are one grey), and how
# much of its border a loose outline may miss.
_W, _H = 56, round(56 * HEIGHT / WIDTH)
_BORDER = 3
_CARD = np.array([(0, 0), (_W, 0), (_W, _H), (0, _H)], np.float32)
_STOP = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 20, 1e-3)
_SOFT = 5  # pixels over which pictures are smoothed while they are fitted
_STRAYED = 11.0  # pixels by which a fit may move
_WARPED = 0.12  # by how much it may stretch or turn

_SLACK = 10  # pixels by which a box may be off
_TURNED = (0.0, -4.0, 4.0)  # degrees by which it may be, roughly
# Correlation in grey, as a box lies, below which no card of the pattern does: of one from this picture, or another.
_LEAST_LIKELY, _LEAST_ENROLLED = 0.6, 0.5
_LIKELY = 0.9  # the same from which it lies so: not turned
_SCALES = (0.92, 0.97, 1.02)  # what of it may be the card

_LEAST_BELOW = 0.65  # correlation of the colours from which what shows of a card that lies under another is the pattern
_FARTHEST = 25.0  # mean difference of the colours (0..255) up to which they are the same: light and place are
_OTHER_HUE = 0.1  # from so different a change of blue, green and red (natural log) on it is no change of light alone
_DARK = 8.0  # of 255: what is darker has no hue
_LEAST_SEEN = 0.1  # share of a card that has to show
_LEAST_AWAY = 0.15  # of its side: how far the next card lies at least
_SHADOW = 3  # pixels round a card in which its shadow falls
_STRIP = 10  # pixels of a card's edge that are looked for first
_LEAST_STRIP = 0.45  # correlation in grey from which they may be one
_NEXT_TURNED = (-8.0, -4.0, 0.0, 4.0, 8.0)  # degrees by which the next card may be turned, roughly
_PEAKS = 3  # places in which one window shows an edge
_COMPARED, _TRIED = 16, 2  # of these so many are compared whole, and so many fitted
_LEAST_TRIED = 0.2  # correlation of the colours from which one that is roughly there may be fitted

_AFAR = 20 / _W  # of its size in a window: so large a card is looked for all over the picture
_AS_TURNED = (-5, 0, 5)  # degrees by which it may be turned against another one
_LEAST_AFAR = 0.5  # correlation in grey from which it may be one
_MOST_AFAR = 12  # so many of one turn are told


@dataclass(frozen=True, eq=False)
class Fit:
    """Where a card lies: its outline (4, 2) px of the picture, and how alike what shows of it is, -1..1."""

    outline: FloatArray
    alike: float


@dataclass(frozen=True, eq=False)
class Pattern:
    """A back seen flat and upright. ways: (_H, _W, 3) BGR, once, or twice where upside down it is another. here:
    whether it is from the picture that it is looked for in, so that its colours are the same there."""

    ways: tuple[Picture, ...]
    here: bool = False

    @cached_property
    def sized(self) -> tuple[tuple[tuple[float, Picture], ...], ...]:
        """Of each way the inner part in grey, smoothed, at several sizes: (size, picture)."""
        return tuple(tuple((scale, _smaller(way, scale)) for scale in _SCALES) for way in self.ways)

    @classmethod
    def of(cls, back: Picture, here: bool = False) -> Pattern:
        """The pattern of a back that fills a picture, upright."""
        small = np.asarray(cv2.resize(back, (_W, _H), interpolation=cv2.INTER_AREA), np.uint8)
        return cls(both_ways(small, small), here)

    @classmethod
    def shown(cls, image: Picture, outline: FloatArray) -> Pattern:
        """The pattern of a card that lies free in a picture."""
        return cls.of(_window(image, outline, (0, 0))[0], True)


def fitted(pattern: Pattern, image: Picture, box: FloatArray) -> Fit:
    """Where near a box (4, 2) px a whole card of the pattern lies, and how alike it is: -1 where surely none does."""
    whole = np.ones((_H + 2 * _SLACK, _W + 2 * _SLACK), np.uint8)
    best = Fit(box, -1.0)
    places: list[list[_Place]] = [[] for _ in pattern.ways]
    for turn in _TURNED:
        seen, to_image = _window(image, box, (_SLACK, _SLACK), turn)
        soft = _soft(_grey(seen))
        for number, way in enumerate(pattern.ways):
            starts = _starts(pattern.sized[number], soft)
            places[number] += [_Place(*start, way, seen, whole, to_image) for start in starts]
        likely = max(place.score for some in places for place in some)
        if likely < (_LEAST_LIKELY if pattern.here else _LEAST_ENROLLED):
            return best
        if likely > _LIKELY:
            break
    for some in places:
        place = max(some, key=lambda place: place.score)
        for matrix in (place.start, _improved(place, cv2.MOTION_AFFINE)):
            pair = place.colours(matrix, _inner_part())
            alike = _correlation(*pair)
            if alike > best.alike and (_in_same_light(*pair) or not pattern.here):
                best = Fit(place.outline(matrix), alike)
    return best


def beneath(
    pattern: Pattern, image: Picture, outline: FloatArray, side: int, above: Sequence[FloatArray]
) -> FloatArray | None:
    """The card that shows from under another one on one of its sides (0 to 3: right, left, below, above), if any does.

    outline: of that other one (4, 2) px; above: of the cards that may lie on it.
    """
    beside = (round(1.15 * _W), round(0.25 * _H)) if side < 2 else (round(0.25 * _W), round(1.15 * _H))
    places: list[_Place] = []
    for turn in _NEXT_TURNED:
        seen, to_image = _window(image, outline, beside, turn)
        free = _free(seen.shape[:2], image, to_image, above)
        for way in pattern.ways:
            places += [_Place(*start, way, seen, free, to_image) for start in _edges(way, seen, side, beside)]
    likely = sorted(places, key=lambda place: place.score, reverse=True)[:_COMPARED]
    shown = sorted(((place.shows(place.start), place) for place in likely), key=lambda one: one[0], reverse=True)
    shown = [(alike, place) for alike, place in shown[:_TRIED] if alike > _LEAST_TRIED]
    # Of a part less is known than of a whole card: it is only shifted and turned.
    fits = [Fit(place.outline(place.start), alike) for alike, place in shown]
    improved = ((place, _improved(place, cv2.MOTION_EUCLIDEAN)) for _, place in shown)
    fits += [Fit(place.outline(matrix), place.shows(matrix)) for place, matrix in improved]
    best = max(fits, key=lambda fit: fit.alike, default=None)
    return best.outline if best is not None and best.alike >= _LEAST_BELOW else None


def elsewhere(pattern: Pattern, image: Picture, cards: Sequence[FloatArray]) -> list[FloatArray]:
    """Outlines (4, 2) px of what looks like the pattern from afar anywhere in a picture, the best first; all that is as
    large as cards that show it, and turned much as one of them is."""
    if not cards:
        return []
    scale = _AFAR * _W / float(np.median([short_side(card) for card in cards]))
    small = _grey(np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8))
    height, width = small.shape
    found: list[tuple[float, FloatArray]] = []
    for angle in sorted({(_angle(card) + turn) % 180 for card in cards for turn in _AS_TURNED}):
        turned_by = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1.0)
        turned = cv2.warpAffine(small, turned_by, (width, height), borderMode=cv2.BORDER_REPLICATE)
        back = np.asarray(cv2.invertAffineTransform(turned_by), np.float64)
        for way in pattern.ways:
            kept = cv2.resize(_grey(way), None, fx=_AFAR, fy=_AFAR, interpolation=cv2.INTER_AREA)
            alike = cv2.matchTemplate(turned, kept, cv2.TM_CCOEFF_NORMED)
            for score, row, column in _peaks(np.asarray(alike, np.float32), _LEAST_AFAR, _MOST_AFAR, 7):
                card = _CARD * _AFAR + np.array((column, row), np.float32)
                found.append((score, _moved(card, back) / np.float32(scale)))
    return [outline for _, outline in sorted(found, key=lambda one: one[0], reverse=True)]


@dataclass(frozen=True, eq=False)
class _Place:
    """Where a card may lie in a window. score: how well it fits at first sight; start: from the pattern's pixels to the
    window's; free: 1 where no other card lies; to_image: from the window's pixels to the picture's."""

    score: float
    start: Affine
    way: Picture
    seen: Picture
    free: NDArray[np.uint8]
    to_image: Affine

    def shows(self, matrix: Affine) -> float:
        """How alike what shows of it is where the card lies as a matrix says; -1 where too little shows, or it is of
        other colours."""
        flags = cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
        where = _inner_part() & (np.asarray(cv2.warpAffine(self.free, matrix, (_W, _H), flags=flags)) > 0)
        if where.sum() < _LEAST_SEEN * _W * _H:
            return -1.0
        a, b = self.colours(matrix, where)
        return _correlation(a, b) if float(np.abs(a - b).mean()) < _FARTHEST else -1.0

    def colours(self, matrix: Affine, where: NDArray[np.bool_]) -> tuple[FloatArray, FloatArray]:
        """The pattern's and the card's, both (N, 3); where: (_H, _W)."""
        shown = _seen_through(self.seen, matrix, (_W, _H))
        return self.way[where].astype(np.float32), shown[where].astype(np.float32)

    def outline(self, matrix: Affine) -> FloatArray:
        """The outline (4, 2) px in the picture."""
        return _moved(_moved(_CARD, matrix), self.to_image)


def _correlation(a: FloatArray, b: FloatArray) -> float:
    """Of two pictures' colours, each (N, 3)."""
    a, b = a - a.mean(axis=0), b - b.mean(axis=0)
    power = float((a * a).sum() * (b * b).sum())
    return float((a * b).sum()) / max(math.sqrt(power), 1e-6)


def _in_same_light(a: FloatArray, b: FloatArray) -> bool:
    """Whether those of a whole card may be a pattern's: those of a deck's twin differ otherwise than light does."""
    change = np.log((a.mean(axis=0) + _DARK) / (b.mean(axis=0) + _DARK))
    return bool(np.ptp(change) < _OTHER_HUE)


def _improved(place: _Place, motion: int) -> Affine:
    """The place fitted from where it is nearly right, by what shows (Evangelidis and Psarakis 2008, ECC)."""
    inset = np.array((_BORDER, _BORDER), np.float64)
    first = place.start.copy()
    first[:, 2] += first[:, :2] @ inset
    try:
        _, found = cv2.findTransformECC(
            _inner(_grey(place.way)), _grey(place.seen), first.astype(np.float32), motion, _STOP, place.free, _SOFT
        )
    except cv2.error:  # it does not converge
        return place.start
    fit = np.asarray(found, np.float64)
    off = np.abs(fit - first)
    if off[:, :2].max() > _WARPED or off[:, 2].max() > _STRAYED:
        return place.start
    return np.column_stack([fit[:, :2], fit[:, 2] - fit[:, :2] @ inset])


def _smaller(way: Picture, scale: float) -> Picture:
    return _inner(_soft(np.asarray(cv2.resize(_grey(way), (round(_W * scale), round(_H * scale))), np.uint8)))


def _soft(grey: Picture) -> Picture:
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), 1.0), np.uint8)


def _starts(sized: Sequence[tuple[float, Picture]], soft: Picture) -> Iterator[tuple[float, Affine]]:
    """How well a pattern of several sizes fits in a window, and where it does so best. All in grey, smoothed."""
    for scale, kept in sized:
        alike = np.asarray(cv2.matchTemplate(soft, kept, cv2.TM_CCOEFF_NORMED), np.float32)
        row, column = np.unravel_index(int(alike.argmax()), alike.shape)
        start = np.array([(scale, 0, column - _BORDER), (0, scale, row - _BORDER)], np.float64)
        yield float(alike[row, column]), start


def _edges(way: Picture, seen: Picture, side: int, beside: tuple[int, int]) -> Iterator[tuple[float, Affine]]:
    """Where beyond one side of the card in the middle of a window the same side of another one is to be seen: how well
    it fits, and the place of that card. All in grey. beside: pixels beside and above the card in the middle."""
    inner = _inner(_grey(way))
    strips = (inner[:, -_STRIP:], inner[:, :_STRIP], inner[-_STRIP:], inner[:_STRIP])
    left = _W - _BORDER - _STRIP if side == 0 else _BORDER
    top = _H - _BORDER - _STRIP if side == 2 else _BORDER
    strip = np.ascontiguousarray(strips[side])
    x, y = beside[0] + left, beside[1] + top  # where that side of the card in the middle is found
    across, along = round(_LEAST_AWAY * _W), round(_LEAST_AWAY * _H)
    first, beyond = (
        ((x + across, 0), np.s_[:, x + across :]),
        ((0, 0), np.s_[:, : x - across + strip.shape[1]]),
        ((0, y + along), np.s_[y + along :]),
        ((0, 0), np.s_[: y - along + strip.shape[0]]),
    )[side]
    alike: FloatArray = np.asarray(cv2.matchTemplate(_grey(seen)[beyond], strip, cv2.TM_CCOEFF_NORMED), np.float32)
    for score, row, column in _peaks(alike, _LEAST_STRIP, _PEAKS, 3):
        yield score, np.array([(1, 0, first[0] + column - left), (0, 1, first[1] + row - top)], np.float64)


def _peaks(scores: FloatArray, least: float, most: int, apart: int) -> Iterator[tuple[float, int, int]]:
    """The highest of scores in a map, so many at most, with their rows and columns."""
    left = scores.copy()
    for _ in range(most):
        row, column = (int(place) for place in np.unravel_index(int(left.argmax()), left.shape))
        if left[row, column] < least:
            return
        yield float(left[row, column]), row, column
        left[max(0, row - apart) : row + apart + 1, max(0, column - apart) : column + apart + 1] = -1


def _free(shape: tuple[int, ...], image: Picture, to_image: Affine, above: Sequence[FloatArray]) -> NDArray[np.uint8]:
    """1 where a window shows the picture and none of the cards, nor the shadow of one."""
    height, width = image.shape[:2]
    from_image = np.asarray(cv2.invertAffineTransform(to_image), np.float64)
    border = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    taken = np.ones(shape, np.uint8)
    cv2.fillConvexPoly(taken, np.round(_moved(border, from_image) * 16).astype(np.int32), 0, shift=4)
    for outline in above:
        cv2.fillConvexPoly(taken, np.round(_moved(outline, from_image) * 16).astype(np.int32), 1, shift=4)
    return np.asarray(1 - cv2.dilate(taken, np.ones((2 * _SHADOW + 1, 2 * _SHADOW + 1), np.uint8)), np.uint8)


def _window(image: Picture, outline: FloatArray, beside: tuple[int, int], turn: float = 0.0) -> tuple[Picture, Affine]:
    """What lies round a card, with so many pixels beside and above it, seen so that a card that is turned by `turn`
    degrees about its middle lies upright; and from its pixels to those of the picture."""
    quad = standing(outline).astype(np.float64)
    along = (quad[1] - quad[0] + quad[2] - quad[3]) / (2 * _W)
    down = (quad[3] - quad[0] + quad[2] - quad[1]) / (2 * _H)
    cosine, sine = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    axes = np.stack([cosine * along + sine * down, cosine * down - sine * along], axis=1)
    corner = quad.mean(axis=0) - axes @ (beside[0] + _W / 2, beside[1] + _H / 2)
    to_image = np.column_stack([axes, corner])
    return _seen_through(image, to_image, (_W + 2 * beside[0], _H + 2 * beside[1])), to_image


def _seen_through(image: Picture, to_image: Affine, size: tuple[int, int]) -> Picture:
    """A picture of that size (width, height) whose pixels are found where a matrix says."""
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(image, to_image, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _moved(points: FloatArray, matrix: Affine) -> FloatArray:
    return np.asarray(points @ matrix[:, :2].T + matrix[:, 2], np.float32)


def _angle(outline: FloatArray) -> int:
    """By how many degrees (0 to 175, in steps of five) a card is turned."""
    first, second, *_ = standing(outline)
    x, y = second - first
    return round(float(np.degrees(np.arctan2(y, x))) / 5) * 5 % 180


def _grey(picture: Picture) -> Picture:
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)


def _inner(picture: Picture) -> Picture:
    """A pattern without its border."""
    return np.ascontiguousarray(picture[_BORDER:-_BORDER, _BORDER:-_BORDER])


def _inner_part() -> NDArray[np.bool_]:
    """(_H, _W), True but for the border."""
    where = np.zeros((_H, _W), np.bool_)
    where[_BORDER:-_BORDER, _BORDER:-_BORDER] = True
    return where
