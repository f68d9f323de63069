"""What the screen of the score shows, in words, and the export of a game: plain Python, no window."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from companion.journal import JournalError, Play, write_whole
from companion.journal.clock import here
from companion.journal.export import game_as_csv, game_as_json
from companion.journal.tally import Tally, tally_of
from companion.language import Language
from companion.rules.game import Result
from companion.sheet_wording import fonts_for_sheets, game_title, sheet_of
from companion.time_wording import day_and_time
from companion.wording import Wording

Format = Literal["pdf", "csv", "json"]
_LONGEST_NAME = 40  # characters of a name that are shown
FORMATS: tuple[Format, ...] = get_args(Format)


class _NoFonts(Exception):
    """The fonts of a score sheet cannot be read."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the table: one player, and whether the game was won by this one."""

    player: str
    points: int
    won: bool


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A rule by id and title, and how often it was broken, asked or decided. text: what the rule says."""

    rule: str
    title: str
    text: str
    tally: Tally


@dataclass(frozen=True, slots=True)
class ScoreView:
    """The score of a game. standings: best first, winners before all. points: of each player in seating order after
    each action that stands, the opening included. rules: those that came into play, in their order."""

    title: str
    verdict: str
    about: str
    over: bool
    standings: tuple[Standing, ...]
    points: Mapping[str, tuple[int, ...]]
    rules: tuple[RuleLine, ...]


def view_of(play: Play, language: Language) -> ScoreView:
    """The score of a game as it stands. May be called by any thread. Raises JournalError."""
    wording = Wording.of(play.game.NAME, language, _LONGEST_NAME)
    with play.reopened() as own:
        entries = own.journal.entries(own.record.number)
    results = [play.game.result(state) for state in play.states()]
    now, tally = results[-1], tally_of(play, entries)
    ranked = sorted(now.points.items(), key=lambda item: (item[0] not in now.winners, -item[1]))
    return ScoreView(
        title=game_title(play.game.NAME, language),
        verdict=_verdict(now, wording),
        about=_about(play, language),
        over=now.over,
        standings=tuple(Standing(player, points, player in now.winners) for player, points in ranked),
        points={player: tuple(result.points[player] for result in results) for player in play.record.setup.players},
        rules=tuple(
            RuleLine(rule, text.title, text.text, tally[rule]) for rule, text in wording.rules.items() if rule in tally
        ),
    )


def export(play: Play, kind: Format, folder: Path, language: Language) -> str:
    """Writes the game to a file in the folder, which is made where there is none, over an older export of the same.

    Returns the sentence that tells where it lies, or why it could not be written. May be called by any thread.
    """
    path = folder / f"{here(play.record.started):%Y-%m-%d}-{play.game.NAME}-{play.record.number}.{kind}"
    try:
        with play.reopened() as own:
            content, secret = _content(own, kind, language)
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(path, content)
    except JournalError as error:
        return language.text(f"journal.{error.fault}", path=error.path, number=error.number)
    except _NoFonts:
        return language.text("app_score.not_saved", reason=language.text("app_score.no_fonts"))
    except OSError as error:
        return language.text("app_score.not_saved", reason=language.reason_at(path, error))
    return language.text("app_score.saved_secrets" if secret else "app_score.saved", path=path)


def _content(play: Play, kind: Format, language: Language) -> tuple[bytes, bool]:
    """What the file holds, and whether not all may see that."""
    if kind == "pdf":
        return _sheet(play, language), False
    entries = play.journal.entries(play.record.number)
    if kind == "csv":
        content = game_as_csv(entries, play).encode("utf-8-sig")  # the mark is for spreadsheets
    else:
        told = game_as_json(play.journal, play.record, entries, play)
        content = json.dumps(told, ensure_ascii=False, indent=2).encode() + b"\n"
    return content, play.keeps_secrets(entries)


def _sheet(play: Play, language: Language) -> bytes:
    from companion.journal.score_sheet import sheet_as_pdf  # what makes a PDF takes long to load

    try:
        fonts = fonts_for_sheets()
        return sheet_as_pdf(sheet_of(play, language, fonts), fonts)
    except (OSError, RuntimeError) as error:
        raise _NoFonts from error


def _verdict(result: Result, wording: Wording) -> str:
    if not result.over:
        return wording.language.text("games.not_over")
    if not result.winners:
        return wording.language.text("games.won_by_nobody")
    return wording.language.text("games.won_by", players=wording.listed(result.winners))


def _about(play: Play, language: Language) -> str:
    started = day_and_time(play.record.started, language)
    return language.text("app_score.about", number=play.record.number, started=started, count=len(play.steps))
