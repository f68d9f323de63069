"""What the players of Lockdown may hold and do as far as the game knows, and what lies before them beyond that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from companion.referee.lockdown.seating import rows_clockwise
from companion.referee.naming import card_of
from companion.referee.things import Thing
from companion.rules.cards import UNKNOWN, Card, Rank
from companion.rules.game import Player
from companion.rules.lockdown import Hold, Lock, State
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


def all_locked(state: State) -> frozenset[Card]:
    """The cards that are known to lie in somebody's locked sets, all there are of each."""
    return frozenset(_all_copies(_locked(state), state))


def held_before(state: State, lock: Lock) -> int:
    """How many cards of a set, to be of three or four, lie locked already."""
    sets = next(seat.locked for seat in state.seats if seat.player == lock.player)
    if len(lock.cards) == PAIR:
        return 0
    fitting = [len(locked.held) for locked in sets if locked.rank in (lock.cards[0].rank, Rank.UNKNOWN)]
    return max(fitting, default=0)


def makes(card: Card, lock: Lock, came: int, state: State) -> bool:
    """Whether a set holds a card that was shown to all; of a pair only the backs are seen. came: how many cards it has
    beyond those that the player held."""
    if UNKNOWN not in lock.cards:
        return card in lock.cards
    return came == 1 and any(held.rank is card.rank for held in hand_of(state, lock.player))


def may_hold(state: State, player: Player, cards: Sequence[Card]) -> bool:
    """Whether cards may come from a hand, as far as it is known."""
    hand = hand_of(state, player)
    return (Counter(cards) - Counter(hand)).total() <= sum(not card.is_known for card in hand)


def may_give(state: State, player: Player, card: Card) -> bool:
    """Whether a card that came to another may have come from a hand."""
    return may_hold(state, player, (card,)) if card.is_known else bool(hand_of(state, player))


def fit(state: State, player: Player, cards: Sequence[Card], untold: int = 0) -> int | None:
    """How many cards that a hand is known to hold are among cards that were shown; None where these cannot be that
    hand, not even with one card more that came to it. UNKNOWN may be any. untold: cards that came to it before."""
    hand = hand_of(state, player)
    more = len(cards) - len(hand)
    known, read = _known(hand), _known(cards)
    missing, new = (known - read).total(), read - known
    from_others = (new & _of_others(state, player)).total()
    if more - untold not in (0, 1) or missing > len(cards) - read.total():
        return None
    if from_others > more or new & _out_of_play(state):
        return None
    return known.total() - missing


def owner_of(state: State, cards: Sequence[Card], away: Collection[Player]) -> Player | None:
    """Whose hand was shown: told by the cards that it is known to hold, or as the only one to which a card of another
    may have come; else as the only one whose row was taken up. A single card of which the deck has another (jokers,
    LD-1) may be shown to all while a player holds its equal alone."""
    inside = (seat.player for seat in state.seats if seat.player not in state.gone)
    fits = {player: known for player in inside if (known := fit(state, player, cards)) is not None}
    told = [player for player, known in fits.items() if known >= PAIR or known == len(hand_of(state, player)) == 1]
    if len(fits) == 1:
        told += [player for player in fits if player not in told and _known(cards) & _of_others(state, player)]
    taken_up = [player for player in away if player in fits]
    if len(told) > 1 and len(away) == 1:  # each of two may have got the other's card
        told = [player for player in told if player in away]
    drawn = len(cards) == 1 and may_be_drawn(state, cards[0])
    if len(told) == 1:
        return told[0] if told[0] in taken_up or not (taken_up or drawn) else None
    return taken_up[0] if not told and len(taken_up) == len(away) == 1 else None


def holders_of(state: State, card: Card) -> tuple[Player, ...]:
    """Who are known to have a card in their hands: several where there are several of it (jokers, LD-1)."""
    return tuple(seat.player for seat in state.seats if card.is_known and card in seat.hand)


def is_held(thing: Thing, state: State) -> bool:
    """Whether somebody is known to have the card in his hand that a thing may be, however unsurely it was read."""
    return bool(holders_of(state, card_of(thing)))


def may_be_drawn(state: State, card: Card) -> bool:
    """Whether a card may come from the deck: if all of its kind are known to be elsewhere, it or one of them was read
    wrongly (LD-1)."""
    return not _all_copies(_held(state) + _outside(state), state)[card]


