"""What the table shows of Lock the Entry: entries begun, added to, changed, locked, and at last whose the cards are.

A row's newest card lies on top, and a card that was taken off lies face down beside its row: so a card that covers
another is an addition while that one still shows, and a change once a fresh back lies in the history
or the place of the other was seen empty. Where the table shows neither it is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

import numpy as np

from companion.referee.desk import Desk, Question
from companion.referee.naming import WHICH_CARD, ask_names, forget_name, take_name
from companion.referee.table import Event, Happening, Thing
from companion.rules.cards import Card
from companion.rules.game import Value
from companion.rules.lock_the_entry import LOCK_SIZE, Add, Audit, Change, Create, End, Lock, State
from vision.outlines import centre_distance, covered_share, overlap, short_side
from vision.sightings import FloatArray, Kind

_DECIDED_BY = 1.2  # seconds after which what covers a card is judged by its place alone
_UNUSED_FOR = 3.0  # seconds that a fresh back may lie in a history before somebody is asked what it stands for
_GONE_FOR = 0.7  # seconds without any card of a row until the entry is gone
_STRIP = 0.14  # of a card's height: how far an addition lies from the card beneath, at least
_ON = 0.05  # share of a card that lies on a row it belongs to
_ACROSS = 0.4  # share of the row's top card that the history covers once it lies crosswise on it
_REACH = 2.4  # of a card's shorter side: how far from its row a history lies


@dataclass(eq=False)
class _Pile:
    """An entry as it lies. row: things, starter first; history: its backs; owed: changes whose back was not seen yet;
    lost: backs that were seen there and are not now; top: where the row's last card lies or lay."""

    number: int
    row: list[int]
    top: FloatArray
    history: set[int] = field(default_factory=set)
    owed: int = 0
    lost: int = 0
    locked: bool = False
    empty_since: float | None = None


