"""From what a user names to a source of frames."""

from __future__ import annotations

import re
import stat
import sys
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path

from vision.frames.frame import Recorded, Source, SourceError, SourceFault
from vision.frames.http_stream import HttpStream, without_password
from vision.frames.opencv_sources import Camera, NetworkStream, VideoFile
from vision.photo import PhotoError, PhotoFault, Picture, load_photo

_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*)://.", re.IGNORECASE)
_NOT_PHOTOS = (PhotoFault.FOLDER, PhotoFault.NOT_A_FILE, PhotoFault.NOT_A_PICTURE)
_MAYBE_VIDEO = (PhotoFault.NOT_A_PICTURE, PhotoFault.ANIMATION)
_DIGITS = re.compile(r"([0-9]+)")


@dataclass(frozen=True)
class Photos(Recorded):
    """Photos one after the other, upright as their EXIF says; what is no picture among them is passed over."""

    name: str
    paths: tuple[Path, ...]
    step: float

    def shots(self) -> Generator[tuple[float, Picture | None], None, None]:
        """As `Recorded.shots`; a photo that is damaged or of an unknown kind is None."""
        number = 0
        for path in self.paths:
            picture: Picture | None = None
            try:
                picture = load_photo(path)
            except PhotoError as error:
                if error.fault in _NOT_PHOTOS:
                    continue
            yield number * self.step, picture
            number += 1


def open_source(text: str, interval: float = 1.0) -> Source:
    """The source a user means: a camera's number or device, an address, a video, a photo, or a folder of photos.

    interval: seconds from photo to photo. Files are looked into at once; a camera or stream when its pictures are
    asked for. Raises SourceError.
    """
    text = text.strip()
    if text.isascii() and text.isdigit():
        return Camera(text, Path(f"/dev/video{int(text)}") if sys.platform == "linux" else int(text))
    if (scheme := _SCHEME.match(text)) is not None:
        return _stream(text, scheme[1].lower())
    path = Path(text)
    try:
        mode = path.stat().st_mode
        if stat.S_ISCHR(mode):
            return Camera(text, path)
        if stat.S_ISDIR(mode):
            return _folder(text, path, interval)
        if stat.S_ISREG(mode):
            return _file(text, path, interval)
    except PermissionError:
        raise SourceError(text, SourceFault.NO_PERMISSION) from None
    except (OSError, ValueError):  # ValueError: a name with a NUL
        raise SourceError(text, SourceFault.NOT_FOUND) from None
    raise SourceError(text, SourceFault.WRONG_TYPE)


def _stream(url: str, scheme: str) -> Source:
    try:
        name = without_password(url)
    except ValueError:
        raise SourceError(f"{scheme}://", SourceFault.WRONG_ADDRESS) from None
    if scheme in ("http", "https"):
        return HttpStream(name, url)
    if scheme in ("rtsp", "rtsps"):
        return NetworkStream(name, url)
    raise SourceError(name, SourceFault.WRONG_ADDRESS)


def _folder(name: str, folder: Path, interval: float) -> Source:
    """The photos of a folder in the order a person counts: 2 before 10. Hidden files are no photos."""
    paths = tuple(sorted((path for path in folder.iterdir() if not path.name.startswith(".")), key=_counted))
    if not any(map(_may_be_photo, paths)):
        raise SourceError(name, SourceFault.NO_PICTURES)
    return Photos(name, paths, interval)


def _file(name: str, path: Path, interval: float) -> Source:
    """A single photo or a video, by what is in the file and not by its name."""
    try:
        load_photo(path)
    except PhotoError as error:
        if error.fault in _MAYBE_VIDEO:
            return VideoFile.opened(name, path)
        if error.fault is PhotoFault.NO_PERMISSION:
            raise PermissionError from None
        raise SourceError(name, SourceFault.DAMAGED) from None
    return Photos(name, (path,), interval)


def _counted(path: Path) -> tuple[list[tuple[int, str]], str]:
    """The key that sorts numbers within names by their value; the name itself where those are equal."""
    pieces = enumerate(_DIGITS.split(path.name))  # text and digits by turns
    return [(int(piece), "") if place % 2 else (-1, piece.casefold()) for place, piece in pieces], path.name


def _may_be_photo(path: Path) -> bool:
    try:
        load_photo(path)
    except PhotoError as error:
        return error.fault not in _NOT_PHOTOS
    return True
