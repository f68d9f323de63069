"""A live reading beside the screen: one thread keeps the newest frame, one reads it, the screen takes what is newest.

Nothing here waits for anything slower: a frame that nobody read in time is dropped for a newer one, and so is a result
that was not shown. No Kivy, so it is tested without a window.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from companion.referee.table import Event, Table, Thing
from vision.photo import Picture
from vision.sightings import Reading

T = TypeVar("T")


class FrameReader(Protocol):
    """What reads a frame: `vision.pipeline.TableReader`, or a double of it."""

    def read(self, image: Picture) -> Reading:
        """What is seen in a BGR picture."""
        ...


@dataclass(frozen=True, eq=False)
class LiveResult:
    """One frame (BGR) with its reading, all that lies on the table after it, and every event since the start."""

    frame: Picture
    reading: Reading
    things: tuple[Thing, ...]
    events: tuple[Event, ...]


class Newest(Generic[T]):
    """A place for one value between threads: a newer one replaces it, taking empties it."""

    def __init__(self) -> None:
        self._value: T | None = None
        self._closed = False
        self._changed = threading.Condition()

    def put(self, value: T) -> None:
        """Leaves a value, in place of one that nobody took."""
        with self._changed:
            self._value = value
            self._changed.notify_all()

    def take(self) -> T | None:
        """The value if there is one, at once."""
        with self._changed:
            value, self._value = self._value, None
            return value

    def wait(self) -> T | None:
        """The next value, or None once the place is closed and empty."""
        with self._changed:
            self._changed.wait_for(lambda: self._value is not None or self._closed)
            value, self._value = self._value, None
            return value

    def close(self) -> None:
        """No more values: whoever waits is let go."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()


class LiveReading:
    """Reads a source of frames in the background until it ends or `stop` is called."""

    def __init__(self, frames: Iterable[Picture], reader: FrameReader, interval: float = 0.0) -> None:
        """interval: seconds from one frame of the source to the next (0: the source keeps its own time)."""
        self._source, self._reader, self._interval = frames, reader, interval
        self._frames: Newest[Picture] = Newest()
        self._results: Newest[LiveResult] = Newest()
        self._stopping = threading.Event()
        self._failure: Exception | None = None
        self._threads = [
            threading.Thread(target=self._run, args=(work,), name=name, daemon=True)
            for name, work in (("capture", self._capture), ("reading", self._read))
        ]

    @property
    def failure(self) -> Exception | None:
        """What ended the reading before its time, None as long as all is well."""
        return self._failure

    @property
    def running(self) -> bool:
        """Whether a result may still come."""
        return any(thread.is_alive() for thread in self._threads)

    def start(self) -> None:
        """Starts both threads."""
        for thread in self._threads:
            thread.start()

    def newest(self) -> LiveResult | None:
        """The newest result that was not taken yet; never waits."""
        return self._results.take()

    def stop(self) -> None:
        """Ends both threads and waits for them; the frame being read is read to its end. May be called twice."""
        self._stopping.set()
        self._frames.close()
        for thread in self._threads:
            if thread.is_alive():
                thread.join()

    def _run(self, work: Callable[[], None]) -> None:
        try:
            work()
        except Exception as error:  # a thread has nobody above it: the screen tells
            self._failure = error
            self._stopping.set()
        finally:
            self._frames.close()

    def _capture(self) -> None:
        for frame in self._source:
            self._frames.put(frame)
            if self._stopping.wait(self._interval):
                return

    def _read(self) -> None:
        table = Table()
        events: tuple[Event, ...] = ()
        while (frame := self._frames.wait()) is not None and not self._stopping.is_set():
            reading = self._reader.read(frame)
            events += table.update(reading)
            self._results.put(LiveResult(frame, reading, table.things, events))
