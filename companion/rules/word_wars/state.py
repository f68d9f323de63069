"""The tiles, the board, the hands and piles, whose turn it is, what a player may do, and the options of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from companion.rules import game
from companion.rules.chance import Chance
from companion.rules.game import DealError, Illegal, Judgement, Player, Setup
from companion.rules.word_wars.lexicon import Lexicon

NAME = "word-wars"
RULE_IDS = tuple(f"WW-{number}" for number in range(1, 12))
PLAYERS = range(2, 3)
HAND_SIZE = 7
PILE_SIZE = 25
UNKNOWN = "?"  # a tile that nobody has seen yet

_COUNTS = "A5 B1 C1 D2 E6 F1 G1 H1 I4 J1 K1 L2 M1 N2 O4 P1 Q1 R3 S2 T2 U2 V1 W2 X1 Y1 Z1"  # WW-1
TILES: Mapping[str, int] = {word[0]: int(word[1:]) for word in _COUNTS.split()}
NEW_TILES = tuple(letter for letter, count in TILES.items() for _ in range(count))  # as they lie in a new set

Cell = tuple[int, int]
Tile = str


class Ruleset(StrEnum):
    """Which version of the rules is played."""

    FINAL = "final"
    INITIAL = "initial"


class Phase(StrEnum):
    """What the player whose turn it is has to do."""

    PLAY = "play"  # a word, a trade, a claim; also while the other is out of tiles (WW-7)
    ANSWER = "answer"  # accept or refuse the other's Sudden Death
    REFUSED = "refused"  # trade or forfeit: Sudden Death was refused
    SUDDEN_DEATH = "sudden_death"  # play on alone to the last tile
    ROUND_OVER = "round_over"  # anybody: deal the next round
    GAME_OVER = "game_over"


@dataclass(frozen=True)
class Options(game.Options):
    """What is agreed before: the version, the number of rounds (WW-11), and what WW-3 and WW-6 leave open."""

    ruleset: Ruleset = Ruleset.FINAL
    rounds: Literal[2, 3, 4, 5] = 3
    first_word_centre: bool = False
    trade_ends_turn: bool = True


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's hand, pile (next tile first) and points; tiles that nobody has seen are unknown, never left out."""

    player: Player
    hand: tuple[Tile, ...]
    pile: tuple[Tile, ...]
    points: int = 0

    @property
    def out(self) -> bool:
        """Whether no tile is left in hand and pile."""
        return not self.hand and not self.pile


@dataclass(frozen=True, slots=True)
class State:
    """A whole game at one moment.

    board: the tiles in play by cell, (column, row), rows counted downwards; there is no edge. turn: whose turn it is,
    or who was the last. chance: of the shuffles; None at a real table, where a shuffled pile is unknown.
    """

    options: Options
    lexicon: Lexicon
    seats: tuple[Seat, Seat]
    turn: Player
    chance: Chance | None = None
    board: Mapping[Cell, Tile] = field(default_factory=dict, hash=False)
    phase: Phase = Phase.PLAY
    round: int = 1

    @property
    def players(self) -> tuple[Player, ...]:
        """The players in seating order."""
        return tuple(seat.player for seat in self.seats)

    @property
    def in_round(self) -> bool:
        """Whether a round is being played."""
        return self.phase not in (Phase.ROUND_OVER, Phase.GAME_OVER)

    @property
    def alone(self) -> bool:
        """Whether the player whose turn it is plays on alone, the other being out of tiles (WW-7)."""
        return self.phase is Phase.PLAY and self.opponent(self.turn).out

    def seat(self, player: Player) -> Seat | None:
        """The seat of that player, or None."""
        return next((seat for seat in self.seats if seat.player == player), None)

    def opponent(self, player: Player) -> Seat:
        """The seat of the other player."""
        return self.seats[1] if player == self.seats[0].player else self.seats[0]


@dataclass(frozen=True, slots=True)
class Play:
    """Tiles laid on cells in one turn (WW-3), in the order of rows and columns.

    Raises ValueError without a tile and for more tiles than there are.
    """

    player: Player
    tiles: tuple[tuple[Cell, Tile], ...]

    def __post_init__(self) -> None:
        _need_tiles(self.tiles)
        object.__setattr__(self, "tiles", tuple(sorted(self.tiles, key=lambda laid: (laid[0][1], laid[0][0], laid[1]))))


@dataclass(frozen=True, slots=True)
class Trade:
    """Tiles of the hand put back into the own pile, others drawn (WW-6); unknown where nobody saw them.

    Raises ValueError without a tile and for more tiles than there are.
    """

    player: Player
    tiles: tuple[Tile, ...]

    def __post_init__(self) -> None:
        _need_tiles(self.tiles)
        object.__setattr__(self, "tiles", tuple(sorted(self.tiles)))


@dataclass(frozen=True, slots=True)
class Forfeit:
    """The player makes no word any more: the round goes to the other (WW-4; also the end of WW-7 and WW-10)."""

    player: Player


@dataclass(frozen=True, slots=True)
class SuddenDeath:
    """Sudden Death called by a player who cannot make a word (WW-5)."""

    player: Player


