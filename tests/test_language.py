"""The language files: the same keys and places in each, and words for every fault of a photo."""

from __future__ import annotations

import errno
import string
from pathlib import Path

import pytest

from companion.asset_files import ASSETS
from companion.language import FALLBACK, LANGUAGES, Language, UnknownText
from vision.photo import PhotoError, PhotoFault


def files_of(code: str) -> list[str]:
    return sorted(path.name for path in (ASSETS / "language" / code).glob("*.toml"))


def own_texts(code: str, tmp_path: Path) -> dict[str, str]:
    """The texts of one language without those that English stands in for."""
    tmp_path.mkdir()
    (tmp_path / code).symlink_to(ASSETS / "language" / code)
    return dict(Language.load(code, tmp_path).texts)


def places(text: str) -> set[str]:
    """The names in braces, without what follows a dot, a bracket or a colon."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_has_the_keys_of_english_and_their_places(code: str, tmp_path: Path) -> None:
    english, other = own_texts(FALLBACK, tmp_path / "a"), own_texts(code, tmp_path / "b")
    assert files_of(code) == files_of(FALLBACK)
    assert sorted(other) == sorted(english)
    assert {key: places(text) for key, text in other.items()} == {key: places(text) for key, text in english.items()}
    assert all(text.strip() for text in other.values())


@pytest.mark.parametrize("fault", PhotoFault)
def test_every_fault_of_a_photo_has_its_words(fault: PhotoFault) -> None:
    error = PhotoError(Path("table.jpg"), fault)
    assert str(error) == f"table.jpg: {Language.load('en').text(f'photo.{fault}')}"


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_GB.UTF-8", "COMPANION_LANGUAGE": "zh"}, "zh"),
        ({"LANG": "zh_CN.UTF-8", "COMPANION_LANGUAGE": ""}, "zh"),
    ],
)
def test_the_environment_chooses(environment: dict[str, str], code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("COMPANION_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert Language.load().code == code


def test_unknown_codes_and_keys() -> None:
    with pytest.raises(ValueError, match="xx"):
        Language.load("xx")
    with pytest.raises(UnknownText, match=r"read\.nonsense"):
        Language.load("en").text("read.nonsense")
    with pytest.raises(UnknownText, match=r"photo\.line"):
        Language.load("en").text("photo.line", photo="table.jpg")


def test_what_the_system_says_is_told_in_the_language_of_the_user() -> None:
    full = OSError(errno.ENOSPC, "No space left on device")
    assert Language.load("en").reason(full) == "the disk is full"
    assert Language.load("zh").reason(full) == "磁盘已满"


@pytest.mark.parametrize(
    ("error", "told"), [(OSError(errno.ENETDOWN, "Network is down"), "Network is down"), (OSError("odd"), "odd")]
)
def test_for_what_there_are_no_words_the_system_speaks_itself(error: OSError, told: str) -> None:
    assert Language.load("zh").reason(error) == told
