"""The ruling on an action: every rule that it breaks, and what cannot be decided because nobody saw the card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from companion.rules.cards import UNKNOWN, Card, Rank
from companion.rules.game import Judgement, Player, Ruling
from companion.rules.lockdown.hand import lockable, places_of, set_out, told_hand
from companion.rules.lockdown.state import (
    ACES_WITHOUT_JOKERS,
    FOUR,
    PAIR,
    TRIPLET,
    Action,
    Clear,
    Draw,
    Force,
    Give,
    Hold,
    Lock,
    Locked,
    Name,
    Seat,
    Shuffle,
    State,
    Take,
    fits,
)

_BASIS: Mapping[type, tuple[str, ...]] = {
    Draw: ("LD-1", "LD-2", "LD-3", "LD-4", "LD-15", "LD-16", "LD-17", "LD-18"),
    Give: ("LD-1", "LD-2", "LD-5", "LD-14", "LD-15", "LD-16", "LD-17"),
    Take: ("LD-1", "LD-2", "LD-6", "LD-15", "LD-16", "LD-17"),
    Force: ("LD-1", "LD-2", "LD-7", "LD-15", "LD-16", "LD-17", "LD-18"),
    Shuffle: ("LD-1", "LD-2", "LD-3", "LD-15", "LD-16", "LD-17"),
    Clear: ("LD-1", "LD-2", "LD-3", "LD-9", "LD-15", "LD-16", "LD-17"),
    Name: ("LD-1", "LD-2", "LD-3", "LD-15", "LD-17"),
    Lock: ("LD-1", "LD-10", "LD-11", "LD-12", "LD-13", "LD-15", "LD-17"),
    Hold: ("LD-1", "LD-14", "LD-15", "LD-17"),
}
IMPOSSIBLE = frozenset(
    (
        "game_over",
        "not_a_player",
        "is_out",
        "deck_empty",
        "not_on_top",
        "second_copy",
        "no_cards",
        "not_in_hand",
        "values_differ",
        "never_locks",
        "no_pair",
        "no_third",
        "no_fourth",
        "not_the_hand",
    )
)


def verify(state: State, action: Action) -> Ruling:
    """The ruling on an action: legal, or every rule it breaks; what cannot be decided from the state is listed too."""
    judgement = Judgement(_BASIS[type(action)])
    judgement.require(not state.over, "LD-17", "game_over")
    if isinstance(action, Name):
        _judge_name(judgement, state, action)
        return judgement.ruling()
    if not _judge_player(judgement, state, action.player):
        return judgement.ruling()
    seat = _seat(state, action.player)
    match action:
        case Lock(_, cards):
            _judge_lock(judgement, state, seat, cards)
        case Hold(_, cards):
            _judge_hold(judgement, state, seat, cards)
        case _:
            _judge_turn(judgement, state, action.player)
            _judge_turn_action(judgement, state, seat, action)
    return judgement.ruling()


def can(state: State, action: Action) -> bool:
    """Whether no rule is known to forbid the action."""
    return verify(state, action).legal


def lying_set(seat: Seat, cards: tuple[Card, ...]) -> Locked | None:
    """The set before the player that `cards`, three or four of a value, are made of: a known one before an unknown."""
    value = max(card.rank for card in cards)
    known = (locked for locked in seat.locked if locked.rank is value)
    unknown = (locked for locked in seat.locked if locked.rank is Rank.UNKNOWN)
    return next(known, None) or next(unknown, None)


def _judge_turn_action(judgement: Judgement, state: State, seat: Seat, action: Action) -> None:
    match action:
        case Draw(player, named, card):
            _judge_deck(judgement, state, "LD-4", card)
            _judge_named(judgement, state, player, named)
        case Give(player, card, to):
            if _judge_other(judgement, state, player, to):
                _judge_held(judgement, state, seat, (card,), "LD-5")
                _judge_fresh(judgement, seat, card)
        case Take(player, card, source):
            if _judge_other(judgement, state, player, source):
                _judge_held(judgement, state, _seat(state, source), (card,), "LD-6")
        case Force(player, target, card):
            _judge_other(judgement, state, player, target)
            _judge_deck(judgement, state, "LD-7", card)
            hidden = bool(state.deck) and not state.deck[0].is_known and card == UNKNOWN
            judgement.require(None if hidden else True, "LD-7", "card_unseen", player=target)
        case Shuffle(player, named):
            _judge_named(judgement, state, player, named)
        case Clear(player, cards, named):
            _judge_clear(judgement, state, seat, cards)
            _judge_named(judgement, state, player, named)


def _seat(state: State, player: Player) -> Seat:
    """The seat of one who is known to have one."""
    return state.seats[state.players.index(player)]


def _judge_player(judgement: Judgement, state: State, player: Player) -> bool:
    """LD-1, LD-15: a player of this game, and still in it."""
    known = state.seat(player) is not None
    judgement.require(known, "LD-1", "not_a_player", player=player)
    judgement.require(player not in state.gone, "LD-15", "is_out", player=player)
    return known


def _judge_turn(judgement: Judgement, state: State, player: Player) -> None:
    """LD-2: it is the player's turn, and the last one has named the next; LD-16 after an elimination."""
    if state.naming:
        judgement.require(False, "LD-2", "next_not_named", player=state.turn)
    else:
        rule = "LD-16" if state.caused else "LD-2"
        judgement.require(player == state.turn, rule, "not_your_turn", player=player, turn=state.turn)


