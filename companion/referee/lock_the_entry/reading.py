"""What the table shows of Lock the Entry: entries begun, added to, changed, locked, and at last whose the cards are.

A row's newest card lies on top, and a card that was taken off lies face down beside its row: so a card that covers
another is an addition while that one still shows, or where a history that is all in sight stays as it was, and a change
once a fresh back lies there, or just where the top card of a row that is spread was seen last. Else it is asked.

While that is asked the game goes on elsewhere. What is laid on the same row later, and a lock of its entry, waits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.referee.desk import Desk, GameReading, Question
from companion.referee.lock_the_entry.cards_aside import CardsAside
from companion.referee.lock_the_entry.lifted import LiftedCards
from companion.referee.lock_the_entry.pile import Lain, Pile, numbers
from companion.referee.lock_the_entry.questions import (
    OVER,
    ask_gone,
    ask_meant,
    ask_over,
    ask_same,
    ask_suit,
    forget,
    gone_key,
    play_key,
    suit_key,
    top_key,
)
from companion.referee.lock_the_entry.rows import (
    DECIDED_BY,
    STIRRED,
    UNHIDDEN,
    UNUSED_FOR,
    Entries,
    is_back,
    is_ghost,
    is_read,
    lies_on,
)
from companion.referee.lock_the_entry.turned_rows import TurnedRows
from companion.referee.naming import ask_names, card_of, others_of_its_rank, take_name
from companion.referee.things import AT_ONCE, Event, Happening, Thing
from companion.rules.cards import Card
from companion.rules.lock_the_entry import LOCK_SIZE, OPEN_ENTRIES, Action, Add, Change, Create, End, Lock, can
from companion.rules.lock_the_entry.chain import may_start
from vision.sightings import CARD_KINDS, Kind

_SEVERAL = 2  # entries that seem to get a back at once
_UNSEEN = 0.5  # seconds between two looks, from which a hand may have come and gone
_GONE_FOR = 0.7  # seconds without any card of a row until the entry is gone
_GONE_SURELY = 3.0  # the same, where its only card may as well be on the way to its history


class LockTheEntryReading(GameReading):
    """Reads the table for one game."""

    kinds = CARD_KINDS

    def __init__(self) -> None:
        self._entries = Entries()
        self._replaced: set[int] = set()  # cards of rows that were changed for others
        self._came: dict[int, float] = {}  # when things that had been covered were seen again
        self._aside = CardsAside()
        self._lifted = LiftedCards()
        self._doubted: set[int] = set()  # top cards that people said are others than they seem
        self._over_since = np.inf  # as somebody said, while it was not known yet what was played before
        self._bare_since = np.inf  # since when no entry lies there, all being locked
        self._audit = TurnedRows()
        self._looked = 0.0

    def look(self, events: Sequence[Event], desk: Desk) -> None:
        """See `GameReading.look`."""
        for event in events:
            self._take(event, desk)
        for pile in self._entries.piles.values():
            pile.watch(desk.hidden, desk.altered, desk.time - self._looked > _UNSEEN, desk.time)
            for number in pile.follow(desk.table, desk.time):
                self._entries.explained.discard(number)
                self._came[number] = desk.time
        self._looked = desk.time
        self._entries.explained |= {thing.number for thing in self._entries.read_again(desk)}
        ask_names((t for t in self._entries.unexplained(desk) if not self._entries.told_twice(t, desk)), desk)
        if desk.state.over or self._told_over or self._entries.are_gone or desk.asks(OVER):
            self._entries.explained |= self._audit.look(self._entries.unexplained(desk), desk)
        if desk.state.over:
            desk.settle(OVER)
            return
        self._entries.find(desk)
        for moved in self._aside.laid_elsewhere(self._entries, desk):
            self._entries.explained.discard(moved)
            self._came[moved] = desk.time
        self._laid_again(desk)
        self._backs(desk)
        self._lifted.taken_back(self._entries, desk)
        self._leaving(desk)
        for laid, pile in self._entries.laid_for_top(desk):
            self._play(laid, pile, True, desk)
        for laid, pile in self._entries.laid_as_lower(self._came, desk):
            ask_meant(laid, pile, desk)
        for thing in sorted(self._entries.unexplained(desk, Kind.CARD), key=self._order):
            if thing.number not in self._entries.explained and thing.sighting.certain:
                self._face(thing, Card.parse(str(thing.sighting.name)), desk)
        if self._told_over and not any(self._undecided(pile, desk) for pile in self._entries.piles.values()):
            self._over_since = np.inf
            desk.do(End())

    def _take(self, event: Event, desk: Desk) -> None:
        """What an event means at once."""
        if event.happening is Happening.REMOVED:
            self._lifted.lift(event.thing, self._entries, desk)
            forget(event.thing, desk)
        elif event.happening is Happening.UNCOVERED:
            self._came[event.thing.number] = desk.time
        elif event.happening is Happening.TURNED and desk.state.over:
            self._entries.explained.discard(event.thing.number)  # perhaps of the next row, laid where one lay
        if event.thing.sighting.kind is Kind.BACK and (pile := self._entries.near(event.thing)) is not None:
            pile.stirred = desk.time

    def answered(self, question: Question, answer: str, desk: Desk) -> None:
        """See `GameReading.answered`."""
        if question.choices and answer not in question.choices:
            desk.ask(question)
            return
        thing = desk.table.thing(question.things[0]) if question.things else None
        number = int(str(question.data.get("entry", 0)))
        pile, lifted = self._entries.piles.get(number), self._lifted.of(number)
        match question.reason:
            case "which_card":
                take_name(question, answer, desk)
            case "whose_back":
                desk.table.name(question.things[0], answer, desk.time)
            case "same_again" if pile is not None and answer == "other_card":
                self._other_card(thing, pile, desk)
            case "same_again" if pile is not None and question.key == top_key(pile):
                self._told_same(answer, thing, pile, desk)
            case "added_or_changed" if answer == "nothing":  # it was read wrongly, or is a card of the row
                self._lifted.forget(number)
                self._entries.explained |= set(question.things)
                if thing and pile and (place := pile.again(thing, desk.table)) is not None:
                    self._same(thing, pile, place, desk)
                    self._came.pop(thing.number, None)
            case "added_or_changed" | "same_again" if thing is not None and pile is not None:
                self._meant(answer, thing, pile, desk)
            case "added_or_changed" if pile is not None and lifted is not None:
                self._lifted.forget(number)
                self._play(lifted, pile, answer == "changed", desk)
            case "entry_gone" | "all_locked":
                self._told_gone(answer, pile, desk)
        self.look((), desk)

    def awaits(self, action: Action, desk: Desk) -> bool:
        """See `GameReading.awaits`."""
        piles = self._entries.piles.values()
        leaving = any(pile.changes >= LOCK_SIZE and pile.empty_since is not None and not pile.locked for pile in piles)
        laid = desk.table.arriving or bool(self._entries.unexplained(desk, Kind.CARD))
        return isinstance(action, End) and (laid or leaving or any(self._undecided(pile, desk) for pile in piles))

    def corrected(self, desk: Desk) -> None:
        """See `GameReading.corrected`."""
        for thing in (*desk.table.things, *self._lifted):
            desk.settle(play_key(thing))
        self._lifted.clear()
        self._over_since = np.inf
        desk.settle(OVER)
        for pile in self._entries.piles.values():
            desk.settle(gone_key(pile))
            desk.settle(top_key(pile))
        self._entries.set_right(desk)

    def shifted(self, matrix: NDArray[np.float64]) -> None:
        """See `GameReading.shifted`."""
        for pile in self._entries.piles.values():
            pile.shifted(matrix)
        self._aside.shifted(matrix)
        self._lifted.shifted(matrix)
        self._audit.shifted(matrix)

    def _laid_again(self, desk: Desk) -> None:
        """A card that was changed for another, and seems to lie on the row again: it is an equal one, laid in its place
        while the other was covered, or where none lay."""
        for number in self._replaced & self._came.keys():
            thing = desk.table.thing(number)
            pile = None if thing is None or thing.covered else self._entries.of(thing)
            if thing is None or pile is None:
                continue
            top = desk.table.thing(pile.top.number)
            elsewhere = not pile.in_place_of_some(thing.sighting.outline)
            if thing.sighting.name == str(pile.top.card) and self._is_away(top, thing):
                self._same(thing, pile, len(pile.row) - 1, desk)  # the row was squared up
            elif (self._is_away(top, thing) or elsewhere) and desk.table.settled(number):
                self._entries.explained.discard(number)
                self._replaced.discard(number)

    def _backs(self, desk: Desk) -> None:
        """Backs that make good for one that was expected or had been lost from sight. Where several entries seem to get
        one at once they are found anew: nobody lays so many."""
        fresh = [(thing, self._entries.near(thing)) for thing in self._entries.unexplained(desk, Kind.BACK)]
        read = [(thing, pile) for thing, pile in fresh if pile and not is_ghost(thing, pile, desk)]
        for thing, pile in fresh:
            if pile is None:
                continue
            if laid := self._entries.laid_with(thing, pile, desk):
                desk.settle(top_key(pile))
            if desk.asks(top_key(pile)):
                continue
            at_once = {other.number for also, other in read if abs(also.since - thing.since) < AT_ONCE}
            in_sight = (top := desk.table.thing(pile.top.number)) is not None and not top.covered
            waited = self._entries.is_decided(thing, pile, desk)
            if pile.locked or pile.finds_again(thing, waited) or (pile.owed and in_sight):
                pile.take([thing], True, desk.time)
                self._entries.explained.add(thing.number)
            elif in_sight:
                told = self._entries.stands_for(thing, pile, len(at_once) >= _SEVERAL, desk)
                if waited and told == "nothing":
                    self._entries.explained.add(thing.number)
                elif waited and told == "changed":
                    self._told_same(told, thing, pile, desk)
                elif waited and not laid:
                    ask_same(top_key(pile), thing, pile, desk)
        for top, pile in self._entries.perhaps_exchanged(desk):
            ask_same(top_key(pile), top, pile, desk)

    def _leaving(self, desk: Desk) -> None:
        """Locks: the history crosswise on the row, or an entry that was carried off."""
        for pile in list(self._entries.piles.values()):
            if pile.lies(desk.table) and not pile.carried_off(desk.table, desk.time):
                locks = self._entries.locks(pile, desk) and not self._undecided(pile, desk)
                crossed, pile.crossed = pile.crossed, self._entries.crosswise(pile, desk) and (pile.crossed or locks)
                pile.empty_since = None
                if pile.crossed and not crossed and not pile.locked:
                    self._lock(pile, desk)
                continue
            backs = self._entries.unexplained(desk, Kind.BACK)
            if not pile.locked and any(self._entries.near(back) is pile for back in backs):
                continue  # its only card was turned over: what takes its place is still to come
            pile.empty_since = desk.time if pile.empty_since is None else pile.empty_since
            gone_for = desk.time - pile.empty_since
            if pile.locked and gone_for >= _GONE_FOR:
                del self._entries.piles[pile.number]
                self._bare_since = desk.time
            elif gone_for >= _GONE_FOR and (lifted := self._lifted.of(pile.number)) is not None:
                ask_meant(lifted, pile, desk)
            elif pile.changes >= LOCK_SIZE and gone_for >= _GONE_FOR:
                self._lock(pile, desk)
            elif gone_for >= _GONE_SURELY and not self._told_over:
                ask_gone(pile, self._entries.piles.values(), desk)
        if not self._entries.piles and desk.time - self._bare_since >= _GONE_SURELY and not self._told_over:
            self._bare_since = np.inf
            ask_over(desk)

    @property
    def _told_over(self) -> bool:
        return self._over_since < np.inf

    def _told_gone(self, answer: str, pile: Pile | None, desk: Desk) -> None:
        """Why an entry is gone, or all of them are."""
        if answer == "end":
            self._told_end(self._entries.gone_since(desk.time), desk)
        else:
            self._audit = TurnedRows()  # what seemed to be shown is none
        if answer == "locked" and pile is not None:
            self._lock(pile, desk)
        if pile is not None and not pile.locked:
            pile.empty_since = np.inf  # it is asked again once it was there and is gone again

    def _told_end(self, since: float, desk: Desk) -> None:
        """The game was over at that time (seconds): what came later is shown, and other entries are gone for that."""
        self._over_since = since
        for pile in self._entries.piles.values():
            if desk.asks(gone_key(pile)) or (pile.empty_since is not None and pile.changes < LOCK_SIZE):
                desk.settle(gone_key(pile))
                pile.empty_since = np.inf
        for thing in self._entries.unexplained(desk, Kind.CARD):
            if self._since(thing) >= since:
                desk.settle(play_key(thing))

    def _lock(self, pile: Pile, desk: Desk) -> None:
        desk.settle(top_key(pile))
        pile.locked = desk.do(Lock(None, pile.number), [number for number in numbers([pile]) if number]).legal

    def _face(self, thing: Thing, card: Card, desk: Desk) -> None:
        """A card that was laid face up: begins an entry, is added to one, or takes the place of its top card."""
        pile = self._entries.of(thing)
        since = self._since(thing) if pile is None else max(self._since(thing), pile.bare_since)
        hand = thing.read < thing.since if pile is None else pile.beneath(thing.sighting.outline)
        if hand and desk.time - since < 2 * DECIDED_BY:
            return  # it may hide a part of what an entry is begun with, or of a lower card, for none is laid there
        if self._waits(thing, pile, desk) or self._after_undecided(thing, pile, desk):
            return  # first it has to be known what came before it
        if pile is None:
            ruling = desk.do(Create(None, card), (thing.number,))
            self._entries.explained.add(thing.number)
            if ruling.legal:
                self._entries.begin(len(desk.state.entries), thing, card)
                desk.settle(OVER)
            return
        if self._lifted.precedes(self._since(thing), pile, self._entries, desk):
            return
        if self._is_top(thing, card, pile, desk):
            self._entries.told_again(thing, pile, desk)
            return
        place = pile.again(thing, desk.table)
        if place is not None and self._found_again(thing, pile, place, desk):
            return
        changed = self._is_change(thing, pile, desk)
        if changed is None or (not changed and self._after_unused(thing, pile, desk)):
            return
        self._play(thing, pile, changed, desk)

    def _after_unused(self, thing: Thing, pile: Pile, desk: Desk) -> bool:
        """Whether a back came to the history before a card that was added, and it is not known what that one stands
        for: perhaps the top card was changed for an equal one."""
        for back in self._entries.fresh_backs(pile, desk):
            if back.since < self._since(thing) and back.sighting.certain and not is_ghost(back, pile, desk):
                if not self._entries.laid_with(back, pile, desk):
                    ask_same(top_key(pile), back, pile, desk)
                return True
        return False

    def _is_top(self, thing: Thing, card: Card, pile: Pile, desk: Desk) -> bool:
        """Whether a card is the top one of the row, read a second time: it is called so, or lies in its place or aside,
        while that one is still seen, or among the lower ones, as in a row that is squared up, while it is not."""
        top, outline = desk.table.thing(pile.top.number), thing.sighting.outline
        in_sight = top is not None and not top.covered and top.seen > thing.since
        again = desk.table.is_said(thing.number) or pile.in_place_of_top(outline) or pile.beside(outline)
        return card == pile.top.card and (again if in_sight else pile.beneath(outline))

    def _since(self, thing: Thing) -> float:
        """When a card came, in seconds."""
        return self._came.get(thing.number, thing.since)

    def _is_away(self, top: Thing | None, thing: Thing) -> bool:
        """Whether a row's top card is gone or covered, or was not seen any more since a thing came."""
        return top is None or top.covered or top.seen < self._since(thing)

    def _found_again(self, thing: Thing, pile: Pile, place: int, desk: Desk) -> bool:
        """A card of the row that was lost from sight may be seen again; False where it was changed for an equal one."""
        lain = pile.row[place]
        if lain is pile.top and lain.number and pile.in_place_of_top(thing.sighting.outline):
            if self._entries.fresh_backs(pile, desk):
                return False
            if self._since(thing) - pile.stirred < STIRRED:
                if pile.exchanged(pile.stirred) and abs(pile.restocked - pile.stirred) < STIRRED:
                    return False
                if desk.time - self._since(thing) >= 2 * DECIDED_BY:
                    ask_same(play_key(thing), thing, pile, desk)
                return True
            if desk.time - self._since(thing) < DECIDED_BY:
                return True
        self._same(thing, pile, place, desk)
        return True

    def _same(self, thing: Thing, pile: Pile, place: int, desk: Desk) -> None:
        """The thing is that card of the row."""
        desk.settle(play_key(thing))
        if thing.number in self._doubted:  # and the back that it was doubted for is none of a change
            self._doubted.discard(thing.number)
            self._entries.explained |= {back.number for back in self._entries.fresh_backs(pile, desk)}
        self._entries.explained.add(thing.number)
        self._replaced.add(pile.row[place].number)
        pile.row[place] = Lain.of(thing, pile.row[place].card, thing)

    def _is_change(self, thing: Thing, pile: Pile, desk: Desk) -> bool | None:
        """Whether a card laid on a pile took the place of its top card. None: that has to be awaited, or was asked."""
        age = desk.time - self._since(thing)
        top = desk.table.thing(pile.top.number)
        in_its_place = pile.in_place_of_top(thing.sighting.outline)
        away = self._is_away(top, thing) or (in_its_place and pile.holds_equal)
        fresh = any(not is_ghost(back, pile, desk) for back in self._entries.fresh_backs(pile, desk))
        if away and fresh and not self._entries.asked_of(pile, desk):
            # The back is that card, a hand over its place or not; but lower down, that place may hold an equal one.
            return True if in_its_place or desk.hidden(pile.top.outline) < UNHIDDEN else None
        if top is not None and not desk.table.settled(top.number) and age < 2 * DECIDED_BY:
            return None
        if desk.asks(play_key(thing)) and not desk.table.settled(thing.number):
            return None  # it may be on its way to the history itself
        if top is not None and not top.covered:
            seen_since = top.seen > thing.since and top.seen >= self._since(thing)
            return False if seen_since else None  # a hand may still hide that it was taken away
        if top is None and in_its_place and self._since(thing) - pile.restocked < STIRRED:
            return True
        if age < DECIDED_BY:
            return None
        if not in_its_place and top is not None:
            return False
        if pile.spread(desk.table) if top is not None else in_its_place and pile.bared(desk.table, self._since(thing)):
            return True
        if top is not None and pile.quiet(self._since(thing)):  # the row is squared up: its history tells
            if age < UNUSED_FOR:
                return None
            if desk.time - pile.bare_since >= DECIDED_BY:
                return False
        ask_meant(thing, pile, desk)
        return None

    def _meant(self, answer: str, thing: Thing, pile: Pile, desk: Desk) -> None:
        """What a card laid on a row is was said; it may have been turned over into the history by then."""
        if is_back(thing):
            self._told_same(answer, thing, pile, desk)
        elif answer == "nothing":
            self._same(thing, pile, len(pile.row) - 1, desk)
        elif thing.sighting.name is not None:
            self._play(thing, pile, answer == "changed", desk)

    def _told_same(self, answer: str, about: Thing | None, pile: Pile, desk: Desk) -> None:
        """Whether the top card was changed for an equal one. about: the back that spoke for it, or the card, if it
        still lies there."""
        back = about if about is not None and is_back(about) else None
        if back is not None:
            self._entries.explained.add(back.number)
            pile.take([back], True, desk.time)
        pile.played(desk.time)
        if answer == "changed":
            seen = [pile.top.number] if back is None else [pile.top.number, back.number]
            pile.changes += desk.do(Change(None, pile.number, pile.top.card), [n for n in seen if n]).legal
            if back is not None:
                self._entries.found_anew(back, pile, desk)

    def _other_card(self, asked: Thing | None, pile: Pile, desk: Desk) -> None:
        """The top card is not what it was read as; it is asked which one it is."""
        top = desk.table.thing(pile.top.number) if asked is None or is_back(asked) else asked
        if top is not None:
            pile.row[-1] = replace(pile.top, number=0)
            self._entries.explained.discard(top.number)
            self._doubted.add(top.number)
            desk.table.doubt(top.number)

    def _play(self, thing: Thing, pile: Pile, changed: bool, desk: Desk) -> None:
        """The card was added, or took the place of the top card."""
        action, card = (Change if changed else Add), card_of(thing)
        others = [] if desk.table.is_said(thing.number) else others_of_its_rank(thing)
        legal = [other for other in others if can(desk.state, action(None, pile.number, other))]
        if legal and not can(desk.state, action(None, pile.number, card)):
            self._entries.explained.discard(thing.number)
            ask_suit(thing, legal, desk)
            return
        desk.settle(play_key(thing))
        desk.settle(suit_key(thing))
        self._doubted.discard(thing.number)
        self._entries.explained.add(thing.number)
        for back in self._entries.changed_before(pile, desk) if changed else ():
            self._told_same("changed", back, pile, desk)
        lies = desk.table.thing(thing.number) is not None  # else a back that came may be its own
        backs = self._entries.fresh_backs(pile, desk) if changed and lies else []
        if not desk.do(action(None, pile.number, card), (thing.number, *(back.number for back in backs))).legal:
            return
        if changed:
            desk.table.release(pile.top.number)
            self._replaced.add(pile.row.pop().number)
            pile.changes += 1
            pile.owed += [] if backs else [desk.time]
        if backs:
            desk.settle(top_key(pile))
        self._entries.explained |= {back.number for back in backs}
        pile.take(backs, False, desk.time)
        pile.row.append(Lain.of(thing, card, thing))
        pile.played(desk.time)

    def _after_undecided(self, thing: Thing, pile: Pile | None, desk: Desk) -> bool:
        """Whether a card that is not explained yet was laid before this one, beneath it or in the same row, or its top
        card may be another one."""
        if pile is not None and desk.asks(top_key(pile)):
            return True
        return any(
            lies_on(thing, other) or (pile is not None and self._entries.of(other) is pile)
            for other in self._entries.unexplained(desk, Kind.CARD)
            if self._order(other) < self._order(thing)
        )

    def _order(self, thing: Thing) -> tuple[float, int]:
        """By which faces stand in the order in which they came; of such as came at once those that may begin an entry
        (LTE-2) lay there first."""
        begins = is_read(thing) and may_start(Card.parse(str(thing.sighting.name)))
        return self._since(thing) - (AT_ONCE if begins else 0.0), thing.number

    def _undecided(self, pile: Pile, desk: Desk) -> bool:
        """Whether it is not known yet what was added to an entry, or changed in it."""
        unexplained = self._entries.unexplained(desk, Kind.CARD)
        laid = any(self._entries.of(thing) is pile and self._since(thing) < self._over_since for thing in unexplained)
        return laid or self._entries.asked_of(pile, desk) or self._lifted.of(pile.number) is not None

    def _waits(self, thing: Thing, pile: Pile | None, desk: Desk) -> bool:
        """Whether a card waits for a lock, as there is room for another entry only after that (LTE-3), or it lies where
        one was carried off; or whether it may be one of an entry that is shown."""
        if self._since(thing) >= self._over_since:
            return True
        if pile is not None:
            return pile.carried_off(desk.table, desk.time)
        piles = self._entries.piles.values()
        may_lock = (self._entries.crosswise(pile, desk) and self._undecided(pile, desk) for pile in piles)
        sixth = len(desk.state.open_numbers) >= OPEN_ENTRIES and any(may_lock)
        return sixth or self._entries.may_be_shown(thing)
