"""What lies on the table and in the hands, what a player may do, and the options of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.rules import game
from companion.rules.cards import UNKNOWN, Card, Rank, Suit
from companion.rules.chance import Chance
from companion.rules.game import Finding, Player

RULE_IDS = tuple(f"LD-{number}" for number in range(1, 19))
PLAYERS = range(2, 9)
HAND_SIZE = 4
PAIR, TRIPLET, FOUR = 2, 3, 4
ACES_WITHOUT_JOKERS = 2


class DealtFour(StrEnum):
    """What becomes of four of a kind in the first deal (LD-1)."""

    REDEAL = "redeal"
    OUT = "out"


class SelfOutNext(StrEnum):
    """Who goes on after a player whose own action eliminated him (LD-16)."""

    CLOCKWISE = "clockwise"
    NAMED = "named"


_CLEARING: Mapping[tuple[bool, bool], Mapping[Rank, int]] = {
    (False, False): {Rank.JOKER: 1, Rank.ACE: 2},
    (False, True): {Rank.JOKER: 1, Rank.ACE: 2},
    (True, False): {Rank.ACE: 1},
    (True, True): {Rank.ACE: 1, Rank.TWO: 2},
}


@dataclass(frozen=True)
class Options(game.Options):
    """What the rules leave open: the deal (LD-1), the deck and its clearing cards (LD-9, LD-13), LD-14 and LD-16."""

    dealt_four: DealtFour = DealtFour.REDEAL
    no_jokers: bool = False
    twos_for_aces: bool = False
    shuffle_refreshes: bool = False
    self_out_next: SelfOutNext = SelfOutNext.CLOCKWISE

    @property
    def clearing(self) -> Mapping[Rank, int]:
        """The ranks that clear and how many it takes (LD-9). The same ranks never lock (LD-13)."""
        return _CLEARING[self.no_jokers, self.twos_for_aces]

    def copies(self, card: Card) -> int:
        """How many such cards the deck has."""
        if card.rank is Rank.JOKER:
            return 0 if self.no_jokers else 2
        return 1


@dataclass(frozen=True, slots=True)
class Held:
    """A card of a player. The card is UNKNOWN where nobody told.

    fresh: just got, not to be given on the owner's next turn (LD-14); None where it cannot be told. shown: the whole
    table knows that it is here.
    """

    card: Card
    fresh: bool | None = False
    shown: bool = False


HIDDEN = Held(UNKNOWN)


@dataclass(frozen=True, slots=True)
class Locked:
    """A locked set: a pair lies face down (LD-10), three lie face up (LD-11)."""

    held: tuple[Held, ...]

    @property
    def rank(self) -> Rank:
        """The value of the set; unknown where no card of it is known."""
        return max(held.card.rank for held in self.held)

    @property
    def is_open(self) -> bool:
        """Whether it is a triplet, which all can see."""
        return len(self.held) == TRIPLET

    @property
    def cards(self) -> tuple[Card, ...]:
        """Its cards."""
        return tuple(held.card for held in self.held)


@dataclass(frozen=True, slots=True)
class Seat:
    """A player with the mobile hand, in the order in which the cards came, and the locked sets."""

    player: Player
    mobile: tuple[Held, ...] = ()
    locked: tuple[Locked, ...] = ()

    @property
    def has_triplet(self) -> bool:
        """Whether a triplet lies before the player (LD-3)."""
        return any(len(locked.held) == TRIPLET for locked in self.locked)

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards of the mobile hand."""
        return tuple(held.card for held in self.mobile)


@dataclass(frozen=True, slots=True)
class Draw:
    """The top card taken unseen (LD-4). card: what it was, where that has to be told. next: who is named, if said."""

    player: Player
    next: Player | None = None
    card: Card = UNKNOWN


@dataclass(frozen=True, slots=True)
class Give:
    """A mobile card given to another player (LD-5); UNKNOWN where only the two saw it."""

    player: Player
    card: Card
    to: Player


