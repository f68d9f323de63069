"""Opens what a game needs: the journal, the rules with their words, the source, and the reader that knows the decks."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from companion.app.arrangement import Arrangement, save
from companion.app.preferences import FINDER_ENDINGS, Preferences
from companion.app.watch import Watch
from companion.beginning import begin, resume, rules_of
from companion.game_folder import film_and_decks, said_beside
from companion.journal import GameRecord, Journal, Play
from companion.rules.game import Setup
from vision.backs import BackError, BackLibrary
from vision.corrections import Corrections
from vision.eye import DeckReader
from vision.frames import Source, open_source


@dataclass(frozen=True)
class Plan:
    """A game that is to begin. words: a list of one's own for Word Wars."""

    game: str
    setup: Setup
    arrangement: Arrangement = Arrangement()
    backs: BackLibrary = field(default_factory=BackLibrary)
    words: Path | None = None


@dataclass(frozen=True)
class Opening:
    """Opens games as the preferences say."""

    preferences: Preferences

    @staticmethod
    def journal_of(preferences: Preferences) -> Path:
        """Where the journal lies; need not exist."""
        return preferences.folder / "journal.sqlite"

    @property
    def library_path(self) -> Path:
        """Where the enrolled decks lie; need not exist."""
        return self.preferences.folder / "backs.npz"

    def library(self) -> BackLibrary:
        """The decks the user has enrolled, none where they cannot be read: they can be enrolled again."""
        try:
            return BackLibrary.load(self.library_path)
        except BackError:
            return BackLibrary()

    def reader(self, backs: BackLibrary | None = None, fast: bool = False) -> DeckReader:
        """What reads pictures, knowing those backs, of a table that is watched where fast; takes a second. Raises
        WeightsError."""
        from vision.pipeline import TableReader  # loads the inference library

        own = self.preferences.weights
        if own is not None and own.suffix in FINDER_ENDINGS:
            return TableReader(backs=backs, finder=own, fast=fast)
        return TableReader(weights=own, backs=backs, fast=fast)

    def begun(self, plan: Plan, first: Callable[[], None] = lambda: None) -> Watch:
        """A new game, not started yet. first: is called in its thread before anything is opened."""

        def play() -> Play:
            first()
            rules = rules_of(plan.game, plan.words)
            begun = begin(self._journal(create=True), rules, plan.setup, plan.words)
            return self._arranged(begun, plan.arrangement)

        return self._watch(play, plan.arrangement, plan.backs)

    def resumed(
        self,
        record: GameRecord,
        arrangement: Arrangement,
        backs: BackLibrary | None = None,
        first: Callable[[], None] = lambda: None,
    ) -> Watch:
        """A game of the journal as it was left, not started yet; the rest as in `Plan` and `begun`.

        A film or photos go on at their place in the arrangement.
        """

        def play() -> Play:
            first()
            journal = self._journal(create=False)
            return self._arranged(resume(journal, journal.game(record.number)), arrangement)

        return self._watch(play, arrangement, backs or BackLibrary())

    def _arranged(self, play: Play, arrangement: Arrangement) -> Play:
        with suppress(OSError):  # a full disk: next time it is asked for again
            save(arrangement, play.journal.path, play.record)
        return play

    def _watch(self, play: Callable[[], Play], arrangement: Arrangement, backs: BackLibrary) -> Watch:
        if not arrangement.source:
            return Watch(play)
        kept = Corrections(self.preferences.folder / "corrections")

        def reached(play: Play, number: int) -> None:
            self._arranged(play, replace(arrangement, place=number))

        def source() -> Source:
            return open_source(film_and_decks(arrangement.source)[0])

        reader, said = partial(self.reader, backs, fast=True), partial(said_beside, arrangement.source)
        return Watch(play, source, reader, said, arrangement.table, kept, arrangement.place, reached)

    def _journal(self, create: bool) -> Journal:
        return Journal(self.journal_of(self.preferences), create)
