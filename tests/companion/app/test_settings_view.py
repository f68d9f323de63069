"""The settings in words: every choice has a text in every language, and bad folders are told."""

from __future__ import annotations

import errno
from dataclasses import replace
from pathlib import Path

import pytest

from companion.app.preferences import Preferences
from companion.app.screens import settings_view
from companion.app.screens.settings_view import (
    SWITCHES,
    BadFolder,
    about,
    choices_of,
    chosen,
    storage_folder,
    value_of,
    weights_folder,
)
from companion.language import LANGUAGES, Language

CHOSEN = ("language", "text_size", "palette", *SWITCHES)
ENGLISH = Language.load("en")


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", CHOSEN)
def test_every_choice_has_a_text_and_can_be_taken(name: str, code: str) -> None:
    choices = choices_of(name, Language.load(code))
    assert len({choice.text for choice in choices}) == len(choices) > 1
    assert chosen(name, Preferences()) in {choice.key for choice in choices}
    for choice in choices:
        preferences = replace(Preferences(), **{name: value_of(name, choice.key)})
        assert chosen(name, preferences) == choice.key
        assert about(name, preferences, None, Language.load(code)) or name in ("language", "text_size")


def test_what_holds_is_told(tmp_path: Path) -> None:
    preferences = Preferences(storage=tmp_path / "here", weights=tmp_path / "there")
    assert str(tmp_path / "here") in about("storage", preferences, None, ENGLISH)
    assert str(tmp_path / "there") in about("weights", preferences, None, ENGLISH)
    assert "of the companion" in about("weights", Preferences(), None, ENGLISH)
    assert "espeak speaks" in about("spoken", Preferences(), "espeak", ENGLISH)
    assert "nothing is said" in about("spoken", Preferences(), None, ENGLISH)
    assert "no permission" in about("spectators", Preferences(), None, ENGLISH, "", PermissionError(errno.EACCES, ""))


def test_folders_that_can_be_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("finder.onnx", "reader.onnx", "calibration.json"):
        (tmp_path / name).touch()
    assert storage_folder(f"  {tmp_path} ", ENGLISH) == tmp_path
    assert weights_folder(str(tmp_path), ENGLISH) == tmp_path
    monkeypatch.setenv("HOME", str(tmp_path))
    assert storage_folder("~", ENGLISH) == tmp_path


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("  ", "Write the path"),
        ("/no/such/folder", "no such folder"),
        (".", "the whole path"),
        ("\0", "no such folder"),
        ("/" + "x" * 5000, "no such folder"),
        ("~nobody-of-this-name/x", "no such folder"),
    ],
)
def test_folders_that_cannot(typed: str, told: str) -> None:
    for take in (storage_folder, weights_folder):
        with pytest.raises(BadFolder, match=told):
            take(typed, ENGLISH)


def test_a_folder_nothing_can_be_written_in_and_one_without_networks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "reader.onnx").touch()
    with pytest.raises(BadFolder, match=r"lacks finder.onnx, calibration.json"):
        weights_folder(str(tmp_path), ENGLISH)
    monkeypatch.setattr(settings_view.os, "access", lambda *_: False)
    with pytest.raises(BadFolder, match="nothing can be written"):
        storage_folder(str(tmp_path), ENGLISH)


def test_a_folder_that_may_not_be_looked_into_lacks_the_networks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(_path: Path) -> bool:
        raise PermissionError

    monkeypatch.setattr(Path, "is_file", refused)
    with pytest.raises(BadFolder, match=r"lacks finder.onnx, reader.onnx, calibration.json"):
        weights_folder(str(tmp_path), ENGLISH)


def test_a_finder_of_ones_own_is_a_file(tmp_path: Path) -> None:
    own = tmp_path / "own.onnx"
    with pytest.raises(BadFolder, match="not found"):
        weights_folder(str(own), ENGLISH)
    own.touch()
    assert weights_folder(f" {own} ", ENGLISH) == own
    told = about("weights", Preferences(weights=own), None, ENGLISH)
    assert str(own) in told
    assert "found by" in told
