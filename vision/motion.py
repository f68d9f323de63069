"""What moves before a camera that stands still: where a hand is now, what changed since the last reading, whether the
camera itself was moved, and whether it still shows the table. Cheap: it looks at a small copy of each frame.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import ceil, floor

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera_move import camera_move
from vision.sightings import FloatArray
from vision.small_picture import (
    Grey,
    Mask,
    Matrix,
    Pair,
    SmallPicture,
    altered,
    differs,
    dimmed,
    elsewhere,
    nearly_all,
    out_of_focus,
    relit,
    unlikeness,
)

_MOVING = 9.0  # grey levels of change from one frame to the next that are no noise
_PLAIN = 18  # grey levels from which a place plainly looks another
_HAND = 0.015  # share of the picture from which something that reaches in from its edge may be a hand
_HAND_LEAVES = 120.0  # seconds after which what rests there is taken for a part of the table
_EXPLAINED = 0.4  # share of it under things that were read from which it is no hand
_UNDER_HAND = 0.1  # seconds from one reading of what rests beneath a hand that moves to the next
_LAID = 0.07  # seconds without motion until what lies beneath a hand may be read
_FINGERS = 0.28  # of the picture's height: how far from the end of a hand lies what it lays down
_STIRRED = 0.5  # share of that which stirs from which on nothing lies there yet
_CAME = 0.5  # share of a change that looks unlike what was there before, from which it is something that came
_PLAINLY = 0.08  # share of a change that looks plainly otherwise, below which it is the camera's focus alone
_EDGE = 6  # pixels of the small copy from its border: there an arm that reaches in is seen, whatever it hides
_TAKEN_AWAY = 0.9  # share of what looks plainly otherwise that looks as the bare table does, where things only left
_SOME_TABLE = 0.05  # share of the picture from which the bare table tells how much light there is
_SMOOTH = 0.3  # of the gradient at a change's rim: with less of it now than when it was read, it is something that left
_SURELY_BARE = 30.0  # seconds after which a place that looks as it did is the bare table, and no hand at rest
_SPECK = 0.0005  # share of the picture under which what rests there is no thing, but a part of the arm
_SETTLES = 1.0  # seconds that camera and light need to come to rest after everything changed at once
_FLICKERS = 1.0  # seconds of changing light after which it is no lamp that is switched, but one that flickers
# Share of the picture that may move while it is found out how the camera was moved: with more of it a hand may be
# carrying off all there is to see.
_CALM = 0.03
_SEARCH_EVERY = 0.3  # seconds from one try to find that out to the next
_FOCUSES = 3.0  # seconds in which a camera finds its focus; what is blurred for longer is as sharp as it gets
_TOLD = 2.0  # seconds without sight of the table from which on that is worth telling
_DOZES = 1.0  # seconds without motion from which on not every frame is looked at
_NAP = 0.08  # seconds from one frame that is looked at to the next then
_NO_LEVELS: Grey = np.zeros((3, 0, 0), np.float32)


class View(StrEnum):
    """Whether a frame shows the table that was read, so that something follows from it.

    UNSURE: everything changed a moment ago (a bump, a lamp, somebody before the lens, a lost focus). DARK: too dark to
    read by. LOST: for a while it has been another picture, or one from where the table is not known again. The words
    stand in the language files, ``frames.view_<view>``.
    """

    CLEAR = "clear"
    UNSURE = "unsure"
    DARK = "dark"
    LOST = "lost"


@dataclass(frozen=True, eq=False)
class Motion:
    """What one frame shows beside the earlier ones.

    moving: where something moves now, or did within the time it takes to come to rest. stirring: where something moved
    a moment ago, so that what is seen there may not lie yet. changed: where the picture is not that of the last
    reading. veiled: what changed and hangs together with motion, or reaches in from the picture's edge as a hand does,
    moving or resting. unread: what changed and can be read now; of a resting hand that is told once, for only reading
    it tells a hand from a large card, of what rests beneath a moving one now and then. All are masks of the small copy;
    scale: its pixels in one of the frame. view: whether anything follows from the frame.
    shift: the homography (3 x 3) from the frame that was read last to this one, where this one tells that the camera
    was moved or gives another size. anew: where reading this frame showed the table otherwise than it was read before,
    None where that is not known. over: what of the veiled is so for what moved a moment ago, or rests: there a hand is
    now, where it was before the table lies bare again; None where all of it is.
    """

    moving: Mask
    changed: Mask
    veiled: Mask
    unread: Mask
    scale: float
    stirring: Mask
    view: View = View.CLEAR
    shift: Matrix | None = None
    anew: Mask | None = None
    over: Mask | None = None

    @property
    def still(self) -> bool:
        """Whether nothing moves."""
        return not self.moving.any()

    def hidden(self, outline: FloatArray) -> float:
        """The share (0..1) of a place in the frame of which nothing follows from what is not seen there: a hand or
        other motion is over it or near it."""
        return _share(self.veiled if self.over is None else self.over, outline * self.scale)

    def stirred(self, outline: FloatArray) -> float:
        """The share (0..1) of a place in the frame in which something moves: what is seen there may not lie yet."""
        return _share(self.stirring, outline * self.scale)

    def changed_at(self, outline: FloatArray) -> float:
        """The share (0..1) of a place in the frame that is not as it was read."""
        return _share(self.changed, outline * self.scale)

    def altered(self, outline: FloatArray) -> float:
        """The share (0..1) of a place in the frame that was read to look otherwise than before: what a hand did while
        it hid the place shows once it is away. 1 where that is not known."""
        return 1.0 if self.anew is None else _share(self.anew, outline * self.scale)

    def changed_boxes(self) -> list[tuple[int, int, int, int]]:
        """Boxes (x0, y0, x1, y1) in pixels of the frame round all that changed and is at rest, a resting hand too: only
        reading it tells a hand from a card at the edge."""
        if not self.unread.any():
            return []
        spots = cv2.dilate(self.unread.astype(np.uint8), np.ones((9, 9), np.uint8))
        count, _, stats, _ = cv2.connectedComponentsWithStats(spots)
        boxes = stats[1:count, :4] / self.scale
        return [(int(x), int(y), int(np.ceil(x + w)), int(np.ceil(y + h))) for x, y, w, h in boxes]


class Watch:
    """Compares each frame with the one before and with the picture that was read last."""

    def __init__(self, rest: float = 0.25) -> None:
        """rest: seconds without motion until a place counts as at rest."""
        self._rest = rest
        self._previous: SmallPicture | None = None
        self._read: SmallPicture | None = None
        self._pair: Pair | None = None
        self._before: Grey = _NO_LEVELS  # levels before what was read last
        self._bare: Grey = _NO_LEVELS  # levels of the table with nothing on it, NaN if unknown
        self._bare_since: NDArray[np.float64] = np.zeros((0, 0))  # since when they are known
        self._surely_bare: Mask = np.zeros((0, 0), bool)  # where they were seen again long after
        self._holds = False  # whether a thing was seen when it was read
        self._moved_at: NDArray[np.float64] = np.zeros((0, 0))
        self._looked: Mask = np.zeros((0, 0), bool)
        self._now = 0.0
        self._shaken_at = self._searched_at = self._under_hand_at = -np.inf
        self._relit_since = self._relit_at = -np.inf
        self._unsure_since: float | None = None
        self._sharp: SmallPicture | None = None  # what was read last, where the camera stands as it did then
        self._blurred_since: float | None = None
        self._dim = False
        self._last: Motion | None = None  # what was told last, of a table that is at rest

    def look(self, image: NDArray[np.uint8], time: float) -> Motion:
        """Takes a frame (BGR) taken at `time` (seconds). The first one is all changed and nothing of it moves.

        While nothing moves, ten frames a second are looked at; those between are taken to show what the last one did.
        """
        if self._last is not None and 0 <= time - self._now < _NAP and self._is_as_large(image):
            return self._last
        motion = self._looked_at(SmallPicture.of(image), time)
        at_rest = motion.view is View.CLEAR and motion.shift is None and bool((time - self._moved_at > _DOZES).all())
        self._last = replace(motion, unread=np.zeros_like(motion.unread)) if at_rest else None
        return motion

    def _is_as_large(self, image: NDArray[np.uint8]) -> bool:
        return self._previous is not None and self._previous.size == (image.shape[1], image.shape[0])

    def _looked_at(self, picture: SmallPicture, time: float) -> Motion:
        self._now = time
        self._compare(picture)
        moving = np.asarray(time - self._moved_at < self._rest)
        stirring = np.asarray(time - self._moved_at < min(_LAID, self._rest))
        dim = picture.black or self._is_dim(picture)
        away = not dim and self._settled and self._elsewhere(picture)
        shift = self._followed(picture, moving) if away else None
        view = self._view(picture, dim, away and self._elsewhere(picture))  # what was read may have been moved along
        pair = self._beside(picture)
        if pair is None or not pair.alike_in_shape:  # there is nothing to compare it with
            self._looked = np.zeros(moving.shape, bool)
            return Motion(moving, np.ones(moving.shape, bool), moving, ~moving, picture.scale, stirring, view)
        if view is View.CLEAR and self._loses_focus(picture):
            view = View.UNSURE
        changed = altered(pair)
        busy, resting = self._veils(moving, changed, picture)
        over = busy | resting  # what moves is told apart from what moved only where there is such
        if (moving != stirring).any():
            over = np.logical_or(*self._veils(stirring, changed, picture))
        self._looked &= ~busy
        unread = changed & ~busy & ~self._looked
        hands = changed & busy
        if time - self._under_hand_at >= _UNDER_HAND and hands.any():
            beneath = _within(hands & ~stirring) | _fingers(hands, stirring)
            self._under_hand_at = time if beneath.any() else self._under_hand_at
            unread |= beneath
        anew = None if shift is not None else np.zeros_like(moving)
        return Motion(moving, changed, busy | resting, unread, picture.scale, stirring, view, shift, anew, over)

    def took(self, image: NDArray[np.uint8], motion: Motion, outlines: Sequence[FloatArray] = ()) -> Motion:
        """The frame was read, and things seen at those outlines: later frames are compared with it wherever it showed
        the table. What hangs together with motion did not, nor did what reaches in and is no thing that was read.

        Returns the motion as it is known now: what turned out to be a card at the edge hides nothing.
        """
        picture, hidden = SmallPicture.of(image), motion.veiled
        self._sharp, self._last = picture, None
        known = np.zeros(hidden.shape, np.uint8)
        for outline in outlines:
            cv2.fillConvexPoly(known, np.round(outline * motion.scale).astype(np.int32), 1)
        self._lay_bare(picture.levels, motion.veiled | (known > 0))
        if self._read is not None:
            hidden, passing = np.zeros(hidden.shape, bool), np.zeros(hidden.shape, bool)
            for blob in _blobs(motion.veiled):
                if motion.moving[blob].any():
                    passing |= blob
                elif known[blob].mean() < _EXPLAINED:
                    hidden |= blob
            self._looked = hidden  # but not what a hand in motion hid: it is still to be read
            hidden = hidden | passing
            picture = picture.but(hidden, self._read)
            known_before = self._before if self._before.shape == picture.levels.shape else self._read.levels
            self._before = np.where(motion.changed & ~hidden, self._read.levels, known_before)
        self._read, self._holds = picture, len(outlines) > 0
        anew = None if motion.anew is None else motion.changed & ~hidden
        return replace(motion, veiled=hidden, anew=anew, over=None if motion.over is None else motion.over & hidden)

    def _lay_bare(self, levels: Grey, covered: Mask) -> None:
        """The table shows itself wherever nothing lies on it or is over it; what looks quite otherwise than it did
        may be a hand that was taken for a part of it."""
        if self._bare.shape != levels.shape:
            self._bare = np.full(levels.shape, np.nan, np.float32)
            self._bare_since = np.full(levels.shape[1:], self._now)
            self._surely_bare = np.zeros(levels.shape[1:], bool)
        near = cv2.dilate(covered.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
        self._bare = self._bare_exposed_as(levels, ~near)  # else it is unlike for ever once a lamp was switched
        unlike, unknown = unlikeness(self._bare, levels), np.isnan(self._bare[0])
        self._bare_since[unknown] = self._now
        self._surely_bare |= ~near & (unlike < _PLAIN) & (self._now - self._bare_since > _SURELY_BARE)
        self._bare = np.where(near | (unlike > _PLAIN), self._bare, levels)

    def _compare(self, picture: SmallPicture) -> None:
        """Notes where something moves, and whether everything changed at once."""
        before, self._previous = self._previous, picture
        if before is None or before.even.shape != picture.even.shape:
            self._moved_at = np.full(picture.even.shape, -np.inf)
            self._looked = np.zeros(picture.even.shape, bool)
            return
        moved = differs(Pair(before, picture), _MOVING)
        if moved.any():
            self._moved_at[cv2.dilate(moved.astype(np.uint8), np.ones((7, 7), np.uint8)) > 0] = self._now
        if relit(before, picture, moved) and (nearly_all(moved) or not self._flickers()):
            self._shaken_at = self._now

    def _flickers(self) -> bool:
        """Notes that the light is another now. Whether it has been so again and again: a lamp on the mains before a
        fast shutter. Then nothing has to come to rest."""
        if self._now - self._relit_at > _SETTLES:
            self._relit_since = self._now
        self._relit_at = self._now
        return self._now - self._relit_since > _FLICKERS

    def _followed(self, picture: SmallPicture, moving: Mask) -> Matrix | None:
        """Looks for the table in a picture that is another one all over. How the camera was moved (from frame to frame)
        if it was: from then on the reading is remembered as this picture shows it."""
        read = self._read
        if read is None or not self._holds:
            self._read = None  # nothing was seen there yet: the camera is still being put up
            return None
        if moving.mean() > _CALM or self._now - self._searched_at < _SEARCH_EVERY:
            return None
        self._searched_at = self._now
        matrix = camera_move(read, picture)
        if matrix is None:
            return None
        self._unsure_since = None
        if read.size == picture.size and (matrix == np.eye(3)).all():
            return None
        self._read, self._sharp = read.seen_by(matrix, picture), None
        self._before = self._bare = _NO_LEVELS
        self._looked, self._surely_bare = np.zeros(moving.shape, bool), np.zeros(moving.shape, bool)
        return np.asarray(np.linalg.inv(_scaling(picture)) @ matrix @ _scaling(read), np.float64)

    def _is_dim(self, picture: SmallPicture) -> bool:
        """Whether there is too little light to read by, and not only less that is bright: the bare table, where enough
        of it was seen, lost its light too."""
        read = self._read
        if read is None or not dimmed(read, picture):
            return False
        table = self._unlike_bare(read.levels) < _PLAIN
        known = picture.grey.shape == read.grey.shape and table.mean() > _SOME_TABLE
        return not known or dimmed(read, picture, table)

    @property
    def _settled(self) -> bool:
        return self._now - self._shaken_at >= _SETTLES

    def _elsewhere(self, picture: SmallPicture) -> bool:
        """Whether the picture is another one all over than what was read, and not because that was taken away."""
        pair = self._beside(picture)
        return pair is not None and elsewhere(pair) and not self._is_cleared(pair)

    def _is_cleared(self, pair: Pair) -> bool:
        """Whether hardly anything changed but that the bare table is seen where things were, be it lighter or darker as
        a camera exposes it without them: on a plain one they are all there is to see, and where the camera is moved
        they are seen in other places."""
        levels = pair.other.levels
        if not pair.alike_in_shape or self._bare.shape != levels.shape or np.isnan(self._bare[0]).all():
            return False
        plainly = unlikeness(pair.one.levels, levels) > _PLAIN
        bare = unlikeness(self._bare_exposed_as(levels, np.ones_like(plainly)), levels) < _PLAIN
        return bool(plainly.any() and bare[plainly].mean() > _TAKEN_AWAY)

    def _beside(self, picture: SmallPicture) -> Pair | None:
        """The picture beside the one that was read last, kept as long as both are the same."""
        if self._read is None:
            return None
        if self._pair is None or self._pair.one is not self._read or self._pair.other is not picture:
            self._pair = Pair(self._read, picture)
        return self._pair

    def _view(self, picture: SmallPicture, dim: bool, away: bool) -> View:
        """Whether the picture shows the table that was read. away: it is another one all over."""
        read, lit, self._dim = self._read, self._dim and not dim, dim
        if dim or (read is not None and (not self._settled or read.size != picture.size)):
            self._unsure_since = self._now if self._unsure_since is None or lit else self._unsure_since
        elif not away:
            self._unsure_since = None
        if self._unsure_since is None:
            return View.CLEAR
        if self._now - self._unsure_since <= _TOLD:
            return View.UNSURE
        return View.DARK if dim else View.LOST

    def _loses_focus(self, picture: SmallPicture) -> bool:
        """Whether the picture is blurred since a moment ago: glyphs are misread in it."""
        if self._sharp is None or not out_of_focus(self._sharp, picture):
            self._blurred_since = None
        elif self._blurred_since is None:
            self._blurred_since = self._now
        return self._blurred_since is not None and self._now - self._blurred_since < _FOCUSES

    def _came(self, blob: Mask, levels: Grey) -> bool:
        """Whether a change is something that came, and not one that left, or a table that comes into focus: by whether
        the bare table is seen where it reaches the picture's edge, by how the place looked before, and how the bare
        table does, where that is known, unless the picture is smooth at its rim now and was not; else because the
        picture now has its rim."""
        read = self._read.levels if self._read is not None else levels
        plain = (blob & (unlikeness(levels, read) > _PLAIN)).astype(np.uint8)
        if plain.sum() < _PLAINLY * blob.sum():
            return False
        unlike = self._unlike_bare(levels)
        bare = unlike < _PLAIN  # false, as its contrary, where it is not known
        if _is_mostly(bare, _at_edge(plain > 0)):
            return False
        if self._before.shape == levels.shape:
            known = (plain > 0) & (unlikeness(self._before, read) > _PLAIN)
            if known.sum() > plain.sum() / 2:
                otherwise = bool((unlikeness(self._before, levels)[known] > _PLAIN).mean() > _CAME)
                if not otherwise or _is_mostly(bare, plain > 0):
                    return False
                now, then = _steepness_at_rim(plain, levels, read)
                return now >= _SMOOTH * then
        now, then = _steepness_at_rim(plain, levels, read)
        # The rim of a smooth arm is less steep than the bold grain of a table beneath it.
        return now > (_SMOOTH if _is_mostly(self._surely_bare & (unlike > _PLAIN), plain > 0) else 1.0) * then

    def _bare_exposed_as(self, levels: Grey, where: Mask) -> Grey:
        """The bare table in the light of a picture and its colour, by most of these places."""
        some_now, some = levels[:, ::4, ::4], self._bare[:, ::4, ::4]  # a sixteenth tells it as well
        known = where[::4, ::4] & ~np.isnan(some[0])
        if not known.any():
            return self._bare
        now, bare = some_now[:, known], some[:, known]
        balance = np.median(now[1:] - bare[1:], axis=1)[:, None, None]
        return np.concatenate([self._bare[:1] * np.median(now[0] / np.maximum(bare[0], 1.0)), self._bare[1:] + balance])

    def _unlike_bare(self, levels: Grey) -> Grey:
        """How unlike the bare table the picture is, NaN where that is not known: a hand that lay there may have been
        read as a part of it."""
        if self._bare.shape != levels.shape:
            return np.full(levels.shape[1:], np.nan, np.float32)
        return unlikeness(self._bare, levels)

    def _veils(self, moving: Mask, changed: Mask, picture: SmallPicture) -> tuple[Mask, Mask]:
        """What of the change belongs to something that moves, and what to something that rests and reaches in from the
        edge: that is there now, with an outline of its own, and is not what was there when the picture was read."""
        apart = changed | moving
        if not apart.any():
            return apart, apart
        busy, resting = moving.copy(), np.zeros_like(moving)
        for blob in _blobs(_joined(apart)):
            at_edge = _reaches_edge(blob & apart)  # joining alone would draw what lies near to it there
            fresh = self._now - self._moved_at[blob].max() < _HAND_LEAVES
            hand = at_edge and fresh and _hull(blob).mean() > _HAND
            if moving[blob].any():
                busy |= _hull(blob)
            elif hand and self._came(blob, picture.levels):
                resting |= _hull(blob)
        return busy, resting


def _within(mask: Mask) -> Mask:
    """The parts of a mask that are no specks and do not reach the picture's edge: such parts of a hand are its arm."""
    inside = np.zeros_like(mask)
    for blob in _blobs(_joined(mask)):
        part = blob & mask
        if part.mean() > _SPECK and not _reaches_edge(part):
            inside |= part
    return inside


