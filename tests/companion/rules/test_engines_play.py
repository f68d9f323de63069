"""Engines of Discrimination rule by rule: what is allowed, who wins a search, how a game begins and ends."""

from __future__ import annotations

import pytest

from companion.language import Language
from companion.rules.cards import STANDARD_DECK, UNKNOWN, Card
from companion.rules.engines import (
    Phase,
    Side,
    State,
    apply,
    contest,
    describe,
    distance,
    overrule,
    parse_action,
    result,
    score,
    settles_tie,
    start,
    to_act,
    verify,
    view,
)
from companion.rules.game import Illegal, OptionError, Setup

TEXTS = Language.load("en")
TWO = ("Ann", "Ben")
FOUR = ("Ann", "Ben", "Cem", "Dee")


def table(google: str, yahoo: str, search: str, players: tuple[str, ...] = TWO, **options: str) -> State:
    """A game with these cards on top of the three decks; Ann is Google, Ben Yahoo."""
    deal = {"google": tuple(google.split()), "yahoo": tuple(yahoo.split()), "search": tuple(search.split())}
    return start(Setup(players, options, deal=deal))


def play(state: State, *lines: str) -> State:
    for line in lines:
        state = apply(state, parse_action(line))
    return state


def broken(state: State, line: str) -> list[str]:
    return [f"{finding.rule} {finding.reason}" for finding in verify(state, parse_action(line)).broken]


def undecided(state: State, line: str) -> list[str]:
    ruling = verify(state, parse_action(line))
    assert ruling.legal
    return [f"{finding.rule} {finding.reason}" for finding in ruling.undecided]


def told(state: State) -> list[str]:
    return [f"{finding.rule} {finding.reason}" for finding in state.story]


def hand(state: State, player: str) -> str:
    seat = state.seat(player)
    assert seat is not None
    return " ".join(map(str, seat.hand))


def counts(state: State) -> tuple[int, int]:
    return len(state.google.scored), len(state.yahoo.scored)


def answered(state: State, google: str, yahoo: str) -> State:
    """One search of a game for two."""
    return play(state, f"{state.turn} search", f"Ann play {google}", f"Ben play {yahoo}")


GOOGLE, YAHOO = "3H 5H 9H 10H KH 2H 4H 6H", "3D 5D 7D 8D QD 2D 4D 6D"


def card(text: str) -> Card:
    return Card.parse(text)


@pytest.mark.parametrize(
    ("request_card", "result_card", "away"),
    [("5H", "3C", 2), ("5H", "7C", 2), ("AS", "10C", 9), ("10S", "10H", 0), ("5H", "JC", None), ("JH", "JC", 0),
     ("JH", "QC", None), ("KH", "10C", None)],
)  # fmt: skip
def test_how_far_a_result_is_from_a_search(request_card: str, result_card: str, away: int | None) -> None:
    assert distance(card(request_card), card(result_card)) == away


def test_an_extra_card_is_exactly_one_point_further_on_either_side() -> None:
    assert [c for c in ("7C", "6C", "9C", "JC") if settles_tie(card("9H"), 1, card(c))] == ["7C"]
    assert [c for c in ("6C", "2C", "5C") if settles_tie(card("4H"), 1, card(c))] == ["6C", "2C"]
    assert not settles_tie(card("QH"), 0, card("JC"))
    assert contest(card("5H"), ()).closest == ()


def test_hands_are_dealt_from_the_top_of_each_deck() -> None:
    state = table(GOOGLE, YAHOO, "9C")
    assert (hand(state, "Ann"), hand(state, "Ben")) == ("3H 5H 9H 10H KH", "3D 5D 7D 8D")
    assert to_act(state) == ("Ben",)
    assert [str(c) for c in state.google.deck[:4]] == ["2H", "4H", "6H", "AC"]
    four = table("2C 3C 4C 5C 6C 7C", "2D 3D 4D 5D 6D", "9C", FOUR)
    assert [hand(four, player)[:2] for player in FOUR] == ["2C", "2D", "7C", "6D"]
    assert [len(seat.hand) for seat in four.seats] == [5, 4, 5, 4]
    assert to_act(four) == ("Ben", "Dee")
    assert start(Setup(TWO, seed=1)) == start(Setup(TWO, seed=1)) != start(Setup(TWO, seed=2))


