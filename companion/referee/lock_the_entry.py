"""What the table shows of Lock the Entry: entries begun, added to, changed, locked, and at last whose the cards are.

A row's newest card lies on top, and a card that was taken off lies face down beside its row: so a card that covers
another is an addition while that one still shows, and a change once a fresh back lies in the history. Where the table
shows neither it is asked, unless the rules leave one of them alone for a card that was seen to be gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from companion.referee.desk import Desk, Question
from companion.referee.naming import ask_names, forget_name, take_name
from companion.referee.pile import Lain, Pile, numbers
from companion.referee.table import Event, Happening, Thing
from companion.rules.cards import Card
from companion.rules.game import Value
from companion.rules.lock_the_entry import (
    LOCK_SIZE,
    Add,
    Audit,
    Change,
    Create,
    End,
    Entry,
    Lock,
    State,
)
from vision.outlines import centre_distance, covered_share, moved_by, overlap, short_side
from vision.sightings import FloatArray, Kind

_DECIDED_BY = 1.2  # seconds after which what covers a card is judged by its place alone
_UNUSED_FOR = 3.0  # seconds that a fresh back may lie in a history before somebody is asked what it stands for
_GONE_FOR = 0.7  # seconds without any card of a row until the entry is gone
_GONE_SURELY = 3.0  # the same, where its only card may as well be on the way to its history
_OWNED_BY = 1.2  # seconds that backs of an audit may lie unread before somebody is asked
_STIRRED = 2.5  # seconds from a change in a history to the new card on the row, at most
_ON = 0.05  # share of a card that lies on a row it belongs to
_ACROSS = 0.4  # share of the row's top card that the history covers once it lies crosswise on it


class LockTheEntryReading:
    """Reads the table for one game."""

    def __init__(self) -> None:
        self._piles: dict[int, Pile] = {}
        self._explained: set[int] = set()
        self._replaced: set[int] = set()  # cards of rows that were changed for others
        self._came: dict[int, float] = {}  # when things that had been covered were seen again
        self._aside: dict[int, tuple[FloatArray, Pile | None]] = {}  # where cards taken back or refused lay at first
        self._shown: tuple[int, list[FloatArray]] | None = None
        self._turned_since: float | None = None

    def look(self, events: Sequence[Event], desk: Desk) -> None:
        """See `GameReading.look`."""
        for event in events:
            if event.happening is Happening.REMOVED:
                _forget(event.thing, desk)
            elif event.happening is Happening.UNCOVERED:
                self._came[event.thing.number] = desk.time
            if event.thing.sighting.kind is Kind.BACK and (pile := self._pile_near(event.thing)) is not None:
                pile.stirred = desk.time
        for pile in self._piles.values():
            for number in pile.follow(desk.table, desk.time):
                self._explained.discard(number)
                self._came[number] = desk.time
        ask_names((t for t in desk.table.things if t.number not in self._explained), desk)
        if desk.state.over:
            self._audit(desk)
            return
        self._find_entries(desk)
        self._laid_elsewhere(desk)
        self._laid_again(desk)
        self._backs(desk)
        self._leaving(desk)
        for thing in self._unexplained(desk, Kind.CARD):
            if thing.number not in self._explained and thing.sighting.certain:
                self._face(thing, Card.parse(str(thing.sighting.name)), desk)

    def answered(self, question: Question, answer: str, desk: Desk) -> None:
        """See `GameReading.answered`."""
        thing = desk.table.thing(question.things[0]) if question.things else None
        pile = self._piles.get(int(str(question.data.get("entry", 0))))
        match question.reason:
            case "which_card":
                take_name(question, answer, desk)
            case "whose_back":
                desk.table.name(question.things[0], answer, desk.time)
            case "added_or_changed" | "same_again" if thing is not None and pile is not None:
                self._meant(answer, thing, pile, question, desk)
            case "entry_gone" if answer == "end":
                desk.do(End())
            case "entry_gone" if pile is not None and answer == "locked":
                self._lock(pile, desk)
            case "entry_gone" if pile is not None:
                pile.empty_since = np.inf  # it is asked again once it was there and is gone again
        self.look((), desk)

    def corrected(self, desk: Desk) -> None:
        """See `GameReading.corrected`."""
        state: State = desk.state
        for thing in desk.table.things:
            _settle(thing, desk)
        for number, pile in list(self._piles.items()):
            desk.settle(f"gone {number}")
            entry = state.entry(number)
            if entry is None:
                del self._piles[number]
            else:
                self._set_right(pile, entry, desk)
        self._find_entries(desk)

    def shifted(self, matrix: NDArray[np.float64]) -> None:
        """See `GameReading.shifted`."""
        for pile in self._piles.values():
            pile.shifted(matrix)
        self._aside = {number: (moved_by(lay, matrix), pile) for number, (lay, pile) in self._aside.items()}
        if self._shown is not None:
            self._shown = self._shown[0], [moved_by(outline, matrix) for outline in self._shown[1]]

    def _laid_elsewhere(self, desk: Desk) -> None:
        """A card that was taken back or refused and goes to another entry, or out of one, means something new there."""
        aside = [thing for thing in self._free(desk) if thing.number in self._explained]
        for thing in aside:
            outline = thing.sighting.outline
            lay, pile = self._aside.setdefault(thing.number, (outline, self._pile_of(thing)))
            moved = centre_distance(lay, outline) > short_side(lay) and self._pile_of(thing) is not pile
            if moved and desk.table.settled(thing.number):
                self._explained.discard(thing.number)
                del self._aside[thing.number]

    def _laid_again(self, desk: Desk) -> None:
        """A card that was changed for another, and seems to lie on the row again: it is an equal one, laid in its place
        while the other was covered."""
        for number in self._replaced & self._came.keys():
            thing = desk.table.thing(number)
            pile = None if thing is None or thing.covered else self._pile_of(thing)
            top = None if pile is None else desk.table.thing(pile.top.number)
            if pile is not None and (top is None or top.covered) and desk.table.settled(number):
                self._explained.discard(number)
                self._replaced.discard(number)

    def _find_entries(self, desk: Desk) -> None:
        """Entries of the game that lie nowhere yet: told of before their card was laid or read, or let stand."""
        state: State = desk.state
        for number in state.open_numbers:
            if number in self._piles:
                continue
            free = self._free(desk)
            entry = state.entries[number - 1]
            lying = [_newest(thing for thing in free if _shows(thing, laid.card)) for laid in entry.row]
            if not any(lying):
                apart = [t for t in free if self._pile_of(t) is None and (t.number in self._explained or not _read(t))]
                lying[-1] = apart[0] if len(apart) == 1 else None
            known = next((thing for thing in reversed(lying) if thing is not None), None)
            if known is not None:
                row = [_lain(thing, laid.card, known) for thing, laid in zip(lying, entry.row, strict=True)]
                self._piles[number] = Pile(number, row, changes=len(entry.history))
                self._explained |= {lain.number for lain in row}

    def _set_right(self, pile: Pile, entry: Entry, desk: Desk) -> None:
        """The pile follows its entry, which people have set right."""
        changed = len(entry.history) - pile.changes
        self._set_row(pile, entry, changed >= 0, desk)
        known = set(numbers(self._piles.values()))
        near = [t for t in desk.table.things if t.number not in known and self._pile_near(t) is pile and _is_back(t)]
        backs = near[max(0, len(near) - changed) :]
        pile.take(backs, False, desk.time)
        self._explained |= {back.number for back in backs}
        pile.owed += [desk.time] * (changed - len(backs))
        pile.give_back(-changed)
        pile.changes, pile.locked = len(entry.history), entry.locked

    def _set_row(self, pile: Pile, entry: Entry, told: bool, desk: Desk) -> None:
        """The row follows its entry. told: a card that lies there may have been told to be another than it seems."""
        kept = 0
        while kept < min(len(pile.row), len(entry.row)) and pile.row[kept].card == entry.row[kept].card:
            kept += 1
        old, pile.row = pile.row, pile.row[:kept]
        for laid in entry.row[kept:]:
            free = [thing for thing in self._free(desk) if max(_share(thing, lain) for lain in old) > _ON]
            unread = [thing for thing in free if thing.number in self._explained or not _read(thing)]
            thing = _newest(thing for thing in free if _shows(thing, laid.card))
            thing = thing or (unread[0] if told and len(unread) == 1 else None)
            place = old[min(len(pile.row), len(old) - 1)]
            pile.row.append(Lain(0, laid.card, place.outline) if thing is None else _lain(thing, laid.card, thing))
            self._explained.add(pile.top.number)
        for lain in old[kept:]:
            thing = desk.table.thing(lain.number)
            if thing is not None and lain not in pile.row and self._pile_of(thing) is not pile:
                self._explained.discard(lain.number)  # it was laid elsewhere before its play was taken back

    def _backs(self, desk: Desk) -> None:
        """Backs that make good for one that was expected or had been lost from sight."""
        for thing in self._unexplained(desk, Kind.BACK):
            pile = self._pile_near(thing)
            if pile is None:
                continue
            top = desk.table.thing(pile.top.number)
            in_sight = top is not None and not top.covered
            if pile.locked or pile.lost or (pile.owed and in_sight):
                pile.take([thing], True, desk.time)
                self._explained.add(thing.number)
            elif in_sight and desk.time - thing.since > _UNUSED_FOR:
                self._ask_same(f"history {thing.number}", thing, pile, desk)

    def _ask_same(self, key: str, thing: Thing, pile: Pile, desk: Desk) -> None:
        """The top card looks as before, but its history does not: it may have been changed for an equal one."""
        data: dict[str, Value] = {"entry": pile.number, "card": str(pile.top.card), "count": pile.changes}
        desk.ask(Question(key, "same_again", data, ("nothing", "changed"), (thing.number,)))

    def _leaving(self, desk: Desk) -> None:
        """Locks: the history crosswise on the row, or an entry that was carried off."""
        for pile in list(self._piles.values()):
            if pile.lies(desk.table):
                crossed, pile.crossed = pile.crossed, self._crosswise(pile, desk)
                pile.empty_since = None
                if pile.crossed and not crossed and not pile.locked:
                    self._lock(pile, desk)
                continue
            if not pile.locked and any(self._pile_near(back) is pile for back in self._unexplained(desk, Kind.BACK)):
                continue  # its only card was turned over: what takes its place is still to come
            pile.empty_since = desk.time if pile.empty_since is None else pile.empty_since
            gone_for = desk.time - pile.empty_since
            if pile.locked and gone_for >= _GONE_FOR:
                del self._piles[pile.number]
            elif pile.changes >= LOCK_SIZE and gone_for >= _GONE_FOR:
                self._lock(pile, desk)
            elif gone_for >= _GONE_SURELY:
                data = {"entry": pile.number}
                desk.ask(Question(f"gone {pile.number}", "entry_gone", data, ("end", "locked", "nothing")))

    def _crosswise(self, pile: Pile, desk: Desk) -> bool:
        """Whether a back of the history lies on the row, squarely on its top card."""
        backs = [thing for number in pile.history if (thing := desk.table.thing(number)) is not None]
        return any(
            covered_share(pile.top.outline, thing.sighting.outline) > _ACROSS and not thing.covered
            for thing in (*backs, *self._unexplained(desk, Kind.BACK))
        )

    def _lock(self, pile: Pile, desk: Desk) -> None:
        lying = [number for number in numbers([pile]) if number]
        pile.locked = desk.do(Lock(None, pile.number), lying).legal

    def _face(self, thing: Thing, card: Card, desk: Desk) -> None:
        """A card that was laid face up: begins an entry, is added to one, or takes the place of its top card."""
        pile = self._pile_of(thing)
        if self._after_unread(thing, pile, desk):
            return  # first it has to be known what came before it
        if pile is None:
            ruling = desk.do(Create(None, card), (thing.number,))
            self._explained.add(thing.number)
            if ruling.legal:
                number = len(desk.state.entries)
                self._piles[number] = Pile(number, [_lain(thing, card, thing)])
            return
        place = pile.again(thing, desk.table)
        if place is not None and self._found_again(thing, pile, place, desk):
            return
        changed = self._is_change(thing, pile, desk)
        if changed is not None:
            self._play(thing, pile, changed, desk)

    def _since(self, thing: Thing) -> float:
        """When a card came, in seconds."""
        return self._came.get(thing.number, thing.since)

    def _found_again(self, thing: Thing, pile: Pile, place: int, desk: Desk) -> bool:
        """A card of the row that was lost from sight may be seen again; False where it was changed for an equal one."""
        lain = pile.row[place]
        if lain is pile.top and lain.number and pile.in_place_of_top(thing.sighting.outline):
            if self._fresh_backs(pile, desk):
                return False
            if self._since(thing) - pile.stirred < _STIRRED:
                self._ask_same(_play_key(thing), thing, pile, desk)
                return True
            if desk.time - self._since(thing) < _DECIDED_BY:
                return True
        self._same(thing, pile, place, desk)
        return True

    def _same(self, thing: Thing, pile: Pile, place: int, desk: Desk) -> None:
        """The thing is that card of the row."""
        _settle(thing, desk)
        self._explained.add(thing.number)
        self._replaced.add(pile.row[place].number)
        pile.row[place] = _lain(thing, pile.row[place].card, thing)

    def _is_change(self, thing: Thing, pile: Pile, desk: Desk) -> bool | None:
        """Whether a card laid on a pile took the place of its top card. None: that has to be awaited, or was asked."""
        age = desk.time - self._since(thing)
        top = desk.table.thing(pile.top.number)
        if top is not None and not desk.table.settled(top.number) and age < 2 * _DECIDED_BY:
            return None
        if top is not None and not top.covered:
            return False
        if self._fresh_backs(pile, desk):
            return True
        in_its_place = pile.in_place_of_top(thing.sighting.outline)
        if top is None and (not in_its_place or self._since(thing) - pile.stirred < _STIRRED):
            return in_its_place
        if age < _DECIDED_BY:
            return None
        if not in_its_place:
            return False
        data: dict[str, Value] = {"entry": pile.number, "card": thing.sighting.name or ""}
        desk.ask(Question(_play_key(thing), "added_or_changed", data, ("added", "changed"), (thing.number,)))
        return None

    def _meant(self, answer: str, thing: Thing, pile: Pile, question: Question, desk: Desk) -> None:
        """What a card is was said: of a row, or a back of a history."""
        if answer not in question.choices:
            return  # it is asked again
        if _is_back(thing):
            self._explained.add(thing.number)
            pile.take([thing], True, desk.time)
            if answer == "changed":
                change = Change(None, pile.number, pile.top.card)
                pile.changes += desk.do(change, (pile.top.number, thing.number)).legal
        elif answer == "nothing":
            self._same(thing, pile, len(pile.row) - 1, desk)
        elif thing.sighting.name is not None:
            self._play(thing, pile, answer == "changed", desk)

    def _play(self, thing: Thing, pile: Pile, changed: bool, desk: Desk) -> None:
        """The card was added, or took the place of the top card."""
        _settle(thing, desk)
        self._explained.add(thing.number)
        card = Card.parse(str(thing.sighting.name))
        backs = self._fresh_backs(pile, desk) if changed else []
        action = (Change if changed else Add)(None, pile.number, card)
        if not desk.do(action, (thing.number, *(back.number for back in backs))).legal:
            return
        if changed:
            self._replaced.add(pile.row.pop().number)
            pile.changes += 1
            pile.owed += [] if backs else [desk.time]
        for back in backs:
            _settle(back, desk)
            self._explained.add(back.number)
        pile.take(backs, False, desk.time)
        pile.row.append(_lain(thing, card, thing))

    def _unexplained(self, desk: Desk, kind: Kind) -> list[Thing]:
        """Things that nothing explains yet, in the order they came."""
        return [t for t in desk.table.things if t.sighting.kind is kind and t.number not in self._explained]

    def _fresh_backs(self, pile: Pile, desk: Desk) -> list[Thing]:
        """Backs in its history that nothing explains yet."""
        return [thing for thing in self._unexplained(desk, Kind.BACK) if self._pile_near(thing) is pile]

    def _free(self, desk: Desk) -> list[Thing]:
        """Faces that lie in no row, in the order they came."""
        taken = set(numbers(self._piles.values()))
        return [t for t in desk.table.things if t.sighting.kind is Kind.CARD and t.number not in taken]

    def _pile_of(self, thing: Thing) -> Pile | None:
        """The open entry on whose row a card lies."""
        shares = [(pile.under(thing.sighting.outline), pile) for pile in self._piles.values() if not pile.locked]
        share, pile = max(shares, key=lambda found: found[0], default=(0.0, None))
        return pile if share > _ON else None

    def _after_unread(self, thing: Thing, pile: Pile | None, desk: Desk) -> bool:
        """Whether a card that cannot be told yet was laid before this one, beneath it or in the same row."""
        return any(
            covered_share(thing.sighting.outline, other.sighting.outline) > _ON
            or (pile is not None and self._pile_of(other) is pile)
            for other in self._unexplained(desk, Kind.CARD)
            if other.number < thing.number and not other.sighting.certain
        )

    def _pile_near(self, thing: Thing) -> Pile | None:
        """The entry in whose history a back lies."""
        found = [(pile.nearness(thing.sighting.outline), pile) for pile in self._piles.values()]
        nearness, pile = min(found, key=lambda one: one[0], default=(np.inf, None))
        return pile if nearness < np.inf else None

    def _audit(self, desk: Desk) -> None:
        """After the end: the row of a locked entry is laid out face up, then turned over in its place (LTE-13)."""
        lying = [t for t in desk.table.things if not t.covered and t.number not in self._explained]
        faces = [thing for thing in lying if not _is_back(thing)]
        if faces:
            self._turned_since = None
            if len(faces) == len(lying):
                self._shown = _row_shown(faces, desk.state) or self._shown
            return
        if self._shown is None:
            return
        number, outlines = self._shown
        backs = [back for outline in outlines if (back := _at(outline, lying)) is not None]
        if len(backs) < len(outlines) or not all(desk.table.settled(back.number) for back in backs):
            return
        self._turned_since = desk.time if self._turned_since is None else self._turned_since
        unsure = [back for back in backs if not back.sighting.certain or back.sighting.name not in desk.state.players]
        if unsure and desk.time - self._turned_since > _OWNED_BY:
            for back in unsure:
                desk.ask(Question(_owner_key(back), "whose_back", {}, desk.state.players, (back.number,)))
        if not unsure:
            owners = tuple(str(back.sighting.name) for back in backs)
            desk.do(Audit(number, owners), [back.number for back in backs])
            self._explained |= {back.number for back in backs}
            self._shown, self._turned_since = None, None


def _is_back(thing: Thing) -> bool:
    return thing.sighting.kind is Kind.BACK


def _read(thing: Thing) -> bool:
    return thing.sighting.certain and thing.sighting.name is not None


def _shows(thing: Thing, card: Card) -> bool:
    """Whether a thing was surely read as that card."""
    return _read(thing) and thing.sighting.name == str(card)


def _newest(things: Iterable[Thing]) -> Thing | None:
    return max(things, key=lambda thing: thing.number, default=None)


def _lain(thing: Thing | None, card: Card, place: Thing) -> Lain:
    """A card of a row: that thing, or, where it was not seen, one that lies in the place of another."""
    return Lain(0 if thing is None else thing.number, card, place.sighting.outline)


def _share(thing: Thing, lain: Lain) -> float:
    return covered_share(thing.sighting.outline, lain.outline)


def _play_key(thing: Thing) -> str:
    return f"play {thing.number}"


def _owner_key(thing: Thing) -> str:
    return f"owner {thing.number}"


def _settle(thing: Thing, desk: Desk) -> None:
    """What was asked about a thing is out of date; only its name is still to be told."""
    desk.settle(_play_key(thing))
    desk.settle(f"history {thing.number}")


def _forget(thing: Thing, desk: Desk) -> None:
    """The thing is gone, and nobody needs to be asked about it any more."""
    forget_name(thing, desk)
    _settle(thing, desk)
    desk.settle(_owner_key(thing))


def _row_shown(faces: Sequence[Thing], state: State) -> tuple[int, list[FloatArray]] | None:
    """The locked entry whose row the faces are, and where its cards lie, starter first."""
    line = _in_line(faces)
    names = [thing.sighting.name for thing in line if thing.sighting.certain]
    outlines = [thing.sighting.outline for thing in line]
    for number in _unaudited(state):
        row = [str(laid.card) for laid in state.entries[number - 1].row]
        if row in (names, names[::-1]):
            return number, outlines if row == names else outlines[::-1]
    return None


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
    backs = [thing for thing in things if _is_back(thing)]
    best = max(backs, key=lambda thing: overlap(thing.sighting.outline, outline), default=None)
    return best if best is not None and overlap(best.sighting.outline, outline) > 0.3 else None
