"""The flat art a scene is composed of: card faces and backs, tiles, boards. All pictures are BGRA uint8."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Quad = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class CardFace:
    """A face-up card seen flat.

    image: (H, W, 4) BGRA, rounded corners transparent, about 360 px wide.
    name: ``"AS"`` … ``"KC"``, ``"JK"``.
    corners: one (4, 2) float32 quad in texture pixels per corner index (the tight box around rank glyph and suit glyph
        together), clockwise from the glyph's own top left, so that the quad also tells which way up the index is.
    """

    image: Picture
    name: str
    corners: tuple[Quad, ...]


@dataclass(frozen=True, eq=False)
class Deck:
    """A whole deck: `faces` by card name (jokers under ``"JK"``), the `back`, and the `split` it may be used in."""

    name: str
    faces: dict[str, CardFace]
    back: Picture
    split: str = field(default="train")


@dataclass(frozen=True, eq=False)
class TileArt:
    """One letter tile seen flat, upright. image: (H, W, 4) BGRA, about 128 px high; letter: of `sightings.LETTERS`."""

    image: Picture
    letter: str


@dataclass(frozen=True, eq=False)
class BoardArt:
    """A game board seen flat. cells: (4, 2) quad of the playing grid in texture pixels; size: cells per side."""

    image: Picture
    cells: Quad
    size: int
