"""Rules put together from parts, without typing: which parts fit a gap, filling it, taking parts out again.

A rule being built is a tree of parts with holes. A path says where a part stands: the slot to take at each level.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.rules.eleusis.secret.errors import RuleError
from companion.rules.eleusis.secret.parts import FORMS, MOST_DEPTH, MOST_PARTS, Form, Part, Sort, hole, is_hole

Path = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A part that fits a gap. values: of each number that has to be chosen with it, what it may be."""

    name: str
    values: tuple[range, ...]


def begin() -> Part:
    """A rule of which nothing is said yet."""
    return hole(Sort.RULE)


def parts_for(gap: Part) -> tuple[Choice, ...]:
    """The parts that fit a hole, in the order of the vocabulary. What is no hole takes none."""
    sort = FORMS[gap.name].sort
    if not is_hole(gap):
        return ()
    return tuple(
        Choice(name, form.values) for name, form in FORMS.items() if form.sort is sort and not name.startswith("hole_")
    )


def blank(name: str, values: tuple[int, ...] = ()) -> Part:
    """A part with its numbers chosen and a hole in each slot. Raises RuleError: unknown_part, bad_value."""
    form = FORMS.get(name)
    if form is None:
        raise RuleError("unknown_part", 0, {"found": name[:20]})
    part = Part(name, tuple(map(hole, form.slots)), values)
    _check_values(part, form)
    return part


def holes(root: Part) -> Iterator[Path]:
    """Where something is still missing, from left to right."""
    if is_hole(root):
        yield ()
    for index, part in enumerate(root.parts):
        for path in holes(part):
            yield (index, *path)


def at(root: Part, path: Path) -> Part:
    """The part that stands at a path. Raises RuleError: no_such_place."""
    for index in path:
        if not 0 <= index < len(root.parts):
            raise RuleError("no_such_place", 0)
        root = root.parts[index]
    return root


def put(root: Part, path: Path, part: Part) -> Part:
    """The rule with another part at a path, be there a hole or not. Raises RuleError: no_such_place, does_not_fit, and
    what is too large.
    """
    if FORMS[part.name].sort is not FORMS[at(root, path).name].sort:
        raise RuleError("does_not_fit", 0, {"found": part.name})
    built = _put(root, path, part)
    if sum(1 for _ in built.everything()) > MOST_PARTS:
        raise RuleError("too_many_parts", 0, {"most": MOST_PARTS})
    if built.depth > MOST_DEPTH:
        raise RuleError("too_deep", 0, {"most": MOST_DEPTH})
    return built


def fill(root: Part, path: Path, name: str, values: tuple[int, ...] = ()) -> Part:
    """`put` of a part that is still blank."""
    return put(root, path, blank(name, values))


def widen(root: Part, path: Path) -> Part:
    """The part at a path with one slot more (`and`, `or`, `cycle`, …). Raises RuleError: takes_no_more."""
    part = at(root, path)
    form = FORMS[part.name]
    if not form.more:
        raise RuleError("takes_no_more", 0, {"found": part.name})
    return put(root, path, replace(part, parts=(*part.parts, hole(form.slots[-1]))))


def remove(root: Part, path: Path) -> Part:
    """The rule without the part at a path: its slot goes too if there are more than have to be, else it is a hole."""
    part = at(root, path)
    if path:
        around = at(root, path[:-1])
        form = FORMS[around.name]
        if form.more and len(around.parts) > len(form.slots):
            left = tuple(inner for index, inner in enumerate(around.parts) if index != path[-1])
            return _put(root, path[:-1], replace(around, parts=left))
    return _put(root, path, hole(FORMS[part.name].sort))


def _put(root: Part, path: Path, part: Part) -> Part:
    if not path:
        return part
    index, *further = path
    inner = _put(root.parts[index], tuple(further), part)
    return replace(root, parts=(*root.parts[:index], inner, *root.parts[index + 1 :]))


def _check_values(part: Part, form: Form) -> None:
    """The numbers written in a part are as many as it takes, and each may be there."""
    fitting = len(part.values) == len(form.values) and all(
        value in allowed for value, allowed in zip(part.values, form.values, strict=True)
    )
    if not fitting or (part.name == "between" and part.values[0] > part.values[1]):
        raise RuleError("bad_value", 0, {"found": part.name})
