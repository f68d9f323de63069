"""Lockdown read from the table: a whole rendered game by perfect eyes, and what only some tables show."""

from __future__ import annotations

import pytest

from companion.referee.lockdown.reading import LockdownReading
from companion.rules.cards import UNKNOWN
from companion.rules.game import Setup
from models.render.games.making import Order, made
from tests.companion.referee.bystanders import bystander
from tests.companion.referee.lockdown.table import GAME, PLACES, STEP, Lockdown
from tests.companion.referee.small_table import SmallTable
from tests.companion.referee.watched_film import watch
from tests.models.plain_stock import PlainStock

HANDS = "2C 4C 6C 8C, 3D 5D 7D 9D, 10H JH QH KH"


@pytest.mark.parametrize("turned", [0.0, 40.0, 90.0, 170.0, -75.0])
def test_one_question_tells_where_everybody_sits(turned: float) -> None:
    game = Lockdown(turned=turned, shown=HANDS)
    assert game.table.asked == ()
    assert sorted(str(card) for card in game.state.seats[1].hand) == ["3D", "5D", "7D", "9D"]
    game.row("Ann", 5)
    game.table.look()
    assert game.show("Ann", "2C 4C 6C 8C 9H") == ["Ann draw 9H"]


def test_a_pair_in_a_shown_hand_locks() -> None:
    game = Lockdown(shown="2C 2D 6C 8C, 3D 5D 7D 9D, 10H JH QH KH")
    assert [len(seat.mobile) for seat in game.state.seats] == [2, 4, 4]
    game.row("Ann", 2)
    game.sets("Ann", "back")
    assert game.table.look(5) == []


def test_a_card_that_goes_from_hand_to_hand_is_given_or_taken_by_whose_turn_it_is() -> None:
    game = Lockdown(shown=HANDS)
    game.row("Ann", 3)
    game.row("Ben", 5)
    game.table.look()
    assert game.show("Ben", "3D 5D 7D 9D 4C") == ["Ann give 4C to Ben"]
    game.row("Cem", 3)
    game.row("Ben", 6)
    game.table.look()
    assert game.show("Ben", "3D 5D 7D 9D 4C QH") == ["Ben take QH from Cem"]
    assert game.table.refused == []


def test_a_card_hidden_under_another_in_the_row_is_found_when_the_hand_is_shown() -> None:
    game = Lockdown(shown=HANDS)
    game.row("Ann", 3)
    game.table.look()
    assert game.show("Ben", "3D 5D 7D 9D 4C") == ["Ann give 4C to Ben"]


def test_whose_hand_was_shown_may_be_clear_only_when_it_lies_there_again() -> None:
    game = Lockdown(("Ann", "Cem"), shown="2C 2D 3C 4C, 5C 5D 6C 7C")
    game.row("Ann", 2)
    game.row("Cem", 2)
    game.table.look()
    for player, cards in (("Ann", "3C 4C 3D"), ("Cem", "6C 7C 6D")):
        game.row(player, 3)
        game.table.look()
        game.show(player, cards)
        game.row(player, 1)
        game.table.look()
    game.row("Ann", 0)  # what Cem is given hides what lay there
    game.table.look()
    done = game.show("Cem", "7C 4C") + game.table.look()
    assert done == ["Ann give 4C to Cem"]
    assert game.table.refused == []


def test_a_row_that_seems_shorter_for_a_while_has_lost_nothing() -> None:
    game = Lockdown(shown=HANDS)
    game.row("Ben", 3)
    game.row("Ann", 5)
    game.table.look()
    assert game.show("Ann", "2C 4C 6C 8C 9H") == ["Ann draw 9H"]
    assert len(game.state.seats[1].hand) == 4


def test_who_draws_next_was_named() -> None:
    game = Lockdown(shown=HANDS)
    game.row("Ann", 5)
    game.table.look()
    assert game.show("Ann", "2C 4C 6C 8C JK") == ["Ann draw JK"]
    game.row("Cem", 5)
    game.table.look()
    assert game.show("Cem", "10H JH QH KH AS") == ["Ann name Cem", "Cem draw AS"]


