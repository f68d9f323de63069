"""The small copy by which frames are compared: without slow light, by hues and grain, cell by cell, in another view."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import cv2
import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]
Grey = NDArray[np.float32]
Matrix = NDArray[np.float64]

_WIDTH = 320  # of the small copy, in pixels
_SOFT = 31  # side in small pixels over which light is evened out: a lamp changes more than that at once
_CHANGED = 11.0  # grey levels of lasting change
# Grey levels, with the light as it is, below which nothing changed: what is evened follows its surroundings.
_SAME = 3.0
# What is as bright as what was there differs by its hue: by so many times as much as grey levels have to.
_OTHER_HUE = 1.5
_DARK = 24.0  # grey levels: how much the hue of what is darker is trusted less
_PALER = 0.75  # how much paler a hue may seem in another light
# What the small copy evens out to the shade of what was there, the pattern of a back or print on a bare table, differs
# by its grain: by so much of both, and of what may as well be noise, in grey levels.
_OTHER_GRAIN, _NOISE = 0.35, 6.0
_DIM = 64.0  # grey levels: how much the grain of what is darker is trusted less
# A picture is out of focus in which three quarters of the places with most details have lost so much of them.
_DETAILED, _BLURRED, _LOST = 0.6, 0.75, 0.3
# Grey levels by which a quarter of a cell looks another for what left; less than that share of the cells with details
# tells nothing, nor do fewer of them than so many.
_ANOTHER, _SOME, _LEAST = 25.0, 0.4, 3
_SPECK = 3  # side in small pixels of what is too small to matter
_CELLS = (9, 16)  # rows and columns into which a picture is divided
_MOST = 0.6  # share of the cells from which it is nearly all of them
_LAMP = (6.0, 0.08)  # the light of a cell changed if by more than so many grey levels and that share of it
_TOO_LITTLE = 0.3  # of the light there was: too little to read by
_NO_LIGHT = 4.0  # grey levels that are as good as none
_BLACK = 24  # below this a pixel is black, noise included; a covered lens gives up to about 20


@dataclass(frozen=True, eq=False)
class SmallPicture:
    """A frame as it is compared. size: (width, height) of the frame; grey: its small copy; hues: (2, H, W), how much
    more red and blue than green that is, and grain: (H, W), how much its details stand out, both in grey levels as if
    all of it were as bright; even: the grey without its slow light; light: the mean of each cell, in grey levels."""

    size: tuple[int, int]
    grey: NDArray[np.uint8]
    hues: Grey
    grain: Grey
    even: Grey
    light: Grey

    @classmethod
    def of(cls, image: NDArray[np.uint8]) -> Self:
        """The copy of a frame (BGR)."""
        size = (image.shape[1], image.shape[0])
        small = (_WIDTH, max(1, round(size[1] * _WIDTH / size[0])))
        double = (2 * small[0], 2 * small[1])
        while image.shape[1] % (2 * double[0]) == 0 and image.shape[0] % (2 * double[1]) == 0:  # halving is quickest
            image = np.asarray(cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
        fine = np.asarray(cv2.resize(image, double, interpolation=cv2.INTER_AREA), np.uint8)
        image = np.asarray(cv2.resize(fine, small, interpolation=cv2.INTER_AREA), np.uint8)
        grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
        return cls._shown(size, grey, _hues(image), _grain(fine, grey))

    @classmethod
    def _shown(cls, size: tuple[int, int], grey: NDArray[np.uint8], hues: Grey, grain: Grey) -> Self:
        return cls(size, grey, hues, grain, _evened(grey), in_cells(grey))

    @cached_property
    def levels(self) -> Grey:
        """(3, H, W): grey and hues, in grey levels."""
        return np.stack((self.grey.astype(np.float32), *self.hues))

    @property
    def scale(self) -> float:
        """Pixels of the copy in one of the frame."""
        return float(self.grey.shape[1] / self.size[0])

    @property
    def black(self) -> bool:
        """Whether there is no light at all: a covered lens, a camera waking up. One tile on a black table is light."""
        return int(np.count_nonzero(self.grey > _BLACK)) <= self.grey.size // 1000

    @cached_property
    def busy(self) -> Mask:
        """The cells in which there is something to see."""
        return np.asarray(in_cells(np.abs(self.even)) > _CHANGED / 2)

    @cached_property
    def details(self) -> Grey:
        """The mean grain of each cell."""
        return in_cells(self.grain)

    def but(self, hidden: Mask, other: SmallPicture) -> SmallPicture:
        """This picture, with the other one, of the same shape, where it is hidden."""
        grey = np.where(hidden, other.grey, self.grey)
        hues, grain = np.where(hidden, other.hues, self.hues), np.where(hidden, other.grain, self.grain)
        return SmallPicture(self.size, grey, hues, grain, np.where(hidden, other.even, self.even), in_cells(grey))

    def seen_by(self, matrix: Matrix, other: SmallPicture) -> SmallPicture:
        """What this picture shows, as the camera of the other one sees it. matrix: from copy to copy."""
        shape, around = other.grey.shape[::-1], cv2.BORDER_REPLICATE
        planes = (self.grey, self.grain, *self.hues)
        grey, grain, *hues = (cv2.warpPerspective(plane, matrix, shape, borderMode=around) for plane in planes)
        seen = np.asarray(hues, np.float32), np.asarray(grain, np.float32)
        return SmallPicture._shown(other.size, np.asarray(grey, np.uint8), *seen)


@dataclass(frozen=True, eq=False)
class Pair:
    """Two pictures that are compared, in several ways at the cost of one."""

    one: SmallPicture
    other: SmallPicture

    @property
    def alike_in_shape(self) -> bool:
        """Whether the two are of one shape: else all of them differs."""
        return self.one.even.shape == self.other.even.shape

    @cached_property
    def even(self) -> Grey:
        """By how many grey levels they differ without slow light, (H, W)."""
        return np.asarray(np.abs(self.one.even - self.other.even), np.float32)

    @cached_property
    def hue(self) -> Grey:
        """By how much their hues differ, (H, W)."""
        return _other_hue(self.one, self.other)


def differs(pair: Pair, most: float = _CHANGED) -> Mask:
    """Where the second picture differs from the first by more than `most` grey levels, or as much by its hue, specks
    and slow light left out: everywhere if it has another shape."""
    if not pair.alike_in_shape:
        return np.ones(pair.other.even.shape, bool)
    return _without_specks((pair.even > most) | (pair.hue > _OTHER_HUE * most))


def out_of_focus(before: SmallPicture, now: SmallPicture) -> bool:
    """Whether a picture shows all over less of the details than another one, of the same shape and view, did.

    What left took its details along: only cells tell that look alike but for these.
    """
    detailed = before.details > max(float(np.quantile(before.details, _DETAILED)), _NOISE)
    count = int(np.count_nonzero(detailed))
    if count < _LEAST or not _lost(before, now, detailed):
        return False
    parts = unlikeness(*(np.stack([in_cells(plane, 2) for plane in one.levels]) for one in (before, now)))
    alike = detailed & (parts.reshape(_CELLS[0], 2, _CELLS[1], 2).max(axis=(1, 3)) < _ANOTHER)
    return int(np.count_nonzero(alike)) >= _SOME * count and _lost(before, now, alike)


def _lost(before: SmallPicture, now: SmallPicture, cells: Mask) -> bool:
    """Whether most of these cells lost details."""
    return bool(np.quantile(now.details[cells] / before.details[cells], _BLURRED) < 1 - _LOST)


def altered(pair: Pair) -> Mask:
    """Where something else lies in the second picture, of the same view: it differs there, and so does its grey, or its
    hue or its grain does.

    A bright card changes the mean and the contrast round it, by which the table there seems to differ, not its grey.
    """
    one, other = pair.one, pair.other
    if not pair.alike_in_shape:
        return np.ones(other.even.shape, bool)
    differing = pair.even > _CHANGED
    if differing.any():
        shades = cv2.GaussianBlur(other.grey.astype(np.float32) - one.grey.astype(np.float32), (0, 0), 0.8)
        differing &= np.abs(shades) > _SAME
    differing |= pair.hue > _OTHER_HUE * _CHANGED
    return _without_specks(differing | _other_grain(one, other))


def unlikeness(one: Grey, other: Grey) -> Grey:
    """By how many grey levels, or as much of hue, two `SmallPicture.levels` differ, (H, W); NaN where one is."""
    return np.asarray(np.abs(one - other).max(axis=0), np.float32)


def _hues(image: NDArray[np.uint8]) -> Grey:
    """As `SmallPicture` has them, of a BGR picture. Light and shade change all colours of a thing alike."""
    blue, green, red = cv2.split(cv2.GaussianBlur(image.astype(np.float32), (0, 0), 0.8))
    bright = _brightening((red + green + blue) / 3, _DARK)
    return np.asarray(((red - green) * bright, (blue - green) * bright), np.float32)


def _other_hue(one: SmallPicture, other: SmallPicture) -> Grey:
    """By how much hues differ, (H, W), less what a camera's white balance changes everywhere, and what a lamp does."""
    balance = np.median((other.hues - one.hues)[:, ::4, ::4], axis=(1, 2), keepdims=True)
    before, now = one.hues, other.hues - balance.astype(np.float32)
    paler = np.clip((before * now).sum(axis=0) / ((before**2).sum(axis=0) + 1.0), _PALER, 1 / _PALER)
    return np.asarray(np.abs(now - before * paler).max(axis=0), np.float32)


