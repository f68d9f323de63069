"""Lockdown: 2 to 8 players, one deck with two jokers; whoever gets four of a value is out (rules LD-1 to LD-18)."""

from companion.rules.lockdown.bots import choose_random, choose_sensible
from companion.rules.lockdown.deal import backs, deck_size, start
from companion.rules.lockdown.judge import can, verify
from companion.rules.lockdown.notation import parse_action, write_action
from companion.rules.lockdown.play import apply, legal_actions, overrule, to_act
from companion.rules.lockdown.scoring import Standing, result, score
from companion.rules.lockdown.state import (
    HAND_SIZE,
    PLAYERS,
    RULE_IDS,
    Action,
    Clear,
    DealtFour,
    Draw,
    Force,
    Give,
    Held,
    Hold,
    Lock,
    Locked,
    Name,
    Options,
    Seat,
    SelfOutNext,
    Shuffle,
    State,
    Take,
    TurnAction,
)
from companion.rules.lockdown.telling import consequences, describe, view, view_action

NAME = "lockdown"

__all__ = [
    "HAND_SIZE",
    "NAME",
    "PLAYERS",
    "RULE_IDS",
    "Action",
    "Clear",
    "DealtFour",
    "Draw",
    "Force",
    "Give",
    "Held",
    "Hold",
    "Lock",
    "Locked",
    "Name",
    "Options",
    "Seat",
    "SelfOutNext",
    "Shuffle",
    "Standing",
    "State",
    "Take",
    "TurnAction",
    "apply",
    "backs",
    "can",
    "choose_random",
    "choose_sensible",
    "consequences",
    "deck_size",
    "describe",
    "legal_actions",
    "overrule",
    "parse_action",
    "result",
    "score",
    "start",
    "to_act",
    "verify",
    "view",
    "view_action",
    "write_action",
]
