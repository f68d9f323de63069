"""The beginning of a game and of each set: three decks, and the hands (EOD-1, EOD-10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from companion.rules.cards import STANDARD_DECK, UNKNOWN, Card
from companion.rules.chance import Chance
from companion.rules.engines.state import PLAYERS, Options, Phase, Seat, Side, State, Team
from companion.rules.game import DealError, Illegal, Judgement, Player, Setup, cards_of_deal

SEARCH_PILE = "search"
PILES = {"google": Side.GOOGLE, "yahoo": Side.YAHOO}
_UNSEEN_DECK = (UNKNOWN,) * len(STANDARD_DECK)


def backs(players: Sequence[Player]) -> tuple[str, ...]:
    """The decks that are told apart by their backs: the two sides' and the search deck (EOD-1), whoever plays."""
    return (*PILES, SEARCH_PILE)


def start(setup: Setup) -> State:
    """The game after the first deal (EOD-1): the first and third player are Google, the second and fourth Yahoo.

    Piles of ``setup.deal``: ``google``, ``yahoo``, ``search``, each a deck before the deal; the hands are dealt from
    the top, to one player after the other. Without seed and deal every card is unknown, and people shuffle. Raises
    Illegal (EOD-1) for a wrong number of players or a name twice, OptionError, DealError for a deal that cannot be.
    """
    _judge_players(setup.players)
    options = Options.parse(setup.options)
    stacked = {name: _stacked(name, cards) for name, cards in setup.deal.items()}
    known = setup.seed is not None or bool(setup.deal)
    chance = Chance(setup.seed or 0) if known else None
    decks: dict[str, tuple[Card, ...]] = {}
    for name in (*PILES, SEARCH_PILE):
        top = stacked.get(name, ())
        rest = tuple(card for card in STANDARD_DECK if card not in top)
        if chance is None:
            decks[name] = _UNSEEN_DECK
        elif setup.seed is None:
            decks[name] = (*top, *rest)
        else:
            mixed, chance = chance.shuffled(rest)
            decks[name] = (*top, *mixed)
    seats, teams = dealt(setup.players, {side: decks[name] for name, side in PILES.items()})
    return State(
        options,
        seats,
        teams[Side.GOOGLE],
        teams[Side.YAHOO],
        decks[SEARCH_PILE],
        setup.players[1],
        Phase.OPEN if len(seats) == len(Side) else Phase.CUT,
        chance=chance,
    )


def dealt(
    players: Sequence[Player], decks: Mapping[Side, tuple[Card, ...]]
) -> tuple[tuple[Seat, ...], dict[Side, Team]]:
    """The seats with their hands, and the sides with what is left of their decks (EOD-1, EOD-10)."""
    left = dict(decks)
    seats: list[Seat] = []
    for place, player in enumerate(players):
        side = Side.YAHOO if place % 2 else Side.GOOGLE
        seats.append(Seat(player, side, left[side][: side.hand_size]))
        left[side] = left[side][side.hand_size :]
    return tuple(seats), {side: Team(side, deck) for side, deck in left.items()}


def _judge_players(players: Sequence[Player]) -> None:
    judgement = Judgement(("EOD-1",))
    judgement.require(len(players) in PLAYERS, "EOD-1", "player_count", count=len(players))
    judgement.require(len(set(players)) == len(players), "EOD-1", "player_twice")
    ruling = judgement.ruling()
    if not ruling.legal:
        raise Illegal(ruling)


def _stacked(name: str, written: Sequence[str]) -> tuple[Card, ...]:
    """The top of a deck. Raises DealError."""
    if name not in (*PILES, SEARCH_PILE):
        raise DealError("no_pile", pile=name, known=", ".join((*PILES, SEARCH_PILE)))
    cards = cards_of_deal(written)
    for card, count in Counter(cards).items():
        if count > STANDARD_DECK.count(card):
            raise DealError("too_often", card=card)
    return cards
