"""The panel of Lockdown without a window: the ring, who may be named, and what stays secret."""

from __future__ import annotations

import pytest

from companion.app.games.lockdown_view import GIVE, LockdownView, hand_of, view_of
from companion.app.games.offers import Deed
from companion.language import Language
from companion.rules.cards import UNKNOWN, Card
from companion.rules.game import Setup
from companion.rules.lockdown import State, apply, parse_action, start

ENGLISH = Language.load("en")
PLAYERS = ("Ann", "Ben", "Cem")
DEAL = {"Ann": ("3H", "8S", "JK", "9C"), "Ben": ("5H", "5S", "QD", "2C"), "Cem": ("4H", "6S", "7D", "10C")}


def table(*lines: str, players: tuple[str, ...] = PLAYERS, **options: str) -> State:
    """A real table, after those lines."""
    return after(start(Setup(players, options)), *lines)


def dealt(*lines: str) -> State:
    """A game of which every card is known."""
    return after(start(Setup(PLAYERS, deal=DEAL)), *lines)


def after(state: State, *lines: str) -> State:
    for line in lines:
        state = apply(state, parse_action(line))
    return state


def deed(view: LockdownView, key: str) -> Deed:
    return next(found for found in view.deeds if found.key == key)


def named(view: LockdownView) -> dict[str, str]:
    return {seat.player: seat.name for seat in view.seats if seat.name}


def test_a_player_is_named_by_a_tap_once_the_last_action_leaves_it_open() -> None:
    view = view_of(table(), ENGLISH)
    assert (view.turn, view.naming, named(view)) == ("Ann acts", False, {})
    drawn = view_of(table("Ann draw"), ENGLISH)
    assert drawn.naming
    assert named(drawn) == {"Ben": "Ann name Ben", "Cem": "Ann name Cem"}
    assert not deed(drawn, "draw").button.enabled


def test_only_players_with_a_triplet_may_be_named_while_there_are_any() -> None:
    players = ("Ann", "Ben", "Cem", "Dora")
    triplets = ("Ben lock 7H 7S", "Ben lock 7H 7S 7D", "Cem lock 8H 8S", "Cem lock 8H 8S 8D")
    view = view_of(table(*triplets, "Ann draw", players=players), ENGLISH)
    assert set(named(view)) == {"Ben", "Cem"}
    ben = view.seats[1]
    assert [card.sign for card in ben.rows[0]] == ["7♥", "7♠", "7♦"]


@pytest.mark.parametrize("count", range(2, 9))
def test_everybody_has_a_place_of_their_own_in_the_ring(count: int) -> None:
    players = tuple("ABCDEFGH"[:count])
    places = [seat.place for seat in view_of(table(players=players), ENGLISH).seats]
    assert len(set(places)) == count
    assert (1, 1) not in places  # the deck lies there
    assert places[0] == (1, 2)


def test_deeds_of_a_table_nobody_sees_into() -> None:
    view = view_of(table(), ENGLISH)
    assert [choice.key for choice in deed(view, GIVE).choices] == ["Ann give ? to Ben", "Ann give ? to Cem"]
    assert [choice.key for choice in deed(view, "take").choices] == ["Ann take ? from Ben", "Ann take ? from Cem"]
    assert [choice.key for choice in deed(view, "force").choices] == ["Ann force Ben", "Ann force Cem"]
    clears = {choice.key for choice in deed(view, "clear").choices}
    assert {"Ann clear JK", "Ann clear AC AD"} <= clears
    assert len(clears) == 7
    assert [choice.key for choice in deed(view, "lock").choices] == ["Ben lock", "Cem lock", "Ann lock"]
    assert not any(c.enabled for c in deed(view_of(table("Ann draw"), ENGLISH), GIVE).choices)


def test_what_the_options_clear_with_is_offered() -> None:
    view = view_of(table(no_jokers="on"), ENGLISH)
    assert [choice.key for choice in deed(view, "clear").choices] == [f"Ann clear A{suit}" for suit in "CDHS"]


def test_no_hand_is_told_by_the_table_nor_by_a_dimmed_button() -> None:
    other = {**DEAL, "Ann": ("3H", "8S", "KD", "9C"), "Cem": ("4S", "6S", "7D", "10C")}
    state, changed = dealt(), start(Setup(PLAYERS, deal=other))
    view, twin = view_of(state, ENGLISH), view_of(changed, ENGLISH)
    assert view.seats == twin.seats
    assert [found.button for found in view.deeds] == [found.button for found in twin.deeds]
    assert deed(view, "clear") == deed(twin, "clear")
    assert view.seats[1].rows == ((UNKNOWN, UNKNOWN),)
    assert {choice.text for choice in deed(view, "take").choices} >= {"card 1, Ben", "card 4, Cem"}


def test_a_hand_shows_what_may_be_given_and_the_own_pairs() -> None:
    state = dealt()
    hand = hand_of(state, "Ann", ENGLISH)
    assert [card.card.sign for card in hand.cards] == ["3♥", "8♠", "JK", "9♣"]
    assert all(card.key for card in hand.cards)
    ben = hand_of(state, "Ben", ENGLISH)
    assert not any(card.key for card in ben.cards)
    assert ben.notes == ("Locked, face down: 5♥ 5♠",)
    forced = hand_of(dealt("Ann force Ben"), "Ben", ENGLISH)
    assert [bool(card.key) for card in forced.cards] == [True, True, False]
    assert forced.cards[-1].note


def test_a_card_is_chosen_in_private_before_it_is_given() -> None:
    state = dealt()
    assert [choice.key for choice in deed(view_of(state, ENGLISH), GIVE).choices] == [""]
    giving = deed(view_of(state, ENGLISH, Card.parse("8S")), GIVE)
    assert [(choice.key, choice.text) for choice in giving.choices] == [
        ("Ann give 8S to Ben", "Ben"),
        ("Ann give 8S to Cem", "Cem"),
    ]


def test_the_end_shows_who_is_out_and_who_has_won() -> None:
    four = ("Ben lock 7H 7S", "Ben lock 7H 7S 7D", "Ben lock 7H 7S 7D 7C")
    view = view_of(table(*four, players=("Ann", "Ben"), dealt_four="out"), ENGLISH)
    assert view.turn == "Ann is the last one left and wins"
    assert [(seat.out, seat.won) for seat in view.seats] == [(False, True), (True, False)]
    assert view.deeds == ()
    assert "7♥" in view.away
