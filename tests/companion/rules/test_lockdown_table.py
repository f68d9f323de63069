"""Lockdown as the table sees it: what is known of hands nobody shows, what people tell, what cannot be decided."""

from __future__ import annotations

from companion.rules.cards import UNKNOWN
from companion.rules.lockdown import Lock, parse_action, to_act, view
from tests.companion.rules.lockdown_lines import broken, hand, play, seen_table, story, undecided


def test_nothing_is_known_of_a_real_table_at_first() -> None:
    state = seen_table()
    assert {card for seat in state.seats for card in seat.hand} == {UNKNOWN}
    assert set(state.deck) == {UNKNOWN}
    assert undecided(state, "Ann give ? to Ben") == []
    assert undecided(state, "Ann give 7H to Ben") == ["LD-5 not_in_hand"]
    assert undecided(state, "Ann force Ben") == ["LD-7 card_unseen"]
    assert undecided(state, "Ann draw > Ben") == []
    assert undecided(state, "Ann clear AS AH > Ben") == ["LD-9 not_in_hand", "LD-9 not_in_hand"]


def test_a_hand_shown_in_private_locks_by_itself() -> None:
    state = play(seen_table(), "Ann hold 7H 7S 9C KD", "Ann hold 9C KD")
    assert hand(state, "Ann") == "9C KD | 7H 7S"
    assert to_act(state) == ("Ann",)
    assert broken(state, "Ann hold 9C") == ["LD-1 not_the_hand"]
    assert broken(state, "Ben hold 9C 2D 3D 4D") == ["LD-1 second_copy"]
    assert broken(state, "Ann give 3S to Ben") == ["LD-5 not_in_hand"]
    given = play(state, "Ann give KD to Ben")
    assert "KD" in hand(given, "Ben")
    assert hand(view(given, None), "Ben") == "? ? ? ? ?"


def test_what_cannot_be_is_refused_even_where_little_is_known() -> None:
    state = play(seen_table(), "Ann force Ben: 7H", "Ben force Cem: 8C")
    assert broken(state, "Cem give 7H to Ann") == ["LD-1 second_copy"]
    assert broken(state, "Cem give 8C to Ann") == ["LD-14 just_got"]
    assert undecided(state, "Cem give ? to Ann") == ["LD-14 just_got"]
    assert broken(state, "Ben lock 7S 8S") == ["LD-10 values_differ"]
    assert broken(state, "Ben lock AS AH") == ["LD-13 never_locks"]
    assert broken(state, "Ben lock 7H 7S 7C 8C") == ["LD-10 values_differ"]
    assert broken(state, "Ben lock 8C 8S") == ["LD-1 second_copy"]
    assert broken(play(seen_table(), "Ann hold 2C 3C 4C 5C"), "Ann lock") == ["LD-10 no_pair"]
    assert broken(play(seen_table(), "Ann hold 2C 3C 4C 5C"), "Ann lock 2C 2D 2H") == ["LD-11 no_third"]
    assert broken(play(seen_table(), "Ann hold 2C 3C 4C 5C"), "Ann lock 2C 2D 2H 2S") == ["LD-12 no_fourth"]


def test_a_card_named_twice_is_a_second_copy() -> None:
    state = seen_table()
    assert broken(state, "Ann hold 7H 7H 9C KD") == ["LD-1 second_copy"]
    assert broken(state, "Ann hold JK JK JK KD") == ["LD-1 second_copy"]
    assert broken(state, "Ann lock 7H 7H") == ["LD-1 second_copy"]
    assert broken(state, "Ann clear AS AS") == ["LD-1 second_copy"]
    assert broken(play(state, "Ann hold JK 2C 3C 4C"), "Ben hold JK JK 5C 6C") == ["LD-1 second_copy"]
    assert broken(seen_table(no_jokers="on"), "Ann hold AS AH AD KD") == ["LD-1 second_copy"] * 3
    assert undecided(state, "Ann hold JK JK 9C KD") == []


def test_no_more_cards_are_paid_for_a_clear_than_a_hand_can_hold() -> None:
    one = play(seen_table(), "Ann hold 2C 2D 3C 3D", "Ann draw > Ben", "Ben draw > Ann")
    assert hand(one, "Ann") == "? | 2C 2D | 3C 3D"
    assert broken(one, "Ann clear AS AH") == ["LD-9 not_in_hand"]
    assert broken(one, "Ann clear ? ?") == ["LD-9 not_in_hand"]
    assert undecided(one, "Ann clear JK") == ["LD-9 not_in_hand"]
    assert broken(play(seen_table(), "Ann hold AS 2C 3C 4C"), "Ann clear A? AS") == ["LD-9 not_in_hand"]
    known = play(seen_table(), "Ann hold AS ? 3C 4C", "Ann clear AS A?")
    assert [str(card) for card in known.away] == ["AS", "A?"]


