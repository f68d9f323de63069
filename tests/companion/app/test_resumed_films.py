"""A game watched on a film or on photos goes on where it was left: what was ruled on is not seen again."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import pytest

from companion.app.arrangement import Arrangement, load
from companion.app.opening import Opening, Plan
from companion.app.preferences import Preferences
from companion.app.watch import Snapshot, Watch
from companion.journal import Journal, Kind
from companion.rules.game import Setup
from tests.vision.colour_reader import ColourReader, table
from vision.backs import BackLibrary
from vision.eye import PictureReader
from vision.frames import State

RATE = 8  # frames a second
KING = 16  # the frame from which it lies there
SETUP = Setup(("Ann", "Ben", "Cem"))
SECONDS = 100.0  # far more than anything here takes


class Drawn(Opening):
    """Reads drawn tables."""

    def reader(self, backs: BackLibrary | None = None, fast: bool = False) -> PictureReader:
        return ColourReader()


@pytest.fixture
def opening(tmp_path: Path) -> Opening:
    return Drawn(Preferences(storage=tmp_path / "kept"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A king begins an entry, a seven cannot begin another, and something was said at the beginning and at the end."""
    folder = tmp_path / "game"
    (folder / "backs").mkdir(parents=True)
    writer = cv2.VideoWriter(str(folder / "film.avi"), cv2.VideoWriter.fourcc(*"MJPG"), RATE, (1280, 720))
    king, both = table(KH=(300, 300)), table(KH=(300, 300), D7=(700, 300))
    for frame in [table()] * KING + [king] * 32 + [both] * 48:
        writer.write(frame)
    writer.release()
    (folder / "said.txt").write_text("0.5 Ben create QS\n11 Cem create JS\n", encoding="utf-8")
    return folder


def watched(watch: Watch, until: Callable[[Snapshot], bool]) -> list[Snapshot]:
    """What it showed until that held."""
    shown: list[Snapshot] = []
    end = time.monotonic() + SECONDS
    watch.start()
    while not (shown and until(shown[-1])):
        assert time.monotonic() < end
        if (snapshot := watch.newest()) is not None:
            shown.append(snapshot)
        threading.Event().wait(0.005)
    watch.close(wait=True)
    return shown


def written(opening: Opening) -> list[tuple[Kind, str | None]]:
    with Journal(opening.journal_of(opening.preferences), create=False) as journal:
        return [(entry.kind, entry.line) for entry in journal.entries(1)]


def kept(opening: Opening) -> Arrangement:
    path = opening.journal_of(opening.preferences)
    with Journal(path, create=False) as journal:
        arrangement = load(path, journal.game(1))
    assert arrangement is not None
    return arrangement


def test_a_film_goes_on_after_what_was_ruled_on(opening: Opening, folder: Path) -> None:
    begun = opening.begun(Plan("lock-the-entry", SETUP, Arrangement(str(folder), colours=(2, 1, 0))))
    watched(begun, lambda shown: len(shown.news) == 2)
    assert written(opening) == [(Kind.ACTION, "Ben create QS"), (Kind.ACTION, "? create KH")]
    left = kept(opening)
    assert KING < left.place < KING + 32  # it was ruled on while it lay there alone
    assert (left.source, left.colours) == (str(folder), (2, 1, 0))

    with Journal(opening.journal_of(opening.preferences), create=False) as journal:
        record = journal.game(1)
    shown = watched(opening.resumed(record, left), lambda shown: shown.source is State.ENDED)
    seen = [snapshot.frame.number for snapshot in shown if snapshot.frame is not None]
    assert min(seen) >= left.place
    assert written(opening)[2:] == [(Kind.REFUSED, "? create 7D"), (Kind.ACTION, "Cem create JS")]
    assert kept(opening).place >= 11 * RATE


def test_a_film_that_was_not_watched_before_begins_at_its_beginning(opening: Opening, folder: Path) -> None:
    begun = opening.begun(Plan("lock-the-entry", SETUP, Arrangement()))
    watched(begun, lambda shown: shown.play is not None)
    with Journal(opening.journal_of(opening.preferences), create=False) as journal:
        record = journal.game(1)
    shown = watched(opening.resumed(record, Arrangement(str(folder))), lambda shown: len(shown.news) == 2)
    assert written(opening)[0] == (Kind.ACTION, "Ben create QS")
    assert min(snapshot.frame.number for snapshot in shown if snapshot.frame is not None) < KING
