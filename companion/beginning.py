"""How a game begins or goes on: its rules with the words they need, its place in the journal, and why it cannot."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from companion.installation import app_version
from companion.journal import GameRecord, Journal, JournalError, JournalFault, Play
from companion.language import Language
from companion.rules.game import DealError, Game, Illegal, OptionError, Setup
from companion.rules.games import UnknownGame, game_named
from companion.rules.names import seat_name
from companion.rules.word_wars import WordWars
from companion.wording import Wording, shown_value

if TYPE_CHECKING:
    from companion.lexicon import LexiconError

UNFIT = (OptionError, Illegal, DealError)
"""What is raised where no game begins with a setup; `why_not` says it in words."""


def rules_of(name: str, words: Path | None = None) -> Game:
    """The game of that name; words: a list of one's own for Word Wars, None takes those of this machine.

    Raises UnknownGame, and LexiconError where there are no words.
    """
    if name != WordWars.NAME:
        return game_named(name)
    from companion.lexicon import load_lexicon  # slow to import, and only this game needs it

    return game_named(name, load_lexicon(words))


def begin(journal: Journal, game: Game, setup: Setup, words: Path | None = None) -> Play:
    """The new game, in the journal, with names as `seat_name` writes them. Raises one of UNFIT, and JournalError."""
    setup = replace(setup, players=tuple(map(seat_name, setup.players)))
    return Play.begin(journal, game, setup, app_version(), "" if words is None else str(words.absolute()))


def resume(journal: Journal, record: GameRecord) -> Play:
    """A game of the journal as it stands.

    Raises JournalError (UNPLAYABLE where there are no rules of that name), and LexiconError.
    """
    try:
        return Play.resume(journal, rules_of(record.name, Path(record.words) if record.words else None), record)
    except UnknownGame:
        raise JournalError(journal.path, JournalFault.UNPLAYABLE, record.number) from None


def why_not(error: OptionError | Illegal | DealError, game: Game, language: Language) -> str:
    """Why a game cannot begin so, in one line."""
    if isinstance(error, OptionError):
        known = language.text("table.list_separator").join(error.allowed)
        if error.given is None:
            return language.text("table.option_unknown", name=error.name, known=known)
        return language.text("table.option_value", name=error.name, given=error.given, known=known)
    if isinstance(error, Illegal):
        wording = Wording.of(game.NAME, language)
        reason = wording.listed(f"{finding.rule}: {wording.judged(finding)}" for finding in error.ruling.broken)
    else:
        data = {name: shown_value(name, value) for name, value in error.data.items()}
        reason = language.text(f"deal.{error.reason}", **data)
    return language.text("table.no_such_start", reason=reason)


def no_words(error: LexiconError, language: Language) -> str:
    """Why a list of words cannot be played by, in one line."""
    told = {name: language.reason(one) if isinstance(one, OSError) else one for name, one in error.data.items()}
    return language.text(f"lexicon.{error.reason}", **told)
