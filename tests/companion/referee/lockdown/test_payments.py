"""Lockdown: cards that pay for a clear, with a part of a hand or with all of it, and by whom they may not be paid."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.rules.cards import Card
from tests.companion.referee.lockdown.table import Lockdown

NEW = "3S 5S 7S 9S"


def with_a_joker_alone() -> Lockdown:
    """Ann, whose turn it is, has two pairs locked and holds a joker."""
    game = Lockdown(shown="2C 2D 6C 6D, 3D 5D 7D 9D, 10H JH QH KH")
    for line in ("Ann draw JK > Ben", "Ben draw KS > Ann"):
        game.table.tell(line)
    game.row("Ann", 1)
    game.row("Ben", 5)
    game.table.look(2)
    game.table.done.clear()
    return game


def test_a_hand_that_is_paid_as_a_whole_is_seen_when_a_new_one_lies_there() -> None:
    game = with_a_joker_alone()
    game.row("Ann", 0)
    assert game.open("JK") == []
    game.row("Ann", 4)
    assert game.table.look(2) == ["Ann clear JK"]
    assert game.show("Ann", NEW) == [f"Ann hold {NEW}"]
    assert game.table.look(10) == []


def test_a_hand_that_is_paid_as_a_whole_is_seen_when_a_new_one_is_shown_beside_it() -> None:
    game = with_a_joker_alone()
    game.row("Ann", 0)
    assert game.open("JK") == []
    assert game.show("Ann", NEW) == ["Ann clear JK", f"Ann hold {NEW}"]
    assert game.table.asked == ()


@pytest.mark.parametrize(("unsure", "told"), [("AC", ["Ann clear AS AC"]), ("8C", [])])
def test_an_unsure_card_of_a_hand_that_is_paid_as_a_whole_is_the_one_it_is_known_to_hold(
    unsure: str, told: list[str]
) -> None:
    game = Lockdown(shown="AS AC 6C 6D, 3D 5D 7D 9D, 10H JH QH KH")
    game.row("Ann", 2)
    game.table.look(2)
    game.table.done.clear()
    game.row("Ann", 0)
    game.table.lay("unsure", 140, 0, unsure, sure=False)
    assert game.open("AS") == []
    assert [line for line in game.show("Ann", NEW) if "clear" in line] == told


@pytest.mark.parametrize(("unsure", "told"), [("AC", ["Ann clear AS AC"]), ("AS", []), ("AD", []), ("8C", [])])
def test_an_unsure_card_that_is_paid_onto_cards_outside_the_game_is_the_one_a_hand_is_known_to_hold(
    unsure: str, told: list[str]
) -> None:
    game = Lockdown(shown="AS AC 6C 8D, 3D 5D 7D 9D, 10H JH QH KH")
    game.table.set_right(replace(game.state, away=(Card.parse("JK"), Card.parse("QD"))))
    game.table.lay("JK/away", 40, 0, "JK")
    game.table.lay("QD/away", 70, 0, "QD")
    game.row("Ann", 2)
    game.table.look(2)
    game.table.lay("unsure", 78, 3, unsure, sure=False)
    assert game.open("AS") + game.table.look(2) == told


def test_a_hand_of_a_joker_that_is_only_shown_pays_for_nothing() -> None:
    game = with_a_joker_alone()
    game.row("Ann", 0)
    assert game.open("JK") == []
    game.table.take("JK/open")
    game.row("Ann", 1)
    assert game.table.look(10) == []
    assert game.table.asked == ()


@pytest.mark.parametrize(("hand", "told"), [("JK JK 6C 8C", ["Ann clear JK"]), ("JK 4C 6C 8C", [])])
def test_a_joker_out_of_a_row_that_cannot_be_counted_pays_where_it_is_the_last_one(hand: str, told: list[str]) -> None:
    game = Lockdown(shown=f"{hand}, 3D 5D 7D 9D, 10H JH QH KH")
    assert game.open("JK") + game.table.look(1) == told  # the row looks as long as it did


def test_a_joker_pays_where_the_other_one_has_left_the_game() -> None:
    game = Lockdown(shown="JK 4C 6C 8C, JK 5D 7D 9D, 10H JH QH KH")
    for line in ("Ann draw KS > Ben", "Ben clear JK > Ann"):
        game.table.tell(line)
    game.table.lay("JK/paid", -150, 0, "JK")
    game.row("Ann", 5)
    game.table.look(2)
    assert game.open("JK") + game.table.look(1) == ["Ann clear JK"]  # the row looks as long as it did


@pytest.mark.parametrize(("rows", "told"), [((2, 4), ["Ann clear JK"]), ((4, 4), []), ((2, 2), [])])
def test_of_two_who_hold_a_joker_the_one_pays_whose_row_lacks_cards(rows: tuple[int, int], told: list[str]) -> None:
    game = Lockdown(shown="JK 4C 6C 8C, JK 5D 7D 9D, 10H JH QH KH")
    game.table.look(9)
    for player, count in zip(("Ann", "Ben"), rows, strict=True):  # one of what is left hides the other
        game.row(player, count)
    assert game.open("JK") + game.table.look(1) == told


@pytest.mark.parametrize(("player", "told"), [("Ann", ["Ann clear JK"]), ("Ben", [])])
def test_a_joker_that_lies_open_while_its_row_is_taken_up_pays(player: str, told: list[str]) -> None:
    """There is another joker, that may have been drawn, and of the row as many cards seemed to lie there before."""
    game = Lockdown(shown="JK 4C 6C 8C, 2D 5D 7D 9D, 10H JH QH KH")
    assert game.open("JK") + game.table.look(2) == []
    game.row(player, 0)
    assert game.table.look(2) == told


@pytest.mark.parametrize("paid", ["JK", "AS AH"])
def test_a_clear_out_of_turn_is_refused_once_and_taken_back(paid: str) -> None:
    cards = paid.split()
    game = Lockdown(shown=f"2C 4C 6C 8C, {paid} {'9C KC' if len(cards) == 2 else '9C KC 5D'}, 10H JH QH KH")
    game.row("Ben", 4 - len(cards))
    game.table.look(2)
    game.open(*cards)
    assert game.table.look(5) == []
    assert game.table.refused == [("not_your_turn",)]
    game.table.take(*[f"{card}/open" for card in cards])
    game.row("Ben", 4)
    assert game.table.look(15) == []
    assert game.table.asked == ()
    assert len(game.table.refused) == 1


def test_a_clear_out_of_turn_that_stands_is_played_on() -> None:
    game = Lockdown(shown="2C 4C 6C 8C, JK 5D 7D 9D, 10H JH QH KH")
    game.row("Ben", 3)
    game.table.look(2)
    game.open("JK")
    game.table.let_stand("Ben clear JK > Ann")
    assert game.table.look(2) == []
    game.row("Ben", 0)
    game.table.look(2)
    game.row("Ben", 4)
    game.table.look(2)
    assert game.show("Ben", NEW) == [f"Ben hold {NEW}"]
    game.row("Ann", 5)
    game.table.look()
    assert game.show("Ann", "2C 4C 6C 8C KD") == ["Ann draw KD"]


@pytest.mark.parametrize("paid", ["JK", "AS AH"])
def test_a_clear_that_people_took_back_is_not_told_again_as_long_as_its_cards_lie_there(paid: str) -> None:
    cards = paid.split()
    game = Lockdown(shown=f"{paid} {'9C KC' if len(cards) == 2 else '9C KC 5D'}, 2C 4C 6C 8C, 10H JH QH KH")
    before = game.table.ledger.state
    game.row("Ann", 4 - len(cards))
    game.table.look(2)
    assert game.open(*cards) == [f"Ann clear {paid}"]
    game.table.set_right(before)
    assert game.table.look(4) == []
    game.table.take(*[f"{card}/open" for card in cards])
    game.row("Ann", 4)
    game.table.look(3)
    game.row("Ann", 4 - len(cards))
    game.table.look(2)
    assert game.open(*cards) == [f"Ann clear {paid}"]
    assert game.table.refused == []


def test_a_second_joker_that_is_drawn_is_not_paid_by_one_out_of_turn_whose_row_is_seen_too_short_for_a_moment() -> None:
    game = Lockdown(shown="2C 4C 6C 8C, JK 5D 7D 9D, 10H JH QH KH")
    game.open("JK")
    game.row("Ben", 3)  # one of its cards hides another
    assert game.table.look(3) == []
    game.row("Ben", 5)
    game.table.take("JK/open")
    assert game.table.look(3) == ["Ann force Ben: JK"]
    assert game.table.refused == []


def test_a_second_joker_that_is_drawn_is_not_paid_out_of_a_row_whose_newest_card_was_never_seen() -> None:
    game = Lockdown(shown="2C 4C 6C 8C, JK 5D 7D 9D, 10H JH QH KH")
    game.open("KD")
    game.table.take("KD/open")
    game.row("Ben", 5)
    game.table.take("Ben2")  # which others hide
    assert game.table.look(3) == ["Ann force Ben: KD"]
    game.open("JK")
    game.row("Cem", 5)
    game.table.take("JK/open")
    assert game.table.look(3) == ["Ben force Cem: JK"]


@pytest.mark.parametrize(("sets", "told"), [((), ["Ann clear JK", f"Ann hold {NEW}"]), (("back",), [])])
def test_a_joker_that_nobody_saw_paid_was_where_the_sets_of_its_player_are_gone(
    sets: tuple[str, ...], told: list[str]
) -> None:
    game = with_a_joker_alone()
    game.sets("Ann", *sets)
    game.row("Ann", 0)
    game.table.look(2)
    game.row("Ann", 4)
    assert game.show("Ann", NEW) == told


def test_what_paid_for_a_clear_that_nobody_saw_is_not_guessed() -> None:
    game = Lockdown(shown="AS JK 6C 6D, 3D 5D 7D 9D, 10H JH QH KH")
    game.table.tell("Ann draw AC > Ben")
    game.table.tell("Ben draw KS > Ann")
    game.row("Ben", 5)
    game.row("Ann", 0)
    game.table.look(2)
    game.table.done.clear()
    game.row("Ann", 4)
    assert [line for line in game.show("Ann", NEW) if "clear" in line] == []


def test_a_joker_shown_to_all_is_not_paid_by_one_out_of_turn_of_whose_row_a_card_was_not_seen_for_long() -> None:
    game = Lockdown(shown="2C 4C 6C 8C, JK 5D 7D 9D, 10H JH QH KH")
    game.row("Ben", 3)
    assert game.table.look(20) == []
    assert game.open("JK") == []
    game.table.take("JK/open")
    game.row("Cem", 5)
    assert game.table.look(3) == ["Ann force Cem: JK"]
    assert game.table.asked == ()


def test_a_joker_shown_to_all_is_not_paid_out_of_a_row_that_nobody_reached_into() -> None:
    game = Lockdown(shown="JK 4C 6C 8C, 2C 5D 7D 9D, 10H JH QH KH")
    game.table.look(2, anew=lambda outline: 0.0)
    game.row("Ann", 3)  # one of its cards is not seen
    game.table.look(6, anew=lambda outline: 0.0)
    game.table.lay("JK/open", 100, 0, "JK")
    assert game.table.look(1.25, anew=lambda outline: 0.0) == []
    game.table.take("JK/open")
    game.row("Cem", 5)
    assert game.table.look(3) == ["Ann force Cem: JK"]
    assert game.table.refused == []


def test_a_joker_that_was_put_aside_before_it_was_clear_who_paid_it_was_not_drawn() -> None:
    game = Lockdown(shown="JK 4C 6C 8C, 2D 5D 7D 9D, 10H JH QH KH")
    assert game.open("JK") + game.table.look(2) == []  # the row looks as long as it did
    game.table.take("JK/open")
    assert game.table.look(1.5) == []
    game.table.lay("JK/away", -150, 0, "JK")
    assert game.table.look(2) == []
    game.row("Ann", 0)
    assert game.table.look(2) == ["Ann clear JK"]
    game.row("Ann", 4)
    assert game.table.look(10) == []
    assert game.table.asked == ()


def test_a_joker_outside_the_game_that_is_seen_twice_is_not_paid_by_who_holds_the_other_one() -> None:
    game = Lockdown(shown="JK 4C 6C 8C, 2D 5D 7D 9D, 10H JH QH KH")
    game.table.set_right(replace(game.state, away=(Card.parse("JK"),)))
    game.table.lay("JK/away", 40, 0, "JK")
    game.table.look(2)
    game.row("Ann", 3)  # one of its cards hides another
    game.table.lay("JK/again", 45, 4, "JK")
    assert game.table.look(4) == []
    game.table.take("JK/again")
    game.table.lay("JK/paid", 90, 8, "JK")
    assert game.table.look(4) == ["Ann clear JK"]
