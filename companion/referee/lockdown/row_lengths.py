"""How long the rows of held cards are. Of cards that overlap one may not be seen and another be seen twice; the ends of
their row are seen well, and a card that comes or goes moves them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.rules.game import Player

_NOISE = 0.07  # of a card's longer side: by how much the end of a row seems to stray
_A_CARD = 0.14  # the same, from which a card has come or gone
_STEADY = 0.45  # seconds for which a row has to be as long


class RowLengths:
    """Follows the rows of all players; lengths in longer sides of a card."""

    def __init__(self) -> None:
        self._now: dict[Player, tuple[float, float]] = {}  # the length, and since when
        self._steady: dict[Player, float] = {}
        self._marked: dict[Player, float] = {}
        self._before: dict[Player, float] = {}  # as they were marked the time before

    def look(self, lengths: Mapping[Player, float], time: float) -> None:
        """The rows as they lie at a time (seconds); those of which nothing is to be seen are left out."""
        for player, length in lengths.items():
            before, since = self._now.get(player, (length, time))
            if abs(length - before) > _NOISE:
                before, since = length, time
            self._now[player] = before, since
            if time - since >= _STEADY:
                self._steady[player] = length
        self._now = {player: now for player, now in self._now.items() if player in lengths}

    def mark(self) -> None:
        """Something is shown: rows that become longer now became so after it, and those that are shorter before it."""
        self._before, self._marked = self._marked, dict(self._steady)

    @property
    def grown(self) -> tuple[Player, ...]:
        """Whose rows have become longer since something was shown last."""
        return tuple(p for p, length in self._marked.items() if self._steady[p] - length >= _A_CARD)

    @property
    def shrunk(self) -> tuple[Player, ...]:
        """Whose rows have become shorter since something was shown the time before."""
        return tuple(p for p, length in self._before.items() if length - self._steady[p] >= _A_CARD)


def lasting(before: Mapping[Player, float], now: Iterable[Player], time: float) -> dict[Player, float]:
    """Since when (seconds) something holds of the players of whom it holds now."""
    return {player: before.get(player, time) for player in now}
