"""Locked sets of Lockdown that lie on the table and that the rules could not work out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.referee.lockdown.holdings import all_locked, new_sets
from companion.referee.naming import card_of
from companion.referee.things import Thing
from companion.rules.cards import Card
from companion.rules.game import Player
from companion.rules.lockdown import Lock, State
from vision.outlines import covered_share
from vision.sightings import FloatArray, Kind

_LIES = 1.5  # seconds for which a set lies there, at least: other cards only pass
_MOSTLY = 0.5  # share of a thing that lies where one of a set lay from which it is that one
_GONE_BY = 30.0  # seconds until the sets of a player who cleared are gone, at most


class LockedSets:
    """Watches what lies before the players. What was a set before tells nothing new: its owner may have cleared it, and
    it is still on its way."""

    def __init__(self) -> None:
        self._told: set[int] = set()
        self._locked: dict[Player, int] = {}  # how many sets each has
        self._cleared: dict[Player, float] = {}  # when somebody cleared whose old sets still lie there
        self._since: dict[Card, float] = {}
        self._there: dict[Player, tuple[FloatArray, ...]] = {}  # where things lay in the sets of each player last

    def left(self, things: Sequence[Thing], state: State) -> frozenset[int]:
        """Which things lay in the sets of those who are out, as they went, or lie where one did: they are on their way
        to the deck. Once nothing lies there any more, what comes there is another."""
        numbers: set[int] = set()
        for player in state.gone:
            before = self._there.get(player, ())
            lying = [t for t in things if any(covered_share(t.sighting.outline, one) > _MOSTLY for one in before)]
            self._there[player] = tuple(thing.sighting.outline for thing in lying)
            numbers.update(thing.number for thing in lying)
        return frozenset(numbers)

    def since(self, state: State, time: float) -> Mapping[Card, float]:
        """When each card that is known to lie locked by now (seconds) came to be known there."""
        self._since = {card: self._since.get(card, time) for card in all_locked(state)}
        return self._since

    def look(
        self, lying: Mapping[Player, Sequence[Thing]], state: State, time: float
    ) -> Iterator[tuple[Lock, Sequence[Thing]]]:
        """The sets that lie there anew at a time (seconds)."""
        self._clear(lying, state, time)
        for player, there in lying.items():
            self._there[player] = tuple(thing.sighting.outline for thing in there)
            for things in new_sets(player, there, state):
                lasting = time - max(thing.since for thing in things) >= _LIES
                known = player in self._cleared or all(thing.number in self._told for thing in things)
                if lasting and not known:
                    yield _lock_of(player, things), things
            unsaid = {thing.number for things in new_sets(player, there, state) for thing in things}
            self._told |= {thing.number for thing in there if thing.sighting.certain} - unsaid

    def _clear(self, lying: Mapping[Player, Sequence[Thing]], state: State, time: float) -> None:
        """Who has fewer sets than before cleared; cards of these may be read anew until none lies there any more."""
        for seat in state.seats:
            if len(seat.locked) < self._locked.get(seat.player, 0):
                self._cleared[seat.player] = time
            self._locked[seat.player] = len(seat.locked)
            if not lying.get(seat.player) or time - self._cleared.get(seat.player, time) > _GONE_BY:
                self._cleared.pop(seat.player, None)


def _lock_of(player: Player, things: Sequence[Thing]) -> Lock:
    faces = all(thing.sighting.kind is Kind.CARD for thing in things)
    return Lock(player, tuple(card_of(thing) for thing in things)) if faces else Lock(player)
