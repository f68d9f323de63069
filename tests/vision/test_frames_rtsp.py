"""RTSP as FFmpeg reads it, from a small camera made for the test: JPEG in RTP (RFC 2435), inside the TCP connection."""

from __future__ import annotations

import socket
import struct
import time
from collections.abc import Iterator

import cv2
import numpy as np
import pytest

from tests.vision.loopback import Device, until
from vision.frames import Capture, SourceFault, State, open_source

WIDTH, HEIGHT = 64, 48
SDP = "v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=table\r\nt=0 0\r\nm=video 0 RTP/AVP 26\r\na=control:track0\r\n"
ANSWERS = {
    "OPTIONS": ("Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN\r\n", ""),
    "DESCRIBE": (f"Content-Type: application/sdp\r\nContent-Length: {len(SDP)}\r\n", SDP),
    "SETUP": ("Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\nSession: 7\r\n", ""),
    "PLAY": ("Session: 7\r\n", ""),
}


def packet(number: int, value: int) -> bytes:
    """A grey picture as one RTP packet on channel 0."""
    jpeg = cv2.imencode(".jpg", np.full((HEIGHT, WIDTH, 3), value, np.uint8))[1].tobytes()
    tables, at = b"", 2
    while jpeg[at + 1] != 0xDA:  # up to the scan
        size = int.from_bytes(jpeg[at + 2 : at + 4])
        if jpeg[at + 1] == 0xDB:
            tables += jpeg[at + 5 : at + 2 + size]
        at += 2 + size
    scan = jpeg[at + 2 + int.from_bytes(jpeg[at + 2 : at + 4]) :]
    head = struct.pack(">BBHII", 0x80, 0x80 | 26, number & 0xFFFF, number * 1800, 7)
    head += struct.pack(">IBBBB", 0, 1, 255, WIDTH // 8, HEIGHT // 8) + struct.pack(">HH", 0, len(tables)) + tables
    return b"$\x00" + struct.pack(">H", len(head) + len(scan)) + head + scan


class Camera(Device):
    """A camera in the network; `value` is the grey it sees."""

    value = 90

    def serve(self, connection: socket.socket) -> None:
        with connection.makefile("rb") as lines:
            method = ""
            while method != "PLAY":
                request = [line.decode().strip() for line in iter(lines.readline, b"\r\n")]
                method = request[0].split()[0]
                number = next(line for line in request if line.lower().startswith("cseq"))
                headers, body = ANSWERS[method]
                connection.sendall(f"RTSP/1.0 200 OK\r\n{number}\r\n{headers}\r\n{body}".encode())
        for count in range(10_000):
            connection.sendall(packet(count, self.value))
            time.sleep(0.02)


@pytest.fixture
def camera() -> Iterator[Camera]:
    made = Camera()
    yield made
    made.off()


def test_a_network_camera_is_read_lost_and_found_again(camera: Camera, capfd: pytest.CaptureFixture[str]) -> None:
    source = open_source(f"rtsp://127.0.0.1:{camera.port}/table")
    with Capture(source, retry=0.02) as capture:
        before = capture.wait(20)
        assert before is not None
        assert before.image.shape == (HEIGHT, WIDTH, 3)
        assert abs(float(before.image.mean()) - 90) < 5
        camera.off()
        until(lambda: capture.status.state is State.LOST)
        assert capture.status.fault in (SourceFault.LOST, SourceFault.UNREACHABLE)
        capture.newest()
        camera.value = 180
        camera.on()
        after = capture.wait(20)
        assert after is not None
        assert abs(float(after.image.mean()) - 180) < 5
        assert after.time > before.time
    assert capfd.readouterr().err == ""
