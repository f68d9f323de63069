"""The play of the game: verify an action, apply it, list the legal ones, show the state as one player sees it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.rules.cards import JOKER, UNKNOWN, Card, Suit
from companion.rules.game import Illegal, Judgement, Player, Ruling
from companion.rules.lock_the_entry.chain import high_enough, may_start, same_suit
from companion.rules.lock_the_entry.state import (
    HAND_SIZE,
    LOCK_SIZE,
    OPEN_ENTRIES,
    Action,
    Add,
    Audit,
    BadHand,
    Change,
    ChangeStarter,
    Create,
    End,
    Entry,
    Laid,
    Lock,
    Seat,
    State,
)

_IMPOSSIBLE = ("not_a_player", "not_in_hand", "no_such_entry", "not_locked", "owner_count")


def verify(state: State, action: Action) -> Ruling:
    """The ruling on an action: legal, or every rule it breaks; what cannot be decided from the state is listed too."""
    match action:
        case Create():
            judgement = Judgement(("LTE-1", "LTE-2", "LTE-3", "LTE-11"))
            _judge_create(judgement, state, action)
        case Add():
            judgement = Judgement(("LTE-1", "LTE-4", "LTE-5", "LTE-8", "LTE-11"))
            _judge_add(judgement, state, action)
        case Change():
            judgement = Judgement(("LTE-1", "LTE-4", "LTE-5", "LTE-6", "LTE-8", "LTE-11"))
            _judge_change(judgement, state, action)
        case Lock():
            judgement = Judgement(("LTE-1", "LTE-8", "LTE-9", "LTE-11"))
            _judge_lock(judgement, state, action)
        case BadHand():
            judgement = Judgement(("LTE-1", "LTE-10", "LTE-11"))
            _judge_bad_hand(judgement, state, action)
        case End():
            judgement = Judgement(("LTE-11",))
            _judge_end(judgement, state)
        case Audit():
            judgement = Judgement(("LTE-1", "LTE-8", "LTE-13"))
            _judge_audit(judgement, state, action)
            return judgement.ruling()
    judgement.require(not state.over, "LTE-11", "game_over")
    return judgement.ruling()


def can(state: State, action: Action) -> bool:
    """Whether no rule is known to forbid the action."""
    return verify(state, action).legal


def apply(state: State, action: Action) -> State:
    """The state after the action, hands refilled to five from the own deck (LTE-1). Raises Illegal with the ruling."""
    ruling = verify(state, action)
    if not ruling.legal:
        raise Illegal(ruling)
    return _carried_out(state, action)


def overrule(state: State, action: Action) -> State:
    """The state after an action that the players let stand.

    Raises Illegal where player, card or entry do not exist, or where an entry that is audited is not locked.
    """
    ruling = verify(state, action)
    if any(finding.reason in _IMPOSSIBLE for finding in ruling.broken):
        raise Illegal(ruling)
    return _carried_out(state, action)


def to_act(state: State) -> tuple[Player, ...]:
    """Everybody, at any time, until the game is over."""
    return () if state.over else state.players


def legal_actions(state: State, player: Player | None = None) -> Iterator[Action]:
    """Every legal action that the known cards allow, of one player or of all. Unknown hand cards make no proposals.

    An audit is no move but what the backs show, so it is not among them.
    """
    for seat in state.seats:
        if player in (None, seat.player):
            yield from (action for action in _proposals(state, seat) if can(state, action))
    if can(state, End()):
        yield End()


def view(state: State, viewer: Player | None) -> State:
    """The state without what `viewer` cannot see: other hands, all decks, and discards (None: the table alone)."""

    def seen(seat: Seat) -> Seat:
        hand = seat.hand if seat.player == viewer else _hidden(seat.hand)
        discards = seat.discards if seat.player == viewer else (UNKNOWN,) * len(seat.discards)
        return Seat(seat.player, hand, _hidden(seat.deck), discards)

    return replace(state, seats=tuple(seen(seat) for seat in state.seats))


def view_action(state: State, action: Action, viewer: Player | None) -> Action:
    """The action as all have seen it: cards are laid face up."""
    return action


def _carried_out(state: State, action: Action) -> State:
    match action:
        case Create(player, card):
            return replace(_spend(state, player, card), entries=(*state.entries, Entry((Laid(card, player),))))
        case Add(player, number, card):
            entry = state.entries[number - 1]
            grown = replace(entry, row=(*entry.row, Laid(card, player)))
            return _with_entry(_spend(state, player, card), number, grown)
        case Change(player, number, card):
            entry = state.entries[number - 1]
            *kept, removed = entry.row
            changed = Entry((*kept, Laid(card, player)), (*entry.history, removed))
            return _with_entry(_spend(state, player, card), number, changed)
        case Lock(_, number):
            return _with_entry(state, number, replace(state.entries[number - 1], locked=True))
        case BadHand(player):
            return _discard_hand(state, player)
        case End():
            return replace(state, over=True)
        case Audit(number, owners):
            entry = state.entries[number - 1]
            row = tuple(Laid(laid.card, owner) for laid, owner in zip(entry.row, owners, strict=True))
            return _with_entry(state, number, replace(entry, row=row))


def _hidden(cards: tuple[Card, ...] | None) -> tuple[Card, ...] | None:
    return None if cards is None else (UNKNOWN,) * len(cards)


def _judge_card(judgement: Judgement, state: State, player: Player | None, card: Card) -> None:
    """LTE-1: the card comes from the hand of a player of the game, and no deck has a card twice."""
    judgement.require(card != JOKER, "LTE-1", "joker")
    seat = state.seat(player)
    if seat is not None and seat.hand is not None and card in seat.hand:
        return
    if card.is_known:
        owners = list(_owners_of(state, card))
        repeated = player is not None and player in owners
        judgement.require(not repeated, "LTE-1", "second_copy", card=card, player=player or "?")
        judgement.require(len(owners) < len(state.seats), "LTE-1", "too_many_copies", card=card, count=len(owners) + 1)
    if seat is not None:
        held = None if seat.hand is None or UNKNOWN in seat.hand else False
        judgement.require(held, "LTE-1", "not_in_hand", card=card, player=seat.player)
    elif player is None and not state.followed:
        judgement.require(None, "LTE-1", "owner_unseen", card=card)
    else:
        judgement.require(False, "LTE-1", "not_a_player", player=player or "?")


def _owners_of(state: State, card: Card) -> Iterator[Player | None]:
    """The owner of each copy of `card` that was laid or discarded so far."""
    for entry in state.entries:
        yield from (laid.owner for laid in (*entry.row, *entry.history) if laid.card == card)
    for seat in state.seats:
        yield from (seat.player for discarded in seat.discards if discarded == card)


def _judge_create(judgement: Judgement, state: State, action: Create) -> None:
    _judge_card(judgement, state, action.player, action.card)
    judgement.require(may_start(action.card), "LTE-2", "not_a_face_card", card=action.card)
    judgement.require(len(state.open_numbers) < OPEN_ENTRIES, "LTE-3", "six_open", count=OPEN_ENTRIES)


def _judge_open(judgement: Judgement, state: State, number: int) -> Entry | None:
    """The open entry of that number; a locked or missing one is noted under LTE-8 (it is out of play)."""
    entry = state.entry(number)
    if entry is None:
        judgement.require(False, "LTE-8", "no_such_entry", entry=number)
        return None
    judgement.require(not entry.locked, "LTE-8", "entry_locked", entry=number)
    return entry


def _judge_on_row(judgement: Judgement, state: State, row: tuple[Laid, ...], starter: Card, card: Card) -> None:
    """LTE-4 and LTE-5 for `card` laid on a row that is not empty."""
    beneath = [laid.card for laid in row]
    judgement.require(same_suit(card, starter), "LTE-4", "wrong_suit", card=card, starter=starter)
    high = high_enough(card, beneath, state.options)
    judgement.require(high, "LTE-5", "not_higher", card=card, beneath=beneath[-1])


def _judge_add(judgement: Judgement, state: State, action: Add) -> None:
    _judge_card(judgement, state, action.player, action.card)
    entry = _judge_open(judgement, state, action.entry)
    if entry is not None:
        _judge_on_row(judgement, state, entry.row, entry.row[0].card, action.card)


def _judge_change(judgement: Judgement, state: State, action: Change) -> None:
    _judge_card(judgement, state, action.player, action.card)
    entry = _judge_open(judgement, state, action.entry)
    if entry is None:
        return
    *kept, top = entry.row
    if not state.options.change_own:
        unseen = top.owner is None or action.player is None
        judgement.require(None if unseen else top.owner != action.player, "LTE-6", "own_card", card=top.card)
    if kept:
        _judge_on_row(judgement, state, tuple(kept), kept[0].card, action.card)
        return
    wanted = state.options.change_starter
    judgement.require(wanted != ChangeStarter.FORBIDDEN, "LTE-6", "starter_stays", card=top.card)
    judgement.require(may_start(action.card), "LTE-6", "starter_needs_face", card=action.card)
    if wanted != ChangeStarter.ANY_FACE:
        judgement.require(same_suit(action.card, top.card), "LTE-4", "wrong_suit", card=action.card, starter=top.card)


def _judge_lock(judgement: Judgement, state: State, action: Lock) -> None:
    known = action.player is None or action.player in state.players
    judgement.require(known, "LTE-1", "not_a_player", player=action.player or "?")
    entry = _judge_open(judgement, state, action.entry)
    if entry is not None:
        count = len(entry.history)
        judgement.require(count >= LOCK_SIZE, "LTE-9", "lock_void", entry=action.entry, count=count)


def _judge_bad_hand(judgement: Judgement, state: State, action: BadHand) -> None:
    seat = state.seat(action.player)
    judgement.require(seat is not None, "LTE-1", "not_a_player", player=action.player)
    if seat is not None:
        held = None if seat.hand is None else bool(seat.hand)
        judgement.require(held, "LTE-10", "empty_hand", player=action.player)


def _judge_end(judgement: Judgement, state: State) -> None:
    for seat in state.seats:
        out = None if seat.hand is None else not seat.hand and not seat.deck
        judgement.require(out, "LTE-11", "cards_left", player=seat.player)
    for number, entry in enumerate(state.entries, 1):
        judgement.require(not entry.lockable, "LTE-11", "lock_left", entry=number)


def _judge_audit(judgement: Judgement, state: State, action: Audit) -> None:
    """LTE-13: the backs of a locked entry's row, which can belie neither what was seen nor a deck (LTE-1)."""
    entry = state.entry(action.entry)
    if entry is None:
        judgement.require(False, "LTE-8", "no_such_entry", entry=action.entry)
        return
    judgement.require(entry.locked, "LTE-13", "not_locked", entry=action.entry)
    count, given = len(entry.row), len(action.owners)
    judgement.require(given == count, "LTE-13", "owner_count", count=count, given=given)
    for owner in dict.fromkeys(action.owners):
        judgement.require(owner in state.players, "LTE-1", "not_a_player", player=owner)
    pairs = list(zip(entry.row, action.owners, strict=False))
    for laid, owner in pairs:
        judgement.require(laid.owner in (None, owner), "LTE-13", "other_owner", card=laid.card, player=owner)
    row = tuple(Laid(laid.card, owner) for laid, owner in pairs)
    audited = _with_entry(state, action.entry, replace(entry, row=row))
    for card, owner in dict.fromkeys((laid.card, owner) for laid, owner in pairs if laid.card.is_known):
        copies = list(_owners_of(audited, card)).count(owner)
        judgement.require(copies == 1, "LTE-1", "second_copy", card=card, player=owner)


