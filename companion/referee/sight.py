"""A table in sight: frame after frame through the eye, and the picture of any thing that lies there.

What the eye is not sure of may look like what is known by now: the letters of one set are printed alike.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from companion.referee.table import Table
from vision.eye import Eye, Look
from vision.frames import Frame
from vision.likeness import CONFIDENCE, Likenesses, Told
from vision.motion import Motion
from vision.outlines import short_side
from vision.photo import Picture, as_jpeg
from vision.sightings import Kind, Reading, Sighting

_LIKELY = 0.92  # confidence of a letter from which a look that tells another one does not tell that this is wrong
_ROUND = 0.6  # of a thing's size: how much of what lies round it is in its picture


class Sight:
    """Looks at one table through one eye. picture: the newest one (BGR), None before the first."""

    def __init__(self, eye: Eye, table: Table) -> None:
        self.picture: Picture | None = None
        self._eye, self._table = eye, table
        self._letters = Likenesses()
        self._learnt: set[tuple[int, str]] = set()  # numbers of tiles, each with its letter
        self._judged: dict[tuple[str | None, float, bytes], Told] = {}  # by `Sighting.mark`

    def look(self, frame: Frame) -> Look:
        """What a frame tells."""
        self.picture = frame.image
        look = self._eye.look(frame.image, frame.time, self._table.unsettled)
        if look.reading is None:
            return look
        if look.shift is None:  # else the table does not know yet where its things lie now
            self._learn(frame.image, look.motion)
        return replace(look, reading=self._compared(look.reading, frame.image, look.motion))

    def _learn(self, image: Picture, motion: Motion) -> None:
        """Tiles whose letters are known, by people or surely by the eye, show how these letters look."""
        for thing in self._table.things:
            seen = thing.sighting
            known = (thing.number, str(seen.name))
            if seen.kind is not Kind.TILE or not seen.certain or thing.covered or known in self._learnt:
                continue
            if not motion.hidden(seen.outline) and not motion.changed_at(seen.outline):
                self._learnt.add(known)
                self._letters.keep(known[1], image, seen.outline)
                self._judged = {}

    def _compared(self, reading: Reading, image: Picture, motion: Motion) -> Reading:
        """The reading: unsure letters are those that they look like, and sure ones that look like others are unsure. A
        letter that is likely and looks like another one is left to further reads, or to people."""
        judged, self._judged = self._judged, {}
        settled = [t.sighting for t in self._table.things if t.sighting.kind is Kind.TILE and t.sighting.certain]
        centres = np.array([sighting.centre for sighting in settled]).reshape(-1, 2)

        def told(seen: Sighting) -> Sighting:
            if seen.kind is not Kind.TILE or motion.hidden(seen.outline):
                return seen
            if (np.linalg.norm(centres - seen.centre, axis=1) < short_side(seen.outline) / 2).any():
                return seen  # it is known what lies there
            if seen.mark not in judged:
                judged[seen.mark] = self._letters.tell(seen.name, image, seen.outline)
            look = self._judged[seen.mark] = judged[seen.mark]
            contradicts = look.letter != seen.name and seen.confidence > _LIKELY
            if look.letter is not None and not seen.certain and not contradicts:
                return replace(seen, name=look.letter, confidence=CONFIDENCE, certain=True)
            return replace(seen, certain=False) if look.denied else seen

        return replace(reading, sightings=tuple(map(told, reading.sightings)))

    def crop(self, things: tuple[int, ...]) -> Picture | None:
        """What is seen of the first of those things, with what lies round it; None where it is not in sight."""
        thing = self._table.thing(things[0]) if things else None
        if thing is None or self.picture is None:
            return None
        low, high = thing.sighting.outline.min(axis=0), thing.sighting.outline.max(axis=0)
        room = (high - low) * _ROUND
        height, width = self.picture.shape[:2]
        x0, y0 = (int(max(0, value)) for value in low - room)
        x1, y1 = int(min(width, (high + room)[0])), int(min(height, (high + room)[1]))
        return self.picture[y0:y1, x0:x1].copy() if x1 > x0 and y1 > y0 else None  # the frame need not be kept for it

    def jpeg(self, things: tuple[int, ...]) -> bytes | None:
        """The same as a JPEG, for evidence."""
        crop = self.crop(things)
        return None if crop is None else as_jpeg(crop)
