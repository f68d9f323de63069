"""Which of the found boxes are cards lying face down."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.back_matching import LEAST_AREA
from vision.detect import BACK, FACE, Boxes, overlap
from vision.outlines import area, covered_share
from vision.sightings import FloatArray, Kind, Sighting

# The finder's score from which a back counts, and a large one; from which it does if it looks like one that is known.
_BACK_SCORE, _LARGE_BACK_SCORE, _DOUBTFUL_SCORE = 0.5, 0.65, 0.2
# From which a face may tell how large cards are, and from which a face or back does so surely.
_FACE_SCORE, _SURE_SIZE = 0.45, 0.65
# Intersection over union from which a back's box is taken for a read card's, or for a face's.
_SAME_CARD, _SAME_BOX = 0.4, 0.5
# Share of a larger box's area under which a box inside it (this much of it) is only a part of the same card.
_PART, _INSIDE = 0.7, 0.8
# Share of a card without a name on a back of an enrolled deck from which it is a part of that one's pattern.
_MOSTLY = 0.5
# Share of a usual card's area under which a back is not a card's: twice as far from the camera is a quarter.
_SMALLEST = 0.25
# How many times as many backs as faces without an index are found well where these do not tell how large cards are.
_OUTNUMBERED = 2


def plain_backs(boxes: Boxes, cards: Sequence[FloatArray], large: float = np.inf) -> Boxes:
    """The backs that are not a card read face up, nor better found as a face (a court card can look like a back).

    cards: outlines (4, 2) px of the cards that were surely read. large: px from which a back's longer side is that of a
    card held before the lens, which is found well, or of no card: the grain of a table looks like a back from afar.
    """
    least = np.where(boxes.long_sides < large, _BACK_SCORE, _LARGE_BACK_SCORE)
    backs = _of_no_card(boxes.pick((boxes.classes == BACK) & (boxes.scores > least)), boxes, cards)
    return _of_cards_size(backs, backs, boxes)


def doubtful_backs(boxes: Boxes, cards: Sequence[FloatArray], plain: Boxes, large: float = np.inf) -> Boxes:
    """What may be backs besides the `plain` ones, all else as there: each is one if it looks like a back that is known.

    Backs that lie on one another, or on a strong grain, are found with low scores.
    """
    chosen = (boxes.classes == BACK) & (boxes.scores > _DOUBTFUL_SCORE) & (boxes.long_sides < large)
    backs = _of_no_card(boxes.pick(chosen), boxes, cards)
    others = [not (overlap(plain.quads, quad) > _SAME_BOX).any() for quad in backs.quads]
    return _of_cards_size(backs.pick(np.array(others, np.bool_)), plain, boxes)


def _of_no_card(backs: Boxes, boxes: Boxes, cards: Sequence[FloatArray]) -> Boxes:
    """The backs that are neither a read card nor better found as a face."""
    faces = boxes.pick(boxes.classes == FACE)
    read = np.stack(cards) if cards else np.zeros((0, 4, 2), np.float32)
    plain = [
        not (overlap(read, quad) > _SAME_CARD).any()
        and not ((overlap(faces.quads, quad) > _SAME_BOX) & (faces.scores > score)).any()
        for quad, score in zip(backs.quads, backs.scores, strict=True)
    ]
    return backs.pick(np.array(plain, np.bool_))


def told_once(
    cards: Sequence[Sighting | None], backs: Sequence[Sighting]
) -> tuple[tuple[Sighting | None, ...], tuple[Sighting, ...]]:
    """The cards and backs with what was found as both told once: as the back where the card has no name, or no sure one
    while the back is surely that of an enrolled deck; else as the card. A card that is not told is None, and so is one
    without a name that lies for the most part on such a back: a part of its pattern looked like a card."""
    kept, left = list(cards), list(backs)
    quads = np.stack([back.outline for back in backs]) if backs else np.zeros((0, 4, 2), np.float32)
    for number, card in enumerate(cards):
        if card is None or card.kind is not Kind.CARD:
            continue
        same = overlap(quads, card.outline) > (_SAME_BOX if card.name is None else _SAME_CARD)
        rivals = [back for back, is_same in zip(backs, same, strict=True) if is_same]
        if card.name is None:
            rivals += [back for back in backs if _is_enrolled(back) and _lies_on(card, back)]
        enrolled = any(_is_enrolled(back) for back in rivals)
        if rivals and (card.name is None or (enrolled and not card.certain)):
            kept[number] = None
        elif card.name is not None:
            left = [back for back in left if all(back is not rival for rival in rivals)]
    return tuple(kept), tuple(left)


def _is_enrolled(back: Sighting) -> bool:
    return back.certain and back.name is not None


def _lies_on(card: Sighting, back: Sighting) -> bool:
    return covered_share(card.outline, back.outline) > _MOSTLY


def _of_cards_size(backs: Boxes, known: Boxes, boxes: Boxes) -> Boxes:
    """The backs less those of a part (well inside a larger `known` one or a face) and those far smaller than cards are.

    Cards of one table are of one size, and a box is of the whole card however much of it is covered.
    """
    shown = (boxes.classes == FACE) & (boxes.scores > _FACE_SCORE)
    faces, sizes = boxes.pick(shown), _telling_sizes(known, boxes.pick(shown), boxes.bare_faces[shown])
    least = max(LEAST_AREA, _SMALLEST * float(np.median(sizes)) if sizes else 0.0)
    wholes = [(quad, area(quad)) for quad in (*known.quads, *faces.quads)]
    kept = [
        size > least
        and not any(size < _PART * whole and covered_share(quad, outline) > _INSIDE for outline, whole in wholes)
        for quad, size in ((quad, area(quad)) for quad in backs.quads)
    ]
    return backs.pick(np.array(kept, np.bool_))


def _telling_sizes(backs: Boxes, faces: Boxes, bare: NDArray[np.bool_]) -> list[float]:
    """Areas (px²) that tell how large cards are: of faces that are found well, else of such backs, else of any faces.

    A back alone may as well be a part of a card. bare: which faces hold no index: those may as well be a table's grain,
    so many more backs than such faces tell before them.
    """
    if not len(faces):
        return []
    sure_faces, sure_backs = faces.scores > _SURE_SIZE, backs.scores > _SURE_SIZE
    outnumbered = sure_backs.sum() > _OUTNUMBERED * (sure_faces & bare).sum()
    told = (sure_faces & ~bare if outnumbered else sure_faces, faces), (sure_backs, backs), (faces.scores > 0, faces)
    for chosen, cards in told:
        if chosen.any():
            return [area(quad) for quad in cards.pick(chosen).quads]
    return []
