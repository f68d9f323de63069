"""What an action brought about, and how the game stands: findings for people, which hold no words and no secrets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.rules.cards import Card
from companion.rules.eleusis.judging import new_stock, right_cards, starter_place
from companion.rules.eleusis.scoring import score
from companion.rules.eleusis.state import (
    HAND_SIZE,
    Action,
    Deal,
    End,
    Finished,
    Guess,
    NoPlay,
    Play,
    Round,
    State,
)
from companion.rules.game import Finding, Player


def consequences(before: State, action: Action, after: State) -> Sequence[Finding]:
    """What an action that was carried out brought about, each by the rule that says so.

    Cards drawn are not among them: they are seen by one player, in `view`. Of a hand shown in vain no other right card
    is named than the one that is laid (EE-5): which others are right stays the dealer's secret.
    """
    return tuple(_told(before, action, after))


def describe(state: State, viewer: Player | None = None) -> Sequence[Finding]:
    """The state line by line as `viewer` sees it (None: the table): line, sizes of hands, the own hand, points."""
    told = list(_round_lines(state, viewer))
    for seat in state.seats:
        if state.round is not None and seat.player != state.round.dealer:
            told.append(Finding("EE-1", "hand_count", {"player": seat.player, "count": len(seat.hand)}))
            if seat.player == viewer:
                told.append(Finding("EE-1", "own_hand", {"player": seat.player, "cards": cards_text(seat.hand)}))
            elif seat.shown:
                shown = cards_text(seat.hand[: seat.shown])
                told.append(Finding("EE-4", "known_cards", {"player": seat.player, "cards": shown}))
    if state.round is not None:
        told.append(Finding("EE-13", "stock_count", {"count": len(state.stock)}))
    if state.finished and not state.over:
        for line in score(state).lines:
            told.append(Finding("EE-12", "points_so_far", {"player": line.player, "points": line.total}))
    if state.over:
        told += _final(state)
    elif state.round is None and state.next_dealer is not None:
        told.append(Finding("EE-12", "next_dealer", {"player": state.next_dealer}))
    return tuple(told)


def put_aside(card: Card) -> Finding:
    """EE-3: the newest right card was moved to the sideline afterwards: whether it was wrong is for people to say."""
    return Finding("EE-3", "put_aside", {"card": card})


def cards_text(cards: Sequence[Card]) -> str:
    """Cards as they are written: ``"JH 4H"``."""
    return " ".join(map(str, cards))


def _told(before: State, action: Action, after: State) -> Iterator[Finding]:
    current, is_finished = before.round, len(after.finished) > len(before.finished)
    if is_finished and isinstance(action, Deal | End):
        yield Finding("EE-9", "broken_off", {"dealer": after.finished[-1].dealer})
        yield from _finished(after.finished[-1])
    match action:
        case Deal():
            yield from _dealt(replace(before, finished=after.finished), action, after)
        case Play() if current is not None:
            yield from _played(current, action, after)
        case NoPlay() if current is not None:
            yield from _claimed(before, current, action, after)
        case Guess():
            yield _guessed(action, is_finished)
    if not isinstance(action, Deal | End):
        yield from _stock(before, after)
        if is_finished:
            yield from _finished(after.finished[-1])
        elif after.round is not None and after.round.guesser == action.player:
            yield Finding("EE-8", "may_guess", {"player": action.player})
    if after.over:
        yield from _final(after)


def _guessed(action: Guess, right: bool) -> Finding:
    """What became of a guess; whoever tells of one need not tell what was said."""
    said = action.words if action.rule is None else action.rule.text
    if not said:
        data = {"player": action.player}
        return Finding("EE-8", "right_untold", data) if right else Finding("EE-8", "wrong_untold", data)
    data = {"player": action.player, "guess": said}
    return Finding("EE-8", "guessed_right", data) if right else Finding("EE-8", "guessed_wrong", data)


def _dealt(before: State, action: Deal, after: State) -> Iterator[Finding]:
    yield Finding("EE-1", "dealt", {"dealer": action.dealer, "count": HAND_SIZE})
    if after.round is None:
        return
    yield Finding("EE-1", "turned_up", {"card": after.round.line[0].card})
    passed = (starter_place(before, new_stock(before)[0], action.rule) or 0) - HAND_SIZE * (len(before.seats) - 1)
    if passed > 0:
        yield Finding("EE-1", "passed_over", {"count": passed})
    if action.hint:
        yield Finding("EE-1", "hint", {"dealer": action.dealer, "hint": action.hint})
    yield Finding("EE-1", "begins", {"player": after.round.turn})


def _played(current: Round, action: Play, after: State) -> Iterator[Finding]:
    seat = after.seat(action.player)
    left = 0 if seat is None else len(seat.hand)
    if _was_right(current, action, after):
        yield Finding("EE-2", "right", {"player": action.player, "card": action.card, "left": left})
    else:
        under = current.line[-1].card
        yield Finding("EE-3", "wrong", {"player": action.player, "card": action.card, "under": under, "left": left})


def _was_right(current: Round, action: Play, after: State) -> bool:
    """A right card made the line longer, or was the last one of the hand."""
    if after.round is not None:
        return len(after.round.line) > len(current.line)
    return after.finished[-1].out == action.player


def _claimed(before: State, current: Round, action: NoPlay, after: State) -> Iterator[Finding]:
    player, seat = action.player, before.seat(action.player)
    cards = action.shown or (() if seat is None else seat.hand)
    yield Finding("EE-4", "hand_shown", {"player": player, "cards": cards_text(cards)})
    left = after.seat(player)
    count = 0 if left is None else len(left.hand)
    right = right_cards(current, cards)
    if action.said is False or (action.said is None and right):
        laid = action.laid or right[0]
        yield Finding("EE-5", "had_a_play", {"player": player, "cards": str(laid)})
        yield Finding(
            "EE-5", "laid_by_dealer", {"dealer": current.dealer, "card": laid, "player": player, "left": count}
        )
    elif count:
        yield Finding("EE-7", "dealt_anew", {"player": player, "count": count})
    else:
        yield Finding("EE-6", "last_card_back", {"player": player, "card": cards[0]})


def _stock(before: State, after: State) -> Iterator[Finding]:
    if after.decks > before.decks:
        yield Finding("EE-13", "deck_shuffled_in", {"decks": after.decks})
    elif after.round is None and len(after.finished) > len(before.finished):
        past = after.finished[-1]
        if past.guessed is None and past.out is None and not after.stock:
            yield Finding("EE-13", "stock_used_up")


def _finished(past: Finished) -> Iterator[Finding]:
    yield Finding("EE-9", "round_over", {"dealer": past.dealer})
    if past.rule is not None:
        yield Finding("EE-9", "rule_was", {"dealer": past.dealer, "rule": past.rule.text})
    if past.out is not None:
        yield Finding("EE-10", "went_out", {"player": past.out})
    for player, points in past.points.items():
        rule, reason = ("EE-11", "dealer_points") if player == past.dealer else ("EE-10", "round_points")
        yield Finding(rule, reason, {"player": player, "points": points})


def _final(state: State) -> Iterator[Finding]:
    sheet = score(state)
    for line in sheet.lines:
        if line.bonus:
            yield Finding("EE-12", "early_bonus", {"player": line.player, "points": line.bonus})
    for line in sheet.lines:
        yield Finding("EE-12", "final_points", {"player": line.player, "points": line.total})
    for player in sheet.winners:
        yield Finding("EE-12", "game_won", {"player": player})


def _round_lines(state: State, viewer: Player | None) -> Iterator[Finding]:
    current = state.round
    if current is None:
        return
    yield Finding("EE-1", "dealer", {"dealer": current.dealer})
    if current.rule is not None and viewer == current.dealer:
        yield Finding("EE-1", "own_rule", {"rule": current.rule.text})
    if current.hint:
        yield Finding("EE-1", "hint", {"dealer": current.dealer, "hint": current.hint})
    yield Finding("EE-2", "mainline", {"cards": cards_text(current.mainline), "count": len(current.line)})
    for number, place in enumerate(current.line, 1):
        if place.sideline:
            sideline = cards_text(place.sideline)
            yield Finding("EE-3", "sideline", {"position": number, "card": place.card, "cards": sideline})
    for guess in current.wrong_guesses:
        yield Finding("EE-8", "wrong_guess", {"guess": guess.text})
    if current.guesser is not None:
        yield Finding("EE-8", "may_guess", {"player": current.guesser})
    yield Finding("EE-1", "turn", {"player": current.turn})
