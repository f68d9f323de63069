"""A picture in such light, and with as little noise, as the networks know: in a dark room glyphs lose their certainty,
and in the noise of a camera in little light the finder loses pale cards (models/EXPERIMENTS.md)."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]

_BRIGHT = 0.999  # share of the pixels that are darker than what counts as the picture's light: bright things may be few
_EVERY = 4  # of how many pixels each way one is looked at for that
_DARK, _LIT = 170.0, 225.0  # the light of a picture, in levels, under which it is dark, and what it is brightened to
_BRIGHTEST = 3.0  # times by which a picture is brightened at most
_SECOND = np.array([1, -2, 1], np.float32)  # differences both ways, blind to edges and slopes
_GAIN = 6.0  # of noise by these
_MEAN_OF_SIZES = 1.2533  # the deviation of what is normal, by its mean size
_PLACES = (16, 12)  # columns and rows of places whose noise is told apart
_PLAIN = 0.25  # share of them that are at least as plain as where the noise is taken: print and cloth are no noise
_NOISY = 6.0  # grey levels from which it hides things: half as many are as good as none
# Pixels by which a picture is blurred for each level of noise, and at most: two thirds of the noise and more are taken,
# and little of what is printed.
_BLUR, _MOST = 0.09, 1.0


def normalised(image: Picture, light: float | None = None) -> Picture:
    """A BGR picture as bright as one of a lit table, and without most of its noise where that is strong. light: of the
    whole picture that this is a piece of, for a piece of bare table tells nothing of the light; None where this is the
    whole."""
    return _calmed(_brightened(image, light_of(image) if light is None else light))


def light_of(image: Picture) -> float:
    """How bright the brightest of a BGR picture is, in levels of its strongest channel, lamps and glints left out."""
    return float(np.quantile(image[::_EVERY, ::_EVERY].max(axis=2), _BRIGHT))


def noise_of(image: Picture) -> float:
    """The standard deviation of a BGR picture's noise, in levels of its grey: by the second differences (Immerkaer
    1996) of its plainest places."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    sizes = cv2.convertScaleAbs(cv2.sepFilter2D(grey, cv2.CV_16S, _SECOND, _SECOND))
    places = cv2.resize(sizes, _PLACES, interpolation=cv2.INTER_AREA)
    return float(np.quantile(places, _PLAIN)) * _MEAN_OF_SIZES / _GAIN


def _brightened(image: Picture, light: float) -> Picture:
    if light >= _DARK:
        return image
    return np.asarray(cv2.convertScaleAbs(image, alpha=min(_LIT / max(light, 1.0), _BRIGHTEST)), np.uint8)


def _calmed(image: Picture) -> Picture:
    noise = noise_of(image)
    if noise < _NOISY:
        return image
    return np.asarray(cv2.GaussianBlur(image, (0, 0), min(_BLUR * noise, _MOST)), np.uint8)
