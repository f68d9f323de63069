"""What OpenCV opens: cameras at this machine, network streams, and video files."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.frames.frame import Live, Recorded, SourceError, SourceFault
from vision.photo import Picture

PATIENCE = 5.0  # seconds to wait for an answer, or for the next picture of a stream
_WANTED = (  # cards are small: ask for many pixels, which USB 2 carries only as MJPEG; a camera gives what it can
    (cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG")),
    (cv2.CAP_PROP_FRAME_WIDTH, 1920),
    (cv2.CAP_PROP_FRAME_HEIGHT, 1080),
    (cv2.CAP_PROP_BUFFERSIZE, 1),  # what waits in the driver is old
)
_STREAM = (
    *(cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, int(PATIENCE * 1000)),
    *(cv2.CAP_PROP_READ_TIMEOUT_MSEC, int(PATIENCE * 1000)),
    *(cv2.CAP_PROP_N_THREADS, 1),  # each further thread holds a frame back
)
_RATES = (0.1, 240.0)  # frames a second that are believed
_USUAL_RATE = 25.0
_HEAD = 4096
_TRIES = 64  # failed reads in a row before a video is taken to be at its end: behind a damaged frame there are more

# Faults are told in the words of the house, not FFmpeg's; it looks for its level when it is first used.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")


@dataclass(frozen=True)
class Camera(Live):
    """A camera at this machine. device: its number, or its file where the system has one (``/dev/video0``)."""

    name: str
    device: int | Path

    def pictures(self) -> Generator[Picture, None, None]:
        """As `Live.pictures`. Raises SourceError: NOT_FOUND, NO_PERMISSION, CANNOT_OPEN."""
        if isinstance(self.device, Path):
            self._check(self.device)
            camera = _opened(str(self.device), cv2.CAP_V4L2)
        else:
            camera = _opened(self.device, cv2.CAP_ANY)
        with camera as device:
            if not device.isOpened():
                raise SourceError(self.name, SourceFault.CANNOT_OPEN)
            for setting, value in _WANTED:
                device.set(setting, value)
            picture = _read(device)
            if picture is None:  # it lets itself be opened, and gives its pictures to another program
                raise SourceError(self.name, SourceFault.CANNOT_OPEN)
            while picture is not None:
                yield picture
                picture = _read(device)

    def _check(self, device: Path) -> None:
        if not device.exists():
            raise SourceError(self.name, SourceFault.NOT_FOUND)
        if not os.access(device, os.R_OK | os.W_OK):
            raise SourceError(self.name, SourceFault.NO_PERMISSION)


@dataclass(frozen=True)
class NetworkStream(Live):
    """A stream that FFmpeg reads, RTSP (over TCP) above all."""

    name: str
    url: str

    def pictures(self) -> Generator[Picture, None, None]:
        """As `Live.pictures`. Raises SourceError: UNREACHABLE."""
        with _opened(self.url, cv2.CAP_FFMPEG, _STREAM) as stream:
            if not stream.isOpened():
                raise SourceError(self.name, SourceFault.UNREACHABLE)
            while (picture := _read(stream)) is not None:
                yield picture


@dataclass(frozen=True)
class VideoFile(Recorded):
    """A video of any kind that FFmpeg reads, turned upright as its metadata say."""

    name: str
    path: Path
    step: float

    @classmethod
    def opened(cls, name: str, path: Path) -> VideoFile:
        """The video in an existing file. Raises SourceError: WRONG_TYPE where it is none, or not to be read."""
        if _is_text(path):  # FFmpeg would show a text file as a film of its letters, or follow a list of addresses
            raise SourceError(name, SourceFault.WRONG_TYPE)
        with _opened(str(path.resolve()), cv2.CAP_FFMPEG) as video:
            if not video.isOpened() or all(_read(video) is None for _ in range(_TRIES)):
                raise SourceError(name, SourceFault.WRONG_TYPE)
            return cls(name, path, 1 / _rate(video))

    def shots(self) -> Generator[tuple[float, Picture], None, None]:
        """As `Recorded.shots`. Raises SourceError: CANNOT_OPEN where the file went away, CUT_SHORT at the end."""
        with _opened(str(self.path.resolve()), cv2.CAP_FFMPEG) as video:
            if not video.isOpened():
                raise SourceError(self.name, SourceFault.CANNOT_OPEN)
            rate = video.get(cv2.CAP_PROP_FPS)  # believed or not: OpenCV may have reckoned the count by it
            each = 1 / rate if rate > 0 else 0.0
            length = video.get(cv2.CAP_PROP_FRAME_COUNT) * each  # negative or 0 where the file does not tell
            first, last, failed = None, 0.0, 0
            while failed < _TRIES:
                if (picture := _read(video)) is None:
                    failed += 1
                    continue
                last, failed = video.get(cv2.CAP_PROP_POS_MSEC) / 1000, 0
                first = last if first is None else first
                yield last, picture
        if first is not None and length - (last - first + each) > 1.0 + 0.05 * length:
            raise SourceError(self.name, SourceFault.CUT_SHORT)


@contextmanager
def _opened(where: int | str, backend: int, settings: Sequence[int] = ()) -> Iterator[cv2.VideoCapture]:
    """An OpenCV capture, opened or not, released at the end. OpenCV is kept from writing on stderr."""
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    capture = cv2.VideoCapture(where, backend, settings)
    try:
        yield capture
    finally:
        capture.release()


def _read(capture: cv2.VideoCapture) -> Picture | None:
    """The next picture; None at the end, where it is lost, or where it is damaged."""
    try:
        done, picture = capture.read()
    except cv2.error:  # thrown by some drivers when the plug is pulled
        return None
    return np.asarray(picture, np.uint8) if done and picture is not None and picture.size else None


def _rate(video: cv2.VideoCapture) -> float:
    rate = video.get(cv2.CAP_PROP_FPS)
    return rate if _RATES[0] <= rate <= _RATES[1] else _USUAL_RATE


def _is_text(path: Path) -> bool:
    with path.open("rb") as file:
        head = file.read(_HEAD)
    return not any(byte < 9 or 13 < byte < 27 for byte in head)
