"""Lockdown rule by rule: what is allowed, what follows, who is next, and how a game begins."""

from __future__ import annotations

import random

import pytest

from companion.rules.cards import Card
from companion.rules.game import Illegal, OptionError, Setup
from companion.rules.lockdown import (
    Draw,
    apply,
    choose_random,
    choose_sensible,
    deck_size,
    describe,
    overrule,
    parse_action,
    result,
    score,
    start,
    to_act,
    view,
    view_action,
    write_action,
)
from tests.companion.rules.lockdown_lines import TEXTS, broken, hand, play, story, table

PLAIN = ("2C 3C 4C 5C", "6D 10D JS QC", "5H 6H JH KH")


def test_pairs_of_the_first_hand_are_locked_before_the_dealer_begins() -> None:
    state = table("7H 7S 9C 9D", "8H 8S 8D AC", "AS AH JK JK")
    assert [hand(state, player) for player in state.players] == [" | 7H 7S | 9C 9D", "AC | 8H 8S 8D", "AS AH JK JK"]
    assert to_act(state) == ("Ann",)
    assert len(state.deck) == 54 - 12


def test_four_of_one_value_in_the_first_hand() -> None:
    again = table("7H 7S 7C 7D", PLAIN[1], PLAIN[2])
    assert "Ann was dealt four of one value" in story(again)[0]
    assert again.gone == ()
    assert len(again.deck) == 54 - 12
    out = table("7H 7S 7C 7D", PLAIN[1], PLAIN[2], dealt_four="out")
    assert out.gone == ("Ann",)
    assert to_act(out) == ("Ben",)
    assert story(out)[-1] == "next: Ben"
    assert broken(out, "Cem draw > Ben") == ["LD-2 not_your_turn"]
    assert [str(card) for card in out.away] == ["7H", "7S", "7C", "7D"]
    assert table("AH AS AC AD", PLAIN[1]).gone == ()


def test_a_deal_goes_hand_by_hand_and_the_rest_lies_as_a_new_deck() -> None:
    state = start(Setup(("Ann", "Ben"), deal={"Ben": ("KH",), "deck": ("9S", "2S")}))
    assert hand(state, "Ann") == "9S AC | 2S 2C"
    assert hand(state, "Ben") == "KH 3C 4C 5C"
    assert [str(card) for card in state.deck[-3:]] == ["KS", "JK", "JK"]


def test_a_seed_gives_one_game() -> None:
    names = ("Ann", "Ben", "Cem")
    assert start(Setup(names, seed=1)) == start(Setup(names, seed=1)) != start(Setup(names, seed=2))


@pytest.mark.parametrize(
    ("setup", "error"),
    [
        (Setup(("Ann",), seed=1), Illegal),
        (Setup(tuple("ABCDEFGHI"), seed=1), Illegal),
        (Setup(("Ann", "Ann"), seed=1), Illegal),
        (Setup(("Ann", "Ben"), {"jokers": "no"}), OptionError),
        (Setup(("Ann", "Ben"), {"dealt_four": "twice"}), OptionError),
        (Setup(("Ann", "Ben"), deal={"Cem": ("2C",)}), ValueError),
        (Setup(("Ann", "Ben"), deal={"Ann": ("2C", "3C", "4C", "5C", "6C")}), ValueError),
        (Setup(("Ann", "Ben"), deal={"Ann": ("2C",), "deck": ("2C",)}), ValueError),
        (Setup(("Ann", "Ben"), deal={"deck": ("JK", "JK", "JK")}), ValueError),
        (Setup(("Ann", "Ben"), {"no_jokers": "on"}, deal={"deck": ("JK",)}), ValueError),
        (Setup(("Ann", "Ben"), {"no_jokers": "on"}, deal={"deck": ("AC", "AD", "AH")}), ValueError),
        (Setup(("Ann", "Ben"), deal={"deck": ("?",)}), ValueError),
    ],
)
def test_a_setup_that_cannot_be(setup: Setup, error: type[Exception]) -> None:
    with pytest.raises(error):
        start(setup)