def _judge_other(judgement: Judgement, state: State, player: Player, other: Player) -> bool:
    """LD-2: an action falls on another player of the game."""
    judgement.require(player != other, "LD-2", "oneself", player=player)
    return _judge_player(judgement, state, other)


def _judge_name(judgement: Judgement, state: State, action: Name) -> None:
    """LD-2: the player has left open who is next; by option even one whom his own action eliminated (LD-16)."""
    known = state.seat(action.player) is not None
    judgement.require(known, "LD-1", "not_a_player", player=action.player)
    if known:
        due = state.naming and state.turn == action.player
        judgement.require(due, "LD-2", "nothing_to_name", player=action.player)
        _judge_named(judgement, state, action.player, action.next)


def _judge_named(judgement: Judgement, state: State, player: Player, named: Player | None) -> None:
    """LD-2, LD-3: whoever is named is another player, one with a triplet if another has one."""
    if named is None or not _judge_other(judgement, state, player, named):
        return
    if named not in (player, *state.gone, *(namable := state.namable(player))):
        judgement.require(False, "LD-3", "must_name_triplet", named=named, players=" ".join(namable))


def _judge_deck(judgement: Judgement, state: State, rule: str, card: Card) -> None:
    """LD-18: there is a card to draw; if somebody says which, it may be that one."""
    judgement.require(bool(state.deck), "LD-18", "deck_empty")
    if not state.deck or card == UNKNOWN:
        return
    top = state.deck[0]
    judgement.require(fits(top, card), rule, "not_on_top", card=card)
    if not top.is_known:
        _judge_new(judgement, state, (card,), ())


def _judge_new(judgement: Judgement, state: State, cards: Iterable[Card], there: Iterable[Card]) -> None:
    """LD-1: cards that turn up where only `there` were known are not known to be elsewhere, nor one of them twice."""
    new = Counter(card for card in cards if card.is_known) - Counter(there)
    if not new:
        return
    known = Counter((*state.away, *state.deck))
    for seat in state.seats:
        known.update(seat.hand)
        known.update(card for locked in seat.locked for card in locked.cards)
    options, all_cards = state.options, known + new
    aces = sum(count for card, count in all_cards.items() if card.rank is Rank.ACE)
    for card in new:
        spare = all_cards[card] <= options.copies(card)
        if options.no_jokers and card.rank is Rank.ACE:
            spare = spare and aces <= ACES_WITHOUT_JOKERS
        judgement.require(spare, "LD-1", "second_copy", card=card)


