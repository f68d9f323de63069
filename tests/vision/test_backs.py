"""Enrolled backs: recognised in other light and size, twins kept apart, unknown ones told, libraries safe on disk."""

from __future__ import annotations

import zipfile
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.language import LANGUAGES, Language
from models.back_trials import BackPhoto, enrolment_photo, row_photo, table_photo
from models.render.art import Picture
from models.render.backs_art import random_back, twin_backs
from vision.backs import BackError, BackFault, BackLibrary

_SIZE = (240, 336)


@pytest.fixture(scope="module")
def backs() -> dict[str, Picture]:
    """Four decks; the first two are the red and the blue of one design."""
    red, blue = twin_backs(np.random.default_rng(4), _SIZE)
    green, gold = (
        random_back(np.random.default_rng(s), _SIZE, hue) for s, hue in ((16, (60, 110, 30)), (28, (60, 150, 195)))
    )
    return {"red": red, "blue": blue, "green": green, "gold": gold}


def _enrolled(backs: dict[str, Picture], *names: str) -> BackLibrary:
    library = BackLibrary()
    for i, name in enumerate(names):
        photo = enrolment_photo(np.random.default_rng(50 + i), backs[name])
        library = library.enrolled(name, photo.image, photo.outline)
    return library


@pytest.fixture(scope="module")
def library(backs: dict[str, Picture]) -> BackLibrary:
    return _enrolled(backs, "red", "blue", "green")


def _photos(backs: dict[str, Picture], name: str, number: int) -> list[BackPhoto]:
    return [table_photo(np.random.default_rng((7, i)), backs[name], backs["gold"]) for i in range(number)]


@pytest.mark.parametrize("name", ["red", "blue", "green"])
def test_enrolled_backs_are_recognised_on_the_table(library: BackLibrary, backs: dict[str, Picture], name: str) -> None:
    matches = [library.recognise(photo.image, photo.outline) for photo in _photos(backs, name, 12)]
    assert sum(match.name == name for match in matches) >= 9
    assert all(match.name in (name, None) for match in matches if match.certain)


@pytest.mark.parametrize("name", ["red", "blue", "green"])
def test_backs_are_recognised_in_a_row_of_their_deck(
    library: BackLibrary, backs: dict[str, Picture], name: str
) -> None:
    photos = [row_photo(np.random.default_rng((9, i)), backs[name]) for i in range(24)]
    hidden = [photo for photo in photos if photo.covered > 0.3]
    matches = [library.recognise(photo.image, photo.outline) for photo in hidden]
    assert len(hidden) >= 12
    assert sum(match.name == name for match in matches) >= 0.8 * len(hidden)
    assert all(match.name == name for match in matches if match.certain)


def test_an_unknown_back_is_told_as_unknown(library: BackLibrary, backs: dict[str, Picture]) -> None:
    matches = [library.recognise(photo.image, photo.outline) for photo in _photos(backs, "gold", 12)]
    assert sum(match.name is None for match in matches) >= 10
    assert not any(match.certain and match.name for match in matches)


def test_a_twin_that_is_not_enrolled_is_not_taken_for_the_other(backs: dict[str, Picture]) -> None:
    only_red = _enrolled(backs, "red")
    matches = [only_red.recognise(photo.image, photo.outline) for photo in _photos(backs, "blue", 12)]
    assert sum(match.name is None for match in matches) >= 10


def test_the_outline_may_start_anywhere_and_run_either_way(library: BackLibrary, backs: dict[str, Picture]) -> None:
    photo = enrolment_photo(np.random.default_rng(77), backs["green"])
    for outline in (*(np.roll(photo.outline, k, axis=0) for k in range(4)), photo.outline[::-1]):
        assert library.recognise(photo.image, outline).name == "green"


def test_what_lies_on_the_back_can_be_told(library: BackLibrary, backs: dict[str, Picture]) -> None:
    photo = enrolment_photo(np.random.default_rng(78), backs["red"])
    image, covered = photo.image.copy(), np.zeros(photo.image.shape[:2], np.bool_)
    centre = photo.outline.mean(axis=0)
    hand = (tuple(int(v) for v in centre), 60)
    cv2.circle(image, *hand, (120, 150, 200), -1)
    mask = np.zeros(covered.shape, np.uint8)
    cv2.circle(mask, *hand, 1, -1)
    assert library.recognise(image, photo.outline, mask > 0).name == "red"


def test_an_empty_library_knows_nobody(backs: dict[str, Picture]) -> None:
    photo = enrolment_photo(np.random.default_rng(3), backs["red"])
    match = BackLibrary().recognise(photo.image, photo.outline)
    assert (match.name, match.certain) == (None, True)


def test_one_back_cannot_be_enrolled_for_two_players(library: BackLibrary, backs: dict[str, Picture]) -> None:
    photo = enrolment_photo(np.random.default_rng(91), backs["red"])
    with pytest.raises(BackError, match="already enrolled as red"):
        library.enrolled("somebody else", photo.image, photo.outline)


