"""The record of games: what was done and how it was ruled, never changed once written (docs/journal.md)."""

from companion.journal.entries import (
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
from companion.journal.play import Play, Step
from companion.journal.store import Journal

__all__ = [
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
    "write_whole",
]
