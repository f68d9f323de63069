"""Actions as lines of text.

``Ann create JH``, ``Ann add 1 10H``, ``? change 1 QH`` (nobody saw who), ``Ben lock 1``, ``Ann bad hand``, ``end``,
``audit 1 Ann Ben Cem`` (the owners of the row of entry 1, starter first).
"""

from __future__ import annotations

import re

from companion.rules.cards import Card
from companion.rules.lock_the_entry.state import Action, Add, Audit, BadHand, Change, Create, End, Lock

UNSEEN = "?"
_AUDIT = re.compile(r"audit (?P<entry>\d+) (?P<owners>\S.*)")
_LINE = re.compile(
    r"(?P<player>\S.*?) (?:create (?P<create>\S+)|(?P<verb>add|change) (?P<on>\d+) (?P<card>\S+)"
    r"|lock (?P<lock>\d+)|(?P<bad>bad hand))"
)


def parse_action(line: str) -> Action:
    """The action written in one line; the player ``?`` is one whom nobody saw. Raises ValueError."""
    text = " ".join(line.split())
    if text == "end":
        return End()
    audit = _AUDIT.fullmatch(text)
    if audit is not None:
        return Audit(int(audit["entry"]), _owners(audit["owners"]))
    match = _LINE.fullmatch(text)
    if match is None:
        raise ValueError(
            f"not an action: {line!r} (write: Ann create JH, Ann add 1 10H, Ann lock 1, Ann bad hand, end, "
            "audit 1 Ann Ben Cem)"
        )
    player = None if match["player"] == UNSEEN else match["player"]
    if match["create"]:
        return Create(player, Card.parse(match["create"]))
    if match["lock"]:
        return Lock(player, int(match["lock"]))
    if match["bad"]:
        return BadHand(match["player"])
    kind = Add if match["verb"] == "add" else Change
    return kind(player, int(match["on"]), Card.parse(match["card"]))


def _owners(written: str) -> tuple[str, ...]:
    """The owners of an audit; with commas, where a name has a blank in it."""
    if "," not in written:
        return tuple(written.split())
    return tuple(name.strip() for name in written.split(",") if name.strip())


def write_action(action: Action) -> str:
    """The line that `parse_action` reads back as the same action."""
    match action:
        case Create(player, card):
            return f"{player or UNSEEN} create {card}"
        case Add(player, entry, card):
            return f"{player or UNSEEN} add {entry} {card}"
        case Change(player, entry, card):
            return f"{player or UNSEEN} change {entry} {card}"
        case Lock(player, entry):
            return f"{player or UNSEEN} lock {entry}"
        case BadHand(player):
            return f"{player} bad hand"
        case Audit(entry, owners):
            blanks = any(" " in owner for owner in owners)
            return f"audit {entry} " + (", ".join(owners) + "," if blanks else " ".join(owners))
        case End():
            return "end"
