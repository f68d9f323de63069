"""The ruling on an action, and what the secret rule says of cards, claims and guesses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.rules.cards import JOKER, UNKNOWN, Card
from companion.rules.chance import Chance
from companion.rules.eleusis.secret import Part, SecretRule, Verdict, compare
from companion.rules.eleusis.state import (
    HAND_SIZE,
    NEW_PILE,
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
)
from companion.rules.game import Judgement, Player, Ruling

BASIS = {
    Deal: ("EE-1", "EE-9", "EE-12"),
    Play: ("EE-1", "EE-2", "EE-3", "EE-9", "EE-12"),
    NoPlay: ("EE-1", "EE-4", "EE-5", "EE-6", "EE-7", "EE-9", "EE-12"),
    Guess: ("EE-1", "EE-8", "EE-9", "EE-12"),
    End: ("EE-9", "EE-12"),
}
"""The rules that each kind of action is held against."""


def verify(state: State, action: Action) -> Ruling:
    """The ruling on an action: legal, or every rule it breaks; what the rule or the cards leave open is listed too.

    Where the rule decides, a verdict of the dealer that says otherwise is broken; where it does not (an untold rule, a
    card nobody has seen, a guess in words), the verdict has to be part of the action.
    """
    judgement = Judgement(BASIS[type(action)])
    judgement.require(not state.over, "EE-12", "game_over")
    match action:
        case Deal():
            _judge_deal(judgement, state, action)
        case Play():
            _judge_play(judgement, state, action)
        case NoPlay():
            _judge_no_play(judgement, state, action)
        case Guess():
            _judge_guess(judgement, state, action)
        case End():
            judgement.require(state.round is None, "EE-9", "round_running")
    return judgement.ruling()


def is_right(current: Round, card: Card) -> bool | None:
    """Whether the rule allows the card on the mainline; None where it is untold or leaves it open (EE-2, EE-3)."""
    return None if current.rule is None else current.rule.allows(current.mainline, card)


def right_cards(current: Round, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Those of the cards that the rule is known to allow (EE-5)."""
    return tuple(card for card in cards if is_right(current, card))


def holds_no_play(current: Round, cards: Sequence[Card]) -> bool | None:
    """Whether none of the cards is right, which is what the claim says (EE-4); None where that is not known."""
    verdicts = [is_right(current, card) for card in cards]
    if any(verdicts):
        return False
    return None if None in verdicts else True


def is_the_rule(current: Round, guess: Guess) -> bool | None:
    """Whether the guess means the rule (EE-8); None for an untold rule and for a guess in words."""
    if current.rule is None or guess.rule is None:
        return None
    return same_rule(current.rule, guess.rule)


def same_rule(rule: SecretRule, guess: SecretRule) -> bool | None:
    """Whether a guess means the rule, by every case that can come about; None where that could not be found out.

    What a rule says of the first card nobody can find out by playing, so a guess need not say it.
    """
    if rule.root.name == "starting" and guess.root.name == "rule":
        guess = SecretRule.of(Part("starting", (rule.root.parts[0], *guess.root.parts)))
    return {Verdict.EQUAL: True, Verdict.DIFFERENT: False}.get(compare(rule, guess).verdict)


def new_stock(state: State) -> tuple[tuple[Card, ...], Chance | None]:
    """The two decks of the next round, as they were stacked, shuffled, or unseen; and the chance after it."""
    number = len(state.finished)
    if state.chance is None:
        return (UNKNOWN,) * len(NEW_PILE), None
    if number < len(state.stacked) and state.stacked[number]:
        return state.stacked[number], state.chance
    return state.chance.shuffled(NEW_PILE)


def starter_place(state: State, stock: Sequence[Card], rule: SecretRule | None) -> int | None:
    """Where in the new stock the card lies that is turned up: the first one below the hands that may start the line."""
    for place in range(HAND_SIZE * (len(state.seats) - 1), len(stock)):
        if rule is None or rule.allows((), stock[place]) is not False:
            return place
    return None


def _judge_deal(judgement: Judgement, state: State, action: Deal) -> None:
    judgement.require(state.round is None, "EE-9", "round_running")
    known = action.dealer in state.players
    judgement.require(known, "EE-1", "not_a_player", player=action.dealer)
    if known and state.next_dealer is not None:
        due = state.next_dealer
        judgement.require(action.dealer == due, "EE-12", "not_next_dealer", player=action.dealer, dealer=due)
    if action.first is not None:
        plays = action.first in state.players and action.first != action.dealer
        judgement.require(plays, "EE-1", "cannot_begin", player=action.first)
    if known:
        _judge_starter(judgement, state, action)


def _judge_starter(judgement: Judgement, state: State, action: Deal) -> None:
    """EE-1: the card turned up is the first that may start the line, or, at a real table, the one that was seen."""
    stock, _ = new_stock(state)
    place = starter_place(state, stock, action.rule)
    judgement.require(place is not None, "EE-1", "nothing_may_start")
    turned, starter = None if place is None else stock[place], action.starter
    if starter is None:
        judgement.require(None if turned == UNKNOWN else True, "EE-1", "starter_unseen")
        return
    judgement.require(starter != JOKER, "EE-1", "joker")
    if turned not in (None, UNKNOWN):
        judgement.require(starter == turned, "EE-1", "other_starter", card=starter)
    elif action.rule is not None:
        judgement.require(action.rule.allows((), starter), "EE-1", "may_not_start", card=starter)