def _grain(fine: NDArray[np.uint8], grey: NDArray[np.uint8]) -> Grey:
    """As `SmallPicture` has it, of a BGR picture of twice its size and of its own grey."""
    twice = cv2.cvtColor(fine, cv2.COLOR_BGR2GRAY)
    details = cv2.absdiff(twice, cv2.blur(twice, (3, 3))).astype(np.float32)
    mean = cv2.resize(details, grey.shape[::-1], interpolation=cv2.INTER_AREA)
    bright = _brightening(grey.astype(np.float32), _DIM)
    return np.asarray(cv2.GaussianBlur(mean * bright, (0, 0), 0.8), np.float32)


def _brightening(grey: NDArray[np.floating[Any]], dark: float) -> Grey:
    """By what differences of such grey levels are multiplied, as if all were as bright; dark: how much less that is
    believed where it is dark."""
    return np.asarray((128 + dark) / (grey + dark), np.float32)


def _other_grain(one: SmallPicture, other: SmallPicture) -> Mask:
    """Where the grain is another one, (H, W)."""
    apart = np.abs(other.grain - one.grain)
    return np.asarray(apart > _OTHER_GRAIN * (one.grain + other.grain + _NOISE), np.bool_)


def _without_specks(mask: Mask) -> Mask:
    if not mask.any():
        return mask
    opened = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((_SPECK, _SPECK), np.uint8))
    return np.asarray(opened > 0)


