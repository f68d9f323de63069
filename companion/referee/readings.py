"""The reading of each game, by the game's name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.referee.desk import GameReading
from companion.referee.eleusis.reading import EleusisReading
from companion.referee.engines.reading import EnginesReading
from companion.referee.lock_the_entry.reading import LockTheEntryReading
from companion.referee.lockdown.reading import LockdownReading
from companion.referee.word_wars.reading import WordWarsReading
from companion.rules import eleusis, engines, lock_the_entry, lockdown, word_wars

READINGS: Mapping[str, Callable[[], GameReading]] = {
    lock_the_entry.NAME: LockTheEntryReading,
    word_wars.NAME: WordWarsReading,
    lockdown.NAME: LockdownReading,
    engines.NAME: EnginesReading,
    eleusis.NAME: EleusisReading,
}
