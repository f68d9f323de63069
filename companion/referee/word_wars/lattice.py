"""Letter tiles in rows and columns: which lies in which cell, however the grid lies in the picture.

Cells are found from tile to tile, each by those beside it, so that crooked tiles and a slanting camera do not add up.
Which way up a grid reads is told by its own letters, and where some of it is known already, by what fits that best.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.sightings import Sighting

Cell = tuple[int, int]
Vector = NDArray[np.float64]

_TOGETHER = 1.6  # sides of a tile from centre to centre within which tiles lie together
_LOOSE = 2.0  # the same for tiles that lie in no grid: those of a trade are laid down one by one
_REACH = 2.6  # the same, within which a tile may belong to a grid of which one between them is not seen
_OFF = 0.33  # of a cell: how far such a tile may lie beside the middle of its cell
_OFF_LINE = 0.25  # sides by which tiles of one row lie beside its line, in the root mean square
_SLANT = 20.0  # degrees by which it may lie crooked
_USUAL = 1.05  # sides of a tile from centre to centre, where no two lie side by side
SAME_FROM_BELOW = frozenset("HINOSXZ")  # letters that read the same upside down
_SAME_FROM_ALL_SIDES = frozenset("OX")


@dataclass(frozen=True, eq=False)
class Grid:
    """Tiles in cells. cells: (column, row) by the tile's place in the sequence, rows counted downwards as the letters
    stand. matched: how many of them lie as the known ones do. aside: groups of tiles that lie elsewhere."""

    cells: Mapping[int, Cell]
    matched: int
    aside: tuple[tuple[int, ...], ...]


def read_grid(tiles: Sequence[Sighting], known: Mapping[Cell, str]) -> Grid | None:
    """The group of tiles that lies as the `known` letters by cell do, or None where none does.

    Tiles beyond an unseen one belong to it where they lie in its rows and columns.
    """
    groups = groups_of(tiles)
    if not groups:
        return None
    patches = [_Patch(tiles, group) for group in groups]
    matches = [patch.match(known) for patch in patches]
    best = max(range(len(groups)), key=lambda place: matches[place].rank)
    patch, match = patches[best], matches[best]
    if not match.count or 2 * match.count < min(len(groups[best]), len(known)):
        return None
    aside = [group for group in groups if group != groups[best] and not patch.takes_in(group)]
    aside = loose_groups(tiles, sorted(place for group in aside for place in group))
    cells = {place: _moved(_turned(cell, match.turn), match.shift) for place, cell in patch.cells.items()}
    return Grid(cells, match.count, tuple(aside))


def read_group(tiles: Sequence[Sighting], group: Sequence[int]) -> dict[int, Cell]:
    """The cells of one group by itself, the way up that its letters stand: its first row and column are 0."""
    return ways_of_group(tiles, group)[0]


def ways_of_group(tiles: Sequence[Sighting], group: Sequence[int]) -> list[dict[int, Cell]]:
    """The same for each way up that its letters may stand: several where all of them read the same from below, first
    the one in which writing runs to the right in the picture, then to the left, as from the table's other side."""
    patch = _Patch(tiles, group)
    votes = np.round(patch.votes, 3)
    ways = [(turn, patch.rightwards(turn)) for turn in np.flatnonzero(votes == votes.max()).tolist()]
    most = max(abs(right) for _, right in ways)
    turns = [turn for turn, _ in sorted(ways, key=lambda way: (abs(way[1]) < most / 2, -way[1]))]
    return [_from_first({place: _turned(cell, turn) for place, cell in patch.cells.items()}) for turn in turns]


def _from_first(cells: Mapping[int, Cell]) -> dict[int, Cell]:
    first = min(column for column, _ in cells.values()), min(row for _, row in cells.values())
    return {place: _moved(cell, (-first[0], -first[1])) for place, cell in cells.items()}


def groups_of(tiles: Sequence[Sighting]) -> list[tuple[int, ...]]:
    """Tiles that lie together, as their places in the sequence; the largest group first."""
    return _grouped(tiles, _TOGETHER)


def loose_groups(tiles: Sequence[Sighting], places: Sequence[int]) -> list[tuple[int, ...]]:
    """The same of those of the tiles that lie in no grid."""
    groups = _grouped([tiles[place] for place in places], _LOOSE)
    return [tuple(places[own] for own in group) for group in groups]


