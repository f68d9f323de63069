"""The reading of each game, by the game's name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.referee.desk import GameReading
from companion.referee.lock_the_entry import LockTheEntryReading
from companion.rules import lock_the_entry

READINGS: Mapping[str, Callable[[], GameReading]] = {lock_the_entry.NAME: LockTheEntryReading}
