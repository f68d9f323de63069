"""What happens on the table over time, before any picture is made: who moves what where, and what lies there when."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import numpy as np

from models.render.games.pieces import Piece, Pose

Spot = tuple[float, float]
Place = TypeVar("Place")
Lying = tuple[tuple[str, Pose], ...]  # pieces by name, bottom first


def eased(share: float) -> float:
    """Progress of a hand that starts and ends at rest (least jerk), both shares of 0..1."""
    return share**3 * (10 - 15 * share + 6 * share**2)


def between(start: Pose, end: Pose, share: float) -> Pose:
    """The pose at a share of the way; a piece that changes its side turns over about its long axis meanwhile."""
    way = eased(share)
    x, y = start.x + (end.x - start.x) * way, start.y + (end.y - start.y) * way
    angle = start.angle + (end.angle - start.angle) * way
    lift = start.lift + (end.lift - start.lift) * way
    if start.up == end.up:
        return replace(start, x=x, y=y, angle=angle, lift=lift)
    turned = float(np.cos(np.pi * way))
    side = start.up if turned > 0 else end.up
    return replace(start, x=x, y=y, angle=angle, lift=lift + 30 * (1 - abs(turned)), up=side, open=abs(turned))


def _leg(keys: Sequence[tuple[float, Place]], time: float) -> tuple[Place, Place, float]:
    """The two places between which something is at a time, and the share (0..1) of the way between them."""
    place = min(max(1, bisect_right(keys, time, key=lambda key: key[0])), len(keys) - 1)
    (t0, start), (t1, end) = keys[place - 1 : place + 1]
    return start, end, min(1.0, max(0.0, (time - t0) / max(t1 - t0, 1e-6)))


@dataclass(frozen=True, slots=True)
class Track:
    """One piece on its way: poses at times (seconds), at least two."""

    piece: str
    keys: tuple[tuple[float, Pose], ...]

    @property
    def start(self) -> float:
        """When it leaves its rest, or comes in."""
        return self.keys[0][0]

    @property
    def end(self) -> float:
        """When it comes to rest, or is gone."""
        return self.keys[-1][0]

    def at(self, time: float) -> Pose:
        """Its pose at a time from `start` to `end`."""
        return between(*_leg(self.keys, time))


@dataclass(frozen=True, slots=True)
class Reach:
    """One reach of a player's hand over the table: where its fingertips are at times, from outside to outside."""

    player: str
    keys: tuple[tuple[float, Spot], ...]

    @property
    def start(self) -> float:
        """When the hand comes in."""
        return self.keys[0][0]

    @property
    def end(self) -> float:
        """When it is out of the picture."""
        return self.keys[-1][0]

    def at(self, time: float) -> Spot:
        """Where the fingertips are."""
        a, b, share = _leg(self.keys, time)
        way = eased(share)
        return a[0] + (b[0] - a[0]) * way, a[1] + (b[1] - a[1]) * way


@dataclass(frozen=True, slots=True)
class Jolt:
    """Something that is nobody's play, from a time on.

    kind: ``camera`` (the picture is now shifted by `size`, px of a picture 1280 px wide), ``lamp`` (light by a factor),
    ``focus`` (out of focus for so many seconds).
    """

    time: float
    kind: str
    size: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """One action of the game on the film.

    begun: when the first hand moved for it. rest: when its pieces had come to rest. clear: when no hand was over them
    any more. broken: the rules that it breaks, where the players let it stand.
    """

    line: str
    begun: float
    rest: float
    clear: float
    broken: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Show:
    """Something held steady for the camera, from one time to another: a hand, a rack, one shot of an audit."""

    what: str
    start: float
    end: float
    data: dict[str, Any]


@dataclass(eq=False)
class Script:
    """A whole film as data. rests: all that lies on the table from a time on, whenever that changes; settled: the times
    of those rests at which a hand has finished what it did."""

    pieces: dict[str, Piece] = field(default_factory=dict)
    rests: list[tuple[float, Lying]] = field(default_factory=list)
    settled: list[float] = field(default_factory=list)
    tracks: list[Track] = field(default_factory=list)
    reaches: list[Reach] = field(default_factory=list)
    jolts: list[Jolt] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    shows: list[Show] = field(default_factory=list)
    end: float = 0.0

    def lying_at(self, time: float) -> Lying:
        """What lies still on the table at a time."""
        place = bisect_right(self.rests, time, key=lambda rest: rest[0])
        return self.rests[place - 1][1] if place else ()
