"""The props of one filmed game, drawn when they are asked for: decks, tiles, a rack, a table, arms."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render.art import Deck, Picture
from models.render.drawn_deck import random_deck, shipped_decks
from models.render.fonts import font_files
from models.render.games.arms import random_arm
from models.render.packaged_decks import packaged_decks
from models.render.racks import RackArt, draw_rack
from models.render.surfaces import MATERIALS, material_names
from models.render.tiles import draw_tile, random_style
from vision.sightings import JOKER, LETTERS

Rng = np.random.Generator
OWN = "own"  # besides the splits of the art: what the project itself ships, the same on every machine
SPLITS = ("held", "train", OWN)

_NO_TABLES = ("bricks", "tiles", "newspaper", "concrete", "metal", "strip floor", "planks", "carpet")
_MORE = 4  # decks beyond those needed to choose from
_LEAST_INDEX = 0.15  # height of the index by that of the card: who films a table takes no deck with tiny ones


class Stock(Protocol):
    """Where the props of a film come from."""

    def decks(self, count: int, jokers: bool = False) -> list[Deck]:
        """Whole decks with backs unlike each other."""

    def tiles(self) -> dict[str, Picture]:
        """One set of letter tiles, by letter."""

    def rack(self) -> RackArt:
        """One tile rack."""

    def surface(self, size: tuple[int, int]) -> NDArray[np.uint8]:
        """A table top filling (width, height) px."""

    def arm(self) -> Picture:
        """An arm as `models.render.games.arms` draws it."""


class DrawnStock:
    """Props of one split (``"held"``, ``"train"``, ``"own"``)."""

    def __init__(self, rng: Rng, split: str, cache: Path | None = None) -> None:
        """cache: folder of rendered packaged decks; None leaves packaged decks out."""
        self._rng, self._split, self._cache = rng, split, cache

    def decks(self, count: int, jokers: bool = False) -> list[Deck]:
        """Whole decks (52 faces, and a joker where asked for) with backs unlike each other."""
        rng = self._rng
        if self._split == OWN:
            known = shipped_decks()
            offered = [known[place] for place in rng.permutation(len(known))]
        else:
            packaged = () if self._cache is None else packaged_decks(self._cache, self._split)
            least = 52 + jokers
            offered = [deck for deck in packaged if len(deck.faces) >= least and (JOKER in deck.faces or not jokers)]
            while len(offered) < count + _MORE:
                offered.append(random_deck(rng, self._split, f"drawn-{len(offered)}"))
                if _index_share(offered[-1]) < _LEAST_INDEX:
                    offered.pop()
            offered = [offered[place] for place in rng.permutation(len(offered))]
        return _unlike(offered, count)

    def tiles(self) -> dict[str, Picture]:
        """One set of letter tiles, by letter."""
        style = random_style(self._rng, "train" if self._split == OWN else self._split)
        if self._split == OWN:
            style = replace(style, font=next(font for font in font_files("all") if "kivy" in font.parts))
        return {letter: draw_tile(letter, style).image for letter in LETTERS}

    def rack(self) -> RackArt:
        """One tile rack."""
        return draw_rack(self._rng, "train" if self._split == OWN else self._split)

    def surface(self, size: tuple[int, int]) -> NDArray[np.uint8]:
        """A table top or cloth of the split."""
        names = material_names("train" if self._split == OWN else self._split)
        tables = [name for name in names if name not in _NO_TABLES]
        return MATERIALS[str(self._rng.choice(tables))](self._rng, size[::-1])

    def arm(self) -> Picture:
        """A new arm."""
        return random_arm(self._rng)


def _index_share(deck: Deck) -> float:
    """Height of the index of a plain number card, as a share of the card's."""
    face = deck.faces["8S"]
    low, high = face.corners[0][:, 1].min(), face.corners[0][:, 1].max()
    return float((high - low) / face.image.shape[0])


def _unlike(decks: list[Deck], count: int) -> list[Deck]:
    """As many of the decks as asked for, the first one and then always the one least like those chosen before."""
    shown = [_looks(deck) for deck in decks]
    chosen = [0]
    while len(chosen) < count:
        left = [place for place in range(len(decks)) if place not in chosen]
        chosen.append(max(left, key=lambda place: min(_difference(shown[place], shown[other]) for other in chosen)))
    return [decks[place] for place in chosen]


def _looks(deck: Deck) -> NDArray[np.float32]:
    """A back as one sees it from afar, in Lab colours."""
    small = cv2.resize(deck.back[..., :3], (6, 8), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2Lab), np.float32)


def _difference(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """How far two backs differ: mostly by their colour as a whole, also by what is dark and light in them."""
    whole = float(np.linalg.norm(one.mean(axis=(0, 1)) - other.mean(axis=(0, 1))))
    return whole + 0.3 * float(np.abs(one - other).mean())
