"""Lockdown: which single card is a hand and which was shown to all, and where one goes that somebody had to draw."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.companion.referee.lockdown.table import Lockdown
from vision.sightings import FloatArray

HANDS = "2C 4C 6C 8C, 3D 5D 7D 9D, 10H JH QH KH"


def test_a_hand_of_one_card_that_another_gave_is_no_card_shown_to_all() -> None:
    game = Lockdown(shown="2C 4C 6C 8C, 3D 5D 7D 9D, 9H 9S QH QD")
    assert game.state.seats[2].hand == ()  # two pairs
    game.row("Cem", 0)
    game.table.look()
    game.row("Ann", 3)
    assert game.show("Cem", "4C") == ["Ann give 4C to Cem"]
    assert game.table.asked == ()


def test_the_only_card_of_a_row_that_is_taken_up_and_shown_is_a_hand() -> None:
    """Though nothing is known yet of how it came there."""
    game = Lockdown()
    game.show("Cem", "9H 9S QH QD")  # two pairs, and nothing left
    game.row("Cem", 0)
    game.table.look(2)
    game.row("Ann", 3)
    game.row("Cem", 1)
    game.table.look(2)
    assert game.show("Cem", "4C") == []
    (question,) = game.table.asked
    assert (question.reason, question.choices) == ("came_from", ("deck", "Ann", "nothing"))
    assert game.table.answer("Ann") == ["Ann give 4C to Cem"]


def test_a_card_may_be_of_a_row_that_was_not_whole_and_was_reached_into() -> None:
    game = Lockdown()
    game.show("Ann", "2C 4C 6C 8C")
    game.table.take("Ben0", "Ben1", "Ben2")  # its cards hide each other
    game.table.look(10)
    game.row("Ben", 3)
    assert game.show("Ann", "2C 4C 6C 8C 7H") == []
    (question,) = game.table.asked
    assert (question.reason, question.choices) == ("came_from", ("deck", "Ben", "nothing"))
    assert game.table.answer("Ben") == ["Ann take 7H from Ben"]


def test_a_card_that_comes_to_an_empty_hand_was_drawn_by_the_only_one_who_may_act() -> None:
    game = Lockdown(shown="2C 2S 4C 4S, 3D 5D 7D 9D, 9H 9S QH KD")
    game.row("Ann", 0)
    game.table.look(3)
    assert game.show("Ann", "JC") + game.table.look(3) == ["Ann draw JC"]
    assert game.table.asked == ()


@pytest.mark.parametrize(("shown_to_all", "done"), [(True, ["Ann force Cem: JK"]), (False, [])])
def test_a_joker_shown_while_the_other_is_somebodys_whole_hand_is_that_one_only_where_his_row_is_taken_up(
    shown_to_all: bool, done: list[str]
) -> None:
    game = Lockdown(shown="2C 4C 6C 8C, 3D 5D 7D 9D, 9H 9S QH QD")
    game.row("Cem", 0)
    game.table.look(3)
    for player, card, count in (("Cem", "JK", 1), ("Ann", "2H", 5)):
        game.open(card)
        game.table.take(f"{card}/open")
        game.row(player, count)
        game.table.look(3)
    assert [str(card) for card in game.state.seats[2].hand] == ["JK"]
    if shown_to_all:
        game.open("JK")
        game.table.take("JK/open")
        game.row("Cem", 2)
    else:
        assert game.show("Cem", "JK") == []
    assert game.table.look(3) == done
    assert game.table.refused == []


def test_a_card_shown_to_all_before_the_table_was_at_rest_again_is_no_part_of_the_hand_shown_before() -> None:
    game = Lockdown(shown="2C 4C 6C 8C, 3D 5D 7D 9D")
    game.row("Cem", 0)
    game.lay_open("10H JH QH KH")
    assert game.table.look(1.5) == []
    game.take_up()
    game.row("Cem", 4)
    assert game.open("KD") == ["Cem hold 10H JH QH KH"]
    game.table.take("KD/open")
    game.row("Ben", 5)
    assert game.table.look(3) == ["Ann force Ben: KD"]


def test_a_first_card_of_an_empty_hand_is_seen_to_be_forced() -> None:
    game = Lockdown(shown="2C 4C 6C 8C, 3D 5D 7D 9D, 9H 9S QH QD")
    for count in (0, 1, 0):  # a row of one card lay there before
        game.row("Cem", count)
        game.table.look(1.5)
    game.open("KD")
    game.table.take("KD/open")
    game.row("Cem", 1)
    assert game.table.look(3) == ["Ann force Cem: KD"]


@pytest.mark.parametrize("taken_up", [False, True])
def test_a_forced_card_that_goes_to_a_pair_at_once_is_seen_there(taken_up: bool) -> None:
    game = Lockdown(shown="2C 4C 6C 8C, 3D 5D 7D 9D, 9H 9S QH JD")
    game.row("Cem", 2)
    game.sets("Cem", "back")
    game.table.look(2)
    game.open("9C")
    game.table.take("9C/open", "Cem back 0")
    if taken_up:  # and another row grows meanwhile
        game.row("Cem", 0)
        game.row("Ben", 5)
    game.sets("Cem", "9H", "9S", "9C")
    assert game.table.look(3) == ["Ann force Cem: 9C"]
    assert [len(locked.cards) for locked in game.state.seats[2].locked] == [3]
    assert game.table.look(3) == []


def test_a_forced_card_that_makes_a_pair_at_once_is_seen_there() -> None:
    game = Lockdown(shown=HANDS)
    game.open("KD")
    game.table.take("KD/open")
    game.row("Cem", 3)
    game.sets("Cem", "back", "back")
    assert game.table.look(3) == ["Ann force Cem: KD"]
    assert [str(card) for card in game.state.seats[2].hand] == ["10H", "JH", "QH"]
    assert game.table.look(10) == []
    assert game.table.asked == ()


def test_a_second_card_shown_to_all_does_not_make_the_first_forgotten() -> None:
    game = Lockdown(shown=HANDS)
    game.open("KD")
    game.table.take("KD/open")
    game.table.look(1)
    game.open("8S")
    game.table.take("8S/open")
    assert game.table.look() == []
    (question,) = game.table.asked
    assert (question.reason, str(question.data["card"])) == ("who_had_to_draw", "KD")
    assert game.table.answer("Ben") == ["Ann force Ben: KD"]
    game.row("Cem", 5)
    assert game.table.look(3) == ["Ben force Cem: 8S"]


def test_a_card_that_was_shown_to_all_did_not_go_to_who_alone_may_act() -> None:
    """Another one was given to him meanwhile, and in whose row the first lies is not seen: nobody forces himself."""
    game = Lockdown(shown=HANDS)
    game.open("KD")
    game.table.take("KD/open")
    game.row("Ann", 5)
    assert game.table.look(3) == []
    game.table.look(8)
    assert [question.reason for question in game.table.asked] == ["who_had_to_draw"]
    assert game.table.answer("Ben") == ["Ann force Ben: KD"]


def test_a_forced_card_that_is_laid_between_others_makes_its_row_no_longer() -> None:
    game = Lockdown(shown=HANDS)
    game.open("KD")
    game.table.take("KD/open")
    game.table.lay("Cem between", 0, -400, "deck", back=True)
    done = game.table.look(3, anew=lambda outline: float(outline[:, 1].mean() < 700))  # where that row lies
    assert done == ["Ann force Cem: KD"]


def test_a_row_in_which_a_card_more_is_seen_tells_nothing_where_all_rows_look_otherwise_at_once() -> None:
    game = Lockdown(shown=HANDS)
    game.open("KD")
    game.table.take("KD/open")
    game.table.lay("Cem between", 0, -400, "deck", back=True)
    assert game.table.look(3) == []
    game.table.look(8)
    assert [question.reason for question in game.table.asked] == ["who_had_to_draw"]


def test_a_card_that_is_known_to_be_elsewhere_cannot_have_come_and_is_not_told() -> None:
    game = Lockdown(shown=HANDS)
    game.open("3D")  # that or Ben's was read wrongly
    game.table.take("3D/open")
    game.row("Cem", 5)
    assert game.table.look(3) == ["Ann force Cem"]
    assert [str(card) for card in game.state.seats[2].hand] == ["10H", "JH", "QH", "KH", "?"]
    assert (game.table.asked, game.table.refused) == ((), [])


@pytest.mark.parametrize(("card", "away", "done"), [("KD", 0, ["Ann force Ben: KD"]), ("2C", 0, []), ("KD", 1, [])])
def test_what_seems_to_lie_beside_a_card_that_is_shown_to_all_is_none(card: str, away: int, done: list[str]) -> None:
    """Unless the card is of somebody's hand, or a row is not there: then it may be a hand."""
    game = Lockdown(shown=HANDS)
    game.row("Ben", 4 * (1 - away))
    game.table.lay("ghost", 64, 0, "3H")
    game.table.lying["ghost"] = replace(game.table.lying["ghost"], certain=False, confidence=0.87)
    game.open(card)
    game.table.take(f"{card}/open", "ghost")
    game.row("Ben", 5)
    assert [line for line in game.table.look(3) if "force" in line] == done


