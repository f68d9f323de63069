"""A photo, read: its cards, tiles and backs drawn on it and listed below."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from kivy.core.window import Window
from kivy.lang import Builder
from kivy.properties import ListProperty, StringProperty

from companion.app.aside import Aside
from companion.app.opening import Opening
from companion.app.said import Said
from companion.app.screens.base import AppScreen
from companion.app.watch import Sentence, sentence
from companion.app.widgets import kit, live_picture  # noqa: F401 (named in photo.kv)
from companion.app.widgets.file_sheet import FileSheet
from companion.language import Language
from vision.drawing import label
from vision.photo import Picture, load_photo
from vision.sightings import Kind, Reading, Sighting

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_ENDINGS = (".jpg", ".jpeg", ".png", ".webp", ".heic", ".tif", ".tiff", ".bmp")


class PhotoScreen(AppScreen):
    """Reads one photo after another, chosen or dropped on the window."""

    said = StringProperty()
    things = ListProperty()

    def __init__(self, app: Any, **arguments: Any) -> None:
        self._aside = Aside(self._fail)
        self._folder: Path | None = None
        self._seen: tuple[Sighting, ...] = ()
        self._words: Sentence = lambda language: language.text("photo_screen.hint")
        super().__init__(app, **arguments)

    def enter(self, **what: Any) -> None:
        """Waits for a photo."""
        self._say(self._words)
        Window.bind(on_drop_file=self._dropped)

    def leave(self) -> None:
        """Files dropped elsewhere are not for this screen."""
        Window.unbind(on_drop_file=self._dropped)

    def reword(self, before: Language) -> bool:
        """The photo stays, and what was read."""
        self.told = self.app.language.text
        self._say(self._words)
        self._list()
        return True

    def choose(self) -> None:
        """Asks for a photo."""
        FileSheet(self, self.app.language, self.read, _ENDINGS, self._folder).open()

    def read(self, path: Path) -> None:
        """Reads a photo beside the screen."""
        self._folder = path.parent
        self._say(lambda language: language.text("photo_screen.reading", name=path.name))
        self._aside.compute(partial(_read, path, Opening(self.app.preferences)), partial(self._take, path))

    def _dropped(self, _window: Any, name: bytes, *_: object) -> None:
        self.read(Path(name.decode(errors="surrogateescape")))

    def _fail(self, error: Exception) -> None:
        self._say(sentence(error))

    def _take(self, path: Path, found: tuple[Picture, Reading]) -> None:
        picture, reading = found
        self.ids.picture.show(picture, reading.sightings)
        self._seen = reading.sightings
        seen = {"name": path.name, "count": len(reading.sightings), "ms": round(reading.ms)}
        self._say(lambda language: language.text("photo_screen.seen", **seen))
        self._list()

    def _say(self, words: Sentence) -> None:
        self._words, self.said = words, words(self.app.language)

    def _list(self) -> None:
        self.things = [Said(_text(sighting, self.app.language), sighting.certain) for sighting in self._seen]


def _text(sighting: Sighting, language: Language) -> str:
    """A thing as it is named: ``10♥``, ``7♣?`` where it is asked, or whose card lies face down."""
    text = label(sighting)
    return language.text("read.face_down", name=text) if sighting.kind is Kind.BACK else text


def _read(path: Path, opening: Opening) -> tuple[Picture, Reading]:
    picture = load_photo(path)
    return picture, opening.reader(opening.library()).read(picture)