def test_without_jokers_two_aces_are_left_that_clear_alone() -> None:
    state = table("AH 2C 3C 4C", "AS 6D 7D 8D", no_jokers="on")
    assert deck_size(state.options) == 50
    assert [str(card) for card in state.deck if card.rank == 1] == []
    assert broken(state, "Ann clear AH > Ben") == []
    both = table("AH AS 2C 2D", "5D 6D 7D 8D", no_jokers="on")
    assert broken(both, "Ann clear AH AS > Ben") == ["LD-9 does_not_clear"]
    assert hand(both, "Ann") == "AH AS | 2C 2D"
    twos = table("AH AS 2C 2D", "5D 6D 7D 8D", no_jokers="on", twos_for_aces="on")
    assert hand(twos, "Ann") == "AH AS 2C 2D"
    assert broken(twos, "Ann clear 2C 2D > Ben") == []
    assert broken(table("2C 2D 3C 4C", PLAIN[1], twos_for_aces="on"), "Ann clear 2C 2D > Ben") != []


def test_who_is_next() -> None:
    state = table(*PLAIN, deck="KC KD")
    assert to_act(play(state, "Ann draw > Cem")) == ("Cem",)
    assert to_act(play(state, "Ann give 2C to Ben")) == ("Ben",)
    assert to_act(play(state, "Ann take KH from Cem")) == ("Cem",)
    assert to_act(play(state, "Ann force Ben")) == ("Ben",)
    open_end = play(state, "Ann draw")
    assert (to_act(open_end), open_end.naming) == (("Ann",), True)
    assert broken(open_end, "Ann draw > Ben") == ["LD-2 next_not_named"]
    assert broken(open_end, "Ann name Ann") == ["LD-2 oneself"]
    assert broken(open_end, "Ben name Cem") == ["LD-2 nothing_to_name"]
    assert to_act(play(open_end, "Ann name Cem")) == ("Cem",)
    assert broken(state, "Ann name Ben") == ["LD-2 nothing_to_name"]
    assert broken(state, "Dan name Ben") == ["LD-1 not_a_player"]
    assert to_act(play(table(*PLAIN[:2]), "Ann draw")) == ("Ben",)


def test_an_illegal_action_names_all_the_rules_it_breaks() -> None:
    state = table("8H 8S 8D AC", *PLAIN[:2], deck="")
    assert broken(state, "Ben clear 2C > Cem") == [
        "LD-2 not_your_turn",
        "LD-9 does_not_clear",
        "LD-3 must_name_triplet",
    ]
    assert broken(state, "Dan draw > Ann") == ["LD-1 not_a_player"]
    assert broken(state, "Ann give 8H to Ann") == ["LD-2 oneself", "LD-5 not_in_hand"]
    assert broken(state, "Ann clear AC AC > Ben") == ["LD-9 not_in_hand"]


def test_only_players_with_a_triplet_are_named_but_ones_own_does_not_bind() -> None:
    state = table("8H 8S 8D AC", *PLAIN[:2], "9H 9S 9C AD")
    assert broken(state, "Ann draw > Ben") == ["LD-3 must_name_triplet"]
    assert broken(state, "Ann shuffle > Cem") == ["LD-3 must_name_triplet"]
    assert broken(state, "Ann give AC to Ben") == []
    assert to_act(play(state, "Ann draw")) == ("Dee",)
    given = play(state, "Ann give AC to Ben")
    assert broken(given, "Ben draw > Cem") == ["LD-3 must_name_triplet"]
    assert [broken(given, f"Ben draw > {name}") for name in ("Ann", "Dee")] == [[], []]
    alone = table("8H 8S 8D AC", *PLAIN[:2])
    assert [broken(alone, f"Ann draw > {name}") for name in ("Ben", "Cem")] == [[], []]


