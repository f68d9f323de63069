"""A game behind the screen: what a camera sees and what is tapped comes back as snapshots, and so does what fails."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from companion.app.watch import Snapshot, Watch, sentence
from companion.beginning import begin, resume, rules_of
from companion.journal import Journal, JournalError, JournalFault, Kind, Play
from companion.language import Language
from companion.rules.game import Setup
from tests.vision.colour_reader import ColourReader, Picture, table
from tests.vision.staged import stages_of
from vision.corrections import Corrections
from vision.frames import Live, SourceError, SourceFault, State
from vision.network import WeightsError, WeightsFault
from vision.pipeline import Stages
from vision.sightings import Kind as Thing
from vision.sightings import Reading
from vision.whole import Whole

ENGLISH = Language.load("en")
PLAYERS = Setup(("Ann", "Ben", "Cem"))
SECONDS = 60.0  # far more than anything here takes


class Camera(Live):
    """Shows the picture that lies under it, until it is unplugged."""

    name = "camera 7"

    def __init__(self, picture: Picture) -> None:
        self.picture, self.plugged = picture, threading.Event()
        self.plugged.set()

    def pictures(self) -> Generator[Picture | None, None, None]:
        if not self.plugged.is_set():
            raise SourceError(self.name, SourceFault.NOT_FOUND)
        while self.plugged.is_set():
            yield self.picture.copy()
            time.sleep(0.02)


class Doubtful(ColourReader):
    """Is sure of nothing."""

    def read(self, image: Picture, whole: Whole | None = None) -> Reading:
        reading = super().read(image)
        return replace(reading, sightings=tuple(replace(s, certain=False, confidence=0.5) for s in reading.sightings))


class Explaining(Doubtful):
    """Tells how it came to what it read."""

    def explain(self, image: Picture) -> Stages:
        return stages_of(self.read(image))


def new_game(path: Path) -> Play:
    return begin(Journal(path), rules_of("lock-the-entry"), PLAYERS)


@contextmanager
def watching(watch: Watch) -> Iterator[Watch]:
    watch.start()
    try:
        yield watch
    finally:
        watch.close(wait=True)


def until(watch: Watch, holds: Callable[[Snapshot], bool]) -> Snapshot:
    """The first snapshot of which that holds."""
    end, snapshot = time.monotonic() + SECONDS, None
    while time.monotonic() < end:
        snapshot = watch.newest() or snapshot
        if snapshot is not None and holds(snapshot):
            return snapshot
        time.sleep(0.005)
    raise AssertionError(f"that never came: {snapshot}")


def lines(snapshot: Snapshot) -> list[tuple[Kind, str]]:
    assert snapshot.play is not None
    write = snapshot.play.game.write_action
    return [(news.entry.kind, write(news.action)) for news in snapshot.news if news.entry is not None]


def words(snapshot: Snapshot) -> list[str]:
    return [told(ENGLISH) for told in snapshot.troubles]


def test_what_the_camera_sees_is_ruled_on_kept_and_shown(tmp_path: Path) -> None:
    camera, path = Camera(table()), tmp_path / "journal.sqlite"
    with watching(Watch(partial(new_game, path), lambda: camera, ColourReader)) as watch:
        assert until(watch, lambda s: s.source is State.LIVE and s.frame is not None).play is not None
        camera.picture = table(KH=(300, 300))
        shown = until(watch, lambda s: len(s.news) > 0)
        assert lines(shown) == [(Kind.ACTION, "? create KH")]
        assert [finding.reason for finding in shown.news[0].findings] == ["begun"]
        assert [thing.sighting.name for thing in shown.things] == ["KH"]
        assert shown.troubles == ()
    with Journal(path) as journal:
        (entry,) = journal.entries(1)
        assert journal.evidence_content(entry.evidence[0]) is not None


def test_what_lies_outside_the_marked_table_is_not_played(tmp_path: Path) -> None:
    camera, edge = Camera(table()), ((0, 0), (0.5, 0), (0.5, 1), (0, 1))
    game = Watch(partial(new_game, tmp_path / "journal.sqlite"), lambda: camera, ColourReader, table=edge)
    with watching(game) as watch:
        until(watch, lambda s: s.source is State.LIVE and s.frame is not None)
        camera.picture = table(KH=(900, 300))
        time.sleep(1.0)
        camera.picture = table(KH=(900, 300), D7=(300, 300))
        shown = until(watch, lambda s: len(s.news) > 0)
        assert lines(shown) == [(Kind.REFUSED, "? create 7D")]
        assert [thing.sighting.name for thing in shown.things] == ["7D"]


def test_what_was_said_over_a_film_is_told_in_its_time(tmp_path: Path) -> None:
    said = ((0.0, "Ann create KH"), (1e6, "Ben create QS"))
    game = Watch(partial(new_game, tmp_path / "journal.sqlite"), lambda: Camera(table()), ColourReader, lambda: said)
    with watching(game) as watch:
        shown = until(watch, lambda s: len(s.news) > 0)
        assert lines(shown) == [(Kind.ACTION, "Ann create KH")]
        assert shown.troubles == ()


def test_what_is_tapped_is_ruled_on_and_can_be_taken_back(tmp_path: Path) -> None:
    with watching(Watch(partial(new_game, tmp_path / "journal.sqlite"))) as watch:
        watch.tell("Ann create KH")
        watch.tell("Ben add 1 7D")
        shown = until(watch, lambda s: len(s.news) == 2)
        assert lines(shown) == [(Kind.ACTION, "Ann create KH"), (Kind.REFUSED, "Ben add 1 7D")]
        assert shown.frame is None
        assert shown.source is None
        watch.overrule("we play on")
        watch.undo()
        watch.undo()
        watch.redo()
        shown = until(watch, lambda s: len(s.news) == 6)
        assert [kind for kind, _ in lines(shown)][2:] == [Kind.ACTION, Kind.UNDO, Kind.UNDO, Kind.REDO]
        assert [line for _, line in lines(shown)][3:] == ["Ben add 1 7D", "Ann create KH", "Ann create KH"]
        assert shown.play is not None
        assert [step.entry.line for step in shown.play.steps] == ["Ann create KH"]


def test_an_earlier_action_is_set_right_or_it_is_said_why_not(tmp_path: Path) -> None:
    with watching(Watch(partial(new_game, tmp_path / "journal.sqlite"))) as watch:
        for line in ("Ann create KH", "Ben add 1 9H"):
            watch.tell(line)
        watch.amend(1, "Ann create QH")
        shown = until(watch, lambda s: len(s.news) == 6)
        assert [kind for kind, _ in lines(shown)][2:] == [Kind.UNDO, Kind.UNDO, Kind.ACTION, Kind.ACTION]
        assert shown.play is not None
        assert [step.entry.line for step in shown.play.steps] == ["Ann create QH", "Ben add 1 9H"]
        watch.amend(5, "Ann create QS")
        told = until(watch, lambda s: len(s.troubles) > 0)
        assert "9♥ has not the suit of the starting card Q♠" in words(told)[0]
        assert told.play is shown.play


def test_what_cannot_be_done_is_a_sentence_until_something_can(tmp_path: Path) -> None:
    with watching(Watch(partial(new_game, tmp_path / "journal.sqlite"))) as watch:
        watch.tell("Ann flies to the moon")
        shown = until(watch, lambda s: len(s.troubles) > 0)
        assert words(shown) == ["This is no action of the game: Ann flies to the moon"]
        watch.undo()
        until(watch, lambda s: words(s) == ["There is nothing to undo."])
        watch.tell("Ann create KH")
        assert until(watch, lambda s: len(s.news) == 1).troubles == ()


def test_a_game_is_gone_on_with_and_its_feed_is_there(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with watching(Watch(partial(new_game, path))) as watch:
        watch.tell("Ann create KH")
        watch.tell("Ben add 1 9H")
        until(watch, lambda s: len(s.news) == 2)

    def again() -> Play:
        journal = Journal(path, create=False)
        return resume(journal, journal.game(1))

    with watching(Watch(again)) as watch:
        shown = until(watch, lambda s: s.play is not None)
        assert lines(shown) == [(Kind.ACTION, "Ann create KH"), (Kind.ACTION, "Ben add 1 9H")]
        assert shown.news[1].findings != ()


def test_a_table_that_is_not_to_be_seen_is_told_until_it_is(tmp_path: Path) -> None:
    lit = table(KH=(300, 300))
    camera = Camera(lit)
    with watching(Watch(partial(new_game, tmp_path / "journal.sqlite"), lambda: camera, ColourReader)) as watch:
        until(watch, lambda s: len(s.news) > 0)
        camera.picture = np.zeros_like(lit)
        until(watch, lambda s: words(s) == [ENGLISH.text("frames.view_dark")])
        camera.picture = lit
        assert lines(until(watch, lambda s: s.troubles == ())) == [(Kind.ACTION, "? create KH")]


def test_a_full_disk_is_told_and_the_game_goes_on_once_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    camera, full = Camera(table()), threading.Event()
    append = Journal.append

    def may_be_full(journal: Journal, *values: object, **content: object) -> object:
        if full.is_set():
            raise JournalError(journal.path, JournalFault.FULL)
        return append(journal, *values, **content)  # type: ignore[arg-type]

    monkeypatch.setattr(Journal, "append", may_be_full)
    with watching(Watch(partial(new_game, tmp_path / "journal.sqlite"), lambda: camera, ColourReader)) as watch:
        until(watch, lambda s: s.frame is not None)
        full.set()
        camera.picture = table(KH=(300, 300))
        shown = until(watch, lambda s: len(s.troubles) > 0)
        assert "the disk is full" in words(shown)[0]
        assert shown.news == ()
        full.clear()
        shown = until(watch, lambda s: len(s.news) > 0)
        assert lines(shown) == [(Kind.ACTION, "? create KH")]
        until(watch, lambda s: s.troubles == ())


def test_a_journal_that_cannot_be_opened_is_a_sentence(tmp_path: Path) -> None:
    with watching(Watch(partial(new_game, tmp_path))) as watch:  # a folder
        shown = until(watch, lambda s: len(s.troubles) > 0)
        assert "this is a folder, not a journal" in words(shown)[0]
        assert shown.play is None


def test_a_camera_that_cannot_be_opened_leaves_the_game_to_taps(tmp_path: Path) -> None:
    camera = Camera(table())
    camera.plugged.clear()
    with watching(Watch(partial(new_game, tmp_path / "journal.sqlite"), lambda: camera, ColourReader)) as watch:
        until(watch, lambda s: words(s) == ["camera 7: there is no such camera, file or folder"])
        watch.tell("Ann create KH")
        assert lines(until(watch, lambda s: len(s.news) > 0)) == [(Kind.ACTION, "Ann create KH")]


@pytest.mark.parametrize(
    ("error", "english", "chinese"),
    [
        (PermissionError(13, "Permission denied", "/gone"), "/gone: no permission.", "/gone：没有权限。"),
        (OSError(28, "No space left"), "Something went wrong: the disk is full", "出错了：磁盘已满"),
    ],
)
def test_what_the_system_refuses_is_told_in_words(error: OSError, english: str, chinese: str) -> None:
    assert sentence(error)(ENGLISH) == english
    assert sentence(error)(Language.load("zh")) == chinese


def test_a_lost_camera_is_told_and_found_again(tmp_path: Path) -> None:
    camera = Camera(table())
    with watching(Watch(partial(new_game, tmp_path / "journal.sqlite"), lambda: camera, ColourReader)) as watch:
        until(watch, lambda s: s.source is State.LIVE)
        camera.plugged.clear()
        shown = until(watch, lambda s: s.source is State.LOST)
        assert words(shown) == ["Camera lost; looking for it"]
        camera.plugged.set()
        until(watch, lambda s: s.source is State.LIVE and not s.troubles)


def test_a_reader_that_fails_is_told_and_taps_still_count(tmp_path: Path) -> None:
    class Broken(ColourReader):
        def read(self, image: Picture, whole: Whole | None = None) -> Reading:
            raise RuntimeError("out of memory")

    with watching(
        Watch(partial(new_game, tmp_path / "journal.sqlite"), lambda: Camera(table(KH=(300, 300))), Broken)
    ) as watch:
        until(watch, lambda s: words(s) == ["Something went wrong: out of memory"])
        watch.tell("Ann create KH")
        assert lines(until(watch, lambda s: len(s.news) > 0)) == [(Kind.ACTION, "Ann create KH")]


def test_a_reader_that_cannot_be_opened_stays_told_while_the_picture_is_live(tmp_path: Path) -> None:
    camera, shown = Camera(table(KH=(300, 300))), threading.Event()

    def lacking() -> ColourReader:
        shown.wait(SECONDS)
        raise WeightsError(tmp_path / "finder.onnx", WeightsFault.MISSING)

    with watching(Watch(partial(new_game, tmp_path / "journal.sqlite"), lambda: camera, lacking)) as watch:
        until(watch, lambda s: s.frame is not None)
        shown.set()
        told = [f"{tmp_path / 'finder.onnx'}: weights not found"]
        assert words(until(watch, lambda s: s.source is State.LIVE)) == told
        watch.tell("Ann create KH")
        assert words(until(watch, lambda s: len(s.news) > 0)) == told


def test_a_question_comes_with_its_picture_and_goes_with_its_answer(tmp_path: Path) -> None:
    camera = Camera(table(KH=(300, 300)))
    with watching(Watch(partial(new_game, tmp_path / "journal.sqlite"), lambda: camera, Doubtful)) as watch:
        (posed,) = until(watch, lambda s: len(s.questions) > 0).questions
        assert posed.question.reason == "which_card"
        assert posed.crop is not None
        assert np.abs(posed.crop.astype(int) - (200, 60, 40)).max(axis=2).min() == 0  # the king's colour
        watch.answer(replace(posed.question, data={"guess": "AS"}), "JH")  # of an earlier one with the same key
        watch.answer(posed.question, "QH")
        shown = until(watch, lambda s: len(s.news) > 0)
        assert lines(shown) == [(Kind.ACTION, "? create QH")]
        assert shown.questions == ()


def test_what_was_asked_and_answered_is_kept_to_learn_from(tmp_path: Path) -> None:
    camera, kept = Camera(table(KH=(300, 300))), Corrections(tmp_path / "corrections")
    begin_game = partial(new_game, tmp_path / "journal.sqlite")
    with watching(Watch(begin_game, lambda: camera, Explaining, kept=kept)) as watch:
        (posed,) = until(watch, lambda s: len(s.questions) > 0).questions
        watch.answer(posed.question, "QH")
        until(watch, lambda s: len(s.news) > 0)
    (told,) = kept.told(camera.picture)
    assert (told.kind, told.name) == (Thing.CARD, "QH")
    assert told.outline.mean(axis=0) == pytest.approx([340, 355], abs=3)


def test_a_lesson_that_cannot_be_kept_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    (tmp_path / "corrections").touch()  # a file where the folder would be
    camera, kept = Camera(table(KH=(300, 300))), Corrections(tmp_path / "corrections")
    begin_game = partial(new_game, tmp_path / "journal.sqlite")
    with watching(Watch(begin_game, lambda: camera, Explaining, kept=kept)) as watch:
        (posed,) = until(watch, lambda s: len(s.questions) > 0).questions
        watch.answer(posed.question, "QH")
        shown = until(watch, lambda s: len(s.news) > 0)
        assert lines(shown) == [(Kind.ACTION, "? create QH")]
        assert [str(kept.folder) in told for told in words(shown)] == [True]


def test_closing_ends_every_thread_and_nothing_new_is_none(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    watch = Watch(partial(new_game, tmp_path / "journal.sqlite"), lambda: Camera(table()), ColourReader)
    with watching(watch):
        until(watch, lambda s: s.frame is not None)
    assert set(threading.enumerate()) <= before
    watch.newest()
    assert watch.newest() is None


def test_a_game_that_is_gone_on_with_is_watched_from_where_it_stood(tmp_path: Path) -> None:
    path, king = tmp_path / "journal.sqlite", table(KH=(300, 300))
    with watching(Watch(partial(new_game, path), lambda: Camera(king), ColourReader)) as watch:
        until(watch, lambda s: len(s.news) > 0)

    def again() -> Play:
        journal = Journal(path, create=False)
        return resume(journal, journal.game(1))

    camera = Camera(king)
    with watching(Watch(again, lambda: camera, ColourReader)) as watch:
        until(watch, lambda s: len(s.things) == 1)
        camera.picture = table(KH=(300, 300), D7=(700, 300))
        shown = until(watch, lambda s: len(s.news) > 1)
        assert lines(shown) == [(Kind.ACTION, "? create KH"), (Kind.REFUSED, "? create 7D")]
