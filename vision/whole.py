"""What is known of a whole picture, for a piece of it that is read alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from vision.normalised import Picture, light_of
from vision.same_backs import Shown, shown_backs
from vision.sightings import Sighting


@dataclass(frozen=True, eq=False)
class Whole:
    """light: as `vision.normalised.light_of` tells it, for a piece of bare table tells nothing of it; backs: as
    `vision.same_backs.shown_backs` tells them, for a piece may show none of a deck that lies free."""

    light: float
    backs: Mapping[str, Sequence[Shown]]

    @classmethod
    def of(cls, image: Picture, seen: Sequence[Sighting] = ()) -> Whole:
        """By a BGR picture and what is known to lie there, all of it in sight."""
        return cls(light_of(image), shown_backs(image, seen))
