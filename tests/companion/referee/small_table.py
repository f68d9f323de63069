"""A small table laid by hand, card by card, under the eye of a referee."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, cast

import numpy as np

from companion.referee.desk import Asked, GameReading, Noted, Outcome, Question, Referee, Ruled, Settled, Unwritten
from companion.rules.game import Finding, Game
from vision.eye import Look
from vision.motion import Motion
from vision.sightings import FloatArray, Kind, Reading, Sighting

WIDTH, HEIGHT = 60.0, 84.0
STEP = 0.25  # seconds from one reading to the next
_CORNERS = np.array([[-WIDTH, -HEIGHT], [WIDTH, -HEIGHT], [WIDTH, HEIGHT], [-WIDTH, HEIGHT]]) / 2


@dataclass(frozen=True)
class _Shade:
    """A hand over or near everything that it says is hidden; it stirs over all that, or what is named apart."""

    over: Callable[[FloatArray], bool]
    anew: Callable[[FloatArray], float] = lambda outline: 1.0
    stirs: Callable[[FloatArray], bool] | None = None

    def hidden(self, outline: FloatArray) -> float:
        return 1.0 if self.over(outline) else 0.0

    def stirred(self, outline: FloatArray) -> float:
        return self.hidden(outline) if self.stirs is None else float(self.stirs(outline))

    def altered(self, outline: FloatArray) -> float:
        return float(self.anew(outline))


class SmallTable:
    """Cards by a key of the test's own; `look` shows the table to the referee for a while."""

    def __init__(self, game: Game, state: Any, reading: GameReading, turned: float = 0.0) -> None:
        """turned: degrees by which the whole table is turned before the camera."""
        angle = np.deg2rad(turned)
        self._turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        self._game = game
        self.ledger = Unwritten(game, state)  # people take back and overrule there
        self.referee = Referee(self.ledger, reading)
        self.lying: dict[str, Sighting] = {}
        self.done: list[str] = []
        self.refused: list[tuple[str, ...]] = []
        self.notes: list[Finding] = []
        self.put: list[Question] = []  # questions, each time that one was put
        self._time = 0.0
        self._offset = np.zeros(2, np.float32)

    @property
    def asked(self) -> tuple[Question, ...]:
        """The questions that stand."""
        return self.referee.questions

    def lay(
        self, key: str, x: float, y: float, name: str = "", angle: float = 0.0, back: bool = False, sure: bool = True
    ) -> None:
        """A card with its middle there; a key already used is the same card moved, turned over or read anew."""
        crooked = np.deg2rad(angle)
        turn = np.array([[np.cos(crooked), np.sin(crooked)], [-np.sin(crooked), np.cos(crooked)]])
        outline = ((_CORNERS @ turn + (x, y)) @ self._turn + 1000 + self._offset).astype(np.float32)
        shown = (name or key.split("/")[0]) if name != "?" else None
        self.lying.pop(key, None)
        kind = Kind.BACK if back else Kind.CARD
        self.lying[key] = Sighting(kind, shown, 0.99 if sure else 0.4, sure and shown is not None, outline)

    def take(self, *keys: str) -> None:
        """Cards taken away; all of them where none is named."""
        for key in keys or tuple(self.lying):
            del self.lying[key]

    def look(
        self,
        seconds: float = 1.0,
        over: Callable[[FloatArray], bool] = lambda outline: False,
        anew: Callable[[FloatArray], float] = lambda outline: 1.0,
        near: Callable[[FloatArray], bool] = lambda outline: False,
    ) -> list[str]:
        """The table is read for a while; the lines that were carried out meanwhile. over: what a hand hides; near: what
        one is near to that is seen all the same; anew: what share of an outline looks otherwise than before, as far as
        is known."""
        before = len(self.done)
        for _ in range(round(seconds / STEP)):
            self._time += STEP
            seen = tuple(s for s in self.lying.values() if not over(s.outline))
            shade = _Shade(lambda outline: over(outline) or near(outline), anew, over)
            look = Look(Reading((2000, 2000), 1.0, seen), cast(Motion, shade))
            self._take(self.referee.look(look, self._time))
        return self.done[before:]

    def answer(self, answer: str, reason: str = "") -> list[str]:
        """Answers the one question that stands, or stands for that reason; the lines that were carried out for it."""
        before = len(self.done)
        (question,) = [question for question in self.asked if reason in ("", question.reason)]
        self._take(self.referee.answer(question.key, answer))
        return self.done[before:]

    def tell(self, line: str) -> None:
        """Somebody says what was done."""
        self._take(self.referee.tell(self._game.parse_action(line)))

    def set_right(self, state: Any) -> None:
        """People set the game right, without a word to the referee but that they did."""
        self.ledger.state = state
        self._take(self.referee.corrected())

    def let_stand(self, line: str) -> None:
        """People let stand what is ruled illegal."""
        self.set_right(self._game.overrule(self.ledger.state, self._game.parse_action(line)))

    def bump(self, dx: float, dy: float) -> None:
        """The camera was moved: everything is seen elsewhere, and the eye tells so."""
        self.lying = {k: replace(s, outline=s.outline + np.float32([dx, dy])) for k, s in self.lying.items()}
        self._offset = self._offset + np.float32([dx, dy])
        self._time += STEP
        matrix = np.array([[1.0, 0.0, dx], [0.0, 1.0, dy], [0.0, 0.0, 1.0]])
        reading = Reading((2000, 2000), 1.0, tuple(self.lying.values()))
        self._take(self.referee.look(Look(reading, cast(Motion, _Shade(lambda outline: False)), matrix), self._time))

    def _take(self, outcomes: tuple[Outcome, ...]) -> None:
        for outcome in outcomes:
            match outcome:
                case Ruled(action, ruling, carried_out):
                    if carried_out:
                        self.done.append(self._game.write_action(action))
                    else:
                        self.refused.append(tuple(finding.reason for finding in ruling.broken))
                case Noted(finding):
                    self.notes.append(finding)
                case Asked(question):
                    self.put.append(question)
                case Settled():
                    pass
