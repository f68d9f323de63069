"""A script filmed: a camera over a table, the frames one by one, and what truly lies in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render.art import Picture
from models.render.camera import Matrix, View, homography, project
from models.render.games.arms import arm_at, shadow_of
from models.render.games.pieces import Pose, placed
from models.render.games.script import Lying, Script, Spot
from models.render.games.sensor import Sensor
from models.render.games.stage import Seat
from models.render.games.stock import Stock
from models.render.layouts import Layout, Placement
from models.render.scene import Composer, Shrunk, Thing, things_seen

Frame = NDArray[np.uint8]
Rng = np.random.Generator

_SHUTTER = 1 / 40  # seconds a frame is exposed
_BLUR_STEP = 7.0  # px: what moves farther than this in one exposure is blurred
_EDGE = 0.015  # share of the picture left free around the area
_KINDS = {"face": "card", "back": "back", "tile": "tile"}


@dataclass(frozen=True, eq=False)
class Look:
    """What stays the same through a film.

    light, shade: direction (mm per mm of height) and depth of the shadows. arms: of each player, with the shadow of it.
    """

    surface: Frame
    view: View
    light: tuple[float, float]
    shade: float
    arms: dict[str, tuple[Picture, Picture]]


def random_look(rng: Rng, stock: Stock, area: Spot, players: Sequence[str], size: tuple[int, int]) -> Look:
    """A table under a camera that sees the whole area (half width, half height, mm) in (width, height) px."""
    tilt = min(abs(float(rng.normal(0, 6))), 13.0)
    azimuth = 180.0 + float(rng.normal(0, 25)) if rng.random() < 0.8 else float(rng.uniform(0, 360))
    view = _fitted(View((0, 0), 1300.0, float(rng.normal(0, 1.2)), tilt, azimuth), area, size)
    arms = {player: stock.arm() for player in players}
    light = (float(rng.normal(0, 0.5)), float(rng.normal(0, 0.5)))
    pairs = {player: (arm, shadow_of(arm)) for player, arm in arms.items()}
    return Look(stock.surface(size), view, light, float(rng.uniform(0.2, 0.5)), pairs)


def _fitted(view: View, area: Spot, size: tuple[int, int]) -> View:
    """The view from as near as the whole area can be seen."""
    corners = np.array([[x * area[0], y * area[1]] for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    room = np.array(size) * _EDGE
    near, far = 600.0, 2600.0
    while far - near > 1:
        span = (near + far) / 2
        seen = project(homography(View(view.centre, span, view.turn, view.tilt, view.azimuth), size), corners)
        fits = bool((seen >= room).all() and (seen <= np.array(size) - room).all())
        near, far = (near, span) if fits else (span, far)
    return View(view.centre, far, view.turn, view.tilt, view.azimuth)


class Film:
    """Frames and truth of one script.

    The resting table is composed once for each change of it; only what moves is painted anew in each frame.
    """

    def __init__(
        self, script: Script, look: Look, seats: Mapping[str, Seat], size: tuple[int, int], rng: Rng, noise: float = 1.0
    ) -> None:
        """size: (width, height) px of every frame. rng: for the sensor alone; noise: of it, by the usual."""
        self.script, self.look, self.seats, self.size = script, look, seats, size
        self._matrix = homography(look.view, size)
        self._shrunk: Shrunk = {}  # of pieces, which the script keeps
        self._composed: tuple[tuple[Lying, bytes], Composer, Layout] | None = None
        first = self._compose(script.lying_at(0), 0)[0].frame
        self._sensor = Sensor(rng, size, first, tuple(script.jolts), noise)
        self._tracks = sorted(script.tracks, key=lambda track: track.start)
        self._reaches = sorted(script.reaches, key=lambda reach: reach.start)

    def frames(self, rate: float) -> Iterator[Frame]:
        """Every frame, `rate` a second; frame number k is taken at k / rate seconds."""
        for number in range(int(self.script.end * rate) + 1):
            yield self.frame(number / rate)

    def frame(self, time: float) -> Frame:
        """The frame taken at a time (seconds); times come in order."""
        return self._sensor.expose(self._painted(time), time)

    def table(self, time: float) -> list[dict[str, Any]]:
        """What lies on the table at a time, bottom first: name of the physical piece, kind and name of what shows,
        outline (px, clockwise from its own top left), share that is seen, for a card the share of its best index."""
        lying = self.script.lying_at(time)
        composer, layout = self._compose(lying, time)
        indices: dict[int, float] = {}
        things: dict[int, Thing] = {}
        for thing in things_seen(composer, layout):
            if thing.kind == "corner":
                indices[thing.owner] = max(indices.get(thing.owner, 0.0), thing.visible)
            else:
                things[thing.owner] = thing
        return [
            {
                "piece": piece,
                "kind": _KINDS[things[place].kind],
                "name": things[place].name,
                "outline": [[round(float(x), 1), round(float(y), 1)] for x, y in things[place].outline],
                "visible": round(things[place].visible, 3),
                **({"index": round(indices[place], 3)} if place in indices else {}),
                **({"pile": pose.pile} if pose.pile > 1 else {}),
            }
            for place, (piece, pose) in enumerate(lying)
            if place in things
        ]

    def _shift(self, time: float) -> Matrix:
        """By what (3 x 3, px) the picture at a time is shifted, by the last bump before it."""
        shift = np.eye(3)
        for jolt in self.script.jolts:
            if jolt.kind == "camera" and jolt.time <= time:
                shift[:2, 2] = np.array(jolt.size) * self.size[0] / 1280
        return shift

    def _compose(self, lying: Lying, time: float) -> tuple[Composer, Layout]:
        """The resting table, painted once for each change of it and of the camera."""
        shift = self._shift(time)
        key = (lying, shift.tobytes())
        if self._composed is None or self._composed[0] != key:
            composer, layout = self._begun(*key, shift)
            for piece, pose in lying[len(layout) :]:
                layout.append(self._placement(piece, pose))
                composer.paint(len(layout) - 1, layout[-1], self.look.light, self.look.shade)
            self._composed = key, composer, layout
        return self._composed[1], self._composed[2]

    def _begun(self, lying: Lying, seen: bytes, shift: Matrix) -> tuple[Composer, Layout]:
        """What a table has in common with the one composed last, where that lies under all else on it, and is `seen`
        from there; else the bare surface."""
        if self._composed is not None:
            (before, seen_before), composer, layout = self._composed
            if seen == seen_before and lying[: len(before)] == before:
                return composer.copied(), [*layout]
        # The surface goes along: what comes in at an edge looks like what lay beside it.
        surface = cv2.warpPerspective(self.look.surface, shift, self.size, borderMode=cv2.BORDER_REFLECT)
        return Composer(np.asarray(surface, np.uint8), np.asarray(shift @ self._matrix), self._shrunk), []

    def _placement(self, piece: str, pose: Pose) -> Placement:
        return placed(self.script.pieces[piece], pose)

    def _painted(self, time: float) -> Frame:
        """The flat picture at a time, what moves fast being blurred."""
        base, _ = self._compose(self.script.lying_at(time), time)
        moving = self._moving(time)
        if not moving:
            return base.frame
        before = self._moving(max(0.0, time - _SHUTTER))
        steps = _steps(base.camera, moving, before)
        total = self._over(base, moving)
        for step in range(1, steps):
            more = self._over(base, self._moving(max(0.0, time - _SHUTTER * step / steps)))
            share = 1 / (step + 1)
            total = np.asarray(cv2.addWeighted(more, share, total, 1 - share, 0), np.uint8)
        return total

    def _over(self, base: Composer, moving: Layout) -> Frame:
        composer = Composer(base.frame.copy(), base.camera)
        for index, placement in enumerate(moving):
            composer.paint(index, placement, self.look.light, 0.0 if placement.kind == "clutter" else self.look.shade)
        return composer.frame

    def _moving(self, time: float) -> Layout:
        """Pieces on their way, then the hands over them, all with their shadows."""
        moving: Layout = []
        for track in self._tracks:
            if track.start <= time < track.end:
                moving.append(self._placement(track.piece, track.at(time)))
        for reach in self._reaches:
            if reach.start <= time < reach.end:
                arm, shadow = self.look.arms[reach.player]
                spot, shoulder = reach.at(time), self.seats[reach.player].shoulder
                fall = np.array(self.look.light) * 30
                moving.append(arm_at(shadow, (spot[0] + fall[0], spot[1] + fall[1]), shoulder, "shadow"))
                moving.append(arm_at(arm, spot, shoulder, "hand"))
        return moving


def _steps(camera: Matrix, moving: Layout, before: Layout) -> int:
    """In how many steps what moves has to be painted, by how far it got while the frame was exposed."""
    if len(moving) != len(before):
        return 2
    now = project(camera, np.array([placement.centre for placement in moving]))
    then = project(camera, np.array([placement.centre for placement in before]))
    far = float(np.linalg.norm(now - then, axis=1).max())
    return int(np.clip(np.ceil(far / _BLUR_STEP), 1, 5))
