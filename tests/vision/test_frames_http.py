"""MJPEG over HTTP: a phone made for the test, on loopback, that is switched off and on again."""

from __future__ import annotations

import base64
import socket
import time
from collections.abc import Callable, Iterator
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import vision.frames.http_stream
from tests.vision.loopback import Device, until
from vision.frames import Capture, Live, SourceError, SourceFault, State, open_source
from vision.frames.http_stream import PartReader, decoded
from vision.photo import Picture

MULTIPART = "Content-Type: multipart/x-mixed-replace; boundary=--table"


def jpeg(value: int, width: int = 64, height: int = 48) -> bytes:
    return cv2.imencode(".jpg", np.full((height, width, 3), value, np.uint8))[1].tobytes()


def part(content: bytes) -> bytes:
    return b"--table\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%s\r\n" % (len(content), content)


class Phone(Device):
    """A phone that answers with `head` and then `parts` over and over."""

    def __init__(
        self,
        parts: list[bytes] | None = None,
        head: str = MULTIPART,
        status: str = "200 OK",
        endless: bool = True,
        pause: float = 0.005,
    ) -> None:
        self.parts = [part(jpeg(100))] if parts is None else parts
        self.head, self.status, self.endless, self.pause = head, status, endless, pause
        self.requests: list[str] = []
        super().__init__()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/video"

    def serve(self, connection: socket.socket) -> None:
        self.requests.append(connection.recv(4096).decode())
        connection.sendall(f"HTTP/1.0 {self.status}\r\n{self.head}\r\n\r\n".encode())
        while True:
            for one in self.parts:
                connection.sendall(one)
                time.sleep(self.pause)
            if not self.endless:
                return


@pytest.fixture
def phone() -> Iterator[Callable[..., Phone]]:
    phones: list[Phone] = []

    def switched_on(*given: Any, **settings: Any) -> Phone:
        phones.append(Phone(*given, **settings))
        return phones[-1]

    yield switched_on
    for one in phones:
        one.off()


def live(url: str) -> Live:
    source = open_source(url)
    assert isinstance(source, Live)
    return source


def first(url: str, count: int = 1) -> list[Picture | None]:
    pictures = live(url).pictures()
    try:
        return [next(pictures) for _ in range(count)]
    finally:
        pictures.close()


def fault_of(url: str) -> SourceFault:
    with pytest.raises(SourceError) as caught:
        first(url)
    assert caught.value.source == url.replace("anna:secret@", "")
    return caught.value.fault


def test_a_phone_that_is_switched_off_is_lost_and_found_again(phone: Callable[..., Phone]) -> None:
    table = phone()
    with Capture(live(table.url), retry=0.02) as capture:
        before = capture.wait(10)
        assert before is not None
        assert before.image.shape == (48, 64, 3)
        assert abs(int(before.image.mean()) - 100) < 3
        table.off()
        until(lambda: capture.status.state is State.LOST)
        assert capture.status.fault in (SourceFault.LOST, SourceFault.UNREACHABLE)
        capture.newest()
        assert capture.wait(0.05) is None
        table.parts = [part(jpeg(200))]
        table.on()
        after = capture.wait(10)
        assert after is not None
        assert abs(int(after.image.mean()) - 200) < 3
        assert after.time > before.time
        assert after.number > before.number
        assert capture.status.state is State.LIVE
    assert capture.status.state is State.ENDED


def test_pictures_may_be_damaged_or_of_another_size(phone: Callable[..., Phone]) -> None:
    whole = jpeg(90)
    parts = [
        part(whole),
        part(whole[: len(whole) // 2]),
        part(b"no picture\xff\xd9"),
        part(b""),
        part(jpeg(90, 80, 64)),
    ]
    seen: list[tuple[int, ...] | None] = []
    pictures = live(phone(parts).url).pictures()
    while not ({(48, 64, 3), (64, 80, 3), None} <= set(seen)):
        picture = next(pictures)
        seen.append(None if picture is None else picture.shape)
    pictures.close()
    assert set(seen) == {(48, 64, 3), (64, 80, 3), None}


def test_a_name_and_password_are_sent_and_not_shown(phone: Callable[..., Phone]) -> None:
    table = phone()
    url = table.url.replace("//", "//anna:se%20cret@")
    first(url)
    assert "Basic " + base64.b64encode(b"anna:se cret").decode() in table.requests[0]
    assert "cret" not in live(url).name


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        ({"status": "401 Unauthorized"}, SourceFault.REFUSED),
        ({"status": "403 Forbidden"}, SourceFault.REFUSED),
        ({"status": "404 Not Found"}, SourceFault.UNREACHABLE),
        ({"status": "nonsense"}, SourceFault.UNREACHABLE),
        ({"head": "Content-Type: text/html"}, SourceFault.NOT_A_STREAM),
        ({"head": "Content-Type: image/jpeg"}, SourceFault.NOT_A_STREAM),
        ({"head": "Content-Type: video/mp4\r\nContent-Length: 5000"}, SourceFault.NOT_A_STREAM),
    ],
)
def test_answers_that_are_no_stream(answer: dict[str, str], fault: SourceFault, phone: Callable[..., Phone]) -> None:
    assert fault_of(phone(**answer).url) is fault


