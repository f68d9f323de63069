"""Word Wars: a tile that comes to light after its play was ruled on sets that right."""

from __future__ import annotations

from companion.rules.word_wars import State
from tests.companion.referee.word_wars.table import Sitting, across, laid


def after_to() -> Sitting:
    """Ann laid TO, as far as was seen; the sitting."""
    sitting = Sitting()
    assert sitting.see(laid(across("TO")), seconds=1.25) == ["Ann play 0,0 across TO"]
    return sitting


def test_a_tile_that_had_lain_there_unseen_is_one_of_the_play() -> None:
    sitting = after_to()
    whole = laid(across("TOE"))
    assert sitting.see(whole, seconds=1.0, as_before=True) == ["found_late", "no", "Ann play 0,0 across TOE"]
    assert sitting.referee.state.turn == "Ben"
    assert sitting.see(whole, as_before=True) == []
    assert sitting.asked == []


def test_one_that_a_hand_may_have_laid_is_the_next_play() -> None:
    sitting = after_to()
    sitting.see(laid(across("TO")), seconds=0.5, hand=True)
    assert sitting.see(laid(across("TOE")), as_before=True) == ["Ben play 2,0 across E"]


def test_one_where_the_picture_came_to_look_otherwise_is_the_next_play() -> None:
    sitting = after_to()
    assert sitting.see(laid(across("TOE"))) == ["Ben play 2,0 across E"]


def test_one_that_comes_long_after_is_the_next_play() -> None:
    sitting = after_to()
    sitting.see(laid(across("TO")))
    assert sitting.see(laid(across("TOE")), as_before=True) == ["Ben play 2,0 across E"]


def test_one_that_the_next_player_cannot_hold_is_one_of_the_last_whoever_was_near() -> None:
    sitting = Sitting()
    sitting.tell("Ben shows CATSAXM")
    sitting.see(laid(across("TO")))
    sitting.see(laid(across("TO")), seconds=0.5, hand=True)
    assert sitting.see(laid(across("TOE")), seconds=4.0) == ["found_late", "no", "Ann play 0,0 across TOE"]


def test_a_play_that_was_set_right_is_taken_back_as_one() -> None:
    sitting = after_to()
    before: State = sitting.referee.state
    whole = laid(across("TOE"))
    sitting.see(whole, seconds=1.0, as_before=True)
    assert before.board != sitting.referee.state.board
    sitting.set_right(Sitting().referee.state)
    assert sitting.see(whole) == []
