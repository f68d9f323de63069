"""Rendered games watched by eyes that err: nothing is ruled wrongly, and what is not clear is asked."""

from __future__ import annotations

import pytest

from companion.referee.desk import Question, Referee
from models.render.games.making import MadeGame, Order, made
from tests.companion.referee import watched_film
from tests.companion.referee.bystanders import Bystander, bystander
from tests.companion.referee.engines.test_reading import as_seen
from tests.companion.referee.flawed_eyes import FlawedEyes
from tests.companion.referee.lock_the_entry.test_reading import by_entry
from tests.companion.referee.watched_film import Watched, watch
from tests.models.plain_stock import PlainStock
from vision.sightings import Kind

_NAMED = {"which_card": Kind.CARD, "which_letter": Kind.TILE, "whose_back": Kind.BACK}


def film(game: str, seed: int, actions: int, players: int | None = None) -> MadeGame:
    return made(Order(game, seed, size=(480, 270), players=players, actions=actions), PlainStock())


def watched(who: Bystander, eyes: FlawedEyes) -> Watched:
    """The film watched by those eyes: what they cannot read somebody at the table tells."""

    def answer(question: Question, time: float, referee: Referee) -> str | None:
        if question.reason not in _NAMED:
            return who.answer(question, time, referee)
        thing = referee.table.thing(question.things[0])
        assert thing is not None
        name = eyes.name_at(thing.sighting.outline, _NAMED[question.reason])
        return name if not question.choices or name in question.choices else "other"

    return watch(who, eyes, answer)


def about(told: Watched) -> set[str]:
    """What was asked, but for names of cards."""
    return {question.reason for question in told.questions} - set(_NAMED)


@pytest.mark.parametrize(("eyes", "unknown"), [(1, ""), (2, "Ann")])
def test_a_film_of_lock_the_entry(eyes: int, unknown: str) -> None:
    who = bystander(film("lock-the-entry", 7, 45, 3))
    told = watched(who, FlawedEyes(eyes, unknown))
    assert by_entry(told.carried_out) == by_entry(who.moves)
    assert told.refused == []
    assert len(told.questions) <= 3


@pytest.mark.timeout(300)
@pytest.mark.parametrize(("seed", "eyes"), [(7000, 1), (7021, 2)])
def test_a_whole_game_of_lock_the_entry_in_which_equal_cards_are_laid(seed: int, eyes: int) -> None:
    """A card of a row is missed just as its equal is laid elsewhere, or a strip lower."""
    who = bystander(made(Order("lock-the-entry", seed, size=(480, 270)), PlainStock()))
    told = watched(who, FlawedEyes(eyes))
    assert by_entry(told.carried_out) == by_entry(who.moves)
    assert told.refused == []
    assert len(told.questions) <= 5


@pytest.mark.parametrize("eyes", [1, 2])
def test_a_film_of_word_wars(eyes: int) -> None:
    who = bystander(film("word-wars", 4, 16))
    told = watched(who, FlawedEyes(eyes))
    assert tuple(told.carried_out) == who.moves
    assert told.refused == []
    assert about(told) == set()


@pytest.mark.parametrize("eyes", [1, 4])
def test_a_film_of_lockdown(eyes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watched_film, "STEP", 0.125)  # a hand is not shown for long
    who = bystander(film("lockdown", 14, 16, 3))
    told = watched(who, FlawedEyes(eyes))
    assert tuple(told.carried_out) == who.moves
    assert told.refused == []


@pytest.mark.parametrize(("eyes", "players", "unknown"), [(1, 2, "google"), (1, 4, "")])
def test_a_film_of_engines(eyes: int, players: int, unknown: str) -> None:
    who = bystander(film("engines", 1, 28, players))
    told = watched(who, FlawedEyes(eyes, unknown))
    assert as_seen(told.carried_out) == as_seen(who.moves)
    assert told.refused == []
    assert about(told) <= {"cut_by", "laid_by"}


@pytest.mark.parametrize("eyes", [1, 3])
def test_a_film_of_eleusis(eyes: int) -> None:
    who = bystander(film("eleusis", 6, 30, 3))
    told = watched(who, FlawedEyes(eyes))
    assert tuple(told.carried_out) == who.moves
    assert told.refused == []
    assert about(told) == {"round_dealt"}
