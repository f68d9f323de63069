"""A hand of Lockdown that was shown and may be of several: its row tells whose it is, once it lies there again."""

from __future__ import annotations

from dataclasses import dataclass

from companion.referee.lockdown import holdings
from companion.referee.lockdown.rows import HeldRows
from companion.referee.lockdown.shown import Shown
from companion.rules.game import Player
from companion.rules.lockdown import State

_LAID_BACK_BY = 5.0  # seconds from the last sight of a hand until it lies in its row again


@dataclass
class UnclearHand:
    """The last such hand, as long as it may be the one that is laid back."""

    _shown: Shown | None = None
    _seen: float = 0.0

    def keep(self, shown: Shown, time: float) -> None:
        """This one was taken up at a time (seconds)."""
        self._shown, self._seen = shown, time

    def laid_back(self, player: Player, rows: HeldRows, time: float) -> Shown | None:
        """The hand, which nobody looks for any more, if as many cards as it has lie in a row now."""
        shown, self._shown = self._fresh(time), None
        return shown if shown is not None and len(shown.things) == rows.count(player) else None

    def given(self, player: Player, rows: HeldRows, state: State, time: float) -> Shown | None:
        """The hand, if it is that of a player whose row became longer: it has a card more, and another row is shorter
        whose player may have given it."""
        shown = self._fresh(time)
        if shown is None:
            return None
        names, hand = shown.names, holdings.hand_of(state, player)
        holders = holdings.holders_of(state, holdings.newcomer(state, player, names))
        gave = len(names) > len(hand) and any(rows.more(other) == -1 for other in holders)
        if not gave or holdings.fit(state, player, names) is None:
            return None
        self._shown = None
        return shown

    def _fresh(self, time: float) -> Shown | None:
        return self._shown if time - self._seen <= _LAID_BACK_BY else None
