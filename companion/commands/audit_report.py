"""The outcome of an audit told to people and as JSON, always with the rule behind each finding."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from companion.language import Language
from companion.referee.lock_the_entry.audit import Shot, ShowAgain, Unsettled
from companion.rule_texts import RuleText
from companion.rules.cards import Card
from companion.rules.game import Finding, Player, Value
from companion.rules.lock_the_entry import EntryAudit, GameAudit, Options
from companion.rules.lock_the_entry.scoring import STARTER_POINTS

GAME = "lock-the-entry"
_SCORE_RULES = ("LTE-13", "LTE-14")  # shown with the points and the winner, not among the checks


@dataclass(frozen=True, eq=False)
class AuditedEntry:
    """One entry of the command: its three photos by what they show, its outcome, and its evidence picture if saved."""

    photos: Mapping[Shot, Path]
    outcome: EntryAudit | Unsettled
    evidence: Path | None = None


@dataclass(frozen=True, eq=False)
class AuditReport:
    """All that an audit found, in the words of a language. entries: by number; game: the settled ones together."""

    entries: Mapping[int, AuditedEntry]
    game: GameAudit
    options: Options
    language: Language
    rules: Mapping[str, RuleText]

    @property
    def complete(self) -> bool:
        """Whether every entry is settled."""
        return all(isinstance(entry.outcome, EntryAudit) for entry in self.entries.values())

    def show_again_lines(self) -> list[str]:
        """One line for each thing that has to be shown again."""
        lines = (
            self.language.text(
                "audit.show_again_line",
                number=number,
                photo=entry.photos[problem.shot],
                problem=problem_text(problem, self.language),
            )
            for number, entry in self.entries.items()
            if isinstance(entry.outcome, Unsettled)
            for problem in entry.outcome.problems
        )
        return list(dict.fromkeys(lines))

    def print_to(self, console: Console) -> None:
        """Print the report for people."""
        for number, entry in self.entries.items():
            console.print(Text(self.language.text("audit.entry", number=number), style="bold"))
            console.print(Padding(self._entry_block(entry.outcome), (0, 0, 1, 2), expand=False))
        if self.game.ruling.broken:
            console.print(Text(self.language.text("audit.across"), style="bold"))
            console.print(Padding(self._findings_table(self.game.ruling.broken), (0, 0, 1, 2), expand=False))
        console.print(Text(self.language.text("audit.table" if self.complete else "audit.table_so_far"), style="bold"))
        console.print(Padding(self._final_table(), (0, 0, 0, 2), expand=False))

    def _entry_block(self, outcome: EntryAudit | Unsettled) -> RenderableType:
        if isinstance(outcome, Unsettled):
            head, *problems = unsettled_lines(outcome, self.language)
            return Text("\n  ".join([head, *problems]), style="yellow")
        closing = Text("\n".join(score_lines(outcome, self.language)))
        return Group(self._row_table(outcome), self._checks_table(outcome), closing)

    def _row_table(self, entry: EntryAudit) -> Table:
        table = self._table("audit.card", "audit.owner", "audit.points")
        for place, (card, owner) in enumerate(zip(entry.faces, entry.owners, strict=True)):
            table.add_row(card.sign, Text(owner), str(STARTER_POINTS if place == 0 else 1))
        return table

    def _checks_table(self, entry: EntryAudit) -> Table:
        """Every rule that the entry was held against: kept, or what was found and what the rule says."""
        table = self._table("audit.rule", "audit.finding")
        for rule in entry.ruling.basis:
            found = [finding for finding in entry.ruling.broken if finding.rule == rule]
            if found:
                self._add_findings(table, found)
            elif rule not in _SCORE_RULES:
                table.add_row(self._rule_name(rule), Text(self.language.text("audit.kept"), style="green"))
        return table

    def _findings_table(self, findings: Sequence[Finding]) -> Table:
        table = self._table("audit.rule", "audit.finding")
        self._add_findings(table, findings)
        return table

    def _add_findings(self, table: Table, findings: Sequence[Finding]) -> None:
        """Lines for findings; the last one of each rule is followed by what the rule says."""
        for finding, after in zip(findings, [*findings[1:], None], strict=True):
            told = Text(finding_text(finding, self.language), style="red")
            if after is None or after.rule != finding.rule:
                told.append(f"\n{self.rules[finding.rule].text}", style="dim")
            table.add_row(self._rule_name(finding.rule), told)

    def _final_table(self) -> RenderableType:
        table = self._table("audit.place", "audit.player_column", "audit.entries_won", "audit.points")
        for standing in self.game.table.standings:
            table.add_row(str(standing.place), Text(standing.player), str(standing.entries), str(standing.points))
        return Group(table, Text(f"{self._verdict()} (LTE-15)", style="bold")) if self.complete else table

    def _verdict(self) -> str:
        winners = self.game.table.winners
        if not winners:
            return self.language.text("audit.no_winner")
        if len(winners) == 1:
            return self.language.text("audit.winner", player=winners[0])
        return self.language.text("audit.shared_win", players=_listed(winners, self.language))

    def _rule_name(self, rule: str) -> Text:
        return Text(rule, style="bold").append(f" {self.rules[rule].title}", style="not bold")

    def _table(self, *headings: str) -> Table:
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
        for heading in headings:
            table.add_column(self.language.text(heading), header_style="dim", overflow="fold")
        return table

    def as_json(self) -> dict[str, Any]:
        """The report as one JSON object. Winners are named only where every entry is settled."""
        table = [
            {"place": s.place, "player": s.player, "entries": s.entries, "points": s.points}
            for s in self.game.table.standings
        ]
        return {
            "game": GAME,
            "options": self.options.as_json(),
            "legal": self.game.legal,
            "complete": self.complete,
            "entries": [self._entry_json(number, entry) for number, entry in self.entries.items()],
            "findings": [self._finding_json(finding) for finding in self.game.ruling.broken],
            "table": table,
            "winners": list(self.game.table.winners) if self.complete else [],
        }

    def _entry_json(self, number: int, entry: AuditedEntry) -> dict[str, Any]:
        settled = isinstance(entry.outcome, EntryAudit)
        head: dict[str, Any] = {
            "entry": number,
            "photos": {shot.value: str(path) for shot, path in entry.photos.items()},
            "evidence": None if entry.evidence is None else str(entry.evidence),
            "settled": settled,
        }
        if isinstance(entry.outcome, Unsettled):
            return head | {"show_again": [self._problem_json(problem) for problem in entry.outcome.problems]}
        return head | {
            "legal": entry.outcome.ruling.legal,
            "counts": entry.outcome.score.counts,
            "faces": [str(card) for card in entry.outcome.faces],
            "owners": list(entry.outcome.owners),
            "history": list(entry.outcome.history),
            "points": dict(entry.outcome.score.points),
            "winners": list(entry.outcome.score.winners),
            "findings": [self._finding_json(finding) for finding in entry.outcome.ruling.broken],
        }

    def _finding_json(self, finding: Finding) -> dict[str, Any]:
        return finding.as_json() | {"text": finding_text(finding, self.language)}

    def _problem_json(self, problem: ShowAgain) -> dict[str, Any]:
        outline = (
            None if problem.outline is None else [[round(float(x), 1), round(float(y), 1)] for x, y in problem.outline]
        )
        return {
            "photo": problem.shot.value,
            "reason": problem.reason,
            "position": problem.position,
            "outline": outline,
            "text": problem_text(problem, self.language),
        }


def finding_text(finding: Finding, language: Language) -> str:
    """A finding as a sentence; its key is the game's prefix and the reason."""
    game = finding.rule.split("-")[0].lower()
    return language.text(f"{game}.{finding.reason}", **_shown(finding.data))


