"""What lies on the table and in the hands, what a player may do, and the options of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from companion.rules import game
from companion.rules.cards import STANDARD_DECK, Card
from companion.rules.chance import Chance
from companion.rules.eleusis.secret import SecretRule
from companion.rules.game import DealError, Illegal, Judgement, Player, Setup, cards_of_deal

NAME = "eleusis"
RULE_IDS = tuple(f"EE-{number}" for number in range(1, 14))
PLAYERS = range(3, 9)
HAND_SIZE = 12
DECKS = 2
NEW_PILE = STANDARD_DECK * DECKS


class StockOut(StrEnum):
    """What happens when a card has to be drawn and the stock is used up (EE-13)."""

    ANOTHER_DECK = "another_deck"
    END_ROUND = "end_round"


@dataclass(frozen=True)
class Options(game.Options):
    """What the rules leave open: the last no-play (EE-6), an early end (EE-12), the stock (EE-13)."""

    last_no_play_goes_out: bool = True
    early_bonus: bool = True
    stock_out: StockOut = StockOut.ANOTHER_DECK


@dataclass(frozen=True, slots=True)
class Place:
    """A card of the mainline, and the sideline under it: the cards that were wrong after it (EE-3)."""

    card: Card
    sideline: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Seat:
    """A player with the hand. shown: that many cards, the first of the hand, have been shown to all (EE-4).

    A hand may hold unknown cards: their number is known, their faces are not. The dealer's is empty.
    """

    player: Player
    hand: tuple[Card, ...] = ()
    shown: int = 0


@dataclass(frozen=True, slots=True)
class Round:
    """A round being played. rule: None where the dealer keeps it untold, and for all others in a view of the state.

    turn: who plays next. guesser: who may guess just now (EE-8). wrong_guesses: those said in the language of rules.
    """

    dealer: Player
    rule: SecretRule | None
    hint: str
    line: tuple[Place, ...]
    turn: Player
    guesser: Player | None = None
    wrong_guesses: tuple[SecretRule, ...] = ()

    @property
    def mainline(self) -> tuple[Card, ...]:
        """The cards of the mainline, oldest first."""
        return tuple(place.card for place in self.line)


@dataclass(frozen=True, slots=True)
class Finished:
    """A round that is over, with the points of every player (EE-10, EE-11); the rule is secret no more.

    guessed: who guessed the rule; out: who went out.
    """

    dealer: Player
    rule: SecretRule | None
    points: Mapping[Player, int]
    guessed: Player | None = None
    out: Player | None = None


@dataclass(frozen=True, slots=True)
class State:
    """A whole game at one moment; between rounds `round` is None and the hands still lie as they were.

    chance: None where cards are known only when they are seen. stacked: the piles of the rounds that were stacked in
    the setup. stock: next card first. decks: in play this round, two and those that were shuffled in (EE-13).
    """

    options: Options
    seats: tuple[Seat, ...]
    chance: Chance | None = None
    stacked: tuple[tuple[Card, ...], ...] = ()
    stock: tuple[Card, ...] = ()
    decks: int = DECKS
    round: Round | None = None
    finished: tuple[Finished, ...] = ()
    ended: bool = False

    @property
    def players(self) -> tuple[Player, ...]:
        """The players in seating order, which is the order in which they deal."""
        return tuple(seat.player for seat in self.seats)

    @property
    def over(self) -> bool:
        """Whether all have dealt or the players have ended the game (EE-12)."""
        return self.ended or self.next_dealer is None

    @property
    def next_dealer(self) -> Player | None:
        """The first in seating order who has not dealt; during a round its dealer. None when all have."""
        done = {past.dealer for past in self.finished}
        return next((player for player in self.players if player not in done), None)

    def seat(self, player: Player) -> Seat | None:
        """The seat of that player, or None."""
        return next((seat for seat in self.seats if seat.player == player), None)

    def after(self, player: Player, dealer: Player) -> Player:
        """Who plays after a player: the next seat that is not the dealer's."""
        names = self.players
        place = names.index(player) + 1
        return next(name for name in (*names[place:], *names[:place]) if name != dealer)