def _judge_held(judgement: Judgement, state: State, seat: Seat, cards: tuple[Card, ...], rule: str) -> None:
    """The cards are in the mobile hand, all at once."""
    if not seat.mobile:
        judgement.require(False, rule, "no_cards", player=seat.player)
        return
    found = {card: places_of(seat.mobile, card) for card in cards}
    for card, (places, exact) in found.items():
        if not exact and card != UNKNOWN:
            judgement.require(None if places else False, rule, "not_in_hand", card=card, player=seat.player)
    if not all(places for places, _ in found.values()):
        return
    if len(cards) > 1 and set_out(seat.mobile, cards, None) is None:
        judgement.require(False, rule, "not_in_hand", card=cards[-1], player=seat.player)
    else:
        _judge_new(judgement, state, cards, seat.hand)


def _judge_fresh(judgement: Judgement, seat: Seat, card: Card) -> None:
    """LD-14: a card just got is not given away; an unseen one may be an older card."""
    places, exact = places_of(seat.mobile, card)
    fresh = {seat.mobile[place].fresh for place in places}
    met: bool | None = None
    if fresh <= {False} or (exact and False in fresh):
        met = True
    elif fresh == {True}:
        met = False
    judgement.require(met, "LD-14", "just_got", card=card, player=seat.player)


def _judge_clear(judgement: Judgement, state: State, seat: Seat, cards: tuple[Card, ...]) -> None:
    """LD-9, LD-13: one joker or two aces (or what the options put in their place) out of the mobile hand."""
    clearing = state.options.clearing
    value = max((card.rank for card in cards), default=Rank.UNKNOWN)
    same = all(card.rank in (value, Rank.UNKNOWN) for card in cards)
    met: bool | None = same and clearing.get(value) == len(cards)
    if value is Rank.UNKNOWN and len(cards) in clearing.values():
        met = None
    judgement.require(met, "LD-9", "does_not_clear", cards=_written(cards))
    _judge_held(judgement, state, seat, cards, "LD-9")


def _judge_lock(judgement: Judgement, state: State, seat: Seat, cards: tuple[Card, ...]) -> None:
    """LD-10 to LD-13: such a set may have come together. What the rules can work out is never told again."""
    value = max((card.rank for card in cards), default=Rank.UNKNOWN)
    whole = PAIR <= len(cards) <= FOUR and all(card.rank in (value, Rank.UNKNOWN) for card in cards)
    judgement.require(whole, "LD-10", "values_differ", cards=_written(cards))
    judgement.require(value not in state.options.clearing, "LD-13", "never_locks", cards=_written(cards))
    if not whole:
        return
    if len(cards) == PAIR:
        places = lockable(seat.mobile, state.options)
        unknown = any(seat.mobile[place].card.rank is Rank.UNKNOWN for place in places)
        lying = any(locked.rank is value is not Rank.UNKNOWN for locked in seat.locked)
        may = unknown and len(places) >= PAIR and not lying
        if value is not Rank.UNKNOWN:
            may = may and set_out(seat.mobile, cards, None) is not None
        judgement.require(None if may else False, "LD-10", "no_pair", player=seat.player)
    else:
        source = lying_set(seat, cards)
        known = all(card.is_known for card in (*seat.hand, *(source.cards if source else ())))
        may = not known and set_out(seat.mobile, cards, source) is not None
        rule, reason = ("LD-11", "no_third") if len(cards) == TRIPLET else ("LD-12", "no_fourth")
        judgement.require(None if may else False, rule, reason, player=seat.player, cards=_written(cards))
    there = (*seat.hand, *(card for locked in seat.locked for card in locked.cards))
    _judge_new(judgement, state, cards, there)


def _judge_hold(judgement: Judgement, state: State, seat: Seat, cards: tuple[Card, ...]) -> None:
    """LD-1: what a hand is said to be may be it. Which of several new cards came last cannot be told (LD-14)."""
    told = told_hand(seat.mobile, cards)
    judgement.require(told is not None, "LD-1", "not_the_hand", player=seat.player, cards=_written(cards))
    _judge_new(judgement, state, cards, seat.hand)
    unseen = {held.fresh for held in seat.mobile if held.card == UNKNOWN}
    judgement.require(True if len(unseen) < PAIR else None, "LD-14", "which_is_new", player=seat.player)


def _written(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))
