"""Actions as lines of text; ``?`` is a card that nobody told, ``> Ben`` names the next player.

``Ann draw > Ben``, ``Ann draw 7H > Ben``, ``Ann give 7H to Ben``, ``Ann take ? from Ben``, ``Ann force Ben``,
``Ann force Ben: 7H``, ``Ann shuffle > Ben``, ``Ann clear AS AH > Ben``, ``Ann name Ben``, ``Ann lock`` (a pair nobody
sees), ``Ann lock 7H 7S 7D``, ``Ann hold 9C 10D``.
"""

from __future__ import annotations

import re

from companion.rules.cards import UNKNOWN, Card
from companion.rules.lockdown.state import (
    PAIR,
    Action,
    Clear,
    Draw,
    Force,
    Give,
    Hold,
    Lock,
    Name,
    Shuffle,
    Take,
)

_UNSEEN_PAIR = (UNKNOWN,) * PAIR
_LINE = re.compile(
    r"(?P<player>\S.*?) (?:"
    r"(?P<open>draw|shuffle|clear)(?P<cards>(?: [^\s>]+)*)(?: > (?P<next>.+))?"
    r"|give (?P<give>\S+) to (?P<to>.+)|take (?P<take>\S+) from (?P<source>.+)"
    r"|force (?P<target>[^:]+)(?:: (?P<forced>\S+))?"
    r"|name (?P<named>.+)|(?P<tell>lock|hold)(?P<told>(?: \S+)*))"
)


def parse_action(line: str) -> Action:
    """The action written in one line. Raises ValueError."""
    match = _LINE.fullmatch(" ".join(line.split()))
    action = None if match is None else _action(match)
    if action is None:
        raise ValueError(
            f"not an action: {line!r} (write: Ann draw > Ben, Ann give 7H to Ben, Ann take ? from Ben, Ann force Ben, "
            "Ann shuffle > Ben, Ann clear JK > Ben, Ann name Ben, Ann lock, Ann hold 9C 10D)"
        )
    return action


def _action(match: re.Match[str]) -> Action | None:
    player = match["player"]
    if match["open"]:
        return _open_action(match)
    if match["give"]:
        return Give(player, Card.parse(match["give"]), match["to"])
    if match["take"]:
        return Take(player, Card.parse(match["take"]), match["source"])
    if match["target"]:
        return Force(player, match["target"], Card.parse(match["forced"] or str(UNKNOWN)))
    if match["named"]:
        return Name(player, match["named"])
    cards = _cards(match["told"])
    return Hold(player, cards) if match["tell"] == "hold" else Lock(player, cards or _UNSEEN_PAIR)


def _open_action(match: re.Match[str]) -> Action | None:
    """An action after which the player names the next."""
    player, named, cards = match["player"], match["next"], _cards(match["cards"])
    if match["open"] == "clear":
        return Clear(player, cards, named) if cards else None
    if match["open"] == "shuffle":
        return None if cards else Shuffle(player, named)
    return Draw(player, named, *cards) if len(cards) <= 1 else None


def write_action(action: Action) -> str:
    """The line that `parse_action` reads back as the same action."""
    match action:
        case Draw(player, named, card):
            return f"{player} draw{_after(() if card == UNKNOWN else (card,))}{_next(named)}"
        case Give(player, card, to):
            return f"{player} give {card} to {to}"
        case Take(player, card, source):
            return f"{player} take {card} from {source}"
        case Force(player, target, card):
            return f"{player} force {target}" + ("" if card == UNKNOWN else f": {card}")
        case Shuffle(player, named):
            return f"{player} shuffle{_next(named)}"
        case Clear(player, cards, named):
            return f"{player} clear{_after(cards)}{_next(named)}"
        case Name(player, named):
            return f"{player} name {named}"
        case Lock(player, cards):
            return f"{player} lock{_after(() if cards == _UNSEEN_PAIR else cards)}"
        case Hold(player, cards):
            return f"{player} hold{_after(cards)}"


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(card) for card in text.split())


def _after(cards: tuple[Card, ...]) -> str:
    return "".join(f" {card}" for card in cards)


def _next(named: str | None) -> str:
    return "" if named is None else f" > {named}"
