"""A secret rule being made: chosen, put together from parts by taps, or typed. Plain Python, no window."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.rules.eleusis.secret import (
    FORMS,
    Form,
    Part,
    Path,
    RuleError,
    SecretRule,
    at,
    begin,
    fill,
    holes,
    parts_for,
    remove,
    widen,
)

_MOST_BUTTONS = 13  # values that have a button each; a number out of more is put together of digits
_MOST_DIGITS = 3


@dataclass(frozen=True, slots=True)
class Draft:
    """A rule as far as it is made.

    root: its parts. path: where the next tap goes. part, values: the part that was tapped, with the numbers chosen for
    it so far; digits: of the number that is being tapped. before: the rule before each step, newest last. text: as it
    is written or was typed; error: what is wrong with the text, or, without one, with the last tap.
    """

    root: Part = begin()
    path: Path = ()
    part: str = ""
    values: tuple[int, ...] = ()
    digits: str = ""
    before: tuple[Part, ...] = ()
    text: str = ""
    error: RuleError | None = None

    @property
    def rule(self) -> SecretRule | None:
        """The rule, None as long as something is missing, or what was typed is no rule."""
        if self.error is not None or any(holes(self.root)) or not self.root.parts:
            return None
        return SecretRule.of(self.root)

    @property
    def allowed(self) -> range | None:
        """What the next number of the part that was tapped may be, None where no number is asked for."""
        ranges = FORMS[self.part].values if self.part else ()
        return ranges[len(self.values)] if len(self.values) < len(ranges) else None

    @property
    def by_digits(self) -> bool:
        """Whether the next number is put together of digits."""
        return self.allowed is not None and len(self.allowed) > _MOST_BUTTONS


@dataclass(frozen=True, slots=True)
class Line:
    """A part of a draft in its outline: how deep it lies, and whether it is a gap, or the one that is spoken of."""

    path: Path
    part: Part
    depth: int
    gap: bool
    chosen: bool


def drafted(rule: SecretRule) -> Draft:
    """The draft of a whole rule."""
    return Draft(rule.root, text=rule.text)


def typed(draft: Draft, text: str) -> Draft:
    """The draft after something was typed; what is no rule leaves the parts as they were."""
    try:
        rule = SecretRule.parse(text)
    except RuleError as error:
        return replace(draft, text=text, error=error)
    return replace(_put(draft, rule.root, ()) if rule.root != draft.root else draft, text=text, error=None)


def outline(draft: Draft) -> tuple[Line, ...]:
    """All parts of the draft, each below the one it lies in."""
    return tuple(_lines(draft, draft.root, ()))


def parts_offered(draft: Draft) -> tuple[str, ...]:
    """The parts that fit the gap that is spoken of; none where there is a part already, or a number is asked for."""
    if draft.part:
        return ()
    return tuple(choice.name for choice in parts_for(at(draft.root, draft.path)))


def may_widen(draft: Draft) -> bool:
    """Whether the part that is spoken of takes one more."""
    return not draft.part and _form_at(draft).more


def tapped(draft: Draft, key: str) -> Draft:
    """The draft after a tap: ``part NAME``, ``value 7``, ``digit 3``, ``minus``, ``number`` (the digits are a number),
    ``at 0.1`` (a part is spoken of), ``out``, ``more``, ``undo``, ``new``."""
    kind, _, rest = key.partition(" ")
    try:
        match kind:
            case "part":
                return _filled(replace(draft, part=rest, values=(), digits=""))
            case "value":
                return _filled(replace(draft, values=(*draft.values, int(rest)), digits=""))
            case "digit":
                return replace(draft, digits=_with_digit(draft.digits, rest))
            case "minus":
                return replace(draft, digits=draft.digits[1:] if "-" in draft.digits else "-" + draft.digits)
            case "number":
                return _filled(replace(draft, values=(*draft.values, int(draft.digits)), digits=""))
            case "at":
                return replace(draft, path=_path_of(rest), part="", values=(), digits="")
            case "out":
                return _put(draft, remove(draft.root, draft.path), draft.path)
            case "more":
                return _put(draft, widen(draft.root, draft.path), draft.path)
            case "new":
                return _put(draft, begin(), ())
    except RuleError as error:
        return replace(draft, part="", values=(), digits="", text="", error=error)
    return _undone(draft)


def may_number(draft: Draft) -> bool:
    """Whether the digits are a number that may be taken."""
    allowed = draft.allowed
    return allowed is not None and draft.digits.strip("-") != "" and int(draft.digits) in allowed


def path_key(path: Path) -> str:
    """The key of a tap on the part at a path."""
    return "at " + ".".join(map(str, path))


def _path_of(text: str) -> Path:
    return tuple(map(int, text.split("."))) if text else ()


def _form_at(draft: Draft) -> Form:
    return FORMS[at(draft.root, draft.path).name]


def _filled(draft: Draft) -> Draft:
    """The part that was tapped is put into its gap once all its numbers are chosen. Raises RuleError."""
    if draft.allowed is not None:
        return draft
    return _put(draft, fill(draft.root, draft.path, draft.part, draft.values), draft.path)


def _put(draft: Draft, root: Part, near: Path) -> Draft:
    """The draft with other parts; the next gap within the part at `near`, or else anywhere, is spoken of."""
    gaps = list(holes(root))
    within = [gap for gap in gaps if gap[: len(near)] == near]
    path = next(iter([*within, *(gap for gap in gaps if gap > near), *gaps]), ())
    return Draft(root, path, before=(*draft.before, draft.root), text=_text_of(root))


def _text_of(root: Part) -> str:
    """The rule as it is written; nothing as long as something is missing."""
    return "" if any(holes(root)) else SecretRule.of(root).text


def _undone(draft: Draft) -> Draft:
    """The tap before taken back: a number or a part that was being chosen, else the last step."""
    if draft.part or draft.error is not None or not draft.before:
        return replace(draft, part="", values=(), digits="", text=_text_of(draft.root), error=None)
    earlier = _put(draft, draft.before[-1], ())
    return replace(earlier, before=draft.before[:-1])


def _with_digit(digits: str, digit: str) -> str:
    return digits + digit if len(digits.strip("-")) < _MOST_DIGITS else digits


def _lines(draft: Draft, part: Part, path: Path) -> Iterator[Line]:
    gap = part.name.startswith("hole_")
    yield Line(path, part, len(path), gap, path == draft.path)
    for index, inner in enumerate(part.parts):
        yield from _lines(draft, inner, (*path, index))
