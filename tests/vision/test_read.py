"""The reader's geometry: four views turned back agree with each other, and directions point where glyphs point."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

import vision.read
from models.reader_data import quarter_turn
from vision.network import WeightsError
from vision.read import READER_RANKS, TURNS, Reader
from vision.rectify import CROP_SIDE, crop_index, crop_quad, crop_square, crop_strip, oriented_box
from vision.sightings import SUITS

_SIZES = (4, 56, 4, 116)


class _CornerOfLight:
    """Stands in for the network: tells the turn by which corner of the crop is bright; always rank A and letter A."""

    input_shape = (-1, 3, CROP_SIDE, CROP_SIDE)
    output_shapes = tuple((-1, size) for size in _SIZES)

    def __init__(self, path: Path, fast: bool) -> None:
        self.path = path

    def run(self, batch: np.ndarray) -> tuple[np.ndarray, ...]:
        half = CROP_SIDE // 2
        corners = [
            batch[:, :, :half, :half],
            batch[:, :, half:, :half],
            batch[:, :, half:, half:],
            batch[:, :, :half, half:],
        ]
        turn = np.stack([c.mean(axis=(1, 2, 3)) for c in corners], axis=1).argmax(axis=1)
        heads = [np.zeros((len(batch), size), np.float32) for size in _SIZES]
        heads[1][np.arange(len(batch)), turn] = 9.0
        heads[3][np.arange(len(batch)), turn] = 9.0
        return tuple(heads)


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> Reader:
    monkeypatch.setattr(vision.read, "Network", _CornerOfLight)
    return Reader(Path("reader.onnx"))


@pytest.mark.parametrize("turn", range(TURNS))
def test_the_turn_of_a_crop_is_told_whatever_view_it_is_seen_from(reader: Reader, turn: int) -> None:
    upright = np.zeros((CROP_SIDE, CROP_SIDE, 3), np.uint8)
    upright[:20, :20] = 255
    glyphs = reader.read_crops(np.rot90(upright, turn)[None], np.zeros(1, np.float32))
    assert int(glyphs.rank[0, 0].argmax()) == turn
    assert int(glyphs.letter[0, 0].argmax()) == turn
    assert np.exp(glyphs.rank[0]).sum() == pytest.approx(1, abs=1e-4)


def test_the_suits_of_pips_are_told_for_each_card(reader: Reader) -> None:
    cards = np.array([[[10, 10], [80, 10], [80, 110], [10, 110]]] * 3, np.float32)
    suits = reader.read_pips(np.zeros((200, 200, 3), np.uint8), cards, ["A", "5", "10"])
    assert suits.shape == (3, 4)
    assert np.exp(suits).sum(axis=1) == pytest.approx(1)
    assert reader.read_pips(np.zeros((50, 50, 3), np.uint8), np.zeros((0, 4, 2), np.float32), []).shape == (0, 4)


def test_pips_that_are_not_seen_tell_no_suit(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    def heads(crops: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        """What is light is a heart."""
        light = crops.mean(axis=(1, 2, 3))[:, None] > 128
        suits = np.where(light, [-9.0, -9.0, -0.001, -9.0], [-9.0, -9.0, -9.0, -0.001]).astype(np.float32)
        return [suits] * 4

    monkeypatch.setattr(reader, "_heads", heads)
    table = np.zeros((200, 200, 3), np.uint8)
    table[60:] = 255
    card = np.array([[[10, 10], [80, 10], [80, 110], [10, 110]]], np.float32)
    ends = ((True, False), (False, True), (True, True), (False, False))
    told = [np.exp(reader.read_pips(table, card, ["7"], np.array([seen])))[0] for seen in ends]
    assert [SUITS[int(suits.argmax())] for suits in told[:2]] == ["S", "H"]
    assert told[2] == pytest.approx(np.exp(reader.read_pips(table, card, ["7"]))[0])
    assert told[2][2:] == pytest.approx(0.5, abs=0.02)
    assert told[3] == pytest.approx(0.25)


@pytest.mark.parametrize("angle", [0, 33, 90, 180, 250])
def test_a_strip_has_its_index_at_the_top_left_whichever_way_its_card_lies(reader: Reader, angle: float) -> None:
    turn = np.radians(angle)
    right, up = np.array([np.cos(turn), np.sin(turn)]), np.array([np.sin(turn), -np.cos(turn)])
    ways = np.array([up - right * 0.6, up + right * 0.6, right * 0.6 - up, -right * 0.6 - up])
    index = np.asarray(np.array([150, 150]) + ways * 10, np.float32)
    image = np.zeros((300, 300, 3), np.uint8)
    cv2.fillConvexPoly(image, index.astype(np.int32), (255, 255, 255))
    crop = crop_strip(image, index)
    rows, columns = np.nonzero(crop[..., 0] > 127)
    share = 0.5 - 0.75 / 2.8
    assert (columns.mean() / CROP_SIDE, rows.mean() / CROP_SIDE) == pytest.approx((share, share), abs=0.03)
    assert int(reader.read_strips(image, index[None]).rank[0, 0].argmax()) == 0  # upright in the one view


@pytest.mark.parametrize("angle", [0, 33, 90, 180, 250])
def test_an_index_is_cut_upright_whichever_way_it_lies(angle: float) -> None:
    turn = np.radians(angle)
    right, up = np.array([np.cos(turn), np.sin(turn)]), np.array([np.sin(turn), -np.cos(turn)])
    index = [np.array([150, 150]) + up * a * 30 + right * b * 18 for a, b in ((1, -1), (1, 1), (-1, 1), (-1, -1))]
    image = np.zeros((300, 300, 3), np.uint8)
    top = np.array([index[0], index[1], (index[1] + index[2]) / 2, (index[0] + index[3]) / 2])
    cv2.fillConvexPoly(image, top.astype(np.int32), (255, 255, 255))
    crop = crop_index(image, np.asarray(index, np.float32))
    rows, columns = np.nonzero(crop[..., 0] > 127)
    assert (np.ptp(columns), np.ptp(rows)) == pytest.approx((64 / 1.35 * 0.6, 64 / 1.35 / 2), abs=2.5)
    assert (columns.mean(), rows.mean()) == pytest.approx((31.5, 31.5 - 64 / 1.35 / 4), abs=1.5)


@pytest.mark.parametrize("read", ["read_strips", "read_indices"])
def test_no_indices_are_nothing_read(reader: Reader, read: str) -> None:
    glyphs = getattr(reader, read)(np.zeros((50, 50, 3), np.uint8), np.zeros((0, 4, 2), np.float32))
    assert glyphs.rank.shape == (0, len(READER_RANKS), TURNS)
    assert glyphs.suit.shape == (0, 4)


def test_nothing_to_read_is_nothing_read(reader: Reader) -> None:
    glyphs = reader.read(np.zeros((50, 50, 3), np.uint8), np.zeros((0, 4, 2), np.float32))
    assert glyphs.rank.shape == (0, len(READER_RANKS), TURNS)


@pytest.mark.parametrize("angle", [0, 30, 89, 135, 200, 300])
def test_a_crop_of_a_turned_glyph_is_upright_up_to_its_quarter_turn(angle: float) -> None:
    """A tall mark with a bright top, drawn at any angle: after undoing the quarter turn its top is on top."""
    image = np.zeros((300, 300, 3), np.uint8)
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    turn = np.array([[c, s], [-s, c]])
    box = np.array([[-15, -30], [15, -30], [15, 30], [-15, 30]], float)
    quad = (box @ turn + 150).astype(np.float32)
    top = (np.array([[-15, -30], [15, -30], [15, 0], [-15, 0]], float) @ turn + 150).astype(np.int32)
    cv2.fillConvexPoly(image, top, (255, 255, 255))
    crop, crop_angle = crop_quad(image, quad)
    upright = np.rot90(crop, -quarter_turn(quad, crop_angle))
    assert upright[: CROP_SIDE // 2].mean() > 4 * upright[CROP_SIDE // 2 :].mean()


@pytest.mark.parametrize("centre", [(100, -60), (-60, 100), (-60, -60), (100, 260), (260, 100)])
def test_of_what_lies_outside_the_picture_nothing_is_seen(centre: tuple[float, float]) -> None:
    assert not crop_square(np.full((200, 200, 3), 255, np.uint8), centre, 40, 0.0).any()


def test_the_longer_side_of_a_box_is_its_height() -> None:
    (x, y), (w, h), _ = oriented_box(np.array([[0, 0], [80, 0], [80, 30], [0, 30]], np.float32))
    assert (x, y) == pytest.approx((40, 15), abs=0.6)
    assert w < h


@pytest.mark.parametrize(
    "shapes",
    [
        {"output_shapes": ((-1, 1000),)}, {"output_shapes": ((),)}, {"input_shape": (-1, 3, 80, 80)},
        {"input_shape": (1, 3, CROP_SIDE, CROP_SIDE)}, {"input_shape": (-1, 1, CROP_SIDE, CROP_SIDE)},
    ],
)  # fmt: skip
def test_weights_of_another_make_are_refused(
    monkeypatch: pytest.MonkeyPatch, shapes: dict[str, tuple[object, ...]]
) -> None:
    monkeypatch.setattr(vision.read, "Network", type("Other", (_CornerOfLight,), shapes))
    with pytest.raises(WeightsError, match="not a reader"):
        Reader(Path("reader.onnx"))


def test_the_network_meets_few_sizes_of_batches_however_many_crops_there_are() -> None:
    sizes = [vision.read.batch_sizes(count) for count in range(300)]
    assert [sum(batches) for batches in sizes] == list(range(300))
    assert {size for batches in sizes for size in batches} == {1, 2, 4, 8, 16, 32, 64}


def test_crops_are_read_alike_in_however_many_batches(reader: Reader) -> None:
    upright = np.zeros((CROP_SIDE, CROP_SIDE, 3), np.uint8)
    upright[:20, :20] = 255
    turns = [number % TURNS for number in range(29)]
    glyphs = reader.read_crops(np.stack([np.rot90(upright, turn) for turn in turns]), np.zeros(29, np.float32))
    assert glyphs.rank[:, 0].argmax(axis=1).tolist() == turns
