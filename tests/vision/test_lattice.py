"""Places beside tiles: where a row goes on, or has a gap."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.render.scene import turned_box
from vision.lattice import vacant_beside
from vision.sightings import FloatArray

SIDE, STEP = 30.0, 33.0
Cell = tuple[int, int]


def spot(cell: Cell, turn: float) -> tuple[float, float]:
    """The middle of a square of a board that is turned by so many degrees."""
    cos, sin = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    x, y = cell[0] * STEP, cell[1] * STEP
    return 400 + cos * x - sin * y, 400 + sin * x + cos * y


def tiles(cells: list[Cell], turn: float) -> FloatArray:
    quads = [turned_box(spot(cell, turn), (SIDE, SIDE), turn + 90 * (number % 4)) for number, cell in enumerate(cells)]
    return np.array(quads, np.float32).reshape(-1, 4, 2)


def beside(cells: list[Cell]) -> set[Cell]:
    """The free squares next to tiles that touch another one."""
    near = {cell: [(cell[0] + x, cell[1] + y) for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0))] for cell in cells}
    return {square for squares in near.values() if set(squares) & set(cells) for square in squares} - set(cells)


CELLS = st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), unique=True, max_size=30)


@given(CELLS, st.floats(0, 360))
def test_all_free_squares_beside_tiles_are_told_once(cells: list[Cell], turn: float) -> None:
    places = vacant_beside(tiles(cells, turn))
    wanted = sorted(spot(cell, turn) for cell in beside(cells))
    assert len(places) == len(wanted)
    middles = places.mean(axis=1)
    assert all(np.linalg.norm(middles - np.array(one), axis=1).min() < 0.1 * SIDE for one in wanted)
    assert np.linalg.norm(places[:, 1] - places[:, 0], axis=1) == pytest.approx(SIDE, abs=0.1)


def test_no_tile_and_a_lone_tile_tell_no_step() -> None:
    assert vacant_beside(tiles([], 0.0)).shape == (0, 4, 2)
    assert vacant_beside(tiles([(2, 2)], 30.0)).shape == (0, 4, 2)


def test_a_row_drifts_on_as_it_goes() -> None:
    """Where the camera looks at a slant each step differs a little from the one before."""
    steps = [30.0, 31.5, 33.0, 34.5]
    at = [(100.0 + sum(steps[:number]), 100.0 + 2.0 * number) for number in range(5)]
    places = vacant_beside(np.array([turned_box(one, (28, 28), 3.0) for one in at], np.float32)).mean(axis=1)
    assert np.linalg.norm(places - np.array([100.0 + sum(steps) + 34.5, 110.0]), axis=1).min() < 0.5
