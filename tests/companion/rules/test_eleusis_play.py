"""Eleusis Express, rule by rule: what is legal, what follows, and every rule that an illegal action breaks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.rules.cards import UNKNOWN, Card
from companion.rules.eleusis import (
    Deal,
    End,
    Guess,
    NoPlay,
    Play,
    Seat,
    State,
    apply,
    can,
    consequences,
    legal_actions,
    overrule,
    parse_action,
    result,
    score,
    start,
    to_act,
    verify,
)
from companion.rules.eleusis.secret import SecretRule
from companion.rules.game import Illegal, Setup

PLAYERS = ("Ann", "Ben", "Cem")
BEN = "2C 3D 4S 5H 6C 7D 8S 9H 10C JD QS KH"
CEM = "AC 2D 3S 4H 5C 6D 7S 8H 9C 10D JS QH"


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(word) for word in text.split())


def dealt(rule: str = "colour differs from last", **options: str) -> State:
    """Ann has dealt: Ben and Cem hold one card of each value, 7C is turned up, and Ben begins."""
    setup = Setup(PLAYERS, options, deal={"round-1": tuple(f"{BEN} {CEM} 7C AS AD".split())})
    return apply(start(setup), Deal("Ann", SecretRule.parse(rule)))


def table(*lines: str, **options: str) -> State:
    """A real table after these lines: cards are known when they are seen."""
    state = start(Setup(PLAYERS, options))
    for line in lines:
        state = apply(state, parse_action(line))
    return state


def told(findings: tuple) -> list[str]:  # type: ignore[type-arg]
    return [f"{finding.rule} {finding.reason}" for finding in findings]


def broken(state: State, line: str) -> list[str]:
    return told(verify(state, parse_action(line)).broken)


def undecided(state: State, line: str) -> list[str]:
    return told(verify(state, parse_action(line)).undecided)


def follows(state: State, line: str) -> list[str]:
    action = parse_action(line)
    return told(tuple(consequences(state, action, apply(state, action))))


def hand(state: State, player: str) -> tuple[Card, ...]:
    return next(seat.hand for seat in state.seats if seat.player == player)


def with_hand(state: State, player: str, held: str) -> State:
    """The state in which the player holds other cards; what becomes of the rest does not matter."""
    return replace(state, seats=tuple(Seat(player, cards(held)) if s.player == player else s for s in state.seats))


def test_ee_1_players_of_a_game() -> None:
    for players, reason in [
        (("Ann", "Ben"), "player_count"),
        (tuple("ABCDEFGHI"), "player_count"),
        (("Ann", "Ben", "Ann"), "player_twice"),
    ]:
        with pytest.raises(Illegal, match="EE-1") as caught:
            start(Setup(players))
        assert [finding.reason for finding in caught.value.ruling.broken] == [reason]


def test_ee_1_twelve_cards_each_and_one_turned_up() -> None:
    state = dealt()
    assert hand(state, "Ben") == cards(BEN)
    assert hand(state, "Cem") == cards(CEM)
    assert hand(state, "Ann") == ()
    assert state.round is not None
    assert state.round.mainline == cards("7C")
    assert state.stock[:2] == cards("AS AD")
    assert len(state.stock) == 104 - 24 - 1
    assert to_act(state) == ("Ben",)


@pytest.mark.parametrize(
    ("line", "reasons"),
    [
        ("Ann deals", []),
        ("Ann deals | rule red | hint look | begins Cem", []),
        ("Ben deals", ["EE-12 not_next_dealer"]),
        ("Dan deals", ["EE-1 not_a_player"]),
        ("Ann deals | begins Ann", ["EE-1 cannot_begin"]),
        ("Ann deals | begins Dan", ["EE-1 cannot_begin"]),
        ("Ann plays 7C", ["EE-9 no_round"]),
        ("Dan no play", ["EE-9 no_round", "EE-1 not_a_player"]),
        ("Ann guesses | rule red", ["EE-9 no_round"]),
        ("end", []),
    ],
)
def test_ee_1_the_dealer_chooses(line: str, reasons: list[str]) -> None:
    assert broken(start(Setup(PLAYERS, seed=1)), line) == reasons


def test_ee_1_who_begins_is_the_dealers_choice() -> None:
    state = start(Setup(PLAYERS, seed=1))
    assert to_act(apply(state, parse_action("Ann deals"))) == ("Ben",)
    assert to_act(apply(state, parse_action("Ann deals | begins Cem"))) == ("Cem",)


def test_ee_1_a_rule_may_say_what_starts_the_line() -> None:
    state = start(Setup(PLAYERS, deal={"round-1": tuple(f"{BEN} {CEM} 7C AS AD 2H".split())}))
    action = Deal("Ann", SecretRule.parse("start red; red"))
    after = apply(state, action)
    assert after.round is not None
    assert after.round.mainline == cards("AD")
    assert after.stock[0] == Card.parse("2H")
    assert after.stock[-2:] == cards("7C AS")
    assert "EE-1 passed_over" in told(tuple(consequences(state, action, after)))
    assert broken(state, "Ann deals | rule red | starter 2H") == ["EE-1 other_starter"]
    assert broken(state, "Ann deals | rule red | starter 7C") == []
    assert broken(state, "Ann deals | rule start red black; red") == ["EE-1 nothing_may_start"]


def test_ee_1_the_card_turned_up_at_a_real_table() -> None:
    state = table()
    assert undecided(state, "Ann deals") == ["EE-1 starter_unseen"]
    assert undecided(state, "Ann deals | starter 7C") == []
    assert broken(state, "Ann deals | starter JK") == ["EE-1 joker"]
    assert broken(state, "Ann deals | rule start red; red | starter 7C") == ["EE-1 may_not_start"]
    assert apply(state, Deal("Ann")).round.mainline == (UNKNOWN,)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("line", "reasons"),
    [
        ("Ben plays 3D", []),
        ("Ben plays 2C", []),
        ("Cem plays 2D", ["EE-1 not_in_turn"]),
        ("Ann plays 2D", ["EE-1 dealer_only_deals"]),
        ("Dan plays 2D", ["EE-1 not_a_player"]),
        ("Ben plays 2D", ["EE-1 not_in_hand"]),
        ("Ben plays JK", ["EE-1 joker", "EE-1 not_in_hand"]),
        ("Ben plays 3D | wrong", ["EE-2 is_right"]),
        ("Ben plays 2C | right", ["EE-3 is_wrong"]),
        ("Ben plays 3D | right", []),
        ("Cem plays KD | right", ["EE-1 not_in_turn", "EE-1 not_in_hand"]),
        ("Ann deals", ["EE-9 round_running"]),
        ("end", ["EE-9 round_running"]),
        ("Ben guesses | rule red", ["EE-8 no_guess_now"]),
    ],
)
def test_what_a_player_in_turn_may_do(line: str, reasons: list[str]) -> None:
    assert broken(dealt(), line) == reasons


def test_ee_2_a_right_card_makes_the_line_longer_and_the_hand_smaller() -> None:
    state = dealt()
    after = apply(state, Play("Ben", Card.parse("3D")))
    assert after.round is not None
    assert after.round.mainline == cards("7C 3D")
    assert len(hand(after, "Ben")) == 11
    assert after.stock == state.stock
    assert to_act(after) == ("Ben", "Cem")
    assert follows(state, "Ben plays 3D") == ["EE-2 right", "EE-8 may_guess"]


def test_ee_3_a_wrong_card_lies_in_the_sideline_and_one_is_drawn() -> None:
    state = apply(dealt(), Play("Ben", Card.parse("2C")))
    state = apply(state, Play("Cem", Card.parse("AC")))
    assert state.round is not None
    assert state.round.mainline == cards("7C")
    assert state.round.line[0].sideline == cards("2C AC")
    assert hand(state, "Ben") == cards(BEN)[1:] + cards("AS")
    assert hand(state, "Cem") == cards(CEM)[1:] + cards("AD")
    assert to_act(state) == ("Ben",)


@pytest.mark.parametrize(
    ("line", "reasons"),
    [
        ("Ben no play", []),
        ("Ben no play | lays KH", []),
        ("Ben no play | wrong", []),
        ("Ben no play | right", ["EE-5 has_a_play"]),
        ("Ben no play | lays 2C", ["EE-5 laid_is_wrong"]),
        ("Ben no play | lays AH", ["EE-5 laid_not_in_hand"]),
        (f"Ben no play | shows {BEN}", []),
        ("Ben no play | shows 2C 3D", ["EE-4 other_cards", "EE-4 wrong_count"]),
        (f"Ben no play | shows {BEN[:-2]}QH", ["EE-4 other_cards"]),
        ("Cem no play", ["EE-1 not_in_turn"]),
        ("Ann no play", ["EE-1 dealer_only_deals"]),
    ],
)
def test_ee_4_and_ee_5_a_claim_is_held_against_the_hand(line: str, reasons: list[str]) -> None:
    assert broken(dealt(), line) == reasons


def test_ee_5_a_wrong_claim_costs_a_card_drawn() -> None:
    state = apply(dealt(), NoPlay("Ben", laid=Card.parse("9H")))
    assert state.round is not None
    assert state.round.mainline == cards("7C 9H")
    assert hand(state, "Ben") == tuple(card for card in cards(BEN) if card != Card.parse("9H")) + cards("AS")
    assert to_act(state) == ("Cem",)
    assert apply(dealt(), NoPlay("Ben")).round.mainline == cards("7C 3D")  # type: ignore[union-attr]


def test_ee_5_all_are_told_one_right_card_of_the_hand_and_no_other() -> None:
    claim = NoPlay("Ben", laid=Card.parse("9H"))
    (had,) = (f for f in consequences(dealt(), claim, apply(dealt(), claim)) if f.reason == "had_a_play")
    assert had.data == {"player": "Ben", "cards": "9H"}
    (has,) = verify(dealt(), NoPlay("Ben", right=True)).broken
    assert has.data == {"player": "Ben", "cards": "3D"}


def test_ee_6_a_right_claim_with_the_last_card() -> None:
    for option, points in [("on", 15), ("off", 12)]:
        state = with_hand(dealt(last_no_play_goes_out=option), "Ben", "2C")
        after = apply(state, NoPlay("Ben"))
        assert after.round is None
        assert after.stock[-1] == Card.parse("2C")
        assert after.finished[0].points == {"Ann": points, "Ben": points, "Cem": 0}
        assert "EE-6 last_card_back" in follows(state, "Ben no play")
        assert broken(state, "Ben no play | wrong") == ["EE-6 has_no_play", "EE-5 card_needed"]


def test_ee_7_a_right_claim_with_more_cards() -> None:
    state = with_hand(dealt(), "Ben", "2C 4S 6C")
    after = apply(state, NoPlay("Ben"))
    assert hand(after, "Ben") == cards("AS AD")
    assert after.stock[-3:] == cards("2C 4S 6C")
    assert to_act(after) == ("Ben", "Cem")
    assert follows(state, "Ben no play") == ["EE-4 hand_shown", "EE-7 dealt_anew", "EE-8 may_guess"]
    assert broken(state, "Ben no play | wrong") == ["EE-7 has_no_play", "EE-5 card_needed"]


def test_ee_8_a_guess_is_compared_by_meaning() -> None:
    state = apply(dealt(), Play("Ben", Card.parse("3D")))
    assert follows(state, "Ben guesses | rule if last is red then black else red")[0] == "EE-8 guessed_right"
    assert follows(state, "Ben guesses | rule suit differs from last") == ["EE-8 guessed_wrong"]
    assert broken(state, "Ben guesses | rule red | right") == ["EE-8 guess_is_wrong"]
    assert broken(state, "Ben guesses | rule colour differs from last | wrong") == ["EE-8 guess_is_right"]
    assert broken(state, "Cem guesses | rule red") == ["EE-8 no_guess_now"]
    assert broken(state, "Ann guesses | rule red") == ["EE-1 dealer_only_deals", "EE-8 no_guess_now"]
    assert broken(state, "Dan guesses | rule red") == ["EE-1 not_a_player", "EE-8 no_guess_now"]


def test_ee_8_a_guess_in_words_is_the_dealers_to_judge() -> None:
    state = apply(dealt(), Play("Ben", Card.parse("3D")))
    assert broken(state, "Ben guesses | words black and red") == ["EE-8 guess_needs_verdict"]
    assert undecided(state, "Ben guesses | words black and red | wrong") == ["EE-8 guess_unjudged"]
    assert apply(state, Guess("Ben", words="black and red", right=True)).finished[0].guessed == "Ben"
    assert follows(state, "Ben guesses | words black and red | wrong") == ["EE-8 guessed_wrong"]


def test_ee_8_what_was_guessed_need_not_be_told() -> None:
    state = apply(dealt(), Play("Ben", Card.parse("3D")))
    assert follows(state, "Ben guesses | right")[0] == "EE-8 right_untold"
    assert follows(state, "Ben guesses | wrong") == ["EE-8 wrong_untold"]


def test_ee_8_one_guess_and_only_before_the_next_card() -> None:
    state = apply(dealt(), Play("Ben", Card.parse("3D")))
    wrong = apply(state, Guess("Ben", SecretRule.parse("red")))
    assert wrong.round is not None
    assert wrong.round.wrong_guesses == (SecretRule.parse("red"),)
    assert broken(wrong, "Ben guesses | rule black") == ["EE-8 no_guess_now"]
    assert broken(apply(state, Play("Cem", Card.parse("2D"))), "Ben guesses | rule black") == ["EE-8 no_guess_now"]
    assert broken(apply(dealt(), NoPlay("Ben")), "Ben guesses | rule black") == ["EE-8 no_guess_now"]


def test_ee_8_a_guess_need_not_say_what_starts_the_line() -> None:
    state = apply(dealt("start black; colour differs from last"), Play("Ben", Card.parse("3D")))
    assert can(state, parse_action("Ben guesses | rule colour differs from last | right"))
    assert not can(state, parse_action("Ben guesses | rule start red; colour differs from last | right"))


def test_ee_9_and_ee_10_an_empty_hand_ends_the_round() -> None:
    state = with_hand(with_hand(dealt(), "Ben", "3D"), "Cem", "2C 3C")
    after = apply(state, Play("Ben", Card.parse("3D")))
    assert after.finished[0].points == {"Ann": 15, "Ben": 15, "Cem": 10}
    assert follows(state, "Ben plays 3D") == [
        *("EE-2 right", "EE-9 round_over", "EE-9 rule_was", "EE-10 went_out"),
        *("EE-11 dealer_points", "EE-10 round_points", "EE-10 round_points"),
    ]
    assert to_act(after) == ("Ben",)


def test_ee_11_the_dealer_scores_as_the_best() -> None:
    state = with_hand(with_hand(dealt(), "Ben", "3D 2C 3C 4C"), "Cem", "2H")
    state = apply(state, Play("Ben", Card.parse("3D")))
    after = apply(state, Guess("Ben", SecretRule.parse("colour differs from last")))
    assert after.finished[0].points == {"Ann": 15, "Ben": 15, "Cem": 11}


def finished(state: State) -> State:
    """The round that runs ended by the first player's last card, everybody else holding twelve."""
    assert state.round is not None
    return apply(with_hand(state, state.round.turn, "3D"), Play(state.round.turn, Card.parse("3D"), right=True))


