"""A folder of a whole game: its film, its decks, what was said over it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.game_folder import film_and_decks, said_beside, words_beside


def test_a_whole_folder(tmp_path: Path) -> None:
    (tmp_path / "backs").mkdir()
    for name in ("video.mp4", "backs/Ben.jpg", "backs/Ann.png", "backs/notes.txt", "words.txt"):
        (tmp_path / name).touch()
    (tmp_path / "said.txt").write_text("0.5 Ann deals | rule red\nnoise\n\n12 end\n", encoding="utf-8")
    film, decks = film_and_decks(str(tmp_path))
    assert film == str(tmp_path / "video.mp4")
    assert [deck.name for deck in decks] == ["Ann.png", "Ben.jpg"]
    assert said_beside(str(tmp_path)) == ((0.5, "Ann deals | rule red"), (12.0, "end"))
    assert words_beside(str(tmp_path)) == tmp_path / "words.txt"


def test_any_other_source(tmp_path: Path) -> None:
    assert film_and_decks("rtsp://camera/1") == ("rtsp://camera/1", [])
    assert said_beside("0") == ()
    (tmp_path / "said.txt").write_bytes(b"\xff\xfe")
    assert said_beside(str(tmp_path)) == ()


@pytest.mark.parametrize("source", ["x" * 300, "rtsp://camera/" + "x" * 300, "\0"])
def test_what_the_system_refuses_is_no_such_folder(source: str) -> None:
    assert film_and_decks(source) == (source, [])
    assert said_beside(source) == ()
    assert words_beside(source) is None


def test_a_folder_that_may_not_be_looked_into_is_as_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_path: Path) -> bool:
        raise PermissionError

    (tmp_path / "backs").mkdir()
    for look in ("is_dir", "is_file", "iterdir"):
        monkeypatch.setattr(Path, look, refused)
    assert film_and_decks(str(tmp_path)) == (str(tmp_path), [])
    assert words_beside(str(tmp_path)) is None
