"""What the panel of Lockdown shows: plain Python, no window. What may be done, and who may be named, the rules say.

Whatever all can see is made from the table's view of the game: a button is dimmed for no reason that would tell a hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from companion.app.games.offers import Deed, Hand, HandCard, Told, offered, short
from companion.app.said import Choice
from companion.language import Language
from companion.rules import lockdown as rules
from companion.rules.cards import JOKER, SUITS, UNKNOWN, Card, Rank
from companion.rules.game import Player
from companion.rules.lockdown import Action, Seat, State

HAND, GIVE = "hand", "give"
_WORDS = "app_lockdown."
# Places in a ring of three by three, clockwise from the middle of the lower edge: (column, row), (0, 0) is at the top.
_RING = ((1, 2), (0, 2), (0, 1), (0, 0), (1, 0), (2, 0), (2, 1), (2, 2))
_SEATED: Mapping[int, tuple[int, ...]] = {
    2: (0, 4),
    3: (0, 3, 5),
    4: (0, 2, 4, 6),
    5: (0, 2, 3, 5, 6),
    6: (0, 1, 3, 4, 5, 7),
    7: (0, 1, 2, 3, 5, 6, 7),
    8: (0, 1, 2, 3, 4, 5, 6, 7),
}


@dataclass(frozen=True, slots=True)
class SeatView:
    """A player at the table. place: column and row in a ring of three by three, the top row first.

    rows: the cards of each locked set, unknown ones face down, and last those of the hand that all have seen; name:
    the line that names this player next, empty where that is not due or not allowed.
    """

    player: Player
    place: tuple[int, int]
    told: str
    rows: tuple[tuple[Card, ...], ...] = ()
    acts: bool = False
    out: bool = False
    won: bool = False
    name: str = ""


@dataclass(frozen=True, slots=True)
class LockdownView:
    """All that the panel shows. turn: who acts, or names the next one; naming: a player is to be tapped."""

    turn: str
    naming: bool
    seats: tuple[SeatView, ...]
    deck: str
    deck_card: Card | None
    away: str
    deeds: tuple[Deed, ...]


def view_of(state: State, language: Language, giving: Card = UNKNOWN) -> LockdownView:
    """The game as the table sees it. giving: the card that the player whose turn it is has chosen to give."""
    seen, told = rules.view(state, None), language.text
    return LockdownView(
        turn=_turn(seen, told),
        naming=seen.naming and not seen.over,
        seats=tuple(_seat(seen, seat, place, told) for seat, place in zip(seen.seats, _places(seen), strict=True)),
        deck=told(_WORDS + "deck", count=len(seen.deck)),
        deck_card=UNKNOWN if seen.deck else None,
        away=told(_WORDS + "away", cards=" ".join(card.sign for card in seen.away)) if seen.away else "",
        deeds=() if seen.over else tuple(_deeds(state, seen, giving, told)),
    )


def hand_of(state: State, player: Player, language: Language) -> Hand:
    """What the player alone may see: the hand, and the pairs that lie face down.

    A card is keyed by itself where it may be given now.
    """
    seat = rules.view(state, player).seat(player)
    assert seat is not None  # a player of this game
    told = language.text
    cards = []
    for held in seat.mobile:
        known = held.card != UNKNOWN and player in rules.to_act(state) and not state.naming
        gives = (rules.Give(player, held.card, other) for other in state.others(player))
        may_give = known and any(rules.can(state, give) for give in gives)
        cards.append(
            HandCard(held.card, str(held.card) if may_give else "", told(_WORDS + "fresh") if held.fresh else "")
        )
    pairs = [" ".join(card.sign for card in locked.cards) for locked in seat.locked if not locked.is_open]
    return Hand(player, tuple(cards), tuple(told(_WORDS + "own_pair", cards=cards) for cards in pairs))


def _places(state: State) -> Sequence[tuple[int, int]]:
    return [_RING[place] for place in _SEATED[len(state.seats)]]


def _turn(state: State, told: Told) -> str:
    if state.over:
        return told(_WORDS + "won", player=short(state.turn))
    return told(_WORDS + ("names" if state.naming else "acts"), player=short(state.turn))


def _seat(state: State, seat: Seat, place: tuple[int, int], told: Told) -> SeatView:
    player = seat.player
    if player in state.gone:
        return SeatView(player, place, told(_WORDS + "out"), out=True)
    line = ""
    if state.naming and player != state.turn:
        choice = offered(rules, state, rules.Name(state.turn, player), player)
        line = choice.key if choice.enabled else ""
    pairs = sum(not locked.is_open for locked in seat.locked)
    shown = tuple(card for card in seat.hand if card != UNKNOWN)
    return SeatView(
        player,
        place,
        told(_WORDS + "holds", count=len(seat.mobile), pairs=pairs),
        (*(locked.cards for locked in seat.locked), *([shown] if shown else [])),
        acts=player in rules.to_act(state),
        won=state.over,
        name=line,
    )


def _deeds(state: State, seen: State, giving: Card, told: Told) -> Iterator[Deed]:
    """What can be told by taps. A game of which every card is known makes its sets by itself: none are told there."""
    player, others = seen.turn, seen.others(seen.turn)
    ledger = state.chance is not None

    def deed(key: str, actions: Sequence[tuple[Action, str]]) -> Deed:
        choices = tuple(offered(rules, seen, action, text) for action, text in actions)
        return Deed(key, told(_WORDS + key), choices, told(f"{_WORDS}which_{key}"))

    yield deed("draw", [(rules.Draw(player), player)])
    yield _give(state, seen, giving, told)
    yield deed("take", list(_taken(state, player, told)))
    yield deed("force", [(rules.Force(player, other), other) for other in others])
    yield deed("shuffle", [(rules.Shuffle(player), player)])
    yield deed("clear", [(rules.Clear(player, cards), " ".join(c.sign for c in cards)) for cards in _clearing(seen)])
    inside = seen.clockwise(player)
    if not ledger:
        yield deed("lock", [(rules.Lock(other), other) for other in inside])
    looks = tuple(Choice(other, other) for other in inside)
    yield Deed(HAND, told(_WORDS + HAND), looks, told(_WORDS + "which_hand"))


def _give(state: State, seen: State, giving: Card, told: Told) -> Deed:
    """Giving a card nobody else sees. Where the hand is known its owner chooses the card, in private, before."""
    player = seen.turn
    text, question = told(_WORDS + GIVE), told(_WORDS + "which_give")
    if state.chance is not None and giving == UNKNOWN:
        possible = not seen.naming and bool(seen.others(player))
        return Deed(GIVE, text, (Choice("", text, possible),), question)
    held_against = seen if giving == UNKNOWN else state
    actions = (rules.Give(player, giving, other) for other in seen.others(player))
    choices = tuple(offered(rules, held_against, action, action.to) for action in actions)
    return Deed(GIVE, text, choices, question)


def _taken(state: State, player: Player, told: Told) -> Iterator[tuple[Action, str]]:
    """Cards taken unseen: of a known hand one place or another, else any."""
    for other in state.others(player):
        seat = state.seat(other)
        assert seat is not None
        if state.chance is None:
            yield rules.Take(player, UNKNOWN, other), other
            continue
        for place, card in enumerate(seat.hand, 1):
            yield rules.Take(player, card, other), told(_WORDS + "place", player=other, place=place)


def _clearing(state: State) -> Iterator[tuple[Card, ...]]:
    """What could be paid for a clear, whoever holds it."""
    for rank, count in state.options.clearing.items():
        cards = (JOKER,) if rank is Rank.JOKER else tuple(Card(rank, suit) for suit in SUITS)
        yield from combinations(cards, count)