def test_ee_12_the_game_is_over_when_all_have_dealt() -> None:
    state = start(Setup(PLAYERS))
    for dealer in PLAYERS:
        assert to_act(state) == (dealer,)
        assert result(state).winners == ()
        state = finished(apply(state, Deal(dealer)))
    assert to_act(state) == ()
    assert list(legal_actions(state)) == []
    assert broken(state, "end") == ["EE-12 game_over"]
    assert broken(state, "Ann deals") == ["EE-12 game_over"]
    # Each deals once and goes out once, as the one who begins after another's deal: fifteen points twice.
    assert result(state).points == {"Ann": 30, "Ben": 30, "Cem": 30}
    assert result(state).winners == PLAYERS


@pytest.mark.parametrize(("option", "bonus"), [("on", 10), ("off", 0)])
def test_ee_12_an_early_end(option: str, bonus: int) -> None:
    state = finished(table("Ann deals", early_bonus=option))
    after = apply(state, End())
    assert result(after).points == {"Ann": 15, "Ben": 15 + bonus, "Cem": bonus}
    assert result(after).winners == (("Ben",) if bonus else ("Ann", "Ben"))
    assert [line.bonus for line in score(after).lines] == [0, bonus, bonus]
    assert broken(after, "Ben deals") == ["EE-12 game_over"]
    assert result(apply(table(), End())).winners == ()


