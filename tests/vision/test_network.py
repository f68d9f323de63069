"""A network is computed finely unless it is asked to be fast."""

from __future__ import annotations

import cv2
import numpy as np

from vision.network import DEFAULT_WEIGHTS, Network
from vision.rectify import CROP_SIDE

READER = DEFAULT_WEIGHTS / "reader.onnx"
CROPS = np.random.default_rng(3).random((4, 3, CROP_SIDE, CROP_SIDE), np.float32)


def test_photographs_are_computed_in_float32() -> None:
    other = cv2.dnn.readNetFromONNX(str(READER))  # OpenCV has no bfloat16
    other.setInput(CROPS)
    told = other.forward(other.getUnconnectedOutLayersNames())
    for ours, theirs in zip(Network(READER).run(CROPS), told, strict=True):
        np.testing.assert_allclose(ours, theirs, atol=0.001)  # in bfloat16 one is off by .06


def test_in_haste_it_tells_nearly_the_same() -> None:
    for fine, fast in zip(Network(READER).run(CROPS), Network(READER, fast=True).run(CROPS), strict=True):
        np.testing.assert_allclose(fast, fine, atol=0.5)
