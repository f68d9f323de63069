"""The play of the game: apply actions, list the legal ones, show the state as one player sees it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from companion.rules.game import Illegal, Player
from companion.rules.word_wars.finder import find_plays
from companion.rules.word_wars.ruling import can, verify
from companion.rules.word_wars.state import (
    UNKNOWN,
    Accept,
    Action,
    Forfeit,
    NewRound,
    Phase,
    Play,
    Refuse,
    Seat,
    Show,
    State,
    SuddenDeath,
    Tile,
    Trade,
    next_round,
    refilled,
)

# What no agreement of the players can bring about: tiles that are not there, cells that are taken, a moment gone by.
_IMPOSSIBLE = frozenset(
    {"not_a_player", "not_a_tile", "too_few_tiles", "other_number"}
    | {"occupied", "cell_twice", "initial_rules", "called_already", "other_is_out"}
    | {"awaiting_answer", "not_asked", "round_goes_on", "round_over", "game_over"}
)
_OTHER_TILES = frozenset({"not_in_hand", "not_shown"})  # at a real table the hand may have been read wrongly


def apply(state: State, action: Action) -> State:
    """The state after a legal action, the hand refilled to seven (WW-2). Raises Illegal with the ruling."""
    ruling = verify(state, action)
    if not ruling.legal:
        raise Illegal(ruling)
    return _carried_out(state, action)


def overrule(state: State, action: Action) -> State:
    """The state after an action that the players let stand although a rule forbids it.

    Raises Illegal where it cannot be carried out: tiles not held or not there, a taken cell, no moment for it. At a
    real table a hand may be another than it was read.
    """
    ruling = verify(state, action)
    impossible = _IMPOSSIBLE if state.chance is None else _IMPOSSIBLE | _OTHER_TILES
    if any(finding.reason in impossible for finding in ruling.broken):
        raise Illegal(ruling)
    return _carried_out(state, action)


def legal_actions(state: State, player: Player | None = None) -> Iterator[Action]:
    """Every legal action that the known tiles allow, of one player or of all; showing a hand is no move.

    A first word may lie anywhere: unless it must cover the centre, each is listed once, from cell 0,0 to the right.
    """
    if state.phase is Phase.ROUND_OVER:
        yield NewRound()
    if not state.in_round or player not in (None, state.turn):
        return
    seat = state.seat(state.turn)
    assert seat is not None
    if state.phase is Phase.ANSWER:
        yield from (Accept(seat.player), Refuse(seat.player))
        return
    if state.phase is not Phase.REFUSED:
        centre = state.options.first_word_centre
        yield from (Play(seat.player, tiles) for tiles in find_plays(state.board, seat.hand, state.lexicon, centre))
    yield from _trades(state, seat)
    yield from (action for action in (SuddenDeath(seat.player), Forfeit(seat.player)) if can(state, action))


def to_act(state: State) -> tuple[Player, ...]:
    """Whose turn it is; both between rounds, when anybody deals; nobody after the game."""
    if state.phase is Phase.GAME_OVER:
        return ()
    return (state.turn,) if state.in_round else state.players


def view(state: State, viewer: Player | None) -> State:
    """The state without what `viewer` cannot see: the other hand, both piles, and how they will be shuffled."""

    def seen(seat: Seat) -> Seat:
        hand = seat.hand if seat.player == viewer else (UNKNOWN,) * len(seat.hand)
        return replace(seat, hand=hand, pile=(UNKNOWN,) * len(seat.pile))

    return replace(state, seats=(seen(state.seats[0]), seen(state.seats[1])), chance=None)


def view_action(state: State, action: Action, viewer: Player | None) -> Action:
    """The action as all have seen it: words, racks that are shown and traded tiles lie face up."""
    return action


def _trades(state: State, seat: Seat) -> Iterator[Trade]:
    """Every choice of known tiles to trade, where trading is allowed at all."""
    held = Counter(tile for tile in seat.hand if tile != UNKNOWN)
    choices = product(*([letter * number for number in range(count + 1)] for letter, count in held.items()))
    trades = (Trade(seat.player, tuple(tiles)) for tiles in map("".join, choices) if tiles)
    first = next(trades, None)
    if first is not None and can(state, first):
        yield first
        yield from trades


def _carried_out(state: State, action: Action) -> State:
    match action:
        case Play():
            return _play(state, action)
        case Trade():
            return _trade(state, action)
        case Forfeit(player):
            return _won(state, state.opponent(player).player)
        case SuddenDeath(player):
            return replace(state, phase=Phase.ANSWER, turn=state.opponent(player).player)
        case Accept(player):
            return _accept(state, player)
        case Refuse(player):
            return replace(state, phase=Phase.REFUSED, turn=state.opponent(player).player)
        case Show(player, tiles):
            return _with_seat(state, replace(_seat(state, player), hand=tiles))
        case NewRound():
            return next_round(state)


def _play(state: State, action: Play) -> State:
    seat = _seat(state, action.player)
    hand, pile = refilled(_without(seat.hand, [tile for _, tile in action.tiles]), seat.pile)
    state = _with_seat(state, replace(seat, hand=hand, pile=pile))
    state = replace(state, board={**state.board, **dict(action.tiles)})
    if not hand and not pile:
        return _out(state, action.player)
    if state.phase is Phase.SUDDEN_DEATH or state.opponent(action.player).out:
        return replace(state, turn=action.player)
    return replace(state, turn=state.opponent(action.player).player, phase=Phase.PLAY)


def _out(state: State, player: Player) -> State:
    """What follows when a player has laid the last tile (WW-7 to WW-10; the first out wins in the initial rules)."""
    if state.phase is Phase.SUDDEN_DEATH:
        return _won(state, player, doubled=True)
    if state.options.ruleset == "initial":
        return _won(state, player)
    other = state.opponent(player)
    if not other.out:
        return replace(state, turn=other.player, phase=Phase.PLAY)
    share = len(state.board) // 2
    first, second = state.seats
    shared = (replace(first, points=first.points + share), replace(second, points=second.points + share))
    return _round_over(replace(state, seats=shared))


def _won(state: State, winner: Player, doubled: bool = False) -> State:
    """The round won: all tiles in play are points (WW-9), twice after Sudden Death (WW-10)."""
    seat = _seat(state, winner)
    tiles = len(state.board)
    return _round_over(_with_seat(state, replace(seat, points=seat.points + (2 * tiles if doubled else tiles))))


def _round_over(state: State) -> State:
    last = state.round >= state.options.rounds
    return replace(state, phase=Phase.GAME_OVER if last else Phase.ROUND_OVER)


def _trade(state: State, action: Trade) -> State:
    """WW-6: the tiles go into the pile, it is shuffled, the hand refilled; the other gets a point for each."""
    seat, other = _seat(state, action.player), state.opponent(action.player)
    kept = _without(seat.hand, action.tiles)
    pile, chance = (*seat.pile, *action.tiles), state.chance
    if chance is None:
        pile = (UNKNOWN,) * len(pile)
    else:
        pile, chance = chance.shuffled(pile)
    hand, pile = refilled(kept, pile)
    state = _with_seat(replace(state, chance=chance), replace(seat, hand=hand, pile=pile))
    state = _with_seat(state, replace(other, points=other.points + len(action.tiles)))
    passes = state.options.trade_ends_turn and not other.out
    phase = state.phase if state.phase is Phase.SUDDEN_DEATH else Phase.PLAY
    return replace(state, turn=other.player if passes and phase is Phase.PLAY else seat.player, phase=phase)


def _accept(state: State, player: Player) -> State:
    """WW-10: the caller's hand goes to the player, who plays on alone."""
    seat, caller = _seat(state, player), state.opponent(player)
    state = _with_seat(state, replace(seat, hand=(*seat.hand, *caller.hand)))
    return replace(_with_seat(state, replace(caller, hand=())), phase=Phase.SUDDEN_DEATH)


def _seat(state: State, player: Player) -> Seat:
    seat = state.seat(player)
    assert seat is not None  # verified
    return seat


def _with_seat(state: State, changed: Seat) -> State:
    first, second = state.seats
    return replace(state, seats=(changed, second) if first.player == changed.player else (first, changed))


def _without(hand: tuple[Tile, ...], tiles: list[Tile] | tuple[Tile, ...]) -> tuple[Tile, ...]:
    """The hand without those tiles; an unknown one stands for a tile that was not known to be there.

    A tile that nobody saw go may be any of the hand: only what cannot have gone stays known. Of a hand from which
    tiles went that it did not hold, nothing is known.
    """
    seen = [tile for tile in tiles if tile != UNKNOWN]
    as_known = (Counter(seen) - Counter(hand)).total() <= hand.count(UNKNOWN)
    left = list(hand) if as_known else [UNKNOWN] * len(hand)
    for tile in seen:
        left.remove(tile if tile in left else UNKNOWN)
    unseen = len(tiles) - len(seen)
    if not unseen:
        return tuple(left)
    sure = "".join(letter * (count - unseen) for letter, count in Counter(left).items() if letter != UNKNOWN)
    return (*sure, *(UNKNOWN,) * (len(left) - unseen - len(sure)))