def test_ee_13_another_deck() -> None:
    state = replace(dealt(), stock=())
    after = apply(state, Play("Ben", Card.parse("2C")))
    assert after.decks == 3
    assert len(after.stock) == 51
    assert len(hand(after, "Ben")) == 12
    assert follows(state, "Ben plays 2C") == ["EE-3 wrong", "EE-13 deck_shuffled_in"]
    again = apply(finished(after), Deal("Ben"))
    assert again.decks == 2
    assert len(again.stock) == 79


def test_ee_13_the_round_ends() -> None:
    state = replace(dealt(stock_out="end_round"), stock=())
    after = apply(state, Play("Ben", Card.parse("2C")))
    assert after.round is None
    assert after.finished[0].points == {"Ann": 1, "Ben": 1, "Cem": 0}
    assert follows(state, "Ben plays 2C")[:3] == ["EE-3 wrong", "EE-13 stock_used_up", "EE-9 round_over"]
    assert follows(state, "Ben no play")[3] == "EE-13 stock_used_up"


def test_a_last_card_that_goes_into_an_empty_stock_has_not_used_it_up() -> None:
    state = replace(with_hand(dealt("red", last_no_play_goes_out="off"), "Ben", "2C"), stock=())
    assert follows(state, "Ben no play")[:3] == ["EE-4 hand_shown", "EE-6 last_card_back", "EE-9 round_over"]


