"""The live eye: frame after frame, it reads only what changed and came to rest, and keeps what it has read."""

from __future__ import annotations

import time as clock
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import compress
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.motion import Motion, View, Watch
from vision.outlines import covered_share, hull, moved_by, overlap
from vision.sightings import FloatArray, Kind, Reading, Sighting
from vision.whole import Whole

Box = tuple[int, int, int, int]

_MARGIN = 24  # pixels round a place that is read again
_AT_BORDER = 8  # pixels from the border of what is read, in which a thing that is cut off there may seem to end
_LEAST_SIDE = 320  # pixels; a smaller piece would be enlarged beyond the scale that the finder knows
_MOSTLY = 0.5  # share of a thing that has to lie on the table for it to lie there
_CHANGED = 0.1  # share of what the picture shows of a thing over its edge that has to have changed for it to be gone
_STILL = 0.6  # share of a place that may move while it is read again: a hand withdraws from what lies there
_HALF_HIDDEN = 0.2  # share of a thing from which a hand over it makes it seem to lie elsewhere, or to be another
_BARE = 0.05  # share of a thing below which no hand hides it
_SAME_PLACE = 0.5  # overlap from which a thing that is read lies where one lay before
_NEARLY_THERE = 0.25  # overlap from which two reads of one name are of one thing
_WHOLE = 0.5  # share of the picture from which reading the whole of it is cheaper than its pieces


class PictureReader(Protocol):
    """What reads a picture: `vision.pipeline.TableReader`, or a double of it."""

    def read(self, image: NDArray[np.uint8], whole: Whole | None = None) -> Reading:
        """What is seen in a BGR picture. whole: what is known of the one that it is a piece of; None where it is the
        whole."""
        ...


class DeckReader(PictureReader, Protocol):
    """One that can also tell which back a photo was taken of."""

    def shown_back(self, image: NDArray[np.uint8]) -> FloatArray | None:
        """The outline (4, 2) px of the back that a photo was taken of, to enrol its deck; None where it shows none."""
        ...


@dataclass(frozen=True, eq=False)
class Look:
    """What one frame told. reading: all that is seen on the table as far as it is known, None where nothing new was
    read; motion: what hides places of it; shift: how the camera was moved before it, a 3 x 3 homography, or None; view:
    whether the frame shows the table at all. If it does not, nothing follows from it."""

    reading: Reading | None
    motion: Motion
    shift: NDArray[np.float64] | None = None
    view: View = View.CLEAR


