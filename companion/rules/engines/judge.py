"""The ruling on an action: every rule that it breaks, and what cannot be decided because nobody saw the card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.rules.cards import STANDARD_DECK, UNKNOWN, Card, Rank
from companion.rules.engines.contest import contest, settles_tie
from companion.rules.engines.state import (
    Action,
    Cut,
    Extra,
    Fill,
    Ipo,
    Pass,
    Phase,
    Play,
    Search,
    Seat,
    Side,
    State,
)
from companion.rules.game import Judgement, Player, Ruling

_BASIS: Mapping[type, tuple[str, ...]] = {
    Cut: ("EOD-1", "EOD-9", "EOD-10", "EOD-14"),
    Ipo: ("EOD-1", "EOD-7", "EOD-9", "EOD-14", "EOD-15"),
    Search: ("EOD-1", "EOD-3", "EOD-9", "EOD-14"),
    Play: ("EOD-1", "EOD-3", "EOD-9", "EOD-11", "EOD-14"),
    Extra: ("EOD-1", "EOD-6", "EOD-9", "EOD-14"),
    Pass: ("EOD-1", "EOD-6", "EOD-9", "EOD-14"),
    Fill: ("EOD-1", "EOD-9", "EOD-12", "EOD-14"),
}
IMPOSSIBLE = frozenset(
    (
        "game_over",
        "not_a_player",
        "no_cut_now",
        "not_on_top",
        "not_shown",
        "second_copy",
        "searched_before",
        "not_in_deck",
        "not_in_hand",
        "not_the_time",
        "no_request",
        "played_already",
        "no_tie",
        "only_yahoo",
        "only_yahoo_adds",
        "nothing_to_fill",
        "partner_empty",
    )
)
_REAL_CARDS = frozenset(STANDARD_DECK)


def verify(state: State, action: Action) -> Ruling:
    """The ruling on an action: legal, or every rule it breaks; what cannot be decided from the state is listed too."""
    judgement = Judgement(_BASIS[type(action)])
    if state.phase is Phase.OVER:
        judgement.require(False, "EOD-14" if state.in_teams else "EOD-9", "game_over")
    seat = state.seat(action.player)
    if seat is None:
        judgement.require(False, "EOD-1", "not_a_player", player=action.player)
        return judgement.ruling()
    match action:
        case Play(_, card):
            _judge_play(judgement, state, seat, card)
        case Search(player, card):
            judgement.require(player == state.turn, "EOD-1", "not_your_turn", player=player, turn=state.turn)
            judgement.require(state.phase is Phase.OPEN, "EOD-3", "not_the_time", player=player)
            _judge_search_card(judgement, state, card, "EOD-3")
        case Cut(player, card):
            _judge_cut(judgement, state, seat)
            _judge_search_card(judgement, state, card, "EOD-10")
        case Ipo(player):
            judgement.require(seat.side is Side.GOOGLE, "EOD-7", "only_google", player=player)
            judgement.require(player == state.turn, "EOD-1", "not_your_turn", player=player, turn=state.turn)
            judgement.require(state.phase is Phase.OPEN, "EOD-7", "ipo_too_late", player=player)
            rule = "EOD-15" if state.in_teams else "EOD-7"
            judgement.require(state.team(seat.side).ipo, rule, "ipo_used", side=seat.side)
        case Extra(_, card):
            _judge_tie(judgement, state, seat)
            _judge_extra(judgement, state, seat, card)
        case Pass():
            _judge_tie(judgement, state, seat)
        case Fill(player, from_partner):
            due = state.phase is Phase.FILL and player in state.fillers
            judgement.require(due, "EOD-12", "nothing_to_fill", player=player)
            if from_partner:
                judgement.require(state.partner_holds(seat), "EOD-12", "partner_empty", player=player)
    return judgement.ruling()


def can(state: State, action: Action) -> bool:
    """Whether no rule is known to forbid the action."""
    return verify(state, action).legal


def side_of(state: State, player: Player) -> Side:
    """The side of one who is known to play."""
    return Side.YAHOO if state.players.index(player) % 2 else Side.GOOGLE


def _judge_play(judgement: Judgement, state: State, seat: Seat, card: Card) -> None:
    if state.phase is not Phase.PLAY:
        judgement.require(False, "EOD-3", "no_request", player=seat.player)
    laid = state.laid(seat.player)
    if laid is not None and (laid.rank is not Rank.UNKNOWN or card == UNKNOWN):
        judgement.require(False, "EOD-11" if state.in_teams else "EOD-3", "played_already", player=seat.player)
    _judge_held(judgement, state, seat, card, "EOD-3")


def _judge_held(judgement: Judgement, state: State, seat: Seat, card: Card, rule: str) -> None:
    """The card is in the hand, and its side's deck has it once (EOD-1). Face down it may be any card of the hand."""
    if card in seat.hand or (card == UNKNOWN and seat.hand):
        return
    unknown = UNKNOWN in seat.hand and card.rank is not Rank.UNKNOWN
    if card.is_known:
        judgement.require(card in _REAL_CARDS, "EOD-1", "not_in_deck", card=card)
        fresh = not unknown or card not in _known_of_team(state, seat)
        judgement.require(fresh, "EOD-1", "second_copy", card=card, side=seat.side)
    judgement.require(None if unknown else False, rule, "not_in_hand", card=card, player=seat.player)


