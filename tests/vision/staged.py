"""A reading made by hand, with the stages it came of: three cards and a tile, no network needed."""

from __future__ import annotations

import numpy as np

from vision.calibration import Calibration
from vision.detect import Boxes
from vision.gathered import Evidence, GlyphsRead
from vision.pipeline import Stages
from vision.read import READER_RANKS
from vision.search import Found
from vision.sightings import CARD_NAMES, LETTERS, FloatArray, Kind, Reading, Sighting

SIZE = (400, 300)
PICTURE = np.random.default_rng(5).integers(0, 255, (SIZE[1], SIZE[0], 3)).astype(np.uint8)


def box(x: float, y: float, width: float, height: float) -> FloatArray:
    """An upright outline from its top left."""
    return np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]], np.float32)


FIRST, SECOND, BACK, TILE = box(20, 20, 70, 100), box(120, 20, 70, 100), box(220, 20, 70, 100), box(320, 20, 40, 40)
INDEX, OTHER_INDEX, SMALL = box(23, 24, 10, 19), box(77, 97, 10, 19), box(123, 24, 10, 19)
# A corner that the finder saw and nobody took for one, where the index of a card at (220, 160) would be.
MISSED = box(224, 165, 10, 18)


def _corners() -> GlyphsRead:
    quads = np.stack([INDEX, OTHER_INDEX, SMALL, MISSED])
    # The second stands upside down; the third reads 9 upright, but stands on its head if it is a 6.
    turns = np.full((4, len(READER_RANKS), 4), -9.0, np.float32)
    turns[[0, 2, 3], :, 0] = turns[1, :, 2] = -0.1
    turns[2, READER_RANKS.index("6"), 2] = 0.0
    kept = np.array([True, True, True, False])
    scores, names = np.full(4, 0.9, np.float32), np.zeros((4, len(CARD_NAMES)), np.float32)
    return GlyphsRead(quads, scores, scores, names, CARD_NAMES, kept, turns, np.zeros(4, np.float32))


def _tiles() -> GlyphsRead:
    one, turns = np.ones(1, np.float32), np.zeros((1, len(LETTERS), 4), np.float32)
    names = np.zeros((1, len(LETTERS)), np.float32)
    return GlyphsRead(TILE[None], one, one, names, LETTERS, one > 0, turns, 0 * one)


def stages() -> Stages:
    """A sure K♥ of two corners, an unsure 9♠ of one, an unsure Q on a tile, and a back."""
    items = (
        Evidence(Kind.CARD, "KH", "pair", (1.0,), FIRST, (INDEX, np.roll(OTHER_INDEX, 2, axis=0))),
        Evidence(Kind.CARD, "9S", "single", (1.0,), SECOND, (SMALL,)),
        Evidence(Kind.TILE, "Q", "tile", (1.0,), TILE, (TILE,)),
    )
    judged = (
        Sighting(Kind.CARD, "KH", 0.99, True, FIRST),
        Sighting(Kind.CARD, "9S", 0.8, False, SECOND),
        Sighting(Kind.TILE, "Q", 0.7, False, TILE),
    )
    back = Sighting(Kind.BACK, None, 0.9, False, BACK)
    none = Boxes(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32), np.zeros(0, np.int64))
    reading = Reading(SIZE, 1.0, (*judged, back))
    return Stages(Found((), none), _corners(), _tiles(), None, items, judged, reading, Calibration({}))


def stages_of(reading: Reading) -> Stages:
    """Stages of a reading of cards, each known by an upright index at its top left."""
    indices = [s.outline[0] + box(3, 4, 10, 19) for s in reading.sightings]
    count = len(indices)
    items = tuple(
        Evidence(s.kind, s.name, "single", (1.0,), s.outline, (i,))
        for s, i in zip(reading.sightings, indices, strict=True)
    )
    ones, names = np.ones(count, np.float32), np.zeros((count, len(CARD_NAMES)), np.float32)
    turns = np.zeros((count, len(READER_RANKS), 4), np.float32)
    quads = np.array(indices, np.float32).reshape(count, 4, 2)
    corners = GlyphsRead(quads, ones, ones, names, CARD_NAMES, ones > 0, turns, 0 * ones)
    none = Boxes(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32), np.zeros(0, np.int64))
    return Stages(Found((), none), corners, _tiles(), None, items, reading.sightings, reading, Calibration({}))