class Eye:
    """Looks at frames of one camera in turn."""

    def __init__(
        self, reader: PictureReader, watch: Watch | None = None, table: Sequence[tuple[float, float]] = ()
    ) -> None:
        """table: the corners of the table, as shares (0..1) of the first picture's width and height; their convex hull
        counts. What lies outside it is not told, and what changes there is not read. Without corners all is table."""
        # Its copies of pictures are so small that threads wait longer for each other than one takes.
        cv2.setNumThreads(1)
        self._reader = reader
        self._watch = watch or Watch()
        self._corners, self._table = np.array(table, np.float32), np.zeros((0, 2), np.float32)
        self._seen: tuple[Sighting, ...] = ()
        self._put_by: tuple[Sighting, ...] = ()  # seen before a hand half hid them
        # where such lay, and the picture is another one beside the hand; and where a thing was first seen under a hand
        self._doubted: tuple[FloatArray, ...] = ()
        self._checked: tuple[FloatArray, ...] = ()  # those of them that are read again now
        self._size: tuple[int, int] | None = None

    def look(self, image: NDArray[np.uint8], time: float, again: Sequence[FloatArray] = ()) -> Look:
        """Takes a frame (BGR) taken at `time` (seconds); reads what changed since the last one and is at rest.

        again: places to read although nothing changed there, because what lies there is not settled.
        """
        size = (image.shape[1], image.shape[0])
        motion = self._watch.look(image, time)
        if motion.view is not View.CLEAR:
            return Look(None, motion, view=motion.view)
        shift = motion.shift
        anew, self._size = shift is None and self._size != size, size
        if anew:  # the first picture, or one of another size before anything was seen
            self._table = hull(self._corners * size) if len(self._corners) else self._table
            return self._read_whole(image, motion)
        if shift is not None:
            self._seen, self._put_by = (
                tuple(replace(s, outline=moved_by(s.outline, shift)) for s in some)
                for some in (self._seen, self._put_by)
            )
            self._table = moved_by(self._table, shift) if len(self._table) else self._table
            return replace(self._read_whole(image, motion), shift=shift)
        self._take_up(motion)
        pieces = [box for box in motion.changed_boxes() if self._on_table(_corners_of(box))]
        pieces += [_box_of(outline) for outline in again if motion.stirred(outline) < _STILL]
        hidden = [motion.hidden(outline) >= _BARE for outline in self._doubted]
        self._checked = tuple(compress(self._doubted, (not under for under in hidden)))
        pieces += [_box_of(outline) for outline in self._checked]
        self._doubted = tuple(compress(self._doubted, hidden))
        if not pieces:
            return Look(None, motion)
        return self._read(image, self._whole_things(pieces, size), motion)

    def _read_whole(self, image: NDArray[np.uint8], motion: Motion) -> Look:
        look = self._read(image, [(0, 0, image.shape[1], image.shape[0])], motion)
        self._doubted = ()
        return look

    def _read(self, image: NDArray[np.uint8], pieces: Sequence[Box], motion: Motion) -> Look:
        """Reads the pieces; what was seen elsewhere stays as it was."""
        start = clock.perf_counter()
        before, whole = self._seen, self._around(image, pieces, motion)
        for piece in pieces:
            x0, y0, x1, y1 = piece
            offset = np.array([x0, y0], np.float32)
            found = self._reader.read(np.ascontiguousarray(image[y0:y1, x0:x1]), whole).sightings
            new = [replace(s, outline=s.outline + offset) for s in found]
            new = self._as_known(piece, [s for s in new if self._on_table(s.outline, _MOSTLY)], motion)
            cut = [s for s in new if _cut_off(s.outline, piece, self._size)]
            entire = [s for s in new if s not in cut]
            self._seen = (*self._kept(piece, entire, cut, motion), *entire)
        known = self._watch.took(image, motion, [s.outline for s in self._seen])
        self._doubt(known, before)
        ms = (clock.perf_counter() - start) * 1000
        return Look(Reading((image.shape[1], image.shape[0]), ms, self._seen), known)

    def _around(self, image: NDArray[np.uint8], pieces: Sequence[Box], motion: Motion) -> Whole | None:
        """What is known of the picture that the pieces are of; None where they are all of it, to be read anew."""
        if list(pieces) == [(0, 0, image.shape[1], image.shape[0])]:
            return None
        return Whole.of(image, self._seen, [s for s in self._seen if s.free and _lies_as_read(s, motion)])

    def _as_known(self, piece: Box, new: list[Sighting], motion: Motion) -> list[Sighting]:
        """What was read in a piece. A thing that was seen before and is half hidden now is told as it was while its
        name is read, and put by while it is not, unless surely another one lies in its place."""
        new = [self._where_it_lay(sighting, motion) for sighting in new]
        anew, told = _earlier(self._seen, new), list(new)
        for number, thing in enumerate(self._seen):
            if motion.hidden(thing.outline) < _HALF_HIDDEN or not self._shows(piece, thing, motion):
                continue
            sighting = anew.get(number)
            same = sighting is not None and _told_alike(sighting, thing)
            if sighting is not None and sighting.certain and not same:
                continue
            told = [s for s in told if s is not sighting]
            if sighting is not None and same:
                told.append(replace(max(thing, sighting, key=_surer), outline=thing.outline))
            elif not _cut_off(thing.outline, piece, self._size):  # else it stays as it was seen
                others = (other for other in self._put_by if not _same_thing(other, thing))
                self._put_by = (*others, thing)
        return told

    def _where_it_lay(self, sighting: Sighting, motion: Motion) -> Sighting:
        """What a hand half hides seems to lie elsewhere: a face that was seen near by lies where it was seen."""
        if motion.hidden(sighting.outline) < _HALF_HIDDEN:
            return sighting
        same = (thing for thing in self._seen if _same_face_near(thing, sighting))
        return replace(sighting, outline=next((thing.outline for thing in same), sighting.outline))

    def _take_up(self, motion: Motion) -> None:
        """What was put by is seen as it was once the hand is gone, where its place looks as it did."""
        bare = [thing for thing in self._put_by if motion.hidden(thing.outline) < _BARE]
        there = [thing for thing in bare if motion.changed_at(thing.outline) < _CHANGED]
        taken = _earlier(there, self._seen)
        back = [thing for number, thing in enumerate(there) if number not in taken]
        seen = (thing for thing in self._seen if not any(_same_face_near(thing, other) for other in back))
        self._seen = (*seen, *back)
        self._put_by = tuple(thing for thing in self._put_by if all(thing is not other for other in bare))

    def _doubt(self, motion: Motion, before: Sequence[Sighting]) -> None:
        """What was put by may be gone where its place was just read to look otherwise: it is to be read again. So is
        what first came in sight under a hand (it was not seen before): taken away with it, it leaves its place as it
        was, and nothing that changed."""
        under = [thing for thing in self._seen if motion.hidden(thing.outline) >= _HALF_HIDDEN]
        known = _earlier(under, before)
        new = [thing.outline for number, thing in enumerate(under) if number not in known]
        self._doubted += tuple(
            outline for outline in new if all(overlap(outline, other) <= _SAME_PLACE for other in self._doubted)
        )
        altered = [motion.altered(thing.outline) >= _CHANGED for thing in self._put_by]
        self._doubted += tuple(thing.outline for thing in compress(self._put_by, altered))
        self._put_by = tuple(thing for thing, other in zip(self._put_by, altered, strict=True) if not other)

    def _kept(self, piece: Box, whole: Sequence[Sighting], cut: Sequence[Sighting], motion: Motion) -> list[Sighting]:
        """What stays as it was seen before a piece was read: what lies elsewhere or reaches over its border, and is not
        told anew. whole, cut: what was read in it, and what reaches over its border as it is read now."""
        anew, partly = _earlier(self._seen, whole), _earlier(self._seen, cut)
        kept = []
        for number, thing in enumerate(self._seen):
            apart = not self._shows(piece, thing, motion) or _cut_off(thing.outline, piece, self._size)
            over = number in partly and _told_alike(partly[number], thing)
            if number not in anew and (apart or over) and not any(_same_face_near(thing, other) for other in whole):
                kept.append(thing)
        return kept

    def _shows(self, piece: Box, thing: Sighting, motion: Motion) -> bool:
        """Whether a piece tells what lies in a thing's place: it holds its middle or, where that lies outside the
        picture, the part next to it, and what is seen of the thing changed or is read again for it was in doubt."""
        (x, y), (width, height) = thing.centre, self._size or (0, 0)
        nearest = min(max(x, 0), width - 1), min(max(y, 0), height - 1)
        if not _inside(nearest, piece):
            return False
        if _inside(thing.centre, (0, 0, width, height)) or motion.changed_at(thing.outline) >= _CHANGED:
            return True
        return any(overlap(outline, thing.outline) > _SAME_PLACE for outline in self._checked)

    def _on_table(self, outline: FloatArray, least: float = 0.0) -> bool:
        """Whether more than that share (0..1) of an outline lies on the table."""
        return len(self._table) == 0 or covered_share(outline, self._table) > least

    def _whole_things(self, pieces: Sequence[Box], size: tuple[int, int]) -> list[Box]:
        """The pieces, each grown to hold whatever was seen in part of it, joined where they meet."""
        grown = []
        for piece in pieces:
            for box in [_box_of(s.outline) for s in self._seen]:
                if _meet(piece, box):
                    piece = _joined(piece, box)
            grown.append(_roomy(piece, size))
        apart: list[Box] = []
        for piece in grown:
            while (other := next((box for box in apart if _meet(box, piece)), None)) is not None:
                apart.remove(other)
                piece = _joined(piece, other)
            apart.append(piece)
        area = sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in apart)
        return [(0, 0, *size)] if area > _WHOLE * size[0] * size[1] else apart