@pytest.mark.parametrize(
    ("setup", "error"),
    [
        (Setup(("Ann", "Ben", "Cem"), seed=1), Illegal),
        (Setup(("Ann",), seed=1), Illegal),
        (Setup(("Ann", "Ann"), seed=1), Illegal),
        (Setup(TWO, {"final_tie": "nobody"}), OptionError),
        (Setup(TWO, deal={"Ann": ("2C",)}), ValueError),
        (Setup(TWO, deal={"google": ("2C", "2C")}), ValueError),
        (Setup(TWO, deal={"search": ("JK",)}), ValueError),
        (Setup(TWO, deal={"search": ("?",)}), ValueError),
    ],
)
def test_a_setup_that_cannot_be(setup: Setup, error: type[Exception]) -> None:
    with pytest.raises(error):
        start(setup)


def test_the_smaller_difference_wins_one_card_and_both_results_are_spent() -> None:
    state = answered(table(GOOGLE, YAHOO, "9C 2C"), "9H", "7D")
    assert (counts(state), state.last, to_act(state)) == ((1, 0), Side.GOOGLE, ("Ann",))
    assert [str(c) for c in (*state.google.scored, *state.google.spent, *state.yahoo.spent)] == ["9C", "9H", "7D"]
    assert (hand(state, "Ann"), hand(state, "Ben")) == ("3H 5H 10H KH 2H", "3D 5D 8D QD")


def test_results_are_secret_until_all_lie_there() -> None:
    state = play(table(GOOGLE, YAHOO, "9C"), "Ben search", "Ben play 7D")
    assert to_act(state) == ("Ann",)
    seen = view(state, "Ann")
    assert [laid.card for laid in seen.plays] == [UNKNOWN]
    assert "7D" not in [str(finding.data.get("card")) for finding in describe(state, "Ann")]
    assert broken(state, "Ben play 5D") == ["EOD-3 played_already"]
    open_now = play(seen, "Ann play 9H", "Ben play 7D")
    assert counts(open_now) == (1, 0)


def test_what_was_told_on_the_way_makes_no_other_state() -> None:
    state = play(table(GOOGLE, YAHOO, "9C"), "Ben search")
    silent = state._replace(story=())
    assert told(silent) != told(state)
    assert (silent == state, silent != state, hash(silent) == hash(state)) == (True, False, True)


def test_a_tie_goes_to_the_winner_of_the_last_search() -> None:
    won = answered(table(GOOGLE, YAHOO, "7C 4C"), "KH", "7D")
    assert won.last is Side.YAHOO
    tie = answered(won, "3H", "5D")
    assert told(tie)[2:5] == ["EOD-4 tie", "EOD-4 to_last_winner", "EOD-3 won"]
    assert counts(tie) == (0, 2)


def test_a_tie_before_any_win_is_searched_anew_in_the_same_turn() -> None:
    state = answered(table(GOOGLE, YAHOO, "4C 9C"), "3H", "5D")
    assert (state.phase, to_act(state)) == (Phase.TIE, ("Ben",))
    assert broken(state, "Ann play 5H") == ["EOD-3 no_request", "EOD-3 played_already"]
    again = play(state, "Ben pass")
    assert (to_act(again), counts(again), again.last) == (("Ben",), (0, 0), None)
    assert "3H" in hand(again, "Ann")
    assert [str(c) for c in again.past] == ["4C"]
    assert [str(c) for c in again.seats[1].shown] == ["5D"]


def test_yahoo_wins_a_tie_with_one_card_more() -> None:
    state = answered(answered(table(GOOGLE, YAHOO, "5C 9C"), "5H", "3D"), "10H", "8D")
    assert told(state)[-1] == "EOD-6 may_add"
    assert broken(state, "Ben extra 5D") == ["EOD-6 not_one_further"]
    assert broken(state, "Ben extra 7C") == ["EOD-6 not_in_hand"]
    assert broken(state, "Ann extra 3H") == ["EOD-6 only_yahoo_adds", "EOD-6 not_one_further"]
    assert broken(state, "Ben extra ?") == ["EOD-6 not_shown"]
    won = play(state, "Ben extra 7D")
    assert (counts(won), won.last) == ((1, 1), Side.YAHOO)
    assert [str(c) for c in won.yahoo.spent] == ["3D", "8D", "7D"]
    assert len(won.seats[1].hand) == 4
    lost = play(state, "Ben pass")
    assert counts(lost) == (2, 0)


