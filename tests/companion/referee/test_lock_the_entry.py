"""Lock the Entry read from the table: whole rendered games by perfect eyes, and what only some tables show."""

from __future__ import annotations

import re

import pytest

from companion.referee.desk import Question
from companion.referee.lock_the_entry import LockTheEntryReading
from companion.rules import lock_the_entry as rules
from companion.rules.games import game_named
from models.render.games.making import MadeGame, Order, made
from tests.companion.referee.watched_film import Watched, watch
from tests.models.plain_stock import PlainStock

SEEDS = (3,)


def film(seed: int) -> MadeGame:
    return made(Order("lock-the-entry", seed, size=(480, 270), players=2 + seed), PlainStock())


def watched(game: MadeGame) -> Watched:
    def answer(question: Question, time: float) -> str:
        if question.reason == "entry_gone":
            return "end"
        card, entry = str(question.data["card"]), question.data["entry"]
        lines = [mark.line for mark in game.script.marks if mark.rest <= time]
        if "count" in question.data:
            played = sum(f" change {entry} " in line for line in lines)
            return "changed" if played > int(str(question.data["count"])) else "nothing"
        last = next(line for line in reversed(lines) if line.endswith(f" {entry} {card}"))
        return "changed" if " change " in last else "added"

    return watch(game, game_named("lock-the-entry"), LockTheEntryReading(), answer)


def unnamed(line: str) -> str:
    """An action's line without who did it, which no camera sees."""
    return re.sub(r"^\S+ (create|add|change|lock)", r"? \1", line)


def by_entry(lines: list[str]) -> dict[str, list[str]]:
    """The lines of each entry in their order, the beginnings of all together: what is done at once has no order."""
    told: dict[str, list[str]] = {}
    for line in lines:
        entry = re.match(r"\? (?:add|change|lock) (\d+)", line)
        told.setdefault(entry[1] if entry else "", []).append(line)
    return told


@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_whole_game_is_read_to_its_final_score(seed: int) -> None:
    game = film(seed)
    told = watched(game)
    marks = [mark for mark in game.script.marks if "bad hand" not in mark.line]
    played = [unnamed(mark.line) for mark in marks if not mark.broken]
    seen = [line for line in told.carried_out if not line.startswith("audit")]
    assert by_entry(seen) == by_entry(played)
    assert sorted(told.refused) == sorted(unnamed(mark.line) for mark in marks if mark.broken)
    result = rules.result(told.state)
    assert result.winners == game.result.winners
    assert dict(result.points) == dict(game.result.points)
    assert len(told.questions) <= 12  # of 229 actions; with five decks a card is often changed for an equal one
