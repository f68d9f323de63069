"""The first screen: choose a game, go on with one, read a photo, or change the settings."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import ListProperty, StringProperty

from companion.app.aside import Aside
from companion.app.opening import Opening
from companion.app.said import Choice
from companion.app.screens.base import AppScreen
from companion.app.screens.home_view import NEWEST, OLDER, finished, games, records, resumable
from companion.app.watch import sentence
from companion.app.widgets import kit  # noqa: F401 (named in home.kv)
from companion.journal import GameRecord, Play

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class HomeScreen(AppScreen):
    """Where the app begins."""

    games = ListProperty()
    resumable = ListProperty()
    others = ListProperty()
    notice = StringProperty()

    def __init__(self, app: Any, **arguments: Any) -> None:
        self._listing, self._opening = Aside(self._fail), Aside(self._tell)
        self._chosen: GameRecord | None = None
        self._records: tuple[GameRecord, ...] = ()
        self._offered = NEWEST
        super().__init__(app, **arguments)

    def enter(self, **what: Any) -> None:
        """Looks what the journal has."""
        language = self.app.language
        self.notice, self._offered = self.app.notice(), NEWEST
        self.games = games(language)
        playing = [Choice("table", language.text("home.back_to_table"))] if self.app.watch is not None else []
        self.others = [*playing, *(Choice(name, language.text(f"home.{name}")) for name in ("photo", "settings"))]
        self._listing.compute(partial(records, Opening.journal_of(self.app.preferences)), self._list)

    def leave(self) -> None:
        """What is still being looked up is wanted no more."""
        self._listing.drop()
        self._opening.drop()

    def choose(self, game: str) -> None:
        """A new game is set up."""
        self.app.go("setup", game=game)

    def go_on(self, number: str) -> None:
        """A game of the journal is gone on with, once it is said what watches it; of one that is over the score is
        shown. Or older games are offered too."""
        if number == OLDER:
            self._offered *= 4
            self._list(self._records)
            return
        self._chosen = next(record for record in self._records if str(record.number) == number)
        self.notice, journal = self.told("home.opening"), Opening.journal_of(self.app.preferences)
        self._opening.compute(partial(finished, journal, self._chosen), self._open)

    def _open(self, over: tuple[Play, tuple[int, ...]] | None) -> None:
        if over is None:
            self.app.go("setup", record=self._chosen)
        else:
            play, colours = over
            self.app.show_names(play.record.setup.players)
            self.app.go("score", play=play, colours=colours)

    def _fail(self, error: Exception) -> None:
        self._records, self.resumable = (), []
        self._tell(error)

    def _tell(self, error: Exception) -> None:
        self.notice = sentence(error)(self.app.language)

    def _list(self, found: tuple[GameRecord, ...]) -> None:
        self.app.show_names(name for record in found for name in record.setup.players)
        self._records, self.resumable = found, resumable(found, self.app.language, self._offered)