def test_given_or_taken_is_asked_where_either_may_have_been_named() -> None:
    game = Lockdown(shown=HANDS)
    game.row("Ann", 5)
    game.table.look()
    game.show("Ann", "2C 4C 6C 8C JK")
    game.row("Cem", 3)
    game.row("Ben", 5)
    game.table.look()
    assert game.show("Ben", "3D 5D 7D 9D QH") == []
    (question,) = game.table.asked
    assert (question.reason, question.choices) == ("given_or_taken", ("given", "taken", "nothing"))
    assert game.table.answer("taken") == ["Ann name Ben", "Ben take QH from Cem"]
    assert game.state.turn == "Cem"


def test_a_card_shown_to_all_was_forced() -> None:
    game = Lockdown(shown=HANDS)
    assert game.open("KD") == []
    game.table.take("KD/open")
    game.row("Cem", 5)
    assert game.table.look(3) == ["Ann force Cem: KD"]
    assert game.state.turn == "Cem"
    assert len(game.state.seats[2].locked) == 1


def test_who_forced_is_asked_where_it_cannot_be_told() -> None:
    game = Lockdown(shown=HANDS)
    game.row("Ann", 5)
    game.table.look()
    game.show("Ann", "2C 4C 6C 8C JK")
    game.open("7H")
    game.table.take("7H/open")
    game.row("Ann", 6)
    assert game.table.look(3) == []
    (question,) = game.table.asked
    assert (question.reason, question.choices) == ("who_forced", ("Ben", "Cem"))
    assert game.table.answer("Cem") == ["Ann name Cem", "Cem force Ann: 7H"]


def test_a_clear_is_paid_out_of_the_hand() -> None:
    game = Lockdown(shown="JK 4C 6C 8C, 3D 5D 7D 9D, 10H JH QH KH")
    game.row("Ann", 3)
    assert game.open("JK") == ["Ann clear JK"]
    game.row("Ann", 0)
    game.table.look()
    game.row("Ann", 4)
    game.table.look()
    assert game.show("Ann", "2S 4S 6S 8S") == ["Ann hold 2S 4S 6S 8S"]
    assert [str(card) for card in game.state.away] == ["JK"]


def test_a_new_hand_after_a_clear_is_no_card_drawn() -> None:
    game = Lockdown(shown="JK 6D 6C 8C, 3D 5D 7D 9D, 10H JH QH KH")
    game.row("Ann", 2)
    game.sets("Ann", "back")
    game.table.look()
    game.row("Ann", 1)
    assert game.open("JK") == ["Ann clear JK"]
    game.row("Ann", 0)
    game.table.take("Ann back 0")
    game.table.look()
    game.row("Ann", 2)  # two of the four hide the others
    game.table.look()
    assert game.show("Ann", "2S 4S 6S 6H") == ["Ann hold 2S 4S 6S 6H"]
    game.row("Ann", 4)
    assert game.table.look(25) == []
    assert game.table.refused == []


def test_old_sets_on_their_way_after_a_clear_are_no_new_ones() -> None:
    game = Lockdown(shown="JK 6D 6C 8C, 3D 5D 7D 9D, 10H JH QH KH")
    game.row("Ann", 2)
    game.sets("Ann", "back")
    game.table.look()
    game.row("Ann", 1)
    assert game.open("JK") == ["Ann clear JK"]
    game.row("Ann", 0)
    game.table.look(5)
    game.row("Ann", 4)
    assert game.table.look(5) == []
    game.sets("Ann", "6D", "6C", "6H")  # read anew
    assert game.table.look(5) == []


def test_a_joker_in_the_middle_that_its_player_cannot_have_had_is_forced() -> None:
    game = Lockdown(shown=HANDS)
    game.row("Cem", 3)  # one card of the row is hidden
    assert game.open("JK") == []
    game.table.take("JK/open")
    game.row("Ben", 5)
    game.row("Cem", 4)
    assert game.table.look(3) == ["Ann force Ben: JK"]


def test_hands_that_went_together_and_came_back_were_shuffled() -> None:
    game = Lockdown(shown=HANDS)
    for player in PLACES:
        game.row(player, 0)
        game.table.lay(f"heap {player}", 500, 0, "deck", back=True)
        game.table.look()
    game.table.look()
    game.table.take(*[key for key in game.table.lying if key.startswith("heap")])
    done = []
    for player in PLACES:
        game.row(player, 4)
        done += game.table.look()
    assert done == []
    assert game.show("Ben", "10H 2C 4C 9D") == ["Ann shuffle", "Ben hold 10H 2C 4C 9D"]


