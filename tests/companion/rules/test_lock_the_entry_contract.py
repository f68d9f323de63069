"""Lock the Entry as every game is played: setup, overruling, consequences, descriptions, result, bots."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.language import Language
from companion.rules.cards import STANDARD_DECK, Card
from companion.rules.game import Illegal, OptionError, Setup
from companion.rules.lock_the_entry import (
    Add,
    BadHand,
    Change,
    ChangeStarter,
    Create,
    End,
    Lock,
    Options,
    State,
    apply,
    choose_random,
    choose_sensible,
    consequences,
    describe,
    legal_actions,
    observed_game,
    overrule,
    parse_action,
    result,
    start,
    to_act,
    view,
)
from companion.rules.lock_the_entry.bots import _plays

PLAYERS = ("Ann", "Ben", "Cem", "Dee", "Eli")
TEXTS = Language.load("en")


def play_out(state: State, choosers: list, lot: random.Random) -> State:  # type: ignore[type-arg]
    """The game at its end; whoever is drawn first and has something to do acts."""
    while not state.over:
        for player in lot.sample(to_act(state), len(to_act(state))):
            action = choosers[state.players.index(player)](state, player, lot)
            if action is not None:
                break
        assert action is not None
        after = apply(state, action)
        for finding in consequences(state, action, after):
            assert TEXTS.text(f"lte_says.{finding.reason}", **finding.data)
        state = after
    return state


def test_a_seed_deals_every_deck_and_a_deal_stacks_it() -> None:
    seeded = start(Setup(PLAYERS[:3], seed=4))
    assert seeded == start(Setup(PLAYERS[:3], seed=4)) != start(Setup(PLAYERS[:3], seed=5))
    decks = [(*(seat.hand or ()), *(seat.deck or ())) for seat in seeded.seats]
    assert [sorted(deck) for deck in decks] == [sorted(STANDARD_DECK)] * 3
    assert decks[0] != decks[1]
    stacked = start(Setup(PLAYERS[:3], seed=4, deal={"Ben": ("KH", "AS")}))
    assert (stacked.seats[1].hand or ())[:2] == (Card.parse("KH"), Card.parse("AS"))
    plain = start(Setup(PLAYERS[:3], deal={"Ben": ("KH", "AS")}))
    assert plain.seats[0].hand == STANDARD_DECK[:5]
    assert [str(card) for card in plain.seats[1].hand or ()] == ["KH", "AS", "AC", "2C", "3C"]


def test_without_seed_and_deal_only_the_table_is_seen() -> None:
    state = start(Setup(PLAYERS[:4], {"entry_tie": "starter"}))
    assert state == observed_game(PLAYERS[:4], state.options)
    assert state.options.entry_tie == "starter"


@pytest.mark.parametrize(
    ("setup", "error"),
    [
        (Setup(("Ann", "Ben"), seed=1), Illegal),
        (Setup(("Ann", "Ann", "Ben"), seed=1), Illegal),
        (Setup(PLAYERS[:3], deal={"Ann": ("KH", "KH")}), Illegal),
        (Setup(PLAYERS[:3], deal={"Ann": ("JK",)}), Illegal),
        (Setup(PLAYERS[:3], deal={"Dan": ("KH",)}), ValueError),
        (Setup(PLAYERS[:3], deal={"Ann": ("11H",)}), ValueError),
        (Setup(PLAYERS[:3], {"entry_tie": "everybody"}), OptionError),
    ],
)
def test_a_setup_that_cannot_be(setup: Setup, error: type[Exception]) -> None:
    with pytest.raises(error):
        start(setup)


def test_players_may_let_an_illegal_action_stand() -> None:
    state = start(Setup(PLAYERS[:3]))
    begun = overrule(state, parse_action("Ann create 10H"))
    assert str(begun.entries[0].row[0].card) == "10H"
    locked = overrule(begun, parse_action("Ben lock 1"))
    assert locked.entries[0].locked
    again = overrule(locked, parse_action("Cem add 1 2S"))
    assert [laid.owner for laid in again.entries[0].row] == ["Ann", "Cem"]
    assert overrule(again, parse_action("end")).over


@pytest.mark.parametrize("line", ["Dan create KH", "Ann create KH", "Ann add 1 AC", "Dan lock 1", "Dan bad hand"])
def test_what_cannot_be_done_at_all_cannot_be_let_stand(line: str) -> None:
    with pytest.raises(Illegal):
        overrule(start(Setup(PLAYERS[:3], deal={"Ann": ("AC",)})), parse_action(line))


def test_the_audit_of_an_open_entry_cannot_be_let_stand() -> None:
    state = apply(start(Setup(PLAYERS[:3])), parse_action("? create JH"))
    with pytest.raises(Illegal, match="LTE-13"):
        overrule(state, parse_action("audit 1 Ann"))


def test_to_act_is_everybody_until_the_end() -> None:
    state = start(Setup(PLAYERS[:3]))
    assert to_act(state) == PLAYERS[:3]
    assert to_act(replace(state, over=True)) == ()


def told(state: State, viewer: str | None) -> list[str]:
    return [TEXTS.text(f"lte_says.{finding.reason}", **finding.data) for finding in describe(state, viewer)]


def test_a_description_shows_a_viewer_the_own_hand_alone() -> None:
    state = start(Setup(PLAYERS[:3], deal={"Ann": ("JH", "2H"), "Ben": ("JS",)}))
    state = apply(apply(state, parse_action("Ann create JH")), parse_action("Ann add 1 2H"))
    assert told(state, "Ben") == [
        "open entries: 1 of 6",
        "entry 1: JH 2H; 0 in its history",
        "Ann: 5 in hand, 45 in the deck",
        "Ben: 5 in hand, 47 in the deck",
        "hand of Ben: JS AC 2C 3C 4C",
        "Cem: 5 in hand, 47 in the deck",
    ]
    for viewer in ("Ann", "Ben", None):
        assert describe(view(state, viewer), viewer) == describe(state, viewer)
    assert told(observed_game(PLAYERS[:3]), "Ann") == ["open entries: 0 of 6"]


def test_points_of_a_result_are_entries_won_and_winners_come_at_the_end() -> None:
    state = start(Setup(PLAYERS[:3]))
    lines = ["Ann create JH", *("Ben change 1 QH", "Ann change 1 JH", "Ann change 1 KH") * 2]
    for line in lines[:6]:
        state = overrule(state, parse_action(line))
    state = apply(state, parse_action("Cem lock 1"))
    assert result(state).points == {"Ann": 1, "Ben": 0, "Cem": 0}
    assert result(state).winners == ()
    assert result(apply(state, End())).winners == ("Ann",)


GAMES = st.tuples(st.integers(0, 2**32), st.integers(3, 5), st.sampled_from(ChangeStarter), st.booleans())


@settings(max_examples=15)
@given(GAMES, st.booleans())
def test_bots_play_every_game_to_its_end(game: tuple[int, int, ChangeStarter, bool], sensible: bool) -> None:
    seed, count, starter, free = game
    options = {"change_starter": str(starter), "first_addition_free": "on" if free else "off"}
    state = start(Setup(PLAYERS[:count], options, seed))
    over = play_out(state, [choose_sensible if sensible else choose_random] * count, random.Random(seed))
    assert not any(seat.hand or seat.deck for seat in over.seats)
    assert describe(over)[-1].reason in ("game_won", "game_to_nobody")


@settings(max_examples=15)
@given(GAMES, st.booleans(), st.integers(0, 150))
def test_a_bot_finds_every_legal_play(game: tuple[int, int, ChangeStarter, bool], change_own: bool, moves: int) -> None:
    seed, count, starter, free = game
    lot = random.Random(seed)
    state = replace(start(Setup(PLAYERS[:count], seed=seed)), options=Options(free, change_own, starter))
    for _ in range(moves):
        action = choose_random(state, lot.choice(state.players), lot)
        if action is not None and not isinstance(action, End):
            state = apply(state, action)
    for seat in state.seats:
        plays = [action for action in legal_actions(state, seat.player) if not isinstance(action, BadHand | End)]
        assert set(plays) == set(_plays(state, seat))
        assert all(isinstance(play, Create | Add | Change | Lock) for play in plays)


def test_a_bot_does_not_look_at_hidden_cards() -> None:
    for seed in range(20):
        state = start(Setup(PLAYERS[:3], seed=seed))
        lot = random.Random(seed)
        for _ in range(40):
            player = lot.choice(PLAYERS[:3])
            for choose in (choose_random, choose_sensible):
                blind = choose(view(state, player), player, random.Random(seed))
                assert choose(state, player, random.Random(seed)) == blind
            state = apply(state, blind) if blind is not None else state


def test_counting_points_beats_the_lot() -> None:
    wins = 0
    for seed in range(40):
        state = start(Setup(PLAYERS[:3], seed=seed))
        choosers = [choose_sensible if place == seed % 3 else choose_random for place in range(3)]
        wins += PLAYERS[seed % 3] in result(play_out(state, choosers, random.Random(seed))).winners
    assert wins > 20
