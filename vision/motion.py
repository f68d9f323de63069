"""What moves before a camera that stands still: where a hand is now, what changed since the last reading, and whether
the camera itself was moved. Cheap: it looks at a small grey copy of each frame.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sightings import FloatArray

Mask = NDArray[np.bool_]
Grey = NDArray[np.float32]

_WIDTH = 320  # of the small copy, in pixels
_SOFT = 31  # side in small pixels over which light is evened out: a lamp changes more than that at once
_MOVING = 9.0  # grey levels of change from one frame to the next that are no noise
_CHANGED = 11.0  # grey levels of lasting change
_PLAIN = 18  # grey levels from which a place plainly looks another
_SPECK = 3  # side in small pixels of what is too small to matter
_CELLS = (9, 16)  # rows and columns into which the picture is divided to tell a bump of the camera
_BUMP = 0.6  # share of the cells with something to see in them that change at once when the camera is moved
_HAND = 0.015  # share of the picture from which something that reaches in from its edge may be a hand
_HAND_LEAVES = 120.0  # seconds after which what rests there is taken for a part of the table
_EXPLAINED = 0.4  # share of it under things that were read from which it is no hand
_LEAST_AGREEING = 25  # points that have to agree on how the camera was moved


@dataclass(frozen=True, eq=False)
class Motion:
    """What one frame shows beside the earlier ones.

    moving: where something moves now, or did within the time it takes to come to rest. changed: where the picture is
    not that of the last reading. veiled: what changed and hangs together with motion, or reaches in from the picture's
    edge as a hand does, moving or resting. unread: what changed and can be read now; of a resting hand that is told
    once, for only reading it tells a hand from a large card. All are masks of the small copy; scale: its pixels in one
    of the frame.
    """

    moving: Mask
    changed: Mask
    veiled: Mask
    unread: Mask
    scale: float

    @property
    def still(self) -> bool:
        """Whether nothing moves."""
        return not self.moving.any()

    def hidden(self, outline: FloatArray) -> float:
        """The share (0..1) of a place in the frame that a hand or other motion hides from being read."""
        return _share(self.veiled, outline * self.scale)

    def changed_at(self, outline: FloatArray) -> float:
        """The share (0..1) of a place in the frame that is not as it was read."""
        return _share(self.changed, outline * self.scale)

    def changed_boxes(self) -> list[tuple[int, int, int, int]]:
        """Boxes (x0, y0, x1, y1) in pixels of the frame round all that changed and is at rest, a resting hand too: only
        reading it tells a hand from a card at the edge."""
        spots = cv2.dilate(self.unread.astype(np.uint8), np.ones((9, 9), np.uint8))
        count, _, stats, _ = cv2.connectedComponentsWithStats(spots)
        boxes = stats[1:count, :4] / self.scale
        return [(int(x), int(y), int(np.ceil(x + w)), int(np.ceil(y + h))) for x, y, w, h in boxes]


class Watch:
    """Compares each frame with the one before and with the picture that was read last."""

    def __init__(self, rest: float = 0.25) -> None:
        """rest: seconds without motion until a place counts as at rest."""
        self._rest = rest
        self._previous: Grey | None = None
        self._moved_at: NDArray[np.float64] = np.zeros((0, 0))
        self._looked: Mask = np.zeros((0, 0), bool)
        self._now = 0.0
        self._read: tuple[Grey, NDArray[np.uint8]] | None = None

    def look(self, image: NDArray[np.uint8], time: float) -> Motion:
        """Takes a frame (BGR) taken at `time` (seconds). The first one is all changed and nothing of it moves."""
        grey, scale = _small(image)
        even = _evened(grey)
        if self._previous is None or self._previous.shape != even.shape:
            self._moved_at = np.full(even.shape, -np.inf)
            self._read = None
        else:
            moved = _differs(even, self._previous, _MOVING)
            self._moved_at[cv2.dilate(moved.astype(np.uint8), np.ones((7, 7), np.uint8)) > 0] = time
        self._previous, self._now = even, time
        moving = np.asarray(time - self._moved_at < self._rest)
        if self._read is None:
            self._looked = np.zeros(even.shape, bool)
            return Motion(moving, np.ones(even.shape, bool), moving, ~moving, scale)
        changed = _differs(even, self._read[0], _CHANGED)
        busy, resting = self._veils(moving, changed, grey)
        self._looked &= ~busy
        return Motion(moving, changed, busy | resting, changed & ~busy & ~self._looked, scale)

    def took(self, image: NDArray[np.uint8], motion: Motion, outlines: Sequence[FloatArray] = ()) -> Motion:
        """The frame was read, and things seen at those outlines: later frames are compared with it wherever it showed
        the table. What hangs together with motion did not, nor did what reaches in and is no thing that was read.

        Returns the motion as it is known now: what turned out to be a card at the edge hides nothing.
        """
        grey, _ = _small(image)
        even = _evened(grey)
        hidden = motion.veiled
        if self._read is not None:
            known = np.zeros(even.shape, np.uint8)
            for outline in outlines:
                cv2.fillConvexPoly(known, np.round(outline * motion.scale).astype(np.int32), 1)
            hidden = np.zeros(even.shape, bool)
            for blob in _blobs(motion.veiled):
                if motion.moving[blob].any() or known[blob].mean() < _EXPLAINED:
                    hidden |= blob
            even, grey = np.where(hidden, self._read[0], even), np.where(hidden, self._read[1], grey)
            self._looked = hidden & ~motion.moving
        self._read = even, grey
        return replace(motion, veiled=hidden)

    def _came(self, blob: Mask, grey: NDArray[np.uint8]) -> bool:
        """Whether a change is something that came, for the picture now has its rim, and not something that left."""
        read = self._read[1] if self._read is not None else grey
        plain = (blob & (cv2.absdiff(grey, read) > _PLAIN)).astype(np.uint8)
        contours, _ = cv2.findContours(plain, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        rim = cv2.drawContours(np.zeros_like(plain), contours, -1, 1, 2)
        return bool(rim.any()) and _steepness(grey, rim > 0) > _steepness(read, rim > 0)

    @staticmethod
    def _all_over(read: Grey, changed: Mask) -> bool:
        """Whether the picture changed nearly wherever there is something to see in it."""
        busy = cv2.resize(np.abs(read), _CELLS[::-1], interpolation=cv2.INTER_AREA) > _CHANGED / 2
        touched = cv2.resize(changed.astype(np.float32), _CELLS[::-1], interpolation=cv2.INTER_AREA) > 0
        return bool(busy.any() and touched[busy].mean() > _BUMP)

    def _veils(self, moving: Mask, changed: Mask, grey: NDArray[np.uint8]) -> tuple[Mask, Mask]:
        """What of the change belongs to something that moves, and what to something that rests and reaches in from the
        edge: that is there now, with an outline of its own, and is not what was there when the picture was read."""
        joined = cv2.morphologyEx((changed | moving).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8)) > 0
        busy, resting = moving.copy(), np.zeros_like(moving)
        for blob in _blobs(joined):
            at_edge = blob[0].any() or blob[-1].any() or blob[:, 0].any() or blob[:, -1].any()
            fresh = self._now - self._moved_at[blob].max() < _HAND_LEAVES
            hand = at_edge and fresh and _hull(blob).mean() > _HAND
            if moving[blob].any():
                busy |= _hull(blob)
            elif hand and self._came(blob, grey):
                resting |= _hull(blob)
        return busy, resting

    def camera_shift(self, image: NDArray[np.uint8], motion: Motion) -> NDArray[np.float64] | None:
        """How the camera was moved since the last reading: a homography (3 x 3) from that picture to this one.

        None where it was not, where too little of the picture changed to think so, or where both show too little in
        common to tell.
        """
        if self._read is None or not self._all_over(self._read[0], motion.changed):
            return None
        grey, scale = _small(image)
        matrix = _homography(self._read[1], grey)
        if matrix is None:
            return None
        corners = np.array([[0, 0], [grey.shape[1], 0], grey.shape[::-1], [0, grey.shape[0]]], np.float32)
        moved = cv2.perspectiveTransform(corners[None], matrix)[0]
        if np.abs(moved - corners).max() < 1.0:
            return None
        resize = np.diag([scale, scale, 1.0])
        return np.asarray(np.linalg.inv(resize) @ matrix @ resize, np.float64)


def _small(image: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], float]:
    scale = _WIDTH / image.shape[1]
    size = (_WIDTH, max(1, round(image.shape[0] * scale)))
    grey = cv2.cvtColor(cv2.resize(image, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    return np.asarray(grey, np.uint8), scale


def _evened(grey: NDArray[np.uint8]) -> Grey:
    """The picture without its slow light: each pixel by the mean and the contrast round it, as grey levels."""
    levels = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), 0.8)
    mean = cv2.blur(levels, (_SOFT, _SOFT))
    contrast = np.sqrt(np.maximum(cv2.blur(levels**2, (_SOFT, _SOFT)) - mean**2, 0))
    return np.asarray((levels - mean) * (40.0 / (contrast + 12.0)), np.float32)


def _differs(one: Grey, other: Grey, most: float) -> Mask:
    """Where two pictures differ by more than `most`, specks left out."""
    apart = (np.abs(one - other) > most).astype(np.uint8)
    return np.asarray(cv2.morphologyEx(apart, cv2.MORPH_OPEN, np.ones((_SPECK, _SPECK), np.uint8)) > 0)


def _blobs(mask: Mask) -> Iterator[Mask]:
    """The connected parts of a mask."""
    count, labels = cv2.connectedComponents(mask.astype(np.uint8))
    yield from (labels == number for number in range(1, count))


def _steepness(grey: NDArray[np.uint8], where: Mask) -> float:
    """The mean gradient of a picture in some places, in grey levels a pixel."""
    across, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    return float(np.hypot(across, down)[where].mean())


def _hull(blob: Mask) -> Mask:
    """The convex hull of a part: what is plain inside changes only at its rim once slow light is taken out."""
    hull = cv2.convexHull(np.argwhere(blob)[:, ::-1].astype(np.int32))
    return np.asarray(cv2.fillConvexPoly(np.zeros(blob.shape, np.uint8), hull, 1) > 0)


def _share(mask: Mask, outline: FloatArray) -> float:
    """The share of the outline's pixels inside the picture that the mask holds."""
    low = np.maximum(np.floor(outline.min(axis=0)).astype(int), 0)
    high = np.minimum(np.ceil(outline.max(axis=0)).astype(int) + 1, mask.shape[::-1])
    if (high <= low).any():
        return 0.0
    inside = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
    cv2.fillConvexPoly(inside, np.round(outline - low).astype(np.int32), 1)
    part = mask[low[1] : high[1], low[0] : high[0]]
    return float((part & (inside > 0)).sum() / max(int(inside.sum()), 1))


def _homography(before: NDArray[np.uint8], after: NDArray[np.uint8]) -> NDArray[np.float64] | None:
    """The homography between two small pictures of one table by ORB features and RANSAC, or None."""
    orb = cv2.ORB.create(600, fastThreshold=8)
    (points, marks), (others, other_marks) = orb.detectAndCompute(before, None), orb.detectAndCompute(after, None)
    if marks is None or other_marks is None:
        return None
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(marks, other_marks)
    if len(pairs) < _LEAST_AGREEING:
        return None
    source = np.array([points[pair.queryIdx].pt for pair in pairs], np.float32)
    target = np.array([others[pair.trainIdx].pt for pair in pairs], np.float32)
    matrix, agreeing = cv2.findHomography(source, target, cv2.RANSAC, 2.0)
    if matrix is None or int(agreeing.sum()) < max(_LEAST_AGREEING, len(pairs) // 3):
        return None
    return np.asarray(matrix, np.float64)
