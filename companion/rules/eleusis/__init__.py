"""Eleusis Express: 3 to 8 players, one of them the dealer with a secret rule (rules EE-1 to EE-13)."""

from companion.rules.eleusis.bots import choose_random, choose_sensible
from companion.rules.eleusis.judging import verify
from companion.rules.eleusis.notation import parse_action, write_action
from companion.rules.eleusis.play import apply, can, legal_actions, overrule, to_act
from companion.rules.eleusis.scoring import Line, ScoreSheet, result, score
from companion.rules.eleusis.seeing import as_seen, view, view_action
from companion.rules.eleusis.state import (
    DECKS,
    HAND_SIZE,
    NAME,
    PLAYERS,
    RULE_IDS,
    Action,
    Deal,
    End,
    Finished,
    Guess,
    NoPlay,
    Options,
    Place,
    Play,
    Round,
    Seat,
    State,
    StockOut,
    backs,
    start,
)
from companion.rules.eleusis.telling import consequences, describe

__all__ = [
    "DECKS",
    "HAND_SIZE",
    "NAME",
    "PLAYERS",
    "RULE_IDS",
    "Action",
    "Deal",
    "End",
    "Finished",
    "Guess",
    "Line",
    "NoPlay",
    "Options",
    "Place",
    "Play",
    "Round",
    "ScoreSheet",
    "Seat",
    "State",
    "StockOut",
    "apply",
    "as_seen",
    "backs",
    "can",
    "choose_random",
    "choose_sensible",
    "consequences",
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
