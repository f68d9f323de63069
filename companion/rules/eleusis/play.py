"""The play of the game: apply an action, let an illegal one stand, list the legal ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.rules.cards import STANDARD_DECK, UNKNOWN, Card
from companion.rules.eleusis.judging import (
    holds_no_play,
    is_right,
    is_the_rule,
    new_stock,
    right_cards,
    starter_place,
    verify,
)
from companion.rules.eleusis.scoring import finish
from companion.rules.eleusis.state import (
    DECKS,
    HAND_SIZE,
    Action,
    Deal,
    End,
    Guess,
    NoPlay,
    Place,
    Play,
    Round,
    Seat,
    State,
    StockOut,
)
from companion.rules.game import Illegal, Player

_IMPOSSIBLE = (
    *(
        "game_over",
        "no_round",
        "not_a_player",
        "dealer_only_deals",
        "cannot_begin",
        "nothing_may_start",
        "other_starter",
    ),
    *("not_in_hand", "verdict_needed", "hand_not_shown", "other_cards", "verdict_needed_on_hand"),
    *("card_needed", "laid_not_in_hand", "guess_needs_verdict"),
)


def can(state: State, action: Action) -> bool:
    """Whether no rule is known to forbid the action."""
    return verify(state, action).legal


def apply(state: State, action: Action) -> State:
    """The state after the action, with all that follows from it at once. Raises Illegal with the ruling."""
    ruling = verify(state, action)
    if not ruling.legal:
        raise Illegal(ruling)
    return _carried_out(state, action)


def overrule(state: State, action: Action) -> State:
    """The state after an action that the players let stand; what the dealer says in it counts, whatever the rule says.

    A round that is dealt or ended over is broken off and scored as it stands. Raises Illegal for what cannot be done at
    all: no such player, card or round, nothing said where something has to be, or nobody left to deal.
    """
    ruling = verify(state, action)
    hindering = ruling
    if isinstance(action, Deal) and state.round is not None:
        state = finish(state, state.round)
        hindering = verify(state, action)  # other cards are dealt by then
    if any(finding.reason in _IMPOSSIBLE for finding in hindering.broken):
        raise Illegal(ruling)
    return _carried_out(state, action)


def to_act(state: State) -> tuple[Player, ...]:
    """Who may act: the next dealer, or who may guess and then who plays; nobody when the game is over."""
    current = state.round
    if current is not None:
        return (current.turn,) if current.guesser is None else (current.guesser, current.turn)
    return () if state.over or state.next_dealer is None else (state.next_dealer,)


def legal_actions(state: State, player: Player | None = None) -> Iterator[Action]:
    """Every legal action that the known cards allow, of one player or of all.

    Verdicts are left to the rule where it gives them. Guesses are listed as the dealer's right and wrong, and a deal
    without its choices: rules and hints have no list.
    """
    current = state.round
    if current is None:
        if state.over:
            return
        if player in (None, state.next_dealer):
            yield from (action for action in [Deal(state.next_dealer or "")] if can(state, action))
        yield End()
        return
    if current.guesser is not None and player in (None, current.guesser):
        yield from (Guess(current.guesser, right=right) for right in (True, False))
    if player in (None, current.turn):
        seat = next(seat for seat in state.seats if seat.player == current.turn)
        yield from (action for action in _turns(current, seat) if can(state, action))


def _turns(current: Round, seat: Seat) -> Iterator[Action]:
    """What a player may try in turn, with each verdict where the rule has none."""
    cards = [card for card in dict.fromkeys(seat.hand) if card != UNKNOWN]
    for card in cards:
        for right in _verdicts(is_right(current, card)):
            yield Play(seat.player, card, right)
    if holds_no_play(current, seat.hand) is None:
        yield NoPlay(seat.player, right=True)
        yield from (NoPlay(seat.player, laid=card) for card in cards)
    else:
        yield NoPlay(seat.player)


def _verdicts(decided: bool | None) -> tuple[bool | None, ...]:
    return (True, False) if decided is None else (None,)


def _carried_out(state: State, action: Action) -> State:
    current = state.round
    match action:
        case Deal():
            return _dealt(state, action)
        case End():
            closed = state if current is None else finish(state, current)
            return replace(closed, ended=True)
    seat = state.seat(action.player)
    assert current is not None
    assert seat is not None
    match action:
        case Play():
            return _played(state, current, seat, action)
        case NoPlay():
            return _claimed(state, current, seat, action)
        case Guess():
            return _guessed(state, current, action)


def _dealt(state: State, action: Deal) -> State:
    """EE-1: twelve cards to each player from the dealer's left on, one turned up; the dealer keeps none."""
    stock, chance = new_stock(state)
    place = starter_place(state, stock, action.rule) or 0
    seats = {action.dealer: Seat(action.dealer)}
    receiver = action.dealer
    for start in range(0, HAND_SIZE * (len(state.seats) - 1), HAND_SIZE):
        receiver = state.after(receiver, action.dealer)
        seats[receiver] = Seat(receiver, stock[start : start + HAND_SIZE])
    top = HAND_SIZE * (len(state.seats) - 1)
    turned = action.starter or stock[place]
    first = action.first or state.after(action.dealer, action.dealer)
    return replace(
        state,
        seats=tuple(seats[player] for player in state.players),
        chance=chance,
        stock=(*stock[place + 1 :], *stock[top:place]),
        decks=DECKS,
        round=Round(action.dealer, action.rule, action.hint, (Place(turned),), first),
    )


