"""The play of the game: an action carried out, also against the rules, and the actions that the rules allow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.rules.cards import UNKNOWN, Card
from companion.rules.game import Illegal, Player
from companion.rules.lockdown.hand import handed_over, lockable, pair_out, set_out, told_hand
from companion.rules.lockdown.judge import IMPOSSIBLE, can, lying_set, verify
from companion.rules.lockdown.state import (
    FOUR,
    HAND_SIZE,
    HIDDEN,
    PAIR,
    Action,
    Clear,
    DealtFour,
    Draw,
    Force,
    Give,
    Held,
    Hold,
    Lock,
    Name,
    Seat,
    Shuffle,
    State,
    Take,
    TurnAction,
)
from companion.rules.lockdown.step import Step


def apply(state: State, action: Action) -> State:
    """The state after a legal action with all that follows from it. Raises Illegal with the ruling."""
    ruling = verify(state, action)
    if ruling.broken:
        raise Illegal(ruling)
    return _carried_out(state, action, stands=False)


def overrule(state: State, action: Action) -> State:
    """The state after an action that the players let stand although a rule forbids it.

    Raises Illegal where it cannot be: a card that is not there, somebody who is not in the game, an empty deck.
    """
    ruling = verify(state, action)
    if any(finding.reason in IMPOSSIBLE for finding in ruling.broken):
        raise Illegal(ruling)
    return _carried_out(state, action, stands=True)


def legal_actions(state: State, player: Player | None = None) -> Iterator[Action]:
    """Every legal action of a turn that the known cards allow, of one player or of all.

    Cards nobody knows are proposed as one unknown card. What players tell (`Lock`, `Hold`) is not proposed.
    """
    if not state.over and player in (None, state.turn):
        yield from (action for action in _proposals(state) if can(state, action))


def to_act(state: State) -> tuple[Player, ...]:
    """Who may act now: one player, who may have to name the next only; nobody when the game is over."""
    return () if state.over else (state.turn,)


def _proposals(state: State) -> Iterator[Action]:
    player = state.turn
    others = state.others(player)
    if state.naming:
        yield from (Name(player, other) for other in others)
        return
    for named in (None, *others):
        yield Draw(player, named)
        yield Shuffle(player, named)
    seats = {seat.player: seat for seat in state.seats}
    for other in others:
        yield Force(player, other)
        yield from (Give(player, card, other) for card in dict.fromkeys(seats[player].hand))
        yield from (Take(player, card, other) for card in dict.fromkeys(seats[other].hand))
    for cards in clearing_cards(state, seats[player]):
        yield from (Clear(player, cards, named) for named in (None, *others))


def clearing_cards(state: State, seat: Seat) -> Iterator[tuple[Card, ...]]:
    """The ways in which a player can pay for a clear with known cards (LD-9)."""
    for value, count in state.options.clearing.items():
        cards = [card for card in seat.hand if card.rank is value]
        if count == 1:
            yield from ((card,) for card in dict.fromkeys(cards))
        else:
            yield from ((one, two) for place, one in enumerate(cards) for two in cards[place + 1 :])


def _carried_out(state: State, action: Action, stands: bool) -> State:
    match action:
        case Name():
            return _named(state, action)
        case Lock():
            return _locked(state, action)
        case Hold(player, cards):
            step = Step(state, state.caused)
            mobile = told_hand(step.seats[player].mobile, cards)
            assert mobile is not None
            step.set_mobile(player, mobile)
            step.settle(player, ())
            return step.told()
        case _:
            return _turn_taken(state, action, stands)


def _turn_taken(state: State, action: TurnAction, stands: bool) -> State:
    """An action of a turn. What the player held before may be given from the next turn on (LD-14)."""
    step = Step(state)
    given = _given(step, action) if isinstance(action, Give) else HIDDEN
    actor = step.seats[action.player]
    if any(held.fresh is not False for held in actor.mobile):
        step.set_mobile(action.player, tuple(Held(held.card, False, held.shown) for held in actor.mobile))
    match action:
        case Draw(player, _, card):
            drawn = step.drawn(card)
            step.tell("LD-4", "drew", player=player, card=drawn)
            step.receive(player, Held(drawn, fresh=True))
        case Give(player, _, to):
            step.tell("LD-5", "gave", player=player, card=given.card, other=to)
            step.receive(to, replace(given, fresh=True))
        case Take(player, card, source):
            taken, rest = handed_over(step.seats[source].mobile, card, given=False)
            step.set_mobile(source, rest)
            step.tell("LD-6", "took", player=player, card=taken.card, other=source)
            step.receive(player, replace(taken, fresh=True))
        case Force(player, target, card):
            drawn = step.drawn(card)
            step.tell("LD-7", "forced", player=target, card=drawn, by=player)
            step.receive(target, Held(drawn, fresh=True, shown=drawn != UNKNOWN))
        case Shuffle(player):
            _shuffle(step, player)
        case Clear():
            _clear(step, action)
    return step.finished(action, stands)


def _given(step: Step, action: Give) -> Held:
    given, rest = handed_over(step.seats[action.player].mobile, action.card, given=True)
    step.set_mobile(action.player, rest)
    return given


def _shuffle(step: Step, player: Player) -> None:
    """LD-8. Sets are made clockwise from the next seat on, the shuffling player's last (LD-17 may come before)."""
    order = step.before.clockwise(player)
    cards = step.shuffled([held.card for other in order for held in step.seats[other].mobile])
    fresh = step.before.options.shuffle_refreshes
    start = 0
    for other in order:
        end = start + len(step.seats[other].mobile)
        step.set_mobile(other, tuple(Held(card, fresh) for card in cards[start:end]))
        if end > start:
            step.tell("LD-8", "dealt", player=other, count=end - start, cards=" ".join(map(str, cards[start:end])))
        start = end
    for other in order:
        if len(step.gone) < len(step.seats) - 1:
            step.settle(other, step.seats[other].mobile)


