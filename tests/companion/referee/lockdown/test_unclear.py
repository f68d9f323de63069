"""Lockdown read by eyes that do not see every card of a row: hands that are shown and the ends of rows tell more."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.referee.lockdown.reading import LockdownReading
from companion.rules.cards import Card
from companion.rules.game import Setup
from models.render.games.making import Order, made
from tests.companion.referee import watched_film
from tests.companion.referee.bystanders import bystander
from tests.companion.referee.flawed_eyes import FlawedEyes
from tests.companion.referee.lockdown.table import GAME, PLACES, Lockdown
from tests.companion.referee.small_table import SmallTable
from tests.companion.referee.test_flawed_eyes import watched
from tests.models.plain_stock import PlainStock
from vision.sightings import Kind

HANDS = "2C 4C 6C 8C, 3D 5D 7D 9D, 10H JH QH KH"
TWO_JOKERS = "2C 4C 6C 8C, JK 5D 7D 9D, JK JH QH KH"


def test_a_row_that_became_longer_tells_who_had_to_draw_though_a_card_of_it_is_not_seen() -> None:
    game = Lockdown(shown=HANDS)
    game.table.take("Cem1")
    game.table.take("Ben2")
    game.table.look()
    game.open("KD")
    game.table.take("KD/open")
    game.row("Cem", 5)
    game.table.take("Cem1")
    assert game.table.look(3) == ["Ann force Cem: KD"]


def test_a_back_of_a_row_that_looks_like_a_face_is_no_card_that_is_shown() -> None:
    game = Lockdown(shown=HANDS)
    back = game.table.lying["Ben1"]
    game.table.lying["Ben1"] = replace(back, kind=Kind.CARD, name=None, confidence=0.3, certain=False)
    assert game.table.look(3) == []
    assert game.show("Ann", "2C 4C 6C 8C") == []
    assert game.table.asked == ()
    game.open("KD")
    game.table.take("KD/open")
    game.row("Cem", 5)
    assert game.table.look(3) == ["Ann force Cem: KD"]


def test_who_had_to_draw_is_asked_where_two_rows_became_longer() -> None:
    game = Lockdown(shown=HANDS)
    game.table.take("Ben3")
    game.table.look()
    game.open("KD")
    game.table.take("KD/open")
    game.row("Cem", 5)
    game.table.take("Cem1")
    game.row("Ben", 4)
    assert game.table.look(12) == []
    (question,) = game.table.asked
    assert question.reason == "who_had_to_draw"
    assert game.table.answer("Cem") == ["Ann force Cem: KD"]


def test_who_had_to_draw_is_not_asked_where_only_one_row_looks_otherwise() -> None:
    game = Lockdown(shown=HANDS)
    game.table.look()
    game.open("KD")
    game.table.take("KD/open")
    assert game.table.look(0.5, anew=lambda outline: outline.mean(axis=0)[1] < 1100) == []  # by Cem
    game.row("Ben", 5)
    assert game.table.look(3, anew=lambda outline: False) == ["Ann force Cem: KD"]


def test_who_had_to_draw_is_told_by_the_one_row_that_looks_a_little_otherwise_if_none_does_more() -> None:
    game = Lockdown(shown=HANDS)
    game.table.look()
    game.open("KD")
    game.table.take("KD/open")
    assert game.table.look(0.5, anew=lambda outline: 0.01 if outline.mean(axis=0)[1] < 700 else 0.0) == []  # of Cem
    assert game.table.look(1.5, anew=lambda outline: 0.0) == []
    assert game.table.look(3, anew=lambda outline: 0.0) == ["Ann force Cem: KD"]


def test_rows_that_all_look_otherwise_at_once_were_nudged() -> None:
    game = Lockdown(shown=HANDS)
    game.table.look()
    game.open("KD")
    game.table.take("KD/open")
    assert game.table.look(0.5, anew=lambda outline: 0.01 if outline.mean(axis=0)[1] < 700 else 0.0) == []  # of Cem
    assert game.table.look(0.5, anew=lambda outline: 0.03) == []  # the whole table
    assert game.table.look(5, anew=lambda outline: 0.0) == ["Ann force Cem: KD"]


def test_who_had_to_draw_is_not_told_before_any_row_looks_otherwise() -> None:
    game = Lockdown(shown=HANDS)
    game.table.look()
    game.open("KD")
    game.table.take("KD/open")
    game.row("Ben", 5)
    middle = np.array([1000, 1000])
    assert game.table.look(6, anew=lambda outline: np.linalg.norm(outline.mean(axis=0) - middle) < 150) == []
    assert game.table.asked == ()
    assert game.table.look(6, anew=lambda outline: False) == []
    (question,) = game.table.asked
    assert question.reason == "who_had_to_draw"


def test_a_back_that_is_seen_twice_for_a_moment_is_no_card_drawn() -> None:
    game = Lockdown()
    game.row("Ann", 5)
    game.table.look(1.5)
    game.row("Ann", 4)
    assert game.table.look(10) == []
    assert len(game.state.seats[0].hand) == 4


def test_cards_on_their_way_while_rows_are_gone_are_no_pair() -> None:
    game = Lockdown()
    game.row("Ann", 0)
    game.row("Cem", 2)
    game.sets("Cem", "back")
    assert game.table.look(5) == []


def test_rows_that_are_not_seen_for_a_while_were_not_shuffled() -> None:
    game = Lockdown(shown=HANDS)
    for player in PLACES:
        game.row(player, 0)
    game.table.look(3)
    for player in PLACES:
        game.row(player, 4)
    game.table.look(3)
    game.row("Ann", 5)
    game.table.look()
    assert game.show("Ann", "2C 4C 6C 8C 9H") == ["Ann draw 9H"]


def test_whose_hand_it_is_is_told_by_its_cards_where_rows_are_not_seen() -> None:
    game = Lockdown(shown=HANDS)
    game.row("Cem", 0)
    game.row("Ben", 0)
    game.table.look(2)
    assert game.show("Ann", "2C 4C 6C 8C 3D") == ["Ann take 3D from Ben"]


def test_what_is_likely_is_enough_for_cards_that_the_hand_is_known_to_hold() -> None:
    game = Lockdown(shown=HANDS)
    game.row("Ann", 0)
    for place, card in enumerate(["2C", "4C", "6C", "8C", "9H"]):
        game.table.lay(f"{card}/shown{place}", 42.0 * place - 80, 700, card, sure=card == "9H")
        key = f"{card}/shown{place}"
        game.table.lying[key] = replace(game.table.lying[key], confidence=0.98)
    game.table.look(3)
    assert game.table.asked == ()
    game.take_up()
    game.row("Ann", 5)
    assert game.table.look(2) == ["Ann draw 9H"]


def test_a_likely_name_that_fits_no_hand_is_a_wrong_one() -> None:
    game = Lockdown(shown=HANDS)
    assert game.show("Ann", "2C 4C 6C 8S 9H", 3, _8S=0.98) == ["Ann draw 9H"]


def test_of_two_unsure_reads_of_one_card_of_a_hand_the_surer_counts() -> None:
    game = Lockdown(shown=HANDS)
    game.row("Ann", 0)
    game.lay_open("2C 4C 6C 8C", _8C=0.98)
    game.table.lay("8S/shown", 42.0 * 3 - 84, 703, "8S", sure=False)
    game.table.look(3)
    game.take_up()
    game.row("Ann", 4)
    assert game.table.look(2) == []
    assert game.table.asked == ()


def test_of_two_new_names_the_one_that_was_suspected_before_did_not_come() -> None:
    game = Lockdown()
    assert game.show("Ann", "2C 4C 6C 8C", 3, _8C=0.7) == ["Ann hold 2C 4C 6C ?"]
    assert game.show("Ann", "2C 4C 6C 8C 9H", 3) == ["Ann draw 9H", "Ann hold 2C 4C 6C 8C 9H"]


def test_of_two_new_names_either_may_have_come_where_another_was_suspected() -> None:
    game = Lockdown()
    game.show("Ann", "2C 4C 6C 8S", 3, _8S=0.7)
    assert game.show("Ann", "2C 4C 6C 8C 9H", 3) == ["Ann draw", "Ann hold 2C 4C 6C 8C 9H"]


def test_which_card_came_is_asked_where_another_one_is_as_unsure_as_before() -> None:
    game = Lockdown()
    game.show("Ann", "2C 4C 6C 8C", 3, _8C=0.7)
    game.row("Ann", 0)
    for place, card in enumerate(["2C", "4C", "6C", "8C", "9H"]):
        game.table.lay(f"{card}/shown{place}", 42.0 * place - 80, 700, card, sure=place < 3)
    game.table.look(3)
    (question,) = game.table.asked
    assert (question.reason, question.data["guess"]) == ("which_card", "9H")
    game.table.answer("9S")
    game.table.look()
    game.take_up()
    game.row("Ann", 5)
    assert game.table.look(2)[0] == "Ann draw 9S"


def test_a_card_that_was_read_where_the_next_one_came_to_lie_is_there_once() -> None:
    game = Lockdown(shown=HANDS)
    game.row("Ann", 0)
    game.table.lay("4C/shown9", -80, 704, "4C")
    game.table.look()
    game.lay_open("2C 4C 6C 8C")
    game.table.look(2)
    game.take_up()
    game.row("Ann", 4)
    assert game.table.look(2) == []
    assert game.table.asked == ()


def test_a_hand_that_cannot_be_what_is_known_is_to_be_shown_again_before_anything_follows() -> None:
    game = Lockdown(shown=HANDS)
    assert game.show("Ann", "2C 4C 6C 8C 9H 9S") == []
    (question,) = game.table.asked
    assert question.reason == "show_again"
    game.row("Ann", 5)
    game.table.look()
    assert game.show("Ben", "3D 5D 7D 9D") == []
    assert game.show("Ann", "2C 6C 8C 9H 4C") == ["Ann draw 9H"]


def test_play_that_goes_on_makes_do_with_what_was_seen_of_a_hand() -> None:
    game = Lockdown()
    assert game.show("Ann", "2C 4C 6C") == ["Ann hold 2C 4C 6C ?"]  # no card can have come: nothing waits for it
    assert game.show("Ben", "3D 5D 7D 9D") == ["Ben hold 3D 5D 7D 9D"]
    assert game.show("Cem", "2H 4H 6H 8H") == ["Cem hold 2H 4H 6H 8H"]
    assert [question.reason for question in game.table.asked] == ["show_again"]
    game.row("Ben", 5)
    game.table.look()
    assert game.show("Ben", "3D 5D 7D 9D KS") == []
    (question,) = game.table.asked
    assert question.reason == "came_from"
    assert question.choices == ("deck", "Ann", "nothing")  # it may be Ann's one that was not seen
    game.table.answer("deck")
    assert game.table.answer("Ann") == ["Ann force Ben: KS"]
    assert game.show("Ann", "2C 4C 6C 8C") == ["Ann hold 2C 4C 6C 8C"]


def test_play_that_goes_on_makes_do_with_all_hands_of_which_not_all_was_seen() -> None:
    game = Lockdown()
    hands = ["Ann hold 2C 4C 6C ?", "Ben hold 3D 5D 7D 9D", "Cem hold 2H 4H 6H ?"]
    shown = (("Ann", "2C 4C 6C"), ("Ben", "3D 5D 7D 9D"), ("Cem", "2H 4H 6H"))
    assert [done for player, hand in shown for done in game.show(player, hand)] == hands
    game.open("KS")
    game.table.take("KS/open")
    game.row("Ben", 5)
    assert game.table.look(2) == ["Ann force Ben: KS"]
    assert game.table.asked == ()


@pytest.mark.timeout(300)
@pytest.mark.parametrize("eyes", [1, 2])
def test_a_film_whose_overlapped_backs_are_badly_seen(eyes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watched_film, "STEP", 0.125)
    who = bystander(made(Order("lockdown", 14, size=(480, 270), players=3, actions=8), PlainStock()))
    told = watched(who, FlawedEyes(eyes, unseen_backs=0.4))
    done = tuple(line for line in told.carried_out if who.bare(line) not in who.besides)
    assert done == who.moves[: len(done)]
    assert len(done) >= len(who.moves) - 1  # whether the last one is asked about, the film is over too soon to tell
    assert told.refused == []
    assert len([question for question in told.questions if question.reason != "which_card"]) <= 5


def test_rows_that_are_not_seen_are_told_of_once() -> None:
    table = SmallTable(GAME, GAME.start(Setup(tuple(PLACES))), LockdownReading())
    table.lay("deck", 0, 0, "deck", back=True)
    for place in range(3):
        table.lay(f"Ann{place}", 300 + 24.0 * place, 400, "deck", back=True)
    table.look(14)
    assert table.asked == ()
    table.look(2)
    (question,) = table.asked
    assert (question.reason, dict(question.data)) == ("rows_unseen", {"seen": 1, "count": 3})
    table.answer("nothing")
    table.look(40)
    assert table.asked == ()


def test_rows_that_come_to_be_seen_are_not_asked_about_any_more() -> None:
    table = SmallTable(GAME, GAME.start(Setup(tuple(PLACES))), LockdownReading())
    table.lay("deck", 0, 0, "deck", back=True)
    table.look(16)
    assert [question.reason for question in table.asked] == ["rows_unseen"]
    for player, (x, y) in PLACES.items():
        for place in range(4):
            table.lay(f"{player}{place}", x + 24.0 * place, y, "deck", back=True)
    table.look(2)
    assert [question.reason for question in table.asked] == ["whose_hand"]


def test_a_card_that_is_read_twice_in_a_hand_that_is_shown_is_one() -> None:
    game = Lockdown(shown=HANDS)
    game.row("Ben", 3)
    game.table.lay("?/shown9", -36, 702, "?")
    assert game.show("Ann", "2C 4C 6C 8C 3D") == ["Ann take 3D from Ben"]
    assert game.table.asked == ()


def test_a_card_that_is_read_a_second_time_as_another_one_unsurely_is_one() -> None:
    game = Lockdown(shown=HANDS)
    game.table.lay("KD/shown", -70.0, 694, "KD")
    game.table.lying["KD/shown"] = replace(game.table.lying["KD/shown"], certain=False, confidence=0.8)
    assert game.show("Ann", "2C 4C 6C 8C") == []
    assert game.table.asked == ()


def test_a_card_that_is_read_a_second_time_unsurely_while_it_lies_there_is_one() -> None:
    game = Lockdown(shown=HANDS)
    game.row("Ben", 3)
    game.row("Ann", 0)
    game.lay_open("2C 4C 6C 8C 3D")
    assert game.table.look(0.5) == []
    game.table.lay("3D/shown again", 91.0, 701, "3D", sure=False)
    assert game.table.look(4) == []
    game.take_up()
    game.row("Ann", 5)
    assert game.table.look(1.25) == ["Ann take 3D from Ben"]
    assert game.table.asked == ()


def test_an_unsure_card_that_is_one_too_many_for_a_hand_is_none() -> None:
    game = Lockdown(shown=HANDS)
    game.row("Ben", 3)
    game.table.lay("KS/shown", -112.0, 698, "KS")
    game.table.lying["KS/shown"] = replace(game.table.lying["KS/shown"], certain=False, confidence=0.92)
    assert game.show("Ann", "2C 4C 6C 8C 3D") == ["Ann take 3D from Ben"]
    assert game.table.asked == ()


def test_a_card_outside_the_game_that_is_read_twice_is_not_shown_to_all() -> None:
    game = Lockdown(shown=HANDS)
    game.table.set_right(replace(game.state, away=(Card.parse("QS"),)))
    game.table.lay("QS/away", -500, 0, "QS")
    game.table.lay("QS/twice", -440, 20, "QS")
    game.table.look(3)
    game.row("Ben", 3)
    assert game.show("Ann", "2C 4C 6C 8C 3D") == ["Ann take 3D from Ben"]


@pytest.mark.parametrize(("x", "name", "sure"), [(-490, "?", False), (-460, "9S", False), (-460, "9S", True)])
def test_a_misread_face_on_cards_outside_the_game_is_one_of_them(x: float, name: str, sure: bool) -> None:
    """The joker read anew, or the queen of spades, which was not seen."""
    game = Lockdown(shown=HANDS)
    game.table.set_right(replace(game.state, away=tuple(map(Card.parse, ("JK", "QD", "QS")))))
    game.table.lay("JK/away", -500, 0, "JK")
    game.table.lay("QD/away", -470, 0, "QD")
    game.table.lay("misread/away", x, 3, name, sure=sure)
    game.table.look(3)
    game.row("Ben", 3)
    assert game.show("Ann", "2C 4C 6C 8C 3D") == ["Ann take 3D from Ben"]
    assert game.table.asked == ()


def test_a_card_that_is_told_in_the_place_of_another_is_the_one_that_the_gap_between_them_lacks() -> None:
    game = Lockdown()
    game.row("Ann", 0)
    game.lay_open("2C 4C 6C 8C")
    game.table.look(2)
    game.table.lay("4C/shown1", -78, 700, "4C")
    game.table.look(0.5)
    game.take_up()
    game.row("Ann", 4)
    assert game.table.look(2) == ["Ann hold 2C 4C 6C 8C"]
    assert game.table.asked == ()


def test_what_surely_is_no_back_of_the_deck_is_no_card() -> None:
    table = SmallTable(GAME, GAME.start(Setup(tuple(PLACES))), LockdownReading())
    table.lay("deck", 0, 0, "deck", back=True)
    for player, (x, y) in PLACES.items():
        for place in range(4):
            table.lay(f"{player}{place}", x + 24.0 * place, y, "deck", back=True)
    for place in range(2):  # grain that goes on where a row ends
        table.lay(f"grain{place}", PLACES["Ann"][0] + 96 + 24.0 * place, PLACES["Ann"][1], "?", back=True)
    table.lying |= {key: replace(table.lying[key], certain=True) for key in ("grain0", "grain1")}
    table.look(3)
    (question,) = table.asked
    assert (question.reason, len(question.things)) == ("whose_hand", 4)


def test_a_card_that_another_is_known_to_have_held_is_told_though_it_was_not_read_surely() -> None:
    game = Lockdown(shown=HANDS)
    assert game.show("Ben", "3D 5D 7D 9D 8C", _8C=0.7) == ["Ann give 8C to Ben"]
    assert game.table.asked == ()


def test_an_unsure_card_that_nobody_is_known_to_have_held_is_not_told_by_its_likely_name() -> None:
    game = Lockdown(shown=HANDS)
    done = game.show("Ben", "3D 5D 7D 9D 9C", _9C=0.7)
    assert not any("9C" in line for line in done)
    assert [question.reason for question in game.table.asked] != []


@pytest.mark.parametrize(("seconds", "done"), [(1.7, ["Ann draw 9H"]), (0.7, [])])
def test_a_card_that_lay_beside_the_others_for_a_while_is_one_of_them_though_it_is_missed_later(
    seconds: float, done: list[str]
) -> None:
    """Not one that was to be seen for a moment."""
    game = Lockdown(shown=HANDS)
    game.row("Ann", 0)
    game.lay_open("2C 4C 6C 8C 9H")
    game.table.look(seconds)
    game.table.take("9H/shown4")
    game.table.look(3)
    game.take_up()
    game.row("Ann", 5)
    assert game.table.look(2) == done


def test_a_dealt_hand_is_all_there_though_its_cards_seem_to_lie_apart() -> None:
    game = Lockdown()
    game.row("Ann", 0)
    for x, card in ((-80, "2C"), (-42, "4C"), (-4, "6C"), (90, "8C")):
        game.table.lay(f"{card}/shown", x, 700, card)
    game.table.look(2)
    game.take_up()
    game.row("Ann", 4)
    assert game.table.look(2) == ["Ann hold 2C 4C 6C 8C"]
    assert game.table.asked == ()


@pytest.mark.parametrize(
    ("left", "done", "asked"), [(3, ["Cem take JK from Ben"], []), (4, [], [("came_from", ("deck", "Ben", "nothing"))])]
)
def test_a_joker_that_came_to_a_hand_may_be_the_other_one(left: int, done: list[str], asked: list[object]) -> None:
    """Unless the row of who holds the first became shorter."""
    game = Lockdown(shown="2C 4C 6C 8C, 3D 5D 7D JK, 10H JH QH KH")
    game.open("QD")
    game.table.take("QD/open")
    game.row("Cem", 5)
    game.table.look(3)
    game.row("Ben", left)
    game.table.look()
    assert game.show("Cem", "10H JH QH KH QD JK") == done
    assert [(question.reason, question.choices) for question in game.table.asked] == asked


def test_faces_that_lie_in_the_middle_for_ever_are_asked_about_though_they_were_surely_read() -> None:
    """A set that was put aside and misread, cards of another game: nothing is seen of what is done meanwhile."""
    game = Lockdown(shown=HANDS)
    game.open("KS", "QS")
    game.table.look(55)
    assert game.table.asked == ()
    game.table.look(6)
    assert [question.reason for question in game.table.asked] == ["which_card"] * 2
    assert [question.data["guess"] for question in game.table.asked] == ["KS", "QS"]
    game.table.take("KS/open", "QS/open")
    game.table.look(2)
    game.row("Ben", 3)
    assert game.show("Ann", "2C 4C 6C 8C 3D") == ["Ann take 3D from Ben"]
    assert game.table.asked == ()


@pytest.mark.parametrize(
    ("lying", "done"), [(4, ["Ann hold 2C 4C 6C 8C"]), (5, ["Ann draw", "Ann hold 2C 4C 6C ? 8C"])]
)
def test_an_unsure_card_more_in_a_hand_whose_row_is_as_it_was_is_none(lying: int, done: list[str]) -> None:
    game = Lockdown()
    game.row("Ann", 0)
    for x, card in ((0, "2C"), (42, "4C"), (84, "6C"), (105, "10D"), (126, "8C")):
        game.table.lay(f"{card}/shown", x, 700, card, sure=card != "10D")
    game.table.look(1.5)
    game.take_up()
    game.row("Ann", lying)
    assert game.table.look(3) == done


def test_a_joker_of_which_another_player_holds_the_other_one_is_whose_row_became_shorter() -> None:
    game = Lockdown(shown=TWO_JOKERS)
    game.row("Cem", 3)
    assert game.show("Ann", "2C 4C 6C 8C JK") == ["Ann take JK from Cem"]


def test_a_joker_that_was_not_read_surely_may_be_of_either_who_holds_one() -> None:
    game = Lockdown(shown=TWO_JOKERS)
    game.row("Cem", 3)
    assert game.show("Ann", "2C 4C 6C 8C JK", _JK=0.3) == ["Ann take JK from Cem"]


def test_whose_joker_it_was_is_asked_where_no_row_became_shorter() -> None:
    game = Lockdown(shown=TWO_JOKERS)
    assert game.show("Ann", "2C 4C 6C 8C JK") == []
    (question,) = game.table.asked
    assert (question.reason, question.choices) == ("came_from", ("Ben", "Cem", "nothing"))
    assert game.table.answer("Cem") == ["Ann take JK from Cem"]
