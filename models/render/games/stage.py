"""The stage on which a game is acted: players' hands bring, take, turn and push pieces, and a clock runs.

A choreography tells the stage what happens; the stage writes it down as a `Script`. Lengths in mm from the middle of
the table, x to the right and y towards the near edge; times in seconds; angles in degrees.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from models.render.games.pieces import CARD_THICKNESS, Piece, Pose
from models.render.games.script import Jolt, Mark, Reach, Script, Show, Spot, Track

Rng = np.random.Generator

_OUTSIDE = 190.0  # how far outside of the area a hand rests, with what it holds
_GRIP = 24.0  # the fingertips hold a piece this far from its middle, on the player's side
_CARRIED = 25.0  # height at which pieces are carried
_SLIDES = 0.12  # how often a piece that is laid slides a little before it rests


@dataclass(frozen=True, slots=True)
class Seat:
    """Where a player sits: a point at the edge of the area, and the direction out of it (unit vector)."""

    edge: Spot
    out: Spot

    @property
    def shoulder(self) -> Spot:
        """Where the arm comes from."""
        return self.edge[0] + 520 * self.out[0], self.edge[1] + 520 * self.out[1]

    def outside(self, target: Spot) -> Spot:
        """Where the hand rests out of sight, on the way to a target."""
        x = self.edge[0] + _OUTSIDE * self.out[0]
        y = self.edge[1] + _OUTSIDE * self.out[1]
        if self.out[0] == 0:
            return (x + target[0]) / 2, y
        return x, (y + target[1]) / 2


def seats_around(players: Sequence[str], area: Spot) -> dict[str, Seat]:
    """Players around an area (half its width, half its height), clockwise from the near side, the first one's."""
    wide, high = area
    spots = {
        2: ((0, 1), (0, -1)),
        3: ((0, 1), (-1, 0), (1, 0)),
        4: ((0, 1), (-1, 0), (0, -1), (1, 0)),
        5: ((0.5, 1), (-0.5, 1), (-1, 0), (0, -1), (1, 0)),
        6: ((0.5, 1), (-0.5, 1), (-1, 0), (-0.5, -1), (0.5, -1), (1, 0)),
        7: ((0.6, 1), (0, 1), (-0.6, 1), (-1, 0), (-0.5, -1), (0.5, -1), (1, 0)),
        8: ((0.6, 1), (0, 1), (-0.6, 1), (-1, 0), (-0.6, -1), (0, -1), (0.6, -1), (1, 0)),
    }[len(players)]
    return {
        player: Seat((x * wide, y * high), (0.0, float(y)) if abs(y) == 1 else (float(x), 0.0))
        for player, (x, y) in zip(players, spots, strict=True)
    }


