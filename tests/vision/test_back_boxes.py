"""Which of the found boxes count as cards lying face down: cards of one table are of one size."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.staged import box
from vision.back_boxes import doubtful_backs, plain_backs, told_once
from vision.back_matching import rectified
from vision.detect import BACK, CORNER, FACE, Boxes
from vision.sightings import FloatArray, Kind, Sighting

CARD = box(100, 100, 70, 100)


def _boxes(*found: tuple[int, FloatArray, float]) -> Boxes:
    classes, quads, scores = zip(*found, strict=True)
    return Boxes(np.stack(quads), np.array(scores, np.float32), np.array(classes, np.int64))


def _kept(*found: tuple[int, FloatArray, float], cards: tuple[FloatArray, ...] = ()) -> list[float]:
    """Scores of the backs that count."""
    return [round(float(score), 2) for score in plain_backs(_boxes(*found), cards).scores]


def test_a_back_beside_a_card_counts_and_a_faint_one_does_not() -> None:
    assert _kept((FACE, CARD, 0.9), (BACK, box(200, 100, 70, 100), 0.8), (BACK, box(300, 100, 70, 100), 0.3)) == [0.8]


def test_a_card_read_face_up_is_no_back() -> None:
    assert _kept((BACK, CARD, 0.8), cards=(CARD,)) == []


def test_a_court_better_found_as_a_face_is_no_back() -> None:
    assert _kept((FACE, CARD, 0.9), (BACK, CARD + 3, 0.8)) == []
    assert _kept((FACE, CARD, 0.5), (BACK, CARD + 3, 0.8)) == [0.8]


def test_the_picture_on_a_court_is_no_back() -> None:
    assert _kept((FACE, CARD, 0.9), (BACK, box(112, 112, 46, 70), 0.8)) == []


def test_a_back_that_lies_on_a_face_counts() -> None:
    assert _kept((FACE, CARD, 0.9), (BACK, CARD + 25, 0.8)) == [0.8]


def test_what_is_far_smaller_than_the_cards_is_no_back() -> None:
    assert _kept((FACE, CARD, 0.9), (BACK, box(300, 100, 30, 45), 0.8), (BACK, box(300, 200, 40, 58), 0.7)) == [0.7]
    assert _kept((BACK, box(300, 100, 30, 45), 0.8)) == [0.8]  # nothing tells how large cards are


def test_a_dubious_face_does_not_tell_how_large_cards_are_beside_sure_backs() -> None:
    huge, back = (FACE, box(400, 0, 300, 400), 0.5), (BACK, CARD, 0.8)
    assert _kept(huge, back) == [0.8]
    assert _kept(huge, (BACK, CARD, 0.6)) == []


def test_the_grain_of_a_table_does_not_tell_how_large_cards_are_beside_many_backs() -> None:
    grain, backs = (FACE, box(500, 0, 290, 230), 0.66), [(BACK, box(100 * n, 300, 60, 86), 0.7) for n in range(4)]
    assert _kept(grain, *backs) == [0.7] * 4
    index = (CORNER, box(510, 10, 40, 60), 0.6)
    assert _kept(grain, index, *backs) == []  # a card held near the lens
    assert _kept(grain, *backs[:2]) == []


def test_what_is_too_small_to_be_compared_with_a_deck_is_no_back() -> None:
    small, large = box(10, 10, 3, 5), box(10, 10, 4, 5)
    picture = np.zeros((30, 30, 3), np.uint8)
    assert _kept((BACK, small, 0.8)) == []
    with pytest.raises(ValueError, match="area"):
        rectified(picture, small)
    assert _kept((BACK, large, 0.8)) == [0.8]
    assert rectified(picture, large)


def test_a_part_of_a_back_is_not_a_second_one() -> None:
    assert _kept((BACK, CARD, 0.7), (BACK, box(105, 105, 50, 60), 0.8)) == [0.7]


def test_a_back_as_large_as_the_table_has_to_be_found_well() -> None:
    found = _boxes((BACK, box(0, 0, 560, 780), 0.6), (BACK, box(600, 0, 70, 100), 0.6))
    assert len(plain_backs(found, (), 640)) == 1
    assert len(plain_backs(_boxes((BACK, box(0, 0, 560, 780), 0.7)), (), 640)) == 1


def _doubtful(*found: tuple[int, FloatArray, float], large: float = np.inf) -> list[float]:
    """Scores of what may be backs besides the plain ones."""
    boxes = _boxes(*found)
    chosen = doubtful_backs(boxes, (), plain_backs(boxes, (), large), large)
    return [round(float(score), 2) for score in chosen.scores]


def test_what_is_found_poorly_may_be_a_back_that_is_known() -> None:
    plain, beside = (BACK, CARD, 0.8), box(200, 100, 70, 100)
    assert _doubtful(plain, (BACK, beside, 0.3), (BACK, box(300, 100, 70, 100), 0.1)) == [0.3]
    assert _doubtful(plain, (BACK, CARD + 5, 0.3)) == []  # the plain one once more
    assert _doubtful(plain, (BACK, box(105, 105, 50, 60), 0.3)) == []  # a part of it
    assert _doubtful(plain, (BACK, box(300, 100, 30, 45), 0.3), (FACE, beside, 0.9)) == []  # too small for these cards
    assert _doubtful(plain, (BACK, beside, 0.3), (FACE, beside + 3, 0.4)) == []  # better found as a face
    assert _doubtful((BACK, box(0, 0, 560, 780), 0.6), large=640) == []  # the grain of a table


def test_no_boxes_are_no_backs() -> None:
    none = Boxes(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32), np.zeros(0, np.int64))
    assert len(plain_backs(none, ())) == 0


def _card(name: str | None, certain: bool = False, x: float = 0) -> Sighting:
    return Sighting(Kind.CARD, name, 0.9, certain, box(x, 0, 60, 84))


def _back(name: str | None, certain: bool) -> Sighting:
    return Sighting(Kind.BACK, name, 0.9, certain, box(2, 3, 60, 84))


@pytest.mark.parametrize(
    ("card", "back", "card_stays", "back_stays"),
    [
        (_card(None), _back(None, False), False, True),
        (_card(None), _back("Ann", True), False, True),
        (_card("QH"), _back("Ann", True), False, True),
        (_card("QH"), _back("Ann", False), True, False),
        (_card("QH"), _back(None, True), True, False),
        (_card("QH", True), _back("Ann", True), True, False),
        (_card(None, x=40), _back(None, False), True, True),
        (_card(None, x=40), _back("Ann", True), True, True),
        (_card(None, x=24), _back("Ann", True), False, True),
        (_card(None, x=24), _back("Ann", False), True, True),
        (_card(None, x=24), _back(None, True), True, True),
        (_card("QH", x=40), _back("Ann", True), True, True),
    ],
)
def test_what_is_found_as_a_card_and_as_a_back_is_told_once(
    card: Sighting, back: Sighting, card_stays: bool, back_stays: bool
) -> None:
    tile = Sighting(Kind.TILE, "A", 0.9, False, box(2, 3, 60, 84))
    cards, backs = told_once((None, card, tile), (back,))
    assert cards == (None, card if card_stays else None, tile)
    assert backs == ((back,) if back_stays else ())
