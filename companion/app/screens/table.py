"""The table: the live picture with what was read, the ruling, the feed, questions, and the panel of the game."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from kivy.core.window import Window
from kivy.lang import Builder
from kivy.properties import (
    AliasProperty,
    BooleanProperty,
    ListProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout

from companion.app.games import panel_for
from companion.app.said import Choice
from companion.app.screens.base import AppScreen
from companion.app.screens.table_view import (
    LONGEST_NAME,
    SHOWN_TO_CAMERA,
    Asking,
    Tone,
    Verdict,
    asking_of,
    feed_of,
    may_stand,
    points_of,
    turn_of,
    verdict_of,
)
from companion.app.theme import Colour
from companion.app.watch import Posed, Snapshot
from companion.app.widgets import key_scroll  # noqa: F401 (named in table.kv)
from companion.app.widgets.amend_sheet import AmendSheet
from companion.app.widgets.card_sheet import CardSheet
from companion.app.widgets.dressed import Dressed
from companion.app.widgets.kit import Pressed
from companion.app.widgets.live_picture import LivePicture
from companion.app.widgets.picture_sheet import PictureSheet
from companion.app.widgets.reason_sheet import ReasonSheet
from companion.app.widgets.sheet import Sheet
from companion.journal import Play
from companion.language import Language
from companion.referee.desk import Question
from companion.referee.naming import NO_CARD
from companion.wording import Wording
from vision.photo import Picture

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_ANOTHER_CARD, _SHOW = "another card", "show"
_READ = 0.4  # seconds within which nobody has read a question: what is tapped was meant for the one before
_MEANT = "meant"  # what a touch carries: the box of the question that could be read when the finger was put down
_NARROW = 2  # characters of an answer that goes into a narrow column, as a letter does


class RulingBox(Dressed, BoxLayout):
    """The last ruling, in the colour of what it says. read: is called with the id of a rule."""

    verdict = ObjectProperty(Verdict("", Tone.QUIET), rebind=True)
    read = ObjectProperty(lambda rule: None)

    def _colour(self) -> Colour:
        quiet = self.verdict.tone is Tone.QUIET
        colour: Colour = self.theme.panel if quiet else getattr(self.theme, self.verdict.tone)
        return colour

    def _ink(self) -> Colour:
        colour: Colour = self.theme.text if self.verdict.tone is Tone.QUIET else self.theme.on_colour
        return colour

    colour = AliasProperty(_colour, bind=("verdict", "theme"))
    ink = AliasProperty(_ink, bind=("verdict", "theme"))


class CropPicture(Pressed, LivePicture):
    """A picture that can be tapped."""


class AskingBox(Dressed, BoxLayout):
    """One question with its picture, below the last ruling: each has a box of its own, so that a finger that lies on a
    button when the next one comes answers none, nor does one that was put down before: what scrolls passes it on late.
    waiting: what is to be said of those that come after.

    choose: is called with the answer that was tapped; enlarge: when the picture is.
    """

    asking = ObjectProperty(Asking("", "", (), False, 0), rebind=True)
    choices = ListProperty()
    choose = ObjectProperty(lambda answer: None)
    enlarge = ObjectProperty(lambda: None)
    pictured = BooleanProperty(False)
    verdict = ObjectProperty(Verdict("", Tone.QUIET), rebind=True)
    waiting = StringProperty()

    def _narrow(self) -> bool:
        return all(len(choice.text) <= _NARROW for choice in self.choices)

    narrow = AliasProperty(_narrow, bind=("choices",))

    def on_touch_down(self, touch: Any) -> bool:
        """Takes a touch that was meant for something else, and does nothing with it; the picture can be looked at."""
        if touch.ud.get(_MEANT) is self or self.ids.crop.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        return bool(self.collide_point(*touch.pos))


class TableScreen(AppScreen):
    """Follows the game that is played."""

    turn, feed, trouble = StringProperty(), StringProperty(), StringProperty()
    standings = ListProperty()
    bar = ListProperty()
    pictured = BooleanProperty(False)

    def __init__(self, app: Any, **arguments: Any) -> None:
        self._followed: Any = None  # the watch whose panel is shown
        self._wording: Wording | None = None
        self._panel: Any = None
        self._seen = Snapshot()
        self._veiled = False  # whether the picture is not to be shown
        self._crop: Picture | None = None  # of the question
        self._posed: Question | None = None  # the question that is shown
        self._posed_at = 0.0
        self._shown = False  # whether it is shown although it is about a hand
        self._held = ""  # the key that was pressed last and is still down
        super().__init__(app, **arguments)
        self._ruling, self._asking = RulingBox(read=self.read, **self.dress), AskingBox(**self.dress)
        self.ids.talk.add_widget(self._ruling)
        self.bind(unit=self._dress, theme=self._dress, font=self._dress)
        self._offer(None)

    def enter(self, **what: Any) -> None:
        """Shows how the game stands now."""
        Window.bind(on_key_up=self._lift)
        if self._followed is not self.app.watch:
            self._clear()
        if self.app.snapshot is not None:
            self.follow(self.app.snapshot)

    def leave(self) -> None:
        """Keys are somebody else's."""
        Window.unbind(on_key_up=self._lift)
        self._lift()

    def reword(self, before: Language) -> bool:
        """What was tapped on the panel and not told yet stays."""
        language, play = self.app.language, self._seen.play
        self.told, self.turn = language.text, language.text("table_screen.opening")
        if play is not None:
            self._wording = Wording.of(play.game.NAME, language, LONGEST_NAME)
            self._panel.reword(language)
        self._offer(play)
        self.follow(self._seen, anew=True)
        return True

    def follow(self, snapshot: Snapshot, anew: bool = False) -> None:
        """Takes the newest state of the game; only what changed is drawn again, or all of it anew."""
        before, self._seen = self._seen, snapshot
        play, language = snapshot.play, self.app.language
        if anew or snapshot.troubles is not before.troubles:
            self.trouble = "  ".join(sentence(language) for sentence in snapshot.troubles)
        if play is None:
            return
        first = anew or self._panel is None
        if self._panel is None:
            self._open(play)
        if snapshot.frame is not None and not self._veiled:
            self._show_picture(snapshot, before)
        if snapshot.frame is not None and before.frame is None:
            self._offer(play)
        wording = self._wording
        assert wording is not None  # set with the panel
        seeing = snapshot.frame is not None and self._panel.property("things", quiet=True) is not None
        if seeing and (self._panel.things is not snapshot.things):
            self._panel.things = snapshot.things
        if first or play is not before.play:
            self._panel.show(play)
            self.turn = turn_of(play, wording)
            self._tell_points()
            self._offer(play)
        if first or snapshot.news is not before.news:
            self._ruling.verdict, self.feed = verdict_of(snapshot.news, wording), feed_of(snapshot.news, wording)
            self._asking.verdict = self._ruling.verdict
            if self._ruling.parent is not None:
                self.ids.talk_scroll.scroll_y = 1  # the last one may have been read to its end
        if first or snapshot.questions is not before.questions:
            self._ask(snapshot.questions, wording)

    def do(self, key: str) -> None:
        """A button of the bar was tapped."""
        if key == "overrule":
            ReasonSheet(self, self.app.language, self.app.watch.overrule).open()
        elif key == "amend":
            self._open_amending()
        elif key in ("undo", "redo"):
            getattr(self.app.watch, key)()
        elif key == "picture":
            self._veil(not self._veiled)
        else:
            self.app.go(key)

    def pressed(self, text: str, modifiers: list[str]) -> bool:
        """Ctrl+Z and Ctrl+Y take back and do again; a digit answers a question by the number of its choice, once for
        each time it is pressed."""
        again, self._held = text == self._held, text
        if "ctrl" in modifiers and text in ("z", "y"):
            self.do("undo" if text == "z" else "redo")
            return True
        if text.isdecimal() and self._asking.parent is not None and 0 < int(text) <= len(self._asking.choices):
            if not again:
                self._asking.choose(self._asking.choices[int(text) - 1].key)
            return True
        return False

    def on_touch_down(self, touch: Any) -> bool:
        """Notes which question it can be meant for."""
        touch.ud[_MEANT] = self._asking if self._can_be_read() else None
        return bool(super().on_touch_down(touch))

    def answer(self, question: Question, answer: str) -> None:
        """A question is answered, if it is the one that is shown, and has been for long enough to be read."""
        if question is not self._posed or not self._can_be_read():
            return
        if answer == _SHOW and self._wording is not None:
            self._pose(question)  # only now can it be read
            self._shown = True
            self._ask(self._seen.questions, self._wording)
        elif answer == _ANOTHER_CARD:
            CardSheet(self, self.app.language, partial(self.app.watch.answer, question)).open()
        else:
            self.app.watch.answer(question, answer)

    def enlarge(self) -> None:
        """Shows the picture of the question as large as the window is."""
        if self._crop is not None:
            PictureSheet(self, self._crop, self.told("app.close")).open(animation=False)

    def read(self, rule: str) -> None:
        """Shows what a rule says."""
        if self._wording is not None:
            sheet = Sheet(self, self._wording.title(rule), self.told("app.close"))
            sheet.say(self._wording.rules[rule].text)
            sheet.open()

    def _clear(self) -> None:
        """Nothing is shown until the first word of the new game."""
        self._followed, self._panel, self._wording, self._seen = self.app.watch, None, None, Snapshot()
        self._posed, self._shown = None, False
        self.ids.panel.clear_widgets()
        self.ids.picture.clear()
        self.turn = self.told("table_screen.opening")
        self.feed = self.trouble = ""
        self.standings = []
        self.pictured = False
        self._ruling.verdict = Verdict("", Tone.QUIET)
        self._talk(self._ruling)
        self._offer(None)

    def _open(self, play: Play) -> None:
        name = play.game.NAME
        self._wording = Wording.of(name, self.app.language, LONGEST_NAME)
        self._veiled = name in SHOWN_TO_CAMERA
        self._panel = panel_for(name)(self.app.language, **self.dress)
        self._panel.send = self._send
        if self._panel.property("go", quiet=True) is not None:
            self._panel.go = self.app.go
        self.ids.panel.add_widget(self._panel)

    def _send(self, line: str) -> None:
        self.app.watch.tell(line)

    def _open_amending(self) -> None:
        if self._seen.play is not None and self._wording is not None:
            AmendSheet(self, self.app.language, self._seen.play, self._wording, self.app.watch.amend).open()

    def _has_veil(self, play: Play | None) -> bool:
        return play is not None and play.game.NAME in SHOWN_TO_CAMERA and self._seen.frame is not None

    def _veil(self, veiled: bool) -> None:
        """Hides the picture, in which hands are to be seen that are shown to the camera alone, or shows it."""
        self._veiled, self._shown, self.pictured = veiled, False, False
        self.ids.picture.clear()
        if not veiled and self._seen.frame is not None:
            self._show_picture(self._seen, self._seen)
        if self._wording is not None:
            self._ask(self._seen.questions, self._wording)
        self._offer(self._seen.play)

    def _show_picture(self, snapshot: Snapshot, before: Snapshot) -> None:
        if snapshot.things is not before.things or not self.pictured:
            self._sightings = tuple(thing.sighting for thing in snapshot.things if not thing.covered)
        self.pictured = True
        assert snapshot.frame is not None  # asked before
        self.ids.picture.show(snapshot.frame.image, self._sightings)

    def _ask(self, questions: tuple[Posed, ...], wording: Wording) -> None:
        asking = asking_of(questions, wording)
        if asking is None:
            self._posed, self._shown = None, False
            self._talk(self._ruling)
            return
        if questions[0].question != self._posed:
            self._pose(questions[0].question)
        more = [Choice(_ANOTHER_CARD, self.told("table_screen.another_card"))] if asking.card else []
        none = NO_CARD.get(questions[0].question.reason)
        more += [Choice(none, self.told(f"choices.{none}"))] if none is not None else []
        choices, crop = [*asking.choices, *more], questions[0].crop
        if self._veiled and (crop is not None or asking.card) and not self._shown:  # it may show a hand
            show, crop = Choice(_SHOW, self.told("table_screen.show_question")), None
            if asking.card:  # what is guessed would tell it too
                asking, choices = replace(asking, words=self.told("table_screen.only_owner")), []
            choices = [*choices, show]
        self._asking.asking, self._asking.choices, self._crop = asking, choices, crop
        self._asking.waiting = self.told("table_screen.waiting", count=asking.waiting) if asking.waiting else ""
        self._asking.pictured = crop is not None
        if crop is not None:
            self._asking.ids.crop.show(crop, ())
        else:
            self._asking.ids.crop.clear()
        self._talk(self._asking)

    def _can_be_read(self) -> bool:
        """Whether a question is shown, and has been for long enough."""
        return self._posed is not None and time.monotonic() - self._posed_at >= _READ

    def _lift(self, *_: object) -> None:
        self._held = ""

    def _pose(self, question: Question) -> None:
        """A question that was not the last one gets its box."""
        self._posed, self._posed_at, self._shown = question, time.monotonic(), False
        self._asking = AskingBox(choose=partial(self.answer, question), enlarge=self.enlarge, **self.dress)
        self._asking.verdict = self._ruling.verdict
        self.ids.talk_scroll.scroll_y = 1

    def _talk(self, box: Any) -> None:
        if box.parent is None:
            self.ids.talk.clear_widgets()
            self.ids.talk.add_widget(box)

    def _offer(self, play: Play | None) -> None:
        enabled = {
            "undo": play is not None and bool(play.steps),
            "redo": play is not None and bool(play.undone),
            "overrule": play is not None and may_stand(play),
            **({"picture": True} if self._has_veil(play) else {}),
            "amend": play is not None and any(True for _ in play.in_sight()),
            "score": play is not None,
            "home": True,
        }
        named = {"picture": "picture" if self._veiled else "picture_away"}
        self.bar = [Choice(key, self.told(f"table_screen.{named.get(key, key)}"), can) for key, can in enabled.items()]

    def _tell_points(self) -> None:
        """Each player's, with the player's colour."""
        if self._wording is None or self._seen.play is None:
            return
        self.standings = [
            (self.theme.of_player(player), words) for player, words in points_of(self._seen.play, self._wording)
        ]

    def _dress(self, *_: object) -> None:
        self._tell_points()
        dressed = (self._ruling, self._asking, *([self._panel] if self._panel is not None else []))
        for widget in dressed:
            widget.dress_as(self)