class Stage:
    """The table while a game is acted. now: the time at which the next thing may begin."""

    def __init__(self, players: Sequence[str], area: Spot, rng: Rng, pace: float = 1.0) -> None:
        """area: half width and half height of the part of the table that the camera is sure to see. pace: how long
        everything takes, 1 for people who are neither hasty nor slow."""
        self.area, self.rng, self.pace = area, rng, pace
        self.seats = seats_around(players, area)
        self.now = 0.0
        self.lying: dict[str, Pose] = {}
        self.script = Script()

    def put(self, piece: Piece, pose: Pose) -> None:
        """A piece that lies there at once, as what lay on the table before the film began."""
        self.script.pieces[piece.name] = piece
        self.lying[piece.name] = pose
        self.rest(self.now, settled=True)

    def know(self, piece: Piece) -> str:
        """Makes a piece known that a hand will bring; its name."""
        self.script.pieces[piece.name] = piece
        return piece.name

    def reach(self, player: str, towards: Spot) -> Hand:
        """A hand of a player that comes in now."""
        return Hand(self, player, towards)

    def push_together(self, moves: Mapping[str, Mapping[str, Pose]], seconds: float = 0.6) -> None:
        """Several players push pieces, or turn them over, at the same moment."""
        hands = [(Hand(self, player, _spot_of(poses)), poses) for player, poses in moves.items()]
        arrival = max(hand.time + hand.duration_to(poses) for hand, poses in hands)
        for hand, poses in hands:
            hand.grip(poses, arrival)
        self.rest(arrival)
        for hand, poses in hands:
            hand.slide(poses, seconds * self.pace)
        self.rest(arrival + seconds * self.pace)
        for hand, _ in hands:
            hand.leave()
        self.now = max(hand.time for hand, _ in hands)

    def wait(self, least: float, most: float) -> None:
        """Nothing happens for a while."""
        self.now += float(self.rng.uniform(least, most)) * self.pace

    def crooked(self, x: float, y: float, angle: float = 0.0, up: bool = True, mess: float = 1.0) -> Pose:
        """A pose about a place as hands lay things; mess 1 is careful enough to be polite."""
        dx, dy, turn = self.rng.normal(0, 1, 3).clip(-2.5, 2.5) * (1.8 * mess, 1.8 * mess, 2.6 * mess)
        return Pose(x + float(dx), y + float(dy), angle + float(turn), up)

    def chance_events(self) -> None:
        """What happens at tables and is nobody's play, now and then: a hand over the table that does nothing, a card
        that is touched, the camera bumped, another lamp, the focus lost for a moment."""
        rng, lot = self.rng, float(self.rng.random())
        names = list(self.seats)
        player = names[int(rng.integers(len(names)))]
        wide, high = self.area
        if lot < 0.05:
            spot = float(rng.uniform(-0.8, 0.8)) * wide, float(rng.uniform(-0.8, 0.8)) * high
            hand = self.reach(player, spot)
            hand.go(spot)
            hand.pause(float(rng.uniform(0.4, 1.6)))
            hand.leave()
        elif lot < 0.075:
            self._touch(player)
        elif lot < 0.09:
            self._jolt("camera", *map(float, rng.normal(0, 4, 2).clip(-9, 9)))
        elif lot < 0.095:
            self._jolt("lamp", float(rng.uniform(0.8, 1.15)))
        elif lot < 0.105:
            self._jolt("focus", float(rng.uniform(0.6, 1.4)))

    def _touch(self, player: str) -> None:
        """The card that was laid last is pushed a little; tiles in a grid are set straight at once."""
        name, pose = next(reversed(self.lying.items()), ("", None))
        if pose is None or self.script.pieces[name].thickness > CARD_THICKNESS:
            return
        dx, dy, turn = self.rng.normal(0, (4.0, 4.0, 3.0)).clip(-8, 8)
        dx = -abs(dx) * np.sign(pose.x) if abs(pose.x) > 0.7 * self.area[0] else dx  # never over the edge
        dy = -abs(dy) * np.sign(pose.y) if abs(pose.y) > 0.6 * self.area[1] else dy
        hand = self.reach(player, (pose.x, pose.y))
        new = replace(pose, x=pose.x + float(dx), y=pose.y + float(dy), angle=pose.angle + float(turn))
        hand.push({name: new}, 0.3)
        hand.leave()

    def _jolt(self, kind: str, *size: float) -> None:
        self.script.jolts.append(Jolt(self.now, kind, size))
        self.rest(self.now, settled=True)

    def mark(self, line: str, begun: float, broken: tuple[str, ...] = ()) -> None:
        """One action of the game is carried out: the pieces came to rest when they last did, no hand is there now."""
        rests = self.script.rests
        rest = max(begun, rests[-1][0]) if rests else begun
        self.script.marks.append(Mark(line, begun, rest, self.now, broken))

    def show(self, what: str, seconds: float, **data: Any) -> None:
        """Something is held steady for the camera."""
        start = self.now
        self.now += seconds * self.pace
        self.script.shows.append(Show(what, start, self.now, data))

    def rest(self, time: float, settled: bool = False) -> None:
        """Notes what lies on the table from a time on."""
        rests = self.script.rests
        if rests and time < rests[-1][0]:
            raise ValueError(f"the table changed at {rests[-1][0]:.3f} s already, it cannot at {time:.3f} s")
        lying = tuple(self.lying.items())
        if rests and rests[-1][0] == time:
            rests[-1] = (time, lying)
        else:
            rests.append((time, lying))
        if settled and (not self.script.settled or self.script.settled[-1] != time):
            self.script.settled.append(time)

    def finish(self) -> Script:
        """The whole script."""
        self.script.end = self.now
        return self.script