def nearly_all(mask: Mask) -> bool:
    """Whether a mask holds a part of nearly all cells."""
    return bool(_touched(mask).mean() > _MOST)


def relit(before: SmallPicture, picture: SmallPicture, moved: Mask) -> bool:
    """Whether the light of the picture before became another at once nearly everywhere, or something moved there."""
    lit = np.abs(picture.light - before.light) > _LAMP[0] + _LAMP[1] * before.light
    return bool((_touched(moved) | lit).mean() > _MOST)


def dimmed(before: SmallPicture, picture: SmallPicture, where: Mask | None = None) -> bool:
    """Whether most of a picture has so much less light than the one before that there is too little to read by. What is
    black all the time does not tell: on a black table light comes and goes with every hand. where: the pixels that
    tell; None for all, by cells."""
    then, now = (one.light if where is None else one.grey[where] for one in (before, picture))
    return bool(np.median((now + _NO_LIGHT) / (then + _NO_LIGHT)) < _TOO_LITTLE)


def elsewhere(pair: Pair) -> bool:
    """Whether the second picture differs nearly wherever there is something to see in the first, or in its size."""
    return pair.one.size != pair.other.size or unlike(pair)


def unlike(pair: Pair) -> bool:
    """The same, whatever the size of the frames."""
    busy = pair.one.busy
    return bool(busy.any() and _touched(differs(pair))[busy].mean() > _MOST)


def _touched(mask: Mask) -> Mask:
    """The cells of which the mask holds a part."""
    return np.asarray(in_cells(mask) > 0) if mask.any() else np.zeros(_CELLS, bool)


def _evened(grey: NDArray[np.uint8]) -> Grey:
    """The picture without its slow light: each pixel by the mean and the contrast round it, as grey levels."""
    levels = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), 0.8)
    mean = cv2.blur(levels, (_SOFT, _SOFT))
    contrast = np.sqrt(np.maximum(cv2.blur(levels**2, (_SOFT, _SOFT)) - mean**2, 0))
    return np.asarray((levels - mean) * (40.0 / (contrast + 12.0)), np.float32)


def in_cells(values: NDArray[Any], parts: int = 1) -> Grey:
    """The mean of each cell, or of so many parts of it each way."""
    size = (parts * _CELLS[1], parts * _CELLS[0])
    return np.asarray(cv2.resize(values.astype(np.float32), size, interpolation=cv2.INTER_AREA), np.float32)
