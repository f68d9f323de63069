"""``companion backs``: enrolling from photos, listing, removing, and one clear line for bad input."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner, Result

from companion.commands import backs, opening
from companion.language import Language
from models.back_trials import enrolment_photo
from models.render.backs_art import twin_backs
from vision import pipeline
from vision.backs import BackLibrary

_RED, _BLUE = twin_backs(np.random.default_rng(4), (240, 336))


class _SeesOneBack:
    """Stands in for the reader: reports the outline of the back that the photo is known to show."""

    outlines: dict[tuple[int, int, int], np.ndarray]

    def __init__(
        self,
        weights: Path | None = None,
        backs: BackLibrary | None = None,
        finder: Path | None = None,
        fast: bool = False,
    ) -> None:
        self.weights = weights

    def shown_back(self, image: np.ndarray) -> np.ndarray | None:
        return self.outlines.get(tuple(int(v) for v in image[0, 0]))


@pytest.fixture
def photos(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Path]:
    """Photos of a red and a blue back (marked by the colour of their first pixel) and one of an empty table."""
    _SeesOneBack.outlines, found = {}, {}
    for i, (name, art) in enumerate((("red", _RED), ("blue", _BLUE), ("red-again", _RED))):
        photo = enrolment_photo(np.random.default_rng(60 + i), art)
        photo.image[0, 0] = (i, 200, 100)
        _SeesOneBack.outlines[(i, 200, 100)] = photo.outline
        found[name] = tmp_path / f"{name}.png"
        cv2.imwrite(str(found[name]), photo.image)
    found["empty"] = tmp_path / "empty.png"
    cv2.imwrite(str(found["empty"]), np.full((64, 64, 3), 90, np.uint8))
    monkeypatch.setattr(pipeline, "TableReader", _SeesOneBack)
    return found


def _run(*words: object) -> Result:
    return CliRunner().invoke(backs.app, [str(word) for word in words])


def test_two_decks_are_enrolled_listed_and_removed(photos: dict[str, Path], tmp_path: Path) -> None:
    file = tmp_path / "backs.npz"
    assert _run("enroll", "Ann", photos["red"], "--library", file).exit_code == 0
    done = _run("enroll", "Bob", photos["blue"], "--library", file, "--json")
    assert json.loads(done.stdout) == {"library": str(file), "name": "Bob", "photos": 1}
    listed = json.loads(_run("list", "--library", file, "--json").stdout)
    assert listed["decks"] == [{"name": "Ann", "photos": 1}, {"name": "Bob", "photos": 1}]
    assert _run("remove", "Ann", "--library", file).exit_code == 0
    assert BackLibrary.load(file).names == ("Bob",)


def test_several_photos_of_one_deck(photos: dict[str, Path], tmp_path: Path) -> None:
    file = tmp_path / "backs.npz"
    assert _run("enroll", "Ann", photos["red"], photos["red-again"], "--library", file).exit_code == 0
    assert len(BackLibrary.load(file).views["Ann"]) == 2


def test_what_is_enrolled_is_the_back_that_the_photo_shows(photos: dict[str, Path], tmp_path: Path) -> None:
    file = tmp_path / "backs.npz"
    _run("enroll", "Ann", photos["red"], "--library", file)
    again = enrolment_photo(np.random.default_rng(99), _RED)
    assert BackLibrary.load(file).recognise(again.image, again.outline).name == "Ann"


@pytest.mark.parametrize(("second", "complaint"), [("red-again", "already enrolled as Ann"), ("empty", "no card back")])
def test_an_unfit_photo_changes_nothing(photos: dict[str, Path], tmp_path: Path, second: str, complaint: str) -> None:
    file = tmp_path / "backs.npz"
    _run("enroll", "Ann", photos["red"], "--library", file)
    before = file.read_bytes()
    result = _run("enroll", "Bob", photos["blue"], photos[second], "--library", file)
    assert result.exit_code == 2
    assert complaint in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert file.read_bytes() == before


@pytest.mark.parametrize("words", [["enroll", "Ann", "missing.jpg"], ["remove", "Ann"], ["list"]])
def test_bad_input_is_one_line_and_status_2(photos: dict[str, Path], tmp_path: Path, words: list[str]) -> None:
    file = tmp_path / "backs.npz"
    if words[0] == "list":
        file.write_bytes(b"not a library")
    elif words[0] == "remove":
        BackLibrary().save(file)
    result = _run(*words, "--library", file)
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("language", "fault"), [("en", "no learned backs, or they are damaged"), ("zh", "不是牌背登记文件")]
)
def test_a_bad_library_is_told_in_the_language_of_the_user(
    language: str, fault: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "backs.npz"
    file.write_bytes(b"not a library")
    monkeypatch.setattr(opening, "_LANGUAGE", Language.load(language))
    told = _run("list", "--library", file)
    assert (told.exit_code, told.stderr.count("\n")) == (2, 1)
    assert fault in told.stderr


def test_the_default_library_need_not_exist(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    result = _run("list", "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["decks"] == []
