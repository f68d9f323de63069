"""What the players of Lockdown may hold and do as far as the game knows, and what lies before them beyond that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.referee.seating import rows_clockwise
from companion.referee.table import Thing
from companion.rules.cards import Card, Rank
from companion.rules.game import Player
from companion.rules.lockdown import Lock, State
from vision.sightings import Kind

PAIR, TRIPLET = 2, 3


def hand_of(state: State, player: Player) -> tuple[Card, ...]:
    """The mobile hand of a player, also of one who is out."""
    return next(seat.hand for seat in state.seats if seat.player == player)


def may_act(state: State) -> tuple[Player, ...]:
    """Whose turn it may be: several, where the last player has still to name the next."""
    return state.namable(state.turn) if state.naming else (state.turn,)


def locked_cards(state: State, player: Player) -> frozenset[Card]:
    """The cards of a player's locked sets that are known."""
    sets = next(seat.locked for seat in state.seats if seat.player == player)
    return frozenset(card for locked in sets for card in locked.cards if card.is_known)


def held_before(state: State, lock: Lock) -> int:
    """How many cards of a set, to be of three or four, lie locked already."""
    sets = next(seat.locked for seat in state.seats if seat.player == lock.player)
    if len(lock.cards) == PAIR:
        return 0
    fitting = [len(locked.held) for locked in sets if locked.rank in (lock.cards[0].rank, Rank.UNKNOWN)]
    return max(fitting, default=0)


def may_hold(state: State, player: Player, cards: Sequence[Card]) -> bool:
    """Whether cards may come from a hand, as far as it is known."""
    hand = hand_of(state, player)
    return (Counter(cards) - Counter(hand)).total() <= sum(not card.is_known for card in hand)


def may_give(state: State, player: Player, card: Card) -> bool:
    """Whether a card that came to another may have come from a hand."""
    return may_hold(state, player, (card,)) if card.is_known else bool(hand_of(state, player))


def may_pay(state: State, player: Player, cards: Sequence[Card]) -> bool:
    """Whether cards that are shown may be paid by a player, out of turn only if they are known to be his."""
    return may_hold(state, player, cards) and (player in may_act(state) or set(cards) <= set(hand_of(state, player)))


def source_of(state: State, card: Card, noticed: Player | None) -> Player | None:
    """Whose card came to another: of whom it is known, or who was seen to have one less and may have had it."""
    holder = next((seat.player for seat in state.seats if card in seat.hand), None)
    if holder is not None or noticed is None:
        return holder
    return noticed if may_hold(state, noticed, (card,)) else None


def card_of(thing: Thing) -> Card:
    """The card that a face was read as, UNKNOWN where it was not."""
    return Card.parse(thing.sighting.name or "?")


def new_sets(player: Player, lying: Sequence[Thing], state: State) -> Iterator[tuple[Thing, ...]]:
    """Three or four faces of a value, or the backs of a pair, that lie before a player and that the state knows not."""
    seat = state.seat(player)
    assert seat is not None  # sits there
    known = {locked.rank: len(locked.held) for locked in seat.locked if locked.is_open}
    faces = [t for t in lying if t.sighting.certain and t.sighting.kind is Kind.CARD]
    for rank in dict.fromkeys(card_of(thing).rank for thing in faces):
        cards = tuple(thing for thing in faces if card_of(thing).rank is rank)
        if len(cards) >= TRIPLET and known.get(rank, 0) < len(cards):
            yield cards
    backs = [thing for thing in lying if thing.sighting.kind is Kind.BACK]
    pairs = rows_clockwise(backs, len(backs))
    if len(pairs) > len(seat.locked) - len(known):
        yield from pairs
