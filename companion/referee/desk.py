"""The referee's desk: what a game's reading of the table may do there, and what comes of it.

One way: the table changes, the game's reading says what was done, the rules rule on it, and the outcome goes to whoever
keeps the journal and shows the screen. What no camera sees is asked, and the game goes on meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from companion.referee.circumstances import BARE, Circumstances
from companion.referee.lessons import Lessons
from companion.referee.table import Table
from companion.referee.things import Event, Thing
from companion.rules.game import Finding, Game, Ruling, Value
from vision.eye import Look
from vision.motion import View
from vision.sightings import FloatArray, Kind

WAITS = "waits"  # the key of the question whether what people said is to be ruled on at once
_EVERY = 0.09  # seconds from one look of a game's reading to the next, where nothing is read: time goes by for it
_LONGEST_STEP = 3.0  # seconds between two frames; more is a camera that was lost, or a machine that slept


@dataclass(frozen=True)
class Question:
    """One short question about what the camera cannot know.

    key: names the question, as long as it stands. reason: which question it is; its words stand in the language files.
    choices: the answers as they are written (players, or words with texts of their own), or () where a card is to be
    named. things: numbers of the things on the table that it is about.
    """

    key: str
    reason: str
    data: Mapping[str, Value] = field(default_factory=dict, hash=False)
    choices: tuple[str, ...] = ()
    things: tuple[int, ...] = ()


@dataclass(frozen=True)
class Ruled:
    """An action that was seen or told, and the ruling on it. carried_out: whether it stands (legal, or overruled)."""

    action: Any
    ruling: Ruling
    carried_out: bool
    consequences: tuple[Finding, ...]
    things: tuple[int, ...]
    time: float


@dataclass(frozen=True)
class Retracted:
    """The action that was carried out last does not stand any more: more was seen of it, and is ruled on next."""

    time: float


@dataclass(frozen=True)
class Asked:
    """A question that was put."""

    question: Question
    time: float


@dataclass(frozen=True)
class Settled:
    """A question that needs no answer any more, because it was answered or the table has."""

    key: str
    time: float


@dataclass(frozen=True)
class Noted:
    """Something to say that is no ruling: what can be seen, as a finding."""

    finding: Finding
    time: float


Outcome = Ruled | Retracted | Asked | Settled | Noted


class Ledger(Protocol):
    """The game that is refereed, and where its actions are kept."""

    @property
    def state(self) -> Any:
        """The game as it stands."""

    def act(self, action: Any, things: tuple[int, ...]) -> tuple[Ruling, tuple[Finding, ...]]:
        """Rules on an action that those things show; a legal one is carried out, and kept before it counts.

        Returns the ruling, and what followed where it was carried out.
        """

    def amend(self, action: Any, things: tuple[int, ...]) -> tuple[Ruling, tuple[Finding, ...]]:
        """Rules on an action in the place of the last one; a legal one is put there, and kept before it counts, else
        that one stands.

        Returns the same.
        """


class Unwritten:
    """A ledger that keeps nothing, for trying things out."""

    def __init__(self, game: Game, state: Any) -> None:
        self._game, self._before, self.state = game, state, state

    def act(self, action: Any, things: tuple[int, ...]) -> tuple[Ruling, tuple[Finding, ...]]:
        """See `Ledger.act`."""
        return self._carried_out(self.state, action)

    def amend(self, action: Any, things: tuple[int, ...]) -> tuple[Ruling, tuple[Finding, ...]]:
        """See `Ledger.amend`."""
        return self._carried_out(self._before, action)

    def _carried_out(self, before: Any, action: Any) -> tuple[Ruling, tuple[Finding, ...]]:
        ruling = self._game.verify(before, action)
        if not ruling.legal:
            return ruling, ()
        self._before, self.state = before, self._game.apply(before, action)
        return ruling, tuple(self._game.consequences(before, action, self.state))


class Desk(Protocol):
    """What a reading works with."""

    @property
    def state(self) -> Any:
        """The game as it stands."""

    @property
    def table(self) -> Table:
        """What lies there."""

    @property
    def time(self) -> float:
        """Seconds for which the table was in sight until now: what has to last does so only while somebody looks."""

    def hidden(self, outline: FloatArray) -> float:
        """The share (0..1) of a place that a hand or other motion hides, or is near to, as it was seen last."""

    def altered(self, outline: FloatArray) -> float:
        """The share (0..1) of a place that was just read to look otherwise than before."""

    def do(self, action: Any, things: Sequence[int] = ()) -> Ruling:
        """Somebody did this, as those things show: rules on it, and carries it out if it is legal."""

    def amend(self, action: Any, things: Sequence[int] = ()) -> Ruling:
        """What was done last was this, as is seen only now: rules on it, and puts it in that one's place if it is
        legal."""

    def ask(self, question: Question) -> None:
        """Puts a question, once as long as it stands."""

    def asks(self, key: str) -> bool:
        """Whether a question stands."""

    def settle(self, key: str) -> None:
        """Takes a question back."""

    def note(self, finding: Finding) -> None:
        """Says something."""


class GameReading(Protocol):
    """What a game makes of the table; one for each game, which leaves out what has nothing to say there."""

    @property
    def kinds(self) -> Collection[Kind]:
        """What it is played with: whatever else is seen there is a misread, or none of its business."""

    def look(self, events: Sequence[Event], desk: Desk) -> None:
        """Something changed on the table, or time went by (then there are no events)."""

    def answered(self, question: Question, answer: str, desk: Desk) -> None:
        """A question was answered."""

    def told(self, action: Any, desk: Desk) -> None:
        """People are about to say that this was done: carries out what must have come before and no camera saw yet."""
        return

    def awaits(self, action: Any, desk: Desk) -> bool:
        """Whether what people say was done hangs on something that was played before and is not decided yet, as the end
        of the game does."""
        return False

    def corrected(self, desk: Desk) -> None:
        """People set the game right: they took back, did again, let stand or told something.

        The state is the truth. What lies there and is explained by it is explained; what was taken back counts as taken
        back as long as it lies as it did; what changes from now on is a new change.
        """

    def shifted(self, matrix: NDArray[np.float64]) -> None:
        """The camera was moved: places that are remembered are now seen under this homography (3 x 3, old to new)."""


class Referee:
    """Watches one table for one game."""

    def __init__(
        self, ledger: Ledger, reading: GameReading, table: Table | None = None, lessons: Lessons | None = None
    ) -> None:
        """table: where somebody else looks at it too; else one of its own. lessons: keeps what answers teach."""
        self._ledger, self._reading, self._lessons = ledger, reading, lessons
        self._left = ledger.state  # the game as the reading left it
        self.table = table or Table()
        self.time = 0.0
        self._read_at = -np.inf  # the time of the reading's last look
        self._taken: float | None = None
        self._questions: dict[str, Question] = {}
        self._waiting: tuple[Any, Callable[[], object]] | None = None  # what was said, and what carries it out
        self._outcomes: list[Outcome] = []
        self._circumstances: Circumstances = BARE

    @property
    def state(self) -> Any:
        """See `Desk.state`."""
        return self._ledger.state

    @property
    def questions(self) -> tuple[Question, ...]:
        """Questions that stand, in the order they were put."""
        return tuple(self._questions.values())

    def look(self, look: Look, time: float) -> tuple[Outcome, ...]:
        """What came of a frame taken at `time` (seconds): nothing while the table is out of sight."""
        before, self._taken = self._taken, time
        if look.view is not View.CLEAR:
            return ()
        self._circumstances = look.motion
        self.time += time if before is None else min(time - before, _LONGEST_STEP)
        if look.shift is not None:
            self.table.shift(look.shift)
            self._reading.shifted(look.shift)
        self._follow_people()
        events = self.table.left()
        if look.reading is not None:
            events += self.table.update(look.reading.only(self._reading.kinds), self.time, look.motion)
        if events or look.reading is not None or self.time - self._read_at >= _EVERY:
            self._read_at = self.time
            self._reading.look(events, self)
            self._left = self.state
            self._go_on()
        return self._told()

    def answer(self, key: str, answer: str) -> tuple[Outcome, ...]:
        """An answer to a question; what came of it. A question that does not stand any more is nothing."""
        self._follow_people()
        question = self._questions.get(key)
        if question is None:
            return self._told()
        self._withdraw(key)
        gone = not question.choices and self._about(question) is None
        if key == WAITS:
            self._answered_waiting(question, answer)
        else:
            self._reading.answered(question, answer, self)
            self._left = self.state
            self._go_on()
        if self._lessons is not None and not self.asks(key):
            self._lessons.answered(key, answer, self._about(question), gone)
        return self._told()

    def tell(self, action: Any, write: Callable[[], object] | None = None) -> tuple[Outcome, ...]:
        """What a person says was done (a lock called, a hand thrown away); what came of it.

        write: rules on it and keeps it, in place of the ledger. What hangs on something that was played before waits
        until that is decided (`GameReading.awaits`), as long as people do not say otherwise or set the game right.
        """
        self._follow_people()
        write = write or partial(self.do, action)
        self._reading.told(action, self)
        if self._reading.awaits(action, self):
            self._waiting = action, write
            self.ask(Question(WAITS, "not_yet_decided", {}, ("at_once", "nothing")))
            return self._told()
        write()
        return self.corrected()

    def corrected(self) -> tuple[Outcome, ...]:
        """To be called when people took back, did again or let stand something in the ledger; what came of it.

        The next look would find it out as well: called at once, no question stands that is out of date.
        """
        self._follow_people()
        return self._told()

    def hidden(self, outline: FloatArray) -> float:
        """See `Desk.hidden`."""
        return self._circumstances.hidden(outline)

    def altered(self, outline: FloatArray) -> float:
        """See `Desk.altered`."""
        return self._circumstances.altered(outline)

    def do(self, action: Any, things: Sequence[int] = ()) -> Ruling:
        """See `Desk.do`."""
        return self._ruled(action, things, *self._ledger.act(action, tuple(things)))

    def amend(self, action: Any, things: Sequence[int] = ()) -> Ruling:
        """See `Desk.amend`."""
        ruling, consequences = self._ledger.amend(action, tuple(things))
        if ruling.legal:
            self._outcomes.append(Retracted(self._frame_time))
        return self._ruled(action, things, ruling, consequences)

    def ask(self, question: Question) -> None:
        """See `Desk.ask`."""
        if question.key not in self._questions:
            self._questions[question.key] = question
            self._outcomes.append(Asked(question, self._frame_time))
            if self._lessons is not None:
                self._lessons.asked(question.key, self._about(question))

    def asks(self, key: str) -> bool:
        """See `Desk.asks`."""
        return key in self._questions

    def settle(self, key: str) -> None:
        """See `Desk.settle`."""
        if self._withdraw(key) and self._lessons is not None:
            self._lessons.settled(key)

    def note(self, finding: Finding) -> None:
        """See `Desk.note`."""
        self._outcomes.append(Noted(finding, self._frame_time))

    def _ruled(self, action: Any, things: Sequence[int], ruling: Ruling, consequences: tuple[Finding, ...]) -> Ruling:
        self._outcomes.append(Ruled(action, ruling, ruling.legal, consequences, tuple(things), self._frame_time))
        return ruling

    @property
    def _frame_time(self) -> float:
        return self._taken or 0.0

    def _withdraw(self, key: str) -> bool:
        """Tells that a question stands no more; whether it stood."""
        stood = self._questions.pop(key, None) is not None
        if stood:
            self._outcomes.append(Settled(key, self._frame_time))
        return stood

    def _about(self, question: Question) -> Thing | None:
        return self.table.thing(question.things[0]) if question.things else None

    def _answered_waiting(self, question: Question, answer: str) -> None:
        """Whether what waits is to be ruled on without what is not decided."""
        match answer:
            case "at_once":
                self._act_now()
            case "nothing":
                self._waiting = None
            case _:
                self.ask(question)

    def _go_on(self) -> None:
        """Carries out what waits once nothing has to be decided before it."""
        if self._waiting is not None and not self._reading.awaits(self._waiting[0], self):
            self._act_now()

    def _act_now(self) -> None:
        waiting = self._waiting
        self._forget_waiting()
        if waiting is not None:
            waiting[1]()
            self._follow_people()

    def _forget_waiting(self) -> None:
        self._waiting = None
        self.settle(WAITS)

    def _follow_people(self) -> None:
        """Tells the reading where the game is another than it left it."""
        if self.state is not self._left:
            self._forget_waiting()
            self._left = self.state
            self._reading.corrected(self)
            self._left = self.state

    def _told(self) -> tuple[Outcome, ...]:
        outcomes, self._outcomes = tuple(self._outcomes), []
        return outcomes
