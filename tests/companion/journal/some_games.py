"""Games and actions for the tests of the journal: Lock the Entry, seen by a camera, one entry from start to lock."""

from __future__ import annotations

from pathlib import Path

from companion.journal import Journal, Play, Source
from companion.rules.game import Game, Setup
from companion.rules.games import game_named

LTE: Game = game_named("lock-the-entry")
SETUP = Setup(("Ann", "Ben", "Cem"), {"change_own": "off"})
SEEDED = Setup(("Ann", "Ben", "Cem"), seed=7)
LINES = (
    *("Ann create JH", "Ben add 1 4H", "Cem add 1 9H", "Ann change 1 5H", "Ben change 1 QH", "Cem change 1 6H"),
    *("Ann change 1 KH", "Ben change 1 10H", "Ann lock 1"),
)
ILLEGAL = "Ann create 10H"


def begun(path: Path, setup: Setup = SETUP) -> Play:
    """A new game in a new or known journal."""
    return Play.begin(Journal(path), LTE, setup, "0.1.0")


def after(play: Play, *lines: str, source: Source = Source.TYPED) -> Play:
    """The game after those lines."""
    for line in lines:
        play, _ = play.act(LTE.parse_action(line), source)
    return play


def resumed(path: Path, number: int = 1) -> Play:
    """A game as a program that starts now finds it."""
    journal = Journal(path)
    return Play.resume(journal, LTE, journal.game(number))
