"""Boxes: decoding, overlap, suppression, and where to look next."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.staged import box
from vision.detect import BACK, CORNER, FACE, TILE, Boxes, Finder, joined, overlap, quads_of, suppressed
from vision.network import DEFAULT_WEIGHTS, Network
from vision.photo import Picture
from vision.search import Window, search, zoom_windows
from vision.sightings import FloatArray


def _square(x: float, y: float, side: float, angle: float = 0.0) -> list[float]:
    return [x, y, side, side, np.radians(angle)]


def _boxes(rows: list[list[float]], scores: list[float], classes: list[int]) -> Boxes:
    return Boxes(quads_of(np.array(rows, np.float32)), np.array(scores, np.float32), np.array(classes))


def test_a_quad_goes_clockwise_round_its_centre() -> None:
    (quad,) = quads_of(np.array([[100, 50, 40, 20, np.pi / 2]], np.float32))
    assert quad.mean(axis=0) == pytest.approx([100, 50])
    # A quarter turn clockwise on screen: the box's own top left lies top right, its width runs down.
    assert quad[0] == pytest.approx([110, 30], abs=1e-3)
    assert quad[1] == pytest.approx([110, 70], abs=1e-3)


def test_overlap_is_intersection_over_union() -> None:
    quads = quads_of(np.array([_square(0, 0, 10), _square(5, 0, 10), _square(50, 0, 10)], np.float32))
    assert overlap(quads, quads[0]) == pytest.approx([1.0, 1 / 3, 0.0])


def test_suppression_keeps_the_best_of_each_class() -> None:
    boxes = _boxes([_square(0, 0, 10), _square(1, 0, 10), _square(1, 0, 10), _square(40, 0, 10)],
                   [0.5, 0.9, 0.4, 0.3], [CORNER, CORNER, TILE, CORNER])  # fmt: skip
    kept = suppressed(boxes)
    assert sorted(kept.scores.tolist()) == pytest.approx([0.3, 0.4, 0.9])


@pytest.mark.parametrize("fast", [True, False])
def test_the_sizes_of_pieces_of_a_live_table_are_met_before_a_card_waits_for_them(
    fast: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    met, run = list[tuple[int, ...]](), Network.run

    def noted(self: Network, *batches: NDArray[np.float32]) -> tuple[NDArray[np.float32], ...]:
        met.append(batches[0].shape[-2:])
        return run(self, *batches)

    monkeypatch.setattr(Network, "run", noted)
    finder = Finder(DEFAULT_WEIGHTS / "finder.onnx", fast)
    before = set(met)
    for height, width in ((320, 320), (320, 480), (400, 320), (512, 512)):
        finder.find(np.zeros((height, width, 3), np.uint8), None, 1.0)
    assert (set(met) == before) is fast
    assert max((height * width for height, width in before), default=0) <= 512 * 512


def test_nothing_found_is_no_boxes() -> None:
    assert len(suppressed(joined([]))) == 0


REACH = (1280, 1024)


def _holds(window: Window, quad: NDArray[np.float32]) -> bool:
    low, high = quad.min(axis=0), quad.max(axis=0)
    return bool(window[0] <= low[0] and window[1] <= low[1] and window[2] >= high[0] and window[3] >= high[1])


def test_large_cards_need_no_nearer_look() -> None:
    boxes = _boxes([[320, 320, 200, 290, 0]], [0.9], [FACE])
    assert zoom_windows(boxes, (640, 640), 1.0, 10, REACH) == []


def test_small_cards_are_looked_at_nearer_together() -> None:
    rows = [[x, y, 60, 88, 0.1] for x in (1000, 1100, 1200) for y in (900, 1020)] + [[3000, 300, 60, 88, 0.0]]
    boxes = _boxes(rows, [0.9] * 7, [FACE] * 7)
    windows = zoom_windows(boxes, (3600, 2400), 640 / 1800, 10, REACH)
    assert [sum(_holds(window, quad) for quad in boxes.quads) for window, _ in windows] == [6, 1]
    for (x0, y0, x1, y1), scale in windows:
        assert 0 <= x0 < x1 <= 3600
        assert 0 <= y0 < y1 <= 2400
        assert max(x1 - x0, y1 - y0) * scale <= REACH[0]
        assert min(x1 - x0, y1 - y0) * scale <= REACH[1]
        assert 140 < 88 * scale < 160  # enlarged as far as that is of use


def test_a_large_picture_is_seen_as_near_as_its_cards_need() -> None:
    boxes = _boxes([[2000, 1500, 276, 400, 0.0]], [0.9], [FACE])
    ((_, scale),) = zoom_windows(boxes, (4000, 3000), 640 / 4000, 10, REACH)
    assert 200 < 400 * scale < 260


def test_the_corners_of_a_card_found_well_need_no_look_of_their_own() -> None:
    rows = [[1000, 900, 400, 580, 0.0], [840, 660, 30, 50, 0.0], [3000, 300, 30, 50, 0.0]]
    windows = zoom_windows(_boxes(rows, [0.9] * 3, [FACE, CORNER, CORNER]), (3600, 2400), 0.3, 10, REACH)
    assert len(windows) == 1
    assert _holds(windows[0][0], quads_of(np.array(rows[2:], np.float32))[0])


def test_a_card_over_the_edge_of_the_picture_is_seen_with_the_others() -> None:
    rows = [[x, 30, 70, 100, 0.0] for x in range(100, 800, 100)]
    boxes = _boxes(rows, [0.9] * len(rows), [FACE] * len(rows))
    assert len(zoom_windows(boxes, (1280, 720), 0.5, 10, REACH)) == 1


def test_the_number_of_looks_is_bounded() -> None:
    rng = np.random.default_rng(3)
    rows = [[x, y, 50, 72, 0.0] for x, y in rng.uniform(50, 3900, (200, 2))]
    boxes = _boxes(rows, [0.9] * 200, [FACE] * 200)
    assert len(zoom_windows(boxes, (4000, 4000), 0.3, 9, REACH)) == 9


class Seeing:
    """A finder that sees the same boxes at every look."""

    side, reach = 640, (640, 640)

    def __init__(self, *found: tuple[int, FloatArray, float]) -> None:
        classes, quads, scores = zip(*found, strict=True)
        self._boxes = Boxes(np.stack(quads), np.array(scores, np.float32), np.array(classes, np.int64))

    def find(self, image: Picture, window: Window | None = None, scale: float | None = None) -> Boxes:
        return self._boxes


@pytest.mark.parametrize(
    ("table", "card", "left"),
    [
        ((FACE, 0.93), (BACK, 0.74), {BACK}),  # what a card lies on is no card
        ((BACK, 0.8), (FACE, 0.9), {FACE}),
        ((FACE, 0.93), (BACK, 0.5), {FACE, BACK}),  # perhaps only the picture of a court card
        ((FACE, 0.93), (CORNER, 0.9), {FACE, CORNER}),
    ],
)
def test_what_holds_a_far_smaller_card_is_the_table(
    table: tuple[int, float], card: tuple[int, float], left: set[int]
) -> None:
    finder: Any = Seeing((table[0], box(20, 20, 280, 200), table[1]), (card[0], box(100, 80, 50, 70), card[1]))
    boxes = search(finder, np.zeros((240, 320, 3), np.uint8)).boxes
    assert set(boxes.classes.tolist()) == left


@pytest.mark.parametrize(
    ("backs", "index", "left"),
    [
        (3, (), {BACK}),  # a face as large as nine of them, without an index, is the grain of the table
        (2, (), {BACK, FACE}),
        (3, ((CORNER, box(30, 30, 20, 30), 0.8),), {BACK, FACE, CORNER}),  # a card held near the lens
    ],
)
def test_a_large_face_without_an_index_beside_many_cards_is_none(
    backs: int, index: tuple[tuple[int, FloatArray, float], ...], left: set[int]
) -> None:
    laid = [(BACK, box(20 + 60 * n, 260, 50, 70), 0.8) for n in range(backs)]
    finder: Any = Seeing((FACE, box(20, 20, 200, 220), 0.7), *index, *laid)
    boxes = search(finder, np.zeros((360, 320, 3), np.uint8)).boxes
    assert set(boxes.classes.tolist()) == left


@pytest.mark.parametrize(("side", "score", "scanned"), [(276, 0.21, True), (276, 0.9, False), (60, 0.21, False)])
def test_a_table_whose_grain_looks_like_a_large_tile_is_scanned_nearer(side: int, score: float, scanned: bool) -> None:
    finder: Any = Seeing((TILE, box(500, 300, side, side), score))
    glances = search(finder, np.zeros((720, 1280, 3), np.uint8)).glances
    assert (len(glances) > 2) is scanned


@pytest.mark.parametrize(("width", "height", "scanned"), [(76, 76, False), (90, 76, False), (76, 106, True)])
def test_a_table_whose_tiles_are_as_long_as_cards_is_scanned_nearer(width: int, height: int, scanned: bool) -> None:
    finder: Any = Seeing(*((TILE, box(100 + 200 * n, 300, width, height), 0.7) for n in range(4)))
    glances = search(finder, np.zeros((720, 1280, 3), np.uint8)).glances
    assert (len(glances) > 1) is scanned