def test_without_shown_hands_the_cards_stay_unknown() -> None:
    game = Lockdown()
    game.row("Ann", 5)
    assert game.table.look(5) == ["Ann draw"]
    game.row("Cem", 3)
    game.row("Ann", 6)
    assert game.table.look(5) == ["Ann name Cem", "Cem give ? to Ann"]
    assert all(card == UNKNOWN for seat in game.state.seats for card in seat.hand)


def test_sets_that_nobody_could_know_of_are_told_by_the_table() -> None:
    game = Lockdown(("Ann", "Cem"))
    game.row("Ann", 2)
    game.sets("Ann", "back")
    assert game.table.look(2) == ["Ann lock"]
    game.row("Ann", 3)
    assert game.table.look(5) == ["Ann draw"]
    game.row("Cem", 5)
    game.table.look()
    game.row("Cem", 3)
    game.sets("Cem", "back")
    assert game.table.look(5) == ["Cem draw", "Cem lock"]


def test_a_pair_made_by_a_card_that_never_lay_in_the_row() -> None:
    game = Lockdown()
    game.row("Ann", 3)
    game.row("Ben", 3)
    game.sets("Ben", "back")
    assert game.table.look(5) == ["Ann give ? to Ben", "Ben lock"]
    assert [len(seat.mobile) for seat in game.state.seats] == [3, 3, 4]


def test_a_third_turns_the_set_up_and_a_fourth_is_out() -> None:
    game = Lockdown()
    game.row("Ben", 2)
    game.sets("Ben", "back")
    assert game.table.look(2) == ["Ben lock"]
    game.table.take("Ben back 0")
    game.sets("Ben", "7C", "7D", "7H")
    game.row("Ann", 3)
    assert game.table.look(5) == ["Ann give ? to Ben", "Ben lock 7C 7D 7H"]
    assert game.state.seats[1].has_triplet
    game.row("Cem", 3)
    game.sets("Ben", "7C", "7D", "7H", "7S")
    assert game.table.look(5) == ["Ben take ? from Cem", "Ben lock 7C 7D 7H 7S"]
    assert game.state.gone == ("Ben",)
    game.row("Ben", 0)
    assert game.table.look(5) == []


def three_sevens() -> Lockdown:
    """Ben locked a pair of sevens, and a third that Ann gave him."""
    game = Lockdown()
    game.row("Ben", 2)
    game.sets("Ben", "back")
    game.table.look(2)
    game.table.take("Ben back 0")
    game.sets("Ben", "7C", "7D", "7H")
    game.row("Ann", 3)
    game.table.look(5)
    return game


def test_a_card_of_a_set_that_is_read_anew_without_a_name_is_not_asked_for() -> None:
    game = three_sevens()
    x, y = PLACES["Ben"][0] - 60 + 22, PLACES["Ben"][1] * 0.72
    game.table.lay("Ben ? 1", x - 10, y - 13, "?")
    game.table.look(6)
    assert game.table.asked == ()
    game.table.lay("Ben ? 2", x + 44, y, "?")
    game.table.look(6)
    assert [question.reason for question in game.table.asked] == ["which_card"]


@pytest.mark.parametrize(("seconds", "reasons"), [(4, []), (6, ["which_card"])])
def test_an_unsure_face_on_the_cards_of_a_set_is_asked_for_once_it_lasts(seconds: float, reasons: list[str]) -> None:
    game = three_sevens()
    x, y = PLACES["Ben"][0] - 60 + 66, PLACES["Ben"][1] * 0.72
    game.table.lay("Ben JS 2", x, y, "JS", sure=False)
    game.table.look(seconds)
    assert [question.reason for question in game.table.asked] == reasons


def test_a_card_of_a_set_on_its_way_to_it_is_not_shown_to_all() -> None:
    game = three_sevens()
    assert game.open("7D") == []
    game.table.take("7D/open")
    assert game.table.look(12) == []
    assert game.table.asked == ()


