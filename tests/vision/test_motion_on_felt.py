"""An arm on a plain cloth, where it is nearly all there is to see, under a stand that trembles: rendered frames."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from models.render import fabrics
from models.render.art import Picture
from models.render.games.arms import random_arm
from models.render.games.film import Film, random_look
from models.render.games.pieces import Piece, Pose, Side
from models.render.games.stage import Stage
from tests.companion.referee.seen_film import blotches
from tests.models.plain_stock import PlainStock
from vision.camera_move import camera_move
from vision.motion import Motion, View, Watch
from vision.small_picture import SmallPicture

SIZE, AREA, PLAYERS = (640, 360), (312.0, 175.5), ("Ann", "Ben")
RATE = 6.0  # frames a second
SPOTS = ((-60.0, -70.0), (70.0, -60.0))  # of the cards, mm


class FeltStock(PlainStock):
    """A plain felt, and arms with their folds."""

    def __init__(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)

    def surface(self, size: tuple[int, int]) -> Picture:
        return fabrics.felt(self._rng, size[::-1])

    def arm(self) -> Picture:
        return random_arm(self._rng)


def card(number: int) -> Piece:
    image = np.full((176, 126, 4), 255, np.uint8)
    image[12:-12, 12:-12, :3] = blotches(number, 102, 152, 14)
    side = Side(image, "face", "KH")
    return Piece(f"card {number}", side, side)


def film(seed: int, hand: bool) -> Film:
    """Two cards; and perhaps a hand that lies there at the beginning, goes elsewhere, rests, and leaves."""
    rng = np.random.default_rng(seed)
    stage = Stage(PLAYERS, AREA, rng)
    for number, (x, y) in enumerate(SPOTS):
        stage.put(card(number), Pose(x, y, float(rng.normal(0, 5))))
    if hand:
        _reach(stage)
    look = random_look(rng, FeltStock(seed), AREA, PLAYERS, SIZE)
    return Film(stage.finish(), look, stage.seats, SIZE, np.random.default_rng([seed, 1]))


def _reach(stage: Stage) -> None:
    hand = stage.reach("Ann", (-180.0, 20.0))
    hand.go((-180.0, 20.0))
    hand.pause(0.5)
    for x in (-100.0, 60.0, 200.0):
        hand.go((x, 10.0))
        hand.pause(0.6)
    hand.leave()


def watched(film: Film, frames: Iterable[tuple[float, Picture]]) -> list[Motion]:
    """What a watch tells of the frames, which reads whenever it should and sees both cards."""
    cards, watch = [np.array(thing["outline"], np.float32) for thing in film.table(0)], Watch()
    told: list[Motion] = []
    for time, frame in frames:
        told.append(watch.look(frame, time))
        if told[-1].view is View.CLEAR and (len(told) == 1 or told[-1].shift is not None or told[-1].changed_boxes()):
            watch.took(frame, told[-1], cards)
    return told


def trembling(frames: Iterable[tuple[float, Picture]], strength: float) -> Iterator[tuple[float, Picture]]:
    """The frames as a stand takes them that sways by so many pixels."""
    lot, sway = np.random.default_rng(4), np.zeros(2)
    for time, frame in frames:
        sway = 0.8 * sway + lot.normal(0, 0.6 * strength, 2)
        yield time, bumped(frame, np.array([[1, 0, sway[0]], [0, 1, sway[1]], [0, 0, 1.0]]))


def bumped(frame: Picture, way: NDArray[np.float64]) -> Picture:
    return np.asarray(cv2.warpPerspective(frame, way, SIZE, borderMode=cv2.BORDER_REFLECT), np.uint8)


@pytest.mark.parametrize("seed", [33, 40, 48])
def test_an_arm_that_passes_is_no_move_of_the_camera(seed: int) -> None:
    table = film(seed, hand=True)
    lies_there = table.script.reaches[0].keys[1][0]
    frames = ((number / RATE, frame) for number, frame in enumerate(table.frames(RATE)))
    told = watched(table, trembling((shot for shot in frames if shot[0] >= lies_there), 0.8))
    assert len(told) > 15
    assert [motion.shift for motion in told if motion.shift is not None] == []


@pytest.mark.parametrize(
    ("turn", "zoom", "shift"),
    [(0.0, 1.0, (22.0, 5.0)), (0.0, 1.0, (6.0, 0.0)), (4.0, 1.0, (-10.0, 8.0)), (-9.0, 1.0, (15.0, -20.0))]
    + [(2.0, 0.94, (5.0, 5.0)), (0.0, 1.1, (-12.0, 4.0))],
)
def test_a_bump_is_told_with_its_way(turn: float, zoom: float, shift: tuple[float, float]) -> None:
    table = film(34, hand=False)
    way = np.vstack([cv2.getRotationMatrix2D((320, 180), turn, zoom), [0, 0, 1]])
    way[:2, 2] += shift
    frame, lot = next(table.frames(RATE)), np.random.default_rng(1)
    noisy = (np.asarray((frame + lot.normal(0, 2, frame.shape)).clip(0, 255), np.uint8) for _ in range(12))
    shots = [(number / 4, bumped(shot, way) if number > 2 else shot) for number, shot in enumerate(noisy)]
    told = watched(table, trembling(shots, 0.3))
    assert told[-1].view is View.CLEAR
    found = np.eye(3)
    for motion in told:
        found = found if motion.shift is None else motion.shift @ found
    points = np.array([thing["outline"] for thing in table.table(0)], np.float32)
    apart = cv2.perspectiveTransform(points, found) - cv2.perspectiveTransform(points, way)
    assert np.abs(apart).max() < 5


@pytest.mark.parametrize(("shift", "moved"), [((-0.6, -2.2), True), ((2.8, 0.5), True), ((0.0, 0.2), False)])
def test_a_bump_by_little_is_told_on_a_table_that_shows_it_everywhere(shift: tuple[float, float], moved: bool) -> None:
    way = np.array([[1.0, 0.0, shift[0]], [0.0, 1.0, shift[1]], [0.0, 0.0, 1.0]])
    rug = np.asarray(cv2.resize(blotches(7, 160, 90, 3), SIZE, interpolation=cv2.INTER_CUBIC), np.uint8)
    found = camera_move(SmallPicture.of(rug), SmallPicture.of(bumped(rug, way)))
    assert found is not None
    assert np.abs(found[:2, 2] - moved * way[:2, 2] / 2).max() < 0.15  # of the small copy, half as large
    assert moved or (found == np.eye(3)).all()
