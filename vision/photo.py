"""Photographs in and out: any picture file as upright 8-bit BGR, or one clear reason why not; saving all or nothing."""

from __future__ import annotations

import os
import stat
import struct
import warnings
import zlib
from enum import StrEnum
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import ExifTags, Image, UnidentifiedImageError

Picture = NDArray[np.uint8]

MAX_MEGAPIXELS = 100
MIN_SIDE = 32
_FORMATS = ("AVIF", "BMP", "GIF", "JPEG", "JPEG2000", "PNG", "PPM", "TIFF", "WEBP")
# A phone's JPEG or HEIC holds depth and gain maps besides the photograph itself.
_SOME_FRAMES_ARE_EXTRAS = ("HEIF", "JPEG", "MPO")
_BACKGROUND = (128, 128, 128)
_HEIC_BRANDS = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")
# What Pillow's decoders raise on damaged files, found by cutting and garbling files.
_DECODER_ERRORS = (
    *(OSError, SyntaxError, ValueError, EOFError, LookupError, TypeError, RuntimeError),
    *(struct.error, zlib.error),
)
_UPRIGHT = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}


class PhotoFault(StrEnum):
    """Why a file is no photograph that can be read."""

    MISSING = "missing"
    FOLDER = "folder"
    NOT_A_FILE = "not_a_file"
    NO_PERMISSION = "no_permission"
    UNREADABLE = "unreadable"
    EMPTY = "empty"
    NOT_A_PICTURE = "not_a_picture"
    ANIMATION = "animation"
    COLOURS = "colours"
    TOO_SMALL = "too_small"
    TOO_LARGE = "too_large"
    DAMAGED = "damaged"


_SENTENCES = {
    PhotoFault.MISSING: "there is no such file",
    PhotoFault.FOLDER: "this is a folder, not a photo",
    PhotoFault.NOT_A_FILE: "this is not an ordinary file",
    PhotoFault.NO_PERMISSION: "no permission to read this file",
    PhotoFault.UNREADABLE: "the file cannot be read",
    PhotoFault.EMPTY: "the file is empty",
    PhotoFault.NOT_A_PICTURE: "not a picture of a known format",
    PhotoFault.ANIMATION: "an animation or several pages; give a single picture",
    PhotoFault.COLOURS: "its way of storing colours is not supported; convert it to JPEG first",
    PhotoFault.TOO_SMALL: f"the picture is too small, at least {MIN_SIDE} pixels a side are needed",
    PhotoFault.TOO_LARGE: f"the picture is too large, at most {MAX_MEGAPIXELS} megapixels can be read",
    PhotoFault.DAMAGED: "the picture is damaged or cut short",
}


class PhotoError(ValueError):
    """A file that cannot be read as a photograph. path: the file; fault: why; ``str()`` is one sentence with both."""

    def __init__(self, path: Path, fault: PhotoFault) -> None:
        super().__init__(f"{path}: {_SENTENCES[fault]}")
        self.path = path
        self.fault = fault


class _Unfit(Exception):
    """A fault found while the path is out of sight; `load_photo` turns it into a PhotoError."""

    def __init__(self, fault: PhotoFault) -> None:
        super().__init__(fault)
        self.fault = fault


def load_photo(path: Path) -> Picture:
    """The picture in a file, shape (H, W, 3), BGR, upright (the EXIF orientation applied).

    Grey, palette, CMYK, 10- and 16-bit pictures are converted, transparent ones laid on grey. Raises PhotoError.
    """
    path = Path(path)
    try:
        head = _checked_head(path)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # size and damage are judged here
            with _open(path, head) as image:
                return _decode(image)
    except _Unfit as unfit:
        raise PhotoError(path, unfit.fault) from None