def test_a_joker_that_came_last_is_not_in_the_pair_that_is_locked_after_it() -> None:
    state = play(seen_table(), "Ann draw JK > Ben", "Ann lock")
    assert hand(state, "Ann") == "? ? JK | ? ?"


def test_an_unseen_gift_takes_what_was_known_of_the_hand() -> None:
    state = play(seen_table(), "Ann force Ben: 7H", "Ben draw > Ann", "Ann draw > Ben")
    assert hand(state, "Ben") == "? ? ? ? 7H ?"
    given = play(state, "Ben give ? to Ann")
    assert hand(given, "Ben") == "? ? ? ? ?"
    kept = play(seen_table(), "Ann force Ben: 7H", "Ben give ? to Ann")
    assert hand(kept, "Ben") == "? ? ? 7H"
    taken = play(seen_table(), "Ann force Ben: 7H", "Ben draw > Ann", "Ann take ? from Ben")
    assert hand(taken, "Ben") == "? ? ? ? ?"
    assert [held.fresh for held in taken.seats[1].mobile][-1] is None
    assert undecided(taken, "Ben give ? to Ann") == ["LD-14 just_got"]


def test_a_forced_card_that_locks_tells_its_pair() -> None:
    state = play(seen_table(), "Ann force Ben: 7H")
    assert story(state)[1] == "Ben may have a set now: only Ben can tell"
    locked = play(state, "Ben lock")
    assert hand(locked, "Ben") == "? ? ? | 7H 7?"
    third = play(locked, "Ben force Ann: KD", "Ann force Ben: 7S")
    assert hand(third, "Ben") == "? ? ? | 7H 7? 7S"
    named = play(third, "Ben lock 7H 7C 7S")
    assert hand(named, "Ben") == "? ? ? | 7H 7C 7S"
    fourth = play(named, "Ben draw > Ann", "Ann force Ben: 7D")
    assert fourth.gone == ("Ben",)
    assert to_act(fourth) == ("Ann",)
    drawn = play(seen_table(), "Ann draw > Ben", "Ann lock")
    assert hand(drawn, "Ann") == "? ? ? | ? ?"
    assert to_act(drawn) == ("Ben",)


def test_a_triplet_told_after_a_shuffle_makes_the_naming_void() -> None:
    state = play(seen_table(), "Ann shuffle > Ben")
    assert to_act(state) == ("Ben",)
    state = play(state, "Cem lock 7H 7S 7D")
    assert to_act(state) == ("Cem",)
    state = play(state, "Ben lock 8H 8S 8D")
    assert (to_act(state), state.naming) == (("Ben",), False)
    two = play(seen_table("Ann", "Ben", "Cem", "Dee"), "Ann shuffle > Ben", "Cem lock 7H 7S 7D", "Dee lock 8H 8S 8D")
    assert (to_act(two), two.naming) == (("Ann",), True)
    assert broken(two, "Ann name Ben") == ["LD-3 must_name_triplet"]


def test_a_fourth_told_gives_the_turn_to_whom_it_belongs() -> None:
    state = play(seen_table(), "Ben lock 7H 7S 7D", "Ann give ? to Ben", "Ben lock 7H 7S 7D 7C")
    assert (state.gone, to_act(state)) == (("Ben",), ("Ann",))
    assert len(state.away) == 4
    own = play(seen_table(), "Ann lock 7H 7S 7D", "Ann draw > Cem", "Ann lock 7H 7S 7D 7C")
    assert (own.gone, to_act(own)) == (("Ann",), ("Ben",))


def test_four_told_of_the_first_hand() -> None:
    again = play(seen_table(), "Cem lock 7H 7S 7D 7C")
    assert again.gone == ()
    assert hand(again, "Cem") == "? ? ? ?"
    out = play(seen_table(dealt_four="out"), "Cem lock 7H 7S 7D 7C")
    assert out.gone == ("Cem",)
    assert to_act(out) == ("Ann",)
    assert broken(out, "Ben draw > Ann") == ["LD-2 not_your_turn"]


def test_a_hand_told_later_says_nothing_of_which_card_came_last() -> None:
    state = play(seen_table(), "Ann draw > Ben", "Ben draw > Ann")
    assert undecided(state, "Ann hold 2C 3C 4C 5C 6C") == ["LD-14 which_is_new"]
    known = play(state, "Ann hold 2C 3C 4C 5C 6C")
    assert broken(known, "Ann give 6C to Ben") == ["LD-14 just_got"]
    told = play(seen_table(), "Ann hold 2C 3C 4C 5C", "Ann draw 9H > Ben", "Ben draw > Ann")
    assert broken(told, "Ann give 9H to Ben") == ["LD-14 just_got"]
    assert undecided(told, "Ann give 2C to Ben") == []
    assert Lock("Ann") == parse_action("Ann lock")
