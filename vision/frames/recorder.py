"""A film of what the camera saw, beside the journal.

Why Matroska written here, picture by picture, as JPEG: a process that is killed leaves a film that plays to its last
frame. Tried with ``kill -9`` after 100 frames: OpenCV's writer left an mp4 that could not be opened, and an AVI and a
Matroska file without their last frames. It also takes a fixed rate only, where frames come when they come, and says
nothing of a full disk. The price is size: at five frames a second some 2 GB an hour at 1280 x 720.
"""

from __future__ import annotations

import errno
import threading
from collections import deque
from dataclasses import dataclass, replace
from enum import StrEnum
from io import FileIO
from itertools import count
from pathlib import Path

import cv2

from vision.frames.frame import Frame
from vision.frames.matroska import film_head, film_picture

_EARLY = 0.9  # a frame may come this part of the interval after the last: cameras do not keep time exactly
_GOODBYE = 5.0  # seconds to wait for a disk that hangs


class RecordFault(StrEnum):
    """Why a recording ended before its time. The words stand in the language files, ``recording.<fault>``."""

    NO_FOLDER = "no_folder"
    NO_PERMISSION = "no_permission"
    FULL = "full"
    FAILING = "failing"


_FAULTS = {
    **dict.fromkeys((errno.ENOENT, errno.ENOTDIR), RecordFault.NO_FOLDER),
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), RecordFault.NO_PERMISSION),
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), RecordFault.FULL),
}


@dataclass(frozen=True, slots=True)
class RecordStatus:
    """How a recording stands.

    paths: its films, more than one where the frames changed their size. written, dropped: frames. fault: what ended it;
    what was written before stays.
    """

    paths: tuple[Path, ...] = ()
    written: int = 0
    dropped: int = 0
    fault: RecordFault | None = None


class Recorder:
    """Writes frames and their times to a film, in a thread of its own: `add` never waits and never fails.

    Five frames a second are kept unless asked otherwise. No file is ever overwritten: where there is one of that name,
    the film is ``name-2.mkv`` and so on; so it is where the frames change their size, as a phone does that is turned. A
    film plays as a source, with the times its frames had, from the first one on.
    """

    def __init__(self, path: Path, *, rate: float = 5.0, quality: int = 85, waiting: int = 4) -> None:
        """path: of the film, named ``.mkv``. rate: frames a second at most. quality: of JPEG, to 100.

        waiting: frames that may wait for the disk; further ones are dropped.
        """
        self._path, self._quality, self._limit = path, quality, waiting
        self._interval = _EARLY / rate
        self._changed = threading.Condition()
        self._waiting: deque[Frame] = deque()
        self._closed = False
        self._last: float | None = None
        self._status = RecordStatus()
        self._thread = threading.Thread(target=self._run, name="recording", daemon=True)
        self._thread.start()

    @property
    def status(self) -> RecordStatus:
        """How the recording stands."""
        with self._changed:
            return self._status

    def add(self, frame: Frame) -> None:
        """Takes a frame, or leaves it out: too soon after the last, too many waiting (dropped), or the film ended.

        Times must not go backwards: a new source is a new film.
        """
        with self._changed:
            if self._closed or (self._last is not None and frame.time - self._last < self._interval):
                return
            self._last = frame.time
            if len(self._waiting) < self._limit:
                self._waiting.append(frame)
                self._changed.notify_all()
            else:
                self._status = replace(self._status, dropped=self._status.dropped + 1)

    def close(self) -> None:
        """Writes what waits and ends the film; may be called twice."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._thread.join(_GOODBYE)

    def _run(self) -> None:
        try:
            frame = self._next()
            while frame is not None:
                frame = self._film(frame)
        except OSError as error:
            self._end(_FAULTS.get(error.errno or 0, RecordFault.FAILING))

    def _film(self, first: Frame) -> Frame | None:
        """Writes one film; the frame of another size that begins the next one, or None at the end."""
        path, file = _new_file(self._path)
        with file:
            height, width = first.image.shape[:2]
            _write(file, film_head(width, height))
            with self._changed:
                self._status = replace(self._status, paths=(*self._status.paths, path))
            frame: Frame | None = first
            while frame is not None and frame.image.shape == first.image.shape:
                done, jpeg = cv2.imencode(".jpg", frame.image, (cv2.IMWRITE_JPEG_QUALITY, self._quality))
                if not done:  # more pixels a side than JPEG has numbers for
                    raise OSError("the picture cannot be written as JPEG")
                _write(file, film_picture(frame.time - first.time, jpeg.tobytes()))
                with self._changed:
                    self._status = replace(self._status, written=self._status.written + 1)
                frame = self._next()
            return frame

    def _next(self) -> Frame | None:
        """The next frame that waits, None once the film is closed and nothing waits."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closed)
            return self._waiting.popleft() if self._waiting else None

    def _end(self, fault: RecordFault) -> None:
        with self._changed:
            self._closed = True
            self._waiting.clear()
            self._status = replace(self._status, fault=fault)


def _new_file(wanted: Path) -> tuple[Path, FileIO]:
    """A file of that name that was not there, numbered where there is one already. Raises OSError."""
    path, numbers = wanted, count(2)
    while True:
        try:
            return path, path.open("xb", buffering=0)
        except FileExistsError:
            path = wanted.with_stem(f"{wanted.stem}-{next(numbers)}")


def _write(file: FileIO, data: bytes) -> None:
    """All of the data, at once on its way to the disk: nothing is held back that a kill could lose. Raises OSError."""
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(rest) :]
