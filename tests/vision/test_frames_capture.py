"""The newest frame wins, nothing piles up, and a lost camera is told and found again: with cameras made for tests."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Generator, Sequence
from pathlib import Path
from typing import ClassVar

import cv2
import numpy as np
import pytest

from tests.vision.loopback import until
from vision.frames import Capture, Frame, Live, Recorded, SourceError, SourceFault, State
from vision.frames.capture import Pace
from vision.frames.opencv_sources import Camera
from vision.photo import Picture

STEP = 0.01


def picture(value: int = 100) -> Picture:
    return np.full((32, 48, 3), value, np.uint8)


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


Event = Picture | SourceError | None | Callable[[], object]  # None: a damaged picture; a function is called


class Scripted(Live):
    """A camera that goes through one list of events each time it is opened; after the last list it hangs."""

    def __init__(self, *sessions: Sequence[Event]) -> None:
        self.name = "scripted"
        self.sessions = sessions
        self.opened = self.released = 0
        self.let_go = threading.Event()

    def pictures(self) -> Generator[Picture | None, None, None]:
        self.opened += 1
        try:
            if self.opened > len(self.sessions):
                self.let_go.wait(20)
                return
            for event in self.sessions[self.opened - 1]:
                if isinstance(event, SourceError):
                    raise event
                if callable(event):
                    event()
                else:
                    yield event
        finally:
            self.released += 1


def lost(fault: SourceFault = SourceFault.LOST) -> SourceError:
    return SourceError("scripted", fault)


def pause(seconds: float = STEP) -> Callable[[], None]:
    return lambda: time.sleep(seconds)


def readers() -> int:
    """The threads that read a source just now."""
    return sum(thread.name == "frames" for thread in threading.enumerate())


def frames_of(capture: Capture, count: int) -> list[Frame]:
    frames = []
    while len(frames) < count:
        frame = capture.wait(10)
        assert frame is not None
        frames.append(frame)
    return frames


class Flood(Live):
    """A camera that gives thousands of pictures and counts those that are alive; half-way it waits for `go_on`."""

    name = "flood"

    def __init__(self, count: int) -> None:
        self.count = count
        self.go_on = threading.Event()
        self.alive: weakref.WeakValueDictionary[int, Picture] = weakref.WeakValueDictionary()
        self.most = 0

    def pictures(self) -> Generator[Picture, None, None]:
        for number in range(self.count):
            if number == self.count // 2:
                self.go_on.wait(20)
            image = picture(number % 256)
            self.alive[number] = image
            self.most = max(self.most, len(self.alive))
            yield image
        raise lost()


def test_thousands_of_frames_and_a_slow_reader_leave_a_few_alive() -> None:
    camera = Flood(4000)
    with Capture(camera, retry=60) as capture:
        held = capture.wait(10)
        assert held is not None
        camera.go_on.set()  # only now, or a reader that was kept from its turn could have taken the last picture
        until(lambda: capture.status.state is State.LOST)
        newest = capture.newest()
        assert newest is not None
        assert newest.number == 3999  # nothing newer was missed, and all between was dropped
        assert held.number < 2000
        assert camera.most <= 4
        del held, newest
        until(lambda: len(camera.alive) <= 1)  # the last one, held by the camera itself


def test_a_frame_is_given_once() -> None:
    with Capture(Scripted([picture(7)])) as capture:
        frame = capture.wait(10)
        assert frame is not None
        assert (int(frame.image[0, 0, 0]), frame.number) == (7, 0)
        assert capture.newest() is None
        assert capture.wait(0.01) is None


def test_a_lost_camera_is_told_and_found_again() -> None:
    found = threading.Event()
    camera = Scripted(
        [picture(1), pause(), lost()],
        [found.wait, lost(SourceFault.NOT_FOUND)],
        [picture(2), pause(), picture(3), pause()],  # ends without a word
    )
    with Capture(camera, retry=0.001) as capture:
        (first,) = frames_of(capture, 1)
        until(lambda: camera.opened == 2)
        status = capture.status
        assert (status.state, status.since, status.fault) == (State.LOST, first.time, SourceFault.LOST)
        assert capture.wait(0.01) is None
        found.set()
        (second,) = frames_of(capture, 1)
        until(lambda: camera.opened == 4)
        assert capture.status.state is State.LOST
        assert second.number >= 1
        assert second.time > first.time
        assert second.image.max() in (2, 3)
        camera.let_go.set()
    assert camera.released == camera.opened


def test_the_state_says_since_when_the_camera_is_back() -> None:
    held = threading.Event()
    camera = Scripted([picture(1), lost()], [pause(), picture(2), held.wait])
    with Capture(camera, retry=0.001) as capture:
        until(lambda: camera.opened == 2 and capture.status.state is State.LIVE)
        (frame,) = frames_of(capture, 1)
        status = capture.status
        assert (status.state, status.since, status.fault) == (State.LIVE, frame.time, None)
        assert frame.time > 0
        held.set()
        camera.let_go.set()


@pytest.mark.parametrize("fault", [SourceFault.NOT_FOUND, SourceFault.CANNOT_OPEN])
def test_what_cannot_be_opened_at_all_ends_with_its_fault(fault: SourceFault) -> None:
    camera = Scripted([lost(fault)])
    with Capture(camera) as capture:
        assert capture.wait(10) is None
        assert (capture.status.state, capture.status.fault) == (State.ENDED, fault)
    assert capture.status.fault is fault
    assert camera.opened == camera.released == 1


def test_a_camera_without_one_whole_picture_ends() -> None:
    with Capture(Scripted([None, None])) as capture:
        assert capture.wait(10) is None
        status = capture.status
    assert (status.state, status.fault, status.damaged) == (State.ENDED, SourceFault.NO_FRAMES, 2)


def test_damaged_pictures_are_counted_and_missing_by_number() -> None:
    with Capture(Scripted([None, picture(), None, pause(0.05), lost()]), retry=60) as capture:
        (frame,) = frames_of(capture, 1)
        until(lambda: capture.status.state is State.LOST)
        assert frame.number == 1
        assert capture.status.damaged == 2


def test_it_is_looked_for_ever_more_slowly_and_again_at_once_after_it_was_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    camera = Scripted([picture(), lost()], *[[lost()]] * 6, [picture(), lost()])
    capture = Capture(camera)
    pauses: list[float] = []
    monkeypatch.setattr(capture._stopping, "wait", pauses.append)
    with capture:
        until(lambda: camera.opened == 9)
        camera.let_go.set()
    assert pauses[:8] == [0.25, 0.5, 1.0, 2.0, 4.0, 5.0, 5.0, 0.25]


def test_after_a_gap_the_camera_is_opened_anew_and_nothing_old_is_shown() -> None:
    clock = Clock()

    def sleep() -> None:
        clock.now += 3600

    taken = threading.Event()
    old = [picture(value) for value in range(50, 60)]
    held = threading.Event()
    camera = Scripted([picture(1), taken.wait, sleep, *old], [picture(2), held.wait])
    with Capture(camera, retry=0.02, clock=clock) as capture:
        (before,) = frames_of(capture, 1)
        taken.set()
        (after,) = frames_of(capture, 1)
        assert after.image.max() == 2
        assert after.time == before.time + 3600
        assert camera.released == 1
        held.set()
        camera.let_go.set()


def test_times_do_not_go_back_with_the_clock() -> None:
    clock = Clock()
    taken = threading.Event()

    def back() -> None:
        clock.now -= 500

    camera = Scripted([pause(), picture(1), taken.wait, back, picture(2)])
    with Capture(camera, clock=clock) as capture:
        clock.now += 5
        times = [frames_of(capture, 1)[0].time]
        taken.set()
        times.append(frames_of(capture, 1)[0].time)
        camera.let_go.set()
    assert times[0] <= times[1]


def test_a_camera_that_hangs_is_told_as_lost_and_left_behind() -> None:
    clock = Clock()
    hanging = threading.Event()
    camera = Scripted([picture(), hanging.wait, lost()])
    capture = Capture(camera, clock=clock)
    capture.start()
    (frame,) = frames_of(capture, 1)
    assert capture.status.state is State.LIVE
    clock.now += 3.1
    status = capture.status
    assert (status.state, status.since, status.fault) == (State.LOST, frame.time, SourceFault.SILENT)
    hanging.set()
    camera.let_go.set()
    capture.close()


def test_closing_does_not_wait_for_a_driver_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.frames.capture._GOODBYE", 0.05)
    hanging = threading.Event()
    camera = Scripted([picture(), hanging.wait, picture(9)])
    capture = Capture(camera)
    capture.start()
    frames_of(capture, 1)
    capture.close()
    assert capture.status.state is State.ENDED
    assert camera.released == 0
    hanging.set()
    until(lambda: camera.released == 1)  # the thread ends by itself
    assert capture.newest() is None
    assert capture.status.state is State.ENDED


def test_closing_ends_the_thread_and_releases_the_camera() -> None:
    camera = Scripted([picture(), *[pause(0.001), picture()] * 5000])
    until(lambda: readers() == 0)
    with Capture(camera) as capture:
        frames_of(capture, 2)
        assert readers() == 1
    assert readers() == 0
    assert camera.released == 1
    capture.close()
    assert capture.wait() is None


def test_closing_before_it_was_started() -> None:
    capture = Capture(Scripted())
    capture.close()
    assert capture.wait() is None


def test_closing_while_it_is_looked_for_is_at_once() -> None:
    camera = Scripted([picture(), lost()])
    with Capture(camera, retry=60) as capture:
        until(lambda: capture.status.state is State.LOST)
        start = time.monotonic()
    assert time.monotonic() - start < 1.5
    assert camera.opened == 1


def test_what_broke_the_thread_reaches_the_reader() -> None:
    def broken() -> None:
        raise ZeroDivisionError

    with Capture(Scripted([broken])) as capture, pytest.raises(ZeroDivisionError):
        capture.wait(10)


def test_a_program_ends_though_its_camera_hangs() -> None:
    program = (
        "import time\n"
        "from vision.frames import Capture, Live\n"
        "class Hanging(Live):\n"
        "    name = 'hanging'\n"
        "    def pictures(self):\n"
        "        time.sleep(60)\n"
        "        yield None\n"
        "Capture(Hanging()).start()\n"
        "print('done')\n"
    )
    root = Path(__file__).parents[2]
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=40, cwd=root)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "done\n", "")


# The pace of a playback


def test_the_pace_is_that_of_the_stamps() -> None:
    clock = Clock()
    pace = Pace(clock)
    assert pace.pause(0.0) == 0.0
    assert pace.pause(0.5) == pytest.approx(0.5)
    clock.now += 0.4
    assert pace.pause(0.5) == pytest.approx(0.1)
    clock.now += 0.9
    assert pace.pause(1.0) == 0.0  # late: it catches up
    assert pace.pause(1.5) == pytest.approx(0.2)


def test_after_a_sleep_the_playback_goes_on_where_it_was() -> None:
    clock = Clock()
    pace = Pace(clock)
    pace.pause(0.0)
    clock.now += 3600
    assert pace.pause(0.1) == 0.0
    assert pace.pause(0.2) == pytest.approx(0.1)  # no burst


def test_a_long_gap_in_the_stamps_is_cut_short() -> None:
    clock = Clock()
    pace = Pace(clock)
    pace.pause(0.0)
    assert pace.pause(7200.0) == pytest.approx(10.0)
    clock.now += 10.0
    assert pace.pause(7200.1) == pytest.approx(0.1)


class Short(Recorded):
    """Three pictures, then nothing or an error."""

    name, step = "short", 0.01

    def __init__(self, error: Exception | None = None) -> None:
        self.error = error

    def shots(self) -> Generator[tuple[float, Picture | None], None, None]:
        for number in range(3):
            yield number * self.step, picture(number)
        if self.error is not None:
            raise self.error


@pytest.mark.parametrize("fault", [None, SourceFault.CUT_SHORT])
def test_a_recorded_source_ends_and_its_last_frame_can_still_be_taken(fault: SourceFault | None) -> None:
    with Capture(Short(None if fault is None else lost(fault))) as capture:
        until(lambda: capture.status.state is State.ENDED)
        frame = capture.wait()
        assert frame is not None
        assert frame.number == 2
        assert capture.wait() is None
        assert (capture.status.fault, capture.status.since) == (fault, frame.time)


def test_a_recorded_source_is_played_from_a_picture_on() -> None:
    with Capture(Short(), since=2) as capture:
        (frame,) = frames_of(capture, 1)
        until(lambda: capture.status.state is State.ENDED)
    assert (frame.number, frame.time) == (2, 0.02)


# A camera at this machine, with a double in OpenCV's place


class Device:
    """What `cv2.VideoCapture` is to a camera that gives some pictures."""

    opens: ClassVar[bool] = True
    breaks: ClassVar[bool] = False
    gives: ClassVar[int] = 3
    made: ClassVar[list[Device]] = []

    def __init__(self, where: int | str, backend: int, settings: Sequence[int] = ()) -> None:
        self.where, self.backend = where, backend
        self.settings: dict[int, float] = {}
        self.left, self.is_released = self.gives, False
        self.made.append(self)

    def isOpened(self) -> bool:  # noqa: N802
        return self.opens

    def set(self, setting: int, value: float) -> bool:
        self.settings[setting] = value
        return False

    def read(self) -> tuple[bool, Picture | None]:
        self.left -= 1
        if self.left < 0 and self.breaks:
            raise cv2.error("unplugged")
        return (True, picture()) if self.left >= 0 else (False, None)

    def release(self) -> None:
        self.is_released = True


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch) -> type[Device]:
    class Fresh(Device):
        made: ClassVar[list[Device]] = []

    monkeypatch.setattr(cv2, "VideoCapture", Fresh)
    return Fresh


@pytest.mark.parametrize("breaks", [False, True])
def test_a_camera_gives_pictures_until_it_is_unplugged(
    device: type[Device], breaks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(device, "breaks", breaks)
    assert len(list(Camera("0", 0).pictures())) == 3
    (opened,) = device.made
    assert opened.settings[cv2.CAP_PROP_FRAME_WIDTH] == 1920
    assert opened.settings[cv2.CAP_PROP_BUFFERSIZE] == 1
    assert opened.is_released


@pytest.mark.parametrize(("name", "value"), [("opens", False), ("gives", 0)])
def test_a_camera_that_another_program_uses(
    device: type[Device], monkeypatch: pytest.MonkeyPatch, name: str, value: int
) -> None:
    monkeypatch.setattr(device, name, value)
    with pytest.raises(SourceError) as caught:
        next(Camera("0", 0).pictures())
    assert caught.value.fault is SourceFault.CANNOT_OPEN
    assert device.made[0].is_released


def test_a_camera_by_its_file(device: type[Device], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "video0"
    camera = Camera("0", path)
    with pytest.raises(SourceError) as caught:
        next(camera.pictures())
    assert caught.value.fault is SourceFault.NOT_FOUND
    path.touch()
    assert len(list(camera.pictures())) == 3
    assert (device.made[0].where, device.made[0].backend) == (str(path), cv2.CAP_V4L2)
    monkeypatch.setattr("os.access", lambda *_: False)
    with pytest.raises(SourceError) as caught:
        next(camera.pictures())
    assert caught.value.fault is SourceFault.NO_PERMISSION
    assert len(device.made) == 1


def test_an_unplugged_camera_is_found_when_it_is_back(device: type[Device], tmp_path: Path) -> None:
    path = tmp_path / "video0"
    path.touch()
    with Capture(Camera("0", path), retry=0.01) as capture:
        frames_of(capture, 1)
        path.unlink()
        until(lambda: capture.status.state is State.LOST)
        opened = len(device.made)
        path.touch()
        frames_of(capture, 1)
        assert len(device.made) > opened - 1
