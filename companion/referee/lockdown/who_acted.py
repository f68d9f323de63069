"""Who acted when a card came into a hand in Lockdown: told by whose turn it may be, asked where several may have."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from companion.referee.desk import Question
from companion.referee.lockdown.holdings import hand_of, handed_over, holders_of, may_act, may_be_drawn, may_give
from companion.rules.cards import UNKNOWN, Card
from companion.rules.game import Player, Value
from companion.rules.lockdown import Draw, Force, Give, State, Take, TurnAction

NOTHING = "nothing"
"""An answer: what is asked about is nothing."""

_DECK, _DREW, _GIVEN, _TAKEN = "deck", "drew", "given", "taken"


@dataclass(frozen=True)
class Move:
    """One card that came into a hand. source: whose it was, None for the deck. since: when it came (seconds). card:
    UNKNOWN where it is not known. open: whether it was shown to all. doubtful: whose it may have been as well."""

    target: Player
    source: Player | None
    since: float
    card: Card = UNKNOWN
    open: bool = False
    doubtful: tuple[Player, ...] = ()


def came_to(
    target: Player,
    card: Card,
    state: State,
    suspects: Collection[Player],
    shrunk: Collection[Player],
    since: float,
    suspected: Collection[Card] = (),
) -> Move:
    """A card more in a hand, and whose it was: of whom it is known, else perhaps of one of the suspects. One of which
    there is another, in the deck or in a third hand (LD-1), may be that one, unless the row of just one of those who
    hold it is known to be shorter. suspected: what an unknown one may be, by unsure names that are new in the hand."""
    card = card if card.is_known else handed_over(state, target, suspected, suspects)
    holders = tuple(player for player in holders_of(state, card) if player != target)
    short = tuple(player for player in suspects if player in shrunk and not may_give(state, player, card))
    if not holders and short and target not in may_act(state):
        return Move(target, None, since, doubtful=short)  # he cannot have drawn it: a card of theirs was misread
    if not holders:
        return Move(target, None, since, card, doubtful=tuple(other for other in suspects if other != target))
    only = len(holders) == 1 and not may_be_drawn(state, card)
    likely = holders if only else tuple(player for player in holders if player in shrunk)
    if len(likely) == 1:
        return Move(target, likely[0], since, card)
    return Move(target, None, since, card, doubtful=holders)


def action_of(move: Move, state: State) -> TurnAction | Question:
    """The action that moved a card, or the question that tells it."""
    if move.open:
        return _forced(move, state)
    if move.source is None:
        return _drawn(move, state)
    may = may_act(state)
    if (move.source in may) == (move.target in may):
        both: dict[str, Value] = {"player": move.target, "other": move.source}
        return Question("move", "given_or_taken", both, (_GIVEN, _TAKEN, NOTHING))
    return _handed_over(move, move.source, move.source in may)


def told_by(move: Move, reason: str, answer: str) -> TurnAction | Move | None:
    """What the answer to such a question tells: the action, or more of the move. None for other questions."""
    match reason:
        case "came_from":
            return replace(move, source=None if answer == _DECK else answer, doubtful=())
        case "drew_or_forced" if answer == _DREW:
            return Draw(move.target, None, move.card)
        case "drew_or_forced" | "who_forced":
            return Force(answer, move.target, move.card)
        case "given_or_taken" if move.source is not None:
            return _handed_over(move, move.source, answer == _GIVEN)
    return None


def may_be_forced(player: Player, state: State) -> bool:
    """Whether a card that was shown to all may have gone to a player: nobody forces himself to draw, but who alone may
    act and has no card shows what he drew, which is his whole hand (LD-2)."""
    return may_act(state) != (player,) or not hand_of(state, player)


def _forced(move: Move, state: State) -> Force | Draw | Question:
    """Of a card that was shown to all."""
    if may_act(state) == (move.target,) and not hand_of(state, move.target):
        return Draw(move.target, None, move.card)
    actors = tuple(player for player in may_act(state) if player != move.target) or state.others(move.target)
    if len(actors) == 1:
        return Force(actors[0], move.target, move.card)
    return Question("force", "who_forced", {"player": move.target, "card": move.card}, actors)


def _drawn(move: Move, state: State) -> Draw | Question:
    """From the deck, as it seems."""
    may, others = may_act(state), [player for player in move.doubtful if may_give(state, player, move.card)]
    if others:
        deck = (_DECK,) if may_be_drawn(state, move.card) else ()
        return Question("from", "came_from", {"player": move.target}, (*deck, *others, NOTHING))
    if move.target not in may:
        return Question("draw", "drew_or_forced", {"player": move.target}, (_DREW, *may, NOTHING))
    return Draw(move.target, None, move.card)


def _handed_over(move: Move, source: Player, given: bool) -> Give | Take:
    return Give(source, move.card, move.target) if given else Take(move.target, move.card, source)
