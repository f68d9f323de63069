"""Who sits where at a table of Lockdown: rows of held cards are found, one is asked for, and the others follow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from companion.referee.desk import Desk, Question
from companion.referee.lockdown.holdings import PAIR, locked_cards
from companion.referee.lockdown.seating import rows_clockwise
from companion.referee.lockdown.showing import Showing
from companion.referee.lockdown.shown import Shown
from companion.referee.lockdown.who_acted import NOTHING
from companion.referee.naming import card_of
from companion.referee.things import Thing
from companion.rules.game import Player
from companion.rules.lockdown import State
from vision.sightings import Kind

_COUNTED_BY = 1.0  # seconds after which rows of which not every card is to be seen are taken as they lie
_PLAYED_ON_BY = 3.0  # the same for rows that have more cards than the game knows: nobody looked on
_UNSEEN_FOR = 15.0  # seconds with things on the table after which people are told that their rows are not seen
_ONE_PLAY = 1  # so many cards more are taken at once, for they are soon played on with

Rows = Mapping[Player, Sequence[Thing]]


class SittingDown:
    """Watches the table until a row of cards lies before each player. shown: hands that were shown until then, for a
    game may be gone on with in the middle of a play."""

    def __init__(self) -> None:
        self.shown: list[Shown] = []
        self._showing: Showing | None = None  # what lies open now
        self._rows: list[tuple[Thing, ...]] = []
        self._since: float | None = None
        self._unseen_since: float | None = None  # infinite once rows were seen, or told of

    def look(self, things: Sequence[Thing], desk: Desk) -> Rows | None:
        """The row of each player, once the numbers of their cards tell whose it is; else it is asked."""
        self._follow_hands(things, desk)
        counts = [len(seat.mobile) for seat in desk.state.seats if seat.player not in desk.state.gone]
        backs = [thing for thing in things if thing.sighting.kind is Kind.BACK and not thing.covered]
        rows = rows_clockwise(backs, len(counts))
        sizes = [len(row) for row in rows]
        if len(rows) < len(counts) or min(sizes) < PAIR:
            self._since = None
            self._tell_unseen(sum(size >= PAIR for size in sizes), len(counts), desk)
            return None
        self._unseen_since = np.inf
        desk.settle("rows")
        self._rows, self._since = rows, desk.time if self._since is None else self._since
        inside, turned = _inside(desk.state), [(turn, counts[turn:] + counts[:turn]) for turn in range(len(rows))]
        owners = tuple(inside[turn] for turn, expected in turned if sizes == expected)
        if len(owners) == 1:
            return _turned(rows, inside, owners[0])
        more = [
            sum(max(0, size - known) for size, known in zip(sizes, expected, strict=True)) for _, expected in turned
        ]
        if not owners and min(more) <= _ONE_PLAY and desk.time - self._since >= _COUNTED_BY:
            owners = tuple(inside[turn] for turn, count in enumerate(more) if count == min(more))
        if not owners and desk.time - self._since >= _PLAYED_ON_BY:
            owners = inside
        if owners:
            choices = owners if len(owners) > 1 else inside
            desk.ask(Question("seats", "whose_hand", {}, choices, tuple(thing.number for thing in rows[0])))
        return None

    def _tell_unseen(self, seen: int, count: int, desk: Desk) -> None:
        """Says, once, that not all rows are seen: nothing is followed before they are."""
        if self._unseen_since is None and desk.table.things:
            self._unseen_since = desk.time
        if self._unseen_since is not None and desk.time - self._unseen_since >= _UNSEEN_FOR:
            self._unseen_since = np.inf
            desk.ask(Question("rows", "rows_unseen", {"seen": seen, "count": count}, (NOTHING,)))

    def _follow_hands(self, things: Sequence[Thing], desk: Desk) -> None:
        """Faces that are in no locked set, from the first of them until all are taken up. One alone is no hand."""
        locked = [card for player in _inside(desk.state) for card in locked_cards(desk.state, player)]
        faces = [t for t in things if t.sighting.kind is Kind.CARD and not t.covered]
        loose = [thing for thing in faces if card_of(thing) not in (*locked, *desk.state.away)]
        if loose:
            self._showing = self._showing or Showing(desk.time)
            self._showing.look(loose, (), desk.time)
        elif self._showing is not None:
            shown, self._showing = self._showing.shown, None
            self.shown += [shown] if len(shown.things) > 1 else []

    def told(self, question: Question, owner: Player, desk: Desk) -> Rows | None:
        """The same, once it was told whose the row is that was asked for; None where it lies otherwise by now. A row
        that was taken up meanwhile lies where it lay."""
        lying = {thing.number: thing for thing in desk.table.things}
        for place, row in enumerate(self._rows):
            if {thing.number for thing in row} & set(question.things):
                rows = [*self._rows[place:], *self._rows[:place]]
                now = [[lying[thing.number] for thing in row if thing.number in lying] or row for row in rows]
                return _turned(now, _inside(desk.state), owner)
        return None


def _inside(state: State) -> tuple[Player, ...]:
    return tuple(seat.player for seat in state.seats if seat.player not in state.gone)


def _turned(rows: Sequence[Sequence[Thing]], inside: Sequence[Player], first: Player) -> Rows:
    """The rows by their players, clockwise: the first one is that player's."""
    place = inside.index(first)
    return dict(zip((*inside[place:], *inside[:place]), rows, strict=True))
