"""A rendered game watched by perfect eyes: what its truth says can be seen goes to the referee, reading by reading."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.referee.desk import Asked, Outcome, Question, Referee, Retracted, Ruled, Unwritten
from companion.rules.game import Setup
from models.render.games.making import MadeGame
from tests.companion.referee.bystanders import Bystander
from vision.eye import Look
from vision.motion import Motion
from vision.sightings import Kind, Reading, Sighting

STEP = 0.25  # seconds from one reading to the next
LONGEST = 2.5  # seconds for which a table at rest is read so often
SELDOM = 1.0  # seconds from one reading to the next of one that rests longer
SMALL = 0.5  # of a frame: the masks of what is known of it
STIRRED = 2.0  # pixels by which a thing has to lie elsewhere for its place to look otherwise
Lying = dict[str, NDArray[np.float64]]  # outlines (4, 2) px of things by piece and name
Answers = Callable[[Question, float, Referee], str | None]
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


def altered(before: Lying, now: Lying, size: tuple[int, int]) -> NDArray[np.bool_]:
    """Where things lie otherwise than before; as a mask of the small copy of a frame of that size (width, height)."""
    mask = np.zeros((round(size[1] * SMALL), round(size[0] * SMALL)), np.uint8)
    for piece in before.keys() | now.keys():
        outlines = [lying[piece] for lying in (before, now) if piece in lying]
        if len(outlines) == 1 or np.abs(outlines[0] - outlines[1]).max() > STIRRED:
            for outline in outlines:
                cv2.fillConvexPoly(mask, np.round(outline * SMALL).astype(np.int32), 1)
    return mask.astype(np.bool_)


def readings(game: MadeGame) -> Iterator[tuple[float, Look]]:
    """Every reading of a film: each table at rest, over and over. The first one shows what looks otherwise."""
    truth, shift = game.truth(), np.zeros(2)
    *tables, last = truth["tables"]
    before: Lying = {}
    nothing = altered({}, {}, game.order.size)
    for table in (*tables, last | {"until": last["from"] + LONGEST}):
        things = tuple(sighting for thing in table["things"] if (sighting := seen(thing)) is not None)
        now = {f"{thing['piece']} {thing['name']}": np.array(thing["outline"]) for thing in table["things"]}
        anew, before = altered(before, now, game.order.size), now
        time, until = table["from"], max(table["until"], table["from"] + 4 * STEP)
        while time < until:
            reading = Reading(game.order.size, 1.0, things)
            earlier, shift = shift, camera_shift(truth, time) * game.order.size[0] / 1280
            moved = np.array([[1, 0, shift[0] - earlier[0]], [0, 1, shift[1] - earlier[1]], [0, 0, 1]], np.float64)
            motion = Motion(nothing, nothing, nothing, nothing, SMALL, nothing, anew=anew)
            yield time, Look(reading, motion, moved if (shift != earlier).any() else None)
            time += STEP if time < table["from"] + LONGEST else SELDOM
            anew = nothing


@dataclass
class Watched:
    """What came of a film: lines carried out and refused, as they are compared, the questions, and the last state."""

    carried_out: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    state: Any = None


def watch(who: Bystander, eyes: Eyes = lambda reading: reading, answers: Answers | None = None) -> Watched:
    """The referee at work on a film; what is asked is answered at once, or left open where there is no answer.

    eyes: what is made of what perfect ones would see. answers: given in place of the bystander's.
    """
    rules, setup = who.rules, Setup(who.film.setup.players, who.film.setup.options)
    referee = Referee(Unwritten(rules, rules.start(setup)), who.reading())
    told, waiting = Watched(), list(who.told)
    answered = answers or who.answer

    def take(outcomes: tuple[Outcome, ...]) -> None:
        for outcome in outcomes:
            if isinstance(outcome, Ruled):
                line = rules.write_action(outcome.action)
                bare = who.bare(line)
                if not outcome.carried_out:
                    told.refused.append(bare or line)
                elif bare is not None:
                    told.carried_out.append(bare)
            elif isinstance(outcome, Retracted):
                told.carried_out.pop()
            elif isinstance(outcome, Asked):
                told.questions.append(outcome.question)
                answer = answered(outcome.question, outcome.time, referee)
                take(referee.answer(outcome.question.key, answer) if answer else ())

    for time, look in readings(who.film):
        while waiting and waiting[0][0] <= time:
            take(referee.tell(waiting.pop(0)[1]))
        seen_now = None if look.reading is None else eyes(look.reading)
        take(referee.look(replace(look, reading=seen_now), time))
    told.state = referee.state
    return told
