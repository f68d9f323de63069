"""Lockdown: backs and cards that are seen twice, cards of a hand that seem to be too many, such as are not seen, and
such as go to a set at once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.companion.referee.lockdown.table import Lockdown
from vision.sightings import FloatArray

HANDS = "2C 4C 6C 8C, 3D 5D 7D 9D, 10H JH QH KH"


def at_cems(outline: FloatArray) -> float:
    return float(outline[:, 1].mean() < 700)


def test_a_card_more_in_a_row_that_nobody_reached_is_seen_twice() -> None:
    game = Lockdown()
    game.table.look(1, anew=lambda outline: 0.0)
    game.row("Cem", 5)
    assert game.table.look(12, anew=lambda outline: 0.0) == []
    assert game.table.asked == ()


def test_a_card_more_in_a_row_that_looks_otherwise_came_there() -> None:
    game = Lockdown()
    game.table.look(1, anew=lambda outline: 0.0)
    game.row("Cem", 5)
    game.table.look(0.5, anew=at_cems)
    game.table.look(12, anew=lambda outline: 0.0)
    assert [question.reason for question in game.table.asked] == ["drew_or_forced"]


def test_an_unsure_card_that_a_hand_is_known_to_hold_is_not_one_too_many() -> None:
    """The card that came is known to be another player's, and the last of the row is still to be laid down."""
    game = Lockdown(shown="8H JS QC AH, 7D 10H KS 2C")
    game.show("Cem", "AS 9H 4H 4S", _9H=0.3)
    assert [str(card) for card in game.state.seats[2].hand] == ["AS", "?"]  # the pair is locked
    game.row("Cem", 2)
    game.table.look(2)
    game.row("Ann", 3)
    game.row("Cem", 0)
    game.lay_open("AS 9H JS", _9H=0.3)
    game.table.look(1.5)
    game.take_up()
    game.row("Cem", 2)
    done = game.table.look(1)
    game.row("Cem", 3)
    assert done + game.table.look(3) == ["Ann give JS to Cem"]


def test_a_hand_tells_its_other_cards_though_the_one_that_came_went_to_a_set_at_once() -> None:
    game = Lockdown()
    game.show("Ann", "2C 9S 4C 4H", _9S=0.3)
    assert [str(card) for card in game.state.seats[0].hand] == ["2C", "?"]  # one was not read; the pair is locked
    game.row("Ann", 2)
    game.table.look(2)
    assert game.show("Ann", "2C 9S 4D") == ["Ann draw 4D", "Ann hold 2C 9S"]


@pytest.mark.parametrize(
    ("lying", "done", "asked"),
    [(3, ["Ann take 5D from Ben"], []), (4, [], ["show_again"])],  # it may be another card, misread
)
def test_a_card_that_is_not_seen_in_a_hand_all_of_which_is_known_is_missed_by_nobody(
    lying: int, done: list[str], asked: list[str]
) -> None:
    game = Lockdown(shown="2C 4C 6C 8C, 3D 5D 7D 9D")
    game.row("Ben", lying)
    assert game.show("Ann", "2C 5D 4C 8C") == done
    assert [question.reason for question in game.table.asked] == asked


@pytest.mark.parametrize(
    ("more", "done", "refused"),
    [("Ann", ["Ann take 8H from Ben"], []), ("Ben", [], [("just_got",)])],  # she gave 4C, which she had just drawn
)
def test_of_two_who_held_one_card_each_the_hand_of_both_is_his_whose_row_was_longer(
    more: str, done: list[str], refused: list[tuple[str, ...]]
) -> None:
    game = Lockdown(shown="8C 8D 6C 6D, 3D 3C 7D 7C, 10H JH QH KH")
    for line in ("Ann draw 4C > Ben", "Ben draw 8H > Ann"):
        game.table.tell(line)
    game.row("Ann", 1)
    game.row("Ben", 1)
    game.table.look(2)
    game.table.done.clear()
    for player in ("Ann", "Ben"):
        game.row(player, 2 if player == more else 0)
    game.table.look(1.2)
    game.row(more, 0)
    game.lay_open("4C 8H")
    game.table.look(1.5)
    game.take_up()
    game.row(more, 1)  # the other one went elsewhere at once
    assert game.table.look(2) == done
    assert game.table.refused == refused


def laid_back_one_by_one(game: Lockdown, cards: str) -> list[str]:
    """A hand of Ann's is shown, and of its row two cards lie there again before the others do."""
    game.row("Ann", 0)
    game.lay_open(cards)
    done = game.table.look(1.5)
    game.take_up()
    game.row("Ann", 2)
    return done + game.table.look(1)