def _checked_head(path: Path) -> bytes:
    """How a file begins. Raises _Unfit for what can be told without decoding."""
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise _Unfit(PhotoFault.FOLDER)
        if not stat.S_ISREG(mode):  # a pipe or device would never end
            raise _Unfit(PhotoFault.NOT_A_FILE)
        with path.open("rb") as file:
            head = file.read(64)
    except (FileNotFoundError, NotADirectoryError):
        raise _Unfit(PhotoFault.MISSING) from None
    except PermissionError:
        raise _Unfit(PhotoFault.NO_PERMISSION) from None
    except (OSError, ValueError):  # ValueError: a name with a NUL
        raise _Unfit(PhotoFault.UNREADABLE) from None
    if not head:
        raise _Unfit(PhotoFault.EMPTY)
    return head


def _open(path: Path, head: bytes) -> Image.Image:
    """The file that begins so as a Pillow picture, its pixels not decoded yet."""
    try:
        if head[4:8] == b"ftyp" and head[8:12] in _HEIC_BRANDS and b"avif" not in head:
            from pillow_heif import HeifImageFile  # a tenth of a second, for photographs of some phones alone

            heic: Image.Image = HeifImageFile(path)
            return heic
        return Image.open(path, formats=_FORMATS)
    except Image.DecompressionBombError:
        raise _Unfit(PhotoFault.TOO_LARGE) from None
    except (UnidentifiedImageError, ImportError):  # ImportError: HEIC, where nothing reads it, as on Android
        raise _Unfit(PhotoFault.NOT_A_PICTURE) from None
    except _DECODER_ERRORS:
        raise _Unfit(PhotoFault.DAMAGED) from None


def _decode(image: Image.Image) -> Picture:
    """The pixels of an opened picture as upright BGR."""
    if min(image.size) < MIN_SIDE:
        raise _Unfit(PhotoFault.TOO_SMALL)
    if image.width * image.height > MAX_MEGAPIXELS * 1_000_000:
        raise _Unfit(PhotoFault.TOO_LARGE)
    try:
        if image.format not in _SOME_FRAMES_ARE_EXTRAS and getattr(image, "n_frames", 1) > 1:
            raise _Unfit(PhotoFault.ANIMATION)
        image.load()
        rgb = _as_rgb(image)
        turn = _UPRIGHT.get(_orientation(image))
        pixels = np.asarray(rgb.transpose(turn) if turn is not None else rgb)
    except Image.DecompressionBombError:
        raise _Unfit(PhotoFault.TOO_LARGE) from None
    except _DECODER_ERRORS:
        raise _Unfit(PhotoFault.DAMAGED) from None
    return np.ascontiguousarray(pixels[..., ::-1])


def _as_rgb(image: Image.Image) -> Image.Image:
    """The picture in mode RGB, not turned yet."""
    if image.mode.startswith("I"):  # 16 bits of grey; Pillow itself reads 16-bit colour as 8
        return _from_16_bits(image)
    if image.mode in ("F", "LAB"):
        raise _Unfit(PhotoFault.COLOURS)
    if image.has_transparency_data:
        colours = image.convert("RGBA")
        return Image.alpha_composite(Image.new("RGBA", image.size, _BACKGROUND), colours).convert("RGB")
    return image.convert("RGB")


def _from_16_bits(image: Image.Image) -> Image.Image:
    values = np.asarray(image)
    if values.min() < 0 or values.max() > 0xFFFF:
        raise _Unfit(PhotoFault.COLOURS)
    return Image.fromarray((values // 257).astype(np.uint8)).convert("RGB")


def _orientation(image: Image.Image) -> int:
    """The EXIF orientation, 1 (upright) where there is none or the EXIF block is damaged."""
    try:
        return int(image.getexif().get(ExifTags.Base.Orientation, 1))
    except _DECODER_ERRORS:
        return 1


def as_jpeg(image: Picture) -> bytes:
    """A (H, W, 3) BGR picture as a JPEG file's content. Raises OSError."""
    done, encoded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 88])
    if not done:
        raise OSError("a picture could not be encoded")
    return encoded.tobytes()


def save_photo(path: Path, image: Picture) -> None:
    """Writes a (H, W, 3) BGR picture in the format of its suffix, the whole file or nothing. Raises OSError."""
    done, encoded = cv2.imencode(path.suffix, image)
    if not done:
        raise OSError(f"{path.name} could not be encoded")
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(encoded.tobytes())
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise
