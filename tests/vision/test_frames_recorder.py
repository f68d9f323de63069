"""Films of what the camera saw: they play with the same times, survive a kill, and never hold up the game."""

from __future__ import annotations

import errno
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Iterator
from io import FileIO
from pathlib import Path

import cv2
import numpy as np
import pytest

import vision.frames.recorder as recorder_module
from vision.frames import Frame, Recorded, Recorder, RecordFault, RecordStatus, every_frame, open_source
from vision.frames.matroska import film_head, film_picture
from vision.photo import Picture


def frame(number: int, time: float, width: int = 96, height: int = 64) -> Frame:
    return Frame(np.full((height, width, 3), 10 + 8 * (number % 30), np.uint8), time, number)


def film(recorder: Recorder, frames: list[Frame]) -> RecordStatus:
    for one in frames:
        recorder.add(one)
    recorder.close()
    return recorder.status


def played(path: Path) -> list[tuple[int, float]]:
    """Which frames a film shows, and when."""
    source = open_source(str(path))
    assert isinstance(source, Recorded)
    return [(round((float(one.image.mean()) - 10) / 8), round(one.time, 3)) for one in every_frame(source)]


def test_a_film_plays_with_the_times_the_frames_had(tmp_path: Path) -> None:
    times = [40.0, 40.21, 40.9, 41.1, 71.1, 71.35]
    recorder = Recorder(tmp_path / "game.mkv", waiting=10)
    status = film(recorder, [frame(n, time) for n, time in enumerate(times)])
    assert status == RecordStatus((tmp_path / "game.mkv",), 6, 0, None)
    assert played(tmp_path / "game.mkv") == [(n, round(time - 40, 3)) for n, time in enumerate(times)]


def test_no_more_frames_are_kept_than_asked_for(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "game.mkv", rate=5, waiting=100)
    status = film(recorder, [frame(n, n / 30) for n in range(30)])
    assert (status.written, status.dropped) == (5, 0)
    assert [time for _, time in played(tmp_path / "game.mkv")] == pytest.approx([0, 0.2, 0.4, 0.6, 0.8], abs=0.002)


def test_a_film_is_never_overwritten(tmp_path: Path) -> None:
    for name in ("game.mkv", "game-2.mkv"):
        (tmp_path / name).write_text("mine")
    assert film(Recorder(tmp_path / "game.mkv"), [frame(0, 0.0)]).paths == (tmp_path / "game-3.mkv",)
    assert (tmp_path / "game.mkv").read_text() == (tmp_path / "game-2.mkv").read_text() == "mine"
    assert played(tmp_path / "game-3.mkv") == [(0, 0.0)]


def test_frames_of_another_size_begin_another_film(tmp_path: Path) -> None:
    frames = [frame(0, 5.0), frame(1, 6.0), frame(2, 7.0, 64, 96), frame(3, 8.5, 64, 96), frame(4, 9.0)]
    status = film(Recorder(tmp_path / "game.mkv", rate=30, waiting=9), frames)
    assert status.written == 5
    assert [played(path) for path in status.paths] == [[(0, 0.0), (1, 1.0)], [(2, 0.0), (3, 1.5)], [(4, 0.0)]]


def test_nothing_is_written_where_no_frame_came(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "game.mkv")
    recorder.close()
    recorder.close()
    recorder.add(frame(0, 0.0))
    assert recorder.status == RecordStatus()
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def slow_disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """A disk that takes nothing until the event is set."""
    free, write = threading.Event(), recorder_module._write

    def wait(file: FileIO, data: bytes) -> None:
        free.wait(20)
        write(file, data)

    monkeypatch.setattr(recorder_module, "_write", wait)
    yield free
    free.set()