@dataclass(frozen=True, slots=True)
class Deal:
    """A round dealt, with all that is the dealer's to choose (EE-1).

    rule: None where the dealer does not tell it. first: who begins, None the next seat. starter: the card turned up,
    where the cards are known only when they are seen.
    """

    dealer: Player
    rule: SecretRule | None = None
    hint: str = ""
    first: Player | None = None
    starter: Card | None = None


@dataclass(frozen=True, slots=True)
class Play:
    """A card played. right: what the dealer says of it; None leaves it to the rule (EE-2, EE-3)."""

    player: Player
    card: Card
    right: bool | None = None


@dataclass(frozen=True, slots=True)
class NoPlay:
    """The claim that no card of the hand is right (EE-4).

    shown: the hand, where it is not known. laid: the card that the dealer lays for a wrong claim (EE-5); None leaves
    the choice to the rules, which take the first right one. right: what the dealer says of the claim, None leaves it to
    the rule.
    """

    player: Player
    shown: tuple[Card, ...] = ()
    laid: Card | None = None
    right: bool | None = None

    @property
    def said(self) -> bool | None:
        """What the dealer says of the claim; a card laid says that it is wrong."""
        return self.right if self.laid is None else False


@dataclass(frozen=True, slots=True)
class Guess:
    """A guess at the rule (EE-8), in the language of rules or in words. right: what the dealer says of it."""

    player: Player
    rule: SecretRule | None = None
    words: str = ""
    right: bool | None = None


@dataclass(frozen=True, slots=True)
class End:
    """The game ended before all have dealt (EE-12)."""


Action = Deal | Play | NoPlay | Guess | End


def backs(players: Sequence[Player]) -> tuple[str, ...]:
    """The decks that are told apart by their backs: none."""
    return ()


def start(setup: Setup) -> State:
    """The first state. Piles of a deal: ``round-1``, ``round-2`` …, the two decks of that round, next card first.

    They hold the hands, twelve cards each from the dealer's left on, then the card that is turned up, then the stock. A
    round that is not stacked is shuffled. Raises OptionError, Illegal (EE-1) for the players, and DealError for a
    pile that there is not or that two decks cannot make.
    """
    options = Options.parse(setup.options)
    judgement = Judgement(("EE-1",))
    judgement.require(len(setup.players) in PLAYERS, "EE-1", "player_count", count=len(setup.players))
    judgement.require(len(set(setup.players)) == len(setup.players), "EE-1", "player_twice")
    if not judgement.ruling().legal:
        raise Illegal(judgement.ruling())
    seats = tuple(Seat(player) for player in setup.players)
    if setup.seed is None and not setup.deal:
        return State(options, seats)
    names = [f"round-{number}" for number in range(1, len(seats) + 1)]
    for pile in setup.deal:
        if pile not in names:
            raise DealError("no_pile", pile=pile, known=", ".join(names))
    chance = Chance(setup.seed or 0)
    stacked: list[tuple[Card, ...]] = []
    for name in names:
        top, rest = _stacked(setup.deal.get(name, ()))
        if top and setup.seed is not None:
            rest, chance = chance.shuffled(rest)
        stacked.append((*top, *rest) if top else ())
    return State(options, seats, chance, tuple(stacked))


def _stacked(words: Sequence[str]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The cards on top of a pile, and the others of two new decks. Raises DealError."""
    top = cards_of_deal(words)
    left = Counter(NEW_PILE)
    left.subtract(top)
    for card, count in left.items():
        if count < 0:
            raise DealError("too_often", card=card)
    rest: list[Card] = []
    for card in reversed(NEW_PILE):
        if left[card] > 0:
            left[card] -= 1
            rest.append(card)
    return top, tuple(reversed(rest))
