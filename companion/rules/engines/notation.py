"""Actions as lines of text.

``Ben cut 5H``, ``Ann ipo``, ``Ann search 9C``, ``Ann play 10H``, ``Ben extra 7D``, ``Ben pass``, ``Ann fill deck``,
``Ann fill partner``. The card of a cut or search is left out where the deck is known; ``Ann play ?`` lies face down.
"""

from __future__ import annotations

import re

from companion.rules.cards import UNKNOWN, Card
from companion.rules.engines.state import Action, Cut, Extra, Fill, Ipo, Pass, Play, Search

_LINE = re.compile(
    r"(?P<player>\S.*?) (?:(?P<turned>cut|search)(?: (?P<seen>\S+))?|(?P<laid>play|extra) (?P<card>\S+)"
    r"|(?P<alone>ipo|pass)|fill (?P<source>deck|partner))"
)


def parse_action(line: str) -> Action:
    """The action written in one line. Raises ValueError."""
    match = _LINE.fullmatch(" ".join(line.split()))
    if match is None:
        raise ValueError(
            f"not an action: {line!r} (write: Ann search 9C, Ann play 10H, Ben extra 7D, Ben pass, Ann ipo, "
            "Ann fill deck, Ann fill partner, Ben cut 5H)"
        )
    player = match["player"]
    if match["turned"]:
        card = Card.parse(match["seen"]) if match["seen"] else UNKNOWN
        return Cut(player, card) if match["turned"] == "cut" else Search(player, card)
    if match["laid"]:
        card = Card.parse(match["card"])
        return Play(player, card) if match["laid"] == "play" else Extra(player, card)
    if match["alone"]:
        return Ipo(player) if match["alone"] == "ipo" else Pass(player)
    return Fill(player, match["source"] == "partner")


def write_action(action: Action) -> str:
    """The line that `parse_action` reads back as the same action."""
    match action:
        case Cut(player, card):
            return f"{player} cut" + _seen(card)
        case Search(player, card):
            return f"{player} search" + _seen(card)
        case Play(player, card):
            return f"{player} play {card}"
        case Extra(player, card):
            return f"{player} extra {card}"
        case Ipo(player):
            return f"{player} ipo"
        case Pass(player):
            return f"{player} pass"
        case Fill(player, from_partner):
            return f"{player} fill {'partner' if from_partner else 'deck'}"


def _seen(card: Card) -> str:
    return "" if card == UNKNOWN else f" {card}"
