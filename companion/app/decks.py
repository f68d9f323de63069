"""Decks that are learned by their backs: from the picture of a camera, from photos, or from the folder of a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from companion.app.watch import Sentence, sentence
from companion.language import Language
from vision.backs import BackError, BackFault, BackLibrary
from vision.eye import DeckReader
from vision.photo import Picture, load_photo


@dataclass(frozen=True)
class Decks:
    """The decks that are known. faults: what went wrong when they were last learned."""

    library: BackLibrary = field(default_factory=BackLibrary)
    faults: tuple[Sentence, ...] = ()


def kept_in(path: Path) -> Decks:
    """The decks that were enrolled; none where they cannot be read, and then `faults` says why."""
    try:
        return Decks(BackLibrary.load(path))
    except BackError as error:
        return Decks() if error.fault is BackFault.MISSING else Decks(faults=(sentence(error),))


def enrolled(
    known: Decks,
    name: str,
    shown: Picture | Path,
    reader: Callable[[], DeckReader],
    kept: Path,
    title: str | None = None,
) -> Decks:
    """With the back that a picture, or a photo of that path, shows as the deck `name`, in place of an earlier one.

    The library is also kept in the file `kept`. title: what people call the deck, if not `name`. Never raises: what
    fails is in `faults`.
    """
    try:
        library = known.library.without(name) if name in known.library.names else known.library
        library = _with_back(library, name, shown, reader())
        library.save(kept)
    except Exception as error:  # told on the screen
        return Decks(known.library, (_told(error, title or name),))
    return Decks(library)


def enrolled_from(photos: Sequence[Path], reader: Callable[[], DeckReader]) -> Decks:
    """One deck for each photo, named for its file; nothing is kept. Never raises: what fails is in `faults`."""
    library, faults = BackLibrary(), list[Sentence]()
    try:
        opened = reader()
    except Exception as error:  # told on the screen
        return Decks(library, (sentence(error),))
    for photo in photos:
        try:
            library = _with_back(library, photo.stem, photo, opened)
        except Exception as error:  # without that deck its backs are unknown ones, and the game can begin
            faults.append(_told(error, photo.stem))
    return Decks(library, tuple(faults))


class _NoneSeen(Exception):
    """No back is on the picture."""


def _with_back(library: BackLibrary, name: str, shown: Picture | Path, reader: DeckReader) -> BackLibrary:
    image = load_photo(shown) if isinstance(shown, Path) else shown
    outline = reader.shown_back(image)
    if outline is None:
        raise _NoneSeen
    return library.enrolled(name, image, outline)


def _told(error: Exception, name: str) -> Sentence:
    def words(language: Language) -> str:
        match error:
            case _NoneSeen():
                return language.text("setup.no_back", name=name)
            case BackError():
                return language.text("backs.not_enrolled", photo=name, reason=sentence(error)(language))
        return sentence(error)(language)

    return words