def test_an_arm_that_passed_over_one_row_does_not_take_a_card_from_the_row_it_went_to() -> None:
    """Of two rows that somebody was at the one that becomes longer got the card, however little it looked otherwise."""
    game = Lockdown(shown=HANDS)
    game.open("KD")
    game.table.take("KD/open")

    def passing(outline: FloatArray) -> float:
        x, y = outline.mean(axis=0)
        return 0.0 if x > 1200 else 0.01 if y < 700 else 0.1  # nothing of Ann's row, little of Cem's, more of Ben's

    assert game.table.look(0.2, anew=passing) == []
    assert game.table.look(2.25, anew=lambda outline: 0.0) == []
    game.row("Cem", 5)
    done = game.table.look(3, anew=lambda outline: float(outline[:, 1].mean() < 700))
    assert done == ["Ann force Cem: KD"]


def test_a_row_that_becomes_longer_got_the_card_though_its_backs_look_like_the_table() -> None:
    game = Lockdown(shown=HANDS)
    game.open("KD")
    game.table.take("KD/open")
    game.row("Cem", 5)
    assert game.table.look(4, anew=lambda outline: 0.005) == ["Ann force Cem: KD"]


def test_a_card_is_not_that_of_a_row_that_was_reached_into_while_another_is_longer() -> None:
    game = Lockdown(shown=HANDS)
    game.open("KD")
    game.table.take("KD/open")
    game.row("Cem", 5)
    game.table.look(2, anew=lambda outline: 0.0)
    game.table.lay("Ben between", -300, 400, "deck", back=True)
    assert game.table.look(3, anew=lambda outline: float(outline[:, 0].mean() < 800)) == []  # where Ben's row lies
    game.table.look(8, anew=lambda outline: 0.0)
    assert [question.reason for question in game.table.asked] == ["who_had_to_draw"]
