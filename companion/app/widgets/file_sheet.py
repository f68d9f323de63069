"""A sheet to choose a file or a folder from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from companion.app.said import Choice
from companion.app.widgets.dressed import Dressed
from companion.app.widgets.kit import Choices
from companion.app.widgets.sheet import Sheet
from companion.language import Language

_MOST = 200  # entries of a folder that are shown at first, and with each further tap
_UP, _HERE, _MORE = "..", ".", "/"  # the last is no name of a file


class FileSheet(Sheet):
    """Shows a folder; a folder that is tapped is gone into, a file is chosen."""

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
        self._language, self._choose, self._endings, self._folders_too = language, choose, endings, folders_too
        self._list = Choices(least=260, design_size=17, **self.dress)
        self._list.choose = self._tapped
        self.show(self._list)
        self._go((folder or Path.home()).absolute())

    def _go(self, folder: Path, most: int = _MOST) -> None:
        self._folder, self._most = folder, most
        self.title = str(folder)
        entries = self._entries(folder)
        above = [Choice(_UP, self._language.text("files.up"))]
        here = [Choice(_HERE, self._language.text("files.this_folder"))] if self._folders_too else []
        left = len(entries) - most
        more = [Choice(_MORE, self._language.text("files.more", number=left))] if left > 0 else []
        self._list.choices = [*above, *here, *(Choice(path.name, _shown(path)) for path in entries[:most]), *more]

    def _entries(self, folder: Path) -> list[Path]:
        """Folders first, then files that fit; nothing where it may not be looked into."""
        try:
            seen = [path for path in folder.iterdir() if not path.name.startswith(".")]
            folders = [path for path in seen if path.is_dir()]
        except OSError:
            return []
        files = [path for path in seen if path.suffix.lower() in self._endings and path not in folders]
        return sorted(folders) + sorted(files)

    def _tapped(self, name: str) -> None:
        if name == _MORE:
            self._go(self._folder, self._most + _MOST)
            return
        path = self._folder.parent if name == _UP else self._folder if name == _HERE else self._folder / name
        if name != _HERE and path.is_dir():
            self._go(path)
            return
        self.dismiss()
        self._choose(path)


def _shown(path: Path) -> str:
    return f"{path.name}/" if path.is_dir() else path.name
