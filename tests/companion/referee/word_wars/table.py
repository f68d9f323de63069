"""Tiles on a table of Word Wars, and a game watched there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from companion.referee.desk import Asked, Noted, Question, Referee, Retracted, Ruled, Unwritten
from companion.referee.word_wars.reading import WordWarsReading
from companion.rules import word_wars as rules
from companion.rules.game import Setup
from companion.rules.word_wars import Cell, Lexicon, State, WordWars
from vision.eye import Look
from vision.motion import Motion
from vision.sightings import Kind, Reading, Sighting

WORDS = ("CAT", "CATS", "TO", "TOE", "MOW", "AX")
SIDE = 19.0
PITCH = 20.0
NOTHING = np.zeros((9, 16), bool)


def tile(letter: str, x: float, y: float, turn: float = 0.0, certain: bool = True) -> Sighting:
    """A tile centred at (x, y), turned clockwise by `turn` degrees."""
    corners = np.array([[-SIDE, -SIDE], [SIDE, -SIDE], [SIDE, SIDE], [-SIDE, SIDE]]) / 2
    angle = np.deg2rad(turn)
    matrix = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    outline = (corners @ matrix + (x, y)).astype(np.float32)
    return Sighting(Kind.TILE, letter, 0.99 if certain else 0.5, certain, outline)


def laid(board: Mapping[Cell, str], turn: float = 0.0, origin: tuple[float, float] = (400, 300)) -> list[Sighting]:
    """Letters by cell as tiles of a grid about its origin."""
    angle = np.deg2rad(turn)
    right, down = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    spots = {cell: np.array(origin) + PITCH * (cell[0] * right + cell[1] * down) for cell in board}
    return [tile(letter, float(spots[cell][0]), float(spots[cell][1]), turn) for cell, letter in board.items()]


def across(word: str, column: int = 0, row: int = 0) -> dict[Cell, str]:
    """A word in a row; a dot leaves a cell out."""
    return {(column + k, row): letter for k, letter in enumerate(word) if letter != "."}


def in_row(letters: str, x: float, y: float, step: float = 21.0) -> list[Sighting]:
    """Tiles apart: a rack, or tiles that are traded."""
    return [tile(letter, x + step * k, y) for k, letter in enumerate(letters)]


def rack(letters: str) -> list[Sighting]:
    return in_row(letters, 340, 560)


def traded(letters: str) -> list[Sighting]:
    return in_row(letters, 40, 560, 24.0)


class Sitting:
    """A game watched by one reading; what was ruled is kept as lines, the refused with the reasons."""

    def __init__(self, *words: str) -> None:
        self.game = WordWars(Lexicon.of("test", words or WORDS))
        self.ledger = Unwritten(self.game, self.game.start(Setup(("Ann", "Ben"))))
        self.referee = Referee(self.ledger, WordWarsReading())
        self.time = 0.0
        self.lines: list[str] = []
        self.asked: list[Question] = []

    def see(
        self, *things: list[Sighting], seconds: float = 3.0, hand: bool = False, as_before: bool = False
    ) -> list[str]:
        """What comes of a table that is looked at for a while. hand: one is near to all that lies there. as_before:
        nothing looks otherwise than when it was read last, else that is not known."""
        known = len(self.lines)
        sightings = tuple(sighting for group in things for sighting in group)
        until = self.time + seconds
        while self.time < until:
            hands, anew = ~NOTHING if hand else NOTHING, NOTHING if as_before else None
            motion = Motion(NOTHING, NOTHING, hands, NOTHING, 0.01, NOTHING, anew=anew)
            look = Look(Reading((800, 600), 1.0, sightings), motion)
            self._take(self.referee.look(look, self.time))
            self.time += 0.25
        return self.lines[known:]

    def glance(self, seconds: float) -> list[str]:
        """What comes of a table of which nothing is read anew for a while."""
        known, until = len(self.lines), self.time + seconds
        while self.time < until:
            look = Look(None, Motion(NOTHING, NOTHING, NOTHING, NOTHING, 0.01, NOTHING, anew=NOTHING))
            self._take(self.referee.look(look, self.time))
            self.time += 0.25
        return self.lines[known:]

    def answer(self, answer: str) -> list[str]:
        known = len(self.lines)
        (question,) = self.referee.questions
        self._take(self.referee.answer(question.key, answer))
        return self.lines[known:]

    def tell(self, line: str) -> None:
        self._take(self.referee.tell(rules.parse_action(line)))

    def set_right(self, state: State) -> None:
        """People set the game right."""
        self.ledger.state = state
        self._take(self.referee.corrected())

    def bump(self, dx: float, dy: float, things: list[Sighting]) -> None:
        """The camera was moved, and the eye tells so."""
        seen = tuple(replace(thing, outline=thing.outline + np.float32([dx, dy])) for thing in things)
        motion = Motion(NOTHING, NOTHING, NOTHING, NOTHING, 0.02, NOTHING)
        matrix = np.array([[1.0, 0.0, dx], [0.0, 1.0, dy], [0.0, 0.0, 1.0]])
        self._take(self.referee.look(Look(Reading((800, 600), 1.0, seen), motion, matrix), self.time))
        self.time += 0.25

    def _take(self, outcomes: tuple[object, ...]) -> None:
        for outcome in outcomes:
            if isinstance(outcome, Ruled):
                broken = "" if outcome.carried_out else " ! " + " ".join(f.reason for f in outcome.ruling.broken)
                self.lines.append(rules.write_action(outcome.action) + broken)
            elif isinstance(outcome, Noted):
                self.lines.append(outcome.finding.reason)
            elif isinstance(outcome, Retracted):
                self.lines.append("no")
            elif isinstance(outcome, Asked):
                self.asked.append(outcome.question)


def after_rack(letters: str) -> tuple[Sitting, list[Sighting]]:
    """Ann laid CAT, and Ben showed a rack and took it away; the sitting, and the board that lies there."""
    sitting, board = Sitting(), laid(across("CAT"))
    sitting.see(board)
    sitting.see(board, rack(letters))
    sitting.see(board, seconds=1.0)
    return sitting, board