def test_a_third_turns_the_set_up_and_a_fourth_puts_out() -> None:
    state = table("7H 7S 9C KD", "7D 2C 3C 4C", "7C 10H JH QH", deck="KC")
    state = play(state, "Ann give 9C to Ben", "Ben give 7D to Ann")
    assert hand(state, "Ann") == "KD | 7H 7S 7D"
    state = play(state, "Ann give KD to Cem", "Cem give 7C to Ann")
    assert story(state) == [
        "Cem gives 7C to Ann",
        "Ann has the fourth: 7H 7S 7D 7C",
        "Ann is out; the four leave the game, 0 other cards go into the deck",
        "Cem has another turn",
    ]
    assert (to_act(state), state.gone) == (("Cem",), ("Ann",))
    assert broken(state, "Cem give KD to Ann") == ["LD-15 is_out"]
    assert broken(state, "Ann draw > Ben") == ["LD-15 is_out", "LD-16 not_your_turn"]
    assert broken(state, "Cem draw > Ann") == ["LD-15 is_out"]


def test_all_other_cards_of_who_is_out_go_back_into_the_deck() -> None:
    state = table("7H 7S 7D KD", "7C 2C 3C 4C", "8H 8S 10H JH", deck="KC")
    state = play(state, "Ann force Cem", "Cem force Ben", "Ben give 7C to Ann")
    assert len(state.deck) == 54 - 12 - 2 + 1
    assert Card.parse("KD") in state.deck


def test_aces_and_jokers_never_lock() -> None:
    state = table("AH AS AC AD", "JK JK 2C 3C")
    assert hand(state, "Ann") == "AH AS AC AD"
    assert hand(state, "Ben") == "JK JK 2C 3C"


def test_a_card_just_got_is_given_from_the_second_turn_on() -> None:
    state = table(*PLAIN[:2], deck="KC KD JC")
    drawn = play(state, "Ann draw > Ben", "Ben draw > Ann")
    assert broken(drawn, "Ann give KC to Ben") == ["LD-14 just_got"]
    assert broken(drawn, "Ann give 2C to Ben") == []
    later = play(drawn, "Ann draw > Ben", "Ben draw > Ann")
    assert broken(later, "Ann give KC to Ben") == []
    assert broken(later, "Ann give JC to Ben") == ["LD-14 just_got"]
    for line, card in [("Ann give 2C to Ben", "2C"), ("Ann force Ben", "KC")]:
        got = play(state, line)
        assert broken(got, f"Ben give {card} to Ann") == ["LD-14 just_got"]
        assert broken(got, "Ben give 6D to Ann") == []
        assert broken(got, "Ben shuffle > Ann") == []
        assert broken(got, "Ben take 3C from Ann") == []


def test_a_taken_card_is_new_and_one_that_came_back_is_new_again() -> None:
    state = play(table(*PLAIN[:2]), "Ann take 6D from Ben", "Ben draw > Ann")
    assert broken(state, "Ann give 6D to Ben") == ["LD-14 just_got"]
    back = play(state, "Ann give 2C to Ben", "Ben draw > Ann", "Ann take 2C from Ben", "Ben draw > Ann")
    assert broken(back, "Ann give 2C to Ben") == ["LD-14 just_got"]
    assert broken(back, "Ann give 6D to Ben") == []


def test_what_a_shuffle_deals_is_free_unless_the_option_says_otherwise() -> None:
    for option, fresh in (("off", False), ("on", True)):
        state = play(table(*PLAIN, shuffle_refreshes=option), "Ann shuffle > Ben")
        assert {held.fresh for seat in state.seats for held in seat.mobile} == {fresh}


def test_the_younger_of_two_jokers_does_not_stop_the_older() -> None:
    state = play(table("JK 2C 3C 4C", PLAIN[1], deck="JK"), "Ann draw > Ben", "Ben draw > Ann")
    given = play(state, "Ann give JK to Ben")
    assert hand(given, "Ann") == "2C 3C 4C JK"
    assert broken(play(state, "Ann clear JK > Ben"), "Ben draw > Ann") == []


