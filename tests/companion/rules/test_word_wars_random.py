"""Word Wars at random: no tile is lost or invented, and legal actions are exactly those that nothing forbids."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.game import Illegal, Setup
from companion.rules.word_wars import (
    TILES,
    UNKNOWN,
    Accept,
    Action,
    Forfeit,
    Lexicon,
    NewRound,
    Phase,
    Play,
    Refuse,
    State,
    SuddenDeath,
    Trade,
    apply,
    consequences,
    legal_actions,
    result,
    start,
    to_act,
    verify,
    view,
)
from companion.rules.word_wars.bots import choose_random, choose_sensible
from tests.companion.rules.effort import games
from tests.companion.rules.test_word_wars_golden import small_lexicon

LEXICON: Lexicon = small_lexicon()
SETUPS = st.builds(
    lambda seed, ruleset, centre, ends: Setup(
        ("Ann", "Ben"),
        {"rounds": "2", "ruleset": ruleset, "first_word_centre": centre, "trade_ends_turn": ends},
        seed,
    ),
    st.integers(0, 2**32),
    st.sampled_from(("final", "final", "initial")),
    st.sampled_from(("off", "on")),
    st.sampled_from(("on", "off")),
)
Bot = Callable[[State, str, random.Random], Action | None]


def next_action(state: State, lot: random.Random, bot: Bot = choose_random) -> Action:
    action = bot(state, to_act(state)[0], lot)
    assert action is not None
    return action


def in_play(state: State) -> Counter[str]:
    tiles = Counter(state.board.values())
    for seat in state.seats:
        tiles.update((*seat.hand, *seat.pile))
    return tiles


@pytest.mark.parametrize("bot", [choose_random, choose_sensible])
@settings(max_examples=games(5), deadline=None)
@given(setup=SETUPS)
def test_tiles_are_conserved_to_the_end_and_points_are_what_was_told(bot: Bot, setup: Setup) -> None:
    lot = random.Random(setup.seed)
    state = start(setup, LEXICON)
    told = Counter[str]()
    while to_act(state):
        action = next_action(state, lot, bot)
        before, state = state, apply(state, action)
        assert in_play(state) == Counter(TILES)
        for finding in consequences(before, action, state):
            if finding.reason == "traded":
                told[str(finding.data["other"])] += int(str(finding.data["count"]))
            elif finding.reason == "both_out":
                told.update(dict.fromkeys(state.players, int(str(finding.data["points"]))))
            elif "won" in finding.reason and finding.reason != "game_won":
                told[str(finding.data["player"])] += int(str(finding.data["points"]))
    assert dict(result(state).points) == {player: told[player] for player in state.players}
    assert max(result(state).points.values()) == result(state).points[result(state).winners[0]]


def some_plays(state: State, player: str, lot: random.Random) -> set[Action]:
    """Single tiles everywhere around the board, and many chance plays of two and three tiles in a line."""
    seat = state.seat(player)
    assert seat is not None
    columns, rows = [column for column, _ in state.board] or [0], [row for _, row in state.board] or [0]
    cells = [(x, y) for x in range(min(columns) - 2, max(columns) + 3) for y in range(min(rows) - 2, max(rows) + 3)]
    letters = sorted(set(seat.hand))
    plays: set[Action] = {Play(player, ((cell, letter),)) for cell in cells for letter in letters}
    for _ in range(200):
        (column, row), across = lot.choice(cells), lot.random() < 0.5
        tiles = lot.sample(seat.hand, min(len(seat.hand), lot.randint(2, 3)))
        line = [(column + step, row) if across else (column, row + step) for step in range(12)]
        free = [cell for cell in line if cell not in state.board]
        plays.add(Play(player, tuple(zip(free, tiles, strict=False))))
    return plays


@settings(max_examples=8, deadline=None)
@given(SETUPS, st.integers(1, 60))
def test_legal_actions_are_all_that_no_rule_forbids(setup: Setup, moves: int) -> None:
    lot = random.Random(setup.seed)
    state = start(setup, LEXICON)
    for _ in range(moves):
        if not to_act(state):
            break
        state = apply(state, next_action(state, lot))
    tried: set[Action] = {NewRound()}
    for seat in state.seats:
        player = seat.player
        tried |= {Forfeit(player), SuddenDeath(player), Accept(player), Refuse(player)}
        if len(seat.hand) <= 7:
            choices = (some for count in range(1, len(seat.hand) + 1) for some in combinations(seat.hand, count))
            tried |= {Trade(player, some) for some in choices}
        if seat.hand and state.board:
            tried |= some_plays(state, player, lot)
    legal = set(legal_actions(state))
    rulings = {action: verify(state, action) for action in tried}
    assert {action for action, ruling in rulings.items() if ruling.legal} == legal & tried
    assert all(isinstance(action, Play) for action in legal - tried)
    few = lot.sample(sorted(legal, key=repr), min(len(legal), 100))
    assert all(verify(state, action).legal for action in few)
    for player in state.players:
        assert set(legal_actions(state, player)) == {
            action for action in legal if isinstance(action, NewRound) or action.player == player
        }
    for action in lot.sample(sorted(tried - legal, key=repr), 20):
        assert not rulings[action].undecided
        with pytest.raises(Illegal) as caught:
            apply(state, action)
        assert caught.value.ruling == rulings[action]


@settings(max_examples=5, deadline=None)
@given(SETUPS)
def test_what_one_player_sees_plays_on_and_keeps_its_counts(setup: Setup) -> None:
    lot = random.Random(setup.seed)
    state = start(setup, LEXICON)
    seen = view(state, "Ann")
    while to_act(state):
        action = next_action(state, lot)
        state, seen = apply(state, action), apply(seen, action)
        assert (seen.board, seen.phase, seen.turn, seen.round) == (state.board, state.phase, state.turn, state.round)
        for true, known in zip(state.seats, seen.seats, strict=True):
            assert (len(true.hand), len(true.pile), true.points) == (len(known.hand), len(known.pile), known.points)
            assert not Counter(tile for tile in known.hand if tile != UNKNOWN) - Counter(true.hand)


@settings(max_examples=5, deadline=None)
@given(SETUPS, st.integers(1, 30))
def test_a_sensible_player_does_not_use_what_it_cannot_see(setup: Setup, moves: int) -> None:
    lot = random.Random(setup.seed)
    state = start(setup, LEXICON)
    for _ in range(moves):
        if to_act(state) and state.phase is not Phase.ROUND_OVER:
            player = to_act(state)[0]
            blind = choose_sensible(view(state, player), player, random.Random(7))
            assert blind == choose_sensible(state, player, random.Random(7))
        if to_act(state):
            state = apply(state, next_action(state, lot, choose_sensible))
