"""Tiles that the finder missed on a board, and letters of which a set has more than of others."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from models.render.bank import ArtBank, BankSize
from models.render.scene import Scene, random_scene
from tests.vision.staged import box
from vision.calibration import MEASURED
from vision.detect import TILE, Boxes, Finder
from vision.network import DEFAULT_WEIGHTS
from vision.outlines import centre_distance
from vision.read import KINDS, READER_RANKS, TURNS, Glyphs, Reader
from vision.search import search
from vision.sightings import LETTERS, SUITS, FloatArray, Kind, Sighting
from vision.slant import slant_of
from vision.tile_colour import colour_apart
from vision.tiles import read_tiles, unsure_alone

SIZE = (1280, 960)
EVEN = np.log(0.01 / (len(LETTERS) * TURNS))


@pytest.fixture(scope="module")
def board() -> Scene:
    """A board with many tiles, seen from above, also as the finder sees it."""
    size = BankSize(drawn_decks=1, tile_sets=4, boards=3, racks=2, surfaces=6, clutter=8, hands=2)
    bank = ArtBank(np.random.default_rng(8), "held", size)
    scenes = (random_scene(np.random.default_rng(seed), bank, SIZE, layout="board") for seed in range(70, 99))
    tiles = (
        (scene, np.array([t.outline for t in scene.things if t.kind == "tile" and t.visible > 0.9])) for scene in scenes
    )
    finder = Finder(DEFAULT_WEIGHTS / "finder.onnx")
    many = (scene for scene, quads in tiles if len(quads) > 20 and slant_of(quads, SIZE) is None)
    return next(scene for scene in many if slant_of(_tiles(search(finder, scene.image).boxes), SIZE) is None)


def _tiles(boxes: Boxes) -> FloatArray:
    return boxes.quads[boxes.classes == TILE]


def near(place: FloatArray, quads: FloatArray) -> FloatArray:
    """Whether each of the quads lies where another does."""
    return np.array([centre_distance(quad, place) < 0.5 * np.linalg.norm(place[1] - place[0]) for quad in quads])


def test_tiles_that_were_missed_on_a_board_are_read(board: Scene) -> None:
    finder, reader = Finder(DEFAULT_WEIGHTS / "finder.onnx"), Reader(DEFAULT_WEIGHTS / "reader.onnx")
    found = search(finder, board.image).boxes
    truth = [thing for thing in board.things if thing.kind == "tile" and thing.name != "?" and thing.visible > 0.9]
    again = 0
    for thing in truth[::4]:
        left = found.pick(~near(thing.outline, found.quads))
        tiles = read_tiles(board.image, left, finder, reader)[1]
        there = [tile.name for tile in tiles if near(thing.outline, tile.outline[None])[0]]
        assert there in ([], [thing.name])
        again += bool(there)
        assert all(tile.evidence == "missed tile" for tile in tiles if near(thing.outline, tile.outline[None])[0])
    assert again >= 0.6 * len(truth[::4])


class Smudged:
    """Reads every tile as one letter or another; odds: of the first against the second."""

    def __init__(self, first: str, second: str, odds: float) -> None:
        self._letters = {first: odds / (1 + odds), second: 1 / (1 + odds)}

    def read(self, image: np.ndarray[Any, Any], quads: FloatArray) -> Glyphs:
        kind = np.full((len(quads), len(KINDS)), np.log(0.001), np.float32)
        kind[:, KINDS.index("tile")] = np.log(0.997)
        letter = np.full((len(quads), len(LETTERS), TURNS), EVEN, np.float32)
        for name, share in self._letters.items():
            letter[:, LETTERS.index(name), 0] = np.log(0.99 * share)
        rank = np.zeros((len(quads), len(READER_RANKS), TURNS), np.float32)
        suit, angle = np.zeros((len(quads), len(SUITS)), np.float32), np.zeros(len(quads), np.float32)
        return Glyphs(kind, rank, suit, letter, angle)


@pytest.mark.parametrize(
    ("first", "second", "odds", "read"),
    [("Q", "O", 3.0, "O"), ("Q", "O", 30.0, "Q"), ("O", "Q", 1.1, "O"), ("Z", "N", 2.0, "N"), ("?", "I", 9.0, "?")],
)
def test_a_letter_of_which_there_are_many_is_likelier(first: str, second: str, odds: float, read: str) -> None:
    quads = np.array([[[100, 100], [140, 100], [140, 140], [100, 140]]], np.float32)
    boxes = Boxes(quads, np.array([0.9], np.float32), np.array([TILE]))
    reader: Any = Smudged(first, second, odds)
    finder: Any = None
    _slant, tiles, _read = read_tiles(np.zeros((300, 300, 3), np.uint8), boxes, finder, reader)
    assert [tile.name for tile in tiles] == [read]


def test_tiles_farther_away_are_of_one_size_with_the_others_and_print_is_not() -> None:
    sides = [60 - 1.5 * row for row in range(10) for _ in range(4)]  # the far end of the board at the top
    spots = [(150 + 90 * column, 1000 - 90 * row) for row in range(10) for column in range(4)]
    quads = [box(x - s / 2, y - s / 2, s, s) for (x, y), s in zip(spots, sides, strict=True)]
    quads.append(box(700, 130, 31, 31))  # a letter of the board's title
    boxes = Boxes(np.stack(quads), np.full(len(quads), 0.9, np.float32), np.full(len(quads), TILE))
    reader: Any = Smudged("A", "E", 30.0)
    finder: Any = None
    _slant, tiles, _read = read_tiles(np.zeros((1100, 900, 3), np.uint8), boxes, finder, reader)
    place = MEASURED["tile"].index("others")
    print_on_board = [tile.features[place] for tile in tiles if tile.outline[:, 0].min() > 600]
    laid = [tile.features[place] for tile in tiles if tile.outline[:, 0].min() < 600 and tile.evidence != "missed tile"]
    assert len(laid) == 40
    assert max(laid) < 0.05
    assert len(print_on_board) == 1
    assert print_on_board[0] > 0.25


class Doubting(Smudged):
    """Reads R everywhere, and takes it for a tile only left of a place."""

    def __init__(self, tiles_until: float) -> None:
        super().__init__("R", "K", 1000.0)
        self._until = tiles_until

    def read(self, image: np.ndarray[Any, Any], quads: FloatArray) -> Glyphs:
        glyphs = super().read(image, quads)
        x, y = quads.mean(axis=1).T if len(quads) else np.zeros((2, 0))
        glyphs.kind[(x > self._until) | (x < 100) | (np.abs(y - 119) > 10), KINDS.index("tile")] = np.log(0.05)
        return glyphs


@pytest.mark.parametrize(("place", "score", "told"), [(240, 0.6, True), (240, 0.3, False), (330, 0.6, False)])
def test_what_seems_no_tile_is_one_to_ask_about_where_the_next_of_a_row_would_lie(
    place: float, score: float, told: bool
) -> None:
    left = np.array([120, 160, 200, place], np.float32)
    quads = np.stack([np.array([[x, 100], [x + 38, 100], [x + 38, 138], [x, 138]], np.float32) for x in left])
    boxes = Boxes(quads, np.array([0.9, 0.9, 0.9, score], np.float32), np.full(4, TILE, np.int64))
    reader: Any = Doubting(225)
    finder: Any = None
    _slant, tiles, _read = read_tiles(np.zeros((400, 500, 3), np.uint8), boxes, finder, reader)
    asked = [tile for tile in tiles if tile.evidence == "unclear tile"]
    assert [(tile.name, tile.seen) for tile in asked] == [("R", True)] * told
    assert len(tiles) == 3 + told


def test_the_colour_of_a_tile_is_compared_with_those_nearest_to_it() -> None:
    image = np.full((200, 300, 3), 200, np.uint8)
    tiles = np.array([box(20 + 40 * number, 20, 38, 38) for number in range(5)], np.float32)
    for tile in tiles:
        image[20:58, int(tile[0, 0]) : int(tile[2, 0])] = (40, 20, 150)
        image[30:48, int(tile[0, 0]) + 15 : int(tile[0, 0]) + 22] = (120, 210, 240)  # its letter
    places = np.array([box(60, 60, 38, 38), box(140, 60, 38, 38), box(-90, -90, 20, 20)], np.float32)
    image[60:98, 60:98] = (50, 30, 160)
    same, table, outside = colour_apart(image, places, tiles)
    assert same < 10 < 60 < table
    assert outside > 40  # whatever lies there
    assert colour_apart(image, places, tiles[:2]).tolist() == [0, 0, 0]  # two tell too little
    assert colour_apart(image, places[:0], tiles).shape == (0,)


def test_a_gap_that_is_framed_by_tiles_is_no_blank_one(board: Scene) -> None:
    """Brown amid white tiles; the reader takes it for a blank tile."""
    finder, reader = Finder(DEFAULT_WEIGHTS / "finder.onnx"), Reader(DEFAULT_WEIGHTS / "reader.onnx")
    found = search(finder, board.image).boxes
    image, tiles = board.image.copy(), read_tiles(board.image, found, finder, reader)[1]
    sure = [tile for tile in tiles if tile.evidence == "tile"]
    names = []
    for paint in (np.median(image[_inside(image, sure[0].outline)], axis=0), np.array((40, 60, 90))):
        image[_inside(image, sure[0].outline)] = paint
        again = read_tiles(image, found, finder, reader)[1]
        names.append([tile.name for tile in again if near(sure[0].outline, tile.outline[None])[0]])
    assert names == [["?"], []]


def _inside(image: FloatArray, outline: FloatArray) -> FloatArray:
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(outline).astype(np.int32), 1)
    return mask > 0


@pytest.mark.parametrize(
    ("longer", "others", "certain"),
    [(1.7, (), False), (1.3, (), True), (1.7, (True,), True), (1.7, (False, False), False)],
)
def test_a_tile_that_is_seen_much_longer_than_wide_is_not_vouched_for_alone(
    longer: float, others: tuple[bool, ...], certain: bool
) -> None:
    """A cell of a printed sheet that shows a 5 looks like an S from the side; on a table all tiles would look so."""
    outline = np.array([[0, 0], [longer * 40, 0], [longer * 40, 40], [0, 40]], np.float32)
    first = Sighting(Kind.TILE, "S", 0.99, True, outline)
    beside = [Sighting(Kind.TILE, "E", 0.9, sure, outline + 100.0 * (n + 1)) for n, sure in enumerate(others)]
    told = unsure_alone([None, first, *beside])[1]
    assert told is not None
    assert (told.name, told.certain) == ("S", certain)
