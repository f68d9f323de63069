"""``companion deal``: the dealer of Eleusis in the terminal, who chooses a rule and judges by it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from companion.commands import complain, printable
from companion.commands.journal_file import open_journal, record_of, refuse, resume
from companion.commands.table import RULED_ILLEGAL, JournalFile, Lines, lines_of, typed_lines
from companion.language import Language
from companion.rules.cards import Card, Rank
from companion.rules.eleusis import NAME, Place, Round
from companion.rules.eleusis.secret import (
    LibraryRule,
    RuleError,
    SecretRule,
    fitting,
    hints,
    report,
)
from companion.rules.eleusis.secret.library import GRADES
from companion.secret_wording import (
    cards_words,
    error_words,
    hint_words,
    library_name,
    report_lines,
    rule_sentence,
)

_LANGUAGE = Language.load()
_QUIT = "quit"
_COMMENT = "#"
_MOST_NAMED = 12  # rules that are named when it is told how many still fit


class _BadLine(ValueError):
    """A line that says nothing to a dealer; its text says so."""


def deal(
    rule: Annotated[str | None, typer.Argument(metavar="[RULE]", help=_LANGUAGE.text("dealer.rule"))] = None,
    file: Lines = None,
    show_all: Annotated[bool, typer.Option("--list", help=_LANGUAGE.text("dealer.list"))] = False,
    grade: Annotated[int | None, typer.Option(metavar="1-5", help=_LANGUAGE.text("dealer.grade"))] = None,
    seed: Annotated[int | None, typer.Option(help=_LANGUAGE.text("dealer.seed"))] = None,
    game: Annotated[int | None, typer.Option(metavar="NUMBER", help=_LANGUAGE.text("dealer.game"))] = None,
    journal: JournalFile = None,
    as_json: Annotated[bool, typer.Option("--json", help=_LANGUAGE.text("table.json"))] = False,
) -> None:
    """Deals by a secret rule; exit status 1 where a card of a file was wrong, 2 for bad input."""
    library = _graded(grade)
    if show_all:
        _tell_library(library, as_json)
        return
    with ExitStack() as stack:
        follow = None if game is None else _following(stack.enter_context(open_journal(journal, create=False)), game)
        dealer = _Dealer(_chosen(rule, library, grade, seed, follow), as_json, follow)
        dealer.tell_rule()
        lines = lines_of(file)
        if lines is None and not as_json:
            typer.echo(_LANGUAGE.text("dealer.hint_line"))
        typed = typed_lines("" if as_json else _LANGUAGE.text("table.prompt"))
        dealer.hear(typed if lines is None else lines, stop_at_bad=lines is not None)
        if dealer.wrong and lines is not None:
            raise typer.Exit(RULED_ILLEGAL)


def _graded(grade: int | None) -> tuple[LibraryRule, ...]:
    """The rules of the library, of one grade or of all."""
    if grade is not None and grade not in GRADES:
        refuse(_LANGUAGE.text("dealer.no_grade", grade=grade, least=GRADES.start, most=GRADES.stop - 1))
    return tuple(entry for entry in _library() if grade is None or entry.grade == grade)


def _library() -> tuple[LibraryRule, ...]:
    from companion.laboratory.bots import eleusis_library

    return eleusis_library()


def _tell_library(entries: Iterable[LibraryRule], as_json: bool) -> None:
    console = Console(soft_wrap=True, highlight=False)
    for number, entry in ((_library().index(entry) + 1, entry) for entry in entries):
        name, says = library_name(entry, _LANGUAGE), rule_sentence(entry.rule, _LANGUAGE)
        if as_json:
            told = {"number": number, "id": entry.id, "grade": entry.grade, "name": name}
            typer.echo(json.dumps(told | {"rule": entry.rule.text, "sentence": says}, ensure_ascii=False))
        else:
            head = _LANGUAGE.text("dealer.entry", number=number, grade=entry.grade, name=name)
            console.print(Text(head, style="bold").append(f"\n    {says}", style="not bold"))


def _following(opened: Any, number: int) -> Callable[[], Round | None]:
    """The round of a game of the journal as it stands whenever it is asked for. Raises JournalError."""
    record = record_of(opened, number)
    if record.name != NAME:
        refuse(_LANGUAGE.text("dealer.other_game", number=number, game=record.name))
    return lambda: resume(opened, record).state.round


def _chosen(
    rule: str | None,
    library: tuple[LibraryRule, ...],
    grade: int | None,
    seed: int | None,
    follow: Callable[[], Round | None] | None,
) -> SecretRule:
    """The rule by its number, id or text; without one that of the game, or one drawn by lot from a grade."""
    if rule is not None:
        return _named(rule)
    current = follow() if follow is not None else None
    if current is not None and current.rule is not None:
        return current.rule
    if grade is None:
        refuse(_LANGUAGE.text("dealer.which_rule"))
    return random.Random(seed).choice(library).rule


def _named(given: str) -> SecretRule:
    """The rule of the library by its number or id, or the rule that a text says; leaves where it is none."""
    entries = _library()
    if given.isdecimal() and 1 <= int(given) <= len(entries):
        return entries[int(given) - 1].rule
    known = {entry.id: entry.rule for entry in entries}
    if given in known:
        return known[given]
    try:
        return SecretRule.parse(given)
    except RuleError as error:
        refuse(_LANGUAGE.text("table.not_a_rule", reason=error_words(error, _LANGUAGE)))


@dataclass(eq=False)
class _Dealer:
    """One who knows the rule and answers line by line. line: the layout; wrong: whether a card was wrong."""

    rule: SecretRule
    as_json: bool
    follow: Callable[[], Round | None] | None
    wrong: bool = False
    _line: tuple[Place, ...] = ()
    _before: list[tuple[Place, ...]] = field(default_factory=list)
    _hinted: int = 0
    _console: Console = field(default_factory=lambda: Console(soft_wrap=True, highlight=False))

    def tell_rule(self) -> None:
        """The rule, and how tight or loose it is."""
        found = report(self.rule)
        lines = report_lines(found, _LANGUAGE)
        says = rule_sentence(self.rule, _LANGUAGE)
        told: dict[str, Any] = {"event": "rule", "rule": self.rule.text, "sentence": says, "fit": found.fit.value}
        told |= {"share": round(found.share, 4), "play_chance": round(found.play_chance(), 4), "exact": found.exact}
        told |= {"least": found.least, "most": found.most, "report": list(lines)}
        self._tell(told, Text(says, style="bold"), Text(self.rule.text, style="dim"), *map(Text, lines))

    def hear(self, lines: Iterable[str], stop_at_bad: bool) -> None:
        """All lines until ``quit``. stop_at_bad: leave at the first one that says nothing; else complain and go on."""
        for number, written in enumerate(lines, 1):
            line = " ".join(written.split())
            if line == _QUIT:
                return
            if not line or line.startswith(_COMMENT):
                continue
            try:
                self._obey(line)
            except _BadLine as error:
                if stop_at_bad:
                    refuse(_LANGUAGE.text("table.at_line", number=number, reason=error))
                complain(error)

    def _obey(self, line: str) -> None:
        """Cards, or a command. Raises _BadLine."""
        match line:
            case "hint":
                self._hint()
            case "fits":
                self._fits()
            case "line":
                self._tell_line()
            case "undo" if self._before and self.follow is None:
                self._line = self._before.pop()
                self._tell_line()
            case "help":
                told = _LANGUAGE.text("dealer.commands").splitlines()
                self._tell({"event": "help", "lines": told}, *map(Text, told))
            case _:
                for card in [_card(word) for word in line.split()]:
                    self._judge(card)

    def _layout(self) -> tuple[Place, ...]:
        """The line as it lies; in a game of the journal, as that stands now."""
        if self.follow is None:
            return self._line
        current = self.follow()
        return () if current is None else current.line

    def _judge(self, card: Card) -> None:
        """EE-2, EE-3: what the rule says of a card; without a game, where it goes."""
        layout = self._layout()
        right = self.rule.allows([place.card for place in layout], card)
        self.wrong = self.wrong or right is False
        if self.follow is None and right is not None:
            self._before.append(self._line)
            self._line = _laid(self._line, card, right)
        key = {True: "right", False: "wrong", None: "open"}[right] if layout else ("starts" if right else "starts_not")
        style = {True: "green", False: "red", None: "yellow"}[right]
        told = {"event": "judged", "card": str(card), "right": right, "length": len(self._layout())}
        self._tell(told, Text(_LANGUAGE.text(f"dealer.{key}", card=card.sign), style=style))

    def _hint(self) -> None:
        """The next stronger hint."""
        all_hints = hints(self.rule)
        hint = all_hints[min(self._hinted, len(all_hints) - 1)]
        self._hinted += 1
        says = hint_words(hint, _LANGUAGE)
        self._tell({"event": "hint", "strength": self._hinted, "of": len(all_hints), "text": says}, Text(says))

    def _fits(self) -> None:
        """How many rules of the library the layout leaves, and whether it may come from the rule."""
        layout = self._layout()
        line, sidelines = [place.card for place in layout], [place.sideline for place in layout]
        left, count = fitting(_library(), line, sidelines), len(_library())
        fits = self.rule.fits(line, sidelines)
        names = _LANGUAGE.text("table.list_separator").join(
            library_name(entry, _LANGUAGE) for entry in left[:_MOST_NAMED]
        )
        more = _LANGUAGE.text("dealer.and_more") if len(left) > _MOST_NAMED else ""
        lines = [Text(_LANGUAGE.text("dealer.fits", left=len(left), count=count, names=names + more))]
        if not fits:
            lines.append(Text(_LANGUAGE.text("app_dealer.does_not_fit"), style="red"))
        told = {"event": "fits", "left": [entry.id for entry in left], "of": count, "rule_fits": fits}
        self._tell(told, *lines)

    def _tell_line(self) -> None:
        layout = self._layout()
        shown = [{"card": str(place.card), "sideline": list(map(str, place.sideline))} for place in layout]
        lines = [
            Text(f"  {place.card.sign}").append(f"   ✗ {cards_words(place.sideline)}" if place.sideline else "")
            for place in layout
        ]
        self._tell({"event": "line", "line": shown}, *(lines or [Text(_LANGUAGE.text("dealer.no_line"))]))

    def _tell(self, told: dict[str, Any], *lines: Text) -> None:
        if self.as_json:
            typer.echo(json.dumps(told, ensure_ascii=False))
            return
        for line in lines:
            self._console.print(line)


def _card(word: str) -> Card:
    """A card of the two decks. Raises _BadLine."""
    try:
        card = Card.parse(word)
    except ValueError:
        raise _BadLine(_LANGUAGE.text("dealer.not_a_line", line=printable(word)[:80])) from None
    if card.rank is Rank.JOKER or not card.is_known:
        raise _BadLine(_LANGUAGE.text("dealer.no_such_card", card=card.sign))
    return card


def _laid(line: tuple[Place, ...], card: Card, right: bool) -> tuple[Place, ...]:
    """The layout with one card more; a card that may not start the line goes back into the stock."""
    if right:
        return (*line, Place(card))
    if not line:
        return line
    return (*line[:-1], replace(line[-1], sideline=(*line[-1].sideline, card)))
