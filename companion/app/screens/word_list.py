"""Which words Word Wars is played by, as the set-up asks it: plain Python, no window."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from companion.app.games.offers import short
from companion.app.said import Choice
from companion.app.watch import Sentence
from companion.language import Language

BUILT_IN, BESIDE, OWN = "built_in", "beside", "own"
ANOTHER = "another"  # the key of the choice that asks for a file
ENDINGS = (".txt", ".lst")  # of files that may be lists


@dataclass(frozen=True, slots=True)
class WordList:
    """The lists there are to choose from. own: the file that somebody named last; beside: the one that lies beside the
    film. picked: which one somebody wants, empty where nobody said so: then it is the film's, or else the one that is
    built in. trouble: why nothing can be played by it now, None where it can."""

    own: Path | None = None
    beside: Path | None = None
    picked: str = ""
    trouble: Sentence | None = None

    @property
    def taken(self) -> str:
        """Which one counts, by its key."""
        return self.picked or (BUILT_IN if self.beside is None else BESIDE)

    @property
    def path(self) -> Path | None:
        """The file that counts, None for the words of this machine."""
        return {BUILT_IN: None, BESIDE: self.beside, OWN: self.own}[self.taken]

    def chosen(self, key: str) -> Self:
        """With another one of those there are."""
        return replace(self, picked="" if key == BESIDE else key)

    def named(self, path: Path) -> Self:
        """With a file of one's own."""
        return replace(self, own=path, picked=OWN)

    def lying(self, beside: Path | None) -> Self:
        """With another film, beside which that list lies; what somebody wants stays."""
        return replace(self, beside=beside)

    def choices(self, language: Language) -> tuple[Choice, ...]:
        """What can be tapped."""
        of_film = language.text("setup.words_beside", name=short(self.beside.name)) if self.beside is not None else ""
        lists = {
            BUILT_IN: language.text("setup.words_built_in"),
            BESIDE: of_film,
            OWN: short(self.own.name) if self.own is not None else "",
            ANOTHER: language.text("setup.words_another"),
        }
        return tuple(Choice(key, text) for key, text in lists.items() if text)


def reading(language: Language) -> str:
    """The trouble with words that are being read."""
    return language.text("setup.reading_words")