def test_a_face_without_a_name_between_two_that_lie_side_by_side_is_a_part_of_them() -> None:
    game = Lockdown()
    game.table.lay("ghost/shown", -17, 700, "?")
    assert laid_back_one_by_one(game, "2C 4C 6C 8C") == ["Ann hold 2C 4C 6C 8C"]


def test_several_parts_of_cards_beside_a_hand_to_which_one_came_are_no_cards_of_it() -> None:
    game = Lockdown(shown="2C 4C 6C 8C, 3D 5D 7D 9D, 10H JH QH KH")
    game.row("Ben", 5)
    game.row("Ann", 3)
    game.table.look(2)
    game.table.lay("ghost/shown", -17, 700, "?")
    game.table.lay("part/shown", 60, 725, "KC", sure=False)
    assert game.show("Ben", "3D 5D 7D 9D 6C") == ["Ann give 6C to Ben"]
    assert game.table.asked == ()


def test_a_face_without_a_name_that_has_a_place_of_its_own_is_a_card() -> None:
    game = Lockdown()
    assert laid_back_one_by_one(game, "2C 4C ? 6C 8C") == ["Ann draw", "Ann hold 2C 4C ? 6C 8C"]


def test_of_two_cards_of_a_set_that_are_read_as_one_the_less_sure_one_is_asked_for() -> None:
    game = Lockdown()
    game.row("Ann", 1)
    game.sets("Ann", "8S", "8D", "8S")
    game.table.lying["Ann 8S 0"] = replace(game.table.lying["Ann 8S 0"], confidence=0.98)
    assert game.table.look(1.5) == []
    assert game.table.asked == ()
    game.table.look(2)
    (question,) = game.table.asked
    thing = game.table.referee.table.thing(question.things[0])
    assert thing is not None
    assert thing.sighting.confidence == 0.98
    assert (question.reason, question.data["guess"]) == ("which_card", "8S")
    assert [put.key for put in game.table.put].count(question.key) == 1  # not at each look
    assert game.table.answer("8C") + game.table.look(2) == ["Ann lock 8C 8D 8S"]
    assert game.table.asked == ()


def test_a_card_of_a_set_that_is_known_by_now_is_not_asked_for_any_more() -> None:
    game = Lockdown()
    game.row("Ann", 1)
    game.sets("Ann", "8S", "8D", "8C")
    unsure = replace(game.table.lying["Ann 8C 2"], confidence=0.6, certain=False)
    game.table.lying["Ann 8C 2"] = unsure
    game.table.look(2)
    (question,) = game.table.asked
    assert (question.reason, question.data["guess"]) == ("which_card", "8C")
    game.table.tell("Ann lock 8S 8D 8C")
    game.table.look(1)
    assert game.table.asked == ()


def shown_twice(game: Lockdown, seconds: float) -> None:
    """Ann shows her hand, two cards of which are read as one."""
    game.row("Ann", 0)
    game.lay_open("10S 2C 4C 6C 10S")
    game.table.look(seconds)


def test_of_two_cards_of_a_hand_that_are_read_as_one_one_came_to_it() -> None:
    game = Lockdown(shown="10S 2C 4C 6C, 3D 5D 7D 9D")
    shown_twice(game, 3)
    (question,) = game.table.asked
    assert (question.reason, question.data["guess"]) == ("which_card", "10S")
    game.table.answer("10C")
    game.take_up()
    game.row("Ann", 5)
    assert game.table.look(2) == ["Ann draw 10C"]


def test_a_card_that_is_read_a_second_time_for_a_moment_is_there_once() -> None:
    game = Lockdown(shown="10S 2C 4C 6C, 3D 5D 7D 9D")
    shown_twice(game, 0.75)
    game.table.take("10S/shown4")
    assert game.table.look(2) == []
    game.take_up()
    game.row("Ann", 4)
    assert game.table.look(2) == []
    assert game.table.asked == ()


def test_a_card_shown_to_all_that_is_read_as_one_of_a_locked_pair_is_another() -> None:
    game = Lockdown(shown="3D 5D 4H 4S, 6C 8C 10C QC, 7H 9H JH KH")
    game.row("Ann", 2)
    game.sets("Ann", "back", "back")
    game.table.look(6)
    game.open("4S")
    game.table.look(1)
    (question,) = game.table.asked
    assert (question.reason, question.data["guess"]) == ("which_card", "4S")
    game.table.answer("4C")
    game.table.take("4S/open")
    game.row("Ben", 5)
    assert game.table.look(3) == ["Ann force Ben: 4C"]


