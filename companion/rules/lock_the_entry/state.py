"""What lies on the table and in the hands, what a player may do, and the options of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from companion.rules import game
from companion.rules.cards import STANDARD_DECK, UNKNOWN, Card, Suit
from companion.rules.chance import Chance
from companion.rules.game import DealError, Illegal, Judgement, Player, Setup, cards_of_deal

NAME = "lock-the-entry"
RULE_IDS = tuple(f"LTE-{number}" for number in range(1, 16))
PLAYERS = range(3, 6)
HAND_SIZE = 5
OPEN_ENTRIES = 6
LOCK_SIZE = 5


class ChangeStarter(StrEnum):
    """What may replace a starting face card that lies alone (LTE-6)."""

    SAME_SUIT = "same_suit"
    ANY_FACE = "any_face"
    FORBIDDEN = "forbidden"


class EntryTie(StrEnum):
    """Who wins an entry in which several players have the most points (LTE-14)."""

    NOBODY = "nobody"
    EVERY_TIED = "every_tied"
    STARTER = "starter"


class TieBreak(StrEnum):
    """How players who won equally many entries are told apart (LTE-15)."""

    TOTAL_POINTS = "total_points"
    SHARED = "shared"


@dataclass(frozen=True)
class Options(game.Options):
    """What the rules leave open: the first addition (LTE-5), changes (LTE-6), and the two ties (LTE-14, LTE-15)."""

    first_addition_free: bool = True
    change_own: bool = True
    change_starter: ChangeStarter = ChangeStarter.SAME_SUIT
    entry_tie: EntryTie = EntryTie.NOBODY
    tie_break: TieBreak = TieBreak.TOTAL_POINTS


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the table. owner: None while nobody knows whose deck it came from (its back is hidden)."""

    card: Card
    owner: Player | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: its `row` of face-up cards, starter first and top card last, and the cards of its `history`."""

    row: tuple[Laid, ...]
    history: tuple[Laid, ...] = ()
    locked: bool = False

    @property
    def suit(self) -> Suit:
        """The suit of the starting face card."""
        return self.row[0].card.suit

    @property
    def lockable(self) -> bool:
        """Whether it is open and five cards or more lie in its history (LTE-8)."""
        return not self.locked and len(self.history) >= LOCK_SIZE


@dataclass(frozen=True, slots=True)
class Seat:
    """A player with hand, deck (next card first) and discards. Hand and deck are None where nobody follows them.

    A followed hand may still hold unknown cards: their number is known, their faces are not.
    """

    player: Player
    hand: tuple[Card, ...] | None
    deck: tuple[Card, ...] | None
    discards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """A whole game at one moment. Entries keep their place: entry number n is ``entries[n - 1]``, locked or open."""

    options: Options
    seats: tuple[Seat, ...]
    entries: tuple[Entry, ...] = ()
    over: bool = False

    @property
    def players(self) -> tuple[Player, ...]:
        """The players in seating order."""
        return tuple(seat.player for seat in self.seats)

    @property
    def open_numbers(self) -> tuple[int, ...]:
        """Numbers of the open entries."""
        return tuple(number for number, entry in enumerate(self.entries, 1) if not entry.locked)

    @property
    def lockable_numbers(self) -> tuple[int, ...]:
        """Numbers of the entries that may be locked now (LTE-8)."""
        return tuple(number for number, entry in enumerate(self.entries, 1) if entry.lockable)

    @property
    def followed(self) -> bool:
        """Whether hands and decks are followed, not the table alone."""
        return any(seat.hand is not None for seat in self.seats)

    def entry(self, number: int) -> Entry | None:
        """The entry of that number, or None."""
        return self.entries[number - 1] if 1 <= number <= len(self.entries) else None

    def seat(self, player: Player | None) -> Seat | None:
        """The seat of that player, or None."""
        return next((seat for seat in self.seats if seat.player == player), None)


@dataclass(frozen=True, slots=True)
class Create:
    """A new entry begun with `card` (LTE-2). player: None where nobody saw who laid it, in all actions."""

    player: Player | None
    card: Card


@dataclass(frozen=True, slots=True)
class Add:
    """`card` laid on the row of entry number `entry` (LTE-4, LTE-5)."""

    player: Player | None
    entry: int
    card: Card


@dataclass(frozen=True, slots=True)
class Change:
    """The top card of an entry put into its history and replaced by `card` (LTE-6, LTE-7)."""

    player: Player | None
    entry: int
    card: Card


@dataclass(frozen=True, slots=True)
class Lock:
    """An entry locked (LTE-8)."""

    player: Player | None
    entry: int


@dataclass(frozen=True, slots=True)
class BadHand:
    """The whole hand discarded, five new cards drawn (LTE-10)."""

    player: Player


@dataclass(frozen=True, slots=True)
class End:
    """The game declared over (LTE-11)."""


@dataclass(frozen=True, slots=True)
class Audit:
    """A locked entry laid open: whose each card of its row is, starter first (LTE-13). It may follow the end."""

    entry: int
    owners: tuple[Player, ...]


Action = Create | Add | Change | Lock | BadHand | End | Audit


def backs(players: Sequence[Player]) -> tuple[str, ...]:
    """The decks that are told apart by their backs: each player's own (LTE-1)."""
    return tuple(players)


