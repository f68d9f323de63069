"""The edge of the table, marked by tapping its corners on a picture: plain Python, no window."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import dist
from typing import Self

from companion.app.arrangement import Corner
from vision.outlines import spans

CORNERS = 4


@dataclass(frozen=True, slots=True)
class Marking:
    """How far it has come. corners: as shares (0..1) of the picture's width and height, in the order of the taps; an
    edge that was found may have more than four."""

    corners: tuple[Corner, ...] = ()

    def tapped(self, corner: Corner) -> Self:
        """The next corner; once there are four, the nearest of them is put there instead."""
        if len(self.corners) < CORNERS:
            return replace(self, corners=(*self.corners, corner))
        nearest = min(self.corners, key=lambda one: dist(one, corner))
        return replace(self, corners=tuple(corner if one == nearest else one for one in self.corners))

    def undone(self) -> Self:
        """Without the last corner."""
        return replace(self, corners=self.corners[:-1])

    @property
    def whole(self) -> bool:
        """Whether enough corners are marked that have a table between them."""
        return len(self.corners) >= CORNERS and spans(self.corners)

    @property
    def asks(self) -> str:
        """What to tell the person: the key of a text in the language files, with the number of the next corner."""
        if len(self.corners) < CORNERS:
            return "setup.tap_corner"
        return "setup.corners_marked" if self.whole else "setup.corners_too_near"
