"""``companion play``: watches a table by camera, stream, video or photos, and rules on what is played there."""

from __future__ import annotations

import json
import queue
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.commands import BAD_INPUT, complain
from companion.commands.backs import with_photo
from companion.commands.journal_file import find_game, open_journal, refuse, resume, words_of
from companion.commands.opening import open_library, open_reader
from companion.commands.place import keep_place, left_at, named
from companion.commands.table import begin_game, options_of
from companion.commands.table_talk import BadLine, Teller, obey
from companion.game_folder import film_and_decks, said_beside
from companion.installation import default_corrections
from companion.journal import PASSING, Entry, JournalError, JournalLedger, Play
from companion.language import Language
from companion.rules.game import Setup
from companion.rules.names import seat_name
from companion.wording import question_words

if TYPE_CHECKING:  # what loads OpenCV or the inference library is imported inside the functions: too slow for --help
    from companion.referee.desk import Outcome, Question, Referee
    from companion.referee.sight import Sight
    from vision.backs import BackLibrary
    from vision.corrections import Corrections
    from vision.frames import Frame, Recorder, SourceError
    from vision.motion import View
    from vision.pipeline import TableReader

RULED_ILLEGAL = 1
_PHOTO = 3.0  # seconds for which each photo is looked at: a table has to lie still before anything follows from it
_AGAIN = 1.0  # seconds until a journal that could not be written is tried again
_LANGUAGE = Language.load()


def play(
    game: Annotated[str, typer.Argument(metavar="GAME", help=_LANGUAGE.text("play.game"))],
    source: Annotated[str, typer.Option(metavar="SOURCE", help=_LANGUAGE.text("play.source"))] = "0",
    players: Annotated[str | None, typer.Option(metavar="ANN,BEN", help=_LANGUAGE.text("play.players"))] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help=_LANGUAGE.text("table.option"))] = None,
    backs: Annotated[Path | None, typer.Option(metavar="FILE", help=_LANGUAGE.text("read.backs"))] = None,
    journal: Annotated[Path | None, typer.Option(metavar="FILE", help=_LANGUAGE.text("table.journal"))] = None,
    record: Annotated[Path | None, typer.Option(metavar="FILE", help=_LANGUAGE.text("play.record"))] = None,
    every_frame: Annotated[bool, typer.Option("--every-frame", help=_LANGUAGE.text("play.every_frame"))] = False,
    table: Annotated[
        tuple[str, str, str, str] | None, typer.Option(metavar="X,Y ×4", help=_LANGUAGE.text("play.table"))
    ] = None,
    words: Annotated[Path | None, typer.Option(metavar="FILE", help=_LANGUAGE.text("table.words"))] = None,
    resumed: Annotated[
        int | None, typer.Option("--resume", metavar="NUMBER", help=_LANGUAGE.text("play.resume"))
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help=_LANGUAGE.text("play.json"))] = False,
    weights: Annotated[Path | None, typer.Option(metavar="DIR", help=_LANGUAGE.text("read.weights"))] = None,
    finder: Annotated[Path | None, typer.Option(metavar="FILE", help=_LANGUAGE.text("weights.finder"))] = None,
) -> None:
    """Referees a game until the source ends or the user leaves; exit status 1 where something was ruled illegal."""
    from companion.referee.readings import READINGS

    rules = find_game(game, words)
    if game not in READINGS:
        refuse(_LANGUAGE.text("play.not_watched", game=game, games=", ".join(READINGS)))
    left = left_at(journal, resumed, game, named(source))
    corners = _corners(table or ()) or left.table
    video, decks = film_and_decks(source)
    library = _with_decks(open_library(backs), decks, weights, finder)
    names = players.split(",") if players else [deck.stem for deck in decks] or list(library.names if library else ())
    setup = Setup(tuple(map(seat_name, names)), options_of(option or []))
    reader = open_reader(weights, library, finder, fast=True)
    first, frames = _begun(frames_of(video, every_frame, left.place))
    said = [(time, line) for time, line in said_beside(source) if not left.place or time > first]
    reached = partial(keep_place, named(source), corners)
    with open_journal(journal, create=resumed is None) as opened:
        begun = begin_game(opened, rules, setup, words) if resumed is None else resume(opened, opened.game(resumed))
        came = refereed(begun, frames, reader, said, as_json, record, corners, reached)
    if came.refused or not came.whole:
        raise typer.Exit(RULED_ILLEGAL if came.whole else BAD_INPUT)


