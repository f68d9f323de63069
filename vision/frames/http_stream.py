"""A phone's pictures over HTTP: MJPEG (``multipart/x-mixed-replace``) read here, other streams by FFmpeg.

FFmpeg also reads MJPEG, but probes for seconds first, hides why it failed, and decodes what is late already. Here of
all that has arrived only the newest whole picture is decoded, so a slow reader does not fall behind.
"""

from __future__ import annotations

import base64
import http.client
import re
import urllib.request
from collections.abc import Generator
from dataclasses import dataclass
from urllib.error import HTTPError
from urllib.parse import unquote, urlsplit, urlunsplit

import cv2
import numpy as np

from vision.frames.frame import Live, SourceError, SourceFault
from vision.frames.opencv_sources import PATIENCE, NetworkStream
from vision.photo import Picture

_CHUNK = 1 << 20
_LARGEST = 32 << 20  # bytes without one whole picture: this is no stream of pictures
_PAGES = ("text/", "image/", "application/json", "application/xhtml")
_HEAD_END = re.compile(rb"\r?\n\r?\n")
_LENGTH = re.compile(rb"^content-length:\s*(\d+)", re.IGNORECASE | re.MULTILINE)
_END_OF_JPEG = b"\xff\xd9"


def without_password(url: str) -> str:
    """The address as it may be shown: no user name, no password. Raises ValueError where there is no host in it."""
    parts = urlsplit(url)
    if not parts.hostname or parts.port == 0:  # a port that is none raises by itself
        raise ValueError("no address")
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


@dataclass(frozen=True)
class HttpStream(Live):
    """A stream at an ``http://`` or ``https://`` address; a user name and password in it are sent (basic)."""

    name: str
    url: str

    def pictures(self) -> Generator[Picture | None, None, None]:
        """As `Live.pictures`. Raises SourceError: UNREACHABLE, REFUSED, NOT_A_STREAM."""
        with self._answer() as answer:
            kind = answer.headers.get_content_type()
            if kind.startswith("multipart/"):
                yield from self._parts(answer)
                return
            whole = answer.headers.get("Content-Length") is not None and "mpegurl" not in kind
            if whole or kind.startswith(_PAGES):  # the web page of the phone's app, a snapshot, a video to download
                raise SourceError(self.name, SourceFault.NOT_A_STREAM)
        yield from NetworkStream(self.name, self.url).pictures()

    def _answer(self) -> http.client.HTTPResponse:
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # the phone is in the same house
        try:
            answer = opener.open(_request(self.url), timeout=PATIENCE)
        except HTTPError as error:
            error.close()
            refused = error.code in (401, 403)
            raise SourceError(self.name, SourceFault.REFUSED if refused else SourceFault.UNREACHABLE) from None
        except (OSError, http.client.HTTPException, ValueError):
            raise SourceError(self.name, SourceFault.UNREACHABLE) from None
        assert isinstance(answer, http.client.HTTPResponse)
        return answer

    def _parts(self, answer: http.client.HTTPResponse) -> Generator[Picture | None, None, None]:
        parts = PartReader(answer.headers.get_boundary("") or "")
        while True:
            try:
                data = answer.read1(_CHUNK)
            except (OSError, http.client.HTTPException, ValueError):
                raise SourceError(self.name, SourceFault.LOST) from None
            if not data:
                return
            if (part := parts.feed(data)) is not None:
                yield decoded(part)
            if parts.waiting > _LARGEST:
                raise SourceError(self.name, SourceFault.NOT_A_STREAM)


class PartReader:
    """Cuts a multipart answer into its parts. boundary: as the header names it, with or without its dashes."""

    def __init__(self, boundary: str) -> None:
        self._boundary = b"--" + boundary.strip('"').lstrip("-").encode("latin-1", "replace")
        self._held = bytearray()

    @property
    def waiting(self) -> int:
        """Bytes that are no whole part yet."""
        return len(self._held)

    def feed(self, data: bytes) -> bytes | None:
        """Takes what arrived; gives the newest part that is whole now, the older ones are dropped."""
        self._held += data
        newest = None
        while (part := self._next()) is not None:
            newest = part
        return newest

    def _next(self) -> bytes | None:
        start = self._held.find(self._boundary)
        head = _HEAD_END.search(self._held, start) if start >= 0 else None
        if head is None:
            return None
        length = _LENGTH.search(self._held, start, head.end())
        if length is not None:
            end = head.end() + int(length[1])
            if len(self._held) < end:
                return None
        elif (end := self._held.find(self._boundary, head.end())) < 0:
            return None
        part = bytes(self._held[head.end() : end])
        del self._held[:end]
        return part


def decoded(jpeg: bytes) -> Picture | None:
    """The picture (BGR, upright as its EXIF says), None where it is damaged or lacks its end."""
    if _END_OF_JPEG not in jpeg[-64:]:  # the decoder would fill the rest with grey
        return None
    try:
        picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        return None
    return None if picture is None else np.asarray(picture, np.uint8)


def _request(url: str) -> urllib.request.Request:
    """The request, its user name and password moved from the address into the header."""
    parts = urlsplit(url)
    request = urllib.request.Request(without_password(url))
    if parts.username is not None:
        login = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
        request.add_header("Authorization", "Basic " + base64.b64encode(login.encode()).decode())
    return request
