"""A double of the reader that knows the pictures of the demo table from their truth. Needs no weights."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from companion.asset_files import ASSETS
from vision.backs import BackLibrary
from vision.photo import Picture, load_photo
from vision.sightings import FloatArray, Kind, Reading, Sighting
from vision.whole import Whole

TABLE = ASSETS / "demo"


class DemoReader:
    """Sees in each picture of the demo table what its truth says, names a back only where it is enrolled, and takes any
    other picture for that of a back.

    unsure: names that it is not certain of.
    """

    unsure: frozenset[str] = frozenset()

    def __init__(
        self,
        weights: Path | None = None,
        backs: BackLibrary | None = None,
        finder: Path | None = None,
        fast: bool = False,
    ) -> None:
        truths = json.loads((TABLE / "truth.json").read_text(encoding="utf-8"))
        self._truths = {load_photo(TABLE / path).tobytes(): seen for path, seen in truths.items()}
        self._enrolled = backs.names if backs else ()

    def read(self, image: Picture, whole: Whole | None = None) -> Reading:
        """The truth of one of the pictures."""
        height, width = image.shape[:2]
        seen = self._truths.get(image.tobytes())
        if seen is None:
            low, high = np.array([width, height]) * 0.4, np.array([width, height]) * 0.6
            seen = [{"kind": "back", "name": "", "outline": [low, (high[0], low[1]), high, (low[0], high[1])]}]
        return Reading((width, height), 1.0, tuple(map(self._sighting, seen)))

    def shown_back(self, image: Picture) -> FloatArray | None:
        """The back of a picture, None where it shows none."""
        return next((thing.outline for thing in self.read(image).of_kind(Kind.BACK)), None)

    def _sighting(self, thing: dict[str, object]) -> Sighting:
        kind, name = Kind(str(thing["kind"])), str(thing["name"])
        known = kind is Kind.CARD or name in self._enrolled
        sure = known and name not in self.unsure
        outline = np.array(thing["outline"], np.float32)
        return Sighting(kind, name if known else None, 0.99 if sure else 0.6, sure, outline)