def _judge_player(judgement: Judgement, state: State, player: Player) -> tuple[Seat, Round] | None:
    """A player of this game who is not dealing, in a round that runs; None where there is no such round or player."""
    seat, current = state.seat(player), state.round
    judgement.require(current is not None, "EE-9", "no_round")
    judgement.require(seat is not None, "EE-1", "not_a_player", player=player)
    if seat is None or current is None:
        return None
    judgement.require(player != current.dealer, "EE-1", "dealer_only_deals", player=player)
    return None if player == current.dealer else (seat, current)


def _judge_play(judgement: Judgement, state: State, action: Play) -> None:
    found = _judge_player(judgement, state, action.player)
    if found is None:
        return
    seat, current = found
    card = action.card
    judgement.require(current.turn == seat.player, "EE-1", "not_in_turn", player=seat.player, turn=current.turn)
    judgement.require(card != JOKER, "EE-1", "joker")
    _judge_held(judgement, state, seat, card)
    right = is_right(current, card)
    if action.right is None:
        judgement.require(right is not None, "EE-2", "verdict_needed", card=card)
    elif right is None:
        judgement.require(None, "EE-2", "unjudged", card=card)
    elif action.right:
        judgement.require(right, "EE-3", "is_wrong", card=card)
    else:
        judgement.require(not right, "EE-2", "is_right", card=card)


def _judge_held(judgement: Judgement, state: State, seat: Seat, card: Card) -> None:
    """EE-1: the card is one of the hand, and of no card more are seen than there are decks."""
    if card in seat.hand:
        return
    judgement.require(None if UNKNOWN in seat.hand else False, "EE-1", "not_in_hand", card=card, player=seat.player)
    if card.is_known:
        count = 1 + _seen(state)[card]
        judgement.require(count <= state.decks, "EE-1", "too_many_copies", card=card, count=count)


def _seen(state: State) -> Counter[Card]:
    """How often each card is known to lie on the table or in a hand."""
    line: tuple[Place, ...] = () if state.round is None else state.round.line
    seen = Counter(card for place in line for card in (place.card, *place.sideline))
    for seat in state.seats:
        seen.update(seat.hand)
    return seen


def _judge_no_play(judgement: Judgement, state: State, action: NoPlay) -> None:
    found = _judge_player(judgement, state, action.player)
    if found is None:
        return
    seat, current = found
    judgement.require(current.turn == seat.player, "EE-1", "not_in_turn", player=seat.player, turn=current.turn)
    _judge_shown(judgement, state, seat, action)
    cards = action.shown or seat.hand
    holds = holds_no_play(current, cards)
    if action.said is None:
        judgement.require(holds is not None, "EE-4", "verdict_needed_on_hand", player=seat.player)
    elif holds is None:
        judgement.require(None, "EE-4", "hand_unjudged", player=seat.player)
    elif action.said:
        playable = " ".join(map(str, right_cards(current, cards)[:1]))  # which others are right stays secret
        judgement.require(holds, "EE-5", "has_a_play", player=seat.player, cards=playable)
    else:
        judgement.require(not holds, "EE-6" if len(cards) == 1 else "EE-7", "has_no_play", player=seat.player)
    if action.said is False or (action.said is None and holds is False):
        _judge_laid(judgement, current, cards, action)


def _judge_shown(judgement: Judgement, state: State, seat: Seat, action: NoPlay) -> None:
    """EE-4: the whole hand is shown, as many cards as it has, and those of it that are known are among them."""
    if not action.shown:
        judgement.require(UNKNOWN not in seat.hand, "EE-4", "hand_not_shown", player=seat.player)
        return
    judgement.require(JOKER not in action.shown, "EE-1", "joker")
    known, shown = Counter(card for card in seat.hand if card != UNKNOWN), Counter(action.shown)
    others = UNKNOWN not in seat.hand and shown != known
    judgement.require(not others and known <= shown, "EE-4", "other_cards", player=seat.player)
    count, held = len(action.shown), len(seat.hand)
    judgement.require(count == held, "EE-4", "wrong_count", player=seat.player, shown=count, count=held)
    seen = _seen(state)
    for card, more in (shown - known).items():
        copies = seen[card] + more
        fits = not card.is_known or copies <= state.decks
        judgement.require(fits, "EE-1", "too_many_copies", card=card, count=copies)


def _judge_laid(judgement: Judgement, current: Round, cards: Sequence[Card], action: NoPlay) -> None:
    """EE-5: the card that the dealer lays is a right one of the hand shown."""
    if action.laid is None:
        judgement.require(bool(right_cards(current, cards)), "EE-5", "card_needed", player=action.player)
        return
    judgement.require(action.laid in cards, "EE-5", "laid_not_in_hand", card=action.laid)
    judgement.require(is_right(current, action.laid), "EE-5", "laid_is_wrong", card=action.laid)


def _judge_guess(judgement: Judgement, state: State, action: Guess) -> None:
    found, current = _judge_player(judgement, state, action.player), state.round
    if current is not None:
        judgement.require(current.guesser == action.player, "EE-8", "no_guess_now", player=action.player)
    if found is None or current is None:
        return
    same = is_the_rule(current, action)
    if action.right is None:
        judgement.require(same is not None, "EE-8", "guess_needs_verdict", player=action.player)
    elif same is None:
        judgement.require(None, "EE-8", "guess_unjudged", player=action.player)
    elif action.right:
        judgement.require(same, "EE-8", "guess_is_wrong", player=action.player)
    else:
        judgement.require(not same, "EE-8", "guess_is_right", player=action.player)