@dataclass(frozen=True)
class Refereed:
    """What came of a game that was watched.

    over: whether it came to its end and has a winner; refused: whether something was ruled illegal; asked: how many
    questions stand; whole: whether the source came to its end, and did not break off.
    """

    over: bool
    refused: bool
    asked: int
    whole: bool


def refereed(
    begun: Play,
    frames: Iterable[Frame],
    reader: TableReader,
    said: Sequence[tuple[float, str]],
    as_json: bool,
    record: Path | None = None,
    table: Sequence[tuple[float, float]] = (),
    reached: Callable[[Play, int], None] = lambda play, number: None,
) -> Refereed:
    """Referees a game that has begun, from the first frame to the last, and prints what happens and the score.

    said: what is known to be said, at which time of the frames (seconds). record: where it is filmed along. table: its
    corners, as `Eye` takes them. reached: is called after each entry, with the number of the newest frame.
    """
    from companion.referee.desk import Referee
    from companion.referee.lessons import Lessons
    from companion.referee.readings import READINGS
    from companion.referee.sight import Sight
    from companion.referee.table import Table
    from vision.corrections import Corrections
    from vision.eye import Eye

    lying = Table()
    sight = Sight(Eye(reader, table=table), lying)
    told = _Told(Teller.of(begun, as_json), as_json, deque(said), reached)
    ledger = JournalLedger(begun, sight.jpeg, told.wrote, told.wait)
    told.teller.game(begun)
    lessons = Lessons(sight, reader, Corrections(default_corrections()), _unlearnt)
    referee = Referee(ledger, READINGS[begun.game.NAME](), lying, lessons)
    with _recording(record) as recorder:
        whole = told.watch(frames, sight, referee, ledger, recorder)
    told.teller.score(ledger.play)
    for question in referee.questions:
        complain(_LANGUAGE.text("play.open", question=told.words_of(question)))
    if not (ledger.play.count or lying.things):
        complain(_LANGUAGE.text("play.nothing_seen"))
    result = ledger.play.game.result(ledger.state)
    return Refereed(result.over and bool(result.winners), told.refused, len(referee.questions), whole)


def _unlearnt(kept: Corrections, error: OSError) -> None:
    """What an answer teaches could not be kept: that is told, and the game goes on."""
    complain(_LANGUAGE.text("correct.not_kept", path=kept.folder, reason=_LANGUAGE.reason(error)))


def _corners(written: Sequence[str]) -> list[tuple[float, float]]:
    """The corners of the table as shares of the picture, from per cents; leaves with one line where they are none."""
    from vision.outlines import spans

    try:
        corners = [(float(across) / 100, float(down) / 100) for across, down in (one.split(",") for one in written)]
    except ValueError:
        refuse(_LANGUAGE.text("play.no_corners"))
    if corners and not spans(corners):
        refuse(_LANGUAGE.text("play.no_corners"))
    return corners


def _with_decks(
    library: BackLibrary | None, decks: list[Path], weights: Path | None, finder: Path | None
) -> BackLibrary | None:
    """The library with one deck for each photo, named for its file."""
    if not decks:
        return library
    from vision.backs import BackLibrary

    known, reader = BackLibrary(), open_reader(weights, finder=finder)
    for deck in decks:
        with suppress(typer.Exit):  # told by then; without that deck its backs are unknown ones, and the game goes on
            known = with_photo(known, deck.stem, deck, reader)
    return known