def test_a_card_that_is_not_read_is_asked_for_before_anything_is_ruled() -> None:
    game = Lockdown(shown=HANDS)
    game.table.lay("KD/open", 100, 0, "KD", sure=False)
    game.table.look(4)
    (question,) = game.table.asked
    assert question.reason == "which_card"
    game.table.answer("KC")
    game.table.look()
    game.table.take("KD/open")
    game.row("Cem", 5)
    assert game.table.look(3) == ["Ann force Cem: KC"]


def test_out_of_turn_is_flagged_and_taken_back() -> None:
    game = Lockdown(shown=HANDS)
    game.row("Ben", 5)
    game.table.look()
    assert game.show("Ben", "3D 5D 7D 9D 2H") == []
    (question,) = game.table.asked
    assert (question.reason, question.choices) == ("drew_or_forced", ("drew", "Ann", "nothing"))
    game.table.answer("drew")
    assert game.table.refused == [("not_your_turn",)]
    game.row("Ben", 4)
    assert game.table.look(5) == []
    assert len(game.table.refused) == 1


def test_a_draw_that_was_taken_back_is_drawn_anew_by_hand() -> None:
    game = Lockdown(shown=HANDS)
    before = game.table.ledger.state
    game.row("Ann", 5)
    game.table.look()
    assert game.show("Ann", "2C 4C 6C 8C 9H") == ["Ann draw 9H"]
    game.table.set_right(before)
    assert game.table.look(25) == []
    game.row("Ann", 4)
    assert game.table.look(2) == []
    game.row("Ann", 5)
    game.table.look()
    assert game.show("Ann", "2C 4C 6C 8C 10S") == ["Ann draw 10S"]
    assert game.table.refused == []


def test_out_of_turn_that_stands_is_played_on() -> None:
    game = Lockdown(shown=HANDS)
    game.row("Ben", 5)
    game.table.look()
    game.show("Ben", "3D 5D 7D 9D 2H")
    game.table.answer("drew")
    game.table.let_stand("Ben draw 2H")
    assert game.table.look(25) == []
    game.row("Cem", 5)
    game.table.look()
    assert game.show("Cem", "10H JH QH KH AS") == ["Ben name Cem", "Cem draw AS"]
    assert game.table.refused == [("not_your_turn",)]


def test_what_is_told_before_the_hand_is_shown_is_not_read_a_second_time() -> None:
    game = Lockdown(shown=HANDS)
    game.row("Ann", 3)
    game.row("Ben", 5)
    game.table.look()
    game.table.tell("Ann give 4C to Ben")
    assert game.show("Ben", "3D 5D 7D 9D 4C") == []
    assert game.table.look(25) == []
    assert game.table.asked == ()


def test_what_is_told_instead_of_an_answer_settles_the_question() -> None:
    game = Lockdown(shown=HANDS)
    game.row("Ann", 5)
    game.table.look()
    game.show("Ann", "2C 4C 6C 8C JK")
    game.row("Cem", 3)
    game.row("Ben", 5)
    game.table.look()
    game.show("Ben", "3D 5D 7D 9D QH")
    assert len(game.table.asked) == 1
    game.table.tell("Ann name Cem")
    game.table.tell("Cem give QH to Ben")
    assert game.table.asked == ()
    assert game.table.look(25) == []
    assert game.state.turn == "Ben"


def test_a_question_stands_after_something_else_was_set_right() -> None:
    game = Lockdown(shown=HANDS)
    game.row("Ann", 5)
    game.table.look()
    game.show("Ann", "2C 4C 6C 8C JK")
    game.row("Cem", 3)
    game.row("Ben", 5)
    game.table.look()
    game.show("Ben", "3D 5D 7D 9D QH")
    game.table.tell("Ann name Ben")
    assert game.table.asked == ()
    assert game.table.done[-2:] == ["Ann name Ben", "Ben take QH from Cem"]


def test_a_player_who_was_out_by_mistake_plays_on() -> None:
    game = three_sevens()
    game.row("Cem", 3)
    before = game.table.ledger.state
    game.sets("Ben", "7C", "7D", "7H", "7S")
    assert game.table.look(5) == ["Ben take ? from Cem", "Ben lock 7C 7D 7H 7S"]
    game.table.set_right(before)
    game.table.take("Ben 7S 3")
    game.row("Cem", 4)
    assert game.table.look(25) == []
    game.row("Ben", 3)
    assert game.table.look(5) == ["Ben draw"]


