"""Engines of Discrimination: Google against Yahoo, two players or four in teams (rules EOD-1 to EOD-15)."""

from companion.rules.engines.bots import choose_random, choose_sensible
from companion.rules.engines.contest import Contest, contest, distance, settles_tie, settling_distance
from companion.rules.engines.deal import PILES, backs, start
from companion.rules.engines.judge import can, verify
from companion.rules.engines.notation import parse_action, write_action
from companion.rules.engines.play import apply, legal_actions, overrule, to_act
from companion.rules.engines.scoring import Standing, result, score
from companion.rules.engines.state import (
    PLAYERS,
    RULE_IDS,
    Action,
    Cut,
    Extra,
    Fill,
    FinalTie,
    ImageMiss,
    Ipo,
    Laid,
    Options,
    Pass,
    Phase,
    Play,
    Search,
    Seat,
    SetWinner,
    Side,
    State,
    Team,
)
from companion.rules.engines.telling import consequences, describe, view, view_action

NAME = "engines"

__all__ = [
    "NAME",
    "PILES",
    "PLAYERS",
    "RULE_IDS",
    "Action",
    "Contest",
    "Cut",
    "Extra",
    "Fill",
    "FinalTie",
    "ImageMiss",
    "Ipo",
    "Laid",
    "Options",
    "Pass",
    "Phase",
    "Play",
    "Search",
    "Seat",
    "SetWinner",
    "Side",
    "Standing",
    "State",
    "Team",
    "apply",
    "backs",
    "can",
    "choose_random",
    "choose_sensible",
    "consequences",
    "contest",
    "describe",
    "distance",
    "legal_actions",
    "overrule",
    "parse_action",
    "result",
    "score",
    "settles_tie",
    "settling_distance",
    "start",
    "to_act",
    "verify",
    "view",
    "view_action",
    "write_action",
]
