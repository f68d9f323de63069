"""A table in sight: frame after frame through the eye, and the picture of any thing that lies there."""

from __future__ import annotations

from companion.referee.table import Table
from vision.eye import Eye, Look
from vision.frames import Frame
from vision.photo import Picture, as_jpeg

_ROUND = 0.6  # of a thing's size: how much of what lies round it is in its picture


class Sight:
    """Looks at one table through one eye. picture: the newest one (BGR), None before the first."""

    def __init__(self, eye: Eye, table: Table) -> None:
        self.picture: Picture | None = None
        self._eye, self._table = eye, table

    def look(self, frame: Frame) -> Look:
        """What a frame tells."""
        self.picture = frame.image
        return self._eye.look(frame.image, frame.time, self._table.unsettled)

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
