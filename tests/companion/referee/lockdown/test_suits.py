"""Lockdown with a deck whose clubs look like spades: what a hand is known to hold tells what was misread in it."""

from __future__ import annotations

import pytest

from tests.companion.referee.lockdown.table import Lockdown

HANDS = "2C 4C 6C AC, 3D 5D 7D 9D, 10H JH QH KH"


def test_a_sure_name_that_differs_in_suit_alone_is_the_card_that_the_hand_is_known_to_hold() -> None:
    game = Lockdown(shown=HANDS)
    game.row("Ann", 5)
    game.table.look()
    assert game.show("Ann", "2S 4C 6C AC 9H") == ["Ann draw 9H"]
    assert game.table.refused == []


@pytest.mark.parametrize("other", ["2D", "3S"])
def test_one_of_another_colour_or_rank_is_another_card(other: str) -> None:
    game = Lockdown(shown=HANDS)
    game.row("Ann", 5)
    game.table.look()
    assert game.show("Ann", f"{other} 4C 6C AC 9H") == []


def test_what_an_unsure_name_was_told_to_be_it_is_again() -> None:
    game = Lockdown(shown=HANDS)
    assert game.show("Ann", "2C 4C 6C AS", _AS=0.96) == []
    game.row("Ann", 0)
    game.lay_open("2C 4C 6C AS 9H", _AS=0.96, _9H=0.98)
    game.table.look(3)
    (question,) = game.table.asked
    assert (question.reason, question.data["guess"]) == ("which_card", "9H")
    game.table.answer("9H")
    game.take_up()
    game.row("Ann", 5)
    assert game.table.look(2) == ["Ann draw 9H"]


def test_a_card_that_a_hand_cannot_hold_came_from_it_all_the_same_where_its_row_alone_is_shorter() -> None:
    game = Lockdown(shown="2S 4C 6C AC, 3D 5D 7D 9D, 10H JH QH KH")  # the two is of clubs
    game.row("Ann", 3)
    game.row("Ben", 5)
    game.table.look()
    assert game.show("Ben", "3D 5D 7D 9D 2C") == []
    (question,) = game.table.asked
    assert (question.reason, question.choices) == ("came_from", ("deck", "Ann", "nothing"))
    assert game.table.answer("Ann") == ["Ann give ? to Ben", "Ben hold 3D 5D 7D 9D 2C"]
