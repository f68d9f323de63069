"""``python -m companion.laboratory.answers``: the questions that the games' own texts ask, played out.

Writes the figures as JSON and the plots of `companion.laboratory.plots` beside them; docs/laboratory.md tells what they
say. The same seed gives the same figures.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rich.console import Console

from companion.asset_files import ASSETS
from companion.laboratory.bots import eleusis_library
from companion.laboratory.playing import Record
from companion.laboratory.plots import draw_plots
from companion.laboratory.report import Report, compare, report
from companion.laboratory.running import Plan, run
from companion.laboratory.statistics import Estimate, mean, share

NAMES = ("Ann", "Ben", "Cem", "Dee", "Eli", "Fay", "Gus", "Hal")
Figures = dict[str, Any]


@dataclass(frozen=True)
class Laboratory:
    """Plays plans of `games` games each on an executor."""

    executor: Executor
    games: int
    seed: int

    def records(self, plan: Plan) -> list[Record]:
        """All games of a plan."""
        return list(run(plan, self.executor))

    def plan(self, game: str, players: int, bots: str | Sequence[str] = "sensible", divided: int = 1) -> Plan:
        """A plan; divided: by how much fewer games are played where one takes long."""
        each = (bots,) * players if isinstance(bots, str) else tuple(bots)
        return Plan(game, NAMES[:players], each, max(2, self.games // divided), self.seed)


def _per_game(told: Report, event: str) -> Figures:
    """How often something came about in a game; nought where it never did."""
    frequency = told.events.get(event)
    none = Estimate(0.0, 0.0, share(0, told.games).high)
    return {
        "per_game": (frequency.per_game if frequency else none).as_json(),
        "games": (frequency.games if frequency else none).as_json(),
    }


def word_wars(laboratory: Laboratory) -> Figures:
    """Does the final rule set beat the initial one, how often is Sudden Death called and refused, are 50 tiles thin?"""
    figures: Figures = {}
    for bot in ("sensible", "random"):
        final = laboratory.plan("word-wars", 2, bot, divided=2)
        first = replace(final, options={"ruleset": "initial"})
        played = {"final": laboratory.records(final), "initial": laboratory.records(first)}
        figures[bot] = {name: _word_wars_rules(records) for name, records in played.items()}
        changed = compare(played["initial"], played["final"])
        figures[bot]["final minus initial"] = {
            name: changed[name].as_json() for name in ("length", "ties", "win 1", "points 1", "points 2")
        }
    return figures


def _word_wars_rules(records: Sequence[Record]) -> Figures:
    told = report(records)
    events = (
        "WW-4 forfeited", "WW-6 traded", "WW-7 unable", "WW-8 both_out", "WW-9 won",
        "WW-5 called", "WW-10 refused", "WW-10 accepted",
    )  # fmt: skip
    return {
        "length": told.length.as_json(),
        "shared": told.ties.as_json(),
        "first seat wins": told.wins[0].as_json(),
        "margin": mean([abs(record.points[0] - record.points[1]) for record in records]).as_json(),
        **{event: _per_game(told, event) for event in events},
    }


def lock_the_entry(laboratory: Laboratory) -> Figures:
    """How often do entries lock, and who wins them?"""
    figures = {}
    for count in range(3, 6):
        records = laboratory.records(laboratory.plan("lock-the-entry", count))
        told = report(records)
        begun = sum(record.happened.get("LTE-2 begun", 0) for record in records)
        locked = sum(record.happened.get("LTE-8 locked", 0) for record in records)
        nobody = sum(record.happened.get("LTE-14 entry_to_nobody", 0) for record in records)
        figures[str(count)] = {
            "locked in a game": told.events["LTE-8 locked"].per_game.as_json(),
            "begun that lock": share(locked, begun).as_json(),
            "locked that nobody wins": share(nobody, locked).as_json(),
            "entries won by the game's winner": mean([max(record.points) for record in records]).as_json(),
            "seats": [seat.as_json() for seat in told.wins],
            "shared": told.ties.as_json(),
            "length": told.length.as_json(),
        }
    return figures


def engines(laboratory: Laboratory) -> Figures:
    """Does Yahoo's extra card balance Google's IPO?"""
    figures = {}
    for count in (2, 4):
        google, yahoo = ("sensible", "no-ipo"), ("sensible", "no-extra")
        for one in google:
            for other in yahoo:
                bots = [one, other] * (count // 2)
                told = report(laboratory.records(laboratory.plan("engines", count, bots, divided=count // 2)))
                name = f"{count} players, {'IPO' if one == 'sensible' else 'no IPO'}, "
                name += "extra card" if other == "sensible" else "no extra card"
                figures[name] = {
                    "Google's points": told.points[0].as_json(),
                    "Yahoo's points": told.points[1].as_json(),
                    "wins by seat": [seat.as_json() for seat in told.wins],
                    "shared": told.ties.as_json(),
                }
    return figures


def lockdown(laboratory: Laboratory) -> Figures:
    """How long does a game last by the number of players?"""
    figures = {}
    for count in range(2, 9):
        told = report(laboratory.records(laboratory.plan("lockdown", count)))
        low, middle, high = told.spread
        figures[str(count)] = {
            "length": told.length.as_json(),
            "p5": low,
            "p50": middle,
            "p95": high,
            "unfinished": told.unfinished.as_json(),
            "dealer wins": told.wins[0].as_json(),
        }
    return figures


def eleusis(laboratory: Laboratory) -> Figures:
    """Which of the text's sample rules are too hard? Four players who know the library, each dealing the same rule."""
    figures = {}
    for entry in (entry for entry in eleusis_library() if entry.sample):
        plan = laboratory.plan("eleusis", 4, f"sensible:{entry.id}", divided=20)
        records = laboratory.records(plan)
        rounds = sum(record.happened.get("EE-9 round_over", 0) for record in records)
        guessed = sum(record.happened.get("EE-8 guessed_right", 0) for record in records)
        right = sum(record.happened.get("EE-2 right", 0) for record in records)
        wrong = sum(record.happened.get("EE-3 wrong", 0) for record in records)
        told = report(records)
        figures[entry.id] = {
            "grade": entry.grade,
            "rounds guessed": share(guessed, rounds).as_json(),
            "cards laid that were right": share(right, right + wrong).as_json(),
            "actions in a round": round(told.length.value * len(records) / rounds, 2),
        }
    return figures


QUESTIONS = {
    "word-wars": word_wars,
    "lock-the-entry": lock_the_entry,
    "engines": engines,
    "lockdown": lockdown,
    "eleusis": eleusis,
}


def main() -> None:
    """Plays everything and writes ``answers.json`` and the plots."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000, help="games of each plan (fewer where one takes long)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", choices=QUESTIONS, action="append", help="answer these anew, keep the others")
    parser.add_argument("--out", type=Path, default=ASSETS / "lab")
    args = parser.parse_args()
    console = Console(stderr=True)
    args.out.mkdir(parents=True, exist_ok=True)
    kept = args.out / "answers.json"
    answers: Figures = json.loads(kept.read_text(encoding="utf-8")) if args.only else {}
    answers |= {"games": args.games, "seed": args.seed}
    with ProcessPoolExecutor(args.jobs) as executor:
        for name in args.only or QUESTIONS:
            console.print(name)
            answers[name] = QUESTIONS[name](Laboratory(executor, args.games, args.seed))
    kept.write_text(json.dumps(answers, indent=1), encoding="utf-8")
    draw_plots(answers, args.out)


if __name__ == "__main__":
    main()
