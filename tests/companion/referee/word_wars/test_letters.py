"""Letters of Word Wars that are not read surely: told by the play they belong to, not needed, or asked for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.companion.referee.word_wars.table import Sitting, across, laid, rack, tile, traded
from vision.sightings import Sighting


def unsure(tiles: list[Sighting], place: int, confidence: float) -> list[Sighting]:
    """The tiles, one of them not read surely."""
    told = list(tiles)
    told[place] = replace(told[place], certain=False, confidence=confidence)
    return told


@pytest.mark.parametrize(
    ("words", "confidence", "is_told"),
    [
        (("CAT", "CATS"), 0.6, True),
        (("CAT", "CATS"), 0.97, True),
        (("CAT", "CATS", "CATZ"), 0.97, False),  # a Z looks like an S
        (("CAT", "CATS", "CATE"), 0.97, True),  # an E does not
        (("CAT", "CATS", "CATE"), 0.6, False),  # but it may be anything
        (("CAT", "CATE"), 0.97, False),  # it is no play as it is read
    ],
)
def test_a_letter_is_told_by_its_play_where_that_is_legal_with_no_other(
    words: tuple[str, ...], confidence: float, is_told: bool
) -> None:
    sitting, board = Sitting(*words), laid(across("CAT"))
    sitting.see(board)
    done = sitting.see(board, unsure(laid({(3, 0): "S"}), 0, confidence))
    assert done == (["Ben play 3,0 across S"] if is_told else [])
    assert [question.reason for question in sitting.asked] == ([] if is_told else ["which_letter"])


def test_a_letter_is_not_asked_for_before_the_hand_that_lays_the_play_is_away() -> None:
    sitting, board = Sitting("CAT", "CATS", "CATZ"), laid(across("CAT"))
    sitting.see(board)
    new = unsure(laid({(3, 0): "S"}), 0, 0.97)
    sitting.see(board, new, seconds=1.75, hand=True)
    assert sitting.asked == []
    sitting.see(board, new)
    assert [question.reason for question in sitting.asked] == ["which_letter"]
    assert sitting.answer("Z") == []
    assert sitting.see(board, new) == ["Ben play 3,0 across Z"]


def test_letters_of_a_rack_are_not_asked_for_where_the_others_make_a_word() -> None:
    sitting, board = Sitting("CAT", "CATS"), laid(across("CAT"))
    sitting.see(board)
    shown = unsure(rack("QUISAEE"), 0, 0.97)
    assert sitting.see(board, shown) == []
    assert sitting.see(board, seconds=4.0) == []  # nor what its player does, who can go on
    assert sitting.asked == []
    assert sitting.see(board, traded("UI")) == ["Ben trade IU"]
    assert sitting.asked == []


def test_letters_of_a_rack_are_asked_for_where_it_may_make_no_word() -> None:
    sitting, board = Sitting("CAT", "CATS"), laid(across("CAT"))
    sitting.see(board)
    shown = unsure(rack("QUISAEE"), 3, 0.97)
    assert sitting.see(board, shown) == []
    assert [question.reason for question in sitting.asked] == ["which_letter"]
    assert sitting.answer("S") == []
    assert sitting.see(board, shown) == ["Ben shows AEEIQSU"]


def test_a_letter_that_is_misread_is_asked_for_where_another_was_laid_meanwhile() -> None:
    sitting, board = Sitting("CAT", "CATS", "AX"), laid(across("CAT"))
    sitting.see(board)
    sitting.see(board, [replace(tile("Z", 460, 300), name=None, certain=False)], seconds=1.0)
    piled = [*board, tile("Z", 460, 300), tile("X", 420, 320)]
    assert sitting.see(piled, seconds=5.0) == []
    (question,) = sitting.asked
    assert (question.reason, question.data) == ("which_letter", {"guess": "Z"})
    assert sitting.answer("S") == []
    assert sitting.see(piled) == ["Ben play 3,0 across S", "Ann play 1,1 across X"]