def test_a_card_of_a_locked_pair_that_lies_open_on_its_way_is_not_asked_for() -> None:
    game = Lockdown(shown="3D 5D 4H 4S, 6C 8C 10C QC, 7H 9H JH KH")
    game.row("Ann", 2)
    game.table.look()
    game.open("4S")
    game.table.look(3)
    game.table.take("4S/open")
    game.sets("Ann", "back", "back")
    assert game.table.look(3) == []
    assert game.table.asked == ()


def test_a_card_of_a_locked_set_that_is_badly_bounded_is_not_asked_for() -> None:
    game = Lockdown(shown="3D 5D 4H 4S, 6C 8C 10C QC, 7H 9H JH KH")
    game.row("Ann", 2)
    game.sets("Ann", "back", "back")
    game.table.look(6)
    game.sets("Ann", "4H")
    game.table.look(2)
    game.table.lay("4S/again", 250, 250, "4S")  # its index stands beside that of 4H, and its card seems to lie lower
    assert game.table.look(3) == []
    assert game.table.asked == ()


def test_what_has_no_name_and_stays_where_a_hand_was_taken_up_was_none_of_it() -> None:
    game = Lockdown(shown="2C 4C 6C 8C, 3D 5D 7D 9D, 10H JH QH KH")
    game.row("Ann", 0)
    game.lay_open("2C 4C 6C 8C KD")
    game.table.look(1)
    game.table.lay("ghost", -200, 0, "QH", sure=False)
    game.table.lying["ghost"] = replace(game.table.lying["ghost"], name=None, confidence=0.1)
    game.table.look(1)
    game.take_up()
    game.row("Ann", 5)
    assert game.table.look(2) == ["Ann draw KD"]
    game.open("7C")  # and what comes after it is told as well
    game.table.take("7C/open")
    game.row("Cem", 5)
    assert game.table.look(3) == ["Ann name Ben", "Ben force Cem: 7C"]
    assert game.table.asked == ()


def test_what_lies_in_the_sets_of_one_who_went_out_is_shown_to_nobody() -> None:
    """Cards of hers that the game did not know are gathered one by one, and the last one is no card to be drawn."""
    game = Lockdown(shown="6C 6S 6H 8H, 3D 5D 7D 9D, 10H JH QH KH")
    game.sets("Ann", "6C", "6S", "6H")
    game.table.lay("QD", 330, 288, "QD")
    game.table.lay("QS", 352, 288, "QS")
    game.table.look(2)
    game.table.tell("Ann draw 6D")
    assert game.state.gone == ("Ann",)
    game.row("Ann", 0)
    for key in ("Ann 6C 0", "Ann 6S 1", "Ann 6H 2", "QS", "QD"):
        game.table.take(key)
        game.table.look(1)
    game.row("Ben", 5)
    assert game.table.look(2) + game.show("Ben", "3D 5D 7D 9D 2C") == ["Ben draw 2C"]


def test_a_card_that_is_seen_twice_in_a_hand_of_which_nothing_is_known_is_one_card() -> None:
    game = Lockdown()
    game.row("Ann", 0)
    game.lay_open("4D AS 4D 10D 3H", _4D=0.87)
    game.table.look(1.5)
    game.take_up()
    game.row("Ann", 4)
    assert game.table.look(1.25) == ["Ann hold AS ? 10D 3H"]
    assert game.table.asked == ()


def test_a_card_that_is_seen_twice_in_a_hand_that_is_known_may_be_the_one_that_came() -> None:
    game = Lockdown(shown=HANDS)
    game.row("Ann", 0)
    game.lay_open("2C 4C 6C 8C 8C")
    game.table.lying["8C/shown4"] = replace(game.table.lying["8C/shown4"], certain=False, confidence=0.8)
    game.table.look(1.5)
    game.take_up()
    game.row("Ann", 5)
    assert game.table.look(1.25) == ["Ann draw"]


def test_no_card_came_where_people_say_so() -> None:
    game = Lockdown(shown=HANDS)
    game.row("Ben", 5)
    game.table.look()
    assert game.show("Ben", "3D 5D 7D 9D 2H") == []
    (question,) = game.table.asked
    assert question.reason == "drew_or_forced"
    assert game.table.answer("nothing") == []
    game.row("Ben", 4)
    game.row("Ann", 5)
    game.table.look()
    assert game.show("Ann", "2C 4C 6C 8C 9H") == ["Ann draw 9H"]
    game.row("Ben", 5)
    game.table.look()
    assert game.show("Ben", "3D 5D 7D 9D KS") == ["Ann name Ben", "Ben draw KS"]
    assert game.table.refused == []
