"""The screen of the score: who has how many points, how they came about, which rules mattered, and exports."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.utils import escape_markup, get_hex_from_color

from companion.app.aside import Aside
from companion.app.said import Choice
from companion.app.screens.base import AppScreen
from companion.app.screens.score_view import FORMATS, Format, RuleLine, ScoreView, export, view_of
from companion.app.watch import sentence
from companion.app.widgets import kit, points_chart  # noqa: F401 (named in score.kv)
from companion.app.widgets.dressed import Dressed
from companion.app.widgets.sheet import Sheet
from companion.journal import Play

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_NOTHING = ScoreView("", "", "", False, (), {}, ())


class StandingRow(Dressed, BoxLayout):
    """One line of the table. standing: a `Standing`; sign: what marks a winner."""

    standing = ObjectProperty(rebind=True)
    sign = StringProperty()


class RuleRow(kit.Pressed, kit.Words):
    """A rule that came into play. A tap shows what it says."""


class ScoreScreen(AppScreen):
    """Shows a game as it stood when it was entered."""

    view = ObjectProperty(_NOTHING, rebind=True)
    said = StringProperty()
    choices = ListProperty()
    waiting = BooleanProperty(False)

    def __init__(self, app: Any, **arguments: Any) -> None:
        self._play: Play | None = None
        self._back = "table"  # the screen it was come to from
        self._reckoning, self._saving = Aside(self._fail), Aside(self._fail)
        super().__init__(app, **arguments)
        self.bind(theme=self._tell_rules, unit=self._tell_rules, font=self._tell_rules)
        self._offer()

    def enter(self, play: Play | None = None, colours: tuple[int, ...] = (), **what: Any) -> None:
        """Shows that game of the journal, its players in their colours (as `Theme` has them), or the one on the table;
        where it is come back to from the replay, what it showed."""
        if play is not None and play is self._play:
            return
        playing = play or (self.app.snapshot.play if self.app.snapshot is not None else None)
        if playing is not None:
            theme, players = self.app.theme, playing.record.setup.players
            self.theme = theme if play is None else replace(theme, players=players, colours=colours)
            self._back = "table" if play is None else "home"
            self.show(playing)

    def show(self, play: Play) -> None:
        """Reckons the score beside the screen and shows it."""
        self._play, self.said = play, self.told("app_score.waiting")
        self._reckoning.compute(partial(view_of, play, self.app.language), self._take)
        self._offer()

    def choose(self, key: str) -> None:
        """A button was tapped: another screen, or a format to save the game in."""
        if key == "back":
            self.app.go("home" if self.app.watch is None else self._back)
        elif key == "replay":
            self.app.go("replay", play=self._play)
        else:
            self._save(next(kind for kind in FORMATS if f"export_{kind}" == key))

    def read(self, line: RuleLine) -> None:
        """Shows what a rule says."""
        sheet = Sheet(self, f"{line.rule} {line.title}", self.told("app.close"))
        sheet.say(line.text)
        sheet.open()

    def _save(self, kind: Format) -> None:
        if self._play is None:
            return
        self.said, self.waiting = self.told("app_score.saving"), True
        self._offer()
        work = partial(export, self._play, kind, self.app.preferences.exports, self.app.language)
        self._saving.compute(work, self._saved)

    def _saved(self, sentence: str) -> None:
        self.said, self.waiting = sentence, False
        self._offer()

    def _fail(self, error: Exception) -> None:
        self._saved(sentence(error)(self.app.language))

    def _take(self, found: ScoreView) -> None:
        self.view, self.said = found, ""
        self.ids.table.clear_widgets()
        for standing in found.standings:
            row = StandingRow(standing=standing, sign=self.told("app_score.winner"), **self.dress)
            self.bind(**{name: row.setter(name) for name in self.dress})
            self.ids.table.add_widget(row)
        self._tell_rules()

    def _tell_rules(self, *_: object) -> None:
        self.ids.rules.clear_widgets()
        for line in self.view.rules:
            row = RuleRow(text=self._rule_line(line), **self.dress)
            row.bind(on_release=lambda _row, line=line: self.read(line))
            self.ids.rules.add_widget(row)
        if not self.view.rules:
            self.ids.rules.add_widget(kit.Words(text=self.told("app_score.no_rules"), design_size=18, **self.dress))

    def _rule_line(self, line: RuleLine) -> str:
        """A rule with what came of it, each count in the colour of what it means."""
        counts = {
            "refused": (line.tally.refused, self.theme.refused),
            "let_stand": (line.tally.let_stand, self.theme.asked),
            "unseen": (line.tally.unseen, self.theme.asked),
            "decided": (line.tally.decided, self.theme.quiet),
        }
        told = (
            f"[color={get_hex_from_color(colour)}]{self.told(f'app_score.{key}')} {count}[/color]"
            for key, (count, colour) in counts.items()
            if count
        )
        return f"{line.rule} {escape_markup(line.title)}   " + " · ".join(told)

    def _offer(self) -> None:
        exports = [(f"export_{kind}", self._play is not None and not self.waiting) for kind in FORMATS]
        offers = [("replay", self._play is not None), *exports, ("back", True)]
        self.choices = [Choice(key, self.told(f"app_score.{key}"), enabled) for key, enabled in offers]