def test_a_rule_that_is_not_told_needs_verdicts() -> None:
    state = table("Ann deals | starter 7C")
    assert broken(state, "Ben plays 9H") == ["EE-2 verdict_needed"]
    assert undecided(state, "Ben plays 9H | wrong") == ["EE-1 not_in_hand", "EE-2 unjudged"]
    assert broken(state, "Ben no play") == ["EE-4 hand_not_shown", "EE-4 verdict_needed_on_hand"]
    assert broken(state, f"Ben no play | shows {BEN} | wrong") == ["EE-5 card_needed"]
    assert undecided(state, f"Ben no play | shows {BEN} | lays 2C") == ["EE-4 hand_unjudged", "EE-5 laid_is_wrong"]
    right = apply(state, parse_action("Ben plays 9H | right"))
    assert broken(right, "Ben guesses | rule red") == ["EE-8 guess_needs_verdict"]
    assert undecided(right, "Ben guesses | rule red | right") == ["EE-8 guess_unjudged"]


def test_a_hand_at_a_real_table_becomes_known_when_it_is_shown() -> None:
    state = table("Ann deals | rule colour differs from last | starter 7C")
    assert hand(state, "Ben") == (UNKNOWN,) * 12
    assert broken(state, "Ben no play") == ["EE-4 hand_not_shown", "EE-4 verdict_needed_on_hand"]
    assert broken(state, "Ben no play | shows 2C 4S") == ["EE-4 wrong_count"]
    after = apply(state, parse_action(f"Ben no play | shows {BEN}"))
    assert hand(after, "Ben") == (*(card for card in cards(BEN) if card != Card.parse("3D")), UNKNOWN)
    later = apply(after, parse_action("Cem plays 4S"))
    other = BEN.replace("3D", "AS").replace("2C", "AS")
    assert broken(later, f"Ben no play | shows {other}") == ["EE-4 other_cards"]
    assert broken(later, f"Ben no play | shows {BEN.replace('3D', 'AS')}") == []
    assert undecided(later, "Ben plays QH") == ["EE-1 not_in_hand"]


