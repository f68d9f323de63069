"""What many games have in common: length, wins by seat, ties, how often each rule came into play; two sets compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.laboratory.playing import Record
from companion.laboratory.statistics import Estimate, mean, paired_difference, quantiles, share


@dataclass(frozen=True)
class Frequency:
    """How often something came about: times in a game, and the share of games in which it did at all."""

    per_game: Estimate
    games: Estimate

    def as_json(self) -> dict[str, Any]:
        """Both figures as a JSON object."""
        return {"per_game": self.per_game.as_json(), "games": self.games.as_json()}


@dataclass(frozen=True)
class Report:
    """Many games under one rule set.

    unfinished, ties: shares of games; a tie is a win that sides share. length: actions in a game; spread: their 5th,
    50th and 95th percentile. wins: the share of games that each seat won, alone or with its partners. points: mean of
    each seat. rules: how often each came into play, by id. events: the same for each consequence, by
    ``"RULE reason"``. Both stand in the order of the rules.
    """

    games: int
    unfinished: Estimate
    length: Estimate
    spread: tuple[float, float, float]
    ties: Estimate
    wins: tuple[Estimate, ...]
    points: tuple[Estimate, ...]
    rules: Mapping[str, Frequency]
    events: Mapping[str, Frequency]

    def as_json(self) -> dict[str, Any]:
        """The report as a JSON object."""
        return {
            "games": self.games,
            "unfinished": self.unfinished.as_json(),
            "length": {**self.length.as_json(), "p5": self.spread[0], "p50": self.spread[1], "p95": self.spread[2]},
            "ties": self.ties.as_json(),
            "wins": [seat.as_json() for seat in self.wins],
            "points": [seat.as_json() for seat in self.points],
            "rules": {rule: frequency.as_json() for rule, frequency in self.rules.items()},
            "events": {key: frequency.as_json() for key, frequency in self.events.items()},
        }


def report(records: Sequence[Record]) -> Report:
    """What the games show. Raises ValueError for no games."""
    count = len(records)
    lengths = [float(record.actions) for record in records]
    seats = range(len(records[0].points)) if records else range(0)
    return Report(
        count,
        share(sum(not record.over for record in records), count),
        mean(lengths),
        quantiles(lengths),
        share(sum(record.shared for record in records), count),
        tuple(share(sum(record.won_by(seat) for record in records), count) for seat in seats),
        tuple(mean([record.points[seat] for record in records]) for seat in seats),
        {rule: _frequency([_by_rule(record.happened)[rule] for record in records]) for rule in _rules(records)},
        {key: _frequency([record.happened.get(key, 0) for record in records]) for key in _keys(records)},
    )


def compare(first: Sequence[Record], second: Sequence[Record]) -> dict[str, Estimate]:
    """Second minus first for each measure, by pairs of games from the same seed: what another rule set changes."""
    pairs = {name: paired_difference(_values(first, name), _values(second, name)) for name in _MEASURES}
    for seat in range(len(first[0].points)):
        won = [[float(record.won_by(seat)) for record in records] for records in (first, second)]
        scored = [[record.points[seat] for record in records] for records in (first, second)]
        pairs[f"win {seat + 1}"] = paired_difference(*won)
        pairs[f"points {seat + 1}"] = paired_difference(*scored)
    for key in _keys([*first, *second]):
        counts = [[float(record.happened.get(key, 0)) for record in records] for records in (first, second)]
        pairs[key] = paired_difference(*counts)
    return pairs


_MEASURES: Mapping[str, Callable[[Record], float]] = {
    "length": lambda record: float(record.actions),
    "unfinished": lambda record: float(not record.over),
    "ties": lambda record: float(record.shared),
}


def _values(records: Sequence[Record], measure: str) -> list[float]:
    return [_MEASURES[measure](record) for record in records]


def _keys(records: Sequence[Record]) -> list[str]:
    """Every consequence that came about, in the order of rules."""
    return sorted({key for record in records for key in record.happened}, key=_place)


def _rules(records: Sequence[Record]) -> list[str]:
    """Every rule that came into play, in order."""
    return list(dict.fromkeys(key.partition(" ")[0] for key in _keys(records)))


def _by_rule(happened: Mapping[str, int]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for key, count in happened.items():
        counts[key.partition(" ")[0]] += count
    return counts


def _place(key: str) -> tuple[int, str]:
    rule, _, reason = key.partition(" ")
    return int(rule.rpartition("-")[2]), reason


def _frequency(counts: Sequence[int]) -> Frequency:
    return Frequency(mean([float(count) for count in counts]), share(sum(map(bool, counts)), len(counts)))
