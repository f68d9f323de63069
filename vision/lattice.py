"""Places beside found tiles where another may lie that was missed: on a board tiles lie in rows, one step apart."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.outlines import area
from vision.sightings import FloatArray

# By the side of a tile: how far apart the middles of two neighbours are, how far off their row, and how near to a tile
# another place is the same one.
_NEAREST, _FURTHEST = 0.8, 1.45
_OFF_ROW = 0.3
_SAME = 0.6


def vacant_beside(quads: FloatArray) -> FloatArray:
    """Places (M, 4, 2) px beside tiles at `quads` (N, 4, 2) at which none of them lies.

    Only a tile that has a neighbour among them tells how far a step is. Each place is the tile's quad one step on.
    """
    centres = quads.mean(axis=1)
    sides = np.sqrt([area(quad) for quad in quads]) if len(quads) else np.zeros(0)
    places, taken = list[FloatArray](), list(zip(centres, sides, strict=True))
    for number, quad in enumerate(quads):
        for step in _free_steps(quad, sides[number], centres - centres[number]):
            middle = centres[number] + step
            if all(np.linalg.norm(middle - other) > _SAME * min(side, sides[number]) for other, side in taken):
                places.append(quad + step)
                taken.append((middle, sides[number]))
    return np.stack(places).astype(np.float32) if places else np.zeros((0, 4, 2), np.float32)


def _free_steps(quad: FloatArray, side: float, offsets: NDArray[np.float32]) -> list[NDArray[np.float32]]:
    """The steps (x, y) from a tile to its neighbours' places that are free; none where it has no neighbour.

    offsets: (N, 2) from it to every tile.
    """
    along = quad[1] - quad[0], quad[2] - quad[1]
    ways = [way / max(float(np.linalg.norm(way)), 1e-6) for way in (*along, -along[0], -along[1])]
    steps = [_neighbour(way, side, offsets) for way in ways]
    known = [float(np.linalg.norm(step)) for step in steps if step is not None]
    if not known:
        return []
    free = list[NDArray[np.float32]]()
    for turn, step in enumerate(steps):
        if step is None:
            opposite = steps[(turn + 2) % 4]
            free.append(ways[turn] * np.float32(np.mean(known)) if opposite is None else -opposite)
    return free


def _neighbour(way: FloatArray, side: float, offsets: NDArray[np.float32]) -> NDArray[np.float32] | None:
    """The offset of the tile that lies next in a direction, if one does."""
    on, off = offsets @ way, np.abs(offsets @ np.array([-way[1], way[0]]))
    beside = np.flatnonzero((on > _NEAREST * side) & (on < _FURTHEST * side) & (off < _OFF_ROW * side))
    return offsets[beside[on[beside].argmin()]] if len(beside) else None