def _clear(step: Step, action: Clear) -> None:
    """LD-9: the clearing cards leave the game, everything else goes into the deck, and four new cards are drawn."""
    player = action.player
    mobile = set_out(step.seats[player].mobile, action.cards, None)
    assert mobile is not None
    step.away = (*step.away, *action.cards)
    step.clear_hand(player, mobile)
    new = tuple(Held(step.drawn(), fresh=True) for _ in range(min(HAND_SIZE, len(step.deck))))
    step.set_mobile(player, new)
    cards = " ".join(str(held.card) for held in new)
    step.tell("LD-9", "cleared", player=player, count=len(new), cards=cards)
    step.settle(player, new)


def _named(state: State, action: Name) -> State:
    step = Step(state, state.caused)
    step.tell("LD-2", "next", player=action.next)
    last = state.last
    if isinstance(last, Draw | Shuffle | Clear):
        last = replace(last, next=action.next)
    return replace(state, turn=action.next, naming=False, last=last, story=tuple(step.story))


def _locked(state: State, action: Lock) -> State:
    """A set that only its owner could know of (LD-10, LD-11, LD-12). Four of the first deal: `dealt_four` (LD-1)."""
    step = Step(state, state.caused)
    player, cards = action.player, action.cards
    seat = step.seats[player]
    last = len(seat.mobile) - 1
    arrived = arrival(state.last) == player and last in lockable(seat.mobile, state.options)
    newest = seat.mobile[last] if arrived else HIDDEN
    if len(cards) == FOUR and state.last is None and state.options.dealt_four == DealtFour.REDEAL:
        hand = (HIDDEN,) * HAND_SIZE
        step.seats[player] = Seat(player, hand)
        step.tell("LD-1", "redealt", player=player)
        step.settle(player, hand)
        return step.told()
    if all(card == UNKNOWN for card in cards):
        pair, rest = pair_out(seat.mobile, last if arrived else None, state.options)
        step.lie(player, pair, None, rest, seen=newest.shown)
        return step.told()
    source = lying_set(seat, cards) if len(cards) > PAIR else None
    left = set_out(seat.mobile, cards, source)
    assert left is not None
    known = {held.card for held in seat.mobile if held.shown}
    step.lie(player, tuple(Held(card, shown=card in known) for card in cards), source, left, seen=newest.shown)
    return step.told()


def arrival(last: Action | None) -> Player | None:
    """Who got just one card by the last action of a turn."""
    match last:
        case Draw(player) | Give(_, _, player) | Take(player) | Force(_, player, _):
            return player
        case _:
            return None
