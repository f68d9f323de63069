"""What the first screen shows: the games there are, and those of the journal; plain Python, no window."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

from companion.app.arrangement import Arrangement, load
from companion.app.said import Choice
from companion.beginning import resume
from companion.journal import GameRecord, Journal, Play
from companion.language import Language
from companion.rules.games import UnknownGame
from companion.sheet_wording import game_title
from companion.time_wording import day_and_time

NEWEST = 8  # games that are offered at once
OLDER = "older"  # the key of the choice that offers more of them
_MOST_NAMES = 60  # characters of the names of all players


def games(language: Language) -> tuple[Choice, ...]:
    """Every game to choose from, by its name."""
    return tuple(Choice(name, game_title(name, language)) for name in UnknownGame.allowed)


def records(path: Path) -> tuple[GameRecord, ...]:
    """The games of a journal, newest first; none where there is no journal yet. Raises JournalError."""
    if not path.exists():
        return ()
    with Journal(path, create=False) as journal:
        return journal.games()[::-1]


def finished(path: Path, record: GameRecord) -> tuple[Play, tuple[int, ...]] | None:
    """A game of the journal that is over, to be looked at, and the colours its players had, as `Arrangement` keeps
    them; None where it can be gone on with. Raises JournalError and LexiconError."""
    with ExitStack() as opened:
        play = resume(opened.enter_context(Journal(path, create=False)), record)
        if not play.game.result(play.state).over:
            return None
        opened.pop_all()  # what is looked at stays open
    return play, (load(path, record) or Arrangement()).colours


def resumable(found: tuple[GameRecord, ...], language: Language, most: int = NEWEST) -> tuple[Choice, ...]:
    """Games to go on with, by their number: the first `most` of them, then a choice of older ones where there are."""
    older = (Choice(OLDER, language.text("home.older", number=len(found) - most)),) if len(found) > most else ()
    return (*(Choice(str(record.number), _line(record, language)) for record in found[:most]), *older)


def _line(record: GameRecord, language: Language) -> str:
    players = language.text("table.list_separator").join(record.setup.players)
    if len(players) > _MOST_NAMES:
        players = players[: _MOST_NAMES - 1] + "…"
    started = day_and_time(record.started, language)
    return language.text("home.game", title=game_title(record.name, language), players=players, started=started)
