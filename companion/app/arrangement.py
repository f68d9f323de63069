"""How a game of the journal is watched and shown here: kept beside the journal, a small JSON file for each game.

It is a convenience: a file that is missing, damaged or of another game is as none, and is written anew.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from companion.app.theme import COLOURS
from companion.journal import GameRecord, write_whole
from vision.outlines import spans

Corner = tuple[float, float]

_MOST_BYTES = 100_000  # of a file that can be one of ours


@dataclass(frozen=True, slots=True)
class Arrangement:
    """source: what watches the game, as people name it, empty for nothing. table: the corners of the table as shares
    (0..1) of the picture's width and height, none for the whole picture. colours: of the players by seat, each its
    place in `Theme.lines`. place: to which picture a film or photos had been ruled on, by its number. Raises
    ValueError for what cannot be.
    """

    source: str = ""
    table: tuple[Corner, ...] = ()
    colours: tuple[int, ...] = ()
    place: int = 0

    def __post_init__(self) -> None:
        fitting = set(self.colours) <= set(range(COLOURS)) and len(set(self.colours)) == len(self.colours)
        fitting = fitting and (not self.table or spans(self.table)) and self.place >= 0
        if not (isinstance(self.source, str) and fitting):
            raise ValueError("arrangement")


def load(journal: Path, record: GameRecord) -> Arrangement | None:
    """What is kept of a game of the journal; None where nothing sound is."""
    try:
        with _path(journal, record).open("rb") as file:
            told = json.loads(os.fsdecode(file.read(_MOST_BYTES)))
        return _parsed(told) if told["started"] == record.started else None
    except (OSError, ValueError, TypeError, LookupError, RecursionError):
        return None


def save(arrangement: Arrangement, journal: Path, record: GameRecord) -> None:
    """Keeps it, in place of what was kept of that game. Raises OSError."""
    path = _path(journal, record)
    path.parent.mkdir(parents=True, exist_ok=True)
    told = {"started": record.started, **asdict(arrangement)}
    write_whole(path, os.fsencode(json.dumps(told, ensure_ascii=False) + "\n"))


def _parsed(told: dict[str, Any]) -> Arrangement:
    """Raises ValueError, TypeError and LookupError."""
    table = tuple((float(across), float(down)) for across, down in told["table"])
    return Arrangement(told["source"], table, tuple(map(int, told["colours"])), int(told.get("place", 0)))


def _path(journal: Path, record: GameRecord) -> Path:
    return journal.with_name(f"{journal.name}-tables") / f"{record.number}.json"
