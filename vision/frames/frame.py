"""What a frame is, where frames come from, and what can be wrong there."""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

import cv2
import numpy as np

from vision.photo import Picture

Clock = Callable[[], float]
_TURNS = (None, cv2.ROTATE_90_COUNTERCLOCKWISE, cv2.ROTATE_180, cv2.ROTATE_90_CLOCKWISE)


class SourceFault(StrEnum):
    """Why a source gives no frames, or no more. The words stand in the language files, ``frames.<fault>``."""

    NOT_FOUND = "not_found"
    NO_PERMISSION = "no_permission"
    CANNOT_OPEN = "cannot_open"
    WRONG_ADDRESS = "wrong_address"
    UNREACHABLE = "unreachable"
    REFUSED = "refused"
    NOT_A_STREAM = "not_a_stream"
    WRONG_TYPE = "wrong_type"
    DAMAGED = "damaged"
    NO_PICTURES = "no_pictures"
    NO_FRAMES = "no_frames"
    CUT_SHORT = "cut_short"
    LOST = "lost"
    SILENT = "silent"


class SourceError(Exception):
    """A source that cannot be used, or not any more. source: its name, without a password; fault: why."""

    def __init__(self, source: str, fault: SourceFault) -> None:
        super().__init__(f"{source}: {fault}")
        self.source = source
        self.fault = fault


@dataclass(frozen=True, eq=False, slots=True)
class Frame:
    """A picture with a time.

    image: (H, W, 3) 8-bit BGR, read-only, for several threads may hold it; the size may change from frame to frame.
    time: seconds since the source was opened (camera), or since its first picture (file); never less than before.
    number: of the picture in its source, from 0; what is missing was dropped for a newer one, or damaged.
    """

    image: Picture
    time: float
    number: int


class Live(ABC):
    """A camera or stream: it goes on for ever, can be lost, and can be opened again. name: for people."""

    name: str

    @abstractmethod
    def pictures(self) -> Generator[Picture | None, None, None]:
        """Opens it and gives pictures (BGR) as they come, None for a damaged one; closing the iterator releases it.

        Raises SourceError where it cannot be opened; it is lost where the iterator ends or raises later.
        """


class Recorded(ABC):
    """A video or photos: every picture has its place and its time, the same at each pass. name: for people.

    step: seconds from one picture to the next where the time stamps do not say it.
    """

    name: str
    step: float

    @abstractmethod
    def shots(self) -> Generator[tuple[float, Picture | None], None, None]:
        """Each picture (BGR; None: damaged) with its raw time stamp in seconds. Raises SourceError."""


Source = Live | Recorded


def steady_clock() -> float:
    """Seconds from an arbitrary start, never backwards, which go on while the machine sleeps."""
    clock: int | None = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
    return time.monotonic() if clock is None else time.clock_gettime(clock)


def every_frame(source: Recorded, turns: int = 0, since: int = 0) -> Iterator[Frame]:
    """Each frame of a recorded source once, as fast as they are asked for: no thread, no drops, the same every time.

    turns: quarter turns counter-clockwise. since: the number of the first one that is wanted. Damaged pictures are left
    out (their numbers are missing). Raises SourceError: NO_FRAMES where there was none at all, CUT_SHORT after the last
    frame of a video that breaks off.
    """
    for number, moment, picture in steady_shots(source):
        if picture is not None and number >= since:
            yield as_frame(picture, moment, number, turns)


def held(frames: Iterable[Frame], seconds: float, step: float = 0.25) -> Iterator[Frame]:
    """Each frame again and again, for so long, as a camera would go on seeing what a photo shows."""
    for frame in frames:
        for number in range(round(seconds / step)):
            yield replace(frame, time=frame.time + number * step)


def steady_shots(source: Recorded) -> Generator[tuple[int, float, Picture | None], None, None]:
    """Number, time and picture of each shot; the times start at 0 and rise, whatever the container's stamps say."""
    first: float | None = None
    last, found = -source.step, False
    for number, (stamp, picture) in enumerate(source.shots()):
        if first is None and math.isfinite(stamp):
            first = stamp - (last + source.step)
        moment = stamp - first if first is not None else math.nan
        last = moment if moment > last else last + source.step  # also where it is not a number
        found = found or picture is not None
        yield number, last, picture
    if not found:
        raise SourceError(source.name, SourceFault.NO_FRAMES)


def as_frame(picture: Picture, moment: float, number: int, turns: int = 0) -> Frame:
    """The frame of a picture turned by `turns` quarter turns counter-clockwise; nobody may draw on it from here on."""
    turn = _TURNS[turns % 4]
    image = picture if turn is None else np.asarray(cv2.rotate(picture, turn), np.uint8)
    image.flags.writeable = False
    return Frame(image, moment, number)
