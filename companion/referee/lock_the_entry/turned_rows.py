"""The audit at the table: after the end the row of a locked entry is laid out face up, then turned over there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.referee.desk import Desk, Question
from companion.referee.things import Thing
from companion.rules.cards import Card
from companion.rules.lock_the_entry import Audit, Laid, State
from vision.outlines import covered_share, moved_by, overlap
from vision.sightings import FloatArray, Kind

_OWNED_BY = 1.2  # seconds that backs may lie unread before somebody is asked
_UNTURNED_FOR = 1.2  # seconds for which nothing is seen of a row that was shown until people are told
_UNKNOWN_FOR = 3.0  # seconds for which a row may lie there that is that of no entry: its next card may be to come
_HIDDEN = 0.05  # share of a card from which a hand is over it
_ON_ONE = 0.3  # share of a back from which it is another of the row, seen a second time: these lie side by side


@dataclass(frozen=True, eq=False)
class _Row:
    """The row of the locked entry of that number: where its cards lay, starter first, and their numbers as things."""

    entry: int
    outlines: tuple[FloatArray, ...]
    things: frozenset[int]


class TurnedRows:
    """Whose the cards of locked entries are (LTE-13)."""

    def __init__(self) -> None:
        self._shown: _Row | None = None
        self._unturned: _Row | None = None  # what was shown last, until it is audited or people are told
        self._before: set[int] = set()  # backs that lay there before the first card of what is shown
        self._unknown: set[int] = set()  # cards of rows of which it was said that no entry has them
        self._turned_since: float | None = None
        self._bare_since: float | None = None
        self._seen: list[tuple[Audit, list[int]]] = []  # not ruled on yet, with their backs

    def look(self, things: Sequence[Thing], desk: Desk) -> set[int]:
        """Looks at things that nothing explains yet; the numbers of those by which an entry was audited now. They have
        to lie in the row that was shown; a back of it may be taken for one that lay there before. People are told of a
        row that left and was not seen turned over: without its owners there is no final score. A back that lay there
        before the row, be it none at all, is no card of it, nor is one elsewhere that is surely of no deck. What is
        shown before it is told that the game is over is ruled on after that.
        """
        self._rule(desk)
        lying = [thing for thing in things if not thing.covered and not _is_strange(thing)]
        faces = [thing for thing in lying if thing.sighting.kind is not Kind.BACK]
        if faces:
            self._turned_since = self._bare_since = None
            first = min(thing.since for thing in faces)
            self._before = {thing.number for thing in lying if thing.since < first}
            if len(faces) + len(self._before) == len(lying):
                self._shown = _row_shown(faces, desk.state) or self._still_shown(faces, desk.state)
                self._tell_followed(desk)
                if desk.state.over:
                    self._tell_unknown(faces, desk)
            return set()
        if self._shown is None:
            return set()
        number, outlines = self._shown.entry, self._shown.outlines
        seen = [thing for thing in desk.table.things if not thing.covered]
        backs = [back for outline in outlines if (back := _at(outline, seen)) is not None]
        self._tell_unturned(number, bool(backs) or any(desk.hidden(outline) > _HIDDEN for outline in outlines), desk)
        row = {back.number for back in backs if desk.table.settled(back.number)}
        new = [thing for thing in lying if thing.number not in self._before]
        if len(row) < len(outlines) or any(not _on_one(thing, backs) for thing in new):
            return set()
        self._turned_since = desk.time if self._turned_since is None else self._turned_since
        unsure = [back for back in backs if not back.sighting.certain or back.sighting.name not in desk.state.players]
        if unsure and desk.time - self._turned_since > _OWNED_BY:
            for back in unsure:
                desk.ask(Question(owner_key(back), "whose_back", {}, desk.state.players, (back.number,)))
        if unsure:
            return set()
        audit = Audit(number, tuple(str(back.sighting.name) for back in backs))
        self._seen.append((audit, [back.number for back in backs]))
        self._rule(desk)
        desk.settle(_unturned_key(number))
        self._shown = self._unturned = self._turned_since = None
        return {back.number for back in backs}

    def _rule(self, desk: Desk) -> None:
        """Rules on the audits that were seen, if the game is over."""
        while desk.state.over and self._seen:
            desk.do(*self._seen.pop(0))

    def _tell_unturned(self, number: int, there: bool, desk: Desk) -> None:
        """Says, once a row is shown, that it left without a back of it being seen. there: it, or a hand, is yet."""
        self._bare_since = None if there else desk.time if self._bare_since is None else self._bare_since
        if self._bare_since is not None and desk.time - self._bare_since >= _UNTURNED_FOR:
            _ask_unturned(number, desk)
            self._shown = self._unturned = self._bare_since = None

    def _tell_followed(self, desk: Desk) -> None:
        """Says the same of a row once nothing of it is in sight any more and other cards are, or another row is."""
        before, now = self._unturned, self._shown
        if before is not None and (now is None or now.entry != before.entry):
            there = [thing for thing in desk.table.things if thing.number in before.things and not thing.covered]
            if now is not None:  # where one lay that is the last's, a card of this row may lie
                there = [thing for thing in there if thing.sighting.name in _row_of(before.entry, desk.state)]
            if not there:
                _ask_unturned(before.entry, desk)
                self._unturned = None
        self._unturned = now or self._unturned

    def _tell_unknown(self, faces: Sequence[Thing], desk: Desk) -> None:
        """Says that the faces which lie there for a while are the row of no entry as the game knows it: something of it
        was missed, and without it there is no final score either."""
        row = _in_line(faces)
        names, numbers = _names(row), tuple(face.number for face in row)
        if self._shown is not None or _is_row(row, desk.state):
            for face in row:
                desk.settle(_unknown_key(face))
            return
        lasts = len(row) > 1 and desk.time - max(face.since for face in row) >= _UNKNOWN_FOR
        if lasts and all(names) and self._unknown.isdisjoint(numbers):  # it is said once
            self._unknown |= set(numbers)
            desk.ask(Question(_unknown_key(row[0]), "row_unknown", {"cards": " ".join(names)}, ("nothing",), numbers))

    def shifted(self, matrix: NDArray[np.float64]) -> None:
        """The camera was moved: everything is seen elsewhere."""
        if self._shown is not None:
            moved = tuple(moved_by(outline, matrix) for outline in self._shown.outlines)
            self._shown = replace(self._shown, outlines=moved)

    def _still_shown(self, faces: Sequence[Thing], state: State) -> _Row | None:
        """What was shown before, as long as nothing else lies there: a card of it may be lifted to be turned over."""
        if self._shown is None:
            return None
        return self._shown if set(_names(faces)) <= set(_row_of(self._shown.entry, state)) else None


def not_shown(things: Iterable[Thing], row: Iterable[Laid]) -> tuple[Card, ...]:
    """The cards of a row that no face in sight surely shows."""
    shown = set(_names(thing for thing in things if thing.sighting.kind is Kind.CARD and not thing.covered))
    return tuple(laid.card for laid in row if str(laid.card) not in shown)


def backs_come(things: Iterable[Thing], before: Collection[int]) -> int:
    """How many cards lie face down in sight that are not among those, by number, that lay there before: of a history
    that is shown."""
    backs = (thing for thing in things if thing.sighting.kind is Kind.BACK and not thing.covered)
    return sum(thing.number not in before for thing in backs)


def owner_key(back: Thing) -> str:
    """The key of the question whose card that is."""
    return f"owner {back.number}"


def _unknown_key(first: Thing) -> str:
    return f"row {first.number}"


def _unturned_key(number: int) -> str:
    return f"unturned {number}"


def _ask_unturned(number: int, desk: Desk) -> None:
    """Says that the row of that entry left and was not seen turned over."""
    if desk.state.over:  # else it may have been no row that is shown
        desk.ask(Question(_unturned_key(number), "row_not_turned", {"entry": number}, ("nothing",)))


def _row_shown(faces: Sequence[Thing], state: State) -> _Row | None:
    """The locked entry whose row the faces are, and where its cards lie, starter first.

    Read from the other end it may be the row of another entry: that counts only where it is none as it lies.
    """
    line = _in_line(faces)
    for along in (line, line[::-1]):
        for number in _unaudited(state):
            if _names(along) == _row_of(number, state):
                outlines = tuple(thing.sighting.outline for thing in along)
                return _Row(number, outlines, frozenset(thing.number for thing in along))
    return None


def _is_row(line: Sequence[Thing], state: State) -> bool:
    """Whether things are the row of some entry, from either end."""
    rows = [_row_of(number, state) for number in range(1, len(state.entries) + 1)]
    return _names(line) in rows or _names(line[::-1]) in rows


def _row_of(number: int, state: State) -> list[str]:
    """The cards of the row of that entry as they are written, starter first."""
    return [str(laid.card) for laid in state.entries[number - 1].row]


def _names(things: Iterable[Thing]) -> list[str]:
    """Cards as they are written, those that are not certain as nothing."""
    return [str(thing.sighting.name) if thing.sighting.certain else "" for thing in things]


def _in_line(things: Iterable[Thing]) -> list[Thing]:
    """Things in the order in which they lie along their row, from left to right, or from top to bottom."""
    laid = list(things)
    centres = np.array([thing.sighting.centre for thing in laid])
    spread = centres.max(axis=0) - centres.min(axis=0)
    axis = 0 if spread[0] >= spread[1] else 1
    return sorted(laid, key=lambda thing: thing.sighting.centre[axis])


def _unaudited(state: State) -> Iterator[int]:
    """Numbers of the locked entries of which some card's owner is not known."""
    for number, entry in enumerate(state.entries, 1):
        if entry.locked and any(laid.owner is None for laid in entry.row):
            yield number


def _is_strange(thing: Thing) -> bool:
    """Whether a thing is a back that is surely of no deck."""
    return thing.sighting.kind is Kind.BACK and thing.sighting.certain and thing.sighting.name is None


def _on_one(thing: Thing, backs: Iterable[Thing]) -> bool:
    """Whether a thing is one of the backs, which lie side by side, or one seen a second time under a hand."""
    return any(covered_share(thing.sighting.outline, back.sighting.outline) > _ON_ONE for back in backs)


def _at(outline: FloatArray, things: Sequence[Thing]) -> Thing | None:
    """The back that lies where a card lay."""
    backs = [thing for thing in things if thing.sighting.kind is Kind.BACK]
    best = max(backs, key=lambda thing: overlap(thing.sighting.outline, outline), default=None)
    return best if best is not None and overlap(best.sighting.outline, outline) > 0.3 else None
