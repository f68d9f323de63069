"""The few elements of a Matroska file (RFC 9559) that a film of JPEG pictures needs."""

from __future__ import annotations

_APP = b"tabletop-companion"
_UNKNOWN_SIZE = b"\x01" + 7 * b"\xff"  # the segment goes as far as the file


def film_head(width: int, height: int) -> bytes:
    """The start of a file with one track of JPEG pictures and times in milliseconds. Sizes in pixels."""
    ebml = _element(
        0x1A45DFA3,
        _number(0x4286, 1) + _number(0x42F7, 1) + _number(0x42F2, 4) + _number(0x42F3, 8),  # versions and limits
        _element(0x4282, b"matroska") + _number(0x4287, 4) + _number(0x4285, 2),
    )
    info = _element(0x1549A966, _number(0x2AD7B1, 1_000_000), _element(0x4D80, _APP) + _element(0x5741, _APP))
    video = _element(0xE0, _number(0xB0, width), _number(0xBA, height))
    track = _number(0xD7, 1) + _number(0x73C5, 1) + _number(0x83, 1) + _number(0x9C, 0) + _element(0x86, b"V_MJPEG")
    return ebml + _id(0x18538067) + _UNKNOWN_SIZE + info + _element(0x1654AE6B, _element(0xAE, track, video))


def film_picture(time: float, jpeg: bytes) -> bytes:
    """One picture shown from `time` (seconds, at least 0) on: a cluster of its own, whole once it is written."""
    block = b"\x81\x00\x00\x80" + jpeg  # track 1, no offset from the cluster's time, a key frame
    return _element(0x1F43B675, _number(0xE7, round(time * 1000)), _element(0xA3, block))


def _element(name: int, *content: bytes) -> bytes:
    body = b"".join(content)
    return _id(name) + (1 << 56 | len(body)).to_bytes(8) + body


def _number(name: int, value: int) -> bytes:
    return _element(name, value.to_bytes(max(1, (value.bit_length() + 7) // 8)))


def _id(name: int) -> bytes:
    return name.to_bytes((name.bit_length() + 7) // 8)
