"""A source seen before a game begins: opened in the background, its newest frame for the screen. No Kivy."""

from __future__ import annotations

import re
import threading
import traceback
from collections.abc import Callable

from vision.eye import PictureReader
from vision.frames import Capture, Frame, Live, SourceError, SourceFault, State, open_source
from vision.table_edge import table_edge

_LOOKS = 3  # for the edge of the table: a camera that begins is dark, and people still move about
_BETWEEN = 1.0  # seconds
_LOGIN = re.compile(r"(?<=://)[^/]*@")  # within an address


class Preview:
    """Shows one source until it is closed."""

    def __init__(self, source: str) -> None:
        """source: as `vision.frames.open_source` takes it."""
        self._source, self._name, self._live = source, "", False
        self._thread: threading.Thread | None = None
        self._capture: Capture | None = None
        self._fault: SourceError | None = None
        self._leaving = threading.Event()

    def start(self, first: Callable[[], None] = lambda: None) -> None:
        """Opens it in the background, once `first` is done there: nobody else may use a camera meanwhile."""
        self._thread = threading.Thread(target=self._open, args=(first,), name="preview", daemon=True)
        self._thread.start()

    @property
    def frame(self) -> Frame | None:
        """The newest frame."""
        return self._capture.latest if self._capture is not None else None

    @property
    def fault(self) -> SourceError | None:
        """Why there is no picture, or none any more."""
        if self._fault is None and self._capture is not None:
            status = self._capture.status
            if status.state is State.ENDED and not self._leaving.is_set():
                fault = status.fault or self._broke(self._capture)
                self._fault = SourceError(self._name, fault) if fault is not None else None
        return self._fault

    @property
    def lost(self) -> bool:
        """Whether a camera that gave pictures gives none now, and is looked for."""
        return self._capture is not None and self._capture.status.state is State.LOST

    def edge(self, reader: Callable[[], PictureReader]) -> tuple[tuple[float, float], ...]:
        """The corners of the table, as `table_edge` tells them, from one of the first frames that surely shows them, or
        none. Takes seconds: for a thread of its own. reader: opens what reads them, and is not asked for where no edge
        is to be seen at all; what that raises, this raises."""
        looked, last, opened = 0, None, None
        while looked < _LOOKS and self.fault is None and not self._leaving.wait(_BETWEEN):
            frame = self.frame
            if frame is None or frame is last:
                continue
            looked, last = looked + 1, frame
            if not table_edge(frame.image):
                continue
            opened = opened or reader()
            lying = [one.outline for one in opened.read(frame.image).sightings if one.certain]
            if corners := table_edge(frame.image, lying):
                return corners
        return ()

    def close(self) -> None:
        """Lets go of the source, which may take a moment; may be called twice."""
        self._leaving.set()
        if self._thread is not None:
            self._thread.join()  # also what it waits for before it opens anything
        if self._capture is not None:
            self._capture.close()

    def close_soon(self) -> None:
        """The same without waiting."""
        threading.Thread(target=self.close, name="preview", daemon=True).start()

    def _broke(self, capture: Capture) -> SourceFault | None:
        """What is wrong with a capture that ended without a fault of its own: nothing where it came to its end."""
        if self.frame is None:
            return SourceFault.NO_FRAMES
        try:
            capture.newest()
        except Exception as error:  # what broke its thread
            traceback.print_exception(error)
            return SourceFault.LOST if self._live else SourceFault.CUT_SHORT
        return None

    def _open(self, first: Callable[[], None]) -> None:
        try:
            first()
            if self._leaving.is_set():
                return
            source = open_source(self._source)
            self._name, self._live = source.name, isinstance(source, Live)  # the name has no password in it
            capture = Capture(source)
            capture.start()
            self._capture = capture
        except SourceError as error:
            self._fault = error
        except Exception as error:  # a thread has nobody above it
            traceback.print_exception(error)
            self._fault = SourceError(_LOGIN.sub("", self._source), SourceFault.CANNOT_OPEN)
