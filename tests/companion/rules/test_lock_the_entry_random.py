"""Lock the Entry at random: no card is lost or invented, and legal actions are exactly those that nothing forbids."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.cards import STANDARD_DECK, UNKNOWN
from companion.rules.game import Illegal
from companion.rules.lock_the_entry import (
    OPEN_ENTRIES,
    Action,
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
    audit_entry,
    entry_scores,
    legal_actions,
    new_game,
    score,
    verify,
    view,
)
from tests.companion.rules.effort import games

NAMES = ("Ann", "Ben", "Cem", "Dee", "Eli")
OPTIONS = st.builds(Options, st.booleans(), st.booleans(), st.sampled_from(ChangeStarter))
GAMES = st.tuples(st.integers(0, 2**32), st.integers(3, 5), OPTIONS)


def deal(chance: random.Random, count: int, options: Options) -> State:
    return new_game({name: chance.sample(STANDARD_DECK, 52) for name in NAMES[:count]}, options)


def choose(state: State, chance: random.Random) -> Action:
    """A legal action of a player drawn by lot; a bad hand mostly where there is nothing else."""
    for player in chance.sample(state.players, len(state.players)):
        actions = list(legal_actions(state, player))
        plays = [action for action in actions if not isinstance(action, BadHand)]
        if plays and chance.random() < 0.95:
            return chance.choice(plays)
        if actions:
            return chance.choice(actions)
    raise AssertionError("a game that is not over has a legal action")


def check_cards(state: State) -> None:
    """Every player's 52 cards are in hand, deck, discards or on the table, each once."""
    laid: dict[str, list[object]] = {player: [] for player in state.players}
    for entry in state.entries:
        for card in (*entry.row, *entry.history):
            assert card.owner is not None
            laid[card.owner].append(card.card)
    for seat in state.seats:
        held = [*(seat.hand or ()), *(seat.deck or ()), *seat.discards]
        assert Counter(held + laid[seat.player]) == Counter(STANDARD_DECK)


@settings(max_examples=games(25))
@given(GAMES)
def test_cards_are_conserved_to_the_end(game: tuple[int, int, Options]) -> None:
    seed, count, options = game
    chance = random.Random(seed)
    state = deal(chance, count, options)
    while not state.over:
        state = apply(state, choose(state, chance))
        check_cards(state)
        assert len(state.open_numbers) <= OPEN_ENTRIES
    scores = entry_scores(state)
    for number, entry_score in scores.items():
        entry = state.entries[number - 1]
        assert sum(entry_score.points.values()) == len(entry.row) + 1
        owners = [laid.owner or "" for laid in entry.row]
        audit = audit_entry([laid.card for laid in entry.row], owners, [None] * len(entry.history), options)
        assert audit.ruling.legal
        assert audit.score == entry_score
    standings = score(state).standings
    assert [s.entries for s in standings] == sorted((s.entries for s in standings), reverse=True)
    assert sum(s.entries for s in standings) == sum(len(s.winners) for s in scores.values())


def every_action(state: State) -> list[Action]:
    """All that any player could try: every card of the hand on every entry, open or not."""
    actions: list[Action] = [End()]
    for seat in state.seats:
        actions.append(BadHand(seat.player))
        for number in range(1, len(state.entries) + 1):
            actions.append(Lock(seat.player, number))
            for card in seat.hand or ():
                actions += [Add(seat.player, number, card), Change(seat.player, number, card)]
        actions += [Create(seat.player, card) for card in seat.hand or ()]
    return actions


@settings(max_examples=15)
@given(GAMES, st.integers(0, 150))
def test_legal_actions_are_all_that_no_rule_forbids(game: tuple[int, int, Options], moves: int) -> None:
    seed, count, options = game
    chance = random.Random(seed)
    state = deal(chance, count, options)
    for _ in range(moves):
        if state.over:
            break
        state = apply(state, choose(state, chance))
    tried = {action: verify(state, action) for action in every_action(state)}
    assert set(legal_actions(state)) == {action for action, ruling in tried.items() if ruling.legal}
    for action, ruling in tried.items():
        assert not ruling.undecided
        if not ruling.legal:
            with pytest.raises(Illegal) as caught:
                apply(state, action)
            assert caught.value.ruling == ruling


@settings(max_examples=10)
@given(GAMES)
def test_what_one_player_sees_plays_on_and_keeps_its_counts(game: tuple[int, int, Options]) -> None:
    seed, count, options = game
    chance = random.Random(seed)
    state = deal(chance, count, options)
    seen = view(state, "Ann")
    for _ in range(120):
        if state.over:
            break
        action = choose(state, chance)
        state, seen = apply(state, action), apply(seen, action)
        assert seen.entries == state.entries
        for true, known in zip(state.seats, seen.seats, strict=True):
            assert len(true.hand or ()) == len(known.hand or ())
            assert len(true.deck or ()) == len(known.deck or ())
            assert {card for card in known.hand or () if card != UNKNOWN} <= set(true.hand or ())
