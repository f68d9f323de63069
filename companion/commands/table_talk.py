"""A game played line by line: what is typed, what the rules say to it, and telling it as words or as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import typer
from rich.console import Console
from rich.text import Text

from companion.commands import complain, printable
from companion.commands.journal_file import words_of
from companion.journal import OF_THE_PLAYERS, Entry, JournalError, Kind, Play, Source, Unamended
from companion.journal.entries import setup_as_json
from companion.language import Language
from companion.rules.eleusis.secret import RuleError
from companion.rules.game import Finding
from companion.wording import Wording

_LANGUAGE = Language.load()
QUIT = "quit"
_MOST_SHOWN = 80  # characters of a bad line that a message repeats


class BadLine(Exception):
    """A line that is neither an action of the game nor a command, or asks for what cannot be; its text says so."""


@dataclass(frozen=True, eq=False)
class Teller:
    """Tells what happens in a game, for people or as one JSON object a line.

    seen: people are told actions as the table saw them, so that nobody's secret is told; JSON holds them as they are.
    """

    wording: Wording
    as_json: bool
    console: Console
    seen: bool = False

    @classmethod
    def of(cls, play: Play, as_json: bool, seen: bool = False) -> Teller:
        """The teller of a game."""
        wording = Wording.of(play.game.NAME, _LANGUAGE)
        return cls(wording, as_json, Console(soft_wrap=True, highlight=False), seen)

    def game(self, play: Play) -> None:
        """Which game it is."""
        setup = play.record.setup
        told: dict[str, Any] = {"event": "game", "number": play.record.number, "game": play.game.NAME}
        options = play.game.Options.parse(setup.options).as_json()
        told |= {"players": list(setup.players), "options": options, "seed": setup.seed}
        told |= {"setup": setup_as_json(setup), "words": play.record.words}
        told |= {"journal": str(play.journal.path), "actions": len(play.steps)}
        players = self.wording.listed(setup.players)
        head = _text("game", number=play.record.number, game=play.game.NAME, players=players, count=len(play.steps))
        self._tell(told, Text(printable(head), style="bold"))

    def entry(self, play: Play, entry: Entry) -> None:
        """What an entry did. play: the game after it."""
        followed = play.steps[-1].consequences if entry.kind in (Kind.ACTION, Kind.REDO) else ()
        undecided = entry.ruling.undecided if entry.ruling else ()
        told = {
            "event": entry.kind.value,
            "entry": entry.number,
            "line": entry.line,
            "source": entry.source,
            "legal": not entry.findings,
            "overruled": entry.overruled,
            "target": entry.target,
            "broken": self.wording.as_json(entry.findings, judged=True),
            "undecided": self.wording.as_json(undecided, judged=True),
            "consequences": self.wording.as_json(followed, judged=False),
        }
        if self.seen and followed:
            followed = play.followed()
        self._tell(told, self._headline(play, entry), *self._ruling(play, entry), *self._lines(followed))

    def state(self, play: Play, viewer: str | None) -> None:
        """How it stands, as a player or the table may see it."""
        lines = play.game.describe(play.state, viewer)
        told = {"event": "state", "viewer": viewer, "lines": self.wording.as_json(lines, judged=False)}
        self._tell(told, *self._lines(lines))

    def score(self, play: Play) -> None:
        """The points, and who has won."""
        result = play.game.result(play.state)
        told = {"event": "score", "over": result.over, "points": dict(result.points), "winners": list(result.winners)}
        self._tell(told, Text(printable(self.wording.standing(result)), style="bold"))

    def help(self, play: Play) -> None:
        """What can be written."""
        lines = [examples(play.game.NAME), *_text("commands").splitlines()]
        self._tell({"event": "help", "lines": lines}, *map(Text, lines))

    def unamended(self, error: Unamended) -> str:
        """Why nothing was amended."""
        findings = error.play.against(error.refused) if self.seen else error.refused.findings
        reason = printable(self.wording.listed(map(self.wording.judged, findings)))
        return _text("unamended", number=error.number, line=self._line(error.play, error.refused), reason=reason)

    def _headline(self, play: Play, entry: Entry) -> Text:
        match entry.kind:
            case Kind.UNDO:
                return Text(_text("undone", number=entry.target), style="yellow")
            case Kind.REDO:
                return Text(_text("redone", line=self._line(play, play.steps[-1].entry)), style="green")
            case Kind.REFUSED:
                return Text(_text("refused", number=entry.number, line=self._line(play, entry)), style="red")
        if entry.overruled is not None:
            values = {"line": self._line(play, entry), "reason": printable(entry.overruled)}
            return Text(_text("overruled", number=entry.number, **values), style="yellow")
        return Text(_text("accepted", number=entry.number, line=self._line(play, entry)), style="green")

    def _line(self, play: Play, entry: Entry) -> str:
        if not self.seen:
            return printable(entry.line)
        action = play.seen(entry)
        return "" if action is None else printable(play.game.write_action(action))

    def _ruling(self, play: Play, entry: Entry) -> list[Text]:
        """Each broken rule with what it says, and, of a refused or overruled action, what could not be decided."""
        lines: list[Text] = []
        if entry.overruled is not None:
            return lines
        for finding in play.against(entry) if self.seen else entry.findings:
            title, words = self.wording.title(finding.rule), printable(self.wording.judged(finding))
            lines.append(Text(_text("broken", rule=title, finding=words), style="red"))
        for rule in dict.fromkeys(finding.rule for finding in entry.findings):
            lines.append(Text(f"    {self.wording.rules[rule].text}", style="dim"))
        for finding in entry.ruling.undecided if entry.ruling else ():
            words = printable(self.wording.judged(finding))
            lines.append(Text(_text("undecided", rule=finding.rule, finding=words), style="dim"))
        return lines

    def _lines(self, findings: Iterable[Finding]) -> list[Text]:
        return [
            Text(f"  {printable(self.wording.said(finding))} ").append(f"({finding.rule})", style="dim")
            for finding in findings
        ]

    def _tell(self, told: dict[str, Any], *lines: Text) -> None:
        if self.as_json:
            typer.echo(json.dumps(told, ensure_ascii=False))
            return
        for line in lines:
            self.console.print(line)


def examples(game: str) -> str:
    """How the actions of a game are written."""
    return _text("actions_" + game.replace("-", "_"))


def obey(play: Play, line: str, teller: Teller) -> Play:
    """The game after one line, an action or a command, once what came of it was told. Raises BadLine, JournalError."""
    word, _, rest = line.partition(" ")
    match word, rest.strip():
        case "help", "":
            teller.help(play)
        case "score", "":
            teller.score(play)
        case "show", viewer if viewer in ("", *play.record.setup.players):
            teller.state(play, viewer or None)
        case (("undo" | "redo" | "overrule"), reason) if word == "overrule" or not reason:
            return _told(teller, *_corrected(play, word, reason))
        case "amend", said:
            return _amended(play, said, teller)
        case _:
            return _told(teller, *play.act(_action(play, line), Source.TYPED))
    return play


def _action(play: Play, line: str) -> Any:
    """The action that a line says. Raises BadLine; of a secret rule it tells what is wrong with it, and where."""
    try:
        return play.game.parse_action(line)
    except RuleError as error:
        reason = _LANGUAGE.text(f"ee_rule_error.{error.reason}", **error.data)
        raise BadLine(_text("not_a_rule", reason=reason)) from None
    except ValueError:
        raise BadLine(_text("not_an_action", line=_cut(line), examples=examples(play.game.NAME))) from None


def _cut(text: str) -> str:
    """What was typed, or as much of it as fits into a message."""
    return text if len(text) <= _MOST_SHOWN else text[: _MOST_SHOWN - 1] + "…"


def follow(play: Play, lines: Iterable[str], teller: Teller, stop_at_bad: bool) -> tuple[Play, bool]:
    """The game after all lines, and whether an action was ruled illegal.

    ``quit`` ends early, a line that begins with ``#`` is a comment. stop_at_bad: raise BadLine, with the number of the
    line, at the first bad one; else complain and go on.
    """
    refused = False
    for number, written in enumerate(lines, 1):
        line = " ".join(written.split())
        if line == QUIT:
            break
        if not line or line.startswith("#"):
            continue
        try:
            before, play = play, obey(play, line, teller)
        except BadLine as error:
            if stop_at_bad:
                raise BadLine(_text("at_line", number=number, reason=error)) from None
            complain(error)
            continue
        refused = refused or (play.refused is not None and play.refused is not before.refused)
    return play, refused


def _corrected(play: Play, word: str, reason: str) -> tuple[Play, Entry]:
    """The game after undo, redo or overrule. Raises BadLine where there is nothing of the kind."""
    with _for_players():
        match word:
            case "undo":
                return play.undo()
            case "redo":
                return play.redo()
            case _:
                return play.overrule(reason)


def _amended(play: Play, said: str, teller: Teller) -> Play:
    """The game after another action was put in the place of an earlier one. Raises BadLine where that cannot be."""
    number, _, line = said.partition(" ")
    if not number.isdecimal():
        raise BadLine(_text("amend_form"))
    try:
        with _for_players():
            made = play.amended(int(number), _action(play, line), Source.TYPED)
    except Unamended as error:
        raise BadLine(teller.unamended(error)) from None
    for then, entry in made:
        teller.entry(then, entry)
    return made[-1][0]


@contextmanager
def _for_players() -> Iterator[None]:
    """What is wrong with what was asked, and not with the journal, is a bad line. Raises BadLine, JournalError."""
    try:
        yield
    except JournalError as error:
        if error.fault in OF_THE_PLAYERS:
            raise BadLine(words_of(error)) from None
        raise


def _told(teller: Teller, play: Play, entry: Entry) -> Play:
    teller.entry(play, entry)
    return play


def _text(key: str, **values: object) -> str:
    return _LANGUAGE.text(f"table.{key}", **values)