def problem_text(problem: ShowAgain, language: Language) -> str:
    """What has to be shown again, as a sentence."""
    return language.text(f"show_again.{problem.reason}", position=problem.position, **_shown(problem.data))


def score_lines(entry: EntryAudit, language: Language) -> list[str]:
    """History, points and winner of an entry, one line each, with the rules they rest on."""
    separator = language.text("audit.list_separator")
    owners = Counter(owner or language.text("audit.unknown_owner") for owner in entry.history)
    history = separator.join(f"{owner} {count}" for owner, count in owners.items())
    points = separator.join(
        language.text("audit.point", player=player, points=points) for player, points in entry.score.points.items()
    )
    verdict, rule = _entry_verdict(entry, language), "LTE-14" if entry.score.counts else "LTE-12"
    return [
        language.text("audit.history", count=len(entry.history), owners=history),
        language.text("audit.entry_points", points=points) + " (LTE-13)",
        f"{verdict} ({rule})",
    ]


def unsettled_lines(outcome: Unsettled, language: Language) -> list[str]:
    """That an entry is not scored, and each different reason."""
    problems = dict.fromkeys(problem_text(problem, language) for problem in outcome.problems)
    return [language.text("audit.not_scored"), *problems]


def evidence_lines(number: int, outcome: EntryAudit | Unsettled, language: Language) -> list[str]:
    """What is written beneath the evidence pictures of an entry."""
    title = language.text("audit.entry", number=number)
    if isinstance(outcome, Unsettled):
        head, *problems = unsettled_lines(outcome, language)
        return [f"{title}.  {head}", *problems]
    row = "  ".join(f"{card.sign} {owner}" for card, owner in zip(outcome.faces, outcome.owners, strict=True))
    found = [f"{finding.rule}: {finding_text(finding, language)}" for finding in outcome.ruling.broken]
    return [f"{title}.  {row}", *found, *score_lines(outcome, language)]


def _entry_verdict(entry: EntryAudit, language: Language) -> str:
    winners = entry.score.winners
    if not entry.score.counts:
        return language.text("audit.entry_void")
    if not winners:
        return language.text("audit.entry_tied")
    if len(winners) == 1:
        return language.text("audit.entry_winner", player=winners[0])
    return language.text("audit.entry_winners", players=_listed(winners, language))


def _listed(players: Sequence[Player], language: Language) -> str:
    return language.text("audit.list_separator").join(players)


def _shown(data: Mapping[str, Value]) -> dict[str, object]:
    """The data of a message with cards as people read them."""
    return {name: value.sign if isinstance(value, Card) else value for name, value in data.items()}
