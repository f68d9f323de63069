"""An entry of Lock the Entry as it lies: a row of faces, the newest on top, and beside it its history, face down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, pairwise
from typing import Self

import numpy as np
from numpy.typing import NDArray

from companion.referee.circumstances import Share
from companion.referee.table import Table
from companion.referee.things import Thing
from companion.rules.cards import Card
from companion.rules.lock_the_entry import LOCK_SIZE
from vision.outlines import centre_distance, covered_share, long_side, moved_by, short_side, sides_apart
from vision.sightings import FloatArray

_STRIP = 0.14  # of a card's height: how far an addition lies from the card beneath, at least
_ASIDE = 0.4  # of its width: how far an addition lies aside of the top card, at most
_REACH = 2.4  # of a card's shorter side: how far from its row a history begins
_BESIDE = 1.2  # the same, how far from the others of its history a card lies
_STEP = 0.12  # the same, how much farther from the row the next back of a history lies, at least
_NUDGED = 0.08  # the same, by which a back of a history has to be moved for that to be noticed
_TOUCHED, _LEFT = 0.2, 0.05  # share of a card that a hand hides from when on it has come, and below which it is gone
_ALTERED = 0.2  # share of a place that looks otherwise than before, from which something was done there
_EXCHANGED = 2.5  # seconds from a back's coming to the history to its card's going, or another one's coming, at most
_RESTS = 0.5  # seconds from a play for which its card comes to rest: nobody does more there so soon
_LONG_BEFORE = 10.0  # seconds before a back is found from which what was done to the row has nothing to do with it
_CARRIED_OFF_BY = 3.0  # seconds from when its history was seen last until an entry was carried off, at most
_BACK_COMES_BY = 3.0  # seconds after a change until the back that was not seen then is expected no more


@dataclass(frozen=True, eq=False)
class Lain:
    """A card of a row. number: of its thing on the table, 0 where none was seen; outline: where it lies or lay; read:
    whether the thing was read as that card when it became known for it."""

    number: int
    card: Card
    outline: FloatArray
    read: bool = False

    @classmethod
    def of(cls, thing: Thing | None, card: Card, place: Thing) -> Self:
        """That thing, or, where it was not seen, one that lies in the place of another."""
        number, read = (0, False) if thing is None else (thing.number, thing.sighting.name == str(card))
        return cls(number, card, place.sighting.outline, read)

    def shifted(self, matrix: NDArray[np.float64]) -> Self:
        """The same as it is seen under a homography (3 x 3, old picture to new)."""
        return replace(self, outline=moved_by(self.outline, matrix))

    def share_of(self, thing: Thing) -> float:
        """The share of a thing (0..1) that lies on it."""
        return covered_share(thing.sighting.outline, self.outline)


@dataclass(frozen=True, eq=False)
class Turned:
    """A card of a history. outline: where it lies or lay; deck: whose back it shows, where that was surely read."""

    outline: FloatArray
    deck: str | None

    @classmethod
    def of(cls, back: Thing, deck: str | None = None) -> Self:
        """That thing; deck: as it was read before."""
        return cls(back.sighting.outline, back.sighting.name if back.sighting.certain else deck)

    def shifted(self, matrix: NDArray[np.float64]) -> Self:
        """The same as it is seen under a homography (3 x 3, old picture to new)."""
        return replace(self, outline=moved_by(self.outline, matrix))

    def may_be(self, back: Thing) -> bool:
        """Whether a back may be that card: it is not surely of another deck."""
        return self.deck is None or not back.sighting.certain or back.sighting.name == self.deck


@dataclass(eq=False)
class Pile:
    """An entry. row: starter first; history: its backs, by the numbers of the things; lost: backs of it that are not
    seen now; made_good: such as were lost, by the numbers of those that were taken for them since; owed: when cards
    were changed whose backs were not seen; changes: cards in its history by the game; stirred: when its history looked
    otherwise than before for the last time; crossed: whether its history lies crosswise on the row; empty_since: since
    when nothing of it is seen; visited: whether a hand has come to its top card since the last play on it, and at_hand:
    whether one is there; bare_since: since when none is near it (infinite while one is); played_at: when that play was;
    altered: when the top card's place, in sight, came to look otherwise since its card came to rest, and altering:
    whether it does just now; restocked: when a place in the history did for the last time."""

    number: int
    row: list[Lain]
    history: dict[int, Turned] = field(default_factory=dict)
    lost: list[Turned] = field(default_factory=list)
    made_good: dict[int, Turned] = field(default_factory=dict)
    owed: list[float] = field(default_factory=list)
    changes: int = 0
    stirred: float = -np.inf
    locked: bool = False
    crossed: bool = False
    empty_since: float | None = None
    visited: bool = False
    at_hand: bool = True
    bare_since: float = np.inf
    played_at: float = -np.inf
    altered: list[float] = field(default_factory=list)
    altering: bool = False
    restocked: float = -np.inf

    @property
    def top(self) -> Lain:
        """The last card of the row."""
        return self.row[-1]

    def follow(self, table: Table, time: float) -> Iterator[int]:
        """Where its things lie now; what is not seen is taken to lie where it lay. The card beneath the top one shows
        in its place when that is taken off, and none of its name may be laid on it (LTE-5).

        Yields the numbers of things that were taken for a card of the row, or for a back that was lost, and are others.
        """
        for place, lain in enumerate(self.row):
            thing = table.thing(lain.number)
            if thing is not None and lain is self.top and self._is_replaced(thing, table):
                self.row[place] = replace(lain, number=0)
                yield thing.number
            elif thing is not None and place < len(self.row) - 2 and self._is_another(lain, thing):
                if table.settled(thing.number):  # else it may be seen where it lay again: an equal one is
                    self.row[place] = replace(lain, number=0)
                    yield thing.number
            elif thing is not None and (lower := self._lower_at(lain, thing)) is not None:
                self.row[lower] = replace(lain, outline=thing.sighting.outline)
                self.row[place] = replace(lain, number=0)
            elif thing is not None:
                self.row[place] = replace(lain, outline=thing.sighting.outline)
        self._untangle()
        for number in list(self.history):
            back = table.thing(number)
            if back is None:
                self.lost.append(self.history.pop(number))
                self.stirred = time
                continue
            before = self.history[number]
            self.history[number] = Turned.of(back, before.deck)
            if number in self.made_good and not self.made_good[number].may_be(back):  # its deck is read only now
                del self.history[number]
                self.lost.append(self.made_good.pop(number))
                yield number
                continue
            if centre_distance(before.outline, back.sighting.outline) > _NUDGED * short_side(before.outline):
                self.stirred = time  # perhaps the next back, taken for this one
        self.owed = [since for since in self.owed if time - since < _BACK_COMES_BY]

    def _untangle(self) -> None:
        """Equal cards of the row of which each was taken for the other, as one was missed while the other was laid, are
        told apart by their places: the cards of a row lie one after the other."""
        for one, other in combinations(range(len(self.row)), 2):
            if self.row[one].card == self.row[other].card:
                row = [*self.row]
                row[one], row[other] = row[other], row[one]
                if _way(self.row) - _way(row) > _STRIP * long_side(self.top.outline):
                    self.row = row

    def watch(self, hidden: Share, altered: Share, unseen: bool, time: float) -> None:
        """What of a place a hand is over or near, and what looks otherwise than before, or may as far as is known.
        unseen: nobody looked for a while."""
        near, before = hidden(self.top.outline), self.altering
        self.bare_since = min(self.bare_since, time) if near < _LEFT else np.inf
        self.visited |= unseen or (near >= _TOUCHED and not self.at_hand)
        self.at_hand = near >= (_LEFT if self.at_hand else _TOUCHED)
        self.altering = near < _LEFT and altered(self.top.outline) >= _ALTERED
        settled = time - self.played_at >= _RESTS
        self.altered += [time] if self.altering and settled and not before else []
        if any(hidden(place) < _LEFT and altered(place) >= _ALTERED for place in self.places(lost=False)):
            self.restocked = time

    def played(self, time: float) -> None:
        """A card was laid on it: the hand that did so is no further visit."""
        self.played_at, self.visited, self.at_hand, self.altered = time, False, True, []

    def finds_again(self, back: Thing, waited: bool) -> bool:
        """Whether a back makes good for one that was lost from sight. One that surely lies where the next back is laid
        may be a new one: it is if the row's top was exchanged, which shows only once it was waited for."""
        perhaps_next = back.sighting.certain and self.is_next(back.sighting.outline)
        return any(lost.may_be(back) for lost in self.lost) and not (
            perhaps_next and (not waited or self.exchanged(back.since))
        )

    def exchanged(self, time: float) -> bool:
        """Whether, about that time, the top card's place twice came to look otherwise: one card was taken off, and one
        was laid."""
        return len([altered for altered in self.altered if abs(altered - time) <= _EXCHANGED]) > 1

    def quiet(self, time: float) -> bool:
        """Whether its history shows the back of each change, and nothing came to it shortly before that time, or later:
        then no card was taken off."""
        shown = bool(self.history) and not self.lost and self.is_even
        return shown and time - max(self.stirred, self.restocked) > _EXCHANGED

    @property
    def is_even(self) -> bool:
        """Whether its history has as many places, seen or lost from sight, as cards were changed."""
        return len(self.history) + len(self.lost) == self.changes

    def unaltered(self, time: float) -> bool:
        """Whether the top card's place looked as it does now long before that time, so that it is the same card."""
        return not self.altering and not any(altered > time - _LONG_BEFORE for altered in self.altered)

    def shows(self, top: Thing) -> bool:
        """Whether its top card was surely read since its place came to look otherwise for the last time."""
        return not self.altered or top.read >= self.altered[-1]

    def shifted(self, matrix: NDArray[np.float64]) -> None:
        """The camera was moved: everything is seen elsewhere."""
        self.row = [lain.shifted(matrix) for lain in self.row]
        self.history = {number: back.shifted(matrix) for number, back in self.history.items()}
        self.lost = [back.shifted(matrix) for back in self.lost]
        self.made_good = {number: back.shifted(matrix) for number, back in self.made_good.items()}

    def lies(self, table: Table) -> bool:
        """Whether anything of it is on the table."""
        return any(table.thing(number) is not None for number in (*(lain.number for lain in self.row), *self.history))

    def carried_off(self, table: Table, time: float) -> bool:
        """Whether it may be locked, its top card is gone or covered, and all of its history gone that was seen until
        shortly before that time (seconds)."""
        top = table.thing(self.top.number)
        gone = (top is None or top.covered) and not self.history and bool(self.lost)
        return gone and self.changes >= LOCK_SIZE and time - self.stirred < _CARRIED_OFF_BY

    def under(self, outline: FloatArray) -> float:
        """The share of a card (0..1) that lies on a card of the row."""
        return max(covered_share(outline, lain.outline) for lain in self.row)

    def places(self, lost: bool = True) -> list[FloatArray]:
        """Where the cards of its history lie. lost: or lay, those that are not seen too."""
        return [back.outline for back in (*self.history.values(), *(self.lost if lost else ()))]

    def nearness(self, back: FloatArray) -> float:
        """How far a back lies from its history, or from its row where that may begin there, in shorter sides of a
        card; infinite where it does not belong to it."""
        side = short_side(back)
        beside = self._distance(back, self.places()) / side
        if beside < _BESIDE:
            return beside
        away = self._distance(back, (lain.outline for lain in self.row)) / side
        return away if away < _REACH else np.inf

    def is_next(self, back: FloatArray) -> bool:
        """Whether a back lies farther from the row than all of the history: where the next one is laid."""
        row = [lain.outline for lain in self.row]
        lying = max((self._distance(other, row) for other in self.places()), default=0.0)
        return self._distance(back, row) - lying > _STEP * short_side(back)

    def in_place_of_top(self, outline: FloatArray) -> bool:
        """Whether a card lies where the top card lies or lay, not a strip lower."""
        return _in_place(outline, self.top)

    def beside(self, outline: FloatArray) -> bool:
        """Whether a card lies so far to the right or the left of the top card that it is not laid in its row."""
        across = self.top.outline[1] - self.top.outline[0]
        aside = (outline.mean(axis=0) - self.top.outline.mean(axis=0)) @ across / (across @ across)
        return bool(abs(aside) > _ASIDE)

    def in_place_of_some(self, outline: FloatArray) -> bool:
        """The same of any card of the row."""
        return any(_in_place(outline, lain) for lain in self.row)

    def spread(self, table: Table) -> bool:
        """Whether the card beneath the top one is to be seen a strip higher: then an addition lies a strip lower."""
        lower = self.row[-2] if len(self.row) > 1 else self.top
        lying = table.thing(lower.number)
        return lying is not None and not lying.covered and not self.in_place_of_top(lower.outline)

    def bared(self, table: Table, time: float) -> bool:
        """Whether the top card, which is gone, was taken off before one was laid in its place at that time: its place
        looked otherwise twice, or the card beneath, which it had covered, was in sight."""
        if self.spread(table):
            return self.exchanged(time)
        lower = table.thing(self.row[-2].number) if len(self.row) > 1 else None
        return lower is not None and time - lower.seen < _EXCHANGED

    def beneath(self, outline: FloatArray) -> bool:
        """Whether a card seems to lie among the lower ones of the row, where nobody lays one."""
        nearest = min((centre_distance(outline, lain.outline) for lain in self.row[:-1]), default=np.inf)
        return nearest < centre_distance(outline, self.top.outline) and not self.in_place_of_top(outline)

    @property
    def holds_equal(self) -> bool:
        """Whether a lower card of the row is an equal of the top one, for which that may be taken once it is gone."""
        return any(lain.card == self.top.card for lain in self.row[:-1])

    def again(self, thing: Thing, table: Table) -> int | None:
        """The place in the row of a card of that face which is not to be seen now: it may have been found again. The
        top one may lie elsewhere on the row by then, which is squared up, and the one beneath in its place, or in that
        of a lower one of its name, for which the top one was taken."""
        lost_top = table.thing(self.top.number) is None
        tops = [lain for lain in self.row if lain is self.top or (lost_top and lain.card == self.top.card)]
        for place, lain in enumerate(self.row):
            lying = table.thing(lain.number)
            apart = centre_distance(lain.outline, thing.sighting.outline)
            bared = place == len(self.row) - 2 and any(_in_place(thing.sighting.outline, top) for top in tops)
            near = lain is self.top or bared or apart < short_side(lain.outline)
            shows = bared or self._shows(lain, thing)
            lost = (lying is None and near) or (lying is not None and lying.covered and shows)
            if lost and str(lain.card) == thing.sighting.name:
                return place
        return None

    def has_in_sight(self, face: Thing, table: Table) -> bool:
        """Whether a lower card of that name is seen nearly where a face is: one laid on it would cover it."""
        for lain in self.row[:-1]:
            lying = table.thing(lain.number)
            near = sides_apart(lain.outline, face.sighting.outline) < 0.5
            if near and lying is not None and not lying.covered and str(lain.card) == face.sighting.name:
                return True
        return False

    def take(self, backs: Iterable[Thing], expected: bool, time: float) -> None:
        """Backs go to the history. expected: as those of changes, or that were lost from sight."""
        for back in backs:
            if expected and self.owed:
                self.owed.pop()
            elif expected and self.lost:
                apart = [centre_distance(lost.outline, back.sighting.outline) for lost in self.lost]
                others = [not lost.may_be(back) for lost in self.lost]
                self.made_good[back.number] = self.lost.pop(int(np.lexsort((apart, others))[0]))
            self.history[back.number] = Turned.of(back)
            self.stirred = time

    def give_back(self, count: int) -> None:
        """So many changes were taken back: their backs, the newest, count no more."""
        for _ in range(count):
            if self.owed:
                self.owed.pop()
            elif self.history:
                self.history.pop(max(self.history))
            elif self.lost:
                self.lost.pop()

    def _is_another(self, lain: Lain, thing: Thing) -> bool:
        """Whether a thing seems to have gone from beneath the row onto it: an equal card was laid there. Where the top
        card is one it is that."""
        outline = thing.sighting.outline
        far = centre_distance(lain.outline, outline) > short_side(outline)
        return far and lain.card != self.top.card and self.in_place_of_top(outline)

    def _is_replaced(self, top: Thing, table: Table) -> bool:
        """Whether what was the top card is surely read as another one since its place came to look otherwise: one that
        was laid there, where that one was never read so surely that another thing would be seen."""
        another = self.top.read and top.sighting.certain and top.sighting.name != str(self.top.card)
        return another and bool(self.altered) and self.shows(top) and not table.is_said(top.number)

    def _lower_at(self, lain: Lain, thing: Thing) -> int | None:
        """Which lower card of the row a thing is that was taken for its equal on top: it lies where that one lay, which
        was lost from sight as the equal one came."""
        if lain is not self.top or _in_place(thing.sighting.outline, lain):
            return None
        alike = ((n, other) for n, other in enumerate(self.row[:-1]) if not other.number and other.card == lain.card)
        return next((n for n, other in alike if _in_place(thing.sighting.outline, other)), None)

    def _shows(self, lain: Lain, thing: Thing) -> bool:
        """Whether a covered card may show where a thing is seen: a lower one only where it sticks out."""
        sticks_out = lain is self.top or not self.in_place_of_top(lain.outline)
        return sticks_out and centre_distance(lain.outline, thing.sighting.outline) < short_side(lain.outline) / 2

    @staticmethod
    def _distance(outline: FloatArray, others: Iterable[FloatArray]) -> float:
        return min((centre_distance(outline, other) for other in others), default=np.inf)


def _in_place(outline: FloatArray, lain: Lain) -> bool:
    return centre_distance(outline, lain.outline) <= _STRIP * long_side(lain.outline)


def numbers(piles: Iterable[Pile]) -> Iterator[int]:
    """The numbers of all things that lie in piles."""
    for pile in piles:
        yield from (lain.number for lain in pile.row)
        yield from pile.history


def _way(row: Sequence[Lain]) -> float:
    """How far it is from card to card along a row, px."""
    return sum(centre_distance(one.outline, other.outline) for one, other in pairwise(row))