def test_a_slow_disk_drops_frames_and_says_how_many(tmp_path: Path, slow_disk: threading.Event) -> None:
    recorder = Recorder(tmp_path / "game.mkv", waiting=3)
    alive: weakref.WeakValueDictionary[int, Picture] = weakref.WeakValueDictionary()
    for number in range(1000):
        one = frame(number, float(number))
        alive[number] = one.image
        recorder.add(one)
    assert len(alive) <= 5
    slow_disk.set()
    recorder.close()
    status = recorder.status
    assert status.written + status.dropped == 1000
    assert 3 <= status.written <= 4
    assert len(played(tmp_path / "game.mkv")) == status.written


@pytest.mark.parametrize(
    ("number", "fault"),
    [
        (errno.ENOSPC, RecordFault.FULL),
        (errno.EDQUOT, RecordFault.FULL),
        (errno.EFBIG, RecordFault.FULL),
        (errno.EROFS, RecordFault.NO_PERMISSION),
        (errno.EIO, RecordFault.FAILING),
    ],
)
def test_a_disk_that_fails_ends_the_film_and_not_the_game(
    number: int, fault: RecordFault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writes, write = iter(range(100)), recorder_module._write

    def fail_in_the_middle(file: FileIO, data: bytes) -> None:
        if next(writes) == 4:
            write(file, data[: len(data) // 2])
            raise OSError(number, "no more")
        write(file, data)

    monkeypatch.setattr(recorder_module, "_write", fail_in_the_middle)
    status = film(Recorder(tmp_path / "game.mkv", waiting=20), [frame(n, float(n)) for n in range(9)])
    assert (status.written, status.fault) == (3, fault)
    assert played(tmp_path / "game.mkv")[:3] == [(0, 0.0), (1, 1.0), (2, 2.0)]


def test_a_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    for folder in ("nowhere", "file"):
        recorder = Recorder(tmp_path / folder / "game.mkv")
        assert film(recorder, [frame(0, 0.0), frame(1, 1.0)]) == RecordStatus(fault=RecordFault.NO_FOLDER)

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "no")

    monkeypatch.setattr(Path, "open", refuse)
    assert film(Recorder(tmp_path / "game.mkv"), [frame(0, 0.0)]).fault is RecordFault.NO_PERMISSION


def test_a_picture_too_large_for_jpeg_ends_the_film(tmp_path: Path) -> None:
    assert film(Recorder(tmp_path / "game.mkv"), [frame(0, 0.0, 70_000, 1)]).fault is RecordFault.FAILING


def test_a_killed_program_leaves_a_film_that_plays(tmp_path: Path) -> None:
    program = (
        "import os, signal, sys, time, pathlib, numpy as np\n"
        "from vision.frames import Frame, Recorder\n"
        "recorder = Recorder(pathlib.Path(sys.argv[1]), waiting=100)\n"
        "for n in range(30):\n"
        "    recorder.add(Frame(np.full((64, 96, 3), 10 + 8 * n, np.uint8), n / 4, n))\n"
        "while recorder.status.written < 30:\n"
        "    time.sleep(0.001)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    path = tmp_path / "game.mkv"
    command = [sys.executable, "-c", program, str(path)]
    killed = subprocess.run(command, capture_output=True, timeout=60, cwd=Path(__file__).parents[2])
    assert killed.returncode == -signal.SIGKILL
    assert played(path) == [(n, n / 4) for n in range(30)]


def test_a_film_cut_anywhere_plays_to_there(tmp_path: Path) -> None:
    jpegs = [cv2.imencode(".jpg", frame(n, 0.0).image)[1].tobytes() for n in range(6)]
    pieces = [film_head(96, 64), *(film_picture(n / 2, jpeg) for n, jpeg in enumerate(jpegs))]
    whole = b"".join(pieces)
    path = tmp_path / "game.mkv"
    for end in range(len(whole) - len(pieces[-1]) + 1, len(whole), 97):  # somewhere in the last picture
        path.write_bytes(whole[:end])
        assert played(path)[:5] == [(n, n / 2) for n in range(5)]
