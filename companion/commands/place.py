"""Where a watched game was left, kept for ``companion play --resume`` and for the app alike."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands.journal_file import open_journal, refuse
from companion.journal import Play
from companion.language import Language

if TYPE_CHECKING:  # what is of the app loads OpenCV: too slow for --help
    from companion.app.arrangement import Arrangement

_LANGUAGE = Language.load()


def named(source: str) -> str:
    """A source as it is called from any folder."""
    return str(Path(source).absolute()) if Path(source).exists() else source


def left_at(journal: Path | None, number: int | None, game: str, source: str) -> Arrangement:
    """How a game of the journal was watched by a source (as `named`) and where it was left; as one that begins for no
    number, or where it was another source. Leaves with one line where there is no such game, or it is another one than
    `game`."""
    from companion.app.arrangement import Arrangement, load

    if number is None:
        return Arrangement()
    with open_journal(journal, create=False) as opened:
        record = opened.game(number)
        kept = load(opened.path, record)
    if record.name != game:
        refuse(_LANGUAGE.text("play.another_game", number=number, game=record.name))
    return kept if kept is not None and kept.source == source else Arrangement()


def keep_place(source: str, table: Sequence[tuple[float, float]], play: Play, number: int) -> None:
    """Keeps that a game was ruled on to that picture of the source, and the corners of its table."""
    from companion.app.arrangement import Arrangement, load, save

    kept = load(play.journal.path, play.record) or Arrangement()
    with suppress(OSError):  # a full disk: it would begin anew
        save(replace(kept, source=source, table=tuple(table), place=number), play.journal.path, play.record)