def test_a_card_that_cannot_be_read_leaves_a_claim_to_the_dealer() -> None:
    state = with_hand(table("Ann deals | rule red | starter 7C"), "Ben", "? ?")
    assert broken(state, "Ben no play | shows 2C ?") == ["EE-4 verdict_needed_on_hand"]
    assert undecided(state, "Ben no play | shows 2C ? | right") == ["EE-4 hand_unjudged"]
    assert broken(state, "Ben no play | shows 2H ? | right") == ["EE-5 has_a_play"]
    assert broken(state, "Ben no play | shows 2H ?") == []


def test_no_card_is_seen_more_often_than_there_are_decks() -> None:
    state = table("Ann deals | rule red | starter 7C", "Ben plays 7C", "Cem plays 7H")
    assert broken(state, "Ben plays 7C") == ["EE-1 too_many_copies"]
    assert broken(replace(state, decks=3), "Ben plays 7C") == []
    held = with_hand(state, "Ben", "? ? ?")
    assert broken(held, "Ben no play | shows 2C 2C 2C") == ["EE-1 too_many_copies"]
    assert broken(held, "Ben no play | shows 7C 2C 2C") == ["EE-1 too_many_copies"]
    assert broken(held, "Ben no play | shows 3C 2C 2C") == []


def test_a_joker_in_a_shown_hand_is_no_card_of_the_decks() -> None:
    held = with_hand(table("Ann deals | rule red | starter 7C"), "Ben", "? ?")
    assert broken(held, "Ben no play | shows 2C JK") == ["EE-1 joker"]