def test_an_image_is_won_by_its_own_rank_alone() -> None:
    won = answered(table(GOOGLE, YAHOO, "KC 2C"), "KH", "8D")
    assert counts(won) == (1, 0)
    missed = answered(table(GOOGLE, YAHOO, "QC 2C"), "KH", "8D")
    assert (counts(missed), to_act(missed), missed.last) == ((0, 0), ("Ann",), None)
    assert "KH" in hand(missed, "Ann")
    spent = answered(table(GOOGLE, YAHOO, "QC 2C", image_miss="spent"), "KH", "8D")
    assert [str(c) for c in (*spent.google.spent, *spent.yahoo.spent)] == ["KH", "8D"]
    assert (len(spent.seats[0].hand), len(spent.seats[1].hand)) == (5, 4)
    images = answered(table(GOOGLE, "JD QD KD 2D", "5C"), "KH", "JD")
    assert told(images)[:3] == ["EOD-5 cannot_win", "EOD-5 cannot_win", "EOD-5 discarded"]
    both = answered(table(GOOGLE, "KD QD JD 2D", "KC 5C"), "KH", "KD")
    assert told(both)[2:4] == ["EOD-4 tie", "EOD-4 search_anew"]


def test_the_ipo_is_four_cards_once_at_the_start_of_googles_turn() -> None:
    state = table(GOOGLE, YAHOO, "9C 8C 2C")
    assert broken(state, "Ann ipo") == ["EOD-1 not_your_turn"]
    assert broken(state, "Ben ipo") == ["EOD-7 only_google"]
    state = answered(state, "9H", "3D")
    assert broken(play(state, "Ann search"), "Ann ipo") == ["EOD-7 ipo_too_late"]
    state = play(state, "Ann ipo")
    assert len(state.seats[0].hand) == 9
    assert broken(state, "Ann ipo") == ["EOD-7 ipo_used"]
    for _ in range(5):
        state = answered(state, str(state.seats[0].hand[0]), str(state.seats[1].hand[0]))
        state = play(state, "Ben pass") if state.phase is Phase.TIE else state
    held = len(state.seats[0].hand)
    assert held == max(5, 9 - len(state.google.spent) + 1)


def two_at_the_end(**options: str) -> State:
    """Two decks with one card each left to draw, Google ahead by one card."""
    state = table(GOOGLE, YAHOO, "9C 7C", **options)
    state = answered(state, "9H", "3D")
    return state._replace(yahoo=state.yahoo._replace(deck=state.yahoo.deck[:1]))


def test_the_game_ends_when_a_deck_is_used_up() -> None:
    state = answered(two_at_the_end(), "3H", "7D")
    assert state.over
    assert told(state)[-3:] == ["EOD-9 deck_used_up", "EOD-9 wins", "EOD-9 wins"]
    assert result(state).winners == TWO
    assert result(state).points == {"Ann": 1, "Ben": 1}
    last = answered(two_at_the_end(final_tie="last_search"), "3H", "7D")
    assert result(last).winners == ("Ben",)
    ahead = answered(two_at_the_end(), "KH", "QD")
    assert not ahead.over
    assert result(ahead).winners == ()
    assert [(s.side, s.cards) for s in score(ahead)] == [(Side.GOOGLE, 1), (Side.YAHOO, 0)]
    assert broken(state, "Ben search")[0] == "EOD-9 game_over"
    out = table(GOOGLE, YAHOO, "9C")._replace(search=(card("9C"),))
    assert told(answered(out, "9H", "3D"))[-2:] == ["EOD-9 search_used_up", "EOD-9 wins"]


def test_an_illegal_action_names_all_the_rules_it_breaks() -> None:
    state = table(GOOGLE, YAHOO, "9C")
    assert broken(state, "Ann search 8C") == ["EOD-1 not_your_turn", "EOD-3 not_on_top"]
    assert broken(state, "Ann play 2C") == ["EOD-3 no_request", "EOD-3 not_in_hand"]
    assert broken(state, "Dan search") == ["EOD-1 not_a_player"]
    assert broken(state, "Ann fill partner") == ["EOD-12 nothing_to_fill", "EOD-12 partner_empty"]
    assert broken(state, "Ben cut") == ["EOD-10 no_cut_now"]
    assert broken(state, "Ann pass") == ["EOD-6 no_tie", "EOD-6 only_yahoo_adds"]
    assert broken(state, "Ben play JK") == ["EOD-3 no_request", "EOD-1 not_in_deck", "EOD-3 not_in_hand"]


