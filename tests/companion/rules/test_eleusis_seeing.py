"""Eleusis Express from outside: what a viewer sees, the state in words, actions as lines, how a game begins."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.language import Language
from companion.rules.cards import UNKNOWN, Card
from companion.rules.eleusis import (
    Deal,
    Guess,
    NoPlay,
    Play,
    Seat,
    State,
    apply,
    as_seen,
    describe,
    overrule,
    parse_action,
    start,
    view,
    write_action,
)
from companion.rules.eleusis.secret import RuleError, SecretRule
from companion.rules.game import OptionError, Setup

PLAYERS = ("Ann", "Ben", "Cem")
BEN = "2C 3D 4S 5H 6C 7D 8S 9H 10C JD QS KH"
CEM = "AC 2D 3S 4H 5C 6D 7S 8H 9C 10D JS QH"
TEXTS = Language.load("en")


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(word) for word in text.split())


SETUP = Setup(PLAYERS, deal={"round-1": tuple(f"{BEN} {CEM} 7C AS AD".split())})


def dealt() -> State:
    """Ann has dealt: Ben and Cem hold one card of each value, 7C is turned up, and Ben begins."""
    return apply(start(SETUP), parse_action("Ann deals | rule colour differs from last"))


def told(state: State, viewer: str | None) -> list[str]:
    return [f"{finding.rule} {finding.reason}" for finding in describe(state, viewer)]


def hand(state: State, player: str) -> tuple[Card, ...]:
    return next(seat.hand for seat in state.seats if seat.player == player)


def test_a_viewer_sees_neither_the_rule_nor_other_hands() -> None:
    state = dealt()
    seen = view(state, "Ben")
    assert seen.round is not None
    assert seen.round.rule is None
    assert hand(seen, "Ben") == cards(BEN)
    assert hand(seen, "Cem") == (UNKNOWN,) * 12
    assert set(seen.stock) == {UNKNOWN}
    assert seen.chance is None
    assert seen.stacked == ()
    dealer = view(state, "Ann")
    assert dealer.round == state.round
    assert hand(dealer, "Ben") == (UNKNOWN,) * 12


def test_what_was_shown_of_a_hand_stays_visible() -> None:
    state = apply(dealt(), NoPlay("Ben"))
    kept = tuple(card for card in cards(BEN) if card != Card.parse("3D"))
    assert hand(view(state, "Cem"), "Ben") == (*kept, UNKNOWN)
    later = apply(apply(state, Play("Cem", Card.parse("AC"))), Play("Ben", Card.parse("5H")))
    assert hand(view(later, "Cem"), "Ben") == (*(card for card in kept if card != Card.parse("5H")), UNKNOWN)
    assert "EE-4 known_cards" in told(state, "Cem")
    assert "EE-4 known_cards" not in told(state, "Ben")


def test_an_action_as_it_was_seen() -> None:
    state = start(SETUP)
    deal = parse_action("Ann deals | rule colour differs from last | hint look")
    assert write_action(as_seen(state, deal, "Ben")) == "Ann deals | hint look | starter 7C"
    assert as_seen(state, deal, "Ann").rule == deal.rule  # type: ignore[union-attr]
    state = apply(state, deal)
    assert write_action(as_seen(state, Play("Ben", Card.parse("3D")), "Cem")) == "Ben plays 3D | right"
    assert write_action(as_seen(state, NoPlay("Ben"), "Cem")) == f"Ben no play | shows {BEN} | lays 3D"
    few = replace(state, seats=(state.seats[0], Seat("Ben", cards("2C 4C")), state.seats[2]))
    assert write_action(as_seen(few, NoPlay("Ben"), None)) == "Ben no play | shows 2C 4C | right"
    after = apply(state, Play("Ben", Card.parse("3D")))
    guess = Guess("Ben", SecretRule.parse("red"))
    assert write_action(as_seen(after, guess, None)) == "Ben guesses | rule red | wrong"


def lines(state: State, viewer: str | None) -> list[str]:
    return [TEXTS.text(f"ee_says.{finding.reason}", **finding.data) for finding in describe(state, viewer)]


def test_a_description_shows_the_rule_to_its_dealer_alone() -> None:
    state = start(SETUP)
    state = apply(state, parse_action("Ann deals | rule colour differs from last | hint look at two"))
    for line in ("Ben plays 2C", "Cem plays 2D", "Cem guesses | rule red"):
        state = apply(state, parse_action(line))
    assert lines(state, "Ben") == [
        "Ann deals this round",
        "hint of Ann: look at two",
        "mainline, 2 long: 7C 2D",
        "wrong after 7C, place 1: 2C",
        "guessed in vain: red",
        "Ben plays",
        "Ben: 12 in hand",
        "hand of Ben: 3D 4S 5H 6C 7D 8S 9H 10C JD QS KH AS",
        "Cem: 11 in hand",
        "stock: 78",
    ]
    assert "your rule: colour differs from last" in lines(state, "Ann")
    for viewer in (*PLAYERS, None):
        assert describe(view(state, viewer), viewer) == describe(state, viewer)
    after = overrule(state, parse_action("Ben guesses | rule colour differs from last"))
    assert lines(after, "Ben")[-2:] == ["Cem: 1 so far", "Ben deals next"]


@pytest.mark.parametrize(
    "line",
    [
        *("Ann deals", "Ann Lee deals | rule red | hint a hint | begins Ben | starter 10H", "Ben plays 10D"),
        *("Ben plays 10D | right", "Ben plays 10D | wrong", "Ben no play", "Ben no play | shows 2C 3D | lays 3D"),
        *("Ben no play | shows 2C ? | right", "Ben no play | wrong", "Ben guesses | rule red | right"),
        *("Ben guesses | words who knows | wrong", "Ben guesses", "end"),
    ],
)
def test_notation(line: str) -> None:
    assert write_action(parse_action(line)) == line
    assert parse_action(line.replace(" ", "  ").replace("|", " |")) == parse_action(line)


@pytest.mark.parametrize(
    "line",
    [
        *("", "Ann", "deals", "Ben plays", "Ben plays 11H", "Ben plays 7H | maybe", "Ben plays 7H | right | wrong"),
        *("Ben plays 7H | right right", "Ben no play | right | lays 2C", "Ben no play | shows", "Ann deals | wrong"),
        *("Ann deals | hint a | hint b", "end | now", "Ben no play | rule red", "Ann deals | begins"),
    ],
)
def test_what_is_no_action(line: str) -> None:
    with pytest.raises(ValueError, match=r"not an? (action|card)"):
        parse_action(line)


def test_a_rule_that_cannot_be_read_says_where() -> None:
    with pytest.raises(RuleError):
        parse_action("Ann deals | rule purple")


def test_a_bar_in_a_hint_does_not_break_the_line() -> None:
    assert parse_action(write_action(Deal("Ann", hint="a | b"))) == Deal("Ann", hint="a / b")


def test_blanks_alone_are_no_hint_and_no_words() -> None:
    assert parse_action(write_action(Deal("Ann", hint=" \n"))) == Deal("Ann")
    assert parse_action(write_action(Guess("Ben", words="  ", right=True))) == Guess("Ben", right=True)


@pytest.mark.parametrize(
    ("setup", "error"),
    [
        (Setup(PLAYERS, {"stock_out": "panic"}), OptionError),
        (Setup(PLAYERS, {"jokers": "on"}), OptionError),
        (Setup(PLAYERS, deal={"round-4": ("7C",)}), ValueError),
        (Setup(PLAYERS, deal={"round-1": ("7C", "7C", "7C")}), ValueError),
        (Setup(PLAYERS, deal={"round-1": ("JK",)}), ValueError),
        (Setup(PLAYERS, deal={"round-1": ("1C",)}), ValueError),
    ],
)
def test_a_setup_that_cannot_be(setup: Setup, error: type[Exception]) -> None:
    with pytest.raises(error):
        start(setup)


def test_seeds_and_stacked_piles() -> None:
    def stock(setup: Setup) -> tuple[Card, ...]:
        state = apply(start(setup), Deal("Ann"))
        return (*hand(state, "Ben"), *hand(state, "Cem"), *state.round.mainline, *state.stock)  # type: ignore[union-attr]

    assert stock(Setup(PLAYERS, seed=3)) == stock(Setup(PLAYERS, seed=3)) != stock(Setup(PLAYERS, seed=4))
    stacked = stock(Setup(PLAYERS, seed=3, deal={"round-1": ("KS", "KS")}))
    assert stacked[:2] == cards("KS KS")
    assert sorted(stacked) == sorted(stock(Setup(PLAYERS, seed=3)))
    plain = stock(Setup(PLAYERS, deal={"round-1": ("KS",)}))
    assert plain[:4] == cards("KS AC 2C 3C")
    assert plain[-1] == Card.parse("KS")
    later = stock(Setup(PLAYERS, deal={"round-2": ("KS",)}))
    assert later == stock(Setup(PLAYERS, seed=0))
