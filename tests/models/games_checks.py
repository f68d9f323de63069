"""What holds for the script of every rendered game, whoever plays what."""

from __future__ import annotations

from dataclasses import replace

from models.render.games.making import MadeGame
from models.render.games.pieces import Pose, placed
from models.render.games.script import Script, Track
from models.render.scene import _box_mm


def check_conserved(script: Script) -> None:
    """No piece is in two places: it rests once, or is on one way; what lies still does not move by itself."""
    ways: dict[str, list[Track]] = {}
    for track in sorted(script.tracks, key=lambda track: track.start):
        earlier = ways.setdefault(track.piece, [])
        assert not earlier or earlier[-1].end <= track.start, track.piece
        earlier.append(track)
    touched = {time for track in script.tracks for time in (track.start, track.end)}
    before: dict[str, Pose] = {}
    for time, lying in script.rests:
        assert len({name for name, _ in lying}) == len(lying)
        for name, pose in lying:
            under_way = [track for track in ways.get(name, []) if track.start <= time < track.end]
            assert not under_way, (name, time)
            lay = before.get(name)
            if time == 0 or pose == lay:
                continue
            arrived = [track for track in ways.get(name, []) if track.end == time]
            if pose.pile > 1 or (lay is not None and replace(pose, pile=lay.pile) == lay):
                assert time in touched, name  # a pile: cards went to it or from it
            else:
                assert arrived, name
                assert arrived[-1].keys[-1][1] == pose
        before = dict(lying)


def check_whole_ways(script: Script) -> None:
    """A piece starts where it lay, ends where it then lies, or comes from outside or goes there."""
    for track in script.tracks:
        before = dict(script.lying_at(track.start - 1e-9))
        if track.piece in before:
            assert (track.keys[0][1].x, track.keys[0][1].y) == (before[track.piece].x, before[track.piece].y)
        assert track.piece not in dict(script.lying_at((track.start + track.end) / 2))
        assert [time for time, _ in track.keys] == sorted({time for time, _ in track.keys})


def check_inside(made: MadeGame) -> None:
    """All that rests lies within the area that the camera sees whole, and its outlines within the frame."""
    wide, high = made.stage.area
    poses = {entry for _, lying in made.script.rests for entry in lying}
    for name, pose in poses:
        box = _box_mm(placed(made.script.pieces[name], pose))
        assert abs(box[:, 0]).max() <= wide, (name, pose)
        assert abs(box[:, 1]).max() <= high, (name, pose)
    width, height = made.order.size
    for time in made.script.settled[:: max(1, len(made.script.settled) // 12)]:
        for thing in made.film.table(time):
            assert all(0 <= x <= width and 0 <= y <= height for x, y in thing["outline"])
