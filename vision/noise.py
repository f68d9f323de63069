"""The noise of a camera in little light, in which the finder loses pale cards."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

_SECOND = np.array([1, -2, 1], np.float32)  # differences both ways, blind to edges and slopes
_GAIN = 6.0  # of noise by these
_MEAN_OF_SIZES = 1.2533  # the deviation of what is normal, by its mean size
_PLACES = (16, 12)  # columns and rows of places whose noise is told apart
_PLAIN = 0.25  # share of them that are at least as plain as where the noise is taken: print and cloth are no noise
_NOISY = 6.0  # grey levels from which it hides things: half as many are as good as none (models/EXPERIMENTS.md)
# Pixels by which a picture is blurred for each level of noise, and at most: two thirds of the noise and more are taken,
# and little of what is printed.
_BLUR, _MOST = 0.09, 1.0


def noise_of(image: NDArray[np.uint8]) -> float:
    """The standard deviation of a BGR picture's noise, in levels of its grey: by the second differences (Immerkaer
    1996) of its plainest places."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    sizes = cv2.convertScaleAbs(cv2.sepFilter2D(grey, cv2.CV_16S, _SECOND, _SECOND))
    places = cv2.resize(sizes, _PLACES, interpolation=cv2.INTER_AREA)
    return float(np.quantile(places, _PLAIN)) * _MEAN_OF_SIZES / _GAIN


def calmed(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A BGR picture without most of its noise, where that is strong; the picture itself else."""
    noise = noise_of(image)
    if noise < _NOISY:
        return image
    return np.asarray(cv2.GaussianBlur(image, (0, 0), min(_BLUR * noise, _MOST)), np.uint8)
