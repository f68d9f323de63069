"""A game of a journal as JSON and as CSV: every entry as it was written, and what followed from those that stand."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

from companion.journal.clock import written
from companion.journal.entries import Entry, GameRecord, ruling_as_json, setup_as_json
from companion.journal.play import Play
from companion.journal.store import Journal
from companion.rules.game import Finding

CSV_COLUMNS = (
    *("number", "at", "kind", "line", "source", "stands", "broken", "undecided", "overruled", "target"),
    *("consequences", "evidence"),
)


def game_as_json(journal: Journal, record: GameRecord, entries: Iterable[Entry], play: Play | None) -> dict[str, Any]:
    """A game as one JSON object.

    journal: keeps its pictures. entries: all those of the game. play: the game as it stands; None where the rules
    cannot carry it out: then what stands, what followed and the result are null. An evidence picture is ``whole`` while
    its file is there and has the content it was kept with.
    """
    result = None if play is None else play.game.result(play.state)
    standing = _standing(play)
    return {
        "game": record.name,
        "number": record.number,
        "started": record.started,
        "app": record.app,
        "words": record.words,
        "setup": setup_as_json(record.setup),
        "entries": [_entry_json(journal, entry, standing) for entry in entries],
        "result": result and {"over": result.over, "points": dict(result.points), "winners": list(result.winners)},
    }


def game_as_csv(entries: Iterable[Entry], play: Play | None) -> str:
    """The entries of a game as a table, one line each; times by the clock of this place, with their offset.

    Findings are told as ``RULE reason``, several parted by ``; ``.

    entries, play: as in `game_as_json`.
    """
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(CSV_COLUMNS)
    standing = _standing(play)
    for entry in entries:
        ruling = entry.ruling
        writer.writerow(
            [
                *(entry.number, written(entry.at), entry.kind, entry.line, entry.source),
                None if standing is None else "yes" if entry.number in standing else "no",
                *(_listed(ruling.broken) if ruling else "", _listed(ruling.undecided) if ruling else ""),
                *(entry.overruled, entry.target, _listed((standing or {}).get(entry.number, ()))),
                " ".join(picture.file for picture in entry.evidence),
            ]
        )
    return out.getvalue()


def _standing(play: Play | None) -> dict[int, tuple[Finding, ...]] | None:
    """What each action that stands brought about, by the number of its entry."""
    return None if play is None else {step.entry.number: step.consequences for step in play.steps}


def _entry_json(journal: Journal, entry: Entry, standing: dict[int, tuple[Finding, ...]] | None) -> dict[str, Any]:
    followed = (standing or {}).get(entry.number)
    return {
        "number": entry.number,
        "at": entry.at,
        "kind": entry.kind.value,
        "line": entry.line,
        "source": None if entry.source is None else entry.source.value,
        "ruling": None if entry.ruling is None else ruling_as_json(entry.ruling) | {"legal": entry.ruling.legal},
        "overruled": entry.overruled,
        "target": entry.target,
        "stands": None if standing is None else entry.number in standing,
        "consequences": None if followed is None else [finding.as_json() for finding in followed],
        "evidence": [
            {
                "file": str(journal.evidence_path(picture)),
                "sha256": picture.sha256,
                "whole": journal.evidence_content(picture) is not None,
            }
            for picture in entry.evidence
        ],
    }


def _listed(findings: Sequence[Finding]) -> str:
    return "; ".join(f"{finding.rule} {finding.reason}" for finding in findings)