def _lies_as_read(thing: Sighting, motion: Motion) -> bool:
    """Whether all of a thing is in sight, at rest and as it was read."""
    return not any(share(thing.outline) for share in (motion.hidden, motion.stirred, motion.changed_at))


def _surer(sighting: Sighting) -> tuple[bool, float]:
    return sighting.certain, sighting.confidence


def _told_alike(one: Sighting, other: Sighting) -> bool:
    return (one.kind, one.name) == (other.kind, other.name)


def _same_thing(one: Sighting, other: Sighting) -> bool:
    """Whether two reads tell the same of one place."""
    return _told_alike(one, other) and overlap(one.outline, other.outline) > _SAME_PLACE


def _same_face_near(one: Sighting, other: Sighting) -> bool:
    """Whether two reads tell the same face nearly in one place: half hidden, it seemed to lie elsewhere."""
    same = one.kind is other.kind is Kind.CARD and one.name is not None and one.name == other.name
    return same and overlap(one.outline, other.outline) > _NEARLY_THERE


def _earlier(seen: Sequence[Sighting], found: Sequence[Sighting]) -> dict[int, Sighting]:
    """What was found at the places of things seen before, by their numbers: each at that of the nearest, if the two
    have most of their places in common."""
    centres = np.array([thing.centre for thing in seen])
    there = {}
    for sighting in found if seen else ():
        nearest = int(np.linalg.norm(centres - sighting.centre, axis=1).argmin())
        if overlap(seen[nearest].outline, sighting.outline) > _SAME_PLACE:
            there[nearest] = sighting
    return there