@dataclass(frozen=True, slots=True)
class Accept:
    """Sudden Death accepted: the caller's hand is taken, and the player plays on alone (WW-10)."""

    player: Player


@dataclass(frozen=True, slots=True)
class Refuse:
    """Sudden Death refused (WW-10)."""

    player: Player


@dataclass(frozen=True, slots=True)
class Show:
    """A whole hand shown to the table: no move, but from now on its tiles are known.

    Raises ValueError without a tile and for more tiles than there are.
    """

    player: Player
    tiles: tuple[Tile, ...]

    def __post_init__(self) -> None:
        _need_tiles(self.tiles)
        object.__setattr__(self, "tiles", tuple(sorted(self.tiles)))


@dataclass(frozen=True, slots=True)
class NewRound:
    """All tiles taken up, shuffled and dealt for the next round (WW-1)."""


Action = Play | Trade | Forfeit | SuddenDeath | Accept | Refuse | Show | NewRound


def backs(players: Sequence[Player]) -> tuple[str, ...]:
    """The decks that are told apart by their backs: none."""
    return ()


def start(setup: Setup, lexicon: Lexicon) -> State:
    """The first state, with the words that are allowed.

    ``setup.deal`` names the players: the tiles on top of each one's pile. Raises Illegal (WW-1) for players that
    cannot be, OptionError, and DealError for a deal of tiles that there are not.
    """
    options = Options.parse(setup.options)
    judgement = Judgement(("WW-1",))
    judgement.require(len(setup.players) in PLAYERS, "WW-1", "player_count", count=len(setup.players))
    judgement.require(len(set(setup.players)) == len(setup.players), "WW-1", "player_twice")
    if not judgement.ruling().legal:
        raise Illegal(judgement.ruling())
    chance = None if setup.seed is None else Chance(setup.seed)
    if setup.deal:
        piles, chance = _stacked(setup, chance)
    else:
        piles, chance = _shuffled(chance)
    first, second = setup.players
    seats = (_dealt(Seat(first, (), ()), piles[0], options), _dealt(Seat(second, (), ()), piles[1], options))
    return State(options, lexicon, seats, first, chance)


def next_round(state: State) -> State:
    """The state with all fifty tiles dealt anew (WW-1); the players begin in turn, round by round."""
    piles, chance = _shuffled(state.chance)
    first, second = state.seats
    seats = (_dealt(first, piles[0], state.options), _dealt(second, piles[1], state.options))
    begins = seats[state.round % len(seats)].player
    return State(state.options, state.lexicon, seats, begins, chance, round=state.round + 1)


def refilled(hand: tuple[Tile, ...], pile: tuple[Tile, ...]) -> tuple[tuple[Tile, ...], tuple[Tile, ...]]:
    """WW-2: hand and pile after drawing up to seven tiles."""
    missing = max(0, HAND_SIZE - len(hand))
    return (*hand, *pile[:missing]), pile[missing:]


def _need_tiles(tiles: tuple[object, ...]) -> None:
    if not 0 < len(tiles) <= len(NEW_TILES):
        raise ValueError("an action with tiles needs a tile, and no more than there are")


def _dealt(seat: Seat, pile: tuple[Tile, ...], options: Options) -> Seat:
    hand, rest = (pile, ()) if options.ruleset == Ruleset.INITIAL else refilled((), pile)
    return Seat(seat.player, hand, rest, seat.points)


def _shuffled(chance: Chance | None) -> tuple[tuple[tuple[Tile, ...], tuple[Tile, ...]], Chance | None]:
    """Two piles of all tiles, unknown ones where there is no chance to shuffle them by."""
    if chance is None:
        return ((UNKNOWN,) * PILE_SIZE, (UNKNOWN,) * PILE_SIZE), None
    tiles, chance = chance.shuffled(NEW_TILES)
    return (tiles[:PILE_SIZE], tiles[PILE_SIZE:]), chance


def _stacked(setup: Setup, chance: Chance | None) -> tuple[tuple[tuple[Tile, ...], tuple[Tile, ...]], Chance]:
    """The piles with the named tiles on top; the rest shuffled, or in the order of a new set."""
    tops = [setup.deal.get(player, ()) for player in setup.players]
    for pile in setup.deal:
        if pile not in setup.players:
            raise DealError("no_pile", pile=pile, known=", ".join(setup.players))
        if len(setup.deal[pile]) > PILE_SIZE:
            raise DealError("too_many", pile=pile, count=len(setup.deal[pile]), most=PILE_SIZE)
    named = Counter(tile for top in tops for tile in top)
    lacking = named - Counter(TILES)
    if lacking:
        raise DealError("no_such_tiles", tiles=" ".join(sorted(lacking.elements())))
    rest = tuple((Counter(TILES) - named).elements())
    if chance is not None:
        rest, chance = chance.shuffled(rest)
    cut = PILE_SIZE - len(tops[0])
    return ((*tops[0], *rest[:cut]), (*tops[1], *rest[cut:])), chance or Chance(0)