@dataclass(frozen=True, slots=True)
class Take:
    """A card taken from the mobile hand of another player (LD-6); UNKNOWN where only the two saw it."""

    player: Player
    card: Card
    source: Player


@dataclass(frozen=True, slots=True)
class Force:
    """Another player has to draw, the card shown to all (LD-7). card: what it was, where that has to be told."""

    player: Player
    target: Player
    card: Card = UNKNOWN


@dataclass(frozen=True, slots=True)
class Shuffle:
    """All mobile hands mixed and dealt back (LD-8). next: who is named, if said."""

    player: Player
    next: Player | None = None


@dataclass(frozen=True, slots=True)
class Clear:
    """A new hand for a joker or two aces (LD-9), which are shown. next: who is named, if said."""

    player: Player
    cards: tuple[Card, ...]
    next: Player | None = None


@dataclass(frozen=True, slots=True)
class Name:
    """The next player named by one whose action left it open (LD-2, LD-3)."""

    player: Player
    next: Player


@dataclass(frozen=True, slots=True)
class Lock:
    """A player tells what nobody could work out: a pair locked, face down (LD-10), a third (LD-11) or a fourth (LD-12).

    cards: all of the set; the two of a pair are UNKNOWN to the table.
    """

    player: Player
    cards: tuple[Card, ...] = (UNKNOWN, UNKNOWN)


@dataclass(frozen=True, slots=True)
class Hold:
    """A player shows the mobile hand in private, the cards in the order in which they came."""

    player: Player
    cards: tuple[Card, ...]


TurnAction = Draw | Give | Take | Force | Shuffle | Clear
Action = TurnAction | Name | Lock | Hold


@dataclass(frozen=True, slots=True)
class State:
    """A whole game at one moment.

    seats: clockwise, the dealer first. deck: next card first. away: cards outside the game. gone: who was eliminated,
    first one first. turn: who acts, or, where `naming`, who has acted and still has to name the next. last: the last
    action of a turn; caused: whether it eliminated somebody. chance: of shuffles to come, None where people shuffle.
    story: what the last action brought about.
    """

    options: Options
    seats: tuple[Seat, ...]
    deck: tuple[Card, ...]
    turn: Player
    away: tuple[Card, ...] = ()
    gone: tuple[Player, ...] = ()
    naming: bool = False
    last: Action | None = None
    caused: bool = False
    chance: Chance | None = None
    story: tuple[Finding, ...] = field(default=(), compare=False)

    @property
    def players(self) -> tuple[Player, ...]:
        """All players in seating order, also those who are out."""
        return tuple(seat.player for seat in self.seats)

    @property
    def over(self) -> bool:
        """Whether at most one player is left (LD-17)."""
        return len(self.gone) >= len(self.seats) - 1

    def seat(self, player: Player) -> Seat | None:
        """The seat of that player, or None."""
        for seat in self.seats:
            if seat.player == player:
                return seat
        return None

    def others(self, player: Player) -> tuple[Player, ...]:
        """Everybody else in the game, in seating order."""
        return tuple(seat.player for seat in self.seats if seat.player != player and seat.player not in self.gone)

    def namable(self, player: Player) -> tuple[Player, ...]:
        """Whom `player` may name: the others in the game (LD-2), or those of them with a triplet (LD-3)."""
        bound = tuple(seat.player for seat in self.seats if seat.has_triplet and seat.player != player)
        return bound or self.others(player)

    def clockwise(self, player: Player) -> tuple[Player, ...]:
        """Everybody in the game, from the one after `player` round to `player`."""
        players = self.players
        place = players.index(player) + 1
        return tuple(other for other in players[place:] + players[:place] if other not in self.gone)


def fits(seen: Card, told: Card) -> bool:
    """Whether two cards, each perhaps known in part only, may be the same card."""
    ranks = seen.rank is told.rank or Rank.UNKNOWN in (seen.rank, told.rank)
    return ranks and (seen.suit is told.suit or Suit.UNKNOWN in (seen.suit, told.suit))