class LockTheEntryReading:
    """Reads the table for one game."""

    def __init__(self) -> None:
        self._piles: dict[int, _Pile] = {}
        self._explained: set[int] = set()
        self._shown: tuple[int, list[FloatArray]] | None = None

    def look(self, events: Sequence[Event], desk: Desk) -> None:
        """See `GameReading.look`."""
        for event in events:
            if event.happening is Happening.REMOVED:
                self._removed(event.thing, desk)
        ask_names((t for t in desk.table.things if t.number not in self._explained), desk)
        if desk.state.over:
            self._audit(desk)
            return
        self._backs(desk)
        self._leaving(desk)
        for thing in [t for t in desk.table.things if t.sighting.kind is Kind.CARD]:
            if thing.number not in self._explained and thing.sighting.certain and thing.sighting.name is not None:
                self._face(thing, Card.parse(thing.sighting.name), desk)

    def answered(self, question: Question, answer: str, desk: Desk) -> None:
        """See `GameReading.answered`."""
        if question.reason == WHICH_CARD:
            take_name(question, answer, desk)
            self.look((), desk)
        elif question.reason == "whose_back":
            desk.table.name(question.things[0], answer, desk.time)
            self.look((), desk)
        elif question.reason in ("added_or_changed", "same_again"):
            thing, pile = desk.table.thing(question.things[0]), self._piles.get(_entry_of(question))
            if thing is None or pile is None:
                return
            if thing.sighting.kind is Kind.BACK:
                self._explained.add(thing.number)
                pile.history.add(thing.number)
                if answer == "changed":
                    card = Card.parse(str(question.data["card"]))
                    desk.do(Change(None, pile.number, card), (pile.row[-1], thing.number))
                return
            if thing.sighting.name is None:
                return
            if answer == "nothing":  # the top card itself, lost from sight for a while
                self._explained.add(thing.number)
                pile.row[-1], pile.top = thing.number, thing.sighting.outline
            else:
                self._play(thing, Card.parse(thing.sighting.name), pile, answer == "changed", desk)
        elif answer == "end":
            desk.do(End())
        elif answer == "locked":
            self._lock(self._piles[_entry_of(question)], desk)

    def _removed(self, thing: Thing, desk: Desk) -> None:
        forget_name(thing, desk)
        desk.settle(f"play {thing.number}")
        desk.settle(f"history {thing.number}")
        for pile in self._piles.values():
            if thing.number in pile.history:
                pile.history.remove(thing.number)
                pile.lost += 1

    def _backs(self, desk: Desk) -> None:
        """Backs that make good for one that was expected or had been lost from sight."""
        for thing in self._fresh_backs(desk):
            pile = self._pile_near(thing)
            if pile is None:
                continue
            if not pile.locked and not pile.owed and not pile.lost:
                self._ask_unused(thing, pile, desk)
            else:
                pile.owed, pile.lost = (pile.owed - 1, pile.lost) if pile.owed else (0, max(0, pile.lost - 1))
                pile.history.add(thing.number)
                self._explained.add(thing.number)

    def _ask_unused(self, back: Thing, pile: _Pile, desk: Desk) -> None:
        """A card came to the history, and the top card looks as before: it may have been changed for an equal one."""
        if desk.time - back.since > _UNUSED_FOR and desk.table.thing(pile.row[-1]) is not None:
            entry = desk.state.entries[pile.number - 1]
            data: dict[str, Value] = {"entry": pile.number, "card": str(entry.row[-1].card)}
            data["count"] = len(entry.history)
            key = f"history {back.number}"
            desk.ask(Question(key, "same_again", data, ("nothing", "changed"), (back.number,)))

    def _leaving(self, desk: Desk) -> None:
        """Locks: the history crosswise on the row, or an entry that was carried off."""
        for pile in list(self._piles.values()):
            if any(desk.table.thing(number) is not None for number in chain(pile.row, pile.history)):
                pile.empty_since = None
                if not pile.locked and self._crosswise(pile, desk):
                    self._lock(pile, desk)
                continue
            if not pile.locked and any(self._pile_near(back) is pile for back in self._fresh_backs(desk)):
                continue  # its only card was turned over: what takes its place is still to come
            pile.empty_since = desk.time if pile.empty_since is None else pile.empty_since
            if desk.time - pile.empty_since < _GONE_FOR:
                continue
            if pile.locked:
                del self._piles[pile.number]
            elif len(desk.state.entries[pile.number - 1].history) >= LOCK_SIZE:
                self._lock(pile, desk)
            else:
                data = {"entry": pile.number}
                desk.ask(Question(f"gone {pile.number}", "entry_gone", data, ("end", "locked", "nothing")))

    def _crosswise(self, pile: _Pile, desk: Desk) -> bool:
        """Whether a back of the history lies on the row, squarely on its top card."""
        backs = (thing for number in pile.history if (thing := desk.table.thing(number)) is not None)
        return any(
            covered_share(pile.top, thing.sighting.outline) > _ACROSS and not thing.covered
            for thing in chain(backs, self._fresh_backs(desk))
        )

    def _lock(self, pile: _Pile, desk: Desk) -> None:
        ruling = desk.do(Lock(None, pile.number), (*pile.row, *sorted(pile.history)))
        pile.locked = ruling.legal

    def _face(self, thing: Thing, card: Card, desk: Desk) -> None:
        """A card that was laid face up: begins an entry, is added to one, or takes the place of its top card."""
        pile = self._pile_of(thing)
        if pile is None and self._on_unread(thing, desk):
            return  # first it has to be known what it lies on
        if pile is None:
            ruling = desk.do(Create(None, card), (thing.number,))
            self._explained.add(thing.number)
            if ruling.legal:
                number = len(desk.state.entries)
                self._piles[number] = _Pile(number, [thing.number], thing.sighting.outline)
            return
        changed = self._is_change(thing, pile, desk)
        if changed is not None:
            self._play(thing, card, pile, changed, desk)

    def _is_change(self, thing: Thing, pile: _Pile, desk: Desk) -> bool | None:
        """Whether a card laid on a pile took the place of its top card. None: that has to be awaited, or was asked."""
        age = desk.time - thing.since
        top = desk.table.thing(pile.row[-1])
        if top is not None and not desk.table.settled(top.number) and age < 2 * _DECIDED_BY:
            return None
        if top is not None and not top.covered:
            return False
        if any(self._pile_near(back) is pile for back in self._fresh_backs(desk)):
            return True
        in_its_place = centre_distance(thing.sighting.outline, pile.top) <= _STRIP * _height(pile.top)
        if (
            top is None
            and in_its_place
            and thing.sighting.name == str(desk.state.entries[pile.number - 1].row[-1].card)
        ):
            data: dict[str, Value] = {"entry": pile.number, "card": thing.sighting.name}
            desk.ask(Question(f"play {thing.number}", "same_again", data, ("nothing", "changed"), (thing.number,)))
            return None
        if top is None:
            return in_its_place  # it was seen to be gone before
        if age < _DECIDED_BY:
            return None
        if not in_its_place:
            return False
        data = {"entry": pile.number, "card": thing.sighting.name or ""}
        desk.ask(Question(f"play {thing.number}", "added_or_changed", data, ("added", "changed"), (thing.number,)))
        return None

    def _play(self, thing: Thing, card: Card, pile: _Pile, changed: bool, desk: Desk) -> None:
        """The card was added, or took the place of the top card."""
        desk.settle(f"play {thing.number}")
        self._explained.add(thing.number)
        backs = [t.number for t in self._fresh_backs(desk) if self._pile_near(t) is pile] if changed else []
        action = (Change if changed else Add)(None, pile.number, card)
        ruling = desk.do(action, (thing.number, *backs))
        if not ruling.legal:
            return
        if changed:
            pile.row.pop()
            pile.owed += not backs
        for back in backs:
            desk.settle(f"history {back}")
        pile.history.update(backs)
        self._explained.update(backs)
        pile.row.append(thing.number)
        pile.top = thing.sighting.outline

    def _fresh_backs(self, desk: Desk) -> Iterator[Thing]:
        """Backs that nothing explains yet."""
        yield from (
            thing
            for thing in desk.table.things
            if thing.sighting.kind is Kind.BACK and thing.number not in self._explained
        )

    def _pile_of(self, thing: Thing) -> _Pile | None:
        """The open entry on whose row a card lies."""
        shares = [
            (covered_share(thing.sighting.outline, pile.top), pile) for pile in self._piles.values() if not pile.locked
        ]
        share, pile = max(shares, key=lambda found: found[0], default=(0.0, None))
        return pile if share > _ON else None

    def _on_unread(self, thing: Thing, desk: Desk) -> bool:
        """Whether a card lies on one that could not be read yet."""
        return any(
            covered_share(thing.sighting.outline, other.sighting.outline) > _ON
            for other in desk.table.things
            if other.number not in self._explained
            and other.number < thing.number
            and other.sighting.kind is Kind.CARD
            and not other.sighting.certain
        )

    def _pile_near(self, thing: Thing) -> _Pile | None:
        """The entry in whose history a back lies."""
        reach = _REACH * short_side(thing.sighting.outline)
        distances = [(centre_distance(thing.sighting.outline, pile.top), pile) for pile in self._piles.values()]
        distance, pile = min(distances, key=lambda found: found[0], default=(np.inf, None))
        return pile if distance < reach else None

    def _audit(self, desk: Desk) -> None:
        """After the end: the row of a locked entry is laid out face up, then turned over in its place (LTE-13)."""
        lying = [t for t in desk.table.things if not t.covered and t.number not in self._explained]
        faces = [thing for thing in lying if thing.sighting.kind is Kind.CARD]
        if faces:
            line = _in_line(faces)
            names = [thing.sighting.name for thing in line if thing.sighting.certain]
            for number in _unaudited(desk.state):
                row = [str(laid.card) for laid in desk.state.entries[number - 1].row]
                if row in (names, names[::-1]):
                    outlines = [thing.sighting.outline for thing in line]
                    self._shown = number, outlines if row == names else outlines[::-1]
            return
        if self._shown is None:
            return
        number, outlines = self._shown
        backs = [_at(outline, lying) for outline in outlines]
        if not all(back is not None and desk.table.settled(back.number) for back in backs):
            return
        found = [back for back in backs if back is not None]
        unsure = [back for back in found if not back.sighting.certain or back.sighting.name is None]
        for back in unsure:
            desk.ask(Question(f"owner {back.number}", "whose_back", {}, desk.state.players, (back.number,)))
        if not unsure:
            owners = tuple(str(back.sighting.name) for back in found)
            desk.do(Audit(number, owners), [back.number for back in found])
            self._explained |= {back.number for back in found}
            self._shown = None


def _entry_of(question: Question) -> int:
    return int(str(question.data["entry"]))


def _height(outline: FloatArray) -> float:
    """The length of a card's longer side in pixels."""
    return float(np.linalg.norm(outline - np.roll(outline, -1, axis=0), axis=1).max())


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


def _at(outline: FloatArray, things: Sequence[Thing]) -> Thing | None:
    """The back that lies where a card lay."""
    backs = [thing for thing in things if thing.sighting.kind is Kind.BACK]
    best = max(backs, key=lambda thing: overlap(thing.sighting.outline, outline), default=None)
    return best if best is not None and overlap(best.sighting.outline, outline) > 0.3 else None
