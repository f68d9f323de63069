"""How many cards lie in the row before each player of Lockdown, and of which rows that is not what is seen of them.

A card that is missed for a moment looks like one that left, one that is seen twice like one that came: what counts has
to last. What is told (a card that came, a hand that was shown, cards that were paid) is known here at once, though the
players have still to set their rows straight.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from companion.referee.lockdown.holdings import hand_of
from companion.referee.lockdown.laid_out import LaidOut
from companion.referee.lockdown.row_lengths import RowLengths, lasting
from companion.referee.things import Thing
from companion.rules.game import Player
from companion.rules.lockdown import State

_LAID_DOWN_BY = 1.0  # seconds from the last sight of a card that was shown until its row lies there, at least
_LAID_BETWEEN_BY = 1.5  # the same, where that row is no longer than before, and only its cards are more
_BRUSHED_BY = 2.5  # the same, where a row looks but a little otherwise
ONE_MOVE = 8.0  # seconds from the moment in which a card leaves a row until it lies in another, at most
_LIFTED_FOR = 0.3  # seconds from the moment in which a card leaves a row until it lies open, at most
_STEADY = 0.45  # seconds for which something has to be seen
_JUST_NOW = 2.0  # seconds from the last sight of a row until its cards lie open, at most
_TOUCHED = 0.2  # cards: so much of a row looks otherwise once somebody laid a card there, or took one
_BRUSHED = 0.06  # the same of one whose cards are hardly brighter or darker than the table
_HARDLY = 0.03  # the same of a row that is longer
_A_CARD = 0.5  # the same that no nudge does
REACHED = 2  # rows that a hand changes at once, at most
_AT_ONCE = 0.5  # seconds between what is seen of a row and what is read in it
_HEAPED_FOR = 1.0  # seconds from when all rows have gone until hands are known to be shuffled
_DEALT_BY = 3.0  # seconds from when a row is dealt anew until it is seen that another one was in the heap, at most


class HeldRows:
    """Follows the rows of all players.

    missing: of whose rows nothing is to be seen; lengths: how long they are; heap: whether more backs lay elsewhere
    when all rows were gone for the last time.
    """

    def __init__(self) -> None:
        self.missing: tuple[Player, ...] = ()
        self.lengths = RowLengths()
        self.heap = False
        self._touched: dict[Player, float] = {}  # when a row came to look otherwise for the last time
        self._hardly: dict[Player, float] = {}  # the same of one that did so hardly, as where backs look like the table
        self._grown: dict[Player, float] = {}  # since when a row is longer than before
        self._brushed: dict[Player, float] = {}  # the same of one that did so a little
        self._lying: dict[Player, int] = {}
        self._seen: Mapping[Player, int] = {}
        self._time = 0.0
        self._short: dict[Player, float] = {}  # since when fewer cards are to be seen of a row than lie there
        self._longer: dict[Player, float] = {}  # since when one card more is to be seen
        self._was_longer: dict[Player, float] = {}  # when one card more was to be seen for a while for the last time
        self._right: dict[Player, float] = {}  # when as many cards were to be seen as lie there for the last time
        self._whole: dict[Player, int] = {}  # how many these were
        self._anew: set[Player] = set()  # whose row is laid out anew: its cards may hide each other
        self._lifted: dict[Player, float] = {}  # when the only card, of which nothing was told yet, was taken up
        self._collected: set[Player] = set()  # whose rows have been gone since several are
        self._heaped: float | None = None  # since when all rows are
        self._missed = -np.inf  # when a row was gone for the last time
        self._beside = 0  # how many backs lie elsewhere while no row is gone

    def sit(self, rows: Mapping[Player, Sequence[Thing]], state: State) -> None:
        """It is known whose each row is. Some cards of a row may not be to be seen."""
        self._lying = {player: len(hand_of(state, player)) for player in rows}
        self._short = {player: -np.inf for player, row in rows.items() if len(row) < self._lying[player]}

    def look(self, seen: LaidOut, time: float) -> None:
        """What is to be seen at a time (seconds), with the table at rest."""
        self._seen, self._time = seen.hands, time
        self._lying = {player: count for player, count in self._lying.items() if player in seen.hands}
        right = {player: count for player, count in self._lying.items() if seen.hands[player] == count}
        self._right |= dict.fromkeys(right, time)
        self._whole |= right
        self._short = lasting(self._short, (p for p, count in self._lying.items() if seen.hands[p] < count), time)
        came = {player: time for player, since in self._longer.items() if time - since >= _STEADY} | self._lifted
        gone = {p: when for p, when in came.items() if self._lying.get(p) == 0 and not seen.hands[p]}
        self._lifted = {p: when for p, when in gone.items() if seen.loose or time - when < _LIFTED_FOR}
        self._was_longer |= {p: time for p, since in self._longer.items() if time - since >= _STEADY}
        self._longer = lasting(self._longer, (p for p, n in self._lying.items() if seen.hands[p] == n + 1), time)
        self.missing = tuple(player for player, count in self._lying.items() if count and not seen.hands[player])
        empty = (player for player, count in self._lying.items() if not count and not seen.hands[player])
        self.lengths.look({**seen.lengths, **dict.fromkeys(empty, 0.0)}, time)
        self._grown = lasting(self._grown, self.lengths.grown, time)
        self._beside = self._beside if self.missing else seen.beside
        if not seen.loose:
            self._collect(seen)

    def _collect(self, seen: LaidOut) -> None:
        """Whether the hands are put together. An arm may lie over the last row until the first is dealt anew: of two
        hands that lies over one of them for as long as the heap is there, and shows that one gone after the other was
        dealt. Where only one player holds cards, these are shuffled once they lie elsewhere."""
        held = sum(count > 0 for count in self._lying.values())
        self._missed = self._time if self.missing else self._missed
        if not self.missing and not (self.heap and self._time - self._missed < _DEALT_BY):
            self._collected, self._heaped = set(), None
        if self._heaped == np.inf:
            return
        several = len(self.missing) > 1 or (held <= 2 and bool(self.missing))
        elsewhere = seen.beside > self._beside
        if held == 1 and not elsewhere and not self.heaped:
            self._collected, self._heaped = set(), None
        if several:
            self.heap = elsewhere or (self.heap and bool(self._collected))
        if several or self._collected:
            self._collected |= set(self.missing)
        gone = len(self.missing) == held or (self.heap and len(self._collected) == held)
        if self._heaped is None and gone and (held > 1 or self.heap):
            self._heaped = self._time

    @property
    def players(self) -> tuple[Player, ...]:
        """Before whom a row may lie."""
        return tuple(self._lying)

    @property
    def away(self) -> tuple[Player, ...]:
        """Of whose rows nothing is to be seen while cards lie open, be it of one that nothing was told of yet."""
        return (*self.missing, *self._lifted)

    @property
    def heaped(self) -> bool:
        """Whether all rows are gone at once, and for a while: the hands are being shuffled."""
        return self._heaped is not None and self._time - self._heaped >= _HEAPED_FOR

    @property
    def straight(self) -> bool:
        """Whether of every row as many cards are seen as lie there."""
        return self._seen == self._lying

    def mixed(self) -> None:
        """What became of the hands that are put together is told, or asked: they are not, until all rows lie there."""
        self.heap, self._heaped = False, np.inf

    def touch(self, altered: Mapping[Player, float], time: float) -> None:
        """So much of each row (in cards) has just come to look otherwise. Several at once, all a little: that was a
        nudge of the table."""
        self._hardly |= {player: time for player, cards in altered.items() if cards >= _HARDLY}
        brushed = [player for player, cards in altered.items() if cards >= _BRUSHED]
        if len(brushed) <= REACHED or max(altered.values()) >= _A_CARD:
            self._brushed |= dict.fromkeys(brushed, time)
            self._touched |= {player: time for player in brushed if altered[player] >= _TOUCHED}

    def touched(self, since: float, faintly: bool = False) -> tuple[Player, ...]:
        """Whose rows came to look otherwise after a time (seconds); faintly: also those that did so a little."""
        last = self._brushed if faintly else self._touched
        return tuple(player for player in self._lying if last.get(player, -np.inf) > since)

    def taker(self, gained: Sequence[Player], since: float, waited: float) -> Player | None:
        """In whose row a card lies that lay open until a time and was taken up so many seconds ago: whose became
        longer, or, where the ends of no row moved, in whose row one card more is seen. gained: the latter, for a while.
        Not where another one was longer before that one looked otherwise: it may lie there."""
        touched, faintly = self.touched(since), self.touched(since, faintly=True)
        if not touched and waited >= _BRUSHED_BY:
            touched = faintly or tuple(p for p in self.lengths.grown if self._hardly.get(p, -np.inf) > since)
        grown = [player for player in self.lengths.grown if player in touched]
        counted = gained if len(touched) <= REACHED else ()  # after a nudge cards seem to be more or fewer
        likely = [player for player in grown or counted if player in gained and player in touched]
        targets = next((players for players in (touched, grown) if len(players) == 1), likely)
        between = _LAID_BETWEEN_BY if len(faintly) == 1 else _BRUSHED_BY  # an arm may have passed over one row
        told = len(targets) == 1 and waited >= (_LAID_DOWN_BY if grown else between)
        return targets[0] if told and not self._longer_before(targets[0]) else None

    def _longer_before(self, player: Player) -> bool:
        """Whether another row was longer than before a while before this one looked otherwise."""
        reached = self._brushed.get(player, -np.inf)
        return any(since < reached for other, since in self._grown.items() if other != player)

    @property
    def unchanged(self) -> tuple[Player, ...]:
        """Of whose rows just as many cards are seen as lie there, and which are not longer than before."""
        grown = self.lengths.grown
        return tuple(p for p, count in self._lying.items() if self._seen.get(p) == count and p not in grown)

    def count(self, player: Player) -> int:
        """How many cards lie in a row."""
        return self._lying[player]

    def seen(self, player: Player) -> int:
        """How many cards were seen of a row last."""
        return self._seen[player]

    def more(self, player: Player) -> int:
        """How many cards more are seen of a row than lie there; negative where they are fewer."""
        return self._seen[player] - self._lying[player]

    @property
    def longer(self) -> tuple[Player, ...]:
        """Of whose rows a card more was seen than lies there, for a while and until just now."""
        return tuple(player for player, seen in self._was_longer.items() if self._time - seen < _JUST_NOW)

    def reached(self, player: Player) -> bool:
        """Whether a row came to look otherwise, be it hardly, after as many cards were seen of it as lie there: else
        one that is missing is only not seen."""
        return self._hardly.get(player, -np.inf) > self._right.get(player, -np.inf) - _AT_ONCE

    def is_whole(self, player: Player) -> bool:
        """Whether once as many cards were seen of a row as lie there now, by what was told."""
        return self._whole.get(player) == self._lying[player]

    def fewer(self, count: int) -> tuple[Player, ...]:
        """Of whose rows so many cards are seen to be missing."""
        return tuple(player for player in self._lying if player in self._seen and self.more(player) == -count)

    def lost(self) -> tuple[Player, ...]:
        """Of whose rows a card is missing, and not for so long that it cannot be the one that came to another."""
        return tuple(p for p in self.fewer(1) if self._time - self._short.get(p, self._time) < ONE_MOVE)

    @property
    def opened(self) -> tuple[Player, ...]:
        """Of whose rows a card is missing that were not whole for long and reached into just now: it may have left."""
        touched = self.touched(self._time - ONE_MOVE)
        return tuple(player for player in self.fewer(1) if player in touched and player in self.short(ONE_MOVE))

    def short(self, seconds: float = _STEADY) -> tuple[Player, ...]:
        """Of whose rows fewer cards have been seen than lie there for so long."""
        return tuple(player for player, short in self._short.items() if self._time - short >= seconds)

    def shortened_by(self, time: float) -> tuple[Player, ...]:
        """Of whose rows fewer cards have been seen than lie there since that time, or for as long before as one move
        takes: where that has been so for longer, cards of it are just not seen."""
        return tuple(player for player, since in self._short.items() if time - ONE_MOVE <= since <= time)

    def changed(self, state: State, moving: bool) -> tuple[list[Player], list[Player]]:
        """Whose rows became longer and shorter by a card, beyond what the players still have to set straight. moving:
        whether a card came that the state does not know yet; else what is seen as the state knows it is so."""
        gained = []
        for player in self._lying:
            if self._seen[player] == len(hand_of(state, player)) and not moving:
                self.lay(player, self._seen[player])
            elif player not in self._anew and self._has_gained(player):
                gained.append(player)
        return gained, [player for player in self.lost() if player not in self._anew]

    def _has_gained(self, player: Player) -> bool:
        """Whether a card more has been to be seen of a row for a while, which came to look otherwise after as many were
        as lie there: somebody may have laid one there. Else one is seen twice."""
        reached = self._brushed.get(player, -np.inf) > self._right.get(player, -np.inf) - _AT_ONCE
        return reached and self._time - self._longer.get(player, self._time) >= _STEADY

    def came(self, target: Player, source: Player | None, count: int = 1) -> None:
        """So many cards came to a row; source: whose row is as much shorter. Negative: they did not."""
        self._lying[target] += count
        self.went(source, count)

    def went(self, source: Player | None, count: int = 1) -> None:
        """So many cards that came to another row were of this one; None: of none."""
        if source is not None:
            self._lying[source] -= count

    def lay(self, player: Player, count: int) -> None:
        """So many cards lie in a row, as they are seen or shown."""
        self._lying[player] = count
        if self._seen.get(player) == count:
            self._whole[player] = count
        self._anew.discard(player)

    def keep(self, player: Player, count: int) -> None:
        """So many cards lie in a row, where that is not known better."""
        self._lying.setdefault(player, count)

    def pay(self, player: Player, count: int) -> None:
        """So many cards of a row were paid: the old row goes, a new one comes, and its cards may hide each other."""
        self._lying[player] -= count
        self._anew.add(player)
