"""What lies on the table and in the hands, what a player may do, and the options of the game.

What lies there is told in named tuples: every action makes some anew, which takes a frozen dataclass several times as
long. Actions are dataclasses, since an `Ipo` and a `Pass` of the same player differ.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from companion.rules import game
from companion.rules.cards import UNKNOWN, Card
from companion.rules.chance import Chance
from companion.rules.game import Finding, Player

RULE_IDS = tuple(f"EOD-{number}" for number in range(1, 16))
PLAYERS = range(2, 5, 2)
IPO_CARDS = 4
SETS_TO_WIN = 2


class Side(StrEnum):
    """A side: one player, or two who sit across from each other (EOD-10)."""

    GOOGLE = "Google"
    YAHOO = "Yahoo"

    __hash__ = str.__hash__  # see `Rank`

    @property
    def other(self) -> Side:
        """The side it plays against."""
        return Side.YAHOO if self is Side.GOOGLE else Side.GOOGLE

    @property
    def hand_size(self) -> int:
        """How many cards each of its players holds (EOD-1)."""
        return 5 if self is Side.GOOGLE else 4


class Phase(StrEnum):
    """What has to be done next: cut, turn a search card, lay cards, settle a tie, fill a hand; or nothing any more."""

    CUT = "cut"
    OPEN = "open"
    PLAY = "play"
    TIE = "tie"
    FILL = "fill"
    OVER = "over"


class ImageMiss(StrEnum):
    """What becomes of the result cards when nobody can win a search (EOD-5)."""

    RETURN = "return"
    SPENT = "spent"


class FinalTie(StrEnum):
    """Who wins when both sides have won equally many cards (EOD-9, EOD-14)."""

    SHARED = "shared"
    LAST_SEARCH = "last_search"


class SetWinner(StrEnum):
    """Who wins a set (EOD-14)."""

    MOST_CARDS = "most_cards"
    RAN_OUT = "ran_out"


@dataclass(frozen=True)
class Options(game.Options):
    """What the rules leave open: searches nobody wins (EOD-5), level scores (EOD-9), who wins a set (EOD-14)."""

    image_miss: ImageMiss = ImageMiss.RETURN
    final_tie: FinalTie = FinalTie.SHARED
    set_winner: SetWinner = SetWinner.MOST_CARDS


class Laid(NamedTuple):
    """A card laid by a player; UNKNOWN while it lies face down to whoever looks."""

    player: Player
    card: Card


class Seat(NamedTuple):
    """A player. hand: UNKNOWN cards where nobody knows them. shown: those cards of it that all have seen."""

    player: Player
    side: Side
    hand: tuple[Card, ...]
    shown: frozenset[Card] = frozenset()


class Team(NamedTuple):
    """A side with its player deck (next card first) and what came of it.

    spent: result cards of lost and won searches. scored: what counts, search cards with two players (EOD-3), result
    cards with four (EOD-11). sets: sets won. ipo: whether an IPO may still be declared (EOD-7).
    """

    side: Side
    deck: tuple[Card, ...]
    spent: tuple[Card, ...] = ()
    scored: tuple[Card, ...] = ()
    sets: int = 0
    ipo: bool = True


@dataclass(frozen=True, slots=True)
class Cut:
    """A Yahoo player cuts the search deck for the first turn (EOD-10). card: what it showed, where that is told."""

    player: Player
    card: Card = UNKNOWN


@dataclass(frozen=True, slots=True)
class Ipo:
    """Google takes four more cards at the start of its turn (EOD-7)."""

    player: Player


@dataclass(frozen=True, slots=True)
class Search:
    """The search card is turned (EOD-3). card: which it is, where that has to be told."""

    player: Player
    card: Card = UNKNOWN


@dataclass(frozen=True, slots=True)
class Play:
    """A result card laid (EOD-3). An UNKNOWN one lies face down; the same player's next `Play` turns it up."""

    player: Player
    card: Card


@dataclass(frozen=True, slots=True)
class Extra:
    """Yahoo's card one point further away, which wins a tie (EOD-6)."""

    player: Player
    card: Card


@dataclass(frozen=True, slots=True)
class Pass:
    """A Yahoo player adds no card to a tie (EOD-6)."""

    player: Player


@dataclass(frozen=True, slots=True)
class Fill:
    """The winner of a search fills the hand, from the team's deck or blindly from the partner's hand (EOD-12)."""

    player: Player
    from_partner: bool = False


Action = Cut | Ipo | Search | Play | Extra | Pass | Fill


class State(NamedTuple):
    """A whole game at one moment.

    seats: clockwise, Google and Yahoo in turn. google, yahoo: the sides. search: the search deck, next card first;
    past: search cards done with. request: the search card that lies open. plays: result cards in the order laid; they
    leave the hands when all have been turned up. passed: Yahoo players who add nothing to the tie. fillers: who still
    has to fill the hand. last: the side that won the last search (EOD-4). set_number: from 1. chance: of shuffles to
    come, None where people shuffle. story: what the last action brought about, which equality does not look at.
    """

    options: Options
    seats: tuple[Seat, ...]
    google: Team
    yahoo: Team
    search: tuple[Card, ...]
    turn: Player
    phase: Phase = Phase.OPEN
    past: tuple[Card, ...] = ()
    request: Card | None = None
    plays: tuple[Laid, ...] = ()
    cuts: tuple[Laid, ...] = ()
    passed: tuple[Player, ...] = ()
    fillers: tuple[Player, ...] = ()
    last: Side | None = None
    set_number: int = 1
    chance: Chance | None = None
    story: tuple[Finding, ...] = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self[:-1] == other[:-1]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self[:-1])

    @property
    def players(self) -> tuple[Player, ...]:
        """The players in seating order."""
        return tuple([seat.player for seat in self.seats])

    @property
    def in_teams(self) -> bool:
        """Whether four play (EOD-10)."""
        return len(self.seats) > PLAYERS.start

    @property
    def over(self) -> bool:
        """Whether the game has ended (EOD-9, EOD-14)."""
        return self.phase is Phase.OVER

    def seat(self, player: Player) -> Seat | None:
        """The seat of that player, or None."""
        for seat in self.seats:
            if seat.player == player:
                return seat
        return None

    def team(self, side: Side) -> Team:
        """The side with its deck and cards."""
        return self.google if side is Side.GOOGLE else self.yahoo

    def partner_holds(self, seat: Seat) -> bool:
        """Whether there is a partner who has cards in the hand."""
        for other in self.seats:
            if other.side is seat.side and other.player != seat.player:
                return other.hand != ()
        return False

    def laid(self, player: Player) -> Card | None:
        """The result card that the player has laid, or None."""
        for laid in self.plays:
            if laid.player == player:
                return laid.card
        return None

    def laying(self, plays: tuple[Laid, ...]) -> State:
        """The same with other result cards on the table and nothing to tell of it, as most actions leave it.

        Field by field: `_replace` takes twice as long.
        """
        return State(
            self.options,
            self.seats,
            self.google,
            self.yahoo,
            self.search,
            self.turn,
            self.phase,
            self.past,
            self.request,
            plays,
            self.cuts,
            self.passed,
            self.fillers,
            self.last,
            self.set_number,
            self.chance,
        )
