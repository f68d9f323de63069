"""The points of a game as lines in steps: what the chart on paper and the one on the screen have in common."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise


def bounds(points: Mapping[str, Sequence[int]]) -> tuple[int, int]:
    """The least and the most points that a chart of these players shows: nought is always within, and they differ."""
    return min(0, *(min(values) for values in points.values())), max(1, *(max(values) for values in points.values()))


def ticks(least: int, most: int) -> list[int]:
    """Round numbers from least to most, about five of them."""
    rough = max(1.0, (most - least) / 5)
    power = 10 ** int(math.log10(rough))
    step = next(int(power * factor) for factor in (1, 2, 5, 10) if power * factor >= rough)
    return list(range(math.ceil(least / step) * step, most + 1, step))


def steps(points: Sequence[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """The line through points that holds each value until the next one."""
    yield points[0]
    for (_, before), (x, y) in pairwise(points):
        yield from ((x, before), (x, y))


def apart(heights: Mapping[str, float], gap: float) -> dict[str, float]:
    """The heights of labels, moved down so that each is at least `gap` beneath the next higher number."""
    moved: dict[str, float] = {}
    beneath = math.inf
    for name, height in sorted(heights.items(), key=lambda item: -item[1]):
        beneath = moved[name] = min(height, beneath - gap)
    return moved


def dashes(line: Sequence[tuple[float, float]], dash: float, gap: float) -> Iterator[list[tuple[float, float]]]:
    """The line cut into dashes of that length with gaps between them; whole where there is no gap."""
    if gap <= 0:
        yield list(line)
        return
    drawn, left, piece = True, dash, [line[0]]
    for (x, y), end in pairwise(line):
        length, done = math.dist((x, y), end), 0.0
        while length - done > left:
            done += left
            place = (x + (end[0] - x) * done / length, y + (end[1] - y) * done / length)
            if drawn:
                yield [*piece, place]
            drawn, left, piece = not drawn, gap if drawn else dash, [place]
        left -= length - done
        if drawn:
            piece.append(end)
    if drawn and len(piece) > 1:
        yield piece