def test_a_deck_may_be_enrolled_from_several_photos(library: BackLibrary, backs: dict[str, Picture]) -> None:
    photo = enrolment_photo(np.random.default_rng(92), backs["red"])
    more = library.enrolled("red", photo.image, photo.outline)
    assert more.names == library.names
    assert [len(views) for views in more.views.values()] == [2, 1, 1]


def test_removing_a_deck(library: BackLibrary) -> None:
    assert library.without("blue").names == ("red", "green")
    with pytest.raises(BackError, match="nobody"):
        library.without("nobody")


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "x" * 41])
def test_unfit_names_are_refused(backs: dict[str, Picture], name: str) -> None:
    photo = enrolment_photo(np.random.default_rng(3), backs["red"])
    with pytest.raises(BackError):
        BackLibrary().enrolled(name, photo.image, photo.outline)


def test_an_outline_without_area_is_refused(library: BackLibrary) -> None:
    with pytest.raises(BackError):
        library.recognise(np.zeros((50, 50, 3), np.uint8), np.zeros((4, 2), np.float32))


def test_a_saved_library_is_the_same_library(library: BackLibrary, backs: dict[str, Picture], tmp_path: Path) -> None:
    path = tmp_path / "folder" / "backs.npz"
    library.save(path)
    again = BackLibrary.load(path)
    photo = enrolment_photo(np.random.default_rng(5), backs["blue"])
    assert again.names == library.names
    assert again.recognise(photo.image, photo.outline) == library.recognise(photo.image, photo.outline)
    assert [p.name for p in path.parent.iterdir()] == ["backs.npz"]


def test_an_empty_library_can_be_saved(tmp_path: Path) -> None:
    BackLibrary().save(tmp_path / "backs.npz")
    assert BackLibrary.load(tmp_path / "backs.npz").names == ()


@pytest.mark.parametrize("content", [b"", b"not a library", b"PK\x03\x04 cut short"])
def test_damaged_files_are_told(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "backs.npz"
    path.write_bytes(content)
    with pytest.raises(BackError, match=r"backs\.npz"):
        BackLibrary.load(path)


def test_a_file_cut_short_is_told(library: BackLibrary, tmp_path: Path) -> None:
    path = tmp_path / "backs.npz"
    library.save(path)
    whole = path.read_bytes()
    for share in (0.1, 0.5, 0.9, 0.99):
        path.write_bytes(whole[: int(len(whole) * share)])
        with pytest.raises(BackError):
            BackLibrary.load(path)


def test_a_file_garbled_anywhere_is_told_or_read(tmp_path: Path) -> None:
    path = tmp_path / "backs.npz"
    BackLibrary({"Ann": (np.zeros((134, 96, 3), np.uint8),)}).save(path)
    whole, told = path.read_bytes(), 0
    for place in range(0, len(whole), 4):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
        try:
            BackLibrary.load(path)
        except BackError as error:
            told += error.fault in (BackFault.DAMAGED, BackFault.VERSION)
    assert told > 50


@pytest.mark.parametrize("header", [b"{'descr': '<i8', 'fortran_order': False, 'shape': ((), }", b"{'descr': '"])
def test_an_array_that_says_nothing_sound_of_itself_is_told(tmp_path: Path, header: bytes) -> None:
    path = tmp_path / "backs.npz"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("version.npy", b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header)
    with pytest.raises(BackError, match="damaged"):
        BackLibrary.load(path)


def test_other_arrays_are_no_library(tmp_path: Path) -> None:
    path = tmp_path / "backs.npz"
    np.savez(path, version=np.array(1), names=np.array(["a"]), views=np.zeros((1, 4, 4, 3), np.uint8))
    with pytest.raises(BackError, match="damaged"):
        BackLibrary.load(path)
    np.savez(path, version=np.array(99), names=np.array(["a"]), views=np.zeros((1, 134, 96, 3), np.uint8))
    with pytest.raises(BackError, match="version 99"):
        BackLibrary.load(path)


def test_a_missing_or_unwritable_place_is_told(library: BackLibrary, tmp_path: Path) -> None:
    with pytest.raises(BackError, match="no such library"):
        BackLibrary.load(tmp_path / "none.npz")
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(BackError, match="cannot be written"):
        library.save(tmp_path / "file" / "backs.npz")


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("fault", BackFault)
def test_every_fault_has_its_words_in_every_language(fault: BackFault, code: str) -> None:
    data = {"path": "backs.npz", "name": "Ann", "most": 40, "version": 9, "known": 1}
    words = Language.load(code).text(f"back_faults.{fault}", **data)
    assert "{" not in words
    assert any(str(value) in words for value in data.values()) or fault is BackFault.OUTLINE
