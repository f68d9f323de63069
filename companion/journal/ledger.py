"""A game of the journal under the referee's eye: what the camera saw done is kept with its picture before it counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.journal.entries import PASSING, Entry, Evidence, JournalError, Kind, Source
from companion.journal.play import Play, Unamended
from companion.rules.game import Finding, Ruling

Picture = Callable[[tuple[int, ...]], bytes | None]
"""``picture(things)``: a JPEG of those things on the table as they are seen now, or None."""
Writing = Callable[[Play, tuple[Evidence, ...]], Sequence[tuple[Play, Entry]]]
"""``written(play, evidence)``: entries written into the journal, each with the game after it; one at least."""


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
        return self._kept(things, lambda play, evidence: (play.act(action, Source.CAMERA, evidence),))

    def amend(self, action: Any, things: tuple[int, ...]) -> tuple[Ruling, tuple[Finding, ...]]:
        """Rules on an action in the place of the last one, as the camera saw only after it; an illegal one leaves the
        journal as it is. Raises JournalError (NOTHING_TO_AMEND where none stands)."""
        number = self.play.steps[-1].entry.number if self.play.steps else 0
        try:
            return self._kept(things, lambda play, evidence: play.amended(number, action, Source.CAMERA, evidence))
        except Unamended as error:
            return error.refused.ruling or Ruling(()), ()

    def _kept(self, things: tuple[int, ...], written: Writing) -> tuple[Ruling, tuple[Finding, ...]]:
        """The ruling of the last entry that is written with a picture of those things, and what it brought about."""
        content = self._picture(things) if things else None
        while (made := self._made(content, written)) is None:
            pass
        for play, entry in made:
            self.play = play
            self._wrote(play, entry)
        done = entry.kind is Kind.ACTION
        return entry.ruling or Ruling(()), self.play.steps[-1].consequences if done else ()

    def _made(self, content: bytes | None, written: Writing) -> Sequence[tuple[Play, Entry]] | None:
        """The entries that are written; None where that has to be tried again."""
        try:
            evidence: tuple[Evidence, ...] = (self.play.journal.keep(content, ".jpg"),) if content else ()
            return written(self.play, evidence)
        except JournalError as error:
            if error.fault not in PASSING:
                raise
            self._wait(error)
            return None
