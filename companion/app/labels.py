"""Where the names of things that lie side by side are written, so that none covers another: plain Python, no window."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from statistics import mean

Box = tuple[float, float, float, float]
"""Left and bottom edge, width and height."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name to write. centre: where its middle is to be; reach: how far up and down that may be moved; things: of how
    many things it is the name."""

    text: str
    certain: bool
    centre: tuple[float, float]
    reach: float = 0.0
    things: int = 1

    @property
    def written(self) -> str:
        """The name, and of how many things it is that of."""
        return self.text if self.things == 1 else f"{self.text} ×{self.things}"


def placed(names: Sequence[Name], size_of: Callable[[str], tuple[float, float]]) -> list[tuple[Name, Box]]:
    """The names with their boxes. size_of: width and height of the box round a text.

    Names that can move make room for those that cannot: equal ones that would meet become one, others go below or above
    what is there, and where there is no room a name is left out.
    """
    found = [(name, _box(name, size_of)) for name in names if not name.reach]
    movable = [(name, _box(name, size_of)) for name in names if name.reach]
    for name in map(_one, _meeting(movable)):
        box = moved(_box(name, size_of), [other for _, other in found], name.reach)
        if box is not None:
            found.append((name, box))
    return found


def moved(box: Box, taken: Iterable[Box], reach: float) -> Box | None:
    """The box, moved down or up by its own height as often as it has to be to meet none of those taken; None where that
    is further than `reach`."""
    others, (x, y, width, height) = tuple(taken), box
    steps = (sign * step * height for step in range(int(reach / height) + 1) for sign in (-1, 1))
    tried = ((x, y + step, width, height) for step in steps)
    return next((candidate for candidate in tried if not any(_meet(candidate, other) for other in others)), None)


def _meeting(names: Iterable[tuple[Name, Box]]) -> list[list[Name]]:
    """Equal names together whose boxes meet, or are connected by others that they meet."""
    groups: list[list[tuple[Name, Box]]] = []
    for name, box in names:
        apart, together = [], [(name, box)]
        for group in groups:
            if any(_alike(name, other) and _meet(box, taken) for other, taken in group):
                together = group + together
            else:
                apart.append(group)
        groups = [*apart, together]
    return [[name for name, _ in group] for group in groups]


def _one(names: Sequence[Name]) -> Name:
    """Equal names as one, in the middle of them all."""
    across, up = (mean(places) for places in zip(*(name.centre for name in names), strict=True))
    reach = min(name.reach for name in names)
    return replace(names[0], centre=(across, up), reach=reach, things=len(names))


def _alike(one: Name, other: Name) -> bool:
    return (one.text, one.certain) == (other.text, other.certain)


def _box(name: Name, size_of: Callable[[str], tuple[float, float]]) -> Box:
    width, height = size_of(name.written)
    return name.centre[0] - width / 2, name.centre[1] - height / 2, width, height


def _meet(one: Box, other: Box) -> bool:
    across = one[0] < other[0] + other[2] and other[0] < one[0] + one[2]
    return across and one[1] < other[1] + other[3] and other[1] < one[1] + one[3]
