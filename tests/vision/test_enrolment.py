"""Which back a photo shows that was taken to know its deck by."""

from __future__ import annotations

from itertools import product
from typing import Any

import cv2
import numpy as np

from models.render.backs_art import random_back
from models.render.surfaces import MATERIALS
from tests.vision.staged import box
from vision.detect import BACK, CORNER, FACE, Boxes, Finder
from vision.enrolment import shown_back
from vision.network import DEFAULT_WEIGHTS
from vision.outlines import overlap
from vision.photo import Picture
from vision.sightings import FloatArray

PHOTO = np.zeros((900, 1200, 3), np.uint8)
CARD, GRAIN = box(400, 100, 450, 650), box(40, 20, 900, 860)


class _Looks:
    """Stands in for the finder: for each width of the picture in its input, what it shows there."""

    def __init__(self, shown: dict[int, list[tuple[int, FloatArray, float]]]) -> None:
        self._shown = shown

    def find(self, image: Picture, window: object, scale: float) -> Boxes:
        seen = self._shown.get(round(scale * image.shape[1]), [])
        quads = np.array([quad for _, quad, _ in seen], np.float32).reshape(-1, 4, 2)
        scores, kinds = [score for *_, score in seen], [kind for kind, *_ in seen]
        return Boxes(quads, np.array(scores, np.float32), np.array(kinds, np.int64))


def _shown(looks: dict[int, list[tuple[int, FloatArray, float]]]) -> FloatArray | None:
    finder: Any = _Looks(looks)
    return shown_back(finder, PHOTO)


def test_the_back_is_what_most_looks_show() -> None:
    turned = np.roll(CARD + 10, 1, axis=0)
    looks = {120: [(BACK, CARD, 0.6)], 320: [(BACK, turned, 0.7)], 448: [(BACK, CARD + 11, 0.7)]}
    outline = _shown(looks | {640: [(BACK, GRAIN, 0.9)]})
    assert outline is not None
    assert sorted(outline.tolist()) == sorted((CARD + 10).tolist())  # the middle of what they show


def test_one_look_alone_tells_no_back() -> None:
    assert _shown({640: [(BACK, CARD, 0.9)]}) is None
    assert _shown({}) is None
    assert _shown({160: [(BACK, CARD, 0.3)], 320: [(BACK, CARD, 0.3)]}) is None  # both in doubt


def test_what_looks_like_a_face_without_an_index_is_the_back_where_none_is_shown() -> None:
    index, beside = box(410, 110, 40, 90), box(20, 110, 40, 90)
    face, back = (FACE, CARD, 0.9), (BACK, CARD + 10, 0.9)
    outline = _shown({side: [face, (CORNER, beside, 0.9)] for side in (160, 320)})
    assert outline is not None
    assert np.allclose(outline, CARD)
    assert _shown({side: [face, (CORNER, index, 0.9)] for side in (160, 320)}) is None  # it is a face
    outline = _shown({160: [face], 320: [face, back], 640: [back]})
    assert outline is not None
    assert np.allclose(outline, CARD + 10)


def test_of_two_backs_the_larger_is_meant() -> None:
    small = box(20, 20, 220, 320)
    outline = _shown({side: [(BACK, small, 0.9), (BACK, CARD, 0.7)] for side in (160, 320, 640)})
    assert outline is not None
    assert np.allclose(outline, CARD)


def test_what_reaches_over_the_border_and_what_is_small_is_not_what_the_photo_was_taken_of() -> None:
    over, small = box(-80, 100, 450, 650), box(20, 20, 100, 140)
    assert _shown({side: [(BACK, over, 0.9), (BACK, small, 0.9)] for side in (160, 320, 640)}) is None


def test_backs_that_fill_their_photo_are_found_on_most_tables() -> None:
    finder, found = Finder(DEFAULT_WEIGHTS / "finder.onnx"), 0
    for seed, material in product(range(4), ("figured wood", "marble", "striped cloth")):
        rng = np.random.default_rng(seed)
        photo = np.ascontiguousarray(MATERIALS[material](rng, (900, 1200)))
        back = cv2.resize(random_back(rng), (450, 640), interpolation=cv2.INTER_AREA)
        part = photo[120:760, 400:850]
        alpha = back[..., 3:] / np.float32(255)
        part[:] = (part * (1 - alpha) + back[..., :3] * alpha).astype(np.uint8)
        outline = shown_back(finder, photo)
        found += outline is not None and overlap(outline, box(400, 120, 450, 640)) > 0.85
    assert found >= 9
