"""Cards of Lock the Entry that were taken off a row before it was known what they had meant there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.referee.desk import Desk
from companion.referee.lock_the_entry.pile import Pile
from companion.referee.lock_the_entry.questions import ask_meant, play_key
from companion.referee.lock_the_entry.rows import DECIDED_BY, STIRRED, Entries, is_read
from companion.referee.things import Thing


@dataclass(frozen=True, eq=False)
class _Lifted:
    """A card that is gone. time: since when, in seconds."""

    thing: Thing
    time: float


class LiftedCards:
    """The last such card of each entry, taken back by whoever laid it, or changed for another before the answer."""

    def __init__(self) -> None:
        self._of: dict[int, _Lifted] = {}  # by entry

    def __iter__(self) -> Iterator[Thing]:
        return (lifted.thing for lifted in self._of.values())

    def of(self, number: int) -> Thing | None:
        """That of an entry, by its number."""
        lifted = self._of.get(number)
        return None if lifted is None else lifted.thing

    def lift(self, thing: Thing, entries: Entries, desk: Desk) -> None:
        """A card is gone; perhaps it was asked what it meant."""
        pile = entries.of(thing)
        if pile is not None and is_read(thing) and desk.asks(play_key(thing)):
            self._of[pile.number] = _Lifted(thing, desk.time)

    def forget(self, number: int) -> None:
        """What that of an entry meant is known, or it is no play."""
        self._of.pop(number, None)

    def clear(self) -> None:
        """People have set the game right."""
        self._of.clear()

    def taken_back(self, entries: Entries, desk: Desk) -> None:
        """A card that left the row as it was, with nothing new in its history, was no play."""
        for number, lifted in list(self._of.items()):
            pile = entries.piles.get(number)
            top = None if pile is None else desk.table.thing(pile.top.number)
            bare = top is not None and not top.covered and desk.time - lifted.time > STIRRED
            if pile is None or (bare and not entries.fresh_backs(pile, desk)):
                del self._of[number]
                desk.settle(play_key(lifted.thing))

    def precedes(self, since: float, pile: Pile, entries: Entries, desk: Desk) -> bool:
        """Whether what was laid on a row at that time (seconds) has to wait, as another card went from there to the
        history before it was known what that one meant: it is asked again."""
        lifted = self.of(pile.number)
        if lifted is None:
            return False
        if entries.fresh_backs(pile, desk):
            ask_meant(lifted, pile, desk)
            return True
        if desk.time - since < DECIDED_BY:
            return True
        self.forget(pile.number)
        desk.settle(play_key(lifted))
        return False

    def shifted(self, matrix: NDArray[np.float64]) -> None:
        """The camera was moved."""
        self._of = {n: replace(lifted, thing=lifted.thing.shifted(matrix)) for n, lifted in self._of.items()}
