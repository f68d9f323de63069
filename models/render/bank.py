"""The stock of art one renderer draws on: decks, tile sets, boards, racks, surfaces, clutter. Made once, reused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.render.art import BoardArt, Deck, Picture
from models.render.backs_art import modest_back, random_back
from models.render.boards import random_board
from models.render.clutter import random_clutter, random_hand
from models.render.deck_style import DeckStyle
from models.render.drawn_deck import random_deck
from models.render.objects import chip
from models.render.packaged_decks import packaged_decks
from models.render.racks import RackArt, draw_rack
from models.render.surfaces import SurfaceBank
from models.render.tiles import draw_tile, random_style
from vision.sightings import LETTERS

Rng = np.random.Generator


@dataclass(frozen=True)
class BankSize:
    """How much of each kind of art to make."""

    drawn_decks: int = 20
    backs: int = 40
    tile_sets: int = 24
    boards: int = 10
    racks: int = 10
    surfaces: int = 60
    clutter: int = 100
    hands: int = 20
    chips: int = 16
    modest_backs: int = 16


class ArtBank:
    """A seeded stock of art of one split (``"train"`` or ``"held"``)."""

    def __init__(
        self,
        rng: Rng,
        split: str,
        size: BankSize | None = None,
        cache: Path | None = None,
        fit: Callable[[DeckStyle], bool] | None = None,
    ) -> None:
        """cache: folder for rendered packaged decks; None leaves packaged decks out; fit: which drawn decks to take."""
        size = size or BankSize()
        self.split = split
        drawn = [random_deck(rng, split, f"drawn-{rng.integers(1 << 30)}", fit) for _ in range(size.drawn_decks)]
        packaged = () if cache is None else packaged_decks(cache, split)
        self.decks: tuple[Deck, ...] = (*drawn, *packaged)
        self._tile_sets = [self._drawn_set(rng, split) for _ in range(size.tile_sets)]
        self._boards = [random_board(rng, split) for _ in range(size.boards)]
        self._racks = [draw_rack(rng, split) for _ in range(size.racks)]
        self._clutter = [random_clutter(rng, split) for _ in range(size.clutter)]
        self._chips = [chip(rng, split) for _ in range(size.chips)]
        self._backs = [random_back(rng) for _ in range(size.backs)]
        self._hands = [random_hand(rng) for _ in range(size.hands)]
        self._surfaces = SurfaceBank(rng, split, size.surfaces)
        self._modest_backs = [modest_back(rng) for _ in range(size.modest_backs)]

    @staticmethod
    def _drawn_set(rng: Rng, split: str) -> dict[str, Picture]:
        style = random_style(rng, split)
        return {letter: draw_tile(letter, style).image for letter in LETTERS}

    def back(self, rng: Rng) -> Picture:
        """One back that belongs to no deck of the stock."""
        return self._backs[int(rng.integers(len(self._backs)))]

    def modest_back(self, rng: Rng) -> Picture:
        """One back that hardly stands out from a table."""
        return self._modest_backs[int(rng.integers(len(self._modest_backs)))]

    def tile_set(self, rng: Rng) -> dict[str, Picture]:
        """One set of letter tiles, by letter."""
        return self._tile_sets[int(rng.integers(len(self._tile_sets)))]

    def board(self, rng: Rng) -> BoardArt:
        """One game board."""
        return self._boards[int(rng.integers(len(self._boards)))]

    def rack(self, rng: Rng) -> RackArt:
        """One tile rack."""
        return self._racks[int(rng.integers(len(self._racks)))]

    def clutter(self, rng: Rng) -> Picture:
        """One thing that lies about and is not to be read."""
        return self._clutter[int(rng.integers(len(self._clutter)))]

    def chip(self, rng: Rng) -> Picture:
        """One gambling chip."""
        return self._chips[int(rng.integers(len(self._chips)))]

    def hand(self, rng: Rng) -> Picture:
        """One hand reaching in, fingers up."""
        return self._hands[int(rng.integers(len(self._hands)))]

    def surface(self, rng: Rng, size: tuple[int, int]) -> NDArray[np.uint8]:
        """A table surface of (height, width) pixels, BGR."""
        return self._surfaces.draw(rng, size)