class Hand:
    """One reach of a hand, from outside to outside. Every method takes its time."""

    def __init__(self, stage: Stage, player: str, towards: Spot) -> None:
        self.stage, self.player = stage, player
        self.seat = stage.seats[player]
        self.time = stage.now
        self.spot = self.seat.outside(towards)
        self._keys: list[tuple[float, Spot]] = [(self.time, self.spot)]
        self._held: dict[str, list[tuple[float, Pose]]] = {}
        self._slow = stage.pace * float(stage.rng.uniform(0.8, 1.3))

    def hold(self, name: str, up: bool = True, angle: float = 0.0, pile: int = 1) -> None:
        """A piece, or a pile of that height, that the hand brings with it."""
        x, y = self._gripped(self.spot)
        shift = 4.0 * len(self._held)
        self._held[name] = [(self.time, Pose(x + shift, y, angle, up, pile, lift=_CARRIED))]

    def bring(self, poses: Mapping[str, Pose]) -> None:
        """Pieces come in as they will lie, and are laid down together, the lowest first."""
        x, y = self._gripped(self.spot)
        first = next(iter(poses.values()))
        for name, pose in poses.items():
            there = replace(pose, x=pose.x - first.x + x, y=pose.y - first.y + y, lift=_CARRIED)
            self._held[name] = [(self.time, there)]
        self.lay_together(poses)

    def go(self, spot: Spot) -> None:
        """The fingertips move to a spot, with all that is held."""
        self._move(spot, self._duration(spot))

    def pause(self, seconds: float) -> None:
        """The hand stays where it is."""
        self._move(self.spot, seconds * self._slow)

    def lay(self, name: str, pose: Pose) -> None:
        """A held piece is laid down; it is turned over on its way where the pose says so."""
        lay_at, rng = pose, self.stage.rng
        slides = rng.random() < _SLIDES
        if slides:
            dx, dy, turn = rng.normal(0, (9.0, 9.0, 4.0))
            lay_at = replace(pose, x=pose.x + float(dx), y=pose.y + float(dy), angle=pose.angle + float(turn))
        spot = self._grip_of(lay_at)
        self._move(spot, self._duration(spot), {name: lay_at})
        if slides:
            self._move(self._grip_of(pose), 0.25 * self._slow, {name: pose})
        self._put_down(name)
        self.stage.rest(self.time)
        self.pause(0.08)

    def lay_together(self, poses: Mapping[str, Pose]) -> None:
        """Several held pieces are laid down at once, the lowest first."""
        spot = self._grip_of(next(iter(poses.values())))
        self._move(spot, self._duration(spot) + 0.15 * self._slow, poses)
        for name in poses:
            self._put_down(name)
        self.stage.rest(self.time)
        self.pause(0.08)

    def take(self, names: Sequence[str]) -> None:
        """Pieces are taken up from the table, the lowest first."""
        lying = self.stage.lying
        names = [name for name in lying if name in names]
        last = lying[names[-1]]
        self.go(self._grip_of(last))
        self.pause(0.12)
        for name in names:
            self._held[name] = [(self.time, lying.pop(name))]
        self.stage.rest(self.time)

    def draw(self, pile: str, names: Sequence[str]) -> None:
        """Cards are taken unseen from the top of a pile that lies face down; the last one leaves no pile behind."""
        lying = self.stage.lying
        lies = lying[pile]
        self.go(self._grip_of(lies))
        self.pause(0.15)
        for name in names:
            self._held[name] = [(self.time, replace(lies, pile=1))]
        if lies.pile > len(names):
            lying[pile] = replace(lies, pile=lies.pile - len(names))
        else:
            del lying[pile]
        self.stage.rest(self.time)

    def put_under(self, pile: str, names: Sequence[str], pose: Pose) -> None:
        """Held cards go under a pile that lies face down, or make one, in a pose, where there is none."""
        lying = self.stage.lying
        lies = lying.get(pile, pose)
        spot = self._grip_of(lies)
        self._move(spot, self._duration(spot), dict.fromkeys(names, replace(lies, pile=1)))
        for name in names:
            self.stage.script.tracks.append(Track(name, tuple(self._held.pop(name))))
        lying[pile] = replace(lies, pile=len(names) + (lies.pile if pile in lying else 0))
        self.stage.rest(self.time)
        self.pause(0.1)

    def push(self, poses: Mapping[str, Pose], seconds: float = 0.4) -> None:
        """Pieces slide on the table, or are turned over in place; given, and lying afterwards, the lowest first."""
        self.grip(poses, self.time + self.duration_to(poses))
        self.stage.rest(self.time)
        self.slide(poses, seconds * self._slow)
        self.stage.rest(self.time)

    def duration_to(self, poses: Mapping[str, Pose]) -> float:
        """How long the hand takes to the pieces that are to be pushed."""
        return self._duration(self._grip_of(self.stage.lying[next(iter(poses))]))

    def grip(self, poses: Mapping[str, Pose], arrival: float) -> None:
        """The hand is on the pieces at a time; they do not rest any more."""
        lying = self.stage.lying
        self._move(self._grip_of(lying[next(iter(poses))]), arrival - self.time)
        for name in poses:
            self._held[name] = [(self.time, lying.pop(name))]

    def slide(self, poses: Mapping[str, Pose], seconds: float) -> None:
        """What was gripped goes to new poses and rests there; what else is held stays where it is meanwhile."""
        kept = {name: held for name, held in self._held.items() if name not in poses}
        self._held = {name: self._held[name] for name in poses}
        self._move(self._grip_of(next(iter(poses.values()))), seconds, poses)
        for name in poses:
            self._put_down(name)
        self._held = kept
        for held in kept.values():
            held.append((self.time, held[-1][1]))

    def leave(self, overlap: float = 0.0) -> None:
        """The hand goes out of the picture with what it still holds.

        overlap: how many seconds before it is out the next thing may begin.
        """
        stage = self.stage
        if stage.script.rests:
            last = stage.script.rests[-1][0]
            if not stage.script.settled or stage.script.settled[-1] != last:
                stage.script.settled.append(last)
        begun = self.time
        self.go(self.seat.outside(self.spot))
        for name, keys in self._held.items():
            stage.script.tracks.append(Track(name, tuple(keys)))
        stage.script.reaches.append(Reach(self.player, tuple(self._keys)))
        stage.now = max(begun, self.time - overlap)

    def _gripped(self, spot: Spot) -> Spot:
        """The middle of a piece held at a spot."""
        return spot[0] - _GRIP * self.seat.out[0], spot[1] - _GRIP * self.seat.out[1]

    def _grip_of(self, pose: Pose) -> Spot:
        """Where the fingertips hold a piece in a pose."""
        return pose.x + _GRIP * self.seat.out[0], pose.y + _GRIP * self.seat.out[1]

    def _duration(self, spot: Spot) -> float:
        far = float(np.hypot(spot[0] - self.spot[0], spot[1] - self.spot[1]))
        return (0.16 + far / 950.0) * self._slow

    def _move(self, spot: Spot, seconds: float, laid: Mapping[str, Pose] | None = None) -> None:
        """The hand moves; what it lays ends in its pose, the rest is carried along."""
        self.time += seconds
        dx, dy = spot[0] - self.spot[0], spot[1] - self.spot[1]
        self.spot = spot
        self._keys.append((self.time, spot))
        for name, keys in self._held.items():
            pose = keys[-1][1]
            if laid is not None and name in laid:
                new = laid[name]
                turn = (new.angle - pose.angle + 180) % 360 - 180  # the short way round
                keys[-1] = (keys[-1][0], replace(pose, angle=new.angle - turn))
            else:
                new = replace(pose, x=pose.x + dx, y=pose.y + dy, lift=_CARRIED)
            keys.append((self.time, new))

    def _put_down(self, name: str) -> None:
        keys = self._held.pop(name)
        self.stage.script.tracks.append(Track(name, tuple(keys)))
        self.stage.lying[name] = keys[-1][1]


def _spot_of(poses: Mapping[str, Pose]) -> Spot:
    first = next(iter(poses.values()))
    return first.x, first.y
