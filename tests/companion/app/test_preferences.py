"""The preferences: kept whole, taken back as they were, and never lost to a file that is torn or another's."""

from __future__ import annotations

import errno
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.app import preferences
from companion.app.preferences import BadPreference, Preferences, PreferencesError, PreferencesFault, load, save
from companion.language import LANGUAGES, Language


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "configuration" / "preferences.json"


def test_what_was_saved_is_loaded(path: Path, tmp_path: Path) -> None:
    chosen = Preferences("zh", "largest", "daylight", False, True, True, tmp_path / "各局", tmp_path / "my networks")
    save(chosen, path)
    assert load(path) == (chosen, None)
    save(replace(chosen, storage=None), path)
    assert load(path) == (replace(chosen, storage=None), None)
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_without_a_file_the_defaults_hold_and_nothing_is_said(path: Path) -> None:
    assert load(path) == (Preferences(), None)
    assert not path.parent.exists()
    assert not Preferences().spoken
    assert not Preferences().spectators
    assert Preferences().sound


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b'{"preferences": 1, "language": "e',
        b"\xff\xfe\x00",
        b"[]",
        b'{"name": "another program"}',
        b'{"preferences": 1, "language": "tlh"}',
        b'{"preferences": 1, "language": ["en"]}',
        b'{"preferences": 1, "sound": "yes"}',
        b'{"preferences": 1, "storage": "not/absolute"}',
        b'{"preferences": 1, "storage": 7}',
        b"[" * 50_000,
        b" " * 200_000,
    ],
)
def test_a_torn_or_foreign_file_is_set_aside_untouched(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    loaded, fault = load(path)
    assert loaded == Preferences()
    assert fault is not None
    assert fault.fault is PreferencesFault.SET_ASIDE
    assert fault.aside is not None
    assert fault.aside.read_bytes() == content
    assert not path.exists()
    for code in LANGUAGES:
        words = fault.words(Language.load(code))
        assert str(fault.aside) in words
        assert "\n" not in words
    save(Preferences(), path)
    assert fault.aside.read_bytes() == content


def test_two_files_are_set_aside_beside_each_other(path: Path) -> None:
    path.parent.mkdir()
    asides = set()
    for content in (b"one", b"two"):
        path.write_bytes(content)
        _, fault = load(path)
        assert fault is not None
        asides.add(fault.aside)
    assert len(asides) == 2


def test_what_a_later_version_added_is_passed_over(path: Path) -> None:
    path.parent.mkdir()
    path.write_text('{"preferences": 2, "text_size": "large", "wallpaper": {"kind": "felt"}}', encoding="utf-8")
    assert load(path) == (Preferences(text_size="large"), None)


def test_a_folder_in_its_place_is_told_and_nothing_is_lost(path: Path) -> None:
    path.mkdir(parents=True)
    (path / "kept").touch()
    loaded, fault = load(path)
    assert loaded == Preferences()
    assert fault is not None
    assert fault.fault is PreferencesFault.UNREADABLE
    assert "folder" in fault.words(Language.load("en"))
    with pytest.raises(PreferencesError):
        save(Preferences(), path)
    assert (path / "kept").exists()


@pytest.mark.parametrize(
    ("number", "told"), [(errno.ENOSPC, "full"), (errno.EACCES, "no permission"), (errno.EIO, "reports a fault")]
)
def test_what_cannot_be_saved_is_told_in_one_sentence(
    path: Path, number: int, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(Preferences(text_size="large"), path)

    def refuse(*_: Any) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(preferences, "write_whole", refuse)
    with pytest.raises(PreferencesError) as caught:
        save(Preferences(), path)
    assert told in caught.value.words(Language.load("en"))
    assert load(path) == (Preferences(text_size="large"), None)


def test_a_file_where_the_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "configuration").write_text("a file")
    with pytest.raises(PreferencesError) as caught:
        save(Preferences(), tmp_path / "configuration" / "preferences.json")
    assert caught.value.fault is PreferencesFault.NOT_SAVED


@pytest.mark.parametrize(
    "wrong", [{"language": "xx"}, {"palette": "plaid"}, {"text_size": ""}, {"sound": 1}, {"weights": Path("here")}]
)
def test_a_value_that_cannot_be(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadPreference, match=next(iter(wrong))):
        Preferences(**wrong)


def test_the_folders_follow_the_storage(tmp_path: Path) -> None:
    assert Preferences(storage=tmp_path).folder == Preferences(storage=tmp_path).exports == tmp_path
    assert Preferences().folder == tmp_path / "user-data" / "tabletop-companion"
    assert Preferences().language_code is None
    assert Preferences(text_size="largest").scale > Preferences().scale == 1
