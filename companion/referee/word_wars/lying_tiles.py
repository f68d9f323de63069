"""The tiles of Word Wars that nothing explains yet: new in the grid, or lying apart from it, and since when they do."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field

from companion.referee.things import Thing
from companion.referee.word_wars.lattice import Cell
from companion.rules.word_wars import State, Tile, neighbours
from vision.outlines import sides_apart
from vision.sightings import FloatArray

_SLID = 0.2  # sides of a tile by which it may have drifted to where another cell is


@dataclass(frozen=True)
class Lying:
    """By number. new: tiles joined to the grid, by cell; apart: groups that are not. since: when each came to lie
    as it does, with nothing more."""

    new: tuple[tuple[Cell, int], ...] = ()
    apart: tuple[tuple[int, ...], ...] = ()
    since: Mapping[frozenset[int], float] = field(default_factory=dict)

    @property
    def numbers(self) -> frozenset[int]:
        """Of all of them."""
        return frozenset((*(number for _, number in self.new), *(number for group in self.apart for number in group)))

    def then(self, new: Mapping[Cell, int], apart: Iterable[tuple[int, ...]], time: float) -> Lying:
        """What lies there at a time after this."""
        groups = tuple(apart)
        alike = [frozenset(group) for group in (*groups, new.values())]
        return Lying(tuple(sorted(new.items())), groups, {group: self.since.get(group, time) for group in alike})

    def quiet(self, tiles: Iterable[Thing], time: float) -> float:
        """For how long tiles have lain there, just these of their group (s)."""
        return time - self.since.get(frozenset(tile.number for tile in tiles), time)


@dataclass(frozen=True, eq=False)
class Group:
    """Tiles apart from the grid. state: as the game is. meanings: what they may be."""

    state: State
    numbers: tuple[int, ...]
    letters: tuple[Tile, ...]
    meanings: tuple[str, ...]


def is_beside(cell: Cell, cells: Container[Cell]) -> bool:
    """Whether a cell lies beside one of others."""
    return any(other in cells for other in neighbours(cell))


def have_slid(tiles: Iterable[Thing], places: Mapping[int, FloatArray]) -> bool:
    """Whether a tile drifted, which is no event, from where it lay, by its number: its cell may be another."""
    known = [(places[tile.number], tile.sighting.outline) for tile in tiles if tile.number in places]
    return any(sides_apart(place, outline) > _SLID for place, outline in known)
