"""A sheet to choose a file or a folder from."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from kivy.properties import StringProperty

from companion.app.aside import Aside
from companion.app.said import Choice
from companion.app.watch import sentence
from companion.app.widgets.dressed import Dressed
from companion.app.widgets.kit import Choices, Words
from companion.app.widgets.sheet import Sheet
from companion.language import Language

_MOST = 200  # entries of a folder that are shown at first, and with each further tap
_HIGHEST = 10_000  # pixels; more than any window has
_UP, _HERE, _MORE = "..", ".", "/"  # the last is no name of a file


class FileSheet(Sheet):
    """Shows a folder; a folder that is tapped is gone into, a file is chosen.

    A folder is looked into beside the window, for a disk may take its time. said: that it is, or why it cannot be.
    """

    said = StringProperty()

    def __init__(
        self,
        owner: Dressed,
        language: Language,
        choose: Callable[[Path], None],
        endings: Sequence[str],
        folder: Path | None = None,
        folders_too: bool = False,
    ) -> None:
        """choose: is called with what was chosen. endings: of the files, with dot. folders_too: may be chosen too."""
        super().__init__(owner, "", language.text("app.cancel"))
        self._language, self._choose, self._endings = language, choose, endings
        self._listing = Aside(self._fail)
        self._folders, self._files, self._most = list[str](), list[str](), _MOST
        self._ways, self._list = (Choices(least=260, design_size=17, **self.dress) for _ in range(2))
        self._ways.choose = self._list.choose = self._tapped
        self._words = Words(design_size=17, tint=self.theme.quiet, **self.dress)
        here = [Choice(_HERE, language.text("files.this_folder"))] if folders_too else []
        self._ways.choices = [Choice(_UP, language.text("files.up")), *here]
        self.show(self._ways)
        self.show(self._list)
        self._go((folder or Path.home()).absolute())

    def on_dismiss(self) -> None:
        """What lies there is wanted no more."""
        self._listing.drop()

    def on_said(self, *_: object) -> None:
        """Stands above what can be chosen."""
        self.ids.content.remove_widget(self._words)
        self._words.text = self.said
        if self.said:
            self.ids.content.add_widget(self._words, index=1)

    def _fit(self, *_: object) -> None:
        """It takes all the room there is: nothing moves below a finger when another folder is shown."""
        self.minimum_shown = _HIGHEST

    def _go(self, folder: Path) -> None:
        self._folder, self.title, self.said = folder, str(folder), self._language.text("files.listing")
        self._list.choices = []
        self.ids.content.parent.scroll_y = 1
        self._listing.compute(partial(listed, folder, self._endings), self._take)

    def _take(self, found: tuple[list[str], list[str]]) -> None:
        (self._folders, self._files), self._most, self.said = found, _MOST, ""
        self._offer()

    def _fail(self, error: Exception) -> None:
        self.said = sentence(error)(self._language)

    def _offer(self) -> None:
        entries = [*(Choice(name, f"{name}/") for name in self._folders), *(Choice(name, name) for name in self._files)]
        left = len(entries) - self._most
        more = [Choice(_MORE, self._language.text("files.more", number=left))] if left > 0 else []
        self._list.choices = [*entries[: self._most], *more]

    def _tapped(self, name: str) -> None:
        if name == _MORE:
            self._most += _MOST
            self._offer()
        elif name == _UP:
            self._go(self._folder.parent)
        elif name in self._folders:
            self._go(self._folder / name)
        else:
            self.dismiss()
            self._choose(self._folder if name == _HERE else self._folder / name)


def listed(folder: Path, endings: Sequence[str]) -> tuple[list[str], list[str]]:
    """The names of the folders in a folder, and of the files with one of those endings, but for hidden ones. Raises
    OSError."""
    with os.scandir(folder) as found:  # tells of most what they are without asking the disk for each
        seen = [(entry.name, _is_folder(entry)) for entry in found if not entry.name.startswith(".")]
    files = (name for name, is_folder in seen if not is_folder and Path(name).suffix.lower() in endings)
    return sorted(name for name, is_folder in seen if is_folder), sorted(files)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a share that is gone
        return False
