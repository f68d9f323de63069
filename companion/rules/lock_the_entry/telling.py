"""What an action brought about, and how the game stands: findings for people, which hold no words and no secrets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.rules.cards import Card
from companion.rules.game import Finding, Player, Result, Value
from companion.rules.lock_the_entry.scoring import EntryScore, entry_scores, score
from companion.rules.lock_the_entry.state import (
    LOCK_SIZE,
    OPEN_ENTRIES,
    Action,
    Add,
    Audit,
    BadHand,
    Change,
    Create,
    End,
    Laid,
    Lock,
    State,
)


def consequences(before: State, action: Action, after: State) -> Sequence[Finding]:
    """What an action that was carried out brought about, each by the rule that says so.

    Cards drawn are not among them: they are seen by one player, in `view`.
    """
    match action:
        case Create(_, card):
            told = [Finding("LTE-2", "begun", {"entry": len(after.entries), "card": card})]
        case Add(_, number, _):
            told = [Finding("LTE-4", "grown", {"entry": number, "row": row_text(after.entries[number - 1].row)})]
        case Change(_, number, _):
            told = list(_changed(before, number, after))
        case Lock(_, number):
            told = list(_locked(after, number))
        case BadHand(player):
            told = list(_thrown_away(after, player))
        case End():
            return tuple(_ended(after))
        case Audit(number, _):
            return (*_scored(after, number), *(_table(after) if after.over else ()))
    return (*told, *_used_up(before, after))


def describe(state: State, viewer: Player | None = None) -> Sequence[Finding]:
    """The state line by line as `viewer` sees it (None: the table): entries, counts, the own hand, who has won what."""
    told = [Finding("LTE-3", "open_count", {"count": len(state.open_numbers), "most": OPEN_ENTRIES})]
    scores = entry_scores(state)
    for number, entry in enumerate(state.entries, 1):
        lies: dict[str, Value] = {"entry": number, "row": row_text(entry.row), "history": len(entry.history)}
        if number not in scores:
            told.append(Finding("LTE-8", "ready", lies) if entry.lockable else Finding("LTE-4", "open_entry", lies))
            continue
        told.append(Finding("LTE-8", "closed_entry", lies))
        told += _winners(number, scores[number])
    for seat in state.seats:
        if seat.hand is not None:
            left = len(seat.deck or ())
            told.append(Finding("LTE-1", "holds", {"player": seat.player, "count": len(seat.hand), "left": left}))
            if seat.player == viewer:
                told.append(Finding("LTE-1", "own_hand", {"player": seat.player, "cards": cards_text(seat.hand)}))
    return (*told, *(_table(state) if state.over else ()))


def result(state: State) -> Result:
    """How the game stands: entries won, and after the end the winners (LTE-15)."""
    table = score(state)
    won = {standing.player: standing.entries for standing in table.standings}
    points = {player: won[player] for player in state.players}
    return Result(state.over, points, table.winners if state.over else ())


def row_text(row: Sequence[Laid]) -> str:
    """A row as it is written, starter first: ``"JH 4H 9H"``."""
    return cards_text([laid.card for laid in row])


def cards_text(cards: Sequence[Card]) -> str:
    """Cards as they are written: ``"JH 4H"``."""
    return " ".join(map(str, cards))


def _changed(before: State, number: int, after: State) -> Iterator[Finding]:
    old, new = before.entries[number - 1], after.entries[number - 1]
    count = len(new.history)
    yield Finding("LTE-7", "removed", {"entry": number, "card": old.row[-1].card, "count": count})
    yield Finding("LTE-6", "changed", {"entry": number, "row": row_text(new.row)})
    if new.suit is not old.suit:
        yield Finding("LTE-4", "new_suit", {"entry": number, "card": new.row[0].card})
    if new.lockable and not old.lockable:
        yield Finding("LTE-8", "may_be_locked", {"entry": number, "count": LOCK_SIZE})


def _locked(after: State, number: int) -> Iterator[Finding]:
    count = len(after.entries[number - 1].history)
    yield Finding("LTE-8", "locked", {"entry": number, "count": count})
    yield from _scored(after, number)


def _scored(after: State, number: int) -> Iterator[Finding]:
    scored = entry_scores(after)[number]
    for player, points in scored.points.items():
        yield Finding("LTE-13", "points", {"entry": number, "player": player, "points": points})
    if scored.unowned:
        yield Finding("LTE-13", "unowned_points", {"entry": number, "points": scored.unowned})
    yield from _winners(number, scored)


def _winners(number: int, scored: EntryScore) -> Iterator[Finding]:
    if not scored.counts:
        yield Finding("LTE-12", "counts_for_nothing", {"entry": number})
    elif not scored.winners and not scored.unowned:
        yield Finding("LTE-14", "entry_to_nobody", {"entry": number})
    for player in scored.winners:
        yield Finding("LTE-14", "entry_won", {"entry": number, "player": player})


def _thrown_away(after: State, player: Player) -> Iterator[Finding]:
    seat = after.seat(player)
    if seat is None or seat.hand is None:
        yield Finding("LTE-10", "thrown_away", {"player": player})
    else:
        count, left = len(seat.hand), len(seat.deck or ())
        yield Finding("LTE-10", "drawn_anew", {"player": player, "count": count, "left": left})


def _used_up(before: State, after: State) -> Iterator[Finding]:
    for old, new in zip(before.seats, after.seats, strict=True):
        if new is old or new.hand is None:
            continue
        if old.deck and not new.deck:
            yield Finding("LTE-1", "deck_used_up", {"player": new.player, "count": len(new.hand)})
        if not new.hand and old.hand:
            yield Finding("LTE-11", "out_of_cards", {"player": new.player})


def _ended(after: State) -> Iterator[Finding]:
    for number in after.open_numbers:
        yield Finding("LTE-11", "left_open", {"entry": number})
    yield from _table(after)


def _table(state: State) -> Iterator[Finding]:
    table = score(state)
    for line in table.standings:
        won: dict[str, Value] = {"place": line.place, "player": line.player}
        yield Finding("LTE-15", "standing", won | {"entries": line.entries, "points": line.points})
    for player in table.winners:
        yield Finding("LTE-15", "game_won", {"player": player})
    scores = entry_scores(state).values()
    if any(scored.counts and scored.unowned for scored in scores):
        yield Finding("LTE-15", "game_undecided")
    elif not table.winners:
        yield Finding("LTE-15", "game_to_nobody")