GOOGLES, YAHOOS = "10C 3H KH 5S 9D 10D 9H 2C QH 6S", "8D 5D AS 3C 7S 8C JC 2D"


def teams(search: str, **options: str) -> State:
    """Four players, Ben to begin."""
    state = table(GOOGLES, YAHOOS, "2C 3C " + search, FOUR, **options)
    return play(state, "Ben cut", "Dee cut")


def all_play(state: State, *cards: str) -> State:
    """One search, the cards in the order of the seats."""
    lines = [f"{player} play {text}" for player, text in zip(FOUR, cards, strict=True)]
    return play(state, f"{state.turn} search", *lines)


def test_the_lower_cut_begins_and_equal_cuts_are_made_again() -> None:
    state = table(GOOGLES, YAHOOS, "6H 6C KC AC", FOUR)
    assert broken(state, "Ann cut") == ["EOD-10 only_yahoo"]
    again = play(state, "Ben cut", "Dee cut")
    assert (to_act(again), again.phase) == (("Ben", "Dee"), Phase.CUT)
    begun = play(again, "Dee cut", "Ben cut")
    assert (to_act(begun), begun.phase) == (("Ben",), Phase.OPEN)
    assert [str(c) for c in begun.search[-4:]] == ["6H", "6C", "KC", "AC"]


def test_every_exact_match_of_four_counts() -> None:
    state = all_play(teams("5H"), "5S", "5D", "6S", "2D")
    assert counts(state) == (1, 1)
    assert (state.last, to_act(state)) == (None, ("Ann", "Ben"))
    assert to_act(play(state, "Ben fill deck")) == ("Ann",)  # in any order
    assert [str(c) for c in state.past] == ["5H"]
    assert hand(state, "Cem").endswith("6S")
    state = play(state, "Ann fill deck")
    assert to_act(state) == ("Ben",)
    assert to_act(play(state, "Ben fill deck")) == ("Cem",)
    one = all_play(teams("10H"), "10C", "5D", "10D", "2D")
    assert (counts(one), one.last) == ((2, 0), Side.GOOGLE)


def test_without_a_match_the_closest_counts_the_first_laid_of_two_partners() -> None:
    state = play(teams("AH"), "Ben search", "Cem play 2C", "Dee play JC", "Ben play 3C", "Ann play 3H")
    assert [str(c) for c in state.google.scored] == ["2C"]
    tens = play(teams("JH 9S"), "Ben search", "Cem play 10D", "Ann play 10C", "Ben play 3C", "Dee play 2D")
    assert counts(tens) == (0, 0)
    level = play(teams("9S"), "Ben search", "Cem play 10D", "Ann play 10C", "Ben play 3C", "Dee play 2D")
    assert [str(c) for c in level.google.scored] == ["10D"]
    assert to_act(level) == ("Cem",)


def test_a_yahoo_who_has_laid_the_extra_card_settles_the_tie() -> None:
    state = all_play(teams("9S"), "10C", "8D", "10D", "7S")
    assert "EOD-15 settled_by_play" in told(state)
    assert [str(c) for c in state.yahoo.scored] == ["8D"]


def test_either_yahoo_may_add_the_card_and_it_returns() -> None:
    state = all_play(teams("4H"), "3H", "3C", "QH", "JC")
    assert to_act(state) == ("Ben", "Dee")
    one = play(state, "Ben pass")
    assert to_act(one) == ("Dee",)
    assert broken(one, "Ben pass") == ["EOD-6 no_tie"]
    won = play(one, "Dee extra 2D")
    assert [str(c) for c in won.yahoo.scored] == ["3C"]
    assert "2D" in hand(won, "Dee")
    none = play(one, "Dee pass")
    assert (none.last, to_act(none)) == (None, ("Ben",))


def test_the_winner_fills_up_from_the_deck_or_the_partner() -> None:
    state = all_play(teams("9S"), "10C", "8D", "10D", "7S")
    partner = play(state, "Ben fill partner")
    held = set(hand(partner, "Ben").split()) - set(hand(state, "Ben").split())
    assert held <= set(hand(state, "Dee").split())
    assert [len(seat.hand) for seat in partner.seats] == [5, 4, 5, 4]
    assert partner.seats[3].shown == frozenset()
    bare = state._replace(yahoo=state.yahoo._replace(deck=()))
    short = play(bare, "Ben fill deck")
    assert (len(short.seats[1].hand), to_act(short)) == (3, ("Cem",))
    assert broken(state, "Dee fill deck") == ["EOD-12 nothing_to_fill"]