def newcomer(
    state: State, player: Player, cards: Sequence[Card], before: Collection[Card] = (), again: int = 0
) -> Card:
    """Which card of a hand that is shown with one more than before came to it: UNKNOWN where it is not to be told.

    before, again: as in `companion.referee.lockdown.shown.Shown.again`, and how many these are.
    """
    hand = hand_of(state, player)
    new = _known(cards) - _known(hand)
    theirs = list((new & _of_others(state, player)).elements())
    if len(theirs) == 1:
        return theirs[0]
    new -= _known(before)
    alone = new.total() == 1 and not theirs and hand.count(UNKNOWN) == again
    return next(iter(new)) if alone else UNKNOWN


def together(hand: Sequence[Card], shown: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of a hand that was shown, with those that it is known to hold in place of such as were not read."""
    left = list((_known(hand) - _known(shown)).elements())
    return tuple(left.pop() if card == UNKNOWN and left else card for card in shown)


def hold_of(state: State, player: Player, shown: Sequence[Card]) -> Hold | None:
    """What a shown hand tells; None where that is known, or where it is a part of the hand. The card that came to it
    may have gone to a set at once, with others of the hand."""
    hand, locked = hand_of(state, player), locked_cards(state, player)
    mobile = [card for card in shown if card not in locked]
    hold = Hold(player, together(hand, mobile))
    new = len(hand) == len(mobile) and Counter(hand) != Counter(hold.cards) and player not in state.gone
    return hold if new else None


def handed_over(state: State, player: Player, suspected: Iterable[Card], suspects: Collection[Player]) -> Card:
    """Which card came to a hand from one of the suspects: the one of unsure names that is known to be theirs, UNKNOWN
    where not just one is."""
    others = set(suspects) - {player}
    theirs = [card for card in suspected if not others.isdisjoint(holders_of(state, card))]
    return theirs[0] if len(theirs) == 1 else UNKNOWN


def contradicts(state: State, cards: Sequence[Card], away: Collection[Player]) -> bool:
    """Whether cards that were shown are not those of any hand: so many that not one moved, but all were mixed. away:
    whose hands they may be, if it is seen. Of one hand a card that another is known to hold tells as much, where that
    one has no card more than before."""
    if len(away) != 1:
        players = [seat.player for seat in state.seats if seat.player not in state.gone]
        return min(_surplus(state, player, cards) for player in players) >= PAIR
    (player,) = away
    hand = hand_of(state, player)
    of_others = (_known(cards) - _known(hand)) & _of_others(state, player)
    return _surplus(state, player, cards) >= 1 or of_others.total() > max(0, len(cards) - len(hand))


def _surplus(state: State, player: Player, cards: Sequence[Card]) -> int:
    """How many more other cards were shown than a hand has places for of which the card is not known, and one more."""
    hand = hand_of(state, player)
    places = sum(not card.is_known for card in hand) + (len(cards) > len(hand))
    return (_known(cards) - _known(hand)).total() - places


def likely_owner(state: State, cards: Sequence[Card], away: Collection[Player]) -> Player | None:
    """Whose hand it seems to be that was shown, though it cannot be what is known of it."""
    if len(away) == 1:
        return next(iter(away))
    held = {seat.player: (_known(cards) & _known(seat.hand)).total() for seat in state.seats}
    likely = max(held, key=lambda player: held[player])
    return likely if held[likely] >= PAIR else None


def _known(cards: Iterable[Card]) -> Counter[Card]:
    return Counter(card for card in cards if card.is_known)


def _of_others(state: State, player: Player) -> Counter[Card]:
    """The cards that are known to be in the hands of others. There are two jokers."""
    return _all_copies(_held(state, player), state)


def _out_of_play(state: State) -> Counter[Card]:
    """The cards that are known to be in no hand and not in the deck, all there are of each."""
    return _all_copies(_outside(state), state)


def _held(state: State, but: Player = "") -> Counter[Card]:
    """The cards that are known to be in hands; but: of a player whose hand is left out."""
    return _known(card for seat in state.seats if seat.player != but for card in seat.hand)


def _outside(state: State) -> Counter[Card]:
    """The cards that are known to have left the game, or to lie in locked sets."""
    return _known(state.away) + _locked(state)


def _locked(state: State) -> Counter[Card]:
    """The cards that are known to lie in somebody's locked sets."""
    return _known(card for seat in state.seats for locked in seat.locked for card in locked.cards)


def _all_copies(cards: Counter[Card], state: State) -> Counter[Card]:
    """Those of which there are as many as the game has."""
    return Counter({card: count for card, count in cards.items() if count >= state.options.copies(card)})


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