def _proposals(state: State, seat: Seat) -> Iterator[Action]:
    """Actions worth verifying: all legal ones are among them, the plainly hopeless (wrong suit) are not."""
    player = seat.player
    cards = [card for card in seat.hand or () if card != UNKNOWN]
    for number in state.open_numbers:
        entry = state.entries[number - 1]
        yield Lock(player, number)
        for card in cards:
            if card.suit is entry.suit or Suit.UNKNOWN in (card.suit, entry.suit):
                yield Add(player, number, card)
                yield Change(player, number, card)
            elif len(entry.row) == 1 and card.rank.is_face:
                yield Change(player, number, card)
    yield from (Create(player, card) for card in cards if card.rank.is_face)
    yield BadHand(player)


def _with_entry(state: State, number: int, entry: Entry) -> State:
    return replace(state, entries=(*state.entries[: number - 1], entry, *state.entries[number:]))


def _with_seat(state: State, changed: Seat) -> State:
    return replace(state, seats=tuple(changed if seat.player == changed.player else seat for seat in state.seats))


def _spend(state: State, player: Player | None, card: Card) -> State:
    """The card out of the player's hand (an unknown card stands for it where it was not seen), and one drawn for it."""
    seat = state.seat(player)
    if seat is None or seat.hand is None:
        return state
    place = seat.hand.index(card if card in seat.hand else UNKNOWN)
    return _with_seat(state, _refilled(replace(seat, hand=(*seat.hand[:place], *seat.hand[place + 1 :]))))


def _discard_hand(state: State, player: Player) -> State:
    seat = state.seat(player)
    if seat is None or seat.hand is None:
        return state
    return _with_seat(state, _refilled(replace(seat, hand=(), discards=(*seat.discards, *seat.hand))))


def _refilled(seat: Seat) -> Seat:
    """LTE-1: the hand filled up to five from the deck, or as far as the deck goes."""
    hand, deck = seat.hand or (), seat.deck or ()
    missing = max(0, HAND_SIZE - len(hand))
    return replace(seat, hand=(*hand, *deck[:missing]), deck=deck[missing:])