def test_players_may_let_an_illegal_action_stand() -> None:
    state = dealt()
    out_of_turn = overrule(state, parse_action("Cem plays 2D"))
    assert to_act(out_of_turn) == ("Cem", "Ben")
    mistaken = overrule(state, parse_action("Ben plays 3D | wrong"))
    assert mistaken.round is not None
    assert mistaken.round.line[0].sideline == cards("3D")
    late = overrule(state, parse_action("Ben guesses | rule colour differs from last"))
    assert late.finished[0].guessed == "Ben"
    broken_off = overrule(state, End())
    assert broken_off.finished[0].points == {"Ann": 0, "Ben": 0, "Cem": 0}
    assert told(tuple(consequences(state, End(), broken_off)))[:2] == ["EE-9 broken_off", "EE-9 round_over"]
    anew = overrule(state, parse_action("Ben deals | rule red"))
    assert [past.dealer for past in anew.finished] == ["Ann"]
    assert to_act(anew) == ("Cem",)


@pytest.mark.parametrize(
    "line",
    [
        *("Dan plays 2C", "Ben plays 2D", "Ann plays 2C", "Ben no play | lays AH", "Ben no play | shows 2C"),
        *(
            "Ben guesses | words who knows",
            "Dan deals",
            "Ben deals | begins Dan",
            "Ben deals | rule start red black; red",
        ),
    ],
)
def test_what_cannot_be_done_at_all_cannot_be_let_stand(line: str) -> None:
    with pytest.raises(Illegal):
        overrule(dealt(), parse_action(line))


def test_a_round_dealt_over_another_begins_with_its_own_cards() -> None:
    stacked = {"round-1": tuple(f"{BEN} {CEM} 7C".split()), "round-2": tuple(f"{CEM} {BEN} 7H".split())}
    state = apply(start(Setup(PLAYERS, deal=stacked)), Deal("Ann"))
    with pytest.raises(Illegal):
        overrule(state, parse_action("Ben deals | starter 7C"))
    anew = overrule(state, parse_action("Ben deals | starter 7H"))
    assert anew.round.mainline == cards("7H")  # type: ignore[union-attr]


def test_the_last_dealers_round_cannot_be_dealt_over() -> None:
    state = start(Setup(PLAYERS))
    for dealer in PLAYERS[:2]:
        state = finished(apply(state, Deal(dealer)))
    state = apply(state, Deal("Cem"))
    with pytest.raises(Illegal):
        overrule(state, Deal("Ann"))
