"""A folder of a whole game: its film, its decks, what was said over it."""

from __future__ import annotations

from pathlib import Path

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
