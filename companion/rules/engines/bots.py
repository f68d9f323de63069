"""Players by lot and by sense, for simulated games. Neither looks at what is hidden from it."""

from __future__ import annotations

import random

from companion.rules.cards import Card, Rank
from companion.rules.engines.contest import contest, distance, settles_tie
from companion.rules.engines.state import Action, Cut, Extra, Fill, Ipo, Pass, Phase, Play, Search, Seat, Side, State
from companion.rules.game import Player

_CLOSE_ENOUGH = 2
_MIDDLE = 5.5


def choose_random(state: State, player: Player, lot: random.Random) -> Action | None:
    """Any legal action of `player`, or None where he has nothing to do."""
    seat = _seat(state, player)
    match state.phase:
        case Phase.PLAY:
            return Play(player, lot.choice(seat.hand))
        case Phase.OPEN:
            may_declare = seat.side is Side.GOOGLE and state.google.ipo
            return Ipo(player) if may_declare and lot.random() < 0.5 else Search(player)
        case Phase.TIE:
            extra = _settling(state, seat)
            return Extra(player, extra) if extra is not None and lot.random() < 0.5 else Pass(player)
        case Phase.FILL:
            return Fill(player, state.partner_holds(seat) and lot.random() < 0.5)
        case Phase.CUT:
            return Cut(player)
        case Phase.OVER:
            return None


def choose_sensible(state: State, player: Player, lot: random.Random) -> Action | None:
    """The closest card where it can win, else the one that is worth least; an IPO at once, every tie settled."""
    seat = _seat(state, player)
    match state.phase:
        case Phase.PLAY:
            return Play(player, _best_card(state, seat, lot))
        case Phase.OPEN:
            return Ipo(player) if seat.side is Side.GOOGLE and state.google.ipo else Search(player)
        case Phase.TIE:
            extra = _settling(state, seat)
            return Pass(player) if extra is None else Extra(player, extra)
        case Phase.FILL:
            return Fill(player)
        case _:
            return choose_random(state, player, lot)


def _seat(state: State, player: Player) -> Seat:
    seat = state.seat(player)
    assert seat is not None  # plays
    return seat


def _best_card(state: State, seat: Seat, lot: random.Random) -> Card:
    """The closest; with two players, where both cards are spent, a poor one instead of one that is not close."""
    request = state.request
    assert request is not None
    away = [(value, lot.random(), card) for card in seat.hand if (value := distance(request, card)) is not None]
    best = min(away, default=None)
    if best is not None and (state.in_teams or best[0] <= _CLOSE_ENOUGH):
        return best[-1]
    return min(seat.hand, key=lambda card: (_worth(card), lot.random()))


def _worth(card: Card) -> float:
    """How likely a card is to win: images match one rank only, and what is near the middle is near to most searches."""
    return 0 if card.rank.is_face else 10 - abs(card.rank - _MIDDLE)


def _settling(state: State, seat: Seat) -> Card | None:
    """A card of the hand that settles the tie (EOD-6)."""
    assert state.request is not None
    tied = contest(state.request, state.plays).distance
    known = (card for card in seat.hand if card.rank is not Rank.UNKNOWN)
    return next((card for card in known if tied is not None and settles_tie(state.request, tied, card)), None)
