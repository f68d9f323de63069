"""What is heard of a game: a tone for each new thing, and the ruling as a sentence."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.app.signals import signals_of, spoken_of
from companion.app.watch import News, Posed, Snapshot
from companion.beginning import begin, rules_of
from companion.journal import Journal, Source
from companion.language import Language
from companion.referee.desk import Question
from companion.rules.game import Finding, Setup

GOLDEN = Path(__file__).parents[2] / "golden" / "lock-the-entry" / "one-entry-by-the-text.txt"
LINES = [line[2:] for line in GOLDEN.read_text(encoding="utf-8").splitlines() if line.startswith("> ")]


class Game:
    """A game of Lock the Entry as the watch shows it."""

    def __init__(self, path: Path, game: str = "lock-the-entry") -> None:
        self._play = begin(Journal(path / "journal.sqlite"), rules_of(game), Setup(("Ann", "Ben", "Cem")))
        self.snapshot = Snapshot(play=self._play)

    def tell(self, line: str) -> tuple[Snapshot, Snapshot]:
        """How it stood before and after."""
        before, action = self.snapshot, self._play.game.parse_action(line)
        self._play, entry = self._play.act(action, Source.TAP)
        self.snapshot = replace(before, play=self._play, news=(*before.news, News.of(self._play, entry)))
        return before, self.snapshot

    def undo(self) -> Snapshot:
        """How it stands once the last action is taken back."""
        self._play, entry = self._play.undo()
        self.snapshot = replace(self.snapshot, play=self._play, news=(*self.snapshot.news, News.of(self._play, entry)))
        return self.snapshot


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return Game(tmp_path)


def test_a_ruling_is_heard_and_can_be_said(game: Game) -> None:
    legal = game.tell("Ann create KH")
    assert signals_of(*legal) == ("legal",)
    assert spoken_of(*legal, Language.load("en")) == "Entry 1 begins with K♥"
    illegal = game.tell("Ben change 1 KS")
    assert signals_of(*illegal) == ("illegal",)
    assert spoken_of(*illegal, Language.load("zh")) != spoken_of(*illegal, Language.load("en")) != ""


def test_an_entry_that_may_be_locked_is_heard_once(game: Game) -> None:
    heard, ready = [], []
    for line in LINES:
        before, now = game.tell(line)
        heard.append("may_lock" in signals_of(before, now))
        ready.append(now.play is not None and any(entry.lockable for entry in now.play.state.entries))
    assert heard.index(True) == ready.index(True) > 5
    assert heard.count(True) == 1


def test_what_is_taken_back_and_remarks_are_not_heard(game: Game) -> None:
    _before, now = game.tell("Ann create KH")
    remark = replace(now, news=(*now.news, News(None, None, (Finding("LTE-8", "ready", {"entry": 1}),))))
    assert signals_of(now, remark) == ()
    assert signals_of(now, game.undo()) == ()


def test_a_question_is_heard_when_it_is_put(game: Game) -> None:
    _before, now = game.tell("Ann create KH")
    asked = replace(now, questions=(Posed(Question("card 3", "which_card", {}, ()), None),))
    assert signals_of(now, asked) == ("question",)
    assert signals_of(asked, replace(asked)) == ()
    assert spoken_of(now, asked, Language.load("en")) == ""


def test_a_game_that_is_opened_again_is_silent(game: Game) -> None:
    _before, now = game.tell("Ann create KH")
    assert signals_of(Snapshot(), now) == ()
    assert spoken_of(Snapshot(), now, Language.load("en")) == ""


def test_other_games_have_no_entries(tmp_path: Path) -> None:
    assert signals_of(*Game(tmp_path, "lockdown").tell("Ann draw")) == ("legal",)
