"""Whose part of the table a card lies in, by the rows before the players."""

from __future__ import annotations

import numpy as np

from companion.referee.lockdown.seating import Part, Seating
from companion.referee.things import Thing
from vision.sightings import Kind, Sighting

_CORNERS = np.array([[-32, -45], [32, -45], [32, 45], [-32, 45]], np.float64)


def lying(x: float, y: float, degrees: float = 0.0) -> Thing:
    """A back with its middle there."""
    c, s = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
    outline = np.asarray(_CORNERS @ np.array([[c, s], [-s, c]]) + (x, y), np.float32)
    return Thing(1, Sighting(Kind.BACK, "deck", 0.9, True, outline), False, 0.0, 0.0)


def row(x: float, y: float) -> list[Thing]:
    """Four backs side by side round that place."""
    return [lying(x + 24 * place, y) for place in (-1.5, -0.5, 0.5, 1.5)]


def test_what_is_seen_askew_beside_a_row_does_not_turn_its_place() -> None:
    """As a hand that laid one of its cards: what lies beside the deck then would be in a set of that player."""
    rows = {"Ann": row(950, 475), "Ben": [*row(330, 475), lying(361, 428, 98)], "Cem": row(640, 70)}
    seating = Seating(rows)
    assert seating.where(lying(734, 269)) is None
    assert seating.where(lying(640, 270)) is None
    assert seating.where(lying(330, 380)) == ("Ben", Part.SETS)
    assert seating.where(lying(300, 475)) == ("Ben", Part.HAND)