def _known_of_team(state: State, seat: Seat) -> Iterator[Card]:
    """Where cards of a player deck are known to be; the player's own hand is looked at elsewhere.

    At a table a card may have gone from the partner's hand blindly, and nobody said so (EOD-12).
    """
    team = state.team(seat.side)
    yield from team.deck
    yield from team.spent
    if state.in_teams:
        yield from team.scored
    for other in state.seats:
        if other.side is seat.side:
            if other is not seat and state.chance is not None:
                yield from other.hand
            laid = state.laid(other.player)
            if laid is not None and (other is not seat or state.phase is Phase.TIE):
                yield laid


def _judge_search_card(judgement: Judgement, state: State, card: Card, rule: str) -> None:
    """The top of the search deck is seen, and is what is told of it. An empty deck is the past cards again (EOD-13)."""
    top = state.search[0] if state.search else UNKNOWN
    if top != UNKNOWN:
        judgement.require(card in (top, UNKNOWN), rule, "not_on_top", card=card)
        return
    if not state.search and state.chance is not None:
        return
    judgement.require(card.rank is not Rank.UNKNOWN, rule, "not_shown")
    if card.is_known:
        judgement.require(card in _REAL_CARDS, "EOD-1", "not_in_deck", card=card)
        scored = () if state.in_teams else (*state.google.scored, *state.yahoo.scored)
        past = state.past if state.search else ()
        fresh = card not in (*state.search, *(cut.card for cut in state.cuts), *past, *scored)
        judgement.require(fresh, "EOD-1", "searched_before", card=card)


def _judge_cut(judgement: Judgement, state: State, seat: Seat) -> None:
    """EOD-10: both Yahoo players cut, once each."""
    due = state.phase is Phase.CUT and seat.player not in (cut.player for cut in state.cuts)
    judgement.require(due, "EOD-10", "no_cut_now", player=seat.player)
    judgement.require(seat.side is Side.YAHOO, "EOD-10", "only_yahoo", player=seat.player)


def _judge_tie(judgement: Judgement, state: State, seat: Seat) -> None:
    """EOD-6, EOD-15: there is a tie that Yahoo may settle, and the player has not passed."""
    open_tie = state.phase is Phase.TIE and seat.player not in state.passed
    judgement.require(open_tie, "EOD-6", "no_tie", player=seat.player)
    judgement.require(seat.side is Side.YAHOO, "EOD-6", "only_yahoo_adds", player=seat.player)


def _judge_extra(judgement: Judgement, state: State, seat: Seat, card: Card) -> None:
    if card.rank is Rank.UNKNOWN:
        judgement.require(False, "EOD-6", "not_shown")
        return
    if state.phase is Phase.TIE and state.request is not None:
        tied = contest(state.request, state.plays).distance or 0
        further = settles_tie(state.request, tied, card)
        judgement.require(further, "EOD-6", "not_one_further", card=card, request=state.request, distance=tied)
    _judge_held(judgement, state, seat, card, "EOD-6")