def test_who_still_fills_up_is_told_by_the_hand_of_the_own_side() -> None:
    lines = ("Ben search", "Ben play 5D", "Ann play 5S", "Cem play 6S", "Dee play 2D")
    state = play(teams("5H"), *lines, "Ben fill partner")
    assert to_act(state) == ("Ann",)  # with four cards a Google is short, a Yahoo is not
    assert [len(seat.hand) for seat in play(state, "Ann fill deck").seats] == [5, 4, 5, 4]


def test_of_four_each_lays_one_card_and_the_game_ends_by_sets() -> None:
    state = play(teams("9S"), "Ben search", "Ann play 10C")
    assert broken(state, "Ann play 3H") == ["EOD-11 played_already"]
    assert broken(state._replace(phase=Phase.OVER), "Ben search")[0] == "EOD-14 game_over"


def test_google_declares_one_ipo_a_set_in_a_turn_of_the_own() -> None:
    state = play(all_play(teams("9S 5H"), "10C", "8D", "10D", "7S"), "Ben fill deck")
    assert broken(state, "Ann ipo") == ["EOD-1 not_your_turn"]
    declared = play(state, "Cem ipo")
    assert [len(seat.hand) for seat in declared.seats] == [5, 4, 9, 4]
    assert broken(declared, "Cem ipo") == ["EOD-15 ipo_used"]


def test_a_used_up_search_deck_is_shuffled_and_used_again() -> None:
    state = play(all_play(teams("9S"), "10C", "8D", "10D", "7S"), "Ben fill deck")
    state = state._replace(search=(), past=(card("9S"), card("5H")))
    turned = play(state, "Cem search")
    assert told(turned) == ["EOD-13 reshuffled", "EOD-3 request"]
    assert len(turned.search) == 1


def last_card(google_cards: int, **options: str) -> State:
    """Yahoo's deck is used up and Ben holds the eight alone, which wins the next search; Google has cards already."""
    state = teams("8S", **options)
    ben = state.seats[1]._replace(hand=(card("8D"),))
    scored = STANDARD_DECK[13 : 13 + google_cards]
    yahoo, google = state.yahoo._replace(deck=()), state.google._replace(scored=scored)
    return state._replace(seats=(state.seats[0], ben, *state.seats[2:]), yahoo=yahoo, google=google)


def test_a_set_ends_when_a_side_has_used_its_deck_and_a_player_has_no_card() -> None:
    state = play(all_play(last_card(2), "3H", "8D", "2C", "JC"), "Ben fill deck")
    assert (state.google.sets, state.yahoo.sets, state.set_number) == (1, 0, 2)
    assert (state.phase, to_act(state)) == (Phase.CUT, ("Ben", "Dee"))
    assert [len(seat.hand) for seat in state.seats] == [5, 4, 5, 4]
    assert (counts(state), state.google.ipo, state.last) == ((0, 0), True, Side.YAHOO)
    assert len(state.search) == 52
    first_out = play(all_play(last_card(2, set_winner="ran_out"), "3H", "8D", "2C", "JC"), "Ben fill deck")
    assert (first_out.google.sets, first_out.yahoo.sets) == (0, 1)
    level = play(all_play(last_card(1), "3H", "8D", "2C", "JC"), "Ben fill deck")
    assert (level.google.sets, level.yahoo.sets) == (1, 1)
    tie = play(all_play(last_card(1, final_tie="last_search"), "3H", "8D", "2C", "JC"), "Ben fill deck")
    assert (tie.google.sets, tie.yahoo.sets) == (0, 1)


def test_two_sets_win_the_game_for_both_partners() -> None:
    state = last_card(2)
    state = state._replace(google=state.google._replace(sets=1))
    state = play(all_play(state, "3H", "8D", "2C", "JC"), "Ben fill deck")
    assert state.over
    assert result(state).winners == ("Ann", "Cem")
    assert result(state).points == {"Ann": 2, "Ben": 0, "Cem": 2, "Dee": 0}
    assert [(s.players, s.sets) for s in score(state)] == [(("Ann", "Cem"), 2), (("Ben", "Dee"), 0)]


