"""A film shown to a watch frame by frame, as fast as it is looked at; it waits where people have to speak."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable

from vision.frames import Frame, Recorded, State, Status, every_frame

_PAUSE = 0.01  # seconds from one look whether the film may go on to the next


class Projector:
    """In place of `vision.frames.Capture`, which plays a film in its own time and keeps the newest frame alone.

    latest: the frame that was shown last. stopped: whether the film waits at a stop.
    """

    def __init__(
        self,
        film: Recorded,
        stops: Iterable[float],
        asked: Callable[[], bool],
        show: Callable[[Frame], Frame],
    ) -> None:
        """stops: seconds of the film before which it waits for `go_on`. asked: whether a question stands, for which it
        waits too. show: is given each frame before it is looked at, and gives the one that is. All but `stopped`,
        `latest` and `go_on` belong to the thread of the watch."""
        self._frames, self._stops, self._asked, self._show = every_frame(film), deque(stops), asked, show
        self._next = next(self._frames, None)
        self._state = State.OPENING
        self.latest: Frame | None = None
        self.stopped = False

    def start(self) -> None:
        """See `Capture`."""

    def close(self) -> None:
        """See `Capture`."""
        self._state = State.ENDED

    @property
    def status(self) -> Status:
        """See `Capture`."""
        return Status(self._state, 0.0, None, 0)

    def wait(self, _timeout: float) -> Frame | None:
        """The next frame; None where the film waits, or has ended."""
        frame = self._next
        if frame is None:
            self._state = State.ENDED
            return None
        asked = self._asked()
        self.stopped = not asked and bool(self._stops) and frame.time > self._stops[0]
        if asked or self.stopped:
            time.sleep(_PAUSE)
            return None
        self._state, self.latest, self._next = State.LIVE, frame, next(self._frames, None)
        return self._show(frame)

    def go_on(self) -> None:
        """What was to be said at the stop is said."""
        self.stopped = False
        self._stops.popleft()
