"""What the replay shows of each entry of the journal, in words: plain Python, no window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.journal import Entry, Evidence, Kind, Play
from companion.journal.clock import here
from companion.language import Language
from companion.rules.game import Finding, Game
from companion.sheet_wording import game_title
from companion.wording import Wording


@dataclass(frozen=True, slots=True)
class Told:
    """A line with the rule behind it."""

    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class Moment:
    """One place of the replay: the opening, or an entry with the game after it.

    stands: whether the entry was carried out and not refused. lines: what was broken, or what followed. state: how the
    table stood then. evidence: the pictures kept with the entry.
    """

    headline: str
    time: str
    stands: bool
    lines: tuple[Told, ...]
    state: tuple[Told, ...]
    evidence: tuple[Evidence, ...]


class Replay:
    """A game of the journal, entry by entry. A game that is not over shows no more than the table could see."""

    def __init__(self, play: Play, language: Language) -> None:
        """Replays the game from its journal; may be called by any thread. Raises JournalError."""
        self._game: Game = play.game
        self._opening, self._started = play.opening, play.record.started
        self._wording = Wording.of(play.game.NAME, language)
        self._language = language
        self._open = play.game.result(play.state).over
        with play.reopened() as own:
            self._places = tuple(own.replayed())
        self.title = game_title(play.game.NAME, language)

    def __len__(self) -> int:
        """How many moments there are: the opening, and one for each entry."""
        return len(self._places) + 1

    def moment(self, number: int) -> Moment:
        """The moment of that number; 0 is the opening. Raises IndexError."""
        if not 0 <= number < len(self):
            raise IndexError(number)
        if number == 0:
            return Moment(self._text("opening"), _clock(self._started), True, (), self._state(self._opening), ())
        then, entry = self._places[number - 1]
        return Moment(
            self._headline(entry),
            _clock(entry.at),
            entry.kind is not Kind.REFUSED,
            self._lines(then, entry),
            self._state(then.state),
            entry.evidence,
        )

    def counted(self, number: int) -> str:
        """Where that moment is in the game: ``12 / 40``."""
        return self._text("counted", number=number, count=len(self) - 1)

    def _headline(self, entry: Entry) -> str:
        """What the entry did. While the game goes on its line stays hidden: it may hold what one player alone knows."""
        hidden = self._text("hidden")
        line = self._did(entry.line) if self._open and entry.line else hidden
        key = "overruled" if entry.overruled is not None else entry.kind.value
        values = {"number": entry.number, "target": entry.target, "reason": entry.overruled}
        return self._text(f"did_{key}", line=line, **values)

    def _did(self, line: str) -> str:
        """An action in words; as it stands in the journal where another version wrote it."""
        try:
            return self._wording.did(self._game.parse_action(line))
        except ValueError:
            return line

    def _lines(self, then: Play, entry: Entry) -> tuple[Told, ...]:
        """What was said against an entry, and what followed; while the game goes on, as the table saw both."""
        findings = entry.findings if self._open else then.against(entry)
        broken = tuple(Told(self._wording.judged(finding), finding.rule) for finding in findings)
        if entry.kind is not Kind.ACTION:
            return broken
        return broken + self._said(then.steps[-1].consequences if self._open else then.followed())

    def _state(self, state: Any) -> tuple[Told, ...]:
        return self._said(self._game.describe(state, None))

    def _said(self, findings: Sequence[Finding]) -> tuple[Told, ...]:
        return tuple(Told(self._wording.said(finding), finding.rule) for finding in findings)

    def _text(self, key: str, **values: object) -> str:
        return self._language.text(f"app_replay.{key}", **values)


def _clock(at: str) -> str:
    """The time of day of a moment, as clocks here show it."""
    return f"{here(at):%H:%M:%S}"