def _fingers(mask: Mask, stirring: Mask) -> Mask:
    """The far ends of what reaches in from the picture's edge, where most of them does not stir: a hand lays down what
    it brings at its fingers, and is one with it in the picture."""
    ends = np.zeros_like(mask)
    for blob in _blobs(_joined(mask)):
        part = np.argwhere(blob & mask)
        entry = part[((part == 0) | (part == np.array(mask.shape) - 1)).any(axis=1)]
        if len(entry):
            tip = part[np.linalg.norm(part - entry.mean(axis=0), axis=1).argmax()]
            end = tuple(part[np.linalg.norm(part - tip, axis=1) < _FINGERS * mask.shape[0]].T)
            ends[end] = stirring[end].mean() < _STIRRED
    return ends


def _joined(mask: Mask) -> Mask:
    """A mask whose parts grew together across small gaps."""
    return np.asarray(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8)) > 0)


def _reaches_edge(blob: Mask) -> bool:
    return bool(blob[0].any() or blob[-1].any() or blob[:, 0].any() or blob[:, -1].any())


def _is_mostly(mask: Mask, where: Mask) -> bool:
    """Whether a mask holds most of these places."""
    return bool(where.any() and mask[where].mean() > _CAME)


def _at_edge(blob: Mask) -> Mask:
    """What of a part lies along the picture's edge."""
    part = blob.copy()
    part[_EDGE:-_EDGE, _EDGE:-_EDGE] = False
    return part