def test_players_may_let_an_illegal_action_stand() -> None:
    state = table(GOOGLE, YAHOO, "9C 4C")
    assert overrule(state, parse_action("Ann search")).turn == "Ann"
    assert len(overrule(state, parse_action("Ann ipo")).seats[0].hand) == 9
    tie = answered(state, "10H", "8D")
    assert overrule(tie, parse_action("Ben extra 5D")).last is Side.YAHOO
    late = overrule(play(answered(state, "9H", "8D"), "Ann search"), parse_action("Ann ipo"))
    assert (len(late.seats[0].hand), late.phase, late.google.ipo) == (9, Phase.PLAY, False)


@pytest.mark.parametrize("line", ["Dan search", "Ann play 3H", "Ben extra 3D", "Ben search 2C", "Ben cut", "Ann pass"])
def test_what_cannot_be_done_at_all_cannot_be_let_stand(line: str) -> None:
    with pytest.raises(Illegal):
        overrule(table(GOOGLE, YAHOO, "9C"), parse_action(line))


def test_a_real_table_knows_what_it_has_seen() -> None:
    state = start(Setup(TWO))
    assert (hand(state, "Ann"), hand(state, "Ben")) == ("? ? ? ? ?", "? ? ? ?")
    assert broken(state, "Ben search") == ["EOD-3 not_shown"]
    state = play(state, "Ben search 9C")
    assert undecided(state, "Ann play 9H") == ["EOD-3 not_in_hand"]
    assert undecided(state, "Ann play ?") == []
    assert broken(state, "Ann play JK") == ["EOD-1 not_in_deck"]
    state = play(state, "Ann play ?", "Ben play 7D")
    assert to_act(state) == ("Ann",)
    assert broken(state, "Ann play ?") == ["EOD-3 played_already"]
    state = play(state, "Ann play 9H")
    assert counts(state) == (1, 0)
    assert broken(state, "Ann search 9C") == ["EOD-1 searched_before"]
    state = play(state, "Ann search KC")
    assert broken(state, "Ann play 9H") == ["EOD-1 second_copy"]
    state = play(state, "Ann play 3H", "Ben play 4D")
    assert (hand(state, "Ann"), hand(state, "Ben")) == ("? ? ? ? 3H", "? ? ? 4D")
    assert undecided(play(state, "Ben search 2C"), "Ben play 4D") == []
    assert len(state.google.deck) == 52 - 5 - 1


def test_a_card_that_went_to_the_partner_unseen_is_held_once() -> None:
    state = play(start(Setup(FOUR)), "Ben cut 2S", "Dee cut 9S")
    shown = play(state, "Ben search 5H", "Ben play 5D", "Ann play 6S", "Cem play 9H", "Dee play KD", "Ben fill deck")
    assert "9H" in hand(shown, "Cem")
    # nobody says that Ann fills her hand from the partner's
    won = play(shown, "Cem search 7H", "Ann play 7C", "Ben play 2D", "Cem play JS", "Dee play QD", "Ann fill deck")
    seen = play(won, "Dee search AH", "Ann play 9H", "Ben play AC", "Cem play JS", "Dee play QD")
    assert "9H" in hand(seen, "Ann")
    assert "9H" not in hand(seen, "Cem")
    assert seen.seats[2].shown == {card("JS")}


def test_where_people_put_a_card_that_was_cut_is_not_known() -> None:
    state = play(start(Setup(FOUR)), "Ben cut 6S")
    assert broken(state, "Dee cut 6S") == ["EOD-1 searched_before"]
    state = play(state, "Dee cut 9S")
    assert (len(state.search), set(state.search)) == (52, {UNKNOWN})
    assert broken(state, "Ben search 9S") == []


def test_a_description_shows_the_own_hand_alone() -> None:
    state = answered(table(GOOGLE, YAHOO, "QC 9C"), "KH", "8D")

    def lines(viewer: str | None) -> list[str]:
        return [TEXTS.text(f"eod_says.{finding.reason}", **finding.data) for finding in describe(state, viewer)]

    assert lines("Ann") == [
        "next: Ann",
        "in the search deck: 51",
        "Google: 0 cards won, 47 left in the deck",
        "Yahoo: 0 cards won, 48 left in the deck",
        "Google can still declare an IPO",
        "Ann (Google): 5 in hand",
        "hand of Ann: 3H 5H 9H 10H KH",
        "Ben (Yahoo): 4 in hand",
        "Ben holds, as all have seen: 8D",
    ]
    for viewer in ("Ann", "Ben", None):
        assert describe(view(state, viewer), viewer) == describe(state, viewer)