def _grouped(tiles: Sequence[Sighting], together: float) -> list[tuple[int, ...]]:
    """Groups of tiles each of which lies within so many sides of the next, the largest first."""
    if not tiles:
        return []
    near = _apart(_centres(tiles)) < together * _side(tiles)
    left, groups = set(range(len(tiles))), []
    while left:
        group: set[int] = set()
        edge = {min(left)}
        while edge:
            group |= edge
            edge = {int(place) for one in edge for place in np.flatnonzero(near[one])} - group
        left -= group
        groups.append(tuple(sorted(group)))
    return sorted(groups, key=len, reverse=True)


def in_one_row(tiles: Sequence[Sighting]) -> bool:
    """Whether tiles lie beside one another along one straight line, however it runs."""
    centres = _centres(tiles)
    off = np.linalg.svd(centres - centres.mean(axis=0), compute_uv=False)[1] / np.sqrt(len(tiles))
    return bool(off < _OFF_LINE * _side(tiles)) and len(_grouped(tiles, _LOOSE)) == 1


def spacing(tiles: Sequence[Sighting], group: Sequence[int]) -> float:
    """How far the tiles of a group (two at least) lie apart, from centre to centre, in sides of a tile."""
    members = [tiles[place] for place in group]
    apart = _apart(_centres(members)) + np.diag([np.inf] * len(members))
    return float(np.median(apart.min(axis=0)) / _side(members))


@dataclass(frozen=True, slots=True)
class _Match:
    """How a patch fits known letters. rank: how well; count: tiles that agree; after quarter turns and a shift."""

    rank: tuple[int, float]
    count: int
    turn: int
    shift: Cell


class _Patch:
    """Tiles in cells of a grid of their own, counted from one of them, some way up."""

    def __init__(self, tiles: Sequence[Sighting], group: Sequence[int]) -> None:
        self.cells: dict[int, Cell] = {}
        self.votes = np.zeros(4)
        self._tiles = tiles
        self._centres = _centres(tiles)
        sides = np.array([_side([tile]) for tile in tiles])
        self._side = float(np.median(sides[list(group)]))
        self._scales = sides / self._side  # what is nearer to the camera is larger
        self._angle = _common_angle(tiles, group)
        self._basis = self._steps(group)
        middle = self._centres[list(group)].mean(axis=0)
        start = min(group, key=lambda place: float(np.linalg.norm(self._centres[place] - middle)))
        self.cells[start] = (0, 0)
        self._grow(group, np.inf, 0.5)
        for place in group:
            self._vote(place)

    def takes_in(self, group: Sequence[int]) -> bool:
        """Adds another group where all of it lies near, in these rows and columns."""
        before = dict(self.cells)
        slants = [_quarter_turns(self._tiles[place], self._angle)[1] for place in group]
        self._grow(group, _REACH, _OFF)
        if max(slants) <= _SLANT and all(place in self.cells for place in group):
            return True
        self.cells = before
        return False

    def match(self, known: Mapping[Cell, str]) -> _Match:
        """The turn and shift under which most of the tiles are what is known to lie there."""
        lying: dict[str | None, list[Cell]] = {}
        for cell, letter in known.items():
            lying.setdefault(letter, []).append(cell)
        best = _Match((0, 0.0), 0, 0, (0, 0))
        for turn in range(4):
            shifts: Counter[Cell] = Counter()
            for place, own in self.cells.items():
                column, row = _turned(own, turn)
                for other in lying.get(self._tiles[place].name, ()):
                    shifts[other[0] - column, other[1] - row] += 1
            for shift, count in shifts.most_common(1):
                rank = count, (count + 1e-3 * float(self.votes[turn])) / len(self.cells)
                best = max(best, _Match(rank, count, turn, shift), key=lambda match: match.rank)
        return best

    def rightwards(self, turn: int) -> float:
        """How much writing runs to the right in the picture when the grid is turned so."""
        return float(_quarters(self._basis, turn)[0, 0])

    def _steps(self, group: Sequence[int]) -> Vector:
        """The ways to the next column and to the next row, as columns of a matrix, in pixels."""
        sides = []
        for place in group:
            quad = self._tiles[place].outline.astype(np.float64)
            own = np.array([quad[1] - quad[0] + quad[2] - quad[3], quad[3] - quad[0] + quad[2] - quad[1]]).T / 2
            sides.append(_quarters(own, -_quarter_turns(self._tiles[place], self._angle)[0]))
        basis = np.median(sides, axis=0)
        centres = self._centres[list(group)]
        ways = (centres[:, None] - centres[None]).reshape(-1, 2) @ np.linalg.inv(basis).T
        for axis in (0, 1):
            beside = ways[(np.abs(ways[:, 1 - axis]) < 0.4) & (ways[:, axis] > 0.8) & (ways[:, axis] < 1.5)]
            basis[:, axis] *= float(np.median(beside[:, axis])) if len(beside) else _USUAL
        return np.asarray(basis, np.float64)

    def _grow(self, places: Iterable[int], reach: float, off: float) -> None:
        """Gives cells to those of the tiles that lie near enough to one that has a cell, the nearest first."""
        left = [place for place in places if place not in self.cells]
        inverse = np.linalg.inv(self._basis)
        while left:
            settled = list(self.cells)
            apart = np.linalg.norm(self._centres[left][:, None] - self._centres[settled][None], axis=2)
            nearest = int(apart.min(axis=1).argmin())
            if apart[nearest].min() > reach * self._side:
                return
            place = left.pop(nearest)
            by = [settled[k] for k in np.argsort(apart[nearest])[:3]]
            scales = (self._scales[by] + self._scales[place]) / 2
            steps = (self._centres[place] - self._centres[by]) @ inverse.T / scales[:, None]
            spot = np.median(np.array([self.cells[other] for other in by]) + steps, axis=0)
            cell = round(float(spot[0])), round(float(spot[1]))
            if np.abs(spot - cell).max() <= off and cell not in self.cells.values():
                self.cells[place] = cell

    def _vote(self, place: int) -> None:
        """A letter tells which way up the grid is, as far as it can be told from it."""
        tile = self._tiles[place]
        turns, _ = _quarter_turns(tile, self._angle)
        ways = (0, 1, 2, 3) if tile.name in _SAME_FROM_ALL_SIDES else (0, 2) if tile.name in SAME_FROM_BELOW else (0,)
        for way in ways:
            self.votes[(turns + way) % 4] += 1 / len(ways)


