"""What befalls a camera at a table: lost, moved, darkened, covered, put to sleep. The game goes on all the same."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.referee.desk import Question
from companion.referee.lock_the_entry.reading import LockTheEntryReading
from companion.rules.games import game_named
from models.render.games.making import MadeGame, Order, made
from tests.companion.referee.seen_film import (
    FPS,
    BlotchedStock,
    Picture,
    Shot,
    Told,
    blotches,
    lasting,
    refereed,
    shots,
)
from vision.frames import every_frame, open_source

SIZE = (640, 360)
AT_REST = 12.6  # seconds: five cards lie there, no hand near them
IN_MOTION = 10.9  # a card is on its way to its row, another to the history
DONE = ["? create QC", "? add 1 3C", "? change 1 AC", "? create KH", "? add 2 3H"]


@cache
def game() -> MadeGame:
    """A beginning of a game with every way in which a card can be laid."""
    return made(Order("lock-the-entry", 3, size=SIZE, actions=6, fps=FPS), BlotchedStock())


@cache
def film() -> tuple[Shot, ...]:
    return tuple(shots(game()))


def refereed_so(disturbed: Sequence[Shot] | Iterator[Shot]) -> Told:
    def answer(question: Question, time: float) -> str:
        pytest.fail(f"asked: {question}")

    return refereed(game(), game_named("lock-the-entry"), LockTheEntryReading(), disturbed, answer)


def same_game(told: Told) -> None:
    assert told.carried_out == DONE
    assert not told.refused


def split(time: float) -> tuple[tuple[Shot, ...], tuple[Shot, ...]]:
    """The film until a time, and from there on."""
    place = round(time * FPS)
    return film()[:place], film()[place:]


def later(film: Sequence[Shot], seconds: float) -> list[Shot]:
    return [replace(shot, time=shot.time + seconds) for shot in film]


def with_inserted(time: float, inserted: Sequence[Shot], seconds: float) -> list[Shot]:
    """The film with something else for some seconds in between."""
    before, after = split(time)
    return [*before, *inserted, *later(after, seconds)]


def under(way: np.ndarray, size: tuple[int, int], shot: Shot) -> Shot:
    """A shot as another camera takes it."""
    image = cv2.warpPerspective(shot.image, way, size, borderMode=cv2.BORDER_REFLECT)
    noise = np.random.default_rng(round(shot.time * 1000)).integers(-2, 3, image.shape, np.int16)
    return replace(shot, image=np.asarray((image + noise).clip(0, 255), np.uint8), way=way @ shot.way)


def arm_over(image: Picture, share: float, reach: float, width: int = 90) -> Picture:
    """Somebody's arm from the left, which comes, rests, and goes."""
    into = min(1.0, share / 0.02, (1 - share) / 0.02)
    tip = int(reach * into * image.shape[1])
    shown = image.copy()
    top = image.shape[0] // 3
    cv2.rectangle(shown, (0, top), (tip, top + width), (120, 150, 210), -1)
    return shown


def test_undisturbed_every_action_is_seen() -> None:
    told = refereed_so(film())
    same_game(told)
    assert told.views == ["clear"]
    unnamed = [re.sub(r"^\S+ (create|add|change)", r"? \1", mark.line) for mark in game().script.marks]
    assert [line for line in unnamed if "bad hand" not in line] == DONE


@pytest.mark.parametrize("time", [AT_REST, IN_MOTION])
def test_a_machine_that_slept_for_an_hour(time: float) -> None:
    before, after = split(time)
    same_game(refereed_so([*before, *later(after, 3600)]))


def test_a_camera_that_was_pulled_and_stands_elsewhere() -> None:
    way = np.vstack([cv2.getRotationMatrix2D((320, 180), 5.0, 0.94) + [[0, 0, 9], [0, 0, -4]], [0, 0, 1]])
    before, after = split(AT_REST)
    same_game(refereed_so([*before, *(under(way, SIZE, shot) for shot in later(after, 40))]))


@pytest.mark.parametrize("time", [AT_REST, IN_MOTION])
def test_black_frames(time: float) -> None:
    shot = split(time)[1][0]
    dark = list(lasting(shot, 5, shot.time, lambda image, share: np.asarray(image // 24, np.uint8)))
    told = refereed_so(with_inserted(time, dark, 5))
    same_game(told)
    assert "dark" in told.views


@pytest.mark.parametrize("gain", [0.12, 0.25, 0.5, 1.6])
def test_a_lamp_off_and_on(gain: float) -> None:
    shot = split(AT_REST)[1][0]
    lit = list(lasting(shot, 5, shot.time, lambda image, share: np.asarray((image * gain).clip(0, 255), np.uint8)))
    same_game(refereed_so(with_inserted(AT_REST, lit, 5)))


@pytest.mark.parametrize("size", [(480, 270), (960, 540)])
def test_frames_of_another_size(size: tuple[int, int]) -> None:
    before, after = split(AT_REST)
    way = np.diag([size[0] / SIZE[0], size[1] / SIZE[1], 1.0])
    same_game(refereed_so([*before, *(under(way, size, shot) for shot in after)]))


def test_a_phone_that_is_turned() -> None:
    before, after = split(AT_REST)
    way = np.array([[0.0, -1, SIZE[1]], [1, 0, 0], [0, 0, 1]])
    same_game(refereed_so([*before, *(under(way, SIZE[::-1], shot) for shot in after)]))


def test_a_video_that_ends_while_a_card_is_on_its_way() -> None:
    assert refereed_so(split(IN_MOTION)[0]).carried_out == DONE[:2]


def test_a_hand_that_rests_on_the_table_for_a_minute() -> None:
    shot = split(AT_REST)[1][0]
    resting = list(lasting(shot, 60, shot.time, lambda image, share: arm_over(image, share, 0.45)))
    same_game(refereed_so(with_inserted(AT_REST, resting, 60)))


def test_somebody_who_leans_over_everything() -> None:
    shot = split(AT_REST)[1][0]
    leaning = lasting(shot, 8, shot.time, lambda image, share: arm_over(image, share, 1.0, 2 * SIZE[1]))
    same_game(refereed_so(with_inserted(AT_REST, list(leaning), 8)))


def test_another_picture_for_a_while() -> None:
    shot = split(AT_REST)[1][0]
    other = list(lasting(shot, 5, shot.time, lambda image, share: blotches(99, *SIZE, 30)))
    told = refereed_so(with_inserted(AT_REST, other, 5))
    same_game(told)
    assert "lost" in told.views


def test_a_video_that_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "film.mp4"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), FPS, SIZE)
    for shot in film():
        writer.write(shot.image)
    writer.release()
    data = bytearray(path.read_bytes())
    lot = np.random.default_rng(5)
    for place in lot.integers(len(data) // 10, len(data) * 9 // 10, 12):
        data[place : place + 400] = lot.bytes(400)
    path.write_bytes(data)
    frames = [Shot(frame.time, frame.image, frame.time) for frame in every_frame(open_source(str(path)))]
    assert len(frames) > len(film()) // 2
    told = refereed_so(frames)
    assert told.carried_out == DONE[: len(told.carried_out)]
