"""A game being played and written down: the state is always the fold of the journal's actions that stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Self

from companion.journal.entries import Entry, Evidence, GameRecord, JournalError, JournalFault, Kind, Source
from companion.journal.store import Journal
from companion.rules.game import Finding, Game, Illegal, OptionError, Setup


class Unamended(Exception):
    """Nothing was amended, for an action would break a rule then. number: of the entry it stands in; play: the game in
    which it would be refused; refused: as what."""

    def __init__(self, number: int, play: Play, refused: Entry) -> None:
        super().__init__(f"{number}: {refused.line}")
        self.number, self.play, self.refused = number, play, refused


@dataclass(frozen=True, slots=True)
class Step:
    """An action that stands: its entry, what it brought about, and the state after it."""

    entry: Entry
    consequences: tuple[Finding, ...]
    after: Any


@dataclass(frozen=True, slots=True)
class Play:
    """A game of a journal as it stands. Each change gives a new `Play`, once its entry is in the journal.

    opening: the state before the first action. steps: the actions that stand. undone: those that can be done again,
    the next one last. refused: the illegal action that can still be overruled. count: the entries of the game.
    """

    journal: Journal
    game: Game
    record: GameRecord
    opening: Any
    steps: tuple[Step, ...] = ()
    undone: tuple[Step, ...] = ()
    refused: Entry | None = None
    count: int = 0

    @classmethod
    def begin(cls, journal: Journal, game: Game, setup: Setup, app: str, words: str = "") -> Self:
        """A new game; app and words as in `GameRecord`. Raises what `game.start` raises, and JournalError."""
        opening = game.start(setup)
        return cls(journal, game, journal.begin(game.NAME, setup, app, words), opening)

    def seen(self, entry: Entry) -> Any:
        """The action of an entry as the table saw it, in this state, without anybody's secret; None where an entry has
        none, or was written by another version."""
        try:
            return self.game.view_action(self.state, self.game.parse_action(entry.line), None) if entry.line else None
        except ValueError:
            return None

    def against(self, entry: Entry) -> tuple[Finding, ...]:
        """What was said against the action of an entry, without the cards that the table has not seen of it."""
        if not self._hidden(entry):
            return entry.findings
        return tuple(finding.without_cards() for finding in entry.findings)

    def _hidden(self, entry: Entry) -> bool:
        """Whether the table has not seen all of an action, or that cannot be told."""
        if not entry.line:
            return False
        seen = self.seen(entry)
        return seen is None or seen != self.game.parse_action(entry.line)

    def in_sight(self) -> Iterator[Step]:
        """The actions that stand of which the table saw all, the newest first."""
        for count in range(len(self.steps), 0, -1):
            then = replace(self, steps=self.steps[:count])
            if not then._hidden(then.steps[-1].entry):
                yield then.steps[-1]

    def keeps_secrets(self, entries: Iterable[Entry]) -> bool:
        """Whether its entries, all of which these are, hold what the table had not seen, in a game that goes on."""
        if self.game.result(self.state).over:
            return False
        dealt = self.record.setup.seed is not None or bool(self.record.setup.deal)
        return dealt or any(then._hidden(entry) for then, entry in self.replayed(entries))

    def followed(self) -> tuple[Finding, ...]:
        """What the last action brought about, as the table saw it."""
        step, before = self.steps[-1], self.states()[-2]
        action = self.game.parse_action(step.entry.line or "")
        return tuple(self.game.consequences(before, action, self.game.view(step.after, None)))

    @classmethod
    def resume(cls, journal: Journal, game: Game, record: GameRecord) -> Self:
        """A game of the journal as it was left. Raises JournalError; UNPLAYABLE where the rules cannot carry it out."""
        try:
            play = cls(journal, game, record, game.start(record.setup))
        except (Illegal, OptionError, ValueError) as error:
            raise JournalError(journal.path, JournalFault.UNPLAYABLE, record.number) from error
        plays = [then for then, _ in play.replayed()]
        return plays[-1] if plays else play

    def replayed(self, entries: Iterable[Entry] | None = None) -> Iterator[tuple[Self, Entry]]:
        """Each entry of the game, from the first one on, with the game after it. Raises JournalError.

        entries: all of them, where they are at hand. What is known here of what an action did is not reckoned anew:
        however often it was taken back and done again, it was done to the same game.
        """
        known = {step.entry.number: step for step in (*self.steps, *self.undone)}
        play = replace(self, steps=(), undone=(), refused=None, count=0)
        for entry in self.journal.entries(self.record.number) if entries is None else entries:
            play = play._with(entry, known.get(entry.number))
            yield play, entry

    @contextmanager
    def reopened(self) -> Iterator[Self]:
        """The game with its journal opened anew: an open one serves only the thread that opened it.

        Raises JournalError.
        """
        with Journal(self.journal.path, create=False) as journal:
            yield replace(self, journal=journal)

    @property
    def state(self) -> Any:
        """The state now."""
        return self.steps[-1].after if self.steps else self.opening

    def act(self, action: Any, source: Source, evidence: tuple[Evidence, ...] = ()) -> tuple[Self, Entry]:
        """Carries out a legal action, or notes that an illegal one was refused; see the entry's kind and ruling."""
        line = self.game.write_action(action)
        ruling = self.game.verify(self.state, action)
        after = self.game.apply(self.state, action) if ruling.legal else None
        kind = Kind.ACTION if ruling.legal else Kind.REFUSED
        entry = self._written(kind, line=line, source=source, ruling=ruling, evidence=evidence)
        return (self._done(entry, action, after) if ruling.legal else self._refusing(entry)), entry

    def overrule(self, reason: str) -> tuple[Self, Entry]:
        """Lets the action that was just refused stand. Raises JournalError: IMPOSSIBLE if it cannot be carried out."""
        if self.refused is None:
            raise JournalError(self.journal.path, JournalFault.NOTHING_REFUSED)
        if not reason.strip():
            raise JournalError(self.journal.path, JournalFault.NO_REASON)
        refused = self.refused
        action = self.game.parse_action(refused.line or "")
        try:
            after = self.game.overrule(self.state, action)
        except Illegal as error:
            raise JournalError(self.journal.path, JournalFault.IMPOSSIBLE, refused.number) from error
        entry = self._written(
            Kind.ACTION,
            line=refused.line,
            source=refused.source,
            ruling=refused.ruling,
            overruled=reason.strip(),
            target=refused.number,
            evidence=refused.evidence,
        )
        return self._done(entry, action, after), entry

    def undo(self) -> tuple[Self, Entry]:
        """Takes back the last action that stands. Raises JournalError (NOTHING_TO_UNDO)."""
        if not self.steps:
            raise JournalError(self.journal.path, JournalFault.NOTHING_TO_UNDO)
        entry = self._written(Kind.UNDO, target=self.steps[-1].entry.number)
        return self._with(entry), entry

    def redo(self) -> tuple[Self, Entry]:
        """Does again what was undone last, if nothing was done since. Raises JournalError (NOTHING_TO_REDO)."""
        if not self.undone:
            raise JournalError(self.journal.path, JournalFault.NOTHING_TO_REDO)
        entry = self._written(Kind.REDO, target=self.undone[-1].entry.number)
        return self._with(entry), entry

    def amended(
        self, number: int, action: Any, source: Source, evidence: tuple[Evidence, ...] = ()
    ) -> tuple[tuple[Self, Entry], ...]:
        """Puts another action in the place of the one of entry `number`, which stands, and does again what was done
        after it: all of it, or nothing.

        Returns each entry that was made, with the game after it. Raises Unamended where the action, or one after it,
        would break a rule then, and JournalError: NOTHING_TO_AMEND where no such action stands.
        """
        place = next((place for place, step in enumerate(self.steps) if step.entry.number == number), None)
        if place is None:
            raise JournalError(self.journal.path, JournalFault.NOTHING_TO_AMEND, number)
        play, made = self, list[tuple[Self, Entry]]()
        with self.journal.at_once():
            for _ in self.steps[place:]:
                play, entry = play.undo()
                made.append((play, entry))
            play, entry = play.act(action, source, evidence)
            made.append((play, _carried_out(play, entry, number)))
            for step in self.steps[place + 1 :]:
                made += play._again(step.entry)
                play = made[-1][0]
        return tuple(made)

    def _again(self, done: Entry) -> Iterator[tuple[Self, Entry]]:
        """Does what that entry did, which was taken back; what people let stand stands again. Raises Unamended."""
        action = self.game.parse_action(done.line or "")
        play, entry = self.act(action, done.source or Source.TYPED, done.evidence)
        if entry.kind is Kind.REFUSED and done.overruled is not None:
            yield play, entry
            try:
                yield play.overrule(done.overruled)
            except JournalError as error:
                if error.fault is not JournalFault.IMPOSSIBLE:
                    raise
                raise Unamended(done.number, play, entry) from error
        else:
            yield play, _carried_out(play, entry, done.number)

    def states(self) -> Sequence[Any]:
        """The states from the first to that of now, one more than there are steps."""
        return [self.opening, *(step.after for step in self.steps)]

    def _written(self, kind: Kind, **content: Any) -> Entry:
        return self.journal.append(self.record.number, self.count, kind, **content)

    def _done(self, entry: Entry, action: Any, after: Any) -> Self:
        return self._stepped(Step(entry, tuple(self.game.consequences(self.state, action, after)), after))

    def _stepped(self, step: Step) -> Self:
        return replace(self, steps=(*self.steps, step), undone=(), refused=None, count=step.entry.number)

    def _refusing(self, entry: Entry) -> Self:
        return replace(self, refused=entry, count=entry.number)

    def _with(self, entry: Entry, known: Step | None = None) -> Self:
        """The game after an entry that is in the journal. known: what it did, where that is known. Raises JournalError
        (UNPLAYABLE)."""
        match entry.kind:
            case Kind.REFUSED:
                return self._refusing(entry)
            case Kind.UNDO if self.steps and self.steps[-1].entry.number == entry.target:
                undone = (*self.undone, self.steps[-1])
                return replace(self, steps=self.steps[:-1], undone=undone, refused=None, count=entry.number)
            case Kind.REDO if self.undone and self.undone[-1].entry.number == entry.target:
                steps = (*self.steps, self.undone[-1])
                return replace(self, steps=steps, undone=self.undone[:-1], refused=None, count=entry.number)
            case Kind.ACTION:
                return self._replayed(entry) if known is None else self._stepped(known)
        raise JournalError(self.journal.path, JournalFault.UNPLAYABLE, self.record.number)

    def _replayed(self, entry: Entry) -> Self:
        """An action as it was played, even where the rules of today would refuse it."""
        try:
            action = self.game.parse_action(entry.line or "")
            legal = entry.overruled is None and self.game.can(self.state, action)
            after = self.game.apply(self.state, action) if legal else self.game.overrule(self.state, action)
        except (Illegal, ValueError) as error:
            raise JournalError(self.journal.path, JournalFault.UNPLAYABLE, self.record.number) from error
        return self._done(entry, action, after)


def _carried_out(play: Play, entry: Entry, number: int) -> Entry:
    """An entry in the place of that of that number, if it carried an action out. Raises Unamended."""
    if entry.kind is not Kind.ACTION:
        raise Unamended(number, play, entry)
    return entry
