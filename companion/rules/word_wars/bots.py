"""Players for the laboratory: one by lot, one that plays sensibly; neither looks at tiles that it cannot see."""

from __future__ import annotations

import random
from itertools import islice

from companion.rules.game import Player
from companion.rules.word_wars.finder import Tiles, find_plays
from companion.rules.word_wars.play import to_act
from companion.rules.word_wars.state import (
    HAND_SIZE,
    Accept,
    Action,
    Forfeit,
    NewRound,
    Phase,
    Play,
    Refuse,
    Ruleset,
    Seat,
    State,
    SuddenDeath,
    Tile,
    Trade,
)

_LOOKED_AT = 2000  # plays that a bot compares at most
_EASY = 8  # tiles that can be expected to be used up in Sudden Death
_HARD_LETTERS = "QZXJVKWUCYFGHBPM"  # given away first
_FEW_TRADED = 3


def choose_random(state: State, player: Player, lot: random.Random) -> Action | None:
    """An action by lot: mostly a play where there is one, else a trade, a claim or an answer."""
    if player not in to_act(state):
        return None
    if state.phase is Phase.ROUND_OVER:
        return NewRound()
    if state.phase is Phase.ANSWER:
        return lot.choice((Accept(player), Refuse(player)))
    seat = _seat(state, player)
    if state.phase is Phase.REFUSED:
        return lot.choice((_any_trade(seat, lot), Forfeit(player)))
    tradeable = state.phase is Phase.PLAY and state.options.ruleset == Ruleset.FINAL
    plays = _plays(state, seat, lot)
    if plays:
        return _any_trade(seat, lot) if tradeable and lot.random() < 0.05 else Play(player, lot.choice(plays))
    if not tradeable or state.alone:
        return Forfeit(player)
    return lot.choice((_any_trade(seat, lot), Forfeit(player), SuddenDeath(player)))


def choose_sensible(state: State, player: Player, lot: random.Random) -> Action | None:
    """The play that lays most tiles, the hard letters among equals, or what is best for a player who is stuck.

    That is a trade of hard letters while the pile may help, then Sudden Death where the other could hardly use up all
    tiles, else to give the round up.
    """
    if player not in to_act(state):
        return None
    if state.phase is Phase.ROUND_OVER:
        return NewRound()
    seat = _seat(state, player)
    other = state.opponent(player)
    if state.phase is Phase.ANSWER:
        tiles = len(seat.hand) + len(seat.pile) + len(other.hand)
        return Accept(player) if tiles <= _EASY else Refuse(player)
    if state.phase is not Phase.REFUSED:
        plays = _plays(state, seat, lot)
        if plays:
            return Play(player, max(plays, key=lambda tiles: (len(tiles), -sum(_ease(tile) for _, tile in tiles))))
        if state.phase is Phase.SUDDEN_DEATH or state.alone or state.options.ruleset == Ruleset.INITIAL:
            return Forfeit(player)
    if lot.random() < 1 / (1 + len(seat.pile)):  # the fewer tiles a trade can bring, the less it is worth its points
        heavy = len(other.hand) + len(other.pile) + len(seat.hand) > _EASY
        return SuddenDeath(player) if heavy and state.phase is Phase.PLAY else Forfeit(player)
    hardest = sorted(seat.hand, key=lambda tile: (_ease(tile), lot.random()))
    return Trade(player, tuple(hardest[: min(_FEW_TRADED, len(seat.pile))]))


def _plays(state: State, seat: Seat, lot: random.Random) -> list[Tiles]:
    """Plays of the hand, of a part of it drawn by lot where it is large; all that there are while they are few."""
    hand = seat.hand
    centre = state.options.first_word_centre
    if len(hand) > HAND_SIZE:
        part = lot.sample(hand, HAND_SIZE)
        found = list(islice(find_plays(state.board, part, state.lexicon, centre), _LOOKED_AT))
        if found:
            return found
    return list(islice(find_plays(state.board, hand, state.lexicon, centre), _LOOKED_AT))


def _ease(tile: Tile) -> int:
    """How easily a tile is laid: 0 for Q."""
    return _HARD_LETTERS.index(tile) if tile in _HARD_LETTERS else len(_HARD_LETTERS)


def _any_trade(seat: Seat, lot: random.Random) -> Trade:
    return Trade(seat.player, tuple(lot.sample(seat.hand, lot.randint(1, len(seat.hand)))))


def _seat(state: State, player: Player) -> Seat:
    seat = state.seat(player)
    assert seat is not None  # is to act
    return seat
