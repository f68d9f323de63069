"""Opening the journal for a command; whatever is wrong with it ends in one line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import typer

from companion import beginning
from companion.commands import BAD_INPUT, complain
from companion.installation import default_journal
from companion.journal import GameRecord, Journal, JournalError, Play
from companion.language import Language
from companion.rules.game import Game
from companion.rules.games import UnknownGame

_LANGUAGE = Language.load()


def refuse(message: object) -> NoReturn:
    """Says in one line what is wrong with the input, and leaves."""
    complain(message)
    raise typer.Exit(BAD_INPUT) from None


def words_of(error: JournalError) -> str:
    """What is wrong with the journal, in one line."""
    return _LANGUAGE.text(f"journal.{error.fault}", path=error.path, number=error.number)


@contextmanager
def open_journal(path: Path | None, create: bool) -> Iterator[Journal]:
    """The named journal, or the user's own; faults in it, now or while it is used, end in one line and status 2.

    create: whether it is made where there is none.
    """
    try:
        with Journal(path or default_journal(), create) as journal:
            recovery = journal.recovered
            if recovery is not None:
                values = {"games": recovery.games, "entries": recovery.entries, "cut": recovery.cut}
                complain(_LANGUAGE.text("journal.recovered", path=journal.path, aside=recovery.aside, **values))
            yield journal
    except JournalError as error:
        refuse(words_of(error))


def record_of(journal: Journal, number: int | None) -> GameRecord:
    """The game of that number, the newest one for None. Raises JournalError."""
    return journal.game(max((record.number for record in journal.games()), default=1) if number is None else number)


def find_game(name: str, words: Path | None) -> Game:
    """The game of that name; leaves with one line where there is none, or no words to play it with.

    words: a list of one's own for Word Wars; None takes those of this machine.
    """
    from companion.lexicon import LexiconError

    try:
        return beginning.rules_of(name, words)
    except UnknownGame as error:
        known = _LANGUAGE.text("table.list_separator").join(error.allowed)
        refuse(_LANGUAGE.text("table.no_game", name=name, known=known))
    except LexiconError as error:
        refuse(beginning.no_words(error, _LANGUAGE))


def resume(journal: Journal, record: GameRecord) -> Play:
    """A game of the journal as it stands; leaves with one line where its words are missing. Raises JournalError."""
    from companion.lexicon import LexiconError

    try:
        return beginning.resume(journal, record)
    except LexiconError as error:
        refuse(beginning.no_words(error, _LANGUAGE))
