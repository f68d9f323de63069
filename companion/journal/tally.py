"""How often each rule came into play in a game of the journal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from companion.journal.entries import Entry, Kind
from companion.journal.play import Play
from companion.rules.game import Finding


@dataclass(frozen=True, slots=True)
class Tally:
    """One rule in one game, counted in actions.

    refused: refused for it. let_stand: against it, but the players let them stand. unseen: that stand although nobody
    saw whether they keep it. decided: it said what followed.
    """

    refused: int = 0
    let_stand: int = 0
    unseen: int = 0
    decided: int = 0


def tally_of(play: Play, entries: Iterable[Entry]) -> dict[str, Tally]:
    """The rules that came into play, by id; undone actions do not count. entries: all those of the game."""
    refused, let_stand, unseen, decided = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    for entry in entries:
        if entry.kind is Kind.REFUSED:
            refused.update(_rules(entry.findings))
    for step in play.steps:
        ruling = step.entry.ruling
        let_stand.update(_rules(step.entry.findings))
        unseen.update(_rules(ruling.undecided if ruling else ()))
        decided.update(_rules(step.consequences))
    met = {*refused, *let_stand, *unseen, *decided}
    return {rule: Tally(refused[rule], let_stand[rule], unseen[rule], decided[rule]) for rule in met}


def _rules(findings: Iterable[Finding]) -> set[str]:
    return {finding.rule for finding in findings}
