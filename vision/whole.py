"""What is known of a whole picture, for a piece of it that is read alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from vision.normalised import Picture, light_of
from vision.outlines import usual_length
from vision.same_backs import Shown, shown_backs
from vision.sightings import CARD_KINDS, Sighting


@dataclass(frozen=True, eq=False)
class Whole:
    """light: as `vision.normalised.light_of` tells it, for a piece of bare table tells nothing of it; backs: as
    `vision.same_backs.shown_backs` tells them, for a piece may show none of a deck that lies free; height: usual longer
    side of a card (px), for a piece may show no card but one index of it; None where that is not known."""

    light: float
    backs: Mapping[str, Sequence[Shown]]
    height: float | None = None

    @classmethod
    def of(cls, image: Picture, seen: Sequence[Sighting] = (), in_sight: Sequence[Sighting] = ()) -> Whole:
        """By a BGR picture, what was seen in it, and what of that is all in sight as it was read."""
        cards = [thing.outline for thing in seen if thing.kind in CARD_KINDS and thing.certain]
        return cls(light_of(image), shown_backs(image, in_sight), usual_length(cards))
