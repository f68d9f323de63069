"""A game that is left in the middle and gone on with before its film: nothing of it is lost, and nothing breaks."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from companion.beginning import begin
from companion.journal import Journal, JournalLedger, Play
from companion.referee.desk import Asked, Outcome, Referee
from companion.referee.readings import READINGS
from companion.rules.game import Setup
from models.render.games.making import PLAYBOOKS, Order, made
from tests.companion.referee.bystanders import Bystander, bystander
from tests.companion.referee.watched_film import readings
from tests.models.plain_stock import PlainStock
from vision.eye import Look


def watched(play: Play, film: Iterable[tuple[float, Look]], who: Bystander, answering: bool) -> Play:
    """The game after a part of its film; what is asked is answered once, or never."""
    ledger = JournalLedger(play, lambda things: None, lambda play, entry: None)
    referee = Referee(ledger, READINGS[play.game.NAME]())
    answered: set[str] = set()

    def take(outcomes: tuple[Outcome, ...], time: float) -> None:
        for outcome in outcomes:
            if isinstance(outcome, Asked) and answering and outcome.question.key not in answered:
                answered.add(outcome.question.key)
                answer = who.answer(outcome.question, time, referee)
                take(referee.answer(outcome.question.key, answer) if answer else (), time)

    told = list(who.told)
    for time, look in film:
        while told and told[0][0] <= time:
            take(referee.tell(told.pop(0)[1]), time)
        take(referee.look(look, time), time)
    return ledger.play


@pytest.mark.parametrize("again", [False, True], ids=["the camera looks on", "the film begins anew"])
@pytest.mark.parametrize("game", PLAYBOOKS)
def test_a_game_gone_on_with_before_its_film(game: str, again: bool, tmp_path: Path) -> None:
    film = made(Order(game, 3, size=(240, 135), actions=20), PlainStock())
    who, looks = bystander(film), list(readings(film))
    half, path = len(looks) // 2, tmp_path / "journal.sqlite"
    with Journal(path) as journal:
        play = begin(journal, who.rules, Setup(film.setup.players, film.setup.options))
        left = watched(play, looks[:half], who, answering=True)
    assert left.steps
    with Journal(path) as journal:
        resumed = Play.resume(journal, who.rules, journal.game(1))
        assert resumed.state == left.state
        went_on = watched(resumed, looks if again else looks[half:], who, answering=not again)
        assert went_on.steps[: len(left.steps)] == resumed.steps
        assert again or len(went_on.steps) > len(left.steps)
        assert Play.resume(journal, who.rules, journal.game(1)).state == went_on.state