def _blobs(mask: Mask) -> Iterator[Mask]:
    """The connected parts of a mask."""
    count, labels = cv2.connectedComponents(mask.astype(np.uint8))
    yield from (labels == number for number in range(1, count))


def _steepness(levels: Grey, where: Mask) -> float:
    """The mean gradient of a picture in some places, in grey levels a pixel."""
    slopes = (cv2.Sobel(plane, cv2.CV_32F, *way)[where] for plane in levels for way in ((1, 0), (0, 1)))
    return float(np.sqrt(np.sum([slope**2 for slope in slopes], axis=0)).mean())


def _steepness_at_rim(part: NDArray[np.uint8], now: Grey, then: Grey) -> tuple[float, float]:
    """The steepness of two pictures at the rim of a part (1 in it, 0 beside it); none where there is no part."""
    contours, _ = cv2.findContours(part, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    rim = cv2.drawContours(np.zeros_like(part), contours, -1, 1, 2) > 0
    return (_steepness(now, rim), _steepness(then, rim)) if rim.any() else (0.0, 0.0)


def _hull(blob: Mask) -> Mask:
    """The convex hull of a part: what is plain inside changes only at its rim once slow light is taken out."""
    hull = cv2.convexHull(np.argwhere(blob)[:, ::-1].astype(np.int32))
    return np.asarray(cv2.fillConvexPoly(np.zeros(blob.shape, np.uint8), hull, 1) > 0)


def _share(mask: Mask, outline: FloatArray) -> float:
    """The share of the outline's pixels inside the picture that the mask holds."""
    across, down = zip(*outline.tolist(), strict=True)  # of so few numbers faster than arrays: a table asks often
    x0, y0 = max(floor(min(across)), 0), max(floor(min(down)), 0)
    x1, y1 = min(ceil(max(across)) + 1, mask.shape[1]), min(ceil(max(down)) + 1, mask.shape[0])
    if x1 <= x0 or y1 <= y0 or not (around := mask[y0:y1, x0:x1]).any():
        return 0.0
    inside = np.zeros((y1 - y0, x1 - x0), np.uint8)
    cv2.fillConvexPoly(inside, np.round(outline - (x0, y0)).astype(np.int32), 1)
    held, all_of_it = (int(np.count_nonzero(part)) for part in (inside & around, inside))
    return held / max(all_of_it, 1)


def _scaling(picture: SmallPicture) -> Matrix:
    """From pixels of the frame to those of its small copy."""
    return np.diag([picture.scale, picture.scale, 1.0])
