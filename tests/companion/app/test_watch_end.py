"""The end of a game, tapped while the table shows a card that is not known yet."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from companion.app.watch import Watch
from companion.journal import Kind, Source
from tests.companion.app.test_watch import Camera, Doubtful, lines, new_game, until, watching
from tests.vision.colour_reader import table


def test_an_end_that_is_tapped_waits_for_the_card_that_is_asked_about(tmp_path: Path) -> None:
    camera = Camera(table(KH=(300, 300)))
    with watching(Watch(partial(new_game, tmp_path / "journal.sqlite"), lambda: camera, Doubtful)) as watch:
        (posed,) = until(watch, lambda s: len(s.questions) > 0).questions
        watch.tell("end")
        shown = until(watch, lambda s: len(s.questions) > 1)
        assert [posed.question.reason for posed in shown.questions] == ["which_card", "not_yet_decided"]
        assert shown.news == ()
        watch.answer(posed.question, "QH")
        shown = until(watch, lambda s: len(s.news) > 1 and not s.questions)
        assert lines(shown) == [(Kind.ACTION, "? create QH"), (Kind.ACTION, "end")]
        assert [news.entry.source for news in shown.news if news.entry] == [Source.CAMERA, Source.TAP]
        assert shown.troubles == ()


def test_an_end_that_is_tapped_twice_is_asked_about_once_and_can_be_insisted_on(tmp_path: Path) -> None:
    camera = Camera(table(KH=(300, 300)))
    with watching(Watch(partial(new_game, tmp_path / "journal.sqlite"), lambda: camera, Doubtful)) as watch:
        until(watch, lambda s: len(s.questions) > 0)
        watch.tell("end")
        watch.tell("end")
        _, waits = until(watch, lambda s: len(s.questions) > 1).questions
        watch.answer(waits.question, "at_once")
        assert lines(until(watch, lambda s: len(s.news) > 0)) == [(Kind.ACTION, "end")]
