"""Where the names of things that lie side by side are written, so that none covers another: plain Python, no window."""

from __future__ import annotations

from collections.abc import Iterable

Box = tuple[float, float, float, float]
"""Left and bottom edge, width and height."""


def lowered(box: Box, taken: Iterable[Box], lowest: float) -> Box:
    """The box, moved down by its own height until it meets none of those taken; where it was if that is too low.

    lowest: how low its bottom edge may come.
    """
    others, moved = tuple(taken), box
    while any(_meet(moved, other) for other in others):
        x, y, width, height = moved
        moved = (x, y - height, width, height)
        if moved[1] < lowest:
            return box
    return moved


def _meet(one: Box, other: Box) -> bool:
    across = one[0] < other[0] + other[2] and other[0] < one[0] + one[2]
    return across and one[1] < other[1] + other[3] and other[1] < one[1] + one[3]
