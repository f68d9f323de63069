"""What the first screen offers, and decks that are learned by their backs; what fails is a sentence."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.app.decks import Decks, enrolled, enrolled_from, kept_in
from companion.app.screens.home_view import finished, games, records, resumable
from companion.beginning import begin, rules_of
from companion.game_folder import film_and_decks, words_beside
from companion.journal import Journal, JournalError
from companion.language import Language
from companion.rules.game import Setup
from vision.backs import BackLibrary
from vision.photo import Picture
from vision.sightings import FloatArray, Kind, Reading, Sighting
from vision.whole import Whole

ENGLISH, CHINESE = Language.load("en"), Language.load("zh")


class OneBack:
    """Sees one back in the middle of every picture that is not black."""

    def read(self, image: Picture, whole: Whole | None = None) -> Reading:
        height, width = image.shape[:2]
        box = np.array([[0.3, 0.2], [0.7, 0.2], [0.7, 0.8], [0.3, 0.8]], np.float32) * (width, height)
        seen = (Sighting(Kind.BACK, None, 0.9, False, box.astype(np.float32)),) if image.any() else ()
        return Reading((width, height), 1.0, seen)

    def shown_back(self, image: Picture) -> FloatArray | None:
        """That back."""
        return next((thing.outline for thing in self.read(image).sightings), None)


def picture(seed: int) -> Picture:
    noise = np.random.default_rng(seed).integers(0, 255, (30, 20, 3), np.uint8)
    return np.asarray(cv2.resize(noise, (300, 420), interpolation=cv2.INTER_NEAREST), np.uint8)


def test_all_five_games_are_offered() -> None:
    assert len(games(ENGLISH)) == 5
    assert games(ENGLISH)[0].text == "You Have to Lock the Entry!"


def test_the_last_games_come_first_and_long_names_are_cut(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    assert records(path) == ()
    with Journal(path) as journal:
        for number in range(10):
            begin(journal, rules_of("lockdown"), Setup((f"Ann {number}", "x" * 200)))
    offered = resumable(records(path), ENGLISH)
    assert [choice.key for choice in offered] == ["10", "9", "8", "7", "6", "5", "4", "3", "older"]
    assert offered[-1].text == "Older games (2)"
    assert [choice.key for choice in resumable(records(path), ENGLISH, 32)] == [str(n) for n in range(10, 0, -1)]
    assert "Ann 9" in offered[0].text
    assert len(offered[0].text) < 120
    path.write_bytes(b"no journal at all" * 10)
    with pytest.raises(JournalError):
        records(path)


def test_a_game_that_cannot_be_opened_leaves_its_journal_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed, close = list[Path](), Journal.close

    def noted(journal: Journal) -> None:
        closed.append(journal.path)
        close(journal)

    path = tmp_path / "journal.sqlite"
    with Journal(path) as journal:
        begin(journal, rules_of("lockdown"), Setup(("Ann", "Ben")))
    (record,) = records(path)
    monkeypatch.setattr(Journal, "close", noted)
    assert finished(path, record) is None
    with pytest.raises(JournalError):
        finished(path, replace(record, name="no such game"))
    assert closed == [path, path]


def test_a_deck_is_learned_from_a_picture_kept_and_learned_anew(tmp_path: Path) -> None:
    kept = tmp_path / "backs.npz"
    known = enrolled(Decks(), "Ann", picture(1), OneBack, kept)
    assert known.faults == ()
    assert BackLibrary.load(kept).names == ("Ann",)
    again = enrolled(known, "Ann", picture(2), OneBack, kept)
    assert again.library.names == ("Ann",)
    assert len(again.library.views["Ann"]) == 1


def test_what_cannot_be_learned_is_told_and_what_is_known_stays(tmp_path: Path) -> None:
    known = enrolled(Decks(), "Ann", picture(1), OneBack, tmp_path / "backs.npz")
    failing = (np.zeros_like(picture(1)), tmp_path / "no-such.jpg", picture(1))
    for shown, reason in zip(failing, ("no card back is seen", "no-such.jpg", "already enrolled"), strict=True):
        then = enrolled(known, "Ben", shown, OneBack, tmp_path / "backs.npz")
        assert reason in then.faults[0](ENGLISH)
        assert then.library.names == ("Ann",)
        assert "backs" not in then.faults[0](CHINESE)
    assert "这个牌背已登记为 Ann" in then.faults[0](CHINESE)
    titled = enrolled(known, "google", failing[0], OneBack, tmp_path / "backs.npz", "Google's deck")
    assert titled.faults[0](ENGLISH).startswith("Google's deck: no card back is seen")


def test_enrolled_decks_that_cannot_be_read_are_told_and_those_that_never_were_are_not(tmp_path: Path) -> None:
    kept = tmp_path / "backs.npz"
    assert (kept_in(kept).library.names, kept_in(kept).faults) == ((), ())
    enrolled(Decks(), "Ann", picture(1), OneBack, kept)
    assert kept_in(kept).library.names == ("Ann",)
    kept.write_bytes(b"no backs")
    known = kept_in(kept)
    assert known.library.names == ()
    assert "已损坏" in known.faults[0](CHINESE)
    assert "damaged" in known.faults[0](ENGLISH)


def test_the_folder_of_a_game_brings_its_film_decks_and_words(tmp_path: Path) -> None:
    (tmp_path / "backs").mkdir()
    for number, name in enumerate(("Ben", "Ann")):
        cv2.imwrite(str(tmp_path / "backs" / f"{name}.png"), picture(number))
    (tmp_path / "backs" / "Cem.jpg").write_bytes(b"no photo")
    (tmp_path / "video.mp4").touch()
    film, decks = film_and_decks(str(tmp_path))
    assert film == str(tmp_path / "video.mp4")
    known = enrolled_from(decks, OneBack)
    assert known.library.names == ("Ann", "Ben")
    assert "Cem.jpg" in known.faults[0](ENGLISH)
    assert words_beside(str(tmp_path)) is None
    (tmp_path / "words.txt").write_text("CAB", encoding="utf-8")
    assert words_beside(str(tmp_path)) == tmp_path / "words.txt"
    assert film_and_decks("0") == ("0", [])
