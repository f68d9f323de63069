"""What `make bench` tells of a watched game, measured on a small film."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.journal import Journal
from companion.rules.games import game_named
from models.bench_play import Counted, Filmed, Paced, Playing, Wait, Waits, passes, waits
from models.render.games.making import Order, made
from tests.companion.referee.watched_film import seen
from tests.models.plain_stock import PlainStock
from vision.backs import BackLibrary
from vision.eye import Eye, Look
from vision.motion import Motion
from vision.sightings import FloatArray, Kind, Reading
from vision.whole import Whole

SIZE = (320, 180)


class Blind:
    """A reader that sees nothing."""

    def read(self, image: np.ndarray, whole: Whole | None = None) -> Reading:
        return Reading((image.shape[1], image.shape[0]), 1.0, ())


class Perfect(Eye):
    """Sees all that lies there, without looking, after a while."""

    def __init__(self, film: Filmed, late: float) -> None:
        super().__init__(Blind())
        self._film, self._late = film.game.film, late

    def look(self, image: np.ndarray, time: float, again: Sequence[FloatArray] = ()) -> Look:
        things = (seen(thing) for thing in self._film.table(max(0.0, time - self._late)))
        nothing = np.zeros((9, 16), bool)
        motion = Motion(nothing, nothing, nothing, nothing, 16 / image.shape[1], nothing)
        return Look(Reading(SIZE, 1.0, tuple(thing for thing in things if thing is not None)), motion)


class Doubtful(Perfect):
    """The same, never sure of a card's name."""

    def look(self, image: np.ndarray, time: float, again: Sequence[FloatArray] = ()) -> Look:
        look = super().look(image, time, again)
        assert look.reading is not None
        unsure = tuple(
            replace(thing, confidence=0.6, certain=False) if thing.kind is Kind.CARD else thing
            for thing in look.reading.sightings
        )
        return replace(look, reading=replace(look.reading, sightings=unsure))


def rests(told: Waits) -> list[float]:
    return [wait.rest for wait in told.rulings]


@cache
def film() -> Filmed:
    game = made(Order("lock-the-entry", 3, size=SIZE, actions=4, fps=4), PlainStock())
    jpegs = tuple(cv2.imencode(".jpg", frame)[1].tobytes() for frame in game.film.frames(4))
    return Filmed(game, game_named("lock-the-entry"), BackLibrary(), jpegs)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.sqlite") as opened:
        yield opened


def test_eyes_that_see_a_second_later_wait_a_second_longer(journal: Journal) -> None:
    soon, later = (waits(film(), Perfect(film(), late), journal, clock=lambda: 0.0) for late in (0.0, 1.0))
    assert len(soon.rulings) == len(later.rulings) == len(film().script)
    assert soon.missed == soon.unfounded == soon.asked == 0
    longer = np.array(rests(later)) - rests(soon)
    assert (abs(longer - 1.0) < 0.4).all()
    assert all(wait.clear <= wait.rest and not wait.named for wait in soon.rulings)


def test_looks_that_take_half_a_second_rule_that_much_later_and_pass_frames_over(journal: Journal) -> None:
    read = iter(np.arange(0.0, 1e4, 0.5))  # the clock is read before and after each look
    quick = waits(film(), Perfect(film(), 0.0), journal, clock=lambda: 0.0)
    slow = waits(film(), Perfect(film(), 0.0), journal, clock=lambda: float(next(read)))
    assert slow.looks * 2 <= quick.looks + 2
    assert np.median(rests(slow)) >= np.median(rests(quick)) + 0.5


def test_a_pace_is_told_by_what_was_read_and_by_no_clock_of_the_machine() -> None:
    reader = Counted(Blind())
    clock = Paced(reader, 0.06)
    idle = [clock(), clock()]
    before = clock()
    for _ in range(3):
        reader.read(np.zeros((8, 8, 3), np.uint8))
    assert np.diff(idle) == pytest.approx(0.01)
    assert clock() - before == pytest.approx(3 * 0.06 + 0.01)


def test_a_card_that_is_never_read_surely_is_named_by_somebody_and_that_is_told(journal: Journal) -> None:
    told = waits(film(), Doubtful(film(), 0.0), journal, clock=lambda: 0.0)
    assert told.asked >= len(told.rulings) == len(film().script)
    assert all(wait.named for wait in told.rulings)


def test_eyes_that_see_nothing_miss_every_action(journal: Journal) -> None:
    told = waits(film(), Eye(Blind()), journal)
    assert (told.rulings, told.missed) == ((), len(film().script))
    assert (told + Waits((Wait(1.0, 0.5, False),), 2, 0, 1, 7)).missed == len(film().script) + 2


def test_a_camera_loses_the_pictures_for_which_nobody_had_time() -> None:
    pictures = Playing("camera", tuple(np.full((2, 2, 3), shade, np.uint8) for shade in range(200))).pictures()
    shown = [next(pictures), next(pictures)]
    time.sleep(0.5)
    shown += [next(pictures)]
    shades = [int(picture[0, 0, 0]) for picture in shown if picture is not None]
    assert shades[0] == 0
    assert shades[2] - shades[1] > 12  # of the fifteen that came in half a second none but the newest


def test_hours_of_table_are_counted_with_what_passed_in_them(journal: Journal) -> None:
    lasts = 2 * len(film().jpegs) / film().rate
    first, second = passes(film(), Counted(Blind()), journal, 1.5 * lasts / 3600)
    assert (first.hours, second.hours) == pytest.approx((lasts / 3600, 2 * lasts / 3600))
    assert 0 < second.read < first.read / 2  # most are known by then
    assert (first.entries, first.actions) == (0, 0)
    assert len(journal.games()) == 2
    assert second.resident > 10
