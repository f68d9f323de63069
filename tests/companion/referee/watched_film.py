"""A rendered game watched by perfect eyes: what its truth says can be seen goes to the referee, reading by reading."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from companion.referee.desk import Asked, Desk, GameReading, Outcome, Question, Referee, Ruled, Unwritten
from companion.referee.table import Event
from companion.rules.game import Game, Setup
from models.render.games.making import MadeGame
from vision.eye import Look
from vision.motion import Motion
from vision.sightings import Kind, Reading, Sighting

STEP = 0.25  # seconds from one reading to the next
LONGEST = 2.5  # seconds for which a table at rest is read
NOTHING = np.zeros((9, 16), bool)
Answers = Callable[[Question, float], str]
Tells = Callable[[float], Iterable[Any]]
Eyes = Callable[[Reading], Reading]


def seen(thing: dict[str, Any]) -> Sighting | None:
    """A thing of the truth as good eyes see it: a face by a whole index, a back or tile by a fair part of it."""
    kind = Kind(thing["kind"])
    shows = thing.get("index", 0.0) if kind is Kind.CARD else thing["visible"]
    if shows < (0.9 if kind is Kind.CARD else 0.25):
        return None
    return Sighting(kind, thing["name"], 1.0, True, np.array(thing["outline"], np.float32))


def camera_shift(truth: dict[str, Any], time: float) -> NDArray[np.float64]:
    """How far the camera of a film was bumped until a time, in pixels of a picture 1280 wide."""
    bumps = [jolt["size"] for jolt in truth["jolts"] if jolt["kind"] == "camera" and jolt["time"] <= time]
    return np.array(bumps[-1] if bumps else (0.0, 0.0))


def readings(game: MadeGame) -> Iterator[tuple[float, Look]]:
    """Every reading of a film: each table at rest, some times over."""
    truth, shift = game.truth(), np.zeros(2)
    *tables, last = truth["tables"]
    for table in (*tables, last | {"until": np.inf}):
        things = tuple(sighting for thing in table["things"] if (sighting := seen(thing)) is not None)
        time, until = table["from"], max(table["until"], table["from"] + 4 * STEP)
        while time < min(until, table["from"] + LONGEST):
            reading = Reading(game.order.size, 1.0, things)
            before, shift = shift, camera_shift(truth, time) * game.order.size[0] / 1280
            moved = np.array([[1, 0, shift[0] - before[0]], [0, 1, shift[1] - before[1]], [0, 0, 1]], np.float64)
            motion = Motion(NOTHING, NOTHING, NOTHING, NOTHING, 16 / game.order.size[0])
            yield time, Look(reading, motion, moved if (shift != before).any() else None)
            time += STEP


@dataclass
class Watched:
    """What came of a film: the lines that were carried out and refused, the questions, and the last state."""

    carried_out: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    state: Any = None


def watch(
    game: MadeGame,
    rules: Game,
    reading: GameReading,
    answers: Answers,
    tells: Tells = lambda time: (),
    eyes: Eyes = lambda reading: reading,
) -> Watched:
    """The referee at work on a film; questions are answered at once by `answers(question, time)`, or left open by "".

    tells: the actions that people tell by a time, asked for before each reading. eyes: what is made of what perfect
    ones would see.
    """
    observed = Setup(game.setup.players, game.setup.options)
    told = Watched()
    referee = Referee(Unwritten(rules, rules.start(observed)), reading)

    def take(outcomes: tuple[Outcome, ...]) -> None:
        for outcome in outcomes:
            if isinstance(outcome, Ruled):
                line = rules.write_action(outcome.action)
                (told.carried_out if outcome.carried_out else told.refused).append(line)
            elif isinstance(outcome, Asked):
                told.questions.append(outcome.question)
                answer = answers(outcome.question, outcome.time)
                take(referee.answer(outcome.question.key, answer) if answer else ())

    for time, look in readings(game):
        for action in tells(time):
            take(referee.tell(action))
        seen_now = None if look.reading is None else eyes(look.reading)
        take(referee.look(replace(look, reading=seen_now), time))
    told.state = referee.state
    return told


class Watching(Protocol):
    """A way to watch a film: `watch`, or with eyes of its own."""

    def __call__(
        self, game: MadeGame, rules: Game, reading: GameReading, answers: Answers, tells: Tells = ..., /
    ) -> Watched: ...


class Overheard:
    """A reading that keeps the desk it works at, for those who answer its questions."""

    def __init__(self, reading: GameReading) -> None:
        self._reading = reading
        self.desk: Desk

    def look(self, events: Sequence[Event], desk: Desk) -> None:
        self.desk = desk
        self._reading.look(events, desk)

    def answered(self, question: Question, answer: str, desk: Desk) -> None:
        self._reading.answered(question, answer, desk)

    def corrected(self, desk: Desk) -> None:
        self._reading.corrected(desk)

    def shifted(self, matrix: NDArray[np.float64]) -> None:
        self._reading.shifted(matrix)
