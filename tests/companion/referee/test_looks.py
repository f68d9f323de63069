"""How often a game is looked at: whenever something was read, else some ten times a second."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np
from numpy.typing import NDArray

from companion.referee.circumstances import BARE
from companion.referee.desk import Desk, GameReading, Question, Referee, Unwritten
from companion.referee.things import Event
from companion.rules.game import Setup
from companion.rules.games import game_named
from vision.eye import Look
from vision.motion import Motion
from vision.sightings import CARD_KINDS, Reading


class Counting(GameReading):
    """A game's reading that only counts its looks."""

    kinds = CARD_KINDS

    def __init__(self) -> None:
        self.looks = 0

    def look(self, events: Sequence[Event], desk: Desk) -> None:
        self.looks += 1

    def answered(self, question: Question, answer: str, desk: Desk) -> None: ...

    def corrected(self, desk: Desk) -> None: ...

    def shifted(self, matrix: NDArray[np.float64]) -> None: ...


def looks(reading: Reading | None, frames: int) -> int:
    """How often the game is looked at in so many frames, thirty a second, of which each was read so."""
    game, counting = game_named("lockdown"), Counting()
    referee = Referee(Unwritten(game, game.start(Setup(("Ann", "Ben")))), counting)
    for number in range(frames):
        referee.look(Look(reading, cast(Motion, BARE)), number / 30)
    return counting.looks


def test_every_reading_is_looked_at() -> None:
    assert looks(Reading((640, 480), 1.0), 31) == 31


def test_time_goes_by_ten_times_a_second_where_nothing_is_read() -> None:
    assert 9 <= looks(None, 31) <= 12
