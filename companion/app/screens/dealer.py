"""The dealer's own screen of Eleusis: the secret rule chosen, built or typed, measured, hinted at, and used to judge.

It is covered until the dealer uncovers it, and covers itself after a pause and when it is left.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.lang import Builder
from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout

from companion.app.aside import Aside
from companion.app.games import rule_builder  # noqa: F401 (named in dealer_tabs.kv)
from companion.app.games.eleusis_view import card_keys
from companion.app.games.rule_building import Building, RuleView, building, rule_view
from companion.app.games.rule_draft import Draft, drafted, tapped, typed
from companion.app.said import Choice
from companion.app.screens import dealer_view as words
from companion.app.screens.base import AppScreen
from companion.app.screens.dealer_view import Dealing
from companion.app.ticking import Ticking
from companion.app.watch import sentence
from companion.app.widgets import field, key_scroll, kit  # noqa: F401 (named in dealer.kv)
from companion.journal import Play
from companion.language import Language
from companion.rules import eleusis
from companion.rules.cards import Card, Rank, Suit
from companion.rules.eleusis.secret import Report, SecretRule, report

for _name in ("dealer.kv", "dealer_tabs.kv"):
    Builder.load_file(str(Path(__file__).with_name(_name)))

PAUSE = 30.0  # seconds without a touch or a key after which the screen covers itself
_FOLLOWING = 0.5  # seconds between two looks how the game stands


class DealerCover(BoxLayout):
    """What everybody may see of the screen."""

    screen = ObjectProperty(rebind=True)


class DealerBody(BoxLayout):
    """What the dealer alone may see."""

    screen = ObjectProperty(rebind=True)


class DealerTab(BoxLayout):
    """A part of what the dealer sees; each has a class of its own, named for it."""

    screen = ObjectProperty(rebind=True)


class LibraryTab(DealerTab):
    """The rules to choose from, by their grade."""


class BuildTab(DealerTab):
    """A rule put together from parts."""


class TypedTab(DealerTab):
    """A rule typed."""


class HintsTab(DealerTab):
    """Hints, one stronger than the other."""


class DealTab(DealerTab):
    """What else is chosen before the round."""


class JudgeTab(DealerTab):
    """What the rule says of a card, and how many rules still fit."""


_TABS: dict[str, type[DealerTab]] = {
    words.LIBRARY: LibraryTab,
    words.BUILD: BuildTab,
    words.TYPED: TypedTab,
    words.HINTS: HintsTab,
    words.DEAL: DealTab,
    words.JUDGE: JudgeTab,
}


class DealerScreen(AppScreen):
    """The screen; `send` takes the action line that starts the round, by default it is told to the app's game."""

    covered = BooleanProperty(True)
    dealer = StringProperty()
    tab = StringProperty(words.LIBRARY)
    tabs = ListProperty()
    grade = StringProperty("1")
    grades = ListProperty()
    library = ListProperty()
    ways = ListProperty()
    draft = ObjectProperty(Draft(), rebind=True)
    rule = ObjectProperty(RuleView("", "", "", False), rebind=True)
    building = ObjectProperty(Building((), "", (), ()), rebind=True)
    fit = StringProperty()
    hints = ListProperty()
    revealed = NumericProperty(1)
    hint_moves = ListProperty()
    dealing = ObjectProperty(Dealing(), rebind=True)
    beginners = ListProperty()
    keys = ListProperty()
    rank = ObjectProperty(None, allownone=True)
    fitting = StringProperty()
    fits = ObjectProperty(None, allownone=True)
    verdict = StringProperty()
    right = ObjectProperty(None, allownone=True)
    line = StringProperty()
    send = ObjectProperty(lambda line: None)

    def __init__(self, app: Any, **arguments: Any) -> None:
        self._play: Play | None = None
        self._hinted = 0  # the place of the hint that is told with the deal
        self._measure, self._hint, self._fitting = (Aside(self._fail) for _ in range(3))
        self._pause = Clock.create_trigger(self._cover, PAUSE)
        super().__init__(app, **arguments)
        if "send" not in arguments:
            self.send = lambda line: app.watch.tell(line)
        self.keys = list(card_keys(None))
        self._name_choices()
        self._cover_widget, self._body = DealerCover(screen=self), DealerBody(screen=self)
        self._tabs: dict[str, DealerTab] = {}
        self._redraft(Draft())
        self.on_covered()

    def enter(self, **what: Any) -> None:
        """Comes into sight covered, and follows the game while it is there."""
        self.covered = True
        self._follow()
        self._following = Ticking(self._follow, _FOLLOWING)
        Window.bind(on_key_down=self._stay, on_textinput=self._stay)

    def leave(self) -> None:
        """Covers itself."""
        self._following.cancel()
        Window.unbind(on_key_down=self._stay, on_textinput=self._stay)
        self._cover()

    def show(self, play: Play) -> None:
        """Takes the game as it stands now; another dealer, or another game, begins with no rule."""
        before, self._play = self._play, play
        if play.game.NAME != eleusis.NAME or (before is not None and before.state is play.state):
            return
        state = play.state
        dealer, told = words.dealer_of(state), words.told_rule(state)
        another = before is not None and before.record.number != play.record.number
        if dealer != self.dealer or another:
            self.covered, self.dealer, self.dealing = True, dealer, Dealing()
            self._redraft(Draft())
        if told is not None and told != self.draft.rule:
            self._redraft(drafted(told))
        self._name_tabs()
        if self.tab not in [choice.key for choice in self.tabs if choice.enabled]:
            self.choose_tab(words.JUDGE if state.round is not None else words.LIBRARY)
        self.verdict, self.right = "", None
        self._changed()
        self._offer_hints()

    def reword(self, before: Language) -> bool:
        """The rule as far as it is made stays, and all that was chosen besides."""
        self.told, language = self.app.language.text, self.app.language
        self._name_choices()
        self._name_tabs()
        self.rule, self.building = rule_view(self.draft, language), building(self.draft, language)
        self.hints, self.verdict, self.right = [], "", None
        self._look_at(self.draft.rule)
        self._offer_hints()
        self._changed()
        return True

    def _name_choices(self) -> None:
        """What can be chosen whatever is played."""
        self.grades = list(words.grades(self.app.language))
        self.ways = [Choice(name, self.told(f"app_dealer.{name}")) for name in ("cover", "back")]
        self.choose_grade(self.grade)

    def _name_tabs(self) -> None:
        """What can be chosen as the game stands."""
        if self._play is not None:
            self.tabs = list(words.tabs(self._play.state, self.app.language))
            self.beginners = list(words.beginners(self._play.state, self.app.language))

    def on_touch_down(self, touch: Any) -> bool:
        """Whoever touches it is still there."""
        self._stay()
        return bool(super().on_touch_down(touch))

    def _stay(self, *_: object) -> None:
        """Somebody touches it, or types: the pause begins anew."""
        self._pause.cancel()
        if not self.covered:
            self._pause()

    def on_covered(self, *_: object) -> None:
        """Either the cover or what lies below it is there, never both."""
        self.clear_widgets()
        self.add_widget(self._cover_widget if self.covered else self._body)
        if self.covered:
            Window.release_keyboard()  # nobody types into a rule that is not seen
        else:
            self._show_tab()
        self._stay()

    def uncover(self) -> None:
        """The dealer looks."""
        self.covered = False

    def do(self, key: str) -> None:
        """Covers the screen, or leaves it."""
        self._cover()
        if key == "back":
            self.app.go("table")

    def choose_tab(self, name: str) -> None:
        """Another part of the screen."""
        self.tab = name
        self._show_tab()

    def choose_grade(self, grade: str) -> None:
        """The rules of another grade."""
        self.grade, self.library = grade, list(words.library_rules(int(grade), self.app.language))

    def choose_rule(self, name: str) -> None:
        """A rule of the library was tapped."""
        self._redraft(drafted(words.library_rule(name).rule))

    def tap_part(self, key: str) -> None:
        """A part, a number or a move of the builder was tapped."""
        self._redraft(tapped(self.draft, key))

    def type_rule(self, text: str) -> None:
        """Something was typed."""
        if text != self.draft.text:
            self._redraft(typed(self.draft, text) if text.strip() else Draft())

    def tap_card(self, key: str) -> None:
        """A card is tapped by its rank and its suit: the card turned up, or one to be judged."""
        kind, _, rest = key.partition(" ")
        if kind == "rank":
            self._with_rank(Rank(int(rest)))
        elif self.rank is not None:
            card = Card(self.rank, Suit(rest))
            self._with_rank(None)
            if self.tab == words.DEAL:
                self._deal_with(starter=card)
            elif self._play is not None:
                told = words.judgement(self._play.state, self.draft.rule, card, self.app.language)
                self.verdict, self.right = told

    def tap_deal(self, key: str) -> None:
        """Who begins was tapped."""
        self._deal_with(first=key)

    def tap_hint(self, key: str) -> None:
        """A stronger hint is wanted, or the strongest one that is shown is told with the deal, or none."""
        if key == "next_hint":
            self.revealed += 1
        else:
            self._hinted = self.revealed - 1
            self._deal_with(hint=self.hints[self._hinted] if key == "tell_hint" else "")
        self._offer_hints()

    def begin_round(self, *_: object) -> None:
        """Starts the round with what was chosen."""
        self._cover()
        self.send(self.line)

    def _with_rank(self, rank: Rank | None) -> None:
        self.rank, self.keys = rank, list(card_keys(rank))

    def _deal_with(self, **changes: Any) -> None:
        self.dealing = replace(self.dealing, **changes)
        self._changed()

    def _redraft(self, draft: Draft) -> None:
        """The rule is another one, or further made."""
        before, self.draft = self.draft, draft
        language = self.app.language
        self.rule, self.building = rule_view(draft, language), building(draft, language)
        rule = draft.rule
        if rule != before.rule or not self.fit:
            self.hints, self.revealed, self.verdict, self.right = [], 1, "", None
            self.dealing = replace(self.dealing, hint="")
            self._offer_hints()
            self._look_at(rule)
        self._changed()

    def _look_at(self, rule: SecretRule | None) -> None:
        """Measures a rule beside the screen."""
        self._measure.drop()
        self._hint.drop()
        if rule is None:
            self.fit = ""
            return
        language = self.app.language
        self.fit = language.text("app_dealer.measuring")

        def measured(found: Report) -> None:
            self.fit = words.fit_words(found, language)

        self._measure.compute(lambda: report(rule), measured)
        self._hint.compute(lambda: words.hint_list(rule, language), self._take_hints)

    def _fail(self, error: Exception) -> None:
        self.fit = sentence(error)(self.app.language)

    def _take_hints(self, found: tuple[str, ...]) -> None:
        self.hints = list(found)
        if self.dealing.hint:
            self._deal_with(hint=found[self._hinted])  # the same one, where the language is another
        self._offer_hints()

    def _offer_hints(self) -> None:
        more, between = self.revealed < len(self.hints), self._play is not None and self._play.state.round is None
        enabled = {"next_hint": more, "tell_hint": between and bool(self.hints), "no_hint": bool(self.dealing.hint)}
        self.hint_moves = [
            Choice(name, self.app.language.text(f"app_dealer.{name}"), allowed)
            for name, allowed in enabled.items()
            if between or name == "next_hint"
        ]

    def _changed(self) -> None:
        """What depends on the rule and the game together."""
        if self._play is None:
            return
        state, rule, language = self._play.state, self.draft.rule, self.app.language
        self.line = words.deal_line(state, rule, self.dealing)

        def fitted(found: words.Fitting) -> None:
            self.fitting, self.fits = found.told, found.chosen

        self._fitting.compute(lambda: words.still_fitting(state, rule, language), fitted)

    def _show_tab(self) -> None:
        place = self._body.ids.place
        place.clear_widgets()
        if self.tab not in self._tabs:
            self._tabs[self.tab] = _TABS[self.tab](screen=self)
        place.add_widget(self._tabs[self.tab])

    def _cover(self, *_: object) -> None:
        self.covered = True

    def _follow(self, *_: object) -> None:
        snapshot = getattr(self.app, "snapshot", None)
        if snapshot is not None and snapshot.play is not None:
            self.show(snapshot.play)
