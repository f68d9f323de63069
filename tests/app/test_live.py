"""The threads of a live reading, without a window."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import numpy as np
import pytest

from companion.app.live import LiveReading, LiveResult, Newest
from companion.referee.table import Happening
from vision.photo import Picture
from vision.sightings import Kind, Reading, Sighting

SQUARE = np.array([[10, 10], [50, 10], [50, 70], [10, 70]], np.float32)
SECONDS = 10.0  # far more than anything here takes


def frame(number: int) -> Picture:
    return np.full((80, 80, 3), number, np.uint8)


class Reader:
    """Sees the card named for each frame's grey, one card at one place; notes what it reads, and may be held up."""

    def __init__(self, names: dict[int, str]) -> None:
        self.names, self.read_frames = names, list[int]()
        self.may_read = threading.Event()
        self.may_read.set()

    def read(self, image: Picture) -> Reading:
        number = int(image[0, 0, 0])
        self.read_frames.append(number)
        assert self.may_read.wait(SECONDS)
        seen = [Sighting(Kind.CARD, self.names[number], 0.99, True, SQUARE)] if number in self.names else []
        return Reading((80, 80), 1.0, tuple(seen))


def last_result(live: LiveReading) -> LiveResult | None:
    """The newest result once the reading has run to its end."""
    newest, until = None, time.monotonic() + SECONDS
    while live.running and time.monotonic() < until:
        newest = live.newest() or newest
        time.sleep(0.005)
    assert not live.running
    return live.newest() or newest


def test_a_source_is_read_to_its_end_and_changes_are_kept() -> None:
    reader = Reader({2: "AS", 3: "AS", 4: "AS"})
    live = LiveReading((frame(n) for n in range(5)), reader, interval=0.05)
    live.start()
    result = last_result(live)
    assert reader.read_frames == [0, 1, 2, 3, 4]
    assert result is not None
    assert (result.frame == 4).all()
    assert [(event.happening, event.thing.sighting.name) for event in result.events] == [(Happening.PLACED, "AS")]
    assert [thing.sighting.name for thing in result.things] == ["AS"]
    assert live.failure is None


def test_a_slow_reader_gets_the_newest_frame_and_not_a_queue() -> None:
    reader = Reader({})
    reader.may_read.clear()
    captured = threading.Event()

    def source() -> Iterator[Picture]:
        yield frame(0)
        until = time.monotonic() + SECONDS
        while not reader.read_frames and time.monotonic() < until:  # until the first one is being read
            time.sleep(0.001)
        yield from (frame(n) for n in range(1, 60))
        captured.set()

    live = LiveReading(source(), reader)
    live.start()
    assert captured.wait(SECONDS)
    reader.may_read.set()
    last_result(live)
    assert reader.read_frames == [0, 59]


def test_a_result_is_given_once() -> None:
    live = LiveReading([frame(0)], Reader({}))
    live.start()
    assert last_result(live) is not None
    assert live.newest() is None


def test_stop_ends_an_endless_source_and_may_be_called_twice() -> None:
    def camera() -> Iterator[Picture]:
        while True:
            yield frame(1)

    live = LiveReading(camera(), Reader({}), interval=0.01)
    live.start()
    assert live.running
    live.stop()
    assert not live.running
    live.stop()


def test_stop_before_the_start() -> None:
    live = LiveReading([frame(0)], Reader({}))
    live.stop()
    assert not live.running


@pytest.mark.parametrize("where", ["source", "reader"])
def test_a_failure_ends_both_threads_and_is_told(where: str) -> None:
    def camera() -> Iterator[Picture]:
        yield frame(1)
        if where == "source":
            raise OSError("the camera was unplugged")
        while True:
            yield frame(1)

    class Failing(Reader):
        def read(self, image: Picture) -> Reading:
            raise OSError("the reader broke")

    live = LiveReading(camera(), Failing({}) if where == "reader" else Reader({}), interval=0.01)
    live.start()
    last_result(live)
    assert isinstance(live.failure, OSError)


def test_a_newer_value_replaces_the_older_and_closing_lets_go() -> None:
    place: Newest[int] = Newest()
    assert place.take() is None
    place.put(1)
    place.put(2)
    assert place.wait() == 2
    place.put(3)
    place.close()
    assert place.wait() == 3  # what was left is still given
    assert place.wait() is None
