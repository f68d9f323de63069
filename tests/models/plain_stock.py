"""Props drawn in no time, for tests of rendered games: cards of one colour, flat tiles, a grey table."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.render.art import CardFace, Deck, Picture
from models.render.racks import RackArt
from vision.sightings import CARD_NAMES, LETTERS

_INDEX = np.array([[3, 3], [14, 3], [14, 26], [3, 26]], np.float32)


def _card(shade: int) -> Picture:
    image = np.full((88, 63, 4), 255, np.uint8)
    image[..., :3] = shade
    return image


class PlainStock:
    """A `models.render.games.stock.Stock` of plain things."""

    def decks(self, count: int, jokers: bool = False) -> list[Deck]:
        size = np.array([63, 88], np.float32)
        faces = {name: CardFace(_card(250), name, (_INDEX, size - _INDEX)) for name in CARD_NAMES}
        return [Deck(f"plain-{number}", faces, _card(40 + 30 * number)) for number in range(count)]

    def tiles(self) -> dict[str, Picture]:
        return {letter: np.full((32, 32, 4), 255, np.uint8) for letter in LETTERS}

    def rack(self) -> RackArt:
        slots = np.array([[10, 10], [190, 10], [190, 34], [10, 34]], np.float32)
        return RackArt(np.full((60, 200, 4), 255, np.uint8), slots)

    def surface(self, size: tuple[int, int]) -> NDArray[np.uint8]:
        return np.full((size[1], size[0], 3), 120, np.uint8)

    def arm(self) -> Picture:
        return np.full((1620, 60, 4), 255, np.uint8)
