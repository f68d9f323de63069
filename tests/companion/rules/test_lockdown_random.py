"""Lockdown at random: no card is lost, what is legal is what no rule forbids, who sees less claims nothing wrong."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.language import Language
from companion.rules.cards import JOKER, STANDARD_DECK, UNKNOWN, Card, Rank
from companion.rules.game import Finding, Illegal, Setup
from companion.rules.lockdown import (
    Action,
    Clear,
    Draw,
    Force,
    Give,
    Hold,
    Lock,
    Name,
    Shuffle,
    State,
    Take,
    apply,
    consequences,
    describe,
    legal_actions,
    overrule,
    parse_action,
    result,
    start,
    to_act,
    verify,
    view,
    view_action,
    write_action,
)
from companion.rules.lockdown.bots import choose_random, choose_sensible
from tests.companion.rules.effort import games
from tests.companion.rules.lockdown_lines import play, table

NAMES = ("Ann", "Ben", "Cem", "Dee", "Eli", "Fay", "Gus", "Hal")
CHOICES = {
    "dealt_four": ("redeal", "out"),
    "no_jokers": ("off", "on"),
    "twos_for_aces": ("off", "on"),
    "shuffle_refreshes": ("off", "on"),
    "self_out_next": ("clockwise", "named"),
}
OPTIONS = st.fixed_dictionaries({name: st.sampled_from(words) for name, words in CHOICES.items()})
SETUPS = st.builds(lambda count, options, seed: Setup(NAMES[:count], options, seed), st.integers(2, 8), OPTIONS,
                   st.integers(0, 2**32))  # fmt: skip
BOTS = st.sampled_from((choose_random, choose_sensible))
TEXTS = Language.load("en")
MOST_ACTIONS = 1000
MADE = ("locked", "opened", "fourth")


def all_cards(state: State) -> Counter[Card]:
    cards = Counter((*state.deck, *state.away))
    for seat in state.seats:
        cards.update(seat.hand)
        cards.update(card for locked in seat.locked for card in locked.cards)
    return cards


def whole_deck(state: State) -> Counter[Card]:
    if not state.options.no_jokers:
        return Counter((*STANDARD_DECK, JOKER, JOKER))
    out = {Card.parse("AC"), Card.parse("AD")}
    return Counter(card for card in STANDARD_DECK if card not in out)


def check_table(state: State) -> None:
    """Until the game is over nobody holds two of a value that locks, and a set is one value, two or three cards."""
    for seat in () if state.over else state.seats:
        values = Counter(card.rank for card in seat.hand)
        assert all(count == 1 or rank in state.options.clearing for rank, count in values.items())
        sets = [locked.rank for locked in seat.locked]
        assert len(set(sets)) == len(sets)
        assert not set(sets) & (set(values) | set(state.options.clearing))
        assert all(len(locked.cards) in (2, 3) and {c.rank for c in locked.cards} == {locked.rank}
                   for locked in seat.locked)  # fmt: skip
        assert seat.player not in state.gone or not (seat.mobile or seat.locked)


def stands_still(state: State) -> bool:
    """Whether every card is locked or out of the game: people can shuffle nothing for ever, and nobody wins."""
    return not state.over and not state.deck and not any(seat.mobile for seat in state.seats)


@settings(max_examples=games(40), deadline=None)
@given(SETUPS, BOTS, st.integers(0, 2**32))
def test_cards_are_conserved_to_the_end(setup: Setup, choose: object, lot_seed: int) -> None:
    assert callable(choose)
    lot = random.Random(lot_seed)
    state = start(setup)
    deck = whole_deck(state)
    for _ in range(MOST_ACTIONS):
        assert all_cards(state) == deck
        check_table(state)
        if state.over or stands_still(state):
            break
        player = to_act(state)[0]
        before = state
        action = choose(state, player, lot)
        assert parse_action(write_action(action)) == action
        state = apply(state, action)
        told = [*consequences(before, action, state), *describe(state, player)]
        assert all(TEXTS.text(f"ld_says.{finding.reason}", **finding.data) for finding in told)
    final = result(state)
    assert state.over == (not stands_still(state))
    if not state.over:
        assert final.winners == ()
        return
    assert len(final.winners) == 1
    assert final.points[final.winners[0]] == len(setup.players) - 1
    assert sorted(final.points.values()) == list(range(len(setup.players)))
    assert to_act(state) == ()
    assert not list(legal_actions(state))


def test_a_game_can_come_to_a_standstill() -> None:
    """Three players with pairs alone, no clearing card left, no deck: the text knows no end of it."""
    dealt = table("7H 7S 9C 9D", "8H 8S 10C 10D", "JH JS QC QD")
    state = play(replace(dealt, deck=(), away=dealt.deck), "Ann shuffle > Cem")
    assert stands_still(state)
    assert all(isinstance(action, Shuffle) for action in legal_actions(state))
    assert not result(state).over


def played(setup: Setup, moves: int, lot: random.Random) -> State:
    state = start(setup)
    for _ in range(moves):
        if state.over:
            break
        state = apply(state, choose_random(state, to_act(state)[0], lot))
    return state


def every_action(state: State) -> Iterator[Action]:
    """All that any player could try with cards that are in some hand."""
    cards = {held.card for seat in state.seats for held in seat.mobile}
    for player in state.players:
        for named in (None, *state.players):
            yield Draw(player, named)
            yield Shuffle(player, named)
            if named:
                yield Name(player, named)
                yield Force(player, named)
                yield from (Give(player, card, named) for card in cards)
                yield from (Take(player, card, named) for card in cards)
            for card in cards:
                yield Clear(player, (card,), named)
        yield Lock(player)
    for seat in state.seats:
        for place, one in enumerate(seat.hand):
            for two in seat.hand[place + 1 :]:
                yield from (Clear(seat.player, (one, two), named) for named in (None, *state.players))


@settings(max_examples=12, deadline=None)
@given(SETUPS, st.integers(0, 90), st.integers(0, 2**32))
def test_legal_actions_are_all_that_no_rule_forbids(setup: Setup, moves: int, lot_seed: int) -> None:
    state = played(setup, moves, random.Random(lot_seed))
    tried = {action: verify(state, action) for action in every_action(state)}
    legal = {action for action, ruling in tried.items() if ruling.legal}
    proposed = list(legal_actions(state))
    assert len(proposed) == len(set(proposed))
    assert {(type(a), write_action(a)) for a in proposed} == {(type(a), write_action(a)) for a in legal}
    deck = whole_deck(state)
    for action, ruling in tried.items():
        assert not ruling.undecided
        if ruling.broken:
            with pytest.raises(Illegal) as caught:
                apply(state, action)
            assert caught.value.ruling == ruling
            assert all(TEXTS.text(f"ld.{finding.reason}", **finding.data) for finding in ruling.broken)
        try:
            after = overrule(state, action)
        except Illegal:
            assert ruling.broken
        else:
            assert all_cards(after) == deck


def told_by(finding: Finding, viewer: str | None, seen: State, clear: Sequence[Finding]) -> Action | None:
    """What has to be told to one who sees the table (and `viewer`'s hand) after a step, if not `clear` by itself."""
    player = str(finding.data.get("player"))
    cards = tuple(map(Card.parse, str(finding.data.get("cards", "")).split()))
    known = any(told.reason == finding.reason and told.data.get("player") == player for told in clear)
    match finding.reason:
        case "locked" if not known and player != viewer:
            return Lock(player)
        case "opened":
            seat = seen.seat(player)
            lies = seat is not None and any(set(cards) <= set(locked.cards) for locked in seat.locked)
            return None if lies or player in seen.gone else Lock(player, cards)
        case "fourth" if player not in seen.gone:
            return Lock(player, cards)
    return None


def held_by(finding: Finding, viewer: str | None) -> Hold | None:
    """The new hand of `viewer`, who looks at it when the sets of those before have been made (LD-8)."""
    if finding.reason not in ("dealt", "cleared") or finding.data["player"] != viewer or not finding.data["count"]:
        return None
    return Hold(str(viewer), tuple(map(Card.parse, str(finding.data["cards"]).split())))


def followed(seen: State, viewer: str | None, action: Action, after: State) -> State:
    """The state that sees less, after an action and what is told of it: never is a legal action called illegal."""
    action = view_action(seen, action, viewer)
    drawn = {finding.reason: finding.data["card"] for finding in after.story if finding.reason in ("drew", "forced")}
    if isinstance(action, Force):
        action = Force(action.player, action.target, Card.parse(str(drawn["forced"])))
    elif isinstance(action, Draw) and action.player == viewer:
        action = Draw(action.player, action.next, Card.parse(str(drawn["drew"])))
    seen = apply(seen, action)
    clear = seen.story
    new_hand = [hold for finding in after.story if (hold := held_by(finding, viewer))]
    for finding in after.story:
        told = told_by(finding, viewer, seen, clear)
        if new_hand and finding.reason in MADE and finding.data["player"] == viewer:
            told = new_hand.pop()
        if told is not None:
            ruling = verify(seen, told)
            assert ruling.legal, (write_action(told), ruling)
            seen = apply(seen, told)
    return apply(seen, new_hand[0]) if new_hand and not seen.over else seen


def check_seen(seen: State, true: State, viewer: str | None) -> None:
    """Turn, counts and open cards are the same, and every card and every date that is claimed is true."""
    assert (seen.turn, seen.naming, seen.gone) == (true.turn, true.naming, true.gone)
    assert len(seen.deck) == len(true.deck)
    assert Counter(seen.away) == Counter(true.away)
    for known, seat in zip(seen.seats, true.seats, strict=True):
        assert len(known.mobile) == len(seat.mobile)
        claimed = Counter(card for card in known.hand if card.rank is not Rank.UNKNOWN)
        assert not claimed - Counter(seat.hand)
        if seat.player == viewer and not true.over:
            assert Counter(known.hand) == Counter(seat.hand)
            dates = {(held.card, held.fresh) for held in seat.mobile}
            assert {(held.card, held.fresh) for held in known.mobile if held.fresh is not None} <= dates
        fresh = [sum(held.fresh is value for held in known.mobile) for value in (True, None)]
        assert fresh[0] <= sum(held.fresh is True for held in seat.mobile) <= sum(fresh)
        for is_open in (True, False):
            sets = [locked for locked in known.locked if locked.is_open is is_open]
            there = [locked for locked in seat.locked if locked.is_open is is_open]
            assert len(sets) == len(there)
            ranks = {locked.rank for locked in there}
            assert all(locked.rank in ranks for locked in sets if locked.rank is not Rank.UNKNOWN)
            lying = {card for locked in there for card in locked.cards}
            assert all(card in lying for locked in sets for card in locked.cards if card.is_known)
            assert not is_open or {card for locked in sets for card in locked.cards} == lying


@settings(max_examples=60, deadline=None)
@given(SETUPS, st.sampled_from((None, "Ann", "Ben")), st.integers(0, 60), st.integers(0, 2**32))
def test_who_sees_less_follows_the_game_and_claims_nothing_wrong(
    setup: Setup, viewer: str | None, moves: int, lot_seed: int
) -> None:
    lot = random.Random(lot_seed)
    state = played(setup, moves, lot)
    seen = view(state, viewer)
    check_seen(seen, state, viewer)
    for _ in range(40):
        if state.over:
            break
        action = choose_random(state, to_act(state)[0], lot)
        state = apply(state, action)
        seen = followed(seen, viewer, action, state)
        check_seen(seen, state, viewer)
        check_seen(view(state, viewer), state, viewer)
        hands = {f.data["player"] for f in describe(state, viewer) if f.reason in ("hand", "pair", "not_yet")}
        assert hands <= {viewer}


@settings(max_examples=15, deadline=None)
@given(SETUPS, st.integers(0, 2**32))
def test_a_table_of_which_nothing_is_known_follows_from_the_first_card(setup: Setup, lot_seed: int) -> None:
    lot = random.Random(lot_seed)
    state = start(Setup(setup.players, {**setup.options, "dealt_four": "redeal"}, setup.seed))
    seen = start(Setup(setup.players, {**setup.options, "dealt_four": "redeal"}))
    for finding in state.story:
        told = told_by(finding, None, seen, ())
        if told is not None:
            seen = apply(seen, told)
    check_seen(seen, state, None)
    for _ in range(60):
        if state.over:
            break
        action = choose_random(state, to_act(state)[0], lot)
        state = apply(state, action)
        seen = followed(seen, None, action, state)
        check_seen(seen, state, None)
        assert UNKNOWN in seen.deck or not seen.deck