def _played(state: State, current: Round, seat: Seat, action: Play) -> State:
    right = is_right(current, action.card) if action.right is None else action.right
    turn = state.after(seat.player, current.dealer)
    left = _without(seat, action.card)
    state = _with_seat(state, left)
    if right:
        line = (*current.line, Place(action.card))
        current = replace(current, line=line, turn=turn, guesser=seat.player)
        if not left.hand:
            return finish(state, current, out=seat.player)
        return replace(state, round=current)
    *before, last = current.line
    line = (*before, replace(last, sideline=(*last.sideline, action.card)))
    return _drawn(state, replace(current, line=line, turn=turn, guesser=None), left)


def _claimed(state: State, current: Round, seat: Seat, action: NoPlay) -> State:
    """EE-4: the hand is known to all now; then EE-5, EE-6 or EE-7."""
    cards = action.shown or seat.hand
    holds = holds_no_play(current, cards) if action.said is None else action.said
    turn = state.after(seat.player, current.dealer)
    seat = replace(seat, hand=cards, shown=len(cards))
    if not holds:
        laid = action.laid or right_cards(current, cards)[0]
        current = replace(current, line=(*current.line, Place(laid)), turn=turn, guesser=None)
        left = _without(seat, laid)
        return _drawn(_with_seat(state, left), current, left)
    returned = cards if state.chance is not None else (UNKNOWN,) * len(cards)  # in which order, nobody looks at a table
    stock, count = (*state.stock, *returned), len(cards) - 1
    state = replace(_with_seat(state, Seat(seat.player, stock[:count])), stock=stock[count:])
    if count == 0:
        return finish(state, current, out=seat.player if state.options.last_no_play_goes_out else None)
    return replace(state, round=replace(current, turn=turn, guesser=seat.player))


def _guessed(state: State, current: Round, action: Guess) -> State:
    right = is_the_rule(current, action) if action.right is None else action.right
    if right:
        return finish(state, current, guessed=action.player)
    said = () if action.rule is None else (action.rule,)
    return replace(state, round=replace(current, guesser=None, wrong_guesses=(*current.wrong_guesses, *said)))


def _drawn(state: State, current: Round, seat: Seat) -> State:
    """The round goes on with one card more in the hand; EE-13 where the stock is used up."""
    state = replace(state, round=current)
    if not state.stock:
        if state.options.stock_out is StockOut.END_ROUND:
            return finish(state, current)
        state = _another_deck(state)
    drawn = replace(seat, hand=(*seat.hand, state.stock[0]))
    return replace(_with_seat(state, drawn), stock=state.stock[1:])


def _another_deck(state: State) -> State:
    deck, chance = (UNKNOWN,) * len(STANDARD_DECK), state.chance
    if chance is not None:
        deck, chance = chance.shuffled(STANDARD_DECK)
    return replace(state, stock=deck, chance=chance, decks=state.decks + 1)


def _with_seat(state: State, changed: Seat) -> State:
    return replace(state, seats=tuple(changed if seat.player == changed.player else seat for seat in state.seats))


def _without(seat: Seat, card: Card) -> Seat:
    """The seat without that card, or, where nobody has seen it before, without an unknown one."""
    place = seat.hand.index(card if card in seat.hand else UNKNOWN)
    shown = seat.shown - (place < seat.shown)
    return replace(seat, hand=(*seat.hand[:place], *seat.hand[place + 1 :]), shown=shown)
