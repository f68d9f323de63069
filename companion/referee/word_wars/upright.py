"""Letters that are each other's turned over: which of the two a tile shows is told by how those beside it stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.referee.things import SAID, Thing
from companion.referee.word_wars.lattice import SAME_FROM_BELOW, angle_of, loose_groups

_TURNED = {"M": "W", "W": "M"}
_SLANT = 20.0  # degrees by which tiles that lie together may lie crooked to one another
_WITNESSES = 2  # letters that have to stand the other way up, and none its own


def upright(tiles: Sequence[Thing]) -> list[Thing]:
    """The tiles, each M that stands on its head among those that it lies with as a W, and each such W as an M."""
    told = list(tiles)
    for group in loose_groups([tile.sighting for tile in tiles], range(len(tiles))):
        witnesses = [tiles[place] for place in group if _tells(tiles[place])]
        for place in group:
            if _on_its_head(tiles[place], witnesses):
                told[place] = _turned(tiles[place])
    return told


def _tells(tile: Thing) -> bool:
    """Whether a letter tells which way up it stands."""
    letter = tile.sighting.name or ""
    return tile.sighting.certain and letter.isalpha() and letter not in {*_TURNED, *SAME_FROM_BELOW}


def _on_its_head(tile: Thing, witnesses: Sequence[Thing]) -> bool:
    """Whether a tile's letter stands the other way up than all that tell it."""
    own = tile.sighting
    if own.name not in _TURNED or own.confidence >= SAID or len(witnesses) < _WITNESSES:
        return False
    angles = np.array([angle_of(other.sighting) for other in witnesses])
    off = np.abs((angles - angle_of(own) + 180) % 360 - 180)
    return bool((off > 180 - _SLANT).all())


def _turned(tile: Thing) -> Thing:
    """The tile as it is read from the other side."""
    own = tile.sighting
    outline = np.roll(own.outline, 2, axis=0)
    return replace(tile, sighting=replace(own, name=_TURNED[str(own.name)], outline=outline))
