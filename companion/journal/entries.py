"""What a journal holds: games with their setup, and the entries of each in the order they were made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from companion.rules.game import Finding, Ruling, Setup


class JournalFault(StrEnum):
    """What is wrong with a journal, or with what was asked of it. The words stand in the language files."""

    FOLDER = "folder"
    NOT_A_JOURNAL = "not_a_journal"
    NEWER = "newer"
    NO_PERMISSION = "no_permission"
    FULL = "full"
    BUSY = "busy"
    FAILING = "failing"
    DAMAGED = "damaged"
    GONE = "gone"
    STALE = "stale"
    MISSING = "missing"
    NO_GAME = "no_game"
    UNPLAYABLE = "unplayable"
    NOTHING_TO_UNDO = "nothing_to_undo"
    NOTHING_TO_REDO = "nothing_to_redo"
    NOTHING_REFUSED = "nothing_refused"
    NOTHING_TO_AMEND = "nothing_to_amend"
    NO_REASON = "no_reason"
    IMPOSSIBLE = "impossible"


OF_THE_PLAYERS = (
    JournalFault.NOTHING_TO_UNDO,
    JournalFault.NOTHING_TO_REDO,
    JournalFault.NOTHING_REFUSED,
    JournalFault.NOTHING_TO_AMEND,
    JournalFault.NO_REASON,
    JournalFault.IMPOSSIBLE,
)
"""Faults of what was asked, not of the journal: people can go on."""
PASSING = (JournalFault.FULL, JournalFault.BUSY)
"""Faults that may be over in a while: the same can be tried again."""


class JournalError(Exception):
    """A journal that cannot be opened, read or written, or an entry that cannot be made. Nothing was written.

    number: of the game or entry that the fault is about, if it is about one.
    """

    def __init__(self, path: Path, fault: JournalFault, number: int = 0) -> None:
        super().__init__(f"{path}: {fault}")
        self.path = path
        self.fault = fault
        self.number = number


class Kind(StrEnum):
    """What an entry does: an action that was carried out, one that was refused, one undone, or one done again."""

    ACTION = "action"
    REFUSED = "refused"
    UNDO = "undo"
    REDO = "redo"


class Source(StrEnum):
    """Who or what gave an action."""

    CAMERA = "camera"
    TAP = "tap"
    TYPED = "typed"


@dataclass(frozen=True, slots=True)
class Evidence:
    """A picture kept beside the journal: the name of its file there, and the SHA-256 of its content."""

    file: str
    sha256: str


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game of a journal.

    number: counts from 1. name: of the rules. started: UTC. app: the version of the companion that began it. words: the
    file of words of one's own that it is played with, else empty.
    """

    number: int
    name: str
    started: str
    app: str
    words: str
    setup: Setup


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a game, never changed once it is written.

    number: counts from 1 in each game. at: UTC. line: the action as written. overruled: the reason for which the
    players let an illegal action stand. target: the entry that is undone or done again, or the refused one overruled.
    """

    number: int
    at: str
    kind: Kind
    line: str | None = None
    source: Source | None = None
    ruling: Ruling | None = None
    overruled: str | None = None
    target: int | None = None
    evidence: tuple[Evidence, ...] = ()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What the ruling found broken."""
        return self.ruling.broken if self.ruling else ()


def setup_as_json(setup: Setup) -> dict[str, Any]:
    """A setup as a JSON object."""
    return {
        "players": list(setup.players),
        "options": dict(setup.options),
        "seed": setup.seed,
        "deal": {pile: list(things) for pile, things in setup.deal.items()},
    }


def setup_from_json(told: Mapping[str, Any]) -> Setup:
    """The setup that `setup_as_json` wrote."""
    deal = {pile: tuple(things) for pile, things in told["deal"].items()}
    return Setup(tuple(told["players"]), dict(told["options"]), told["seed"], deal)


def ruling_as_json(ruling: Ruling) -> dict[str, Any]:
    """A ruling as a JSON object; cards as they are written."""
    return {
        "basis": list(ruling.basis),
        "broken": [finding.as_json() for finding in ruling.broken],
        "undecided": [finding.as_json() for finding in ruling.undecided],
    }


def ruling_from_json(told: Mapping[str, Any]) -> Ruling:
    """The ruling that `ruling_as_json` wrote; cards stay written."""
    broken, undecided = (
        tuple(Finding(finding["rule"], finding["reason"], finding["data"]) for finding in told[name])
        for name in ("broken", "undecided")
    )
    return Ruling(tuple(told["basis"]), broken, undecided)
