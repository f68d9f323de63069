"""Who sits where at a table of Lockdown: rows of held cards are found, one is asked for, and the others follow."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence

from companion.referee.desk import Desk, Question
from companion.referee.holdings import PAIR
from companion.referee.seating import rows_clockwise
from companion.referee.table import Thing
from companion.rules.game import Player
from companion.rules.lockdown import State
from vision.sightings import Kind

_COUNTED_BY = 1.0  # seconds after which rows of which not every card is to be seen are taken as they lie
_PLAYED_ON_BY = 3.0  # seconds after which rows are taken that have more cards than the game knows: nobody looked on

Rows = Mapping[Player, Sequence[Thing]]


class SittingDown:
    """Watches the table until a row of cards lies before each player."""

    def __init__(self) -> None:
        self._rows: list[tuple[Thing, ...]] = []
        self._since: float | None = None

    def look(self, things: Sequence[Thing], desk: Desk) -> Rows | None:
        """The row of each player, once the numbers of their cards tell whose it is; else it is asked."""
        counts = [len(seat.mobile) for seat in desk.state.seats if seat.player not in desk.state.gone]
        backs = [thing for thing in things if thing.sighting.kind is Kind.BACK and not thing.covered]
        rows = rows_clockwise(backs, len(counts))
        sizes = [len(row) for row in rows]
        if len(rows) < len(counts) or min(sizes) < PAIR:
            self._since = None
            return None
        self._rows, self._since = rows, desk.time if self._since is None else self._since
        inside, turned = _inside(desk.state), [(turn, counts[turn:] + counts[:turn]) for turn in range(len(rows))]
        owners = tuple(inside[turn] for turn, expected in turned if sizes == expected)
        if len(owners) == 1:
            return _turned(rows, inside, owners[0])
        if not owners and desk.time - self._since >= _COUNTED_BY:
            owners = tuple(inside[turn] for turn, expected in turned if all(map(operator.le, sizes, expected)))
        if not owners and desk.time - self._since >= _PLAYED_ON_BY:
            owners = inside
        if owners:
            choices = owners if len(owners) > 1 else inside
            desk.ask(Question("seats", "whose_hand", {}, choices, tuple(thing.number for thing in rows[0])))
        return None

    def told(self, question: Question, owner: Player, desk: Desk) -> Rows | None:
        """The same, once it was told whose the row is that was asked for; None where it lies otherwise by now."""
        lying = {thing.number: thing for thing in desk.table.things}
        for place, row in enumerate(self._rows):
            if {thing.number for thing in row} & set(question.things):
                rows = [*self._rows[place:], *self._rows[:place]]
                now = [[lying[thing.number] for thing in row if thing.number in lying] for row in rows]
                return _turned(now, _inside(desk.state), owner) if all(now) else None
        return None


def _inside(state: State) -> tuple[Player, ...]:
    return tuple(seat.player for seat in state.seats if seat.player not in state.gone)


def _turned(rows: Sequence[Sequence[Thing]], inside: Sequence[Player], first: Player) -> Rows:
    """The rows by their players, clockwise: the first one is that player's."""
    place = inside.index(first)
    return dict(zip((*inside[place:], *inside[:place]), rows, strict=True))
