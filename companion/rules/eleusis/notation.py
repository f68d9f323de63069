"""Actions as lines of text: who does what, then what belongs to it, each part after a bar.

``Ann deals | rule colour differs from last | hint look closely | begins Cem | starter 7C``, ``Ben plays 7H``,
``Ben plays 7H | wrong`` (the dealer says so), ``Ben no play | shows 7H 2S | lays 2S``, ``Ben no play | right``,
``Cem guesses | rule red``, ``Cem guesses | words they alternate | wrong``, ``end``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from companion.rules.cards import Card
from companion.rules.eleusis.secret import SecretRule
from companion.rules.eleusis.state import Action, Deal, End, Guess, NoPlay, Play

_HEAD = re.compile(
    r"(?P<player>\S.*?) (?:(?P<deals>deals)|plays (?P<card>\S+)|(?P<claims>no play)|(?P<guesses>guesses))"
)
_DEAL_PARTS = ("rule", "hint", "begins", "starter")
_VERDICTS = ("right", "wrong")
_PARTS = {
    "deals": _DEAL_PARTS,
    "card": _VERDICTS,
    "claims": ("shows", "lays", *_VERDICTS),
    "guesses": ("rule", "words", *_VERDICTS),
}


def parse_action(line: str) -> Action:
    """The action written in one line. Raises ValueError; of a rule that cannot be read, the RuleError."""
    head, *bits = (" ".join(bit.split()) for bit in line.split("|"))
    if head == "end" and not bits:
        return End()
    match = _HEAD.fullmatch(head)
    if match is None:
        raise ValueError(
            f"not an action: {line!r} (write: Ann deals | rule red, Ben plays 7H, Ben no play, "
            "Ben guesses | rule red, end)"
        )
    player, kind = match["player"], str(match.lastgroup)
    parts = _parts_of(line, bits, _PARTS[kind])
    right = True if "right" in parts else False if "wrong" in parts else None
    rule = SecretRule.parse(parts["rule"]) if "rule" in parts else None
    match kind:
        case "deals":
            starter = Card.parse(parts["starter"]) if "starter" in parts else None
            return Deal(player, rule, parts.get("hint", ""), parts.get("begins"), starter)
        case "card":
            return Play(player, Card.parse(match["card"]), right)
        case "claims":
            shown = tuple(Card.parse(word) for word in parts.get("shows", "").split())
            return NoPlay(player, shown, Card.parse(parts["lays"]) if "lays" in parts else None, right)
    return Guess(player, rule, parts.get("words", ""), right)


def write_action(action: Action) -> str:
    """The line that `parse_action` reads back as the same action.

    In a hint and in words a bar becomes a slash, and blanks become one; where nothing is left they are left out.
    """
    match action:
        case Deal(dealer, rule, hint, first, starter):
            parts = {"rule": rule and rule.text, "hint": hint, "begins": first, "starter": starter}
            return _joined(f"{dealer} deals", parts, None)
        case Play(player, card, right):
            return _joined(f"{player} plays {card}", {}, right)
        case NoPlay(player, shown, laid, right):
            return _joined(f"{player} no play", {"shows": " ".join(map(str, shown)), "lays": laid}, right)
        case Guess(player, rule, words, right):
            return _joined(f"{player} guesses", {"rule": rule and rule.text, "words": words}, right)
        case End():
            return "end"


def _parts_of(line: str, bits: list[str], allowed: tuple[str, ...]) -> dict[str, str]:
    """What stands after each bar by its first word. Raises ValueError for a part that cannot be there."""
    parts: dict[str, str] = {}
    for bit in bits:
        name, _, text = bit.partition(" ")
        if name not in allowed or name in parts or bool(text) == (name in _VERDICTS):
            raise ValueError(f"not an action: {line!r} (after the bar: {', '.join(allowed)}, each once)")
        parts[name] = text
    if "right" in parts and ("wrong" in parts or "lays" in parts):
        raise ValueError(f"not an action: {line!r} (right and wrong at once)")
    return parts


def _joined(head: str, parts: Mapping[str, object], right: bool | None) -> str:
    said = {name: " ".join(str(value).replace("|", "/").split()) for name, value in parts.items() if value}
    written = [f"{name} {text}" for name, text in said.items() if text]
    verdict = [] if right is None else ["right" if right else "wrong"]
    return " | ".join([head, *written, *verdict])
