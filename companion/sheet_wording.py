"""The score sheet of a game in words, and the fonts to print it with."""

from __future__ import annotations

import errno
import importlib.util
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from companion.fonts import font_for
from companion.journal import Entry, Kind, Play
from companion.journal.tally import tally_of
from companion.language import FALLBACK, Language
from companion.option_wording import option_title, option_value
from companion.rules.game import Result
from companion.time_wording import day_and_time_anywhere
from companion.wording import Wording

if TYPE_CHECKING:  # what makes a PDF is loaded where one is made
    from companion.journal.score_sheet import Fonts, Grid, Picture, Sheet

_SIMPLIFIED_IN_NOTO = 2  # the place of Simplified Chinese within Noto Sans CJK's collection


def sheet_of(play: Play, language: Language, fonts: Fonts) -> Sheet:
    """The score sheet of a game; in English, with a note, where no font has the signs of the language."""
    if language.code != FALLBACK and len(fonts.fallbacks) < 2:
        english = Language.load(FALLBACK)
        return _SheetWording(play, english).sheet(english.text("games.no_font"))
    return _SheetWording(play, language).sheet("")


def fonts_for_sheets() -> Fonts:
    """Fonts that come with Kivy for letters and the signs of suits, and one of the system, if any, for Chinese."""
    from companion.journal.score_sheet import Font, Fonts

    kivy = importlib.util.find_spec("kivy")
    if kivy is None or kivy.origin is None:
        raise OSError(errno.ENOENT, os.strerror(errno.ENOENT), "kivy")
    folder = Path(kivy.origin).parent / "data" / "fonts"
    signs = folder / "DejaVuSans.ttf"
    chinese = font_for("zh")
    fallbacks = [Font(signs, signs)]
    if chinese is not None:
        place = _SIMPLIFIED_IN_NOTO if "NotoSansCJK" in chinese else 0
        bold = Path(chinese.replace("-Regular.", "-Bold."))
        fallbacks.append(Font(Path(chinese), bold if bold.exists() else Path(chinese), place))
    return Fonts(Font(folder / "Roboto-Regular.ttf", folder / "Roboto-Bold.ttf"), tuple(fallbacks))


class _SheetWording:
    """Finds the words for each part of the sheet of one game."""

    def __init__(self, play: Play, language: Language) -> None:
        self.play = play
        self.language = language
        self.wording = Wording.of(play.game.NAME, language)
        self.replayed = tuple(play.replayed())
        self.entries = [entry for _, entry in self.replayed]
        self.over = play.game.result(play.state).over

    def sheet(self, note: str) -> Sheet:
        from companion.journal.score_sheet import Sheet

        results = [self.play.game.result(state) for state in self.play.states()]
        players = self.play.record.setup.players
        return Sheet(
            title=game_title(self.play.game.NAME, self.language),
            facts=self._facts(),
            verdict=self._verdict(results[-1]),
            grids=(self._standings(results[-1]), self._options(), self._findings(), self._overrulings()),
            chart=(self._text("chart"), self._text("chart_along")),
            points={player: [result.points[player] for result in results] for player in players},
            pictures_heading=self._text("evidence"),
            pictures=tuple(self._pictures()),
            note=note,
            page=self._text("page", number="{number}"),
        )

    def _facts(self) -> tuple[tuple[str, str], ...]:
        record = self.play.record
        started = day_and_time_anywhere(record.started, self.language)
        refused = sum(entry.kind is Kind.REFUSED for entry in self.entries)
        undone = sum(entry.kind is Kind.UNDO for entry in self.entries)
        told = {
            "players_of": self.wording.listed(record.setup.players),
            "game_number": self._text("number_and_start", number=record.number, started=started),
            "actions": self._text("action_counts", count=len(self.play.steps), refused=refused, undone=undone),
            "dealt": self._dealt(),
            "version": record.app or self._text("unknown_version"),
        }
        return tuple((self._text(label), value) for label, value in told.items())

    def _dealt(self) -> str:
        setup = self.play.record.setup
        if setup.seed is not None:
            return self._text("dealt_by_seed", seed=setup.seed)
        return self._text("dealt_as_given") if setup.deal else self._text("dealt_at_the_table")

    def _verdict(self, result: Result) -> str:
        if not result.over:
            return self._text("not_over")
        if not result.winners:
            return self._text("won_by_nobody")
        return self._text("won_by", players=self.wording.listed(result.winners))

    def _standings(self, result: Result) -> Grid:
        from companion.journal.score_sheet import Grid

        ranked = sorted(result.points.items(), key=lambda item: (item[0] not in result.winners, -item[1]))
        rows = tuple((f"{player} ★" if player in result.winners else player, str(points)) for player, points in ranked)
        return Grid(self._text("standings"), (self._text("player"), self._text("points")), (3, 1), rows)

    def _options(self) -> Grid:
        from companion.journal.score_sheet import Grid

        game, language = self.play.game, self.language
        options = game.Options.parse(self.play.record.setup.options).as_json()
        rows = tuple(
            (option_title(game.NAME, name, language), option_value(game.NAME, name, value, language))
            for name, value in options.items()
        )
        return Grid(self._text("options"), (self._text("option"), self._text("value")), (3, 2), rows)

    def _findings(self) -> Grid:
        """How often each rule was broken, by refused actions and by such that the players let stand."""
        from companion.journal.score_sheet import Grid

        tally = tally_of(self.play, self.entries)
        counts = {rule: (tally[rule].refused, tally[rule].let_stand) for rule in self.wording.rules if rule in tally}
        rows = tuple((self.wording.title(rule), *map(str, count)) for rule, count in counts.items() if any(count))
        columns = (self._text("rule"), self._text("refused"), self._text("let_stand"))
        return Grid(self._text("broken_rules"), columns, (4, 1, 1), rows)

    def _overrulings(self) -> Grid:
        from companion.journal.score_sheet import Grid

        standing = {step.entry.number for step in self.play.steps}
        rows = tuple(
            (str(entry.number), self._done(then, entry), self._broken(then, entry), entry.overruled)
            for then, entry in self.replayed
            if entry.overruled is not None and entry.number in standing
        )
        columns = (self._text("entry"), self._text("action"), self._text("rule"), self._text("reason"))
        return Grid(self._text("overrulings"), columns, (0.6, 2, 2.6, 2), rows)

    def _pictures(self) -> Iterator[Picture]:
        from companion.journal.score_sheet import Picture

        for then, entry in self.replayed:
            for picture in entry.evidence:
                content = self.play.journal.evidence_content(picture)
                key = "picture" if content is not None else "picture_missing"
                caption = self._text(key, number=entry.number, done=self._done(then, entry), file=picture.file)
                yield Picture(caption, content)

    def _done(self, then: Play, entry: Entry) -> str:
        """What was done; while the game goes on as the table saw it, for it may hold somebody's secret. then: the game
        after the entry."""
        if not self.over:
            seen = then.seen(entry)
            return "" if seen is None else self.wording.did(seen)
        try:
            return self.wording.did(self.play.game.parse_action(entry.line or ""))
        except ValueError:  # no action, or one that was written by another version
            return entry.line or ""

    def _broken(self, then: Play, entry: Entry) -> str:
        findings = entry.findings if self.over else then.against(entry)
        return "\n".join(f"{finding.rule}: {self.wording.judged(finding)}" for finding in findings)

    def _text(self, key: str, **values: object) -> str:
        return self.language.text(f"games.{key}", **values)


def game_title(name: str, language: Language) -> str:
    """What a game is called; its name on the command line where no title is known."""
    return language.texts.get("games.title_" + name.replace("-", "_"), name)