def test_shuffling_keeps_the_numbers_and_all_cards() -> None:
    state = table("7H 7S 9C KD", *PLAIN[1:], deck="5S 6S")
    after = play(state, "Ann shuffle > Ben")
    assert [len(seat.mobile) for seat in after.seats] == [2, 4, 4]
    assert sorted(card for seat in after.seats for card in seat.hand) == sorted(
        card for seat in state.seats for card in seat.hand
    )


def test_a_clear_takes_locked_sets_too_and_draws_from_the_whole_deck() -> None:
    state = table("8H 8S 8D JK", *PLAIN[:2])
    after = play(state, "Ann clear JK > Cem")
    assert hand(after, "Ann").count(" ") == 3
    assert [str(card) for card in after.away] == ["JK"]
    assert len(after.deck) == 54 - 8 - 1 - 4
    assert all(held.fresh for held in after.seats[0].mobile)
    assert to_act(after) == ("Cem",)


def test_who_goes_on_after_the_own_fourth_card() -> None:
    hands = ("7H 7S 7D KD", "6D 8D 9D 10D", "AC 2C 3C 4C")
    after = play(table(*hands, deck="7C"), "Ann draw > Cem")
    assert (after.gone, to_act(after)) == (("Ann",), ("Ben",))
    named = play(table(*hands, deck="7C", self_out_next="named"), "Ann draw > Cem")
    assert (named.gone, to_act(named)) == (("Ann",), ("Cem",))
    unnamed = play(table(*hands, deck="7C", self_out_next="named"), "Ann draw")
    assert (to_act(unnamed), unnamed.naming) == (("Ann",), True)
    assert to_act(play(unnamed, "Ann name Cem")) == ("Cem",)
    bound = play(table(hands[0], hands[1], "9H 9S 9C AC", deck="7C"), "Ann draw > Cem")
    assert to_act(bound) == ("Cem",)
    for option in ("clockwise", "named"):  # a take affects a player, who is next as ever
        taken = play(table(hands[0], hands[1], "7C 2C 3C 4C", self_out_next=option), "Ann take 7C from Cem")
        assert (taken.gone, to_act(taken), taken.naming) == (("Ann",), ("Cem",), False)


def test_the_last_player_wins_and_nothing_can_be_done_afterwards() -> None:
    state = play(table("7H 7S 7D KD", "7C 2C 3C 4C", deck="KC"), "Ann force Ben", "Ben give 7C to Ann")
    assert state.over
    assert result(state).winners == ("Ben",)
    assert result(state).points == {"Ann": 0, "Ben": 1}
    assert [(s.place, s.player, s.out) for s in score(state)] == [(1, "Ben", False), (2, "Ann", True)]
    assert broken(state, "Ben draw > Ann") == ["LD-17 game_over", "LD-15 is_out"]
    assert to_act(state) == ()


def test_an_empty_deck() -> None:
    state = start(Setup(tuple("ABCDEFGH"), {"no_jokers": "on"}, seed=1))
    while state.deck:
        state = apply(state, Draw(state.turn, state.namable(state.turn)[0]))
    other = state.others(state.turn)[0]
    assert broken(state, f"{state.turn} force {other}") == ["LD-18 deck_empty"]
    assert broken(state, f"{state.turn} draw") == ["LD-18 deck_empty"]
    assert broken(state, f"{state.turn} shuffle") == []


def test_players_may_let_an_illegal_action_stand() -> None:
    state = table("8H 8S 8D AC", *PLAIN[:2], deck="KC KD JC")
    named = overrule(state, parse_action("Ben draw > Cem"))
    assert (to_act(named), named.last) == (("Cem",), Draw("Ben", "Cem"))
    fresh = overrule(named, parse_action("Ben give KC to Cem"))
    assert "KC" in hand(fresh, "Cem")
    one_ace = overrule(state, parse_action("Ann clear AC > Ben"))
    assert len(one_ace.seats[0].mobile) >= 2
    assert overrule(state, parse_action("Ann draw > Ann")).turn == "Ann"
    assert overrule(state, parse_action("Ann name Cem")).turn == "Cem"


