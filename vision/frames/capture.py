"""The newest frame of a source, kept by a thread of its own: nobody waits for anybody, and nothing piles up."""

from __future__ import annotations

import threading
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from types import TracebackType
from typing import Self

from vision.frames.frame import (
    Clock,
    Frame,
    Live,
    Recorded,
    Source,
    SourceError,
    SourceFault,
    as_frame,
    steady_clock,
    steady_shots,
)

_LONGEST_RETRY = 5.0  # seconds between two tries to find a lost camera
_LONGEST_PAUSE = 10.0  # seconds that a playback waits for one frame, whatever the time stamps say
_LATEST = 1.0  # seconds that a playback catches up; more is a machine that slept
_GOODBYE = 2.0  # seconds to wait for a thread that a driver holds


class State(StrEnum):
    """How a source stands. The words for LIVE and LOST stand in the language files, ``frames.state_<state>``."""

    OPENING = "opening"
    LIVE = "live"
    LOST = "lost"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Status:
    """How a source stands. since: when that began, on the clock of the frames (lost: the time of the last frame).

    fault: why it is lost, or ended before its time. damaged: pictures that could not be used until now.
    """

    state: State
    since: float
    fault: SourceFault | None
    damaged: int


class Capture:
    """Reads a source in the background and keeps only the newest frame; a context manager.

    A camera or stream that gave a frame once and is lost is looked for until `close`, ever more slowly; one that
    cannot even be opened ends at once, with the fault. Videos and photos are played in their own time, as a camera
    would show them; for every frame of them use `every_frame` instead.

    After a gap (the machine slept, the camera hung) the source is opened anew, for what waits in its buffers is old.
    """

    def __init__(
        self,
        source: Source,
        turns: int = 0,
        *,
        since: int = 0,
        stale: float = 3.0,
        retry: float = 0.25,
        clock: Clock = steady_clock,
    ) -> None:
        """turns: quarter turns counter-clockwise, for a camera mounted sideways.

        since: the number of the picture from which on a video or photos are played; those before are passed over.
        stale: seconds without a frame after which a camera counts as lost; retry: seconds until it is first looked for.
        """
        self._source, self._turns, self._stale, self._retry, self._clock = source, turns, stale, retry, clock
        self._begins = since
        self._changed = threading.Condition()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="frames", daemon=True)
        self._newest: Frame | None = None
        self._latest: Frame | None = None
        self._state, self._since = State.OPENING, 0.0
        self._fault: SourceFault | None = None
        self._failure: Exception | None = None
        self._arrived = self._damaged = 0
        self._last: float | None = None  # the time of the last frame
        self._origin = 0.0

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def start(self) -> None:
        """Opens the source in the background. Times of a camera count from here."""
        self._origin = self._clock()
        self._thread.start()

    def close(self) -> None:
        """Ends the reading and releases the source; may be called twice.

        Waits for the thread, but not for ever: one that a driver holds ends by itself when the driver lets go.
        """
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(_GOODBYE)
        with self._changed:
            self._newest = None
            self._enter(State.ENDED, None)

    def newest(self) -> Frame | None:
        """The newest frame that was not taken yet, at once."""
        return self.wait(0.0)

    def wait(self, timeout: float | None = None) -> Frame | None:
        """The newest frame that was not taken yet, waiting `timeout` seconds for it (None: as long as it takes).

        None where the time ran out or the source ended: `status` tells. Passes on what broke the thread, if anything.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._newest is not None or self._state is State.ENDED, timeout)
            if self._failure is not None:
                raise self._failure
            frame, self._newest = self._newest, None
            return frame

    @property
    def latest(self) -> Frame | None:
        """The newest frame, whether it was taken or not, also after the end: for a screen beside the reading."""
        with self._changed:
            return self._latest

    @property
    def status(self) -> Status:
        """How the source stands now; a camera that hangs is told as lost though its driver still waits."""
        with self._changed:
            if self._state is State.LIVE and isinstance(self._source, Live):
                last = self._last or 0.0
                if self._clock() - self._origin - last > self._stale:
                    return Status(State.LOST, last, SourceFault.SILENT, self._damaged)
            return Status(self._state, self._since, self._fault, self._damaged)

    def _run(self) -> None:
        fault: SourceFault | None = None
        try:
            if isinstance(self._source, Live):
                self._follow(self._source)
            else:
                self._play(self._source)
        except SourceError as error:
            fault = error.fault
        except Exception as error:  # a thread has nobody above it: `wait` passes it on
            self._failure = error
        with self._changed:
            self._enter(State.ENDED, fault)

    def _follow(self, source: Live) -> None:
        """A camera, lost and found, until `close`."""
        pause = self._retry
        while not self._stopping.is_set():
            before = self._last
            try:
                self._watch(source)
            except SourceError as error:
                if self._last is None:
                    raise
                with self._changed:
                    self._enter(State.LOST, error.fault)
            pause = self._retry if self._last != before else min(2 * pause, _LONGEST_RETRY)
            self._stopping.wait(pause)

    def _watch(self, source: Live) -> None:
        """A camera until it is lost. Raises SourceError then."""
        before: float | None = None
        with closing(source.pictures()) as pictures:
            for picture in pictures:
                now = self._clock() - self._origin
                if self._stopping.is_set():
                    return
                if before is not None and now - before > self._stale:
                    raise SourceError(source.name, SourceFault.SILENT)
                before = now
                if picture is None:
                    self._damaged += 1
                else:
                    self._give(as_frame(picture, max(now, self._last or 0.0), self._arrived, self._turns))
                self._arrived += 1
        raise SourceError(source.name, SourceFault.LOST if self._last is not None else SourceFault.NO_FRAMES)

    def _play(self, source: Recorded) -> None:
        pace = Pace(self._clock)
        with closing(steady_shots(source)) as shots:
            for number, moment, picture in shots:
                if number < self._begins:
                    if self._stopping.is_set():
                        return
                elif picture is None:
                    self._damaged += 1
                elif self._stopping.wait(pace.pause(moment)):
                    return
                else:
                    self._give(as_frame(picture, moment, number, self._turns))

    def _give(self, frame: Frame) -> None:
        with self._changed:
            if self._state is not State.ENDED:
                self._newest = self._latest = frame
                self._last = frame.time
                self._enter(State.LIVE, None)

    def _enter(self, state: State, fault: SourceFault | None) -> None:
        """The new state, under the lock, unless it ended, which is for good; whoever waits looks again."""
        if state is not self._state and self._state is not State.ENDED:
            self._state, self._since, self._fault = state, self._last or 0.0, fault
        self._changed.notify_all()


class Pace:
    """When to show what has a time of its own."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._start: float | None = None

    def pause(self, moment: float) -> float:
        """Seconds to wait before showing what is due at `moment`.

        A long gap in the stamps is cut short, and after a sleep of the machine the play goes on where it was.
        """
        now = self._clock()
        if self._start is None:
            self._start = now - moment
        ahead = self._start + moment - now
        if ahead > _LONGEST_PAUSE or ahead < -_LATEST:
            kept = min(max(ahead, 0.0), _LONGEST_PAUSE)
            self._start, ahead = now + kept - moment, kept
        return max(ahead, 0.0)