def _box_of(outline: FloatArray) -> Box:
    (x0, y0), (x1, y1) = np.floor(outline.min(axis=0)).astype(int), np.ceil(outline.max(axis=0)).astype(int)
    return int(x0), int(y0), int(x1), int(y1)


def _corners_of(box: Box) -> FloatArray:
    x0, y0, x1, y1 = box
    return np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], np.float32)


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _joined(one: Box, other: Box) -> Box:
    return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])


def _roomy(box: Box, size: tuple[int, int]) -> Box:
    """The box with its margin, at least `_LEAST_SIDE` each way, inside the picture."""
    spans = []
    for low, high, length in ((box[0], box[2], size[0]), (box[1], box[3], size[1])):
        side = min(length, max(high - low + 2 * _MARGIN, _LEAST_SIDE))
        start = int(min(max((low + high - side) / 2, 0), length - side))
        spans.append((start, start + side))
    return spans[0][0], spans[1][0], spans[0][1], spans[1][1]


def _inside(point: tuple[float, float], box: Box) -> bool:
    return box[0] <= point[0] < box[2] and box[1] <= point[1] < box[3]


def _cut_off(outline: FloatArray, piece: Box, size: tuple[int, int] | None) -> bool:
    """Whether a thing reaches over a border of the piece that is not the picture's."""
    width, height = size or (0, 0)
    low, high = outline.min(axis=0) - _AT_BORDER, outline.max(axis=0) + _AT_BORDER
    x0, y0, x1, y1 = piece
    left, top = low[0] < x0 and x0 > 0, low[1] < y0 and y0 > 0
    right, bottom = high[0] > x1 and x1 < width, high[1] > y1 and y1 < height
    return bool(left or top or right or bottom)
