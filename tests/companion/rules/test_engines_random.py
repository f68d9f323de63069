"""Engines of Discrimination at random: cards are conserved, legal is what no rule forbids, who sees less errs not."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.language import Language
from companion.rules.cards import STANDARD_DECK, UNKNOWN, Card
from companion.rules.engines import (
    Action,
    Cut,
    Extra,
    Fill,
    Ipo,
    Pass,
    Phase,
    Play,
    Search,
    Side,
    State,
    apply,
    choose_random,
    choose_sensible,
    consequences,
    describe,
    legal_actions,
    overrule,
    parse_action,
    result,
    score,
    start,
    to_act,
    verify,
    view,
    write_action,
)
from companion.rules.game import Illegal, Setup
from tests.companion.rules.effort import games

TEXTS = Language.load("en")
NAMES = ("Ann", "Ben", "Cem", "Dee")
WHOLE_DECK = frozenset(STANDARD_DECK)
CHOICES = {
    "image_miss": ("return", "spent"),
    "final_tie": ("shared", "last_search"),
    "set_winner": ("most_cards", "ran_out"),
}
OPTIONS = st.fixed_dictionaries({name: st.sampled_from(words) for name, words in CHOICES.items()})
SETUPS = st.builds(
    lambda count, options, seed: Setup(NAMES[:count], options, seed), st.sampled_from((2, 4)), OPTIONS, st.integers(0)
)
BOTS = st.sampled_from((choose_random, choose_sensible))
Bot = Callable[[State, str, random.Random], Action | None]


def step(state: State, choose: Bot, lot: random.Random) -> Action:
    """What one of those who may act does."""
    player = lot.choice(to_act(state))
    action = choose(state, player, lot)
    assert action is not None
    return action


def played(setup: Setup, moves: int, lot: random.Random) -> State:
    state = start(setup)
    for _ in range(moves):
        if not state.over:
            state = apply(state, step(state, choose_random, lot))
    return state


def is_whole(cards: Sequence[Card]) -> bool:
    """Whether these are the cards of a deck, each once."""
    return len(cards) == len(STANDARD_DECK) and set(cards) == WHOLE_DECK


def check_cards(state: State) -> None:
    """All three decks are whole: hands, decks, what lies on the table, what is spent or scored."""
    searches = [*state.search, *state.past, *([state.request] if state.request else [])]
    for side in Side:
        team = state.team(side)
        cards = [*team.deck, *team.spent]
        cards += [card for seat in state.seats if seat.side is side for card in seat.hand]
        if state.in_teams:
            cards += team.scored
        else:
            searches += team.scored
        if state.phase is Phase.TIE:
            players = [seat.player for seat in state.seats if seat.side is side]
            cards += [laid.card for laid in state.plays if laid.player in players]
        assert is_whole(cards)
    assert is_whole(searches)
    for seat in state.seats:
        assert seat.shown <= set(seat.hand)


@settings(max_examples=games(10), deadline=None)
@given(SETUPS, BOTS, st.integers(0, 2**32))
def test_cards_are_conserved_to_the_end(setup: Setup, choose: Bot, lot_seed: int) -> None:
    lot = random.Random(lot_seed)
    state = start(setup)
    moves = 0
    while not state.over:
        action = step(state, choose, lot)
        before, state, moves = state, apply(state, action), moves + 1
        check_cards(state)
        if moves % 11 == 0:
            assert parse_action(write_action(action)) == action
            told = [*consequences(before, action, state), *describe(state, "Ann")]
            assert all(TEXTS.text(f"eod_says.{finding.reason}", **finding.data) for finding in told)
    final = result(state)
    best = max(final.points.values())
    assert final.winners
    assert all(final.points[player] == best for player in final.winners)
    assert to_act(state) == ()
    assert not list(legal_actions(state))
    leader = score(state)[0]
    assert leader.players[0] in final.winners or setup.options["final_tie"] == "last_search"
    if state.in_teams:
        assert leader.sets == 2
    else:
        check_cards(state)
        assert not (state.search and state.google.deck and state.yahoo.deck)


def every_action(state: State) -> Iterator[Action]:
    """All that any player could try with cards that are in some hand."""
    cards = {card for seat in state.seats for card in seat.hand}
    for player in state.players:
        yield from (Cut(player), Search(player), Ipo(player), Pass(player), Fill(player), Fill(player, True))
        yield from (Play(player, card) for card in cards)
        yield from (Extra(player, card) for card in cards)


@settings(max_examples=25, deadline=None)
@given(SETUPS, st.integers(0, 120), st.integers(0, 2**32))
def test_legal_actions_are_all_that_no_rule_forbids(setup: Setup, moves: int, lot_seed: int) -> None:
    state = played(setup, moves, random.Random(lot_seed))
    tried = {write_action(action): (action, verify(state, action)) for action in every_action(state)}
    proposed = [write_action(action) for action in legal_actions(state)]
    assert len(proposed) == len(set(proposed))
    assert set(proposed) == {line for line, (_, ruling) in tried.items() if ruling.legal}
    assert {parse_action(line).player for line in proposed} == set(to_act(state))
    for action, ruling in tried.values():
        assert not ruling.undecided
        if ruling.broken:
            with pytest.raises(Illegal) as caught:
                apply(state, action)
            assert caught.value.ruling == ruling
            assert all(TEXTS.text(f"eod.{finding.reason}", **finding.data) for finding in ruling.broken)
            try:
                check_cards(overrule(state, action))
            except Illegal:
                continue


def seen_actions(action: Action, viewer: str | None, after: State, plays: dict[str, Card]) -> Iterator[Action]:
    """The action as somebody sees it who does not know the decks, nor the cards that others have laid face down."""
    turned = [finding.data["card"] for finding in after.story if finding.reason in ("request", "cut")]
    match action:
        case Search(player):
            yield Search(player, Card.parse(str(turned[0])))
        case Cut(player):
            yield Cut(player, Card.parse(str(turned[0])))
        case Play(player, card):
            yield action if player == viewer else Play(player, UNKNOWN)
            plays[player] = card
            if after.request is None or after.phase is not Phase.PLAY:
                yield from (Play(other, laid) for other, laid in plays.items() if other != viewer)
                plays.clear()
        case _:
            yield action


def check_seen(seen: State, true: State, viewer: str | None) -> None:
    """The table is the same, and so are all counts; every card that is claimed to be in a hand is there."""
    for name in ("turn", "phase", "request", "cuts", "passed", "fillers", "last", "set_number"):
        assert getattr(seen, name) == getattr(true, name), name
    assert len(seen.past) == len(true.past)
    assert len(seen.search) == len(true.search)
    for side in Side:
        known, team = seen.team(side), true.team(side)
        assert (known.spent, known.scored, known.sets, known.ipo) == (team.spent, team.scored, team.sets, team.ipo)
        assert len(known.deck) == len(team.deck)
    for held, seat in zip(seen.seats, true.seats, strict=True):
        assert len(held.hand) == len(seat.hand)
        assert not Counter(card for card in held.hand if card != UNKNOWN) - Counter(seat.hand)
        assert held.shown == seat.shown
        assert seat.player == viewer or {card for card in held.hand if card != UNKNOWN} >= seat.shown


@settings(max_examples=20, deadline=None)
@given(SETUPS, st.sampled_from((None, "Ann", "Ben")), st.integers(0, 40), st.integers(0, 2**32))
def test_who_sees_less_follows_the_game_and_claims_nothing_wrong(
    setup: Setup, viewer: str | None, moves: int, lot_seed: int
) -> None:
    lot = random.Random(lot_seed)
    state = played(setup, moves, lot)
    seen = view(state, viewer)
    plays = {laid.player: laid.card for laid in state.plays} if state.phase is Phase.PLAY else {}
    for _ in range(70):
        if state.over:
            break
        check_seen(seen, state, viewer)
        check_seen(view(state, viewer), state, viewer)
        hands = {finding.data["player"] for finding in describe(state, viewer) if finding.reason == "hand"}
        assert hands <= {viewer}
        action = step(state, choose_random, lot)
        state = apply(state, action)
        for told in seen_actions(action, viewer, state, plays):
            assert verify(seen, told).legal, write_action(told)
            seen = apply(seen, told)
