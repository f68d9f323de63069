"""The network that tells whether two backs are of one design: a back that is seen, laid on an enrolled one.

It sees both pictures, their difference, what lies on the back, and their texture whatever the light; and it is told how
alike local patches and colours are (`vision.back_matching`). ``python -m models.train_backs`` made its two halves, of
which one has seen rows, and ``python -m models.together`` the mean of both (models/EXPERIMENTS.md, Backs).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from threading import Lock

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.back_matching import Comparison, Floats, Picture
from vision.network import DEFAULT_WEIGHTS, Network, WeightsError, WeightsFault

SIZE = (64, 88)  # (width, height) of a back as the network sees it, in pixels
PLANES, FEATURES = 12, 20
_AROUND = 11  # side in pixels over which texture is measured
_PLAIN = 0.02  # contrast (0..1) under which there is no texture
# The network learnt with three decks enrolled at most, of other light and blur: its log-odds times this, and this
# added, near what fits best on photos of 175 sets of decks that trained nothing, alone, half covered and in rows.
_SCALE, _SHIFT = 0.95, 0.2


class BackNetwork:
    """The trained network; calls from several threads wait for each other."""

    def __init__(self, weights: Path) -> None:
        """Raises WeightsError for weights that are missing, damaged or not of this network."""
        self._network, self._lock = Network(weights, fast=True), Lock()
        if self._network.input_shape != (-1, PLANES, SIZE[1], SIZE[0]):
            raise WeightsError(weights, WeightsFault.NOT_OF_BACKS)

    def odds(self, comparisons: Sequence[Comparison]) -> NDArray[np.float64]:
        """Of each of N comparisons the log-odds that both backs are of one design."""
        kept, seen, covered = (np.stack(part) for part in zip(*map(shrunk, comparisons), strict=True))
        features = np.stack([comparison.likeness.features() for comparison in comparisons])
        with self._lock:
            (odds,) = self._network.run(planes(_shares(kept), _shares(seen), _shares(covered)), features)
        return odds.reshape(-1).astype(np.float64) * _SCALE + _SHIFT


@cache
def back_network() -> BackNetwork:
    """The network that ships, compiled once."""
    return BackNetwork(DEFAULT_WEIGHTS / "backs.onnx")


def shrunk(comparison: Comparison) -> tuple[Picture, Picture, Picture]:
    """The template and the back (88, 64, 3) BGR, and how far each place of that is covered (88, 64), 0..255."""
    hidden = comparison.covered.astype(np.uint8) * 255
    parts = (cv2.resize(i, SIZE, interpolation=cv2.INTER_AREA) for i in (comparison.kept, comparison.seen, hidden))
    kept, seen, covered = (np.asarray(part, np.uint8) for part in parts)
    return kept, seen, covered


def planes(kept: Floats, seen: Floats, covered: Floats) -> Floats:
    """What the network sees, (N, 12, 88, 64), of N pairs of `shrunk` as shares (0..1)."""
    parts = (kept, seen, np.abs(kept - seen), covered[..., None], _texture(kept), _texture(seen))
    return np.ascontiguousarray(np.concatenate(parts, axis=-1).transpose(0, 3, 1, 2), np.float32)


def _shares(pictures: Picture) -> Floats:
    return pictures.astype(np.float32) / np.float32(255)


def _texture(pictures: Floats) -> Floats:
    """The grey of pictures (N, H, W, 3) by the mean and the contrast round each place, (N, H, W, 1)."""
    grey = pictures.mean(axis=-1)
    mean, square = (np.stack([cv2.blur(one, (_AROUND, _AROUND)) for one in some]) for some in (grey, grey**2))
    contrast = np.sqrt(np.maximum(square - mean**2, 0)) + _PLAIN
    return np.asarray((grey - mean) / contrast / 2, np.float32)[..., None]