IMPOSSIBLE = "Dan draw > Ann|Ann give 2C to Ben|Ann give AC to Dan|Ann draw 2S > Ben|Ann lock|Ann hold AC AD"


@pytest.mark.parametrize("line", IMPOSSIBLE.split("|"))
def test_what_cannot_be_done_at_all_cannot_be_let_stand(line: str) -> None:
    with pytest.raises(Illegal):
        overrule(table("8H 8S 8D AC", *PLAIN[:2]), parse_action(line))


@pytest.mark.parametrize(
    "line",
    [
        "Ann draw > Ben",
        "Ann draw",
        "Ann draw 7H > Ben",
        "Ann give 7? to Ben",
        "Ann take ? from Ben C",
        "Ann force Ben",
        "Ann force Ben: 10H",
        "Ann shuffle > Ben",
        "Ann shuffle",
        "Ann clear JK > Ben",
        "Ann clear AS AH",
        "Ann name Ben",
        "Ann lock",
        "Ann lock 7H 7S 7D",
        "Ann hold 9C 10D ?",
        "Ann hold",
    ],
)
def test_a_line_is_read_and_written_alike(line: str) -> None:
    assert write_action(parse_action(line)) == line


NO_ACTIONS = (
    "|Ann|draw|Ann draw 7H 8H > Ben|Ann clear > Ben|Ann shuffle 7H|Ann give to Ben|Ann fly|Ann give 11H to Ben|Ann take"
)


@pytest.mark.parametrize("line", NO_ACTIONS.split("|"))
def test_a_line_that_is_no_action(line: str) -> None:
    with pytest.raises(ValueError, match="not a"):
        parse_action(line)


def test_a_description_shows_the_own_hand_alone() -> None:
    state = play(table("7H 7S 9C KD", "8H 8S 8D AC", deck="2S 2H"), "Ann force Ben")

    def lines(viewer: str | None) -> list[str]:
        return [TEXTS.text(f"ld_says.{finding.reason}", **finding.data) for finding in describe(state, viewer)]

    assert lines("Ann") == [
        "next: Ben",
        "in the deck: 45",
        "Ann: 2 mobile cards, 1 pairs face down",
        "hand of Ann: 9C KD",
        "a locked pair of Ann: 7H 7S",
        "Ben: 2 mobile cards, 0 pairs face down",
        "Ben: a triplet, 8H 8S 8D",
        "Ben holds, as all have seen: 2S",
    ]
    assert lines(None) == [line for line in lines("Ann") if not line.startswith(("hand", "a locked"))]
    assert lines("Ben")[-2:] == ["hand of Ben: AC 2S", "Ben may not give these yet: 2S"]
    for viewer in ("Ann", "Ben", None):
        assert describe(view(state, viewer), viewer) == describe(state, viewer)


def test_bots_do_not_look_at_hidden_cards() -> None:
    for seed in range(12):
        state = start(Setup(("Ann", "Ben", "Cem"), seed=seed))
        lot = random.Random(seed)
        for _ in range(30):
            if state.over:
                break
            player = to_act(state)[0]
            for choose in (choose_random, choose_sensible):
                blind = choose(view(state, player), player, random.Random(seed))
                choice = choose(state, player, random.Random(seed))
                assert type(choice) is type(blind)
                assert blind in (choice, view_action(state, choice, None))
            state = apply(state, choose_random(state, player, lot))


def test_sense_beats_the_lot() -> None:
    wins = 0
    for seed in range(60):
        state = start(Setup(("Ann", "Ben", "Cem"), seed=seed))
        lot = random.Random(seed)
        clever = state.players[seed % 3]
        while not state.over:
            player = to_act(state)[0]
            state = apply(state, (choose_sensible if player == clever else choose_random)(state, player, lot))
        wins += clever in result(state).winners
    assert wins > 30