@contextmanager
def _recording(path: Path | None) -> Iterator[Recorder | None]:
    """What films along, where that is wanted; how it went is told at the end."""
    if path is None:
        yield None
        return
    from vision.frames import Recorder

    recorder = Recorder(path)
    try:
        yield recorder
    finally:
        recorder.close()
        status = recorder.status
        if status.fault is not None:
            complain(_LANGUAGE.text("recording.ended", reason=_LANGUAGE.text(f"recording.{status.fault}")))
        for film in status.paths:
            told = {"path": film, "written": status.written, "dropped": status.dropped}
            complain(_LANGUAGE.text("recording.saved", **told))


@dataclass(eq=False)
class _Told:
    """One table as it is told to people. said: what is known to be said, with the time of each line; reached: as in
    `refereed`; number: of the newest frame; refused: whether something was ruled illegal; waiting: whether the journal
    cannot be written just now; view: how well the table was seen, as it was told last."""

    teller: Teller
    as_json: bool
    said: deque[tuple[float, str]]
    reached: Callable[[Play, int], None]
    number: int = 0
    refused: bool = False
    waiting: bool = False
    view: str = "clear"
    _typed: queue.SimpleQueue[str] = field(default_factory=queue.SimpleQueue)

    def watch(
        self,
        frames: Iterable[Frame],
        sight: Sight,
        referee: Referee,
        ledger: JournalLedger,
        recorder: Recorder | None,
    ) -> bool:
        """Looks at every frame until there are no more; whether the source came to its end, and did not break off."""
        from vision.frames import SourceError

        threading.Thread(target=self._read_lines, daemon=True).start()
        try:
            for frame in frames:
                self.number = frame.number
                if recorder is not None:
                    recorder.add(frame)
                while self.said and self.said[0][0] <= frame.time:
                    self._typed.put(self.said.popleft()[1])
                self._obey_typed(referee, ledger)
                look = sight.look(frame)
                self._tell_view(look.view, frame.time)
                self._tell(referee.look(look, frame.time))
        except SourceError as error:
            _complain(error)
            return False
        self._obey_typed(referee, ledger)
        return True

    def wait(self, error: JournalError) -> None:
        """The journal cannot be written just now: says so once, and waits a little."""
        if not self.waiting:
            complain(_LANGUAGE.text("play.waits", reason=words_of(error)))
        self.waiting = True
        time.sleep(_AGAIN)

    def wrote(self, play: Play, entry: Entry) -> None:
        """An entry of the journal, told as it is made."""
        self.waiting = False
        self.refused = self.refused or bool(entry.findings and not entry.overruled)
        self.teller.entry(play, entry)
        self.reached(play, self.number)

    def words_of(self, question: Question) -> str:
        """A question with its choices, as people read it; which card lies there may be any, or none."""
        from companion.referee.naming import NO_CARD

        asked = question_words(question.reason, question.data, _LANGUAGE)
        choices = question.choices
        if question.reason in NO_CARD:
            choices = (*filter(None, [str(question.data["guess"])]), NO_CARD[question.reason], "…")
        return f"{asked} [{' | '.join(choices)}]" if choices else asked

    def _tell(self, outcomes: tuple[Outcome, ...]) -> None:
        from companion.referee.desk import Asked, Noted, Settled

        for outcome in outcomes:
            match outcome:
                case Asked(question, time):
                    told = {"event": "question", "key": question.key, "reason": question.reason, "time": time}
                    told |= {"choices": list(question.choices), "data": dict(question.data)}
                    self._say(told, _LANGUAGE.text("play.asked", name=question.key, question=self.words_of(question)))
                case Settled(key, time):
                    self._say({"event": "settled", "key": key, "time": time}, "")
                case Noted(finding, time):
                    self._say({"event": "note", "time": time, **finding.as_json()}, self.teller.wording.said(finding))

    def _tell_view(self, view: View, time: float) -> None:
        """Says that the table is not to be seen, and that it is again."""
        if view not in ("unsure", self.view):
            self.view = view
            complain(_LANGUAGE.text(f"frames.view_{view}"))
            self._say({"event": "view", "view": view, "time": time}, "")

    def _say(self, told: dict[str, Any], line: str) -> None:
        if self.as_json:
            typer.echo(json.dumps(told, ensure_ascii=False, default=str))
        elif line:
            typer.echo(line)

    def _obey_typed(self, referee: Referee, ledger: JournalLedger) -> None:
        while not self._typed.empty():
            self._obey(self._typed.get(), referee, ledger)

    def _obey(self, line: str, referee: Referee, ledger: JournalLedger) -> None:
        """What was typed: ``KEY = ANSWER`` for a question, else an action or a command of the table."""
        key, equals, answer = (part.strip() for part in line.partition("="))
        if equals and any(question.key == key for question in referee.questions):
            self._say({"event": "answer", "key": key, "answer": answer}, "")
            self._tell(referee.answer(key, answer))
        elif line.strip():
            written, action = " ".join(line.split()), None
            with suppress(ValueError):  # then it is a command, or what is wrong with it is told
                action = ledger.play.game.parse_action(written)
            self._tell(referee.tell(action, partial(self._write, written, ledger)))

    def _write(self, line: str, ledger: JournalLedger) -> None:
        """What was typed is done, and told; where the journal cannot be written just now, once it can."""
        before = ledger.play
        while not self._written(line, ledger):
            pass
        if ledger.play.count != before.count:
            self.waiting = False
            self.refused = self.refused or ledger.play.refused not in (None, before.refused)
            self.reached(ledger.play, self.number)

    def _written(self, line: str, ledger: JournalLedger) -> bool:
        """Whether that is done with what was typed; False where it has to be tried again."""
        try:
            ledger.play = obey(ledger.play, line, self.teller)
        except BadLine as error:
            complain(error)
        except JournalError as error:
            if error.fault not in PASSING:
                raise
            self.wait(error)
            return False
        return True

    def _read_lines(self) -> None:
        """Lines typed or piped in, as they come."""
        for line in sys.stdin:
            self._typed.put(line)


