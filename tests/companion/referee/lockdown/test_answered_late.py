"""Lockdown read from the table: people play on before they answer what was asked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.companion.referee.lockdown.table import PLACES, Lockdown


@pytest.mark.parametrize("up", list(PLACES))
def test_who_sits_where_may_be_told_while_a_row_is_taken_up(up: str) -> None:
    game = Lockdown(seated=False)
    owner = game.asked_of()
    game.row(up, 0)
    game.lay_open("2C 4C 6C 8C")
    assert game.table.look(1.5) == []
    game.table.answer(owner)
    game.table.look(0.5)
    game.take_up()
    game.row(up, 4)
    assert game.table.look(1.25) == [f"{up} hold 2C 4C 6C 8C"]
    assert game.table.asked == ()


HANDS = "2C 4C 6C 8C, 3D 5D 7D 9D, 10H JH QH KH"  # of Ann, Ben and Cem


def test_which_card_came_to_a_hand_may_be_told_once_it_was_taken_up_and_the_next_one_was_shown() -> None:
    game = Lockdown(shown=HANDS)
    assert game.show("Ann", "2C 4C 6C 8C KS", _KS=0.5) == []
    assert [question.reason for question in game.table.asked] == ["which_card"]
    assert game.show("Ben", "3D 5D 7D 9D 2S") == []
    assert game.table.answer("KC") == ["Ann draw KC", "Ann name Ben", "Ben draw 2S"]
    assert game.table.asked == ()


def test_play_goes_on_when_nobody_tells_which_card_came_to_a_hand() -> None:
    game = Lockdown(shown=HANDS)
    game.show("Ann", "2C 4C 6C 8C KS", _KS=0.5)
    assert game.table.look(15) == []
    assert game.table.look(6) == ["Ann draw"]
    assert game.table.asked == ()
    assert game.show("Ben", "3D 5D 7D 9D 2S") == ["Ann name Ben", "Ben draw 2S"]


def test_what_is_said_of_a_card_that_is_none_is_asked_again() -> None:
    game = Lockdown(shown=HANDS)
    game.show("Ann", "2C 4C 6C 8C KS", _KS=0.5)
    assert game.table.answer("the king") == []
    assert game.table.answer("KC") == ["Ann draw KC"]


def test_nothing_came_to_a_hand_in_which_what_was_asked_about_is_no_card() -> None:
    game = Lockdown(shown=HANDS)
    game.show("Ann", "2C 4C 6C 8C KS", _KS=0.5)
    assert game.table.answer("none") == []
    assert game.table.asked == ()


def test_a_card_that_is_gone_from_a_hand_that_lies_there_still_may_be_told() -> None:
    game = Lockdown(shown=HANDS)
    game.row("Ann", 0)
    game.lay_open("2C 4C 6C 8C KS", _KS=0.5)
    game.table.look(2)
    game.table.take("KS/shown4")
    game.table.look(0.75)
    assert game.table.answer("KC") == []
    game.take_up()
    game.row("Ann", 5)
    assert game.table.look(1.25) == ["Ann draw KC"]


def test_what_is_asked_about_a_hand_is_not_asked_any_more_once_people_set_the_game_right() -> None:
    game = Lockdown(shown=HANDS)
    game.show("Ann", "2C 4C 6C 8C KS", _KS=0.5)
    assert [question.reason for question in game.table.asked] == ["which_card"]
    game.table.tell("Ann draw KC")
    assert game.table.asked == ()
    assert game.show("Ben", "3D 5D 7D 9D 2S") == ["Ann name Ben", "Ben draw 2S"]


def test_a_hand_is_not_asked_about_any_more_once_the_game_is_over() -> None:
    game = Lockdown(shown=HANDS)
    game.lay_open("2C 4C 6C 8C KS", _KS=0.5)
    game.row("Ann", 0)
    game.table.look(2)
    assert [question.reason for question in game.table.asked] == ["which_card"]
    game.table.set_right(replace(game.state, gone=("Ben", "Cem")))
    assert game.state.over
    game.take_up()
    game.table.look(1)
    assert game.table.asked == ()


def test_a_drawn_card_that_was_taken_for_one_that_is_held_may_be_told_once_it_was_taken_up() -> None:
    """The four of clubs, which Ann holds, cannot have come from the deck, so it is another one."""
    game = Lockdown(shown=HANDS)
    game.table.lay("4C/open", 100, 0, "4C", sure=False)
    assert game.table.look(2.5) == []
    assert [question.reason for question in game.table.asked] == ["which_card"]
    game.table.take("4C/open")
    game.row("Ben", 5)
    assert game.table.look(3) == []
    assert game.table.answer("4S") + game.table.look(2) == ["Ann force Ben: 4S"]
    assert game.table.asked == ()
