"""The panel of Eleusis, which all players see: the layout, hands, points, and what is told by taps; never the rule."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import AliasProperty, ListProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView

from companion.app.games.eleusis_view import EleusisView, Flow, Foot, foot_of, stepped, view_of
from companion.app.games.guess_sheet import GuessSheet
from companion.app.theme import Colour, Theme
from companion.app.widgets import key_scroll, kit  # noqa: F401 (the first is named in eleusis.kv)
from companion.app.widgets.card_line import CardLine
from companion.app.widgets.dressed import Dressed
from companion.journal import Play
from companion.language import Language

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class PlayerChip(Dressed, BoxLayout):
    """One player: lit while it is the player's turn, framed while a guess may be made. seat: a `SeatView`."""

    seat = ObjectProperty(None, allownone=True)

    def _ground(self) -> Colour:
        theme: Theme = self.theme
        return theme.chosen if self.seat and self.seat.acts else theme.panel

    def _ink(self) -> Colour:
        theme: Theme = self.theme
        if self.seat and self.seat.acts:
            return theme.on_colour
        return theme.quiet if self.seat and self.seat.deals else theme.text

    ground = AliasProperty(_ground, bind=("seat", "theme"))
    ink = AliasProperty(_ink, bind=("seat", "theme"))


class ScoreTable(Dressed, GridLayout):
    """The points of all rounds. lines: tuples of texts, the heads first."""

    lines = ListProperty()

    def on_lines(self, *_: object) -> None:
        """Makes the table anew."""
        self.clear_widgets()
        self.cols = len(self.lines[0]) if self.lines else 1
        for number, row in enumerate(self.lines):
            for column, text in enumerate(row):
                self.add_widget(self._cell(text, number == 0, column))

    on_unit = on_theme = on_font = on_lines

    def _cell(self, text: str, head: bool, column: int) -> kit.PlainLine:
        name, total = column == 0, column == self.cols - 1
        cell = kit.PlainLine(
            text=text,
            font_name=self.font,
            font_size=(18 if name or total else 16) * self.unit,
            color=self.theme.quiet if head else self.theme.text,
            halign="left" if name else "right",
            valign="middle",
            shorten=name,
            shorten_from="right",
            size_hint_x=2.4 if name else 1.4 if total else 1,
        )
        cell.bind(size=cell.setter("text_size"))
        return cell


class EleusisPanel(Dressed, BoxLayout):
    """Shows a game as it stands; what is tapped is told by `send`, a callable that takes one action line.

    go: a callable that takes the name of a screen, for the dealer's own; None where there is no way to it.
    """

    told = ObjectProperty(lambda key, **values: key)
    send = ObjectProperty(lambda line: None)
    go = ObjectProperty(None, allownone=True)
    view = ObjectProperty(None, allownone=True)
    flow = ObjectProperty(Flow(), rebind=True)
    foot = ObjectProperty(Foot("", (), ()), rebind=True)

    def __init__(self, language: Language, **arguments: Any) -> None:
        self._language = language
        self._play: Play | None = None
        self._guess: GuessSheet | None = None
        super().__init__(told=language.text, **arguments)
        self._layout, self._table, self._scores = CardLine(), ScoreTable(), ScrollView(do_scroll_x=False)
        self._scores.add_widget(self._table)
        for part in (self._layout, self._table):
            for name in ("unit", "theme", "font"):
                setattr(part, name, getattr(self, name))
                self.bind(**{name: part.setter(name)})

    def on_go(self, *_: object) -> None:
        """There is a way to the dealer's screen now."""
        if self._play is not None:
            self._go_on(self.flow)

    def show(self, play: Play) -> None:
        """Takes the game as it stands now."""
        before, self._play = self._play, play
        if before is not None and before.state is play.state and before.refused is play.refused:
            return
        self.view = view_of(play, self._language)
        self._fill(self.view)
        if before is None or before.state is not play.state:
            self._go_on(Flow())
            if self._guess is not None:
                self._guess.dismiss(animation=False)  # it was begun in another state of the game

    def reword(self, language: Language) -> None:
        """Says in another language how the game stands; what was tapped stays."""
        self._language, self.told = language, language.text
        if self._play is not None:
            self.view = view_of(self._play, language)
            self._fill(self.view)
            self._go_on(self.flow)

    def tap(self, key: str) -> None:
        """One of the buttons was tapped."""
        if self._play is None:
            return
        kind, _, name = key.partition(" ")
        if kind == "go":
            self.go(name)
            return
        if kind == "tell":
            self._guess = GuessSheet(self, self._language, self._play.state, self.send)
            self._guess.open(animation=False)
            return
        flow, line = stepped(self.flow, key, self._play.state)
        self._go_on(flow)
        if line:
            self.send(line)

    def _verdict_colour(self) -> Colour:
        theme: Theme = self.theme
        fine = self.view.verdict.fine if self.view else None
        return theme.text if fine is None else theme.certain if fine else theme.refused

    verdict_colour = AliasProperty(_verdict_colour, bind=("view", "theme"))

    def _go_on(self, flow: Flow) -> None:
        assert self._play is not None
        self.flow = flow
        self.foot = foot_of(flow, self._play.state, self._language, self.go is not None)

    def _fill(self, view: EleusisView) -> None:
        """The players, and in the middle the layout, or between rounds the points."""
        chips = self.ids.seats
        if len(chips.children) != len(view.seats):
            chips.clear_widgets()
            for _ in view.seats:
                chip = PlayerChip(**self.dress)
                self.bind(**{name: chip.setter(name) for name in self.dress})
                chips.add_widget(chip)
        for chip, seat in zip(reversed(chips.children), view.seats, strict=True):
            chip.seat = seat
        self._layout.line = list(view.line)
        self._layout.marked = view.newest.place if view.newest else -1
        self._layout.right = view.newest.right if view.newest else True
        self._table.lines = list(view.scores)
        shown = self._layout if view.line else self._scores
        if shown.parent is None:
            self.ids.middle.clear_widgets()
            self.ids.middle.add_widget(shown)
