"""The panel of Word Wars: scores, the board as it was read, the newest word, its verdict, and what is told by taps."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import AliasProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.aside import Aside
from companion.app.games.word_wars_view import PROOF, Flow, Foot, foot_of, laid, stepped, touched, view_of
from companion.app.theme import Colour, Theme
from companion.app.watch import sentence
from companion.app.widgets import kit, tile_board  # noqa: F401 (named in word_wars.kv)
from companion.app.widgets.dressed import Dressed
from companion.journal import Play
from companion.language import Language
from companion.rules.word_wars.best import Proof, best_plays

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_LOOK = "look"


class SeatBox(Dressed, BoxLayout):
    """One player with the points, lit while it is the player's turn. seat: a `SeatView`."""

    seat = ObjectProperty(None, allownone=True)

    def _ink(self) -> Colour:
        theme: Theme = self.theme
        return theme.on_colour if self.seat and self.seat.acts else theme.text

    ink = AliasProperty(_ink, bind=("seat", "theme"))


class WordWarsPanel(Dressed, BoxLayout):
    """Shows a game as it stands; what is tapped is told by `send`, a callable that takes one action line."""

    told = ObjectProperty(lambda key, **values: key)
    send = ObjectProperty(lambda line: None)
    view = ObjectProperty(None, allownone=True)
    flow = ObjectProperty(Flow(), rebind=True)
    foot = ObjectProperty(Foot("", (), ()), rebind=True)
    meant = ObjectProperty(())

    def __init__(self, language: Language, **arguments: Any) -> None:
        self._language = language
        self._play: Play | None = None
        self._aside = Aside(self._fail)
        super().__init__(told=language.text, **arguments)

    def show(self, play: Play) -> None:
        """Takes the game as it stands now."""
        before, self._play = self._play, play
        if before is not None and before.state is play.state and before.refused is play.refused:
            return
        self.view = view_of(play, self._language)
        if before is None or before.state is not play.state:
            self._go_on(Flow())

    def reword(self, language: Language) -> None:
        """Says in another language how the game stands; what was tapped stays."""
        self._language, self.told = language, language.text
        if self._play is not None:
            self.view = view_of(self._play, language)
            self._go_on(self.flow)

    def tap(self, key: str) -> None:
        """One of the buttons was tapped."""
        if self._play is None:
            return
        if key == _LOOK:
            self._look()
            return
        flow, line = stepped(self.flow, key, self._play.state)
        self._go_on(flow)
        if line:
            self.send(line)

    def touch_cell(self, cell: tuple[int, int]) -> None:
        """A cell of the board was tapped."""
        if self._play is not None:
            self._go_on(touched(self.flow, cell, self._play.state))

    def _go_on(self, flow: Flow) -> None:
        assert self._play is not None
        self._aside.drop()
        self.flow = flow
        self.foot = foot_of(flow, self._play.state, self._language)
        self.meant = laid(flow, self._play.state)

    def _fail(self, error: Exception) -> None:
        self.foot = replace(self.foot, told=sentence(error)(self._language))

    def _look(self) -> None:
        """Looks for every play of the letters; that may take a moment, so the screen does not wait for it."""
        assert self._play is not None
        state, flow = self._play.state, self.flow

        def found(proof: Proof) -> None:
            self._go_on(Flow(PROOF, flow.letters, proof=proof))

        centre = state.options.first_word_centre
        self._aside.compute(lambda: best_plays(state.board, flow.letters, state.lexicon, centre), found)
