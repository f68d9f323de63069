"""A game of the journal under the referee's eye: what the camera saw done is kept with its picture before it counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.journal.entries import PASSING, Entry, Evidence, JournalError, Kind, Source
from companion.journal.play import Play
from companion.rules.game import Finding, Ruling

Picture = Callable[[tuple[int, ...]], bytes | None]
"""``picture(things)``: a JPEG of those things on the table as they are seen now, or None."""


def give_up(error: JournalError) -> None:
    """Waits for no journal that cannot be written. Raises the error."""
    raise error


class JournalLedger:
    """Keeps a `Play` up to date. play: the game after the last entry; whoever takes back or overrules sets it anew."""

    def __init__(
        self,
        play: Play,
        picture: Picture,
        wrote: Callable[[Play, Entry], None],
        wait: Callable[[JournalError], None] = give_up,
    ) -> None:
        """wrote: is told of every entry that was made. wait: is called while the disk is full or another program
        writes; it returns when it is to be tried again, or raises, and then what was seen is lost."""
        self.play = play
        self._picture, self._wrote, self._wait = picture, wrote, wait

    @property
    def state(self) -> Any:
        """The game as it stands."""
        return self.play.state

    def act(self, action: Any, things: tuple[int, ...]) -> tuple[Ruling, tuple[Finding, ...]]:
        """Rules on an action that the camera saw, and carries it out if it is legal. Raises JournalError."""
        content = self._picture(things) if things else None
        while (entry := self._written(action, content)) is None:
            pass
        self._wrote(self.play, entry)
        done = entry.kind is Kind.ACTION
        return entry.ruling or Ruling(()), self.play.steps[-1].consequences if done else ()

    def _written(self, action: Any, content: bytes | None) -> Entry | None:
        """The entry of an action; None where that has to be tried again."""
        try:
            evidence: tuple[Evidence, ...] = (self.play.journal.keep(content, ".jpg"),) if content else ()
            self.play, entry = self.play.act(action, Source.CAMERA, evidence)
        except JournalError as error:
            if error.fault not in PASSING:
                raise
            self._wait(error)
            return None
        return entry
