"""Rendered games watched by eyes that err: nothing is ruled wrongly, and what is not clear is asked."""

from __future__ import annotations

import pytest

from companion.referee.desk import GameReading, Question
from companion.rules.game import Game
from models.render.games.making import MadeGame, Order, made
from tests.companion.referee import (
    test_eleusis,
    test_engines,
    test_lock_the_entry,
    test_lockdown,
    test_word_wars,
    watched_film,
)
from tests.companion.referee.flawed_eyes import FlawedEyes
from tests.companion.referee.watched_film import Answers, Overheard, Tells, Watched, Watching, watch
from tests.models.plain_stock import PlainStock
from vision.sightings import Kind

_NAMED = {"which_card": Kind.CARD, "which_letter": Kind.TILE, "whose_back": Kind.BACK}


def film(game: str, seed: int, actions: int, players: int | None = None) -> MadeGame:
    return made(Order(game, seed, size=(480, 270), players=players, actions=actions), PlainStock())


def by(eyes: FlawedEyes) -> Watching:
    """Watching by those eyes: what they cannot read somebody at the table tells."""

    def watching(
        game: MadeGame, rules: Game, reading: GameReading, answers: Answers, tells: Tells = lambda time: ()
    ) -> Watched:
        overheard = Overheard(reading)

        def answer(question: Question, time: float) -> str:
            if question.reason not in _NAMED:
                return answers(question, time)
            thing = overheard.desk.table.thing(question.things[0])
            assert thing is not None
            name = eyes.name_at(thing.sighting.outline, _NAMED[question.reason])
            return name if not question.choices or name in question.choices else "other"

        return watch(game, rules, overheard, answer, tells, eyes)

    return watching


def about(told: Watched) -> set[str]:
    """What was asked, but for names of cards."""
    return {question.reason for question in told.questions} - set(_NAMED)


@pytest.mark.parametrize(("eyes", "unknown"), [(1, ""), (2, "Ann")])
def test_a_film_of_lock_the_entry(eyes: int, unknown: str) -> None:
    game = film("lock-the-entry", 7, 45, 3)
    told = test_lock_the_entry.watched(game, by(FlawedEyes(eyes, unknown)))
    played = [test_lock_the_entry.unnamed(mark.line) for mark in game.script.marks if "bad hand" not in mark.line]
    assert test_lock_the_entry.by_entry(told.carried_out) == test_lock_the_entry.by_entry(played)
    assert told.refused == []
    assert len(told.questions) <= 3


@pytest.mark.parametrize("eyes", [1, 2])
def test_a_film_of_word_wars(eyes: int) -> None:
    game = film("word-wars", 4, 16)
    told = test_word_wars.watched(game, by(FlawedEyes(eyes)))
    assert [line for line in told.carried_out if " shows " not in line] == [mark.line for mark in game.script.marks]
    assert told.refused == []
    assert about(told) == set()


@pytest.mark.parametrize("eyes", [1, 4])
def test_a_film_of_lockdown(eyes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watched_film, "STEP", 0.125)  # a hand is not shown for long
    game = film("lockdown", 14, 16, 3)
    told = test_lockdown.watched(game, by(FlawedEyes(eyes)))
    moves = [test_lockdown.bare(mark.line) for mark in game.script.marks if " name " not in mark.line]
    seen = [line for line in told.carried_out if " hold " not in line and " name " not in line]
    assert [test_lockdown.bare(line) for line in seen] == moves
    assert told.refused == []


@pytest.mark.parametrize(("eyes", "players", "unknown"), [(1, 2, "google"), (1, 4, "")])
def test_a_film_of_engines(eyes: int, players: int, unknown: str) -> None:
    game = film("engines", 1, 28, players)
    told = test_engines.watched(game, by(FlawedEyes(eyes, unknown)))
    assert test_engines.without_passes(told.carried_out) == test_engines.without_passes(test_engines.played(game))
    assert told.refused == []
    assert about(told) <= {"cut_by", "laid_by"}


@pytest.mark.parametrize("eyes", [1, 3])
def test_a_film_of_eleusis(eyes: int) -> None:
    game = film("eleusis", 6, 30, 3)
    told = test_eleusis.watched(game, by(FlawedEyes(eyes)))
    assert told.carried_out == test_eleusis.seen_lines(game)
    assert told.refused == []
    assert about(told) == {"round_dealt"}