def _begun(frames: Iterator[Frame]) -> tuple[float, Iterator[Frame]]:
    """The same frames once the first one has come, and its time; leaves with one line where none comes."""
    from vision.frames import SourceError

    try:
        first = list(islice(frames, 1))
    except SourceError as error:
        _complain(error)
        raise typer.Exit(BAD_INPUT) from None
    return first[0].time if first else 0.0, chain(first, frames)


def frames_of(source: str, every: bool, since: int = 0) -> Iterator[Frame]:
    """The frames of a source, of a video or photos from the one of that number on; says whether a camera is lost and
    found again. Raises SourceError."""
    from vision.frames import Capture, Photos, Recorded, SourceError, State, every_frame, held, open_source

    opened = open_source(source, _PHOTO)
    if isinstance(opened, Photos):
        yield from held(every_frame(opened, since=since), _PHOTO)
        return
    if every and isinstance(opened, Recorded):
        yield from every_frame(opened, since=since)
        return
    state = State.OPENING
    with Capture(opened, since=since) as capture:
        while True:
            frame = capture.wait(0.5)
            status = capture.status
            if status.state is not state and status.state in (State.LOST, State.LIVE) and state is not State.OPENING:
                complain(_LANGUAGE.text(f"frames.state_{status.state}"))
            state = status.state
            if frame is not None:
                yield frame
            elif state is State.ENDED:
                if status.fault is not None:
                    raise SourceError(opened.name, status.fault)
                return


def _complain(error: SourceError) -> None:
    reason = _LANGUAGE.text(f"frames.{error.fault}")
    complain(_LANGUAGE.text("frames.line", source=error.source, reason=reason))
