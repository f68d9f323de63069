"""More backs of a deck, once one of its backs is known to lie on the table: what looks the same is the same.

Cards face down that lie on one another show the finder strips of one pattern, and it tells some of them, in wrong
places. But light, lens and distance are the same for all of them: a free one shows in that very picture how each of the
others looks. So first the free ones are found, which look like the one that is best recognised, and then from card to
card those that lie under them: what shows has to be the pattern's where such a card would lie.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.back_matching import Picture, as_coarse
from vision.back_pattern import Fit, Pattern, beneath, elsewhere, fitted
from vision.outlines import overlap, short_side
from vision.sightings import FloatArray, Kind, Sighting

_AS_ENROLLED = 0.8  # how alike the enrolled picture, in another light, has to be to tell how a card lies
_SURELY_ENROLLED = 0.9  # the same from which no other box is asked
_SOME_ENROLLED, _SOME = 0.65, 3  # the same where so many are at least so alike
_ASKED = 8  # boxes that are compared with that
_LEAST_ALIKE = 0.7  # the same for a free back and the pattern
_AS_FREE = 0.8  # of how alike two that lie free are: one of which a part is covered is less so
_SAME = 0.75  # intersection over union of two outlines of one card
_MEANT = 0.6  # the same of a box and of the card that it was meant to be
_APART = 0.15  # the same of two that lie free, at most
_BOXED = 0.5  # the same of a box and a card that is found, from which it is that one
_OTHER = 0.4  # the same of a card that is found and another one, from which both cannot be
_PARTS, _UNSURE_PARTS = 0.8, 0.6  # share of a box that shows cards that are found, from which on it shows no other


def with_their_likes(
    image: Picture, decks: Mapping[str, Sequence[Picture]], backs: Sequence[Sighting], cards: Sequence[FloatArray]
) -> list[Sighting]:
    """The backs told in a BGR picture, and more: where one is certainly of an enrolled deck, all that look like it.

    decks: `vision.backs.BackLibrary.views`; cards: outlines (4, 2) px of cards that surely lie face up. What the finder
    made of a place in which others are found that look like their deck is not told.
    """
    told = list(backs)
    for name, views in decks.items():
        known = max((back for back in told if back.name == name), key=lambda back: back.confidence, default=None)
        if known is None or not known.certain:
            continue
        boxes = [back for back in told if back.name in (name, None)]
        if len(boxes) == 1:  # where others lie, something is boxed of them too
            continue
        boxes.sort(key=lambda back: (back.name is None, -back.confidence))
        alike = _same_backs(image, views, [back.outline for back in boxes])
        others = [*cards, *(back.outline for back in told if back.name not in (name, None))]
        alike = [outline for outline in alike if not _among(outline, others, _OTHER)]
        covered = _drawn(alike, image.shape[:2])
        explained = [back for back in boxes if _explained(back, alike, covered)]
        told = [back for back in told if all(back is not one for one in explained)]
        told += [Sighting(Kind.BACK, name, known.confidence, True, outline) for outline in alike]
    return told


def _drawn(outlines: Sequence[FloatArray], shape: tuple[int, ...]) -> NDArray[np.uint8]:
    """1 where a picture of that shape shows one of them."""
    drawn = np.zeros(shape, np.uint8)
    for outline in outlines:
        cv2.fillConvexPoly(drawn, np.round(outline).astype(np.int32), 1)
    return drawn


def _explained(boxed: Sighting, alike: Sequence[FloatArray], covered: NDArray[np.uint8]) -> bool:
    """Whether what was boxed as one card is one of those found, or shows parts of them. covered: 1 where they lie."""
    if _among(boxed.outline, alike, _BOXED):
        return True
    own = _drawn([boxed.outline], covered.shape)
    least = _PARTS if boxed.certain and boxed.name is not None else _UNSURE_PARTS
    return int((own & covered).sum()) > least * int(own.sum())


def _among(outline: FloatArray, others: Sequence[FloatArray], least: float = _SAME) -> bool:
    return any(overlap(outline, other) > least for other in others)


def _same_backs(image: Picture, views: Sequence[Picture], boxes: Sequence[FloatArray]) -> list[FloatArray]:
    """Outlines (4, 2) px of the backs of one deck; none where no free one is known well. boxes: what may be its backs,
    the surest first."""
    pattern = _pattern(image, views, boxes)
    if pattern is None:
        return []
    fits = _fits(pattern, image, boxes, [])
    fits += _fits(pattern, image, elsewhere(pattern, image, _free(fits)), fits)
    found = _free(fits)
    edges = [(outline, side) for outline in found for side in range(4)]
    while edges:
        outline, side = edges.pop(0)
        below = beneath(pattern, image, outline, side, found)
        if below is not None and not _among(below, found):
            found.append(below)
            edges.append((below, side))
    return found


def _pattern(image: Picture, views: Sequence[Picture], boxes: Sequence[FloatArray]) -> Pattern | None:
    """The pattern by the box that looks most like the deck as it was enrolled; None where none tells how it lies."""
    good: list[Fit] = []
    for view, box in product(views, boxes[:_ASKED]):
        fit = fitted(Pattern.of(as_coarse(view, short_side(box))), image, box)
        if fit.alike > _SOME_ENROLLED and overlap(fit.outline, box) > _MEANT:
            good.append(fit)
            if fit.alike > _SURELY_ENROLLED:
                break
    best = max(good, key=lambda fit: fit.alike, default=None)
    if best is None or (best.alike < _AS_ENROLLED and len(good) < _SOME):
        return None
    return Pattern.shown(image, best.outline)


def _fits(pattern: Pattern, image: Picture, boxes: Sequence[FloatArray], known: Sequence[Fit]) -> list[Fit]:
    """Cards beside the known ones that lie as some of the boxes do and show about all of the pattern."""
    fits: list[Fit] = []
    for box in boxes:
        if not _among(box, [fit.outline for fit in (*known, *fits)]):
            fit = fitted(pattern, image, box)
            if fit.alike > _LEAST_ALIKE and overlap(fit.outline, box) > _MEANT:
                fits.append(fit)
    return fits


def _free(fits: Sequence[Fit]) -> list[FloatArray]:
    """Outlines of the cards that lie free. Two such ones tell how alike free ones are."""
    surest = sorted(fits, key=lambda fit: fit.alike, reverse=True)
    least = _AS_FREE * surest[1].alike if len(surest) > 1 else 0.0
    free: list[FloatArray] = []
    for fit in surest:
        if fit.alike >= least and not _among(fit.outline, free, _APART):
            free.append(fit.outline)
    return free
