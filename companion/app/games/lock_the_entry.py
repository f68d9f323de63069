"""The panel of Lock the Entry: the entries, what may be locked, the score as it lies, and the audit step by step."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.games import deeds, lock_the_entry_audit, playing_card  # noqa: F401 (named in lock_the_entry.kv)
from companion.app.games.listing import Lit, OneLine, Shown
from companion.app.games.lock_the_entry_view import (
    AUDIT,
    AuditStep,
    Stage,
    Walk,
    follow,
    step,
    tell_owner,
    unaudited,
    view_of,
)
from companion.app.games.offers import Deed
from companion.app.said import Choice
from companion.app.widgets.dressed import Dressed
from companion.app.widgets.kit import Pressed
from companion.journal import Play
from companion.language import Language

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class EntryLine(Shown, OneLine):
    """A line of words of an entry."""


class EntryPlace(Lit, Pressed, BoxLayout):
    """One of the six places for an open entry (an `EntryView`); a tap asks what was laid there."""

    def on_release(self) -> None:
        """Asks."""
        self.tap(self.item)


class LockedLine(Shown, BoxLayout):
    """A locked entry (a `LockedView`) in one line."""


class ScoreLine(Shown, BoxLayout):
    """A player's line of the score, a tuple of words."""


class LockTheEntryPanel(Dressed, BoxLayout):
    """Shows a game as it stands; what is tapped is told by `send`, a callable that takes one action line.

    things: what the camera sees lie on the table, None without one. by: who laid the card that is told next, empty
    where nobody says.
    """

    told = ObjectProperty(lambda key, **values: "")
    send = ObjectProperty(lambda line: None)
    view = ObjectProperty(None, allownone=True)
    by = StringProperty()
    things = ObjectProperty(None, allownone=True)

    def __init__(self, language: Language, **arguments: Any) -> None:
        self._language = language
        self._play: Play | None = None
        self._auditing: Walk | None = None
        self._left: frozenset[int] = frozenset()  # entries whose audit was put off
        super().__init__(told=language.text, **arguments)

    def show(self, play: Play) -> None:
        """Takes the game as it stands now."""
        if self._play is not None and play.state is self._play.state:
            return
        self._play = play
        if self._auditing is not None:
            self._auditing = follow(self._auditing, play.state, self.things or ())
        self._lead()
        self._draw()

    def reword(self, language: Language) -> None:
        """Says in another language how the game stands; what was tapped, the audit above all, stays."""
        self._language, self.told = language, language.text
        self._draw()
        self._ask_anew()

    def on_things(self, *_: object) -> None:
        """What came is counted where a row or a history is to be shown."""
        if self._auditing is not None and self._auditing.stage is not Stage.BACKS:
            self._draw()

    def do(self, deed: str, choice: str) -> None:
        """A deed was tapped: an action, or the audit of an entry by its number."""
        if deed != AUDIT:
            self.by = ""  # the next card is anybody's
            self._draw()
            self.send(choice)
            return
        self._auditing = Walk(int(choice))
        self._draw()

    def layers(self, asked: Deed | None) -> list[Choice]:
        """Who may have laid the card that is asked for; nobody where it is asked for something else."""
        keys = {place.deed.key for place in self.view.places} if self.view is not None else set()
        return list(self.view.layers) if asked is not None and asked.key in keys else []

    def lay_by(self, player: str) -> None:
        """It was told who lays the card that is asked for."""
        self.by = player
        self._draw()
        self._ask_anew()

    def go(self, key: str) -> None:
        """A step of the audit was tapped."""
        if self._auditing is None:
            return
        if key == AuditStep.LATER:
            self._left |= {self._auditing.entry}
        self._auditing = step(self._auditing, AuditStep(key))
        self._lead()
        self._draw()

    def own(self, player: str) -> None:
        """The owner of the card that is asked for was tapped."""
        if self._auditing is None or self._play is None:
            return
        self._auditing, line = tell_owner(self._auditing, player, self._play.state)
        self._draw()
        if line is not None:
            self.send(line)

    def _ask_anew(self) -> None:
        """What is asked of a deed is asked of it as it can be done now."""
        if self.view is not None:
            self.ids.deeds.ask_anew((*self.view.deeds, *(place.deed for place in self.view.places)))

    def _lead(self) -> None:
        """After the end one locked entry after the other is audited, without being asked for."""
        if self._play is None or not self._play.state.over or self._auditing is not None:
            return
        due = [number for number in unaudited(self._play.state) if number not in self._left]
        self._auditing = Walk(due[0]) if due else None

    def _draw(self) -> None:
        if self._play is not None:
            self.view = view_of(self._play.state, self._language, self._auditing, self.things, self.by or None)
