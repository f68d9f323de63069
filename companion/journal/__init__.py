"""The record of games: what was done and how it was ruled, never changed once written (docs/journal.md)."""

from companion.journal.entries import (
    OF_THE_PLAYERS,
    PASSING,
    Entry,
    Evidence,
    GameRecord,
    JournalError,
    JournalFault,
    Kind,
    Source,
)
from companion.journal.files import write_whole
from companion.journal.ledger import JournalLedger
from companion.journal.opening import Recovery
from companion.journal.play import Play, Step, Unamended
from companion.journal.store import Journal
from companion.journal.stream import Stream, StreamError, StreamFault, play_again, read_stream

__all__ = [
    "OF_THE_PLAYERS",
    "PASSING",
    "Entry",
    "Evidence",
    "GameRecord",
    "Journal",
    "JournalError",
    "JournalFault",
    "JournalLedger",
    "Kind",
    "Play",
    "Recovery",
    "Source",
    "Step",
    "Stream",
    "StreamError",
    "StreamFault",
    "Unamended",
    "play_again",
    "read_stream",
    "write_whole",
]