def start(setup: Setup) -> State:
    """The first state: a pile of the deal is a player's deck, by the player's name, next card first (LTE-1).

    Without a seed and a deal only the table is seen, as in `observed_game`. Raises OptionError, Illegal (LTE-1) as
    `new_game` does, and DealError for a pile that is nobody's or a word that is no card.
    """
    options = Options.parse(setup.options)
    _raise_if_illegal(_judge_players(setup.players))
    if setup.seed is None and not setup.deal:
        return observed_game(setup.players, options)
    for pile in setup.deal:
        if pile not in setup.players:
            raise DealError("no_pile", pile=pile, known=", ".join(setup.players))
    chance = None if setup.seed is None else Chance(setup.seed)
    decks: dict[Player, tuple[Card, ...]] = {}
    for player in setup.players:
        top = cards_of_deal(setup.deal.get(player, ()))
        rest = tuple(card for card in STANDARD_DECK if card not in top)
        if chance is not None:
            rest, chance = chance.shuffled(rest)
        decks[player] = (*top, *rest)
    return new_game(decks, options)


def new_game(decks: Mapping[Player, Sequence[Card]], options: Options | None = None) -> State:
    """A followed game: five cards dealt to each player from the own deck, next card first (LTE-1).

    A deck may hold unknown cards. Raises Illegal (LTE-1) for a wrong number of players or a deck that is not 52 cards
    without a joker and without a card twice.
    """
    judgement = _judge_players(tuple(decks))
    for player, deck in decks.items():
        known = [card for card in deck if card != UNKNOWN]
        whole = len(deck) == len(STANDARD_DECK) and len(set(known)) == len(known) and set(known) <= set(STANDARD_DECK)
        judgement.require(whole, "LTE-1", "deck_not_whole", player=player)
    _raise_if_illegal(judgement)
    seats = tuple(Seat(player, tuple(deck[:HAND_SIZE]), tuple(deck[HAND_SIZE:])) for player, deck in decks.items())
    return State(options or Options(), seats)


def observed_game(players: Sequence[Player], options: Options | None = None) -> State:
    """A game of which only the table is seen: hands and decks are not followed. Raises Illegal as `new_game` does."""
    _raise_if_illegal(_judge_players(players))
    return State(options or Options(), tuple(Seat(player, None, None) for player in players))


def _judge_players(players: Sequence[Player]) -> Judgement:
    judgement = Judgement(("LTE-1",))
    judgement.require(len(players) in PLAYERS, "LTE-1", "player_count", count=len(players))
    judgement.require(len(set(players)) == len(players), "LTE-1", "player_twice")
    return judgement


def _raise_if_illegal(judgement: Judgement) -> None:
    ruling = judgement.ruling()
    if not ruling.legal:
        raise Illegal(ruling)
