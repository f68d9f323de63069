"""Whose part of the table a card lies in.

Before each player lies a row of held cards, and locked sets lie between it and the middle of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from companion.referee.things import Thing
from companion.rules.game import Player
from vision.outlines import moved_by, short_side
from vision.sightings import FloatArray

Vector = NDArray[np.float64]

_TOGETHER = 1.25  # short sides from card to card of one row
_ROW = 0.6  # long sides of a card: how far from the middle of the row its cards lie
_SETS = 1.75  # the same, how far towards the middle of the table locked sets lie
_WIDEST = 4.0  # the same, how far from its middle a row of held cards reaches
_SHAPE = 0.7  # shorter side of a card by its longer
_SAME_SIDE = 1.0  # the same, by which rows of one side of the table may be out of line


class Part(StrEnum):
    """The parts of a player's place."""

    HAND = "hand"
    SETS = "sets"


@dataclass(frozen=True, eq=False)
class _Place:
    """Of one player. centre: of the row; inward: unit vector to the middle of the table; long: the longer side of a
    card; half: half of the width that is the player's; lengths in pixels."""

    centre: Vector
    inward: Vector
    long: float
    half: float

    def part(self, point: Vector) -> Part | None:
        """In which part a card with that middle lies."""
        inward, along = self.ways(point)
        if abs(along) > self.half:
            return None
        if abs(inward) < _ROW * self.long:
            return Part.HAND
        return Part.SETS if 0 < inward < _SETS * self.long else None

    @property
    def strip(self) -> FloatArray:
        """The outline (4, 2) px in which held cards lie."""
        along = np.array([-self.inward[1], self.inward[0]]) * min(self.half, _WIDEST * self.long)
        across = self.inward * self.long / 2
        corners = [self.centre + a * along + b * across for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        return np.array(corners, np.float32)

    @property
    def cards(self) -> float:
        """How many cards fill that."""
        return 2 * min(self.half / self.long, _WIDEST) / _SHAPE

    def shifted(self, matrix: NDArray[np.float64]) -> _Place:
        """The same place, seen under a homography."""
        along = np.array([-self.inward[1], self.inward[0]])
        width = self.half if np.isfinite(self.half) else self.long
        points = np.stack([self.centre, self.centre + self.long * self.inward, self.centre + width * along])
        centre, inner, edge = moved_by(points.astype(np.float32), matrix).astype(np.float64)
        long = float(np.linalg.norm(inner - centre))
        half = float(np.linalg.norm(edge - centre)) if np.isfinite(self.half) else np.inf
        return _Place(centre, (inner - centre) / long, long, half)

    def ways(self, point: Vector) -> tuple[float, float]:
        """How far a point lies inward of the row, and along it."""
        x, y = float(point[0] - self.centre[0]), float(point[1] - self.centre[1])
        right, down = self.inward.tolist()
        return x * right + y * down, y * right - x * down


class Seating:
    """The places of all players, found by the cards that lie before them."""

    def __init__(self, rows: Mapping[Player, Sequence[Thing]]) -> None:
        """rows: the held cards of each player."""
        centres = {player: _centre(row) for player, row in rows.items()}
        middle = np.mean(list(centres.values()), axis=0)
        self._places: dict[Player, _Place] = {}
        for player, row in rows.items():
            long_way = _long_way([thing.sighting.outline for thing in row])
            inward = long_way / np.linalg.norm(long_way)
            inward = inward if inward @ (middle - centres[player]) >= 0 else -inward
            place = _Place(centres[player], inward, float(np.linalg.norm(long_way)), np.inf)
            beside = [place.ways(centre) for other, centre in centres.items() if other != player]
            gaps = [abs(along) / 2 for away, along in beside if abs(away) < _SAME_SIDE * place.long]
            self._places[player] = _Place(place.centre, place.inward, place.long, min(gaps, default=np.inf))

    def shift(self, matrix: NDArray[np.float64]) -> None:
        """The camera was moved: the places are now seen under this homography (3 x 3, old picture to new)."""
        self._places = {player: place.shifted(matrix) for player, place in self._places.items()}

    def length(self, player: Player, row: Sequence[Thing]) -> float:
        """How long the row of a player is, in longer sides of a card."""
        place = self._places[player]
        along = [place.ways(point)[1] for thing in row for point in thing.sighting.outline]
        return (max(along) - min(along)) / place.long

    def altered(self, share: Callable[[FloatArray], float]) -> dict[Player, float]:
        """How much of the place of each player's held cards looks otherwise, in cards. share: of an outline."""
        return {player: share(place.strip) * place.cards for player, place in self._places.items()}

    def where(self, thing: Thing) -> tuple[Player, Part] | None:
        """Before whom a thing lies, and in which part; None for the middle of the table and what is beside it."""
        point = np.array(thing.sighting.centre)
        found = [
            (float(np.linalg.norm(point - place.centre)), player, part)
            for player, place in self._places.items()
            if (part := place.part(point)) is not None
        ]
        if not found:
            return None
        _, player, part = min(found)
        return player, part


def rows_clockwise(backs: Sequence[Thing], most: int) -> list[tuple[Thing, ...]]:
    """Face-down cards that lie side by side: the longest rows, so many at most, clockwise as the camera sees them."""
    left, rows = list(backs), []
    while left:
        row, edge = [], [left.pop()]
        while edge:
            row += edge
            near = [thing for thing in left if any(_together(thing, other) for other in edge)]
            left = [thing for thing in left if thing not in near]
            edge = near
        rows.append(tuple(row))
    rows = sorted(rows, key=len, reverse=True)[:most]
    if not rows:
        return []
    middle = np.mean([_centre(row) for row in rows], axis=0)

    def angle(row: Sequence[Thing]) -> float:
        x, y = _centre(row) - middle
        return float(np.arctan2(y, x))  # y points down, so it grows clockwise

    return sorted(rows, key=angle)


def in_row(things: Sequence[Thing]) -> list[Thing]:
    """Things in the order in which they lie, from left to right or from top to bottom."""
    spread = np.ptp([thing.sighting.centre for thing in things], axis=0)
    axis = 0 if spread[0] >= spread[1] else 1
    return sorted(things, key=lambda thing: thing.sighting.centre[axis])


def _together(one: Thing, other: Thing) -> bool:
    way = np.subtract(one.sighting.centre, other.sighting.centre)
    return float(np.linalg.norm(way)) < _TOGETHER * short_side(one.sighting.outline)


def _centre(row: Sequence[Thing]) -> Vector:
    return np.asarray(np.mean([thing.sighting.centre for thing in row], axis=0), np.float64)


def _long_way(outlines: Sequence[FloatArray]) -> Vector:
    """The cards' long sides as one vector; opposite directions are one, and what lies askew among them does not
    count: a hand beside a row may look like one more back."""
    longest = []
    for outline in outlines:
        sides = np.diff(outline[[0, 1, 2]].astype(np.float64), axis=0)
        longest.append(sides[np.linalg.norm(sides, axis=1).argmax()])
    among = longest[int(np.abs(np.array(longest) @ np.transpose(longest)).sum(axis=1).argmax())]
    return np.asarray(np.median([side if side @ among >= 0 else -side for side in longest], axis=0), np.float64)
