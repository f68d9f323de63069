"""Which back a photo shows that was taken to know its deck by.

A back that fills the picture is larger than the finder is used to: one look may take a part of its print for it, or the
grain of the table round it. So it is looked at from several distances, and the back is what most of them show. Where
they show none, what most take for a face without an index is meant, for some backs look more like faces than backs; and
where they take it for nothing at all, what has a card's shape and other colours than the ground.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.detect import BACK, CORNER, FACE, Boxes, Finder, joined, overlap
from vision.lone_card import lone_card
from vision.outlines import area, covered_share
from vision.sightings import FloatArray

# px of the finder's input that the longer side of the picture takes, look by look
_SIDES = (80, 100, 120, 160, 224, 320, 448, 640)
_LONG = 0.2  # of the picture's longer side: a back that the photo was taken of is no shorter
_OUTSIDE = 0.005  # of it: how far a box may reach over the border
_SAME = 0.7  # intersection over union of two looks' boxes of one back
_AGREED = 0.8  # scores of the looks that show a back, together, from which on it is one; they are two at least
_AS_GOOD = 0.6  # of the best sum of scores: of such backs the largest is meant
_INDEX = 0.5  # score from which an index is seen, so that a face is shown
_WITHIN = 0.5  # share of an index that lies in a card that it is of


def shown_back(finder: Finder, image: NDArray[np.uint8]) -> FloatArray | None:
    """The outline (4, 2) px of the back that a BGR photo was taken of; None where it shows none."""
    height, width = image.shape[:2]
    looks = [finder.find(image, None, min(1.0, side / max(width, height))) for side in _SIDES]
    back = _agreed([_large(look.pick(look.classes == BACK), (width, height)) for look in looks])
    if back is not None:
        return back
    face = _agreed([_large(_without_index(look), (width, height)) for look in looks])
    index = any(((look.classes == CORNER) & (look.scores > _INDEX)).any() for look in looks)
    return lone_card(image) if face is None and not index else face


def _agreed(looks: list[Boxes]) -> FloatArray | None:
    """What most looks show, as the middle of what they tell of it."""
    found = joined(looks)
    votes = [[_best(look, quad) for look in looks] for quad in found.quads]
    told = [sum(vote) if sum(score > 0 for score in vote) > 1 else 0.0 for vote in votes]
    least = max(_AGREED, _AS_GOOD * max(told, default=0.0))
    agreed = [number for number, sum_of_scores in enumerate(told) if sum_of_scores >= least]
    if not agreed:
        return None
    largest = found.quads[max(agreed, key=lambda number: area(found.quads[number]))]
    same = found.quads[overlap(found.quads, largest) > _SAME]
    return np.asarray(np.median([_from_corner(largest, quad) for quad in same], axis=0), np.float32)


def _from_corner(like: FloatArray, quad: FloatArray) -> FloatArray:
    """A quad from the corner that is nearest to the first one of another."""
    turns = [np.roll(quad, turn, axis=0) for turn in range(4)]
    return min(turns, key=lambda turned: float(np.abs(turned - like).sum()))


def _large(boxes: Boxes, size: tuple[int, int]) -> Boxes:
    """Those that are large and lie within a picture of that size (width, height)."""
    low, high = boxes.quads.min(axis=(1, 2), initial=np.inf), boxes.quads.max(axis=1, initial=-np.inf)
    within = (low > -_OUTSIDE * max(size)) & (high < np.array(size) + _OUTSIDE * max(size)).all(axis=1)
    return boxes.pick(within & (boxes.long_sides > _LONG * max(size)))


def _without_index(look: Boxes) -> Boxes:
    """The faces of a look in which it shows no index."""
    faces, corners = look.pick(look.classes == FACE), look.quads[look.classes == CORNER]
    bare = [all(covered_share(corner, face) < _WITHIN for corner in corners) for face in faces.quads]
    return faces.pick(np.array(bare, np.bool_))


def _best(look: Boxes, quad: FloatArray) -> float:
    """The highest score that one look gives the back within a quad."""
    return max(
        (float(s) for s, share in zip(look.scores, overlap(look.quads, quad), strict=True) if share > _SAME),
        default=0.0,
    )
