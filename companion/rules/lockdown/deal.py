"""The beginning of a game: the deck, the first hands, and what locks at once (LD-1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from companion.rules.cards import JOKER, STANDARD_DECK, UNKNOWN, Card, Rank
from companion.rules.chance import Chance
from companion.rules.game import DealError, Illegal, Judgement, Player, Setup, cards_of_deal
from companion.rules.lockdown.state import (
    ACES_WITHOUT_JOKERS,
    FOUR,
    HAND_SIZE,
    HIDDEN,
    PLAYERS,
    DealtFour,
    Held,
    Options,
    Seat,
    State,
)
from companion.rules.lockdown.step import Step

DECK_PILE = "deck"


def backs(players: Sequence[Player]) -> tuple[str, ...]:
    """The decks that are told apart by their backs: none."""
    return ()


def start(setup: Setup) -> State:
    """The game after the first deal (LD-1): the first of the players is the dealer and begins.

    Piles of ``setup.deal``: ``deck``, and for each player, by name, up to four cards of the first hand; hands are then
    filled up from the deck, four cards to one player after the other. Without seed and deal every card is unknown, and
    people shuffle. Raises Illegal (LD-1) for a wrong number of players or a name twice, OptionError, and DealError
    for a deal that cannot be.
    """
    _judge_players(setup.players)
    options = Options.parse(setup.options)
    if setup.seed is None and not setup.deal:
        count = deck_size(options) - HAND_SIZE * len(setup.players)
        seats = tuple(Seat(player, (HIDDEN,) * HAND_SIZE) for player in setup.players)
        return State(options, seats, (UNKNOWN,) * count, setup.players[0])
    hands, top = _piles(setup, options)
    chance = Chance(setup.seed or 0)
    rest: Sequence[Card] = _rest_of_deck([*top, *(card for hand in hands.values() for card in hand)], options)
    if setup.seed is not None:
        rest, chance = chance.shuffled(rest)
    deck = (*top, *rest)
    for hand in hands.values():
        missing = HAND_SIZE - len(hand)
        hand += deck[:missing]
        deck = deck[missing:]
    return _settled(options, hands, deck, chance)


def deck_size(options: Options) -> int:
    """How many cards the game is played with."""
    return len(_rest_of_deck((), options))


def _judge_players(players: Sequence[Player]) -> None:
    judgement = Judgement(("LD-1",))
    judgement.require(len(players) in PLAYERS, "LD-1", "player_count", count=len(players))
    judgement.require(len(set(players)) == len(players), "LD-1", "player_twice")
    ruling = judgement.ruling()
    if not ruling.legal:
        raise Illegal(ruling)


def _piles(setup: Setup, options: Options) -> tuple[dict[Player, list[Card]], list[Card]]:
    """The stacked hands by player and the top of the deck. Raises DealError."""
    piles = {name: list(cards_of_deal(cards)) for name, cards in setup.deal.items()}
    top = piles.pop(DECK_PILE, [])
    hands = {player: piles.pop(player, []) for player in setup.players}
    if piles:
        raise DealError("no_pile", pile=next(iter(piles)), known=", ".join((DECK_PILE, *setup.players)))
    for player, hand in hands.items():
        if len(hand) > HAND_SIZE:
            raise DealError("too_many", pile=player, count=len(hand), most=HAND_SIZE)
    stacked = Counter([*top, *(card for hand in hands.values() for card in hand)])
    for card, count in stacked.items():
        if not card.is_known:
            raise DealError("not_known", card=card)
        if count > options.copies(card):
            raise DealError("too_often", card=card)
    if options.no_jokers and sum(card.rank is Rank.ACE for card in stacked) > ACES_WITHOUT_JOKERS:
        raise DealError("too_many_aces", most=ACES_WITHOUT_JOKERS)
    return hands, top


def _rest_of_deck(stacked: Sequence[Card], options: Options) -> tuple[Card, ...]:
    """The deck without the stacked cards, as a new one lies, jokers last; without jokers two aces are out as well."""
    jokers = [JOKER] * (options.copies(JOKER) - stacked.count(JOKER))
    rest = [*(card for card in STANDARD_DECK if card not in stacked), *jokers]
    if options.no_jokers:
        aces = [card for card in rest if card.rank is Rank.ACE]
        held = sum(card.rank is Rank.ACE for card in stacked)
        out = aces[: len(aces) + held - ACES_WITHOUT_JOKERS]
        rest = [card for card in rest if card not in out]
    return tuple(rest)


def _settled(options: Options, hands: Mapping[Player, Sequence[Card]], deck: tuple[Card, ...], chance: Chance) -> State:
    """LD-1: pairs lock at once; a hand of four of a kind is dealt anew, or its player is out."""
    seats = tuple(Seat(player, tuple(Held(card) for card in hand)) for player, hand in hands.items())
    step = Step(State(options, seats, deck, seats[0].player, chance=chance))
    for seat in seats:
        player = seat.player
        while options.dealt_four == DealtFour.REDEAL and _is_four(step.seats[player], options):
            step.tell("LD-1", "redealt", player=player)
            step.deck = step.shuffled((*step.deck, *step.seats[player].hand))
            step.set_mobile(player, tuple(Held(step.drawn()) for _ in range(HAND_SIZE)))
        if len(step.gone) < len(seats) - 1:
            step.settle(player, step.seats[player].mobile)
    return step.finished(None)


def _is_four(seat: Seat, options: Options) -> bool:
    ranks = {held.card.rank for held in seat.mobile}
    return len(seat.mobile) == FOUR and len(ranks) == 1 and not ranks & set(options.clearing)
