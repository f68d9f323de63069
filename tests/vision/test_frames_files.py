"""Frames from videos and photos, and what `open_source` makes of what a user names."""

from __future__ import annotations

import math
import re
import sys
import time
from collections.abc import Generator, Iterable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from companion.language import LANGUAGES, Language
from vision.frames import (
    Capture,
    Frame,
    Recorded,
    RecordFault,
    SourceError,
    SourceFault,
    State,
    every_frame,
    open_source,
)
from vision.frames.frame import as_frame
from vision.frames.http_stream import HttpStream
from vision.frames.matroska import film_head, film_picture
from vision.frames.opencv_sources import Camera, NetworkStream
from vision.photo import Picture, load_photo

RATE = 10
COUNT = 30


def shade(number: int) -> int:
    """The grey of a frame of the videos below."""
    return 10 + 8 * number


def plain(value: int, width: int = 96, height: int = 64) -> Picture:
    return np.full((height, width, 3), value, np.uint8)


def video(path: Path, codec: str, values: Iterable[int] = map(shade, range(COUNT)), rate: float = RATE) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*codec), rate, (96, 64))
    for value in values:
        writer.write(plain(value))
    writer.release()
    return path


@pytest.fixture(scope="module")
def videos(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("videos")
    codecs = {"mp4": "mp4v", "avi": "MJPG", "mkv": "MJPG"}
    return {kind: video(folder / f"film.{kind}", codec, map(shade, range(COUNT))) for kind, codec in codecs.items()}


def recorded(path: Path | str, interval: float = 1.0) -> Recorded:
    source = open_source(str(path), interval)
    assert isinstance(source, Recorded)
    return source


def told(source: Recorded) -> tuple[list[Frame], SourceFault | None]:
    """All frames of a source, and what it says at the end."""
    frames: list[Frame] = []
    try:
        for frame in every_frame(source):
            frames.append(frame)
    except SourceError as error:
        return frames, error.fault
    return frames, None


def greys(frames: Iterable[Frame]) -> list[int]:
    """Which frames of `video` these are."""
    return [round((float(frame.image.mean()) - 9) / 8) for frame in frames]


def fault_of(text: str) -> SourceFault:
    with pytest.raises(SourceError) as caught:
        open_source(text)
    return caught.value.fault


@pytest.mark.parametrize("kind", ["mp4", "avi", "mkv"])
def test_every_frame_of_a_video_comes_once_in_its_own_time(videos: dict[str, Path], kind: str) -> None:
    source = recorded(videos[kind])
    frames, fault = told(source)
    assert fault is None
    assert greys(frames) == list(range(COUNT))
    assert [frame.number for frame in frames] == list(range(COUNT))
    assert [frame.time for frame in frames] == pytest.approx([n / RATE for n in range(COUNT)], abs=0.002)
    assert frames[0].image.shape == (64, 96, 3)
    assert frames[0].image.dtype == np.uint8
    again, _ = told(source)
    assert all(
        np.array_equal(a.image, b.image) and (a.time, a.number) == (b.time, b.number)
        for a, b in zip(frames, again, strict=True)
    )


def test_a_video_is_known_by_its_content_and_not_by_its_name(videos: dict[str, Path], tmp_path: Path) -> None:
    odd = tmp_path / "a %03d film: 1.avi"
    odd.write_bytes(videos["mp4"].read_bytes())
    assert len(told(recorded(odd))[0]) == COUNT


@pytest.mark.parametrize("kind", ["avi", "mkv"])
def test_a_video_that_breaks_off_is_given_to_there_and_told(
    videos: dict[str, Path], kind: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    whole = videos[kind].read_bytes()
    cut = tmp_path / f"cut.{kind}"
    cut.write_bytes(whole[: len(whole) * 11 // 20])
    frames, fault = told(recorded(cut))
    assert 3 < len(frames) < COUNT - 5
    assert greys(frames[:-1]) == list(range(len(frames) - 1))
    assert fault is SourceFault.CUT_SHORT
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(("rate", "count"), [(0.5, 5), (300.0, 300)])
def test_a_whole_video_of_an_unusual_rate_does_not_break_off(rate: float, count: int, tmp_path: Path) -> None:
    frames, fault = told(recorded(video(tmp_path / "odd.avi", "MJPG", [100] * count, rate)))
    assert (len(frames), fault) == (count, None)


def test_a_video_without_its_index_cannot_be_read(videos: dict[str, Path], tmp_path: Path) -> None:
    cut = tmp_path / "cut.mp4"
    cut.write_bytes(videos["mp4"].read_bytes()[:2000])
    assert fault_of(str(cut)) is SourceFault.WRONG_TYPE


@pytest.mark.parametrize("kind", ["mp4", "avi", "mkv"])
def test_behind_damaged_frames_the_video_goes_on(
    videos: dict[str, Path], kind: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    content = bytearray(videos[kind].read_bytes())
    starts = [
        found.start() for found in re.finditer(b"\x00\x00\x01\xb6" if kind == "mp4" else b"\xff\xd8\xff", content)
    ]
    inside = (starts[12] + 3 * starts[13]) // 4
    content[inside : inside + 12] = b"tabletopcard"
    damaged = tmp_path / f"damaged.{kind}"
    damaged.write_bytes(content)
    frames, fault = told(recorded(damaged))
    assert fault is None
    assert COUNT - 8 <= len(frames) <= COUNT
    assert greys(frames[:12]) == list(range(12))
    assert greys(frames[-3:]) == [COUNT - 3, COUNT - 2, COUNT - 1]
    assert all(a.time < b.time for a, b in pairwise(frames))
    assert capfd.readouterr().err == ""


def test_a_file_that_goes_away_is_told(videos: dict[str, Path], tmp_path: Path) -> None:
    film = tmp_path / "film.avi"
    film.write_bytes(videos["avi"].read_bytes())
    source = recorded(film)
    film.unlink()
    assert told(source) == ([], SourceFault.CANNOT_OPEN)


def test_a_video_keeps_the_size_of_its_first_frame(tmp_path: Path) -> None:
    sizes = [(96, 64)] * 3 + [(160, 120)] * 3 + [(64, 96)] * 2
    film = film_head(96, 64)
    for number, (width, height) in enumerate(sizes):
        _, jpeg = cv2.imencode(".jpg", plain(shade(number), width, height))
        film += film_picture(number / 10, jpeg.tobytes())
    path = tmp_path / "film.mkv"
    path.write_bytes(film)
    frames, fault = told(recorded(path))
    assert fault is None
    assert [frame.image.shape[1::-1] for frame in frames] == [sizes[0]] * len(sizes)
    assert greys(frames) == list(range(len(sizes)))


@dataclass(frozen=True)
class Stamped(Recorded):
    """A source with the time stamps a test wants; None in `damaged` places."""

    stamps: tuple[float, ...]
    damaged: frozenset[int] = frozenset()
    name: str = "stamped"
    step: float = 0.5

    def shots(self) -> Generator[tuple[float, Picture | None], None, None]:
        for number, stamp in enumerate(self.stamps):
            yield stamp, None if number in self.damaged else plain(200, 8, 8)


@pytest.mark.parametrize(
    ("stamps", "times"),
    [
        ([100.0, 100.1, 100.3], [0.0, 0.1, 0.3]),
        ([0.0, 0.0, 0.0], [0.0, 0.5, 1.0]),
        ([5.0, 6.0, 2.0, 6.2, 9.0], [0.0, 1.0, 1.5, 2.0, 4.0]),
        ([math.nan, 7.0, 7.5, math.nan, 9.0], [0.0, 0.5, 1.0, 1.5, 2.5]),
        ([-1.0, 0.0, -math.inf, 2.0], [0.0, 1.0, 1.5, 3.0]),
    ],
)
def test_times_start_at_nought_and_rise(stamps: list[float], times: list[float]) -> None:
    assert [frame.time for frame in every_frame(Stamped(tuple(stamps)))] == pytest.approx(times)


@settings(max_examples=30)
@given(st.lists(st.floats(width=32), min_size=1, max_size=12))
def test_times_rise_whatever_the_container_says(stamps: list[float]) -> None:
    times = [frame.time for frame in every_frame(Stamped(tuple(stamps)))]
    assert times[0] == 0.0
    assert all(a < b or a > 1e15 for a, b in pairwise(times))  # beyond that a float has no room for half a second
    assert all(a <= b for a, b in pairwise(times))


def test_a_damaged_picture_is_missing_by_its_number() -> None:
    source = Stamped((0.0, 1.0, 2.0), frozenset({1}))
    assert [(frame.number, frame.time) for frame in every_frame(source)] == [(0, 0.0), (2, 2.0)]
    assert told(Stamped((0.0, 1.0), frozenset({0, 1}))) == ([], SourceFault.NO_FRAMES)


@pytest.mark.parametrize("turns", [0, 1, 2, 3, 4, -1])
def test_quarter_turns_go_counter_clockwise(turns: int, tmp_path: Path) -> None:
    picture = plain(40)
    picture[:32, :48] = 200
    Image.fromarray(picture).save(tmp_path / "a.png")
    (frame,) = every_frame(recorded(tmp_path / "a.png"), turns)
    assert np.array_equal(frame.image, np.rot90(picture, turns))
    assert frame.image.flags.c_contiguous


def test_nobody_draws_on_a_frame() -> None:
    with pytest.raises(ValueError, match="read-only"):
        as_frame(plain(9), 0.0, 0).image[0, 0] = 1


# Photos


def photo(path: Path, value: int, orientation: int = 1) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    picture = plain(value)
    picture[:, :48] = 250
    Image.fromarray(picture).save(path, exif=exif, quality=95)


def test_photos_of_a_folder_come_in_the_order_people_count(tmp_path: Path) -> None:
    for number in (10, 2, 1, 33):
        photo(tmp_path / f"Table {number}.jpg", number)
    photo(tmp_path / ".table 5.jpg", 5)
    (tmp_path / "notes.txt").write_text("not a picture")
    (tmp_path / "empty 11").mkdir()
    (tmp_path / "Table 4.mp4").write_bytes(bytes(100))
    frames, fault = told(recorded(tmp_path, 0.5))
    assert fault is None
    assert [int(frame.image[32, 80, 0]) for frame in frames] == pytest.approx([1, 2, 10, 33], abs=2)
    assert [(frame.number, frame.time) for frame in frames] == [(0, 0.0), (1, 0.5), (2, 1.0), (3, 1.5)]


def test_photos_are_upright(tmp_path: Path) -> None:
    for orientation in range(1, 9):
        photo(tmp_path / f"{orientation}.jpg", 20, orientation)
    frames, _ = told(recorded(tmp_path))
    assert [frame.image.shape[:2] for frame in frames] == [(64, 96)] * 4 + [(96, 64)] * 4
    for frame, path in zip(frames, sorted(tmp_path.iterdir()), strict=True):
        assert np.array_equal(frame.image, load_photo(path))


def test_a_damaged_photo_is_left_out_and_counted(tmp_path: Path) -> None:
    for name in "abc":
        photo(tmp_path / f"{name}.jpg", 60)
    (tmp_path / "b.jpg").write_bytes((tmp_path / "a.jpg").read_bytes()[:500])
    frames, fault = told(recorded(tmp_path))
    assert [frame.number for frame in frames] == [0, 2]
    assert fault is None
    with Capture(recorded(tmp_path, 0.01)) as capture:
        while capture.wait(5) is not None:
            pass
        assert (capture.status.state, capture.status.damaged) == (State.ENDED, 1)


# What the user names

HALF_PNG = cv2.imencode(".png", np.arange(4096, dtype=np.uint8).reshape(64, 64))[1].tobytes()[:90]


@pytest.mark.parametrize(
    ("name", "content", "fault"),
    [
        ("missing.mp4", None, SourceFault.NOT_FOUND),
        ("\0", None, SourceFault.NOT_FOUND),
        ("", None, SourceFault.NO_PICTURES),  # the folder itself
        ("notes.txt", b"one\ntwo\n" * 300, SourceFault.WRONG_TYPE),
        ("list.m3u8", b"#EXTM3U\nhttp://127.0.0.1:9/a.ts\n", SourceFault.WRONG_TYPE),
        ("noise.mp4", np.random.default_rng(3).bytes(20_000), SourceFault.WRONG_TYPE),
        ("empty.avi", b"", SourceFault.DAMAGED),
        ("half.png", HALF_PNG, SourceFault.DAMAGED),
    ],
)
def test_files_that_are_no_source(
    name: str, content: bytes | None, fault: SourceFault, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    assert fault_of(f"{tmp_path}/{name}") is fault
    assert capfd.readouterr().err == ""


def test_a_folder_of_damaged_photos_only_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(HALF_PNG)
    assert told(recorded(tmp_path)) == ([], SourceFault.NO_FRAMES)


def test_no_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    photo(tmp_path / "a.jpg", 9)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", refuse)
        assert fault_of(str(tmp_path / "a.jpg")) is SourceFault.NO_PERMISSION
    monkeypatch.setattr(Path, "iterdir", refuse)
    assert fault_of(str(tmp_path)) is SourceFault.NO_PERMISSION


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("rtsp://anna:secret@phone:8554/table", NetworkStream("rtsp://phone:8554/table", "?")),
        ("HTTP://phone:8080/video", HttpStream("http://phone:8080/video", "?")),
        (" https://a:b@phone/video ", HttpStream("https://phone/video", "?")),
    ],
)
def test_addresses(text: str, source: NetworkStream | HttpStream) -> None:
    opened = open_source(text)
    assert opened == type(source)(source.name, text.strip())
    assert "secret" not in opened.name


@pytest.mark.parametrize(
    "text",
    [
        *("ftp://phone/video", "file:///etc/passwd", "rtsp://[phone/x", "http:///video"),
        *("http://phone:port/video", "http://phone:99999/video", "rtsp://:8554/table"),
    ],
)
def test_wrong_addresses(text: str) -> None:
    assert fault_of(text) is SourceFault.WRONG_ADDRESS


def test_cameras_by_number_and_device(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    assert open_source("0") == Camera("0", Path("/dev/video0"))
    monkeypatch.setattr(sys, "platform", "darwin")
    assert open_source("1") == Camera("1", 1)


@pytest.mark.skipif(sys.platform != "linux", reason="devices are files there")
def test_a_device_that_is_no_camera(capfd: pytest.CaptureFixture[str]) -> None:
    camera = open_source("/dev/null")
    assert isinstance(camera, Camera)
    with pytest.raises(SourceError) as caught:
        next(camera.pictures())
    assert caught.value.fault is SourceFault.CANNOT_OPEN
    assert capfd.readouterr().err == ""


# Played in real time


def test_a_video_is_played_in_its_own_time(videos: dict[str, Path]) -> None:
    source = recorded(videos["avi"])
    start = time.monotonic()
    with Capture(source, turns=1) as capture:
        seen = []
        while (frame := capture.wait(5)) is not None and frame.number < 5:
            assert frame.time <= time.monotonic() - start + 0.005
            seen.append(frame)
        assert capture.status.state is State.LIVE
    assert frame is not None
    assert frame.number >= 5
    assert [frame.number for frame in seen] == sorted({frame.number for frame in seen})
    assert seen[0].image.shape == (96, 64, 3)
    assert capture.wait(0) is None


def test_a_slow_reader_of_a_video_misses_frames_but_not_the_last() -> None:
    with Capture(Stamped(tuple(n / 100 for n in range(60)))) as capture:
        numbers = []
        while (frame := capture.wait(5)) is not None:
            numbers.append(frame.number)
            time.sleep(0.1)
    assert numbers == sorted(numbers)
    assert len(numbers) < 15
    assert numbers[-1] == 59


def test_every_fault_and_every_state_that_is_told_has_its_words() -> None:
    keys = [
        *(f"frames.{fault}" for fault in SourceFault),
        *(f"frames.state_{state}" for state in (State.LIVE, State.LOST)),
        *(f"recording.{fault}" for fault in RecordFault),
    ]
    for code in LANGUAGES:
        texts = Language.load(code).texts
        assert [key for key in keys if not texts.get(key)] == []
