"""A game behind the screen: one thread takes frames, one reads, rules and writes; the screen never waits for either.

The journal, the eye and the referee belong to the second thread alone. The screen asks for the newest `Snapshot` on its
clock and puts what was tapped into a queue. Whatever goes wrong becomes a sentence in the snapshot, and the game goes
on. No Kivy, so it is tested without a window.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Self

from companion.beginning import no_words
from companion.journal import Entry, JournalError, JournalLedger, Kind, Play, Recovery, Unamended
from companion.journal import Source as Origin
from companion.language import Language
from companion.lexicon import LexiconError
from companion.referee.desk import Asked, Noted, Outcome, Question, Referee, Settled
from companion.referee.lessons import Lessons
from companion.referee.readings import READINGS
from companion.referee.sight import Sight
from companion.referee.table import Table
from companion.referee.things import Thing
from companion.rules.eleusis.secret import RuleError
from companion.rules.game import Finding, Game
from companion.wording import Wording
from vision.backs import BackError
from vision.corrections import Corrections
from vision.eye import Eye, PictureReader
from vision.frames import Capture, Frame, Source, SourceError, State
from vision.motion import View
from vision.network import WeightsError
from vision.photo import PhotoError, Picture

_PATIENCE = 0.05  # seconds to wait for a frame before what was tapped is looked at
_PAUSE = 1.0  # seconds after a failed look until the next one
_GOODBYE = 5.0  # seconds to wait for the thread

Sentence = Callable[[Language], str]
"""A sentence that waits for its language."""


@dataclass(frozen=True, slots=True, eq=False)
class News:
    """A line of the feed: an entry, the action it is about, and what that brought about; or a remark of the referee.

    action: as the table saw it; None where there is none, or where it is not known what may be shown of it. findings:
    what followed as the table saw it, or of what was refused, what was said against it.
    """

    entry: Entry | None
    action: Any
    findings: tuple[Finding, ...]

    @classmethod
    def of(cls, play: Play, entry: Entry) -> Self:
        """An entry for the feed; play: the game after it."""
        match entry.kind:
            case Kind.ACTION | Kind.REDO:
                return cls(entry, play.seen(play.steps[-1].entry), play.followed())
            case Kind.UNDO:
                return cls(entry, play.seen(play.undone[-1].entry), ())
            case Kind.REFUSED:
                return cls(entry, play.seen(entry), play.against(entry))
        return cls(entry, play.seen(entry), ())


@dataclass(frozen=True, slots=True, eq=False)
class Posed:
    """A question that stands, with the picture (BGR) of what it is about as it was when it was put."""

    question: Question
    crop: Picture | None


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """All that a screen shows of a game at one moment.

    play: None until the game is open. news: newest last. things: what lies on the table. frame: the newest picture
    (BGR). source: how it stands, None in a game without one. troubles: what is wrong now.
    """

    play: Play | None = None
    news: tuple[News, ...] = ()
    questions: tuple[Posed, ...] = ()
    things: tuple[Thing, ...] = ()
    frame: Frame | None = None
    source: State | None = None
    troubles: tuple[Sentence, ...] = ()


class Watch:
    """Plays one game until it is closed. looking: whether a picture is being looked at just now."""

    def __init__(
        self,
        begin: Callable[[], Play],
        source: Callable[[], Source] | None = None,
        reader: Callable[[], PictureReader] | None = None,
        said: Callable[[], Sequence[tuple[float, str]]] = tuple,
        table: Sequence[tuple[float, float]] = (),
        kept: Corrections | None = None,
        since: int = 0,
        reached: Callable[[Play, int], None] = lambda play, number: None,
    ) -> None:
        """begin: opens the journal and the game. source, reader: open what is watched and what reads it; None for a
        game that is only told. said: looks up what is known to be told at which time of the source (seconds), as a line
        of an action. All four are called in the thread of the watch, and may take their time or raise. table: its
        corners, as `Eye` takes them. kept: where what answers teach is kept. since: the number of the picture from
        which on a film or photos are played, where those before have been ruled on. reached: is called in the thread of
        the watch after each entry, with the game and the number of the newest picture that was looked at."""
        self._begin, self._open_source, self._open_reader = begin, source, reader
        self._corners, self._kept, self._since, self._reached = table, kept, since, reached
        self._find_said, self._said = said, deque[tuple[float, str]]()
        self._place: int | None = None  # the number of the newest picture that was looked at
        self._asked: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._stopping = threading.Event()
        self._first: Callable[[], None] = lambda: None
        self._thread = threading.Thread(target=self._run, name="watch", daemon=True)
        self._shared = threading.Lock()
        self._snapshot, self._changed = Snapshot(), True
        self._capture: Capture | None = None
        self._ledger: JournalLedger | None = None
        self._referee: Referee | None = None
        self._sight: Sight | None = None
        self._state: State | None = None
        self._name = ""
        self._news: list[News] = []
        self._crops: dict[str, Picture | None] = {}
        self._troubles: dict[str, Sentence] = {}
        self._rests_until = 0.0
        self.looking = False

    def start(self, first: Callable[[], None] = lambda: None) -> None:
        """Begins in the background, once `first` is done there: nobody else may use a camera meanwhile."""
        self._first = first
        self._thread.start()

    def close(self, wait: bool = False) -> None:
        """Ends it after what it is doing; every entry is on the disk by then. wait: until it has ended."""
        self._stopping.set()
        self._asked.put(lambda: None)
        if wait and self._thread.is_alive():
            self._thread.join(_GOODBYE)

    def newest(self) -> Snapshot | None:
        """How it stands, None where nothing is new since the last call; never waits."""
        capture = self._capture
        frame = capture.latest if capture is not None else None
        with self._shared:
            if not self._changed and frame is self._snapshot.frame:
                return None
            self._snapshot, self._changed = replace(self._snapshot, frame=frame), False
            return self._snapshot

    def tell(self, line: str) -> None:
        """Somebody did this; line: as the game's `parse_action` reads it."""
        self._ask(partial(self._tell, line))

    def answer(self, question: Question, choice: str) -> None:
        """An answer to a question; nothing where that does not stand any more, though another may have its key."""
        self._ask(partial(self._answer, question, choice))

    def undo(self) -> None:
        """Takes the last action back."""
        self._ask(lambda: self._correct(lambda play: [play.undo()]))

    def redo(self) -> None:
        """Does again what was taken back last."""
        self._ask(lambda: self._correct(lambda play: [play.redo()]))

    def overrule(self, reason: str) -> None:
        """Lets the action that was just refused stand."""
        self._ask(lambda: self._correct(lambda play: [play.overrule(reason)]))

    def amend(self, number: int, line: str) -> None:
        """Puts another action in the place of the one of that entry; line: as the game's `parse_action` reads it."""
        self._ask(lambda: self._correct(lambda play: play.amended(number, _action(play.game, line), Origin.TAP)))

    def _ask(self, work: Callable[[], None]) -> None:
        self._asked.put(partial(self._guarded, "asked", work))

    def _run(self) -> None:
        try:
            self._first()
            self._guarded("game", self._open_game)
            if self._ledger is not None:
                self._guarded("source", self._open_eyes)
                while not self._stopping.is_set():
                    self._guarded("source", self._turn)
        finally:
            if self._capture is not None:
                self._capture.close()
            if self._ledger is not None:
                self._ledger.play.journal.close()

    def _open_game(self) -> None:
        play = self._begin()
        self._news = [News.of(then, entry) for then, entry in play.replayed()]
        if (recovery := play.journal.recovered) is not None:
            self._troubles["journal"] = partial(_recovered, play.journal.path, recovery)
        self._ledger = JournalLedger(play, self._jpeg, self._wrote, self._wait)
        self._publish()

    def _open_eyes(self) -> None:
        """The camera first, for it is seen at once; the reader takes longer."""
        if self._open_source is None or self._ledger is None:
            return
        self._said.extend(self._find_said())
        source = self._open_source()
        self._name, self._state, self._capture = source.name, State.OPENING, Capture(source, since=self._since)
        self._capture.start()
        self._publish()
        if self._open_reader is not None:
            self._guarded("reader", partial(self._open_sight, self._open_reader, self._ledger))

    def _open_sight(self, opened: Callable[[], PictureReader], ledger: JournalLedger) -> None:
        lying, reader = Table(), opened()
        self._sight = Sight(Eye(reader, table=self._corners), lying)
        lessons = None if self._kept is None else Lessons(self._sight, reader, self._kept, self._unlearnt)
        self._referee = Referee(ledger, READINGS[ledger.play.game.NAME](), lying, lessons)

    def _turn(self) -> None:
        """What was tapped, then the newest frame."""
        if self._capture is None or self._state is State.ENDED:
            self._asked.get()()
            return
        frame = self._next_frame(self._capture)
        while not self._asked.empty():
            self._asked.get()()
        if frame is not None and time.monotonic() >= self._rests_until:
            self.looking = True
            self._guarded("seen", partial(self._look, frame))
            self.looking = False
        if frame is None or self._state is not State.LIVE:
            self._follow(self._capture)

    def _next_frame(self, capture: Capture) -> Frame | None:
        try:
            return capture.wait(_PATIENCE)
        except Exception:
            self._state = State.ENDED  # its thread broke: there will be no other
            raise

    def _follow(self, capture: Capture) -> None:
        """How the source stands. Raises SourceError where it ended before its time."""
        status = capture.status
        if status.state is self._state:
            return
        self._state = status.state
        if status.state is State.LOST:
            self._troubles["source"] = lambda language: language.text("frames.state_lost")
        else:
            self._troubles.pop("source", None)
        self._publish()
        if status.state is State.ENDED and status.fault is not None:
            raise SourceError(self._name, status.fault)

    def _look(self, frame: Frame) -> None:
        if self._sight is None or self._referee is None:
            return
        known = self._place is None and self._since > 0
        self._place = frame.number
        while self._said and self._said[0][0] <= frame.time:
            line = self._said.popleft()[1]
            if not known:  # it was told when that picture was looked at
                self._guarded("asked", partial(self._tell, line))
        look = self._sight.look(frame)
        self._tell_view(look.view)
        self._rests_until = time.monotonic() + _PAUSE  # stands where the look fails
        outcomes = self._referee.look(look, frame.time)
        self._rests_until = 0.0
        if outcomes or look.reading is not None or look.shift is not None or "seen" in self._troubles:
            self._troubles.pop("seen", None)
            self._take(outcomes)

    def _tell(self, line: str) -> None:
        if self._ledger is not None:
            action = _action(self._ledger.play.game, line)
            write = partial(self._correct, lambda play: [play.act(action, Origin.TAP)])
            if self._referee is None:
                write()
            else:
                self._take(self._referee.tell(action, write))

    def _answer(self, question: Question, choice: str) -> None:
        if self._referee is not None and question in self._referee.questions:
            self._troubles.pop("kept", None)
            self._take(self._referee.answer(question.key, choice))

    def _unlearnt(self, kept: Corrections, error: OSError) -> None:
        """What an answer teaches could not be kept: the game goes on, and it is told until one can."""
        self._troubles["kept"] = lambda language: language.text(
            "correct.not_kept", path=kept.folder, reason=language.reason(error)
        )

    def _correct(self, change: Callable[[Play], Iterable[tuple[Play, Entry]]]) -> None:
        """Something is written that no camera saw."""
        if self._ledger is None:
            return
        for play, entry in change(self._ledger.play):
            self._ledger.play = play
            self._wrote(play, entry)
        if self._referee is not None:
            self._take(self._referee.corrected())

    def _tell_view(self, view: View) -> None:
        """Says that the table is not to be seen, until it is again."""
        if view is View.UNSURE or (view is View.CLEAR and "view" not in self._troubles):
            return
        if view is View.CLEAR:
            del self._troubles["view"]
        else:
            self._troubles["view"] = lambda language: language.text(f"frames.view_{view}")
        self._publish()

    def _wait(self, error: JournalError) -> None:
        """What the camera saw waits for a journal that cannot be written just now. Raises the error when it is left."""
        self._troubles["seen"] = sentence(error)
        self._publish()
        if self._stopping.wait(_PAUSE):
            raise error

    def _wrote(self, play: Play, entry: Entry) -> None:
        self._news.append(News.of(play, entry))
        if self._place is not None:
            self._reached(play, self._place)

    def _jpeg(self, things: tuple[int, ...]) -> bytes | None:
        return self._sight.jpeg(things) if self._sight is not None else None

    def _take(self, outcomes: tuple[Outcome, ...]) -> None:
        """What came of a look or an answer; what was ruled is in the news already."""
        for outcome in outcomes:
            match outcome:
                case Asked(question, _):
                    self._crops[question.key] = self._sight.crop(question.things) if self._sight else None
                case Settled(key, _):
                    self._crops.pop(key, None)
                case Noted(finding, _):
                    self._news.append(News(None, None, (finding,)))
        self._publish()

    def _guarded(self, about: str, work: Callable[[], None]) -> None:
        """Does something; where it fails, that is told, and forgotten once the same goes well again."""
        try:
            work()
        except Exception as error:  # a thread has nobody above it: the screen tells
            self._troubles[about] = sentence(error)
            self._publish()
            return
        if about == "asked":
            self._troubles.pop(about, None)
            self._publish()

    def _publish(self) -> None:
        referee, ledger = self._referee, self._ledger
        questions = referee.questions if referee is not None else ()
        made = Snapshot(
            play=ledger.play if ledger is not None else None,
            news=tuple(self._news),
            questions=tuple(Posed(question, self._crops.get(question.key)) for question in questions),
            things=referee.table.things if referee is not None else (),
            source=self._state,
            troubles=tuple(self._troubles.values()),
        )
        with self._shared:
            self._snapshot, self._changed = replace(made, frame=self._snapshot.frame), True


