"""Lessons: what was asked about and answered is kept as it was seen when it was asked, and nothing else."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from companion.referee.desk import Desk, GameReading, Question, Referee
from companion.referee.lessons import Lessons
from companion.referee.table import Table
from companion.referee.things import Event
from tests.vision.staged import PICTURE, SECOND, TILE, stages
from vision.corrections import Corrections
from vision.sightings import Kind, Reading

LETTER = 3  # number of the unsure tile of the staged reading
LATER = np.zeros_like(PICTURE)


class Asking(GameReading):
    """Asks for the name of whatever is unsure, and for a player."""

    def look(self, events: Sequence[Event], desk: Desk) -> None:
        raise NotImplementedError

    def answered(self, question: Question, answer: str, desk: Desk) -> None:
        if question.reason == "which" and answer == "none":
            desk.table.dismiss(question.things[0], 1.0)
        elif question.reason == "which" and answer == "again":
            desk.ask(question)
        elif question.reason == "which":
            desk.table.name(question.things[0], answer.upper(), 1.0)

    def awaits(self, action: Any, desk: Desk) -> bool:
        raise NotImplementedError

    def corrected(self, desk: Desk) -> None:
        """Nothing is remembered."""

    def shifted(self, matrix: object) -> None:
        raise NotImplementedError


class Table3(SimpleNamespace):
    """A referee of the staged table, with its lessons."""

    referee: Referee
    kept: Corrections
    sight: Any
    failed: list[str]

    def told(self) -> list[tuple[str | None, list[float]]]:
        return [(one.name, one.outline[0].tolist()) for one in self.kept.told(PICTURE)]


@pytest.fixture
def refereed(tmp_path: Path) -> Table3:
    return _refereed(tmp_path, SimpleNamespace(explain=lambda image: stages()))


def _refereed(folder: Path, reader: object) -> Table3:
    table = Table()
    for time in range(5):
        table.update(stages().reading, float(time))
    sight, kept, failed = SimpleNamespace(picture=PICTURE), Corrections(folder / "kept"), list[str]()
    lessons = Lessons(sight, reader, kept, lambda kept, error: failed.append(str(error)))  # type: ignore[arg-type]
    referee = Referee(SimpleNamespace(state=None), Asking(), table, lessons)  # type: ignore[arg-type]
    for thing in table.things:
        referee.ask(Question(f"name {thing.number}", "which", things=(thing.number,)))
    referee.ask(Question("player", "laid_by", choices=("A", "B"), things=(LETTER,)))
    sight.picture = LATER
    return Table3(referee=referee, kept=kept, sight=sight, failed=failed)


def test_the_picture_is_that_of_the_question_not_of_the_answer(refereed: Table3) -> None:
    numbers = {t.sighting.name: t.number for t in refereed.referee.table.things}
    refereed.referee.answer(f"name {numbers['9S']}", "6s")
    assert refereed.told() == [("6S", SECOND[0].tolist())]
    assert refereed.kept.told(LATER) == ()


def test_what_is_nothing_is_learnt_too(refereed: Table3) -> None:
    numbers = {t.sighting.name: t.number for t in refereed.referee.table.things}
    refereed.referee.answer(f"name {numbers['9S']}", "none")
    assert refereed.told() == [(None, SECOND[0].tolist())]


def test_what_was_taken_away_before_the_answer_came_is_learnt(refereed: Table3) -> None:
    numbers = {t.sighting.name: t.number for t in refereed.referee.table.things}
    for time in range(5, 15):
        refereed.referee.table.update(Reading(PICTURE.shape[:2], 1.0, ()), float(time))
    assert refereed.referee.table.things == ()
    refereed.referee.answer(f"name {numbers['9S']}", "6S")
    refereed.referee.answer("player", "A")
    assert refereed.told() == [("6S", SECOND[0].tolist())]


def test_a_question_that_is_asked_again_is_learnt_from_once_it_is_answered(refereed: Table3) -> None:
    numbers = {t.sighting.name: t.number for t in refereed.referee.table.things}
    refereed.sight.picture = PICTURE
    refereed.referee.answer(f"name {numbers['9S']}", "again")
    refereed.referee.answer(f"name {numbers['9S']}", "6S")
    assert refereed.told() == [("6S", SECOND[0].tolist())]


def test_answers_about_one_picture_are_kept_together(refereed: Table3) -> None:
    numbers = {t.sighting.name: t.number for t in refereed.referee.table.things}
    refereed.referee.answer(f"name {numbers['9S']}", "6S")
    refereed.referee.answer(f"name {numbers['Q']}", "O")
    assert refereed.told() == [("6S", SECOND[0].tolist()), ("O", TILE[0].tolist())]
    assert [one.kind for one in refereed.kept.told(PICTURE)] == [Kind.CARD, Kind.TILE]


@pytest.mark.parametrize(
    ("key", "answer"), [("player", "A"), ("player", "none"), ("nothing", "6S"), ("name 2", "whatever")]
)
def test_an_answer_that_names_nothing_teaches_nothing(refereed: Table3, key: str, answer: str) -> None:
    refereed.referee.answer(key, answer)
    assert not refereed.kept.folder.exists()
    assert refereed.failed == []


def test_a_reader_that_cannot_explain_itself_teaches_nothing(tmp_path: Path) -> None:
    refereed = _refereed(tmp_path, object())
    refereed.referee.answer("name 2", "6S")
    assert not refereed.kept.folder.exists()


def test_a_full_disk_is_told_and_the_answer_counts(refereed: Table3, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, content: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    numbers = {t.sighting.name: t.number for t in refereed.referee.table.things}
    refereed.referee.answer(f"name {numbers['9S']}", "6S")
    assert ["No space left" in line for line in refereed.failed] == [True]
    thing = refereed.referee.table.thing(numbers["9S"])
    assert thing is not None
    assert thing.sighting.name == "6S"


def test_a_question_that_is_taken_back_keeps_no_picture(refereed: Table3) -> None:
    picture = np.zeros_like(PICTURE)
    alive = weakref.ref(picture)
    refereed.sight.picture = picture
    refereed.referee.ask(Question("late", "which", things=(LETTER,)))
    refereed.sight.picture = LATER
    del picture
    assert alive() is not None
    refereed.referee.settle("late")
    assert alive() is None
