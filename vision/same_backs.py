"""More backs of a deck, once one of its backs is known to lie on the table: what looks the same is the same.

Cards face down that lie on one another show the finder strips of one pattern, and it tells some of them, in wrong
places. But light, lens and distance are the same for all of them: a free one shows in that very picture how each of the
others looks. So first the free ones are found, which look like the one that is best recognised, and then from card to
card those that lie under them: what shows has to be the pattern's where such a card would lie.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from types import MappingProxyType

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
_TRIED_THERE = 0.8  # intersection over union of two boxes of which the second is not tried after the first
_TRIED = 3  # backs that lie elsewhere in the picture: so many at most are compared
_LEAST_ALIKE = 0.7  # the same for a free back and the pattern
_AS_FREE = 0.8  # of how alike two that lie free are: one of which a part is covered is less so
_SAME = 0.75  # intersection over union of two outlines of one card
_MEANT = 0.6  # the same of a box and of the card that it was meant to be
_APART = 0.15  # the same of two that lie free, at most
_BOXED = 0.5  # the same of a box and a card that is found, from which it is that one
_OTHER = 0.4  # the same of a card that is found and another one, from which both cannot be
_PARTS, _UNSURE_PARTS = 0.8, 0.6  # share of a box that shows cards that are found, from which on it shows no other


@dataclass(frozen=True, eq=False)
class Shown:
    """How a deck's backs look in a picture, by one that surely is the deck's (confidence, 0..1) and lies free.

    outline: (4, 2) px of that one where it lies beyond the piece that is read, so large and so turned.
    """

    pattern: Pattern
    confidence: float
    outline: FloatArray | None = None


def shown_backs(image: Picture, seen: Sequence[Sighting]) -> dict[str, list[Shown]]:
    """How the decks look whose backs lie free in a BGR picture, by what is known to lie there: by some of each."""
    shown: dict[str, list[Shown]] = {}
    for back in seen:
        if back.free and back.name is not None and len(shown.setdefault(back.name, [])) < _TRIED:
            shown[back.name].append(Shown(Pattern.shown(image, back.outline), back.confidence, back.outline))
    return shown


def with_their_likes(
    image: Picture,
    decks: Mapping[str, Sequence[Picture]],
    backs: Sequence[Sighting],
    cards: Sequence[FloatArray],
    around: Mapping[str, Sequence[Shown]] = MappingProxyType({}),
) -> list[Sighting]:
    """The backs told in a BGR picture, and more: where one is certainly of an enrolled deck, all that look like it.

    decks: `vision.backs.BackLibrary.views`; cards: outlines (4, 2) px of cards that surely lie face up; around: what
    `shown_backs` tells of the picture that this is a piece of, for in a piece none may be known or lie free. What the
    finder made of a place in which others are found that look like their deck is not told.
    """
    told = list(backs)
    for name, views in decks.items():
        boxes = [back for back in told if back.name in (name, None)]
        boxes.sort(key=lambda back: (back.name is None, -back.confidence))
        known = _known(image, name, views, boxes, around.get(name, ()))
        if not known:
            continue
        free, below = _same_backs(known, image, [back.outline for back in boxes])
        others = [*cards, *(back.outline for back in told if back.name not in (name, None))]
        alike = [outline for outline in (*free, *below) if not _among(outline, others, _OTHER)]
        covered = _drawn(alike, image.shape[:2])
        explained = [back for back in boxes if _explained(back, alike, covered)]
        told = [back for back in told if all(back is not one for one in explained)]
        told += [
            Sighting(Kind.BACK, name, known[0].confidence, True, outline, free=any(outline is one for one in free))
            for outline in alike
        ]
    return told


def _known(
    image: Picture, name: str, views: Sequence[Picture], boxes: Sequence[Sighting], around: Sequence[Shown]
) -> Sequence[Shown]:
    """How a deck looks, as the picture itself shows it or else as others around do; nothing where that is not known, or
    no more than one surely known back lies there. boxes: what may be its backs, the surest first."""
    if not boxes:
        return ()
    sure = boxes[0].name == name and boxes[0].certain
    if sure and len(boxes) == 1:  # where others lie, something is boxed of them too
        return ()
    pattern = _pattern(image, views, [back.outline for back in boxes]) if sure else None
    return around if pattern is None else [Shown(pattern, boxes[0].confidence)]


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


def _same_backs(
    known: Sequence[Shown], image: Picture, boxes: Sequence[FloatArray]
) -> tuple[list[FloatArray], list[FloatArray]]:
    """Outlines (4, 2) px of the backs of one deck: those that lie free, and those under them. boxes: what may be its
    backs, the surest first."""
    pattern, fits = _fitting_best(known, image, boxes)
    free = _free(fits)
    found = list(free)
    edges = [(outline, side) for outline in found for side in range(4)]
    while edges:
        outline, side = edges.pop(0)
        below = beneath(pattern, image, outline, side, found)
        if below is not None and not _among(below, found):
            found.append(below)
            edges.append((below, side))
    return free, found[len(free) :]


def _fitting_best(known: Sequence[Shown], image: Picture, boxes: Sequence[FloatArray]) -> tuple[Pattern, list[Fit]]:
    """The pattern that a card fits best (in another place it may be crooked by another lens or light), and all that
    fit it."""
    tried: list[tuple[float, Pattern, list[Fit]]] = []
    for shown in known:
        fits = _fits(shown.pattern, image, boxes, [])
        cards = [*_free(fits), *([] if shown.outline is None else [shown.outline])]
        fits += _fits(shown.pattern, image, elsewhere(shown.pattern, image, cards), fits)
        tried.append((max((fit.alike for fit in fits), default=0.0), shown.pattern, fits))
        if tried[-1][0] > _SURELY_ENROLLED:
            break
    _, pattern, fits = max(tried, key=lambda one: one[0])
    return pattern, fits


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
    tried: list[FloatArray] = []
    for box in boxes:
        if not _among(box, [fit.outline for fit in (*known, *fits)]) and not _among(box, tried, _TRIED_THERE):
            tried.append(box)
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
