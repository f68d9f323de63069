"""The set-up of a game: who plays, by which options, what watches the table, and whose deck is whose."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    ListProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout

from companion.app.arrangement import Arrangement, Corner, load
from companion.app.aside import Aside
from companion.app.decks import Decks, enrolled, enrolled_from, kept_in
from companion.app.games.offers import short
from companion.app.opening import Opening, Plan
from companion.app.preview import Preview
from companion.app.said import Choice
from companion.app.screens.base import AppScreen
from companion.app.screens.home_view import resumable
from companion.app.screens.setup_view import WORDS, Form, OptionView, camera_choices, count_choices, kind_of_source
from companion.app.screens.word_list import ANOTHER, ENDINGS, WordList, reading
from companion.app.ticking import Ticking
from companion.app.watch import Sentence, sentence
from companion.app.widgets import field, key_scroll, kit, live_picture  # noqa: F401 (named in setup.kv)
from companion.app.widgets.colour_sheet import ColourSheet
from companion.app.widgets.corner_sheet import CornerSheet
from companion.app.widgets.dressed import Dressed
from companion.app.widgets.file_sheet import FileSheet
from companion.app.widgets.sheet import Sheet
from companion.beginning import rules_of
from companion.game_folder import film_and_decks, words_beside
from companion.journal import GameRecord
from companion.language import Language
from companion.rules.game import Game
from companion.rules.word_wars import WordWars
from companion.sheet_wording import game_title
from vision.frames import SourceError, cameras

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_FRAME_TIME = 1 / 15
_MOST_FAULTS = 2  # that are told of decks
_ONE_AT_A_TIME = ("camera", "address")
_PHOTOS = (".jpg", ".jpeg", ".png")
_FILMS = (*_PHOTOS, ".mp4", ".mkv", ".avi", ".mov", ".webm")


class PlayerRow(Dressed, BoxLayout):
    """The name of one player, and the colour, which can be tapped."""

    colour = ColorProperty()
    tapped = ObjectProperty(None, allownone=True)


class OptionRow(Dressed, BoxLayout):
    """One option with its values."""

    title, why, chosen = StringProperty(), StringProperty(), StringProperty()
    choices = ListProperty()
    choose = ObjectProperty(lambda key: None)


class SetupScreen(AppScreen):
    """Asks what a game needs; what it has been told stays until another game is chosen.

    resuming: a game of the journal is gone on with, and only asked what watches it. said: why the game cannot begin, or
    what came of learning a deck; lost: why there is no picture; looking: said while it is found out what lies there.
    """

    title, count, source_kind = StringProperty(), StringProperty(), StringProperty("none")
    said, lost, looking = StringProperty(), StringProperty(), StringProperty()
    counts, decks, sources, ways = ListProperty(), ListProperty(), ListProperty(), ListProperty()
    edge, marks = ListProperty(), ListProperty()
    ready, resuming = BooleanProperty(False), BooleanProperty(False)

    def __init__(self, app: Any, **arguments: Any) -> None:
        self._rules: Game | None = None
        self._record: GameRecord | None = None
        self._form = Form("", ())
        self._preview: Preview | None = None
        self._let_go: Callable[[], None] = lambda: None  # waits for the preview before
        self._clock: Any = None
        self._known = Decks()
        self._corners: CornerSheet | None = None
        self._unseated: Sentence | None = None  # why the decks beside a film are not those of the players
        self._asked = self._looked = ""  # the source that was looked at last, and the one whose table is marked
        self._arrangement = Arrangement()  # of a game of the journal, as it was left
        self._loading, self._learning, self._seeking = Aside(self._fail), Aside(self._fail), Aside(self._fail)
        self._reading, self._finding = Aside(self._fail_words), Aside(self._fail_looking)
        super().__init__(app, **arguments)
        self._name_sources()
        self.bind(unit=self._dress_rows, theme=self._dress_rows, font=self._dress_rows)

    def enter(self, game: str = "", record: GameRecord | None = None, **what: Any) -> None:
        """Begins with a game, with one of the journal, or goes on where it was."""
        self._clock = Ticking(self._tick, _FRAME_TIME)
        if record is not None or (game and (game != self._form.game or self.resuming)):
            self._record, self.resuming = record, record is not None
            self._load(game if record is None else record.name)
            return
        self.app.show_names(self._form.written)
        if self._form.words.path is not None:
            self._take_words(self._form.words)  # the file may have gone meanwhile
        if self.source_kind != "none":
            self.look()

    def _load(self, game: str) -> None:
        self._rules, self._form, self.ready = None, Form(game, ()), False
        self._name_game()
        self.said = self.told("setup.loading")
        self._reading.drop()
        self._loading.compute(partial(_loaded, game, self._record, Opening(self.app.preferences)), self._take_rules)

    def reword(self, before: Language) -> bool:
        """All answers stay."""
        self.told, self.marks = self.app.language.text, []
        self.looking = self.told("setup.looking") if self.looking else ""
        self._name_sources()
        if self._rules is not None:
            self._name_game()
            self._take(self._form.renamed(self._rules, self._known.library.names, before))
            self._show_players()
        elif self._form.game:
            self._load(self._form.game)
        return True

    def _name_sources(self) -> None:
        kinds = ("none", "camera", "file", "address")
        self.sources = [Choice(kind, self.told(f"setup.source_{kind}")) for kind in kinds]

    def _name_game(self) -> None:
        language, record = self.app.language, self._record
        title = game_title(self._form.game, language)
        self.title = title if record is None else resumable((record,), language)[0].text

    def leave(self) -> None:
        """Lets go of the source."""
        self._clock.cancel()
        self._stop_looking()

    def begin(self) -> None:
        """The game begins; the source is let go before it is opened again for the game."""
        if self.ids.begin.disabled:
            return
        self._stop_looking()
        opening, source = Opening(self.app.preferences), self._source()
        place = self._arrangement.place if self._watched_it(source) else 0
        arrangement = Arrangement(source, self._table() if source else (), self._form.seated, place)
        setup, backs = self._form.setup(self.app.language), self._known.library
        if self._record is not None:
            watch = opening.resumed(self._record, arrangement, backs, self._let_go)
        else:
            watch = opening.begun(Plan(self._form.game, setup, arrangement, backs, self._form.words.path), self._let_go)
        self.app.begin(watch, setup.players, arrangement.colours, source)

    def count_players(self, count: str) -> None:
        """So many play."""
        self._take(self._form.counted(int(count)))
        self._show_players()

    def choose_source(self, kind: str) -> None:
        """What watches the table: nothing, a camera, a film or photos, or an address."""
        self.source_kind = kind
        if kind == "camera":
            self._choose_from(camera_choices(cameras()), self.app.language.text("setup.source_camera"))
        elif kind == "file":
            FileSheet(self, self.app.language, self._named, _FILMS, folders_too=True).open()
        else:
            self._named("")

    def look(self) -> None:
        """Shows the source that is named, once it is found out beside the screen what lies there."""
        self._stop_looking()
        self._asked = source = self._source()
        if source:
            self.looking = self.app.language.text("setup.looking")
            self._finding.compute(partial(_lying, source), partial(self._show, source))
        else:
            self._show(source, ("", [], None))

    def look_at_another(self) -> None:
        """The line was left: shows what is named there now, if it is not what was looked at already."""
        if self._source() != self._asked:
            self.look()

    def _show(self, source: str, lying: tuple[str, list[Path], Path | None]) -> None:
        film, decks, words = lying
        self.looking = ""
        another = source != self._looked
        if another:  # another picture, and another table
            self._looked, self.edge = source, []
        self._find_words(words)
        if film:
            self._preview = Preview(film)
            self._preview.start(self._freeing(source))
            if another:
                seek = partial(self._preview.edge, Opening(self.app.preferences).reader)
                self._seeking.compute(seek, self._found_edge)
        if decks and self._rules is not None:
            if another or not any(self._form.players):
                self._seat([deck.stem for deck in decks], self._rules)
            self._learn(partial(enrolled_from, decks, partial(Opening(self.app.preferences).reader)))

    def _find_words(self, beside: Path | None) -> None:
        """A list that lies beside the film counts, unless somebody chose another one; a game that is gone on with has
        its own."""
        words = self._form.words
        if self._form.game != WordWars.NAME or self.resuming:
            beside = None
        if self._rules is not None and beside != words.beside:
            self._take_words(words.lying(beside))

    def _take_words(self, words: WordList) -> None:
        """Other words count: they are read beside the screen, and no game begins before."""
        self._reading.compute(partial(rules_of, self._form.game, words.path), self._take_read)
        self._tell_words(words, reading)
        self.app.show_names(self._form.written)

    def _take_read(self, rules: Game) -> None:
        self._rules = rules
        self._tell_words(self._form.words, None)

    def _fail_words(self, error: Exception) -> None:
        self._tell_words(self._form.words, sentence(error))

    def _tell_words(self, words: WordList, trouble: Sentence | None) -> None:
        self._take(replace(self._form, words=replace(words, trouble=trouble)))

    def _freeing(self, source: str) -> Callable[[], None]:
        """What waits until nothing of this app uses the source any more: a camera is one user's alone. A game that it
        watches is put by."""
        let_go = self._let_go
        ended = self.app.put_by(source) if kind_of_source(source) in _ONE_AT_A_TIME else lambda: None

        def both() -> None:
            let_go()
            ended()

        return both

    def _seat(self, decks: list[str], rules: Game) -> None:
        """The players are those of the decks, in games where each has one; a game that is gone on with has its own."""
        self._unseated = None
        if self._form.each_has_a_deck(rules, self.app.language) and not self.resuming:
            self._take(self._form.played_by(decks, rules))
            self._show_players()
            if len(decks) not in rules.PLAYERS:
                most = {"least": rules.PLAYERS.start, "most": rules.PLAYERS.stop - 1, "decks": len(decks)}
                self._unseated = lambda language: language.text("setup.too_many_decks", **most)

    def mark(self, _key: str) -> None:
        """The corners of the table are to be tapped on the picture, or those that were found moved."""
        self._seeking.drop()
        self._corners = CornerSheet(self, self.app.language, self._table(), self._take_edge)
        self._corners.bind(on_dismiss=lambda _sheet: setattr(self, "_corners", None))
        self._corners.open()

    def _table(self) -> tuple[Corner, ...]:
        return tuple((across, down) for across, down in self.edge)

    def _take_edge(self, corners: tuple[Corner, ...]) -> None:
        self.edge, self.marks = [list(corner) for corner in corners], []

    def _found_edge(self, corners: tuple[Corner, ...]) -> None:
        """The table was found by itself, or not."""
        if corners:
            self._take_edge(corners)
            self.marks = [Choice("mark", self.app.language.text("setup.table_found"))]

    def enrol(self, deck: str) -> None:
        """The back of a deck is held to the camera now, or is on a photo."""
        frame = self._preview.frame if self._preview is not None and not self.lost else None
        if frame is not None:
            self._enrol(deck, frame.image)
        else:
            FileSheet(self, self.app.language, partial(self._enrol, deck), _PHOTOS).open()

    def _enrol(self, deck: str, picture: Any) -> None:
        assert self._rules is not None  # it is asked for its decks
        opening, title = Opening(self.app.preferences), self._form.decks(self._rules, self.app.language)[deck]
        self._learn(partial(enrolled, self._known, deck, picture, opening.reader, opening.library_path, title))

    def _learn(self, work: Callable[[], Decks]) -> None:
        self.said = self.app.language.text("setup.learning")
        self._learning.compute(work, self._take_decks)

    def _take_decks(self, known: Decks) -> None:
        self._known = known
        self._take(self._form)
        language, left = self.app.language, len(known.faults) - _MOST_FAULTS
        faults = [fault(language) for fault in known.faults[:_MOST_FAULTS]]
        more = language.text("table_screen.waiting", count=left) if left > 0 else ""
        unseated = self._unseated(language) if self._unseated is not None else ""
        self.said = " ".join(filter(None, (unseated, *faults, more))) or self.said

    def _fail(self, error: Exception) -> None:
        self.said = sentence(error)(self.app.language)

    def _fail_looking(self, error: Exception) -> None:
        self.looking = ""
        self._fail(error)

    def _take_rules(self, loaded: tuple[Game, Decks, Arrangement]) -> None:
        self._rules, self._known, self._arrangement = loaded
        self.counts = count_choices(self._rules)
        if self._record is None:
            self._take(Form.of(self._rules))
        else:
            self._take(Form.resumed(self._record, self._arrangement.colours))
            self._offer_source(self._arrangement.source, self._arrangement.table)
        self._show_players()
        if self.decks and self._known.faults:
            self.said = self._known.faults[0](self.app.language)
        if self.source_kind != "none":
            self.look()

    def _take(self, form: Form) -> None:
        """Another answer: whether the game can begin with it, and what else is to be shown."""
        language, rules = self.app.language, self._rules
        if rules is None:
            return
        self._form, self.count = form, str(len(form.players))
        problem = "" if self.resuming else form.problem(rules, language)
        self.ready, self.said = not problem, problem
        known = self._known.library.names
        self.decks = [
            Choice(deck, language.text(f"setup.deck_{'' if deck in known else 'un'}known", name=short(title)))
            for deck, title in form.decks(rules, language).items()
        ]
        views = (*form.word_views(language), *form.option_views(rules, language))
        self._show_options(() if self.resuming else views)

    def _show_players(self) -> None:
        self.ids.players.clear_widgets()
        for place, name in enumerate(() if self.resuming else self._form.players):
            row = PlayerRow(colour=self._colour(place), **self.dress)
            row.tapped = partial(self._choose_colour, place)
            row.ids.field.hint_text = self.app.language.text("setup.player", number=place + 1)
            row.ids.field.text = name
            row.ids.field.typed = partial(self._name, place)
            self.ids.players.add_widget(row)

    def _name(self, place: int, name: str) -> None:
        self._take(self._form.named(place, name))
        self.app.show_names(self._form.written)

    def _choose_colour(self, place: int) -> None:
        language, form = self.app.language, self._form
        names = form.names(language)
        holders = [""] * len(form.colours)
        for name, colour in zip(names, form.colours, strict=False):
            holders[colour] = name
        title = language.text("setup.which_colour", player=short(names[place]))
        ColourSheet(self, title, language, holders, partial(self._colour_in, place)).open()

    def _colour_in(self, place: int, colour: int) -> None:
        self._take(self._form.coloured(place, colour))
        self._dress_rows()

    def _colour(self, place: int) -> Any:
        return self.theme.lines[self._form.colours[place]]

    def _show_options(self, views: tuple[OptionView, ...]) -> None:
        box = self.ids.options
        if len(box.children) != len(views):
            box.clear_widgets()
            for _ in views:
                box.add_widget(OptionRow(**self.dress))
        for row, view in zip(reversed(box.children), views, strict=True):
            row.choose = partial(self._set, view.name)
            row.title, row.why, row.choices, row.chosen = view.title, view.why, list(view.choices), view.chosen

    def _set(self, option: str, value: str) -> None:
        if option == WORDS:
            self._choose_words(value)
        else:
            self._take(self._form.chosen(option, value))

    def _choose_words(self, key: str) -> None:
        words = self._form.words
        if key != ANOTHER:
            self._take_words(words.chosen(key))
            return
        folder = words.own.parent if words.own is not None else None
        FileSheet(self, self.app.language, self._name_words, ENDINGS, folder).open()

    def _name_words(self, path: Path) -> None:
        self._take_words(self._form.words.named(path))

    def _dress_rows(self, *_: object) -> None:
        for row in (*self.ids.players.children, *self.ids.options.children):
            row.dress_as(self)
        for place, row in enumerate(reversed(self.ids.players.children)):
            row.colour = self._colour(place)

    def _choose_from(self, sources: tuple[Choice, ...], title: str) -> None:
        sheet = Sheet(self, title, self.app.language.text("app.cancel"))
        choices = kit.Choices(choices=list(sources), **self.dress)

        def choose(name: str) -> None:
            sheet.dismiss()
            self._named(name)

        choices.choose = choose
        sheet.show(choices)
        sheet.open()

    def _offer_source(self, source: str, table: tuple[Corner, ...]) -> None:
        """What watched this game last is to watch it again, up to the edge that was marked."""
        self.source_kind, self._looked = kind_of_source(source), source
        self.ids.source.text, self.edge = source, [list(corner) for corner in table]

    def _named(self, source: object) -> None:
        self.ids.source.text = str(source)
        self.look()

    def _source(self) -> str:
        return "" if self.source_kind == "none" else self.ids.source.text.strip()

    def _stop_looking(self) -> None:
        if self._preview is not None:
            self._preview.close_soon()
            self._let_go = self._preview.close
        self._seeking.drop()
        self._finding.drop()
        self._preview, self.marks, self.looking = None, [], ""
        self.ids.picture.clear()
        self.ways, self.lost = [], ""

    def _tell_lost(self, fault: SourceError) -> None:
        """The source gives no picture: says so, and what can be done."""
        text = self.app.language.text
        key = "setup.source_lost" if self._watched_it(self._source()) else "setup.no_picture"
        self.lost = text(key, source=fault.source, reason=text(f"frames.{fault.fault}"))
        self.ways = [Choice("again", text("setup.source_again")), Choice("without", text("setup.source_without"))]

    def _watched_it(self, source: str) -> bool:
        """Whether a game that is gone on with was watched by that source before."""
        return self.resuming and source == self._arrangement.source

    def take_way(self, way: str) -> None:
        """What is to be done without a picture: the source is looked for again, or not used."""
        if way == "without":
            self.choose_source("none")
        else:
            self.look()

    def _tick(self, _seconds: float) -> None:
        if self._preview is None:
            return
        if self._preview.fault is not None:
            self._tell_lost(self._preview.fault)
        else:
            self.lost = self.told("frames.state_lost") if self._preview.lost else ""
        frame = self._preview.frame
        if frame is None:
            return
        self.ids.picture.show(frame.image, ())
        if self._corners is not None:
            self._corners.show(frame.image)
        if not self.marks:
            self.marks = [Choice("mark", self.app.language.text("setup.mark_table"))]


def _lying(source: str) -> tuple[str, list[Path], Path | None]:
    """What is to be watched, photos of decks, and words, as they lie in a folder; a disk may take its time to tell."""
    return *film_and_decks(source), words_beside(source)


def _loaded(game: str, record: GameRecord | None, opening: Opening) -> tuple[Game, Decks, Arrangement]:
    """The rules, with a list of words of one's own where there is one, the decks that are known, and how a game of the
    journal was watched last."""
    words = Path(record.words) if record is not None and record.words else None
    arrangement = None if record is None else load(opening.journal_of(opening.preferences), record)
    return rules_of(game, words), kept_in(opening.library_path), arrangement or Arrangement()