class _NotAnAction(Exception):
    """A line that the game cannot read."""


def _action(game: Game, line: str) -> Any:
    try:
        return game.parse_action(line)
    except RuleError:
        raise
    except ValueError:
        raise _NotAnAction(line) from None


def _unamended(error: Unamended, language: Language) -> str:
    """An action stands that would be refused, in the words of the table."""
    wording, seen = Wording.of(error.play.game.NAME, language), error.play.seen(error.refused)
    line = language.text("table_screen.an_action") if seen is None else wording.did(seen)
    reason = wording.listed(map(wording.judged, error.play.against(error.refused)))
    return language.text("table.unamended", number=error.number, line=line, reason=reason)


def _recovered(path: Path, recovery: Recovery, language: Language) -> str:
    """The journal was damaged."""
    values = {"games": recovery.games, "entries": recovery.entries, "cut": recovery.cut}
    return language.text("journal.recovered", path=path, aside=recovery.aside, **values)


def sentence(error: Exception) -> Sentence:
    """What is wrong, for people."""
    match error:
        case JournalError():
            return lambda language: language.text(f"journal.{error.fault}", path=error.path, number=error.number)
        case SourceError():
            return lambda language: language.text(
                "frames.line", source=error.source, reason=language.text(f"frames.{error.fault}")
            )
        case PhotoError():
            return lambda language: language.text(
                "photo.line", photo=error.path, reason=language.text(f"photo.{error.fault}")
            )
        case RuleError():
            return lambda language: language.text(
                "table.not_a_rule", reason=language.text(f"ee_rule_error.{error.reason}", **error.data)
            )
        case BackError():
            return lambda language: language.text(f"back_faults.{error.fault}", **error.data)
        case WeightsError():
            return lambda language: language.text(f"weights.{error.fault}", path=error.path, **error.data)
        case LexiconError():
            return partial(no_words, error)
        case Unamended():
            return partial(_unamended, error)
        case _NotAnAction():
            return lambda language: language.text("watch.not_an_action", line=str(error))
        case OSError(filename=str(path)):
            return lambda language: language.reason_at(Path(path), error)
        case OSError():
            return lambda language: language.text("watch.failed", reason=language.reason(error))
    return lambda language: language.text("watch.failed", reason=str(error) or type(error).__name__)
