"""The small grey copy by which frames are compared: without its slow light, cell by cell, and under another view."""

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
_SPECK = 3  # side in small pixels of what is too small to matter
_CELLS = (9, 16)  # rows and columns into which a picture is divided
_MOST = 0.6  # share of the cells from which it is nearly all of them
_LAMP = (6.0, 0.08)  # the light of a cell changed if by more than so many grey levels and that share of it
_BLACK = 24  # below this a pixel is black, noise included; a covered lens gives up to about 20


@dataclass(frozen=True, eq=False)
class SmallPicture:
    """A frame as it is compared. size: (width, height) of the frame; grey: its small copy; even: that without its slow
    light; light: the mean of each cell, in grey levels."""

    size: tuple[int, int]
    grey: NDArray[np.uint8]
    even: Grey
    light: Grey

    @classmethod
    def of(cls, image: NDArray[np.uint8]) -> Self:
        """The copy of a frame (BGR)."""
        size = (image.shape[1], image.shape[0])
        small = (_WIDTH, max(1, round(size[1] * _WIDTH / size[0])))
        grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
        while grey.shape[1] % (2 * small[0]) == 0 and grey.shape[0] % (2 * small[1]) == 0:  # halving is quickest
            grey = cv2.resize(grey, (grey.shape[1] // 2, grey.shape[0] // 2), interpolation=cv2.INTER_AREA)
        return cls._shown(size, np.asarray(cv2.resize(grey, small, interpolation=cv2.INTER_AREA), np.uint8))

    @classmethod
    def _shown(cls, size: tuple[int, int], grey: NDArray[np.uint8]) -> Self:
        return cls(size, grey, _evened(grey), in_cells(grey))

    @property
    def scale(self) -> float:
        """Pixels of the copy in one of the frame."""
        return float(self.grey.shape[1] / self.size[0])

    @property
    def brightness(self) -> float:
        """The mean of the whole picture, in grey levels."""
        return float(self.light.mean())

    @property
    def black(self) -> bool:
        """Whether there is no light at all: a covered lens, a camera waking up."""
        return int(np.count_nonzero(self.grey > _BLACK)) <= self.grey.size // 100

    @cached_property
    def busy(self) -> Mask:
        """The cells in which there is something to see."""
        return np.asarray(in_cells(np.abs(self.even)) > _CHANGED / 2)

    def but(self, hidden: Mask, other: SmallPicture) -> SmallPicture:
        """This picture, with the other one, of the same shape, where it is hidden."""
        grey = np.where(hidden, other.grey, self.grey)
        return SmallPicture(self.size, grey, np.where(hidden, other.even, self.even), in_cells(grey))

    def seen_by(self, matrix: Matrix, other: SmallPicture) -> SmallPicture:
        """What this picture shows, as the camera of the other one sees it. matrix: from copy to copy."""
        shape, around = other.grey.shape[::-1], cv2.BORDER_REPLICATE
        grey = cv2.warpPerspective(self.grey, matrix, shape, borderMode=around)
        return SmallPicture._shown(other.size, np.asarray(grey, np.uint8))


def differs(one: SmallPicture, other: SmallPicture, most: float = _CHANGED) -> Mask:
    """Where the second picture differs from the first by more than `most` grey levels, specks and slow light left out:
    everywhere if it has another shape."""
    if one.even.shape != other.even.shape:
        return np.ones(other.even.shape, bool)
    return _without_specks(np.abs(one.even - other.even) > most)


def altered(one: SmallPicture, other: SmallPicture) -> Mask:
    """Where something else lies in the second picture, of the same view: it differs there, and so does its grey.

    A bright card changes the mean and the contrast round it, by which the table there seems to differ, not its grey.
    """
    if one.even.shape != other.even.shape:
        return np.ones(other.even.shape, bool)
    differing = np.asarray(np.abs(one.even - other.even) > _CHANGED)
    if not differing.any():
        return differing
    shades = cv2.GaussianBlur(other.grey.astype(np.float32) - one.grey.astype(np.float32), (0, 0), 0.8)
    return _without_specks(differing & (np.abs(shades) > _SAME))


def _without_specks(mask: Mask) -> Mask:
    if not mask.any():
        return mask
    opened = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((_SPECK, _SPECK), np.uint8))
    return np.asarray(opened > 0)


def nearly_all(before: SmallPicture, picture: SmallPicture, moved: Mask) -> bool:
    """Whether the picture before, of the same shape, became another at once: nearly everywhere something moved or the
    light changed."""
    lit = np.abs(picture.light - before.light) > _LAMP[0] + _LAMP[1] * before.light
    return bool((_touched(moved) | lit).mean() > _MOST)


def elsewhere(one: SmallPicture, other: SmallPicture) -> bool:
    """Whether the second picture differs nearly wherever there is something to see in the first, or in its size."""
    return one.size != other.size or unlike(one, other)


def unlike(one: SmallPicture, other: SmallPicture) -> bool:
    """The same, whatever the size of the frames."""
    return bool(one.busy.any() and _touched(differs(one, other))[one.busy].mean() > _MOST)


def _touched(mask: Mask) -> Mask:
    """The cells of which the mask holds a part."""
    return np.asarray(in_cells(mask) > 0) if mask.any() else np.zeros(_CELLS, bool)


def _evened(grey: NDArray[np.uint8]) -> Grey:
    """The picture without its slow light: each pixel by the mean and the contrast round it, as grey levels."""
    levels = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), 0.8)
    mean = cv2.blur(levels, (_SOFT, _SOFT))
    contrast = np.sqrt(np.maximum(cv2.blur(levels**2, (_SOFT, _SOFT)) - mean**2, 0))
    return np.asarray((levels - mean) * (40.0 / (contrast + 12.0)), np.float32)


def in_cells(values: NDArray[Any]) -> Grey:
    """The mean of each cell."""
    return np.asarray(cv2.resize(values.astype(np.float32), _CELLS[::-1], interpolation=cv2.INTER_AREA), np.float32)