def _centres(tiles: Sequence[Sighting]) -> Vector:
    return np.array([tile.centre for tile in tiles], np.float64)


def _apart(centres: Vector) -> Vector:
    return np.asarray(np.linalg.norm(centres[:, None] - centres[None], axis=2), np.float64)


def _side(tiles: Sequence[Sighting]) -> float:
    """The median side of a tile in pixels."""
    sides = [np.linalg.norm(tile.outline - np.roll(tile.outline, -1, axis=0), axis=1).mean() for tile in tiles]
    return float(np.median(sides))


def angle_of(tile: Sighting) -> float:
    """Which way a tile's letter reads in the picture, degrees clockwise from rightwards."""
    quad = tile.outline.astype(np.float64)
    x, y = quad[1] - quad[0] + quad[2] - quad[3]
    return float(np.degrees(np.arctan2(y, x)))


def _common_angle(tiles: Sequence[Sighting], group: Iterable[int]) -> float:
    """The direction of the rows or columns of a group, degrees; quarter turns of a tile are one to it."""
    angles = np.array([angle_of(tiles[place]) for place in group])
    return float(np.degrees(np.angle(np.exp(4j * np.radians(angles)).mean())) / 4)


def _quarter_turns(tile: Sighting, angle: float) -> tuple[int, float]:
    """By how many quarter turns clockwise a tile lies turned against a direction, and how crooked, degrees."""
    off = angle_of(tile) - angle
    turns = round(off / 90)
    return turns % 4, abs(off - 90 * turns)


def _quarters(basis: Vector, turns: int) -> Vector:
    """A basis turned clockwise by quarters (y points down): what was down is then rightwards after one."""
    for _ in range(turns % 4):
        basis = np.stack([basis[:, 1], -basis[:, 0]], axis=1)
    return basis


def _turned(cell: Cell, turns: int) -> Cell:
    """A cell in the grid whose writing is turned clockwise by so many quarters."""
    for _ in range(turns % 4):
        cell = cell[1], -cell[0]
    return cell


def _moved(cell: Cell, shift: Cell) -> Cell:
    return cell[0] + shift[0], cell[1] + shift[1]
