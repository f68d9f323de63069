"""Photographs in: what loads, how it is turned and converted, and what is refused with which reason."""

from __future__ import annotations

import io
import os
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import cv2
import numpy as np
import pillow_heif
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import ExifTags, Image, ImageFile

from vision.photo import MIN_SIDE, PhotoError, PhotoFault, Picture, load_photo, save_photo

RED, GREEN, BLUE, WHITE = (220, 20, 30), (20, 180, 40), (30, 40, 210), (240, 240, 240)


def four_colours(width: int = 96, height: int = 64) -> Image.Image:
    """Red top left, green top right, blue bottom left, white bottom right."""
    image = Image.new("RGB", (width, height), RED)
    image.paste(GREEN, (width // 2, 0, width, height // 2))
    image.paste(BLUE, (0, height // 2, width // 2, height))
    image.paste(WHITE, (width // 2, height // 2, width, height))
    return image


def saved(image: Image.Image, path: Path, **options: object) -> Path:
    image.save(path, **options)
    return path


def fault_of(path: Path) -> PhotoFault:
    with pytest.raises(PhotoError) as caught:
        load_photo(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)
    return caught.value.fault


def corner_colours(picture: Picture) -> list[tuple[int, int, int]]:
    """The RGB colours near the four corners: top left, top right, bottom left, bottom right."""
    return [tuple(int(v) for v in picture[y, x, ::-1]) for y in (8, -8) for x in (8, -8)]


def assert_close(colours: list[tuple[int, int, int]], wanted: list[tuple[int, int, int]], slack: int = 12) -> None:
    assert np.abs(np.array(colours) - np.array(wanted)).max() <= slack


@pytest.mark.parametrize("suffix", ["jpg", "png", "bmp", "tif", "webp", "gif", "jp2", "ppm", "avif"])
def test_every_format_gives_the_same_bgr_picture(tmp_path: Path, suffix: str) -> None:
    picture = load_photo(saved(four_colours(), tmp_path / f"photo.{suffix}"))
    assert picture.shape == (64, 96, 3)
    assert picture.dtype == np.uint8
    assert picture.flags.c_contiguous
    assert_close(corner_colours(picture), [RED, GREEN, BLUE, WHITE], slack=16)


# How a camera stores an upright picture under each orientation: the side that its first row and first column show.
STORED = {
    1: lambda upright: upright,  # top, left
    2: lambda upright: upright[:, ::-1],  # top, right
    3: lambda upright: upright[::-1, ::-1],  # bottom, right
    4: lambda upright: upright[::-1],  # bottom, left
    5: lambda upright: upright.transpose(1, 0, 2),  # left, top
    6: lambda upright: upright[:, ::-1].transpose(1, 0, 2),  # right, top
    7: lambda upright: upright[::-1, ::-1].transpose(1, 0, 2),  # right, bottom
    8: lambda upright: upright[::-1].transpose(1, 0, 2),  # left, bottom
}


@pytest.mark.parametrize("suffix", ["jpg", "png", "webp", "tif"])
@pytest.mark.parametrize("orientation", STORED)
def test_exif_orientation_is_undone(tmp_path: Path, orientation: int, suffix: str) -> None:
    stored = Image.fromarray(np.ascontiguousarray(STORED[orientation](np.asarray(four_colours()))))
    exif = Image.Exif()
    exif[0x0112] = orientation
    picture = load_photo(saved(stored, tmp_path / f"photo.{suffix}", exif=exif))
    assert picture.shape == (64, 96, 3)
    assert_close(corner_colours(picture), [RED, GREEN, BLUE, WHITE], slack=16)


def test_a_damaged_exif_block_does_not_spoil_the_photo(tmp_path: Path) -> None:
    path = saved(four_colours(), tmp_path / "photo.jpg", exif=b"Exif\0\0MM\0*\0\0\0\x08\xff\xff\x01")
    assert load_photo(path).shape == (64, 96, 3)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA", "CMYK", "YCbCr"])
def test_every_mode_becomes_bgr(tmp_path: Path, mode: str) -> None:
    suffix = {"CMYK": "jpg", "YCbCr": "jpg"}.get(mode, "png")
    picture = load_photo(saved(four_colours().convert(mode), tmp_path / f"photo.{suffix}"))
    assert picture.shape == (64, 96, 3)
    assert corner_colours(picture)[3][0] > 200
    if mode in ("P", "RGBA", "CMYK", "YCbCr"):
        assert_close(corner_colours(picture), [RED, GREEN, BLUE, WHITE], slack=40)


def test_transparency_is_laid_on_grey(tmp_path: Path) -> None:
    image = four_colours().convert("RGBA")
    image.paste((0, 0, 0, 0), (0, 0, 48, 32))
    colours = corner_colours(load_photo(saved(image, tmp_path / "photo.png")))
    assert_close(colours, [(128, 128, 128), GREEN, BLUE, WHITE])


def test_a_transparent_palette_colour_is_laid_on_grey(tmp_path: Path) -> None:
    image = Image.new("P", (64, 64), 3)
    image.putpalette([0, 0, 0] * 3 + [255, 0, 0])
    path = saved(image, tmp_path / "photo.gif", transparency=3)
    assert corner_colours(load_photo(path))[0] == (128, 128, 128)


@pytest.mark.parametrize("suffix", ["png", "tif"])
@pytest.mark.parametrize("channels", [1, 3])
def test_16_bits_become_8(tmp_path: Path, suffix: str, channels: int) -> None:
    ramp = np.linspace(0, 65535, 256).astype(np.uint16).reshape(1, 256, 1).repeat(64, axis=0).repeat(channels, axis=2)
    path = tmp_path / f"photo.{suffix}"
    assert cv2.imwrite(str(path), ramp)
    picture = load_photo(path)
    assert np.abs(picture[10, :, 0].astype(int) - np.arange(256)).max() <= 1


def test_only_the_photograph_of_a_multi_picture_jpeg_is_read(tmp_path: Path) -> None:
    path = tmp_path / "phone.jpg"
    four_colours().save(path, "MPO", save_all=True, append_images=[Image.new("RGB", (96, 64), BLUE)])
    assert_close(corner_colours(load_photo(path)), [RED, GREEN, BLUE, WHITE], slack=16)


@pytest.mark.parametrize("size", [(640, 480), (6000, 4000)])
def test_sizes_from_a_third_of_a_megapixel_to_24(tmp_path: Path, size: tuple[int, int]) -> None:
    picture = load_photo(saved(four_colours(*size), tmp_path / "photo.jpg"))
    assert picture.shape == (size[1], size[0], 3)


@pytest.mark.parametrize("suffix", ["gif", "png", "webp"])
def test_an_animation_is_refused(tmp_path: Path, suffix: str) -> None:
    frames = [Image.new("RGB", (64, 64), colour) for colour in (RED, GREEN, BLUE)]
    path = saved(frames[0], tmp_path / f"photo.{suffix}", save_all=True, append_images=frames[1:])
    assert fault_of(path) is PhotoFault.ANIMATION


def test_several_pages_are_refused(tmp_path: Path) -> None:
    path = saved(four_colours(), tmp_path / "scan.tif", save_all=True, append_images=[four_colours()])
    assert fault_of(path) is PhotoFault.ANIMATION


def heic(path: Path, *pages: Image.Image, orientation: int = 1) -> Path:
    """Pictures as a phone keeps them, the first of them the photograph itself."""
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = orientation
    file = pillow_heif.from_pillow(pages[0])
    for extra in pages[1:]:
        file.add_from_pillow(extra)
    file.save(path, quality=95, exif=exif.tobytes())
    return path


def test_heic_is_upright(tmp_path: Path) -> None:
    picture = load_photo(heic(tmp_path / "photo.heic", four_colours(), orientation=6))
    assert picture.shape == (96, 64, 3)
    assert_close(corner_colours(picture), [BLUE, RED, WHITE, GREEN])


def test_pictures_beside_a_photograph_in_heic_are_passed_over(tmp_path: Path) -> None:
    picture = load_photo(heic(tmp_path / "photo.heic", four_colours(), Image.new("RGB", (64, 64), RED)))
    assert_close(corner_colours(picture), [RED, GREEN, BLUE, WHITE])


@pytest.mark.parametrize("kept", [40, 200, -200, -20])
def test_heic_that_is_cut_short_is_damaged(tmp_path: Path, kept: int) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (128, 128, 3), np.uint8)
    path = heic(tmp_path / "photo.heic", Image.fromarray(noise))
    path.write_bytes(path.read_bytes()[:kept])
    assert fault_of(path) is PhotoFault.DAMAGED


def test_paths_that_are_no_photo(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    empty = tmp_path / "empty.jpg"
    empty.touch()
    words = tmp_path / "words.jpg"
    words.write_text("a shopping list, not a photograph\n" * 50)
    loop = tmp_path / "loop.jpg"
    loop.symlink_to(loop)
    assert fault_of(tmp_path) is PhotoFault.FOLDER
    assert fault_of(tmp_path / "nowhere.jpg") is PhotoFault.MISSING
    assert fault_of(words / "inside.jpg") is PhotoFault.MISSING
    assert fault_of(pipe) is PhotoFault.NOT_A_FILE
    assert fault_of(empty) is PhotoFault.EMPTY
    assert fault_of(words) is PhotoFault.NOT_A_PICTURE
    assert fault_of(loop) is PhotoFault.UNREADABLE
    assert fault_of(tmp_path / ("x" * 300)) is PhotoFault.UNREADABLE


@pytest.fixture
def ordinary_user() -> Iterator[None]:
    """Where the tests run as root, permissions would not count: the effective user is another one meanwhile."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    yield
    os.seteuid(0)


def test_no_permission(tmp_path: Path, ordinary_user: None) -> None:
    if os.getuid() != 0:
        saved(four_colours(), tmp_path / "photo.jpg").chmod(0)
    assert fault_of(tmp_path / "photo.jpg") is PhotoFault.NO_PERMISSION


@pytest.mark.parametrize("size", [(1, 1), (MIN_SIDE - 1, 500), (500, MIN_SIDE - 1)])
def test_tiny_pictures_are_refused(tmp_path: Path, size: tuple[int, int]) -> None:
    assert fault_of(saved(Image.new("RGB", size), tmp_path / "photo.png")) is PhotoFault.TOO_SMALL


def test_the_smallest_picture_is_read(tmp_path: Path) -> None:
    assert load_photo(saved(Image.new("RGB", (MIN_SIDE, MIN_SIDE)), tmp_path / "photo.png")).shape == (32, 32, 3)


def png_claiming(width: int, height: int) -> bytes:
    """A PNG whose header tells that size and which holds no pixels."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = [(b"IHDR", header), (b"IDAT", zlib.compress(b"")), (b"IEND", b"")]
    body = b"".join(struct.pack(">I", len(c)) + t + c + struct.pack(">I", zlib.crc32(t + c)) for t, c in chunks)
    return b"\x89PNG\r\n\x1a\n" + body


@pytest.mark.parametrize("size", [(10_001, 10_000), (20_000, 20_000), (100_000, 100_000)])
def test_a_huge_picture_is_refused_before_it_is_decoded(tmp_path: Path, size: tuple[int, int]) -> None:
    path = tmp_path / "bomb.png"
    path.write_bytes(png_claiming(*size))
    with patch.object(ImageFile.ImageFile, "load", side_effect=AssertionError("decoded")):
        assert fault_of(path) is PhotoFault.TOO_LARGE


def encoded(suffix: str) -> bytes:
    buffer = io.BytesIO()
    noise = np.random.default_rng(7).integers(0, 256, (64, 96, 3)).astype(np.uint8)
    Image.fromarray(noise).save(buffer, {"jpg": "JPEG", "tif": "TIFF"}.get(suffix, suffix.upper()))
    return buffer.getvalue()


@pytest.mark.parametrize("suffix", ["jpg", "png", "webp", "tif", "bmp"])
@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_a_truncated_picture_is_refused(tmp_path: Path, suffix: str, share: float) -> None:
    content = encoded(suffix)
    path = tmp_path / f"photo.{suffix}"
    path.write_bytes(content[: int(len(content) * share)])
    assert fault_of(path) in (PhotoFault.DAMAGED, PhotoFault.NOT_A_PICTURE)


@pytest.mark.parametrize("suffix", ["jpg", "png", "webp", "tif", "bmp", "gif", "ppm", "avif"])
@given(data=st.data())
def test_a_garbled_file_loads_or_is_refused(
    tmp_path_factory: pytest.TempPathFactory, suffix: str, data: st.DataObject
) -> None:
    content = bytearray(encoded(suffix))
    spots = st.integers(0, min(len(content) - 1, 700))
    for spot, value in data.draw(st.lists(st.tuples(spots, st.integers(0, 255)), min_size=1, max_size=8)):
        content[spot] = value
    path = tmp_path_factory.getbasetemp() / f"garbled.{suffix}"
    path.write_bytes(content)
    try:
        picture = load_photo(path)
    except PhotoError:
        return
    assert picture.ndim == 3
    assert picture.dtype == np.uint8


@pytest.mark.parametrize("suffix", ["jpg", "png"])
def test_a_saved_picture_loads_again(tmp_path: Path, suffix: str) -> None:
    picture = load_photo(saved(four_colours(), tmp_path / "photo.png"))
    path = tmp_path / f"copy.{suffix}"
    save_photo(path, picture)
    assert_close(corner_colours(load_photo(path)), [RED, GREEN, BLUE, WHITE])
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted([path.name, "photo.png"])


def test_a_failed_save_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "copy.png"
    path.write_bytes(b"old")
    picture = np.zeros((40, 40, 3), np.uint8)
    with patch.object(Path, "replace", side_effect=OSError(28, "No space left")), pytest.raises(OSError, match="space"):
        save_photo(path, picture)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_saving_into_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        save_photo(tmp_path / "nowhere" / "copy.png", np.zeros((40, 40, 3), np.uint8))