def test_nobody_there(phone: Callable[..., Phone]) -> None:
    table = phone()
    table.off()
    assert fault_of(table.url) is SourceFault.UNREACHABLE
    with Capture(live(table.url)) as capture:
        assert capture.wait(10) is None
        assert (capture.status.state, capture.status.fault) == (State.ENDED, SourceFault.UNREACHABLE)
    assert fault_of(table.url.replace("http://", "rtsp://")) is SourceFault.UNREACHABLE


def test_a_phone_that_falls_silent(phone: Callable[..., Phone], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vision.frames.http_stream, "PATIENCE", 0.2)
    table = phone(pause=5)
    pictures = live(table.url).pictures()
    assert next(pictures) is not None
    with pytest.raises(SourceError) as caught:
        next(pictures)
    assert caught.value.fault is SourceFault.LOST


def test_a_stream_that_ends_is_lost(phone: Callable[..., Phone]) -> None:
    with Capture(live(phone(endless=False).url), retry=60) as capture:
        assert capture.wait(10) is not None
        until(lambda: capture.status.state is State.LOST)
        assert capture.status.fault is SourceFault.LOST


def test_noise_without_end_is_no_stream(phone: Callable[..., Phone], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vision.frames.http_stream, "_LARGEST", 5000)
    assert fault_of(phone([bytes(1000)]).url) is SourceFault.NOT_A_STREAM


# The parts of an answer


def test_of_what_arrived_together_only_the_newest_is_kept() -> None:
    reader = PartReader("table")
    assert reader.feed(b"".join(part(b"%d" % n) for n in range(50)) + part(b"last")[:-3]) == b"49"
    assert reader.feed(b"t\r\n") == b"last"
    assert reader.waiting <= 2


HEADS = {
    "as the standard says": b"\r\n--table\r\nContent-Type: image/jpeg\r\nContent-Length: %(size)d\r\n\r\n%(jpeg)s",
    "without a length": b"--table\r\nContent-Type: image/jpeg\r\n\r\n%(jpeg)s\r\n",
    "four dashes": b"----table\r\ncontent-length:%(size)d\r\n\r\n%(jpeg)s\r\n",
    "bare line feeds": b"--table\nContent-Length: %(size)d\n\n%(jpeg)s\n",
}


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
@pytest.mark.parametrize("boundary", ["table", "--table", '"table"'])
def test_phones_write_their_parts_in_several_ways(head: bytes, boundary: str) -> None:
    pictures = [jpeg(50), jpeg(90), jpeg(130)]
    stream = b"".join(head % {b"size": len(one), b"jpeg": one} for one in pictures) + b"--table\r\n"
    reader = PartReader(boundary)
    parts = [found for at in range(0, len(stream), 100) if (found := reader.feed(stream[at : at + 100])) is not None]
    shown = [decoded(one) for one in parts]
    assert [None if one is None else round(float(one.mean()), -1) for one in shown] == [50, 90, 130]


@settings(max_examples=40)
@given(st.lists(st.binary(max_size=60), min_size=1, max_size=6), st.lists(st.integers(1, 80), min_size=1, max_size=8))
def test_however_it_is_cut_on_the_way_the_parts_are_whole(contents: list[bytes], cuts: list[int]) -> None:
    stream, reader, found, turn = b"".join(map(part, contents)), PartReader("table"), [], 0
    while stream:
        size = cuts[turn % len(cuts)]
        newest = reader.feed(stream[:size])
        if newest is not None:
            found.append(newest)
        stream, turn = stream[size:], turn + 1
    assert found[-1] == contents[-1]
    places = iter(contents)
    assert all(any(one == content for content in places) for one in found)  # in order, none made up


def test_a_picture_on_its_side_is_turned_upright() -> None:
    plain = jpeg(90, 64, 48)
    exif = (
        b"\xff\xe1\x00\x22Exif\x00\x00MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06"
        + bytes(6)
    )
    picture = decoded(plain[:2] + exif + plain[2:])
    assert picture is not None
    assert picture.shape == (64, 48, 3)
