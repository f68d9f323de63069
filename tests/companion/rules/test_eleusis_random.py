"""Eleusis Express at random: cards are conserved, what is legal is what nothing forbids, views play on, bots finish."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.language import Language
from companion.rules.cards import JOKER, STANDARD_DECK, UNKNOWN, Card
from companion.rules.eleusis import (
    Action,
    Deal,
    End,
    Guess,
    NoPlay,
    Play,
    State,
    apply,
    as_seen,
    choose_random,
    choose_sensible,
    consequences,
    describe,
    legal_actions,
    parse_action,
    result,
    start,
    to_act,
    verify,
    view,
    write_action,
)
from companion.rules.eleusis.bots import RULES
from companion.rules.eleusis.secret import SecretRule
from companion.rules.game import Illegal, Setup
from tests.companion.rules.effort import games

NAMES = ("Ann", "Ben", "Cem", "Dee", "Eli", "Fay", "Gus", "Hal")
TEXTS = Language.load("en")
OPTIONS = st.fixed_dictionaries(
    {
        "last_no_play_goes_out": st.sampled_from(("on", "off")),
        "early_bonus": st.sampled_from(("on", "off")),
        "stock_out": st.sampled_from(("another_deck", "end_round")),
    }
)
GAMES = st.tuples(st.integers(0, 2**32), st.sampled_from((3, 3, 3, 4, 5, 8)), OPTIONS)
Game = tuple[int, int, dict[str, str]]


def begin(game: Game) -> tuple[State, random.Random]:
    seed, count, options = game
    return start(Setup(NAMES[:count], options, seed)), random.Random(seed)


def choose(state: State, lot: random.Random, sensible: float = 0.6) -> Action:
    """What the first willing of those who may act does; `sensible` is how often they reason."""
    for player in to_act(state):
        action = (choose_sensible if lot.random() < sensible else choose_random)(state, player, lot)
        if action is not None:
            return action
    raise AssertionError("a game that is not over goes on")


def cards_of(state: State) -> list[Card]:
    """All cards of a round: in the line, the stock and the hands."""
    line = () if state.round is None else state.round.line
    laid = [card for place in line for card in (place.card, *place.sideline)]
    return [*laid, *state.stock, *(card for seat in state.seats for card in seat.hand)]


@settings(max_examples=games(10))
@given(GAMES)
def test_cards_are_conserved_in_every_round(game: Game) -> None:
    state, lot = begin(game)
    while to_act(state):
        action = choose(state, lot)
        after = apply(state, action)
        for finding in consequences(state, action, after):
            assert TEXTS.text(f"ee_says.{finding.reason}", **finding.data)
        assert parse_action(write_action(action)) == action
        state = after
        if state.round is not None:
            assert Counter(cards_of(state)) == Counter(STANDARD_DECK * state.decks)
            assert all(len(seat.hand) <= 12 for seat in state.seats)
    assert result(state).over
    assert len(state.finished) == len(state.players)
    for past in state.finished:
        others = [points for player, points in past.points.items() if player != past.dealer]
        assert past.points[past.dealer] == max(others)
        assert all(0 <= points <= 18 for points in others)


def every_action(state: State) -> list[Action]:
    """All that anybody could try with a card of the game, verdicts left to the rule, guesses judged by the dealer."""
    actions: list[Action] = [End()]
    for player in state.players:
        actions += [Deal(player), NoPlay(player), Guess(player, right=True), Guess(player, right=False)]
        actions += [Play(player, card) for card in (*STANDARD_DECK, JOKER)]
    return actions


@settings(max_examples=10)
@given(GAMES, st.integers(0, 60))
def test_legal_actions_are_all_that_no_rule_forbids(game: Game, moves: int) -> None:
    state, lot = begin(game)
    for _ in range(moves):
        if to_act(state):
            state = apply(state, choose(state, lot))
    tried = {action: verify(state, action) for action in every_action(state)}
    legal = {action for action, ruling in tried.items() if ruling.legal}
    assert set(legal_actions(state)) == legal
    for player in state.players:
        mine = {action for action in legal if isinstance(action, End) or player in (vars_of(action))}
        assert set(legal_actions(state, player)) == mine
    for action, ruling in tried.items():
        if not ruling.legal:
            with pytest.raises(Illegal) as caught:
                apply(state, action)
            assert caught.value.ruling == ruling
            assert ruling.rules


def vars_of(action: Action) -> tuple[str, ...]:
    """The player of an action."""
    match action:
        case Deal(dealer):
            return (dealer,)
        case Play(player) | NoPlay(player) | Guess(player):
            return (player,)
    return ()


@settings(max_examples=10)
@given(GAMES, st.integers(0, 7))
def test_what_one_player_sees_plays_on(game: Game, seat: int) -> None:
    state, lot = begin(game)
    viewer = state.players[seat % len(state.players)]
    seen = view(state, viewer)
    for _ in range(100):
        if not to_act(state):
            break
        action = choose(state, lot)
        shown = as_seen(state, action, viewer)
        state, seen = apply(state, action), apply(seen, shown)
        assert to_act(seen) == to_act(state)
        assert [past.points for past in seen.finished] == [past.points for past in state.finished]
        assert len(seen.stock) == len(state.stock)
        if state.round is not None and seen.round is not None:
            assert seen.round.line == state.round.line
            for true, known in zip(state.seats, seen.seats, strict=True):
                assert len(true.hand) == len(known.hand)
                assert Counter(card for card in known.hand if card != UNKNOWN) <= Counter(true.hand)
    assert describe(view(state, viewer), viewer) == describe(state, viewer)


@settings(max_examples=5)
@given(GAMES)
def test_sensible_bots_play_to_the_end_and_guess(game: Game) -> None:
    state, lot = begin(game)
    while to_act(state):
        state = apply(state, choose(state, lot, sensible=1))
    assert len(state.finished) == len(state.players)


def test_a_bot_does_not_look_at_hidden_cards_or_at_the_rule() -> None:
    for seed in range(3):
        state, lot = begin((seed, 4, {}))
        for _ in range(25):
            for player in to_act(state):
                if state.round is None:
                    continue
                for bot in (choose_random, choose_sensible):
                    blind = bot(view(state, player), player, random.Random(seed))
                    assert bot(state, player, random.Random(seed)) == blind
            if to_act(state):
                state = apply(state, choose(state, lot, sensible=1))


def test_reasoning_guesses_what_the_lot_does_not() -> None:
    guessed: dict[int, int] = {}
    for sensible in (1, 0):
        state, lot = begin((1, 5, {}))
        while to_act(state):
            state = apply(state, choose(state, lot, sensible))
        guessed[sensible] = sum(past.guessed is not None for past in state.finished)
    assert guessed[1] >= 3
    assert guessed[1] > guessed[0]


def test_a_rule_outside_the_list_is_not_guessed_but_played_against() -> None:
    state, lot = begin((4, 3, {}))
    state = apply(state, Deal("Ann", SecretRule.parse("value is 3, 6, 9, 12")))
    while state.round is not None and len(state.round.line) < 5:
        action = choose(state, lot, sensible=1)
        assert not isinstance(action, Guess) or action.rule in RULES
        state = apply(state, action)
