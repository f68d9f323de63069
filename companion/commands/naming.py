"""Things that were seen, and their names as people write them."""

from __future__ import annotations

from companion.language import Language
from vision.sightings import BLANK_TILE, JOKER, Kind, Sighting

_SUIT_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def shown(sighting: Sighting, language: Language) -> str:
    """A sighting's name as people write it: ``10♥``, Joker, the deck of a back, a letter."""
    name = sighting.name
    if name is None:
        return language.text(f"read.unknown_{sighting.kind}")
    if sighting.kind is Kind.TILE:
        return language.text("read.blank_tile") if name == BLANK_TILE else name
    if sighting.kind is Kind.BACK:
        return name
    return language.text("read.joker") if name == JOKER else name[:-1] + _SUIT_SIGNS[name[-1]]