@pytest.mark.parametrize("shift", [(160.0, -90.0), (-70.0, 140.0)])
def test_everybody_sits_where_the_camera_sees_them_after_a_bump(shift: tuple[float, float]) -> None:
    game = Lockdown(shown=HANDS)
    game.table.bump(*shift)
    assert game.table.look(5) == []
    game.row("Ann", 3)
    game.row("Ben", 5)
    game.table.look()
    assert game.show("Ben", "3D 5D 7D 9D 4C") == ["Ann give 4C to Ben"]
    assert game.table.refused == []


def test_a_bump_before_it_is_told_where_anybody_sits() -> None:
    table = SmallTable(GAME, GAME.start(Setup(tuple(PLACES))), LockdownReading())
    for player, (x, y) in PLACES.items():
        for place in range(4):
            table.lay(f"{player}{place}", x + STEP * place, y, "deck", back=True)
    table.look()
    asked = table.referee.table.thing(table.asked[0].things[0])
    assert asked is not None
    first = min(PLACES, key=lambda player: Lockdown.distance(player, asked.sighting.centre, 0.0))
    table.bump(150, 60)
    table.answer(first)
    table.lay("Ann4", PLACES["Ann"][0] + 4 * STEP, PLACES["Ann"][1], "deck", back=True)
    assert table.look(5) == ["Ann draw"]


def test_a_forced_card_that_nobody_saw_shown_is_asked_for() -> None:
    game = Lockdown(shown=HANDS)
    game.row("Ben", 5)
    game.table.look()
    game.show("Ben", "3D 5D 7D 9D 2H")
    assert game.table.answer("Ann") == ["Ann force Ben: 2H"]


def test_a_hand_of_which_a_card_cannot_be_read_is_to_be_shown_again() -> None:
    game = Lockdown()
    assert game.show("Ann", "2C 4C 6C") == ["Ann hold 2C 4C 6C ?"]
    (question,) = game.table.asked
    assert (question.reason, question.data) == ("show_again", {"player": "Ann", "shown": 3, "count": 4})
    game.row("Ann", 4)
    game.table.look(2)
    assert game.show("Ann", "2C 4C 6C 8C") == ["Ann hold 2C 4C 6C 8C"]
    assert game.table.asked == ()


def test_rows_of_which_not_every_card_is_seen_are_rows_all_the_same() -> None:
    table = SmallTable(GAME, GAME.start(Setup(tuple(PLACES))), LockdownReading())
    for player, (x, y) in PLACES.items():
        for place in range(4 if player == "Ann" else 3):
            table.lay(f"{player}{place}", x + STEP * place, y, "deck", back=True)
    table.look(3)
    (question,) = table.asked
    asked = table.referee.table.thing(question.things[0])
    assert asked is not None
    table.answer(min(PLACES, key=lambda player: Lockdown.distance(player, asked.sighting.centre, 0.0)))
    table.look(10)
    table.lay("Ann4", PLACES["Ann"][0] + 4 * STEP, PLACES["Ann"][1], "deck", back=True)
    assert table.look(5) == []
    (question,) = table.asked
    assert (question.reason, set(question.choices)) == ("came_from", {"deck", "Ben", "Cem", "nothing"})
    assert table.answer("deck") == ["Ann draw"]
    table.lay("Cem3", PLACES["Cem"][0] + 3 * STEP, PLACES["Cem"][1], "deck", back=True)
    assert table.look(5) == []


@pytest.mark.timeout(300)
@pytest.mark.parametrize(("seed", "players"), [(14, 3)])
def test_a_whole_game_is_read_to_its_end(seed: int, players: int) -> None:
    game = made(Order("lockdown", seed, size=(480, 270), players=players), PlainStock())
    who = bystander(game)
    told = watch(who)
    assert tuple(told.carried_out) == who.moves
    assert told.refused == []
    assert GAME.result(told.state) == game.result
    assert len(told.questions) <= 3
