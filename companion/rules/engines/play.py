"""The play of the game: an action carried out, also against the rules, and the actions that the rules allow."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.cards import UNKNOWN, Rank
from companion.rules.engines.judge import IMPOSSIBLE, can, verify
from companion.rules.engines.state import (
    IPO_CARDS,
    Action,
    Cut,
    Extra,
    Fill,
    Ipo,
    Laid,
    Pass,
    Phase,
    Play,
    Search,
    Seat,
    Side,
    State,
)
from companion.rules.engines.step import Step
from companion.rules.game import Illegal, Player


def apply(state: State, action: Action) -> State:
    """The state after a legal action with all that follows from it. Raises Illegal with the ruling."""
    ruling = verify(state, action)
    if ruling.broken:
        raise Illegal(ruling)
    return _carried_out(state, action)


def overrule(state: State, action: Action) -> State:
    """The state after an action that the players let stand although a rule forbids it.

    Raises Illegal where it cannot be: nobody of that name, a card that is not there, nothing that it could answer.
    """
    ruling = verify(state, action)
    if any(finding.reason in IMPOSSIBLE for finding in ruling.broken):
        raise Illegal(ruling)
    return _carried_out(state, action)


def legal_actions(state: State, player: Player | None = None) -> Iterator[Action]:
    """Every legal action that the known cards allow, of one player or of all. Unknown hand cards make no proposals."""
    for seat in state.seats:
        if player in (None, seat.player):
            yield from (action for action in _proposals(state, seat) if can(state, action))


def to_act(state: State) -> tuple[Player, ...]:
    """Who may act now: one player, or, where all lay a card, both Yahoos may add one, or several fill their hands, all
    who have not yet."""
    match state.phase:
        case Phase.PLAY:
            seen = [laid.player for laid in state.plays if laid.card.rank is not Rank.UNKNOWN]
            return tuple([seat.player for seat in state.seats if seat.player not in seen])
        case Phase.OPEN:
            return (state.turn,)
        case Phase.FILL:
            return state.fillers
        case Phase.OVER:
            return ()
        case Phase.CUT:
            done = tuple(cut.player for cut in state.cuts)
        case Phase.TIE:
            done = state.passed
    return tuple(seat.player for seat in state.seats if seat.side is Side.YAHOO and seat.player not in done)


def _proposals(state: State, seat: Seat) -> Iterator[Action]:
    player = seat.player
    cards = [card for card in seat.hand if card.rank is not Rank.UNKNOWN]
    match state.phase:
        case Phase.OPEN:
            yield Ipo(player)
            yield Search(player)
        case Phase.CUT:
            yield Cut(player)
        case Phase.PLAY:
            yield from (Play(player, card) for card in cards)
        case Phase.TIE:
            yield from (Extra(player, card) for card in cards)
            yield Pass(player)
        case Phase.FILL:
            yield Fill(player)
            yield Fill(player, from_partner=True)


def _carried_out(state: State, action: Action) -> State:
    match action:
        case Play():
            return _play(state, action)
        case Pass(player):
            return _pass(state, player)
        case Search(player, card):
            step = Step(state)
            request = step.next_search_card(card)
            step.turn, step.phase, step.request = player, Phase.PLAY, request
            step.tell("EOD-3", "request", player=player, card=request)
        case Cut():
            step = Step(state)
            _cut(step, action)
        case Ipo(player):
            step = Step(state)
            team = step.teams[step.seats[player].side]
            step.teams[team.side] = team._replace(ipo=False)
            step.tell("EOD-7", "ipo", player=player, count=step.draw(player, IPO_CARDS))
        case Extra(player, card):
            step = Step(state)
            laid = Laid(player, card)
            step.take_from_hand(laid)
            step.tell("EOD-6", "added", player=player, card=card)
            step.win_tie(Side.YAHOO, laid)
        case Fill():
            step = Step(state)
            _fill(step, action)
    return step.finished()


def _play(state: State, action: Play) -> State:
    """A card laid or turned up in its place; with the last one the search is decided (EOD-3)."""
    laid = Laid(action.player, action.card)
    if state.laid(action.player) is None:
        plays = (*state.plays, laid)
    else:
        plays = tuple(laid if other.player == action.player else other for other in state.plays)
    if len(plays) < len(state.seats) or Rank.UNKNOWN in [other.card.rank for other in plays]:
        return state.laying(plays)
    step = Step(state)
    step.plays = plays
    step.reveal()
    return step.finished()


def _pass(state: State, player: Player) -> State:
    """EOD-6: when no Yahoo player adds a card the tie goes the way of EOD-4."""
    passed = (*state.passed, player)
    if len(passed) < len(state.seats) // len(Side):
        return state._replace(passed=passed, story=())
    step = Step(state)
    step.settle_tie()
    return step.finished()


def _cut(step: Step, action: Cut) -> None:
    """EOD-10: the card cut goes to the bottom; the lower one gives the first turn, equal ones are cut again. Of people
    who shuffle nobody knows whether they did not put it elsewhere.
    """
    card = step.next_search_card(action.card)
    step.search = (*step.search, UNKNOWN if step.chance is None else card)
    step.cuts = (*step.cuts, Laid(action.player, card))
    step.tell("EOD-10", "cut", player=action.player, card=card)
    if len(step.cuts) < len(step.seats) // len(Side):
        return
    first, second = step.cuts
    step.cuts = ()
    if first.card.rank is second.card.rank:
        step.tell("EOD-10", "cut_again")
        return
    step.turn = min(first, second, key=lambda cut: cut.card.rank).player
    step.phase = Phase.OPEN
    step.tell("EOD-10", "begins", player=step.turn)


def _fill(step: Step, action: Fill) -> None:
    """EOD-12: from the deck, or blindly from the partner, who then draws; what is not there is missing."""
    player = action.player
    seat = step.seats[player]
    step.fillers = tuple([other for other in step.fillers if other != player])
    if action.from_partner:
        partner = next(other for other in step.seats.values() if other.side is seat.side and other.player != player)
        missing = seat.side.hand_size - len(seat.hand)
        whole = missing >= len(partner.hand)
        mixed = partner.hand if whole else step.shuffled(partner.hand)
        taken, left = mixed[:missing], mixed[missing:]
        shown = seat.shown | partner.shown if whole else seat.shown
        step.seats[player] = Seat(player, seat.side, (*seat.hand, *taken), shown)
        step.seats[partner.player] = Seat(partner.player, seat.side, left)
        step.tell("EOD-12", "from_partner", player=player, partner=partner.player, count=len(taken))
        step.tell("EOD-12", "from_deck", player=partner.player, count=step.fill(partner.player))
        step.fillers = step.short(step.fillers)
    else:
        step.tell("EOD-12", "from_deck", player=player, count=step.fill(player))
    step.go_on()
