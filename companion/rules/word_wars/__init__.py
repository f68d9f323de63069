"""Word Wars: 2 players, letter tiles, every tile worth one point (rules WW-1 to WW-11).

The words that are allowed belong to the game: `WordWars(lexicon)` is the object of the type `Game`.
"""

from companion.rules.word_wars.board import in_line, neighbours, words_formed
from companion.rules.word_wars.bots import choose_random, choose_sensible
from companion.rules.word_wars.finder import Tiles, find_play, find_plays
from companion.rules.word_wars.game_object import WordWars
from companion.rules.word_wars.lexicon import Lexicon, LexiconDamaged
from companion.rules.word_wars.notation import parse_action, write_action
from companion.rules.word_wars.play import apply, legal_actions, overrule, to_act, view
from companion.rules.word_wars.ruling import can, verify
from companion.rules.word_wars.scoring import Standing, result, score
from companion.rules.word_wars.state import (
    HAND_SIZE,
    NAME,
    NEW_TILES,
    PILE_SIZE,
    PLAYERS,
    RULE_IDS,
    TILES,
    UNKNOWN,
    Accept,
    Action,
    Cell,
    Forfeit,
    NewRound,
    Options,
    Phase,
    Play,
    Refuse,
    Ruleset,
    Seat,
    Show,
    State,
    SuddenDeath,
    Tile,
    Trade,
    start,
)
from companion.rules.word_wars.telling import consequences, describe

__all__ = [
    "HAND_SIZE",
    "NAME",
    "NEW_TILES",
    "PILE_SIZE",
    "PLAYERS",
    "RULE_IDS",
    "TILES",
    "UNKNOWN",
    "Accept",
    "Action",
    "Cell",
    "Forfeit",
    "Lexicon",
    "LexiconDamaged",
    "NewRound",
    "Options",
    "Phase",
    "Play",
    "Refuse",
    "Ruleset",
    "Seat",
    "Show",
    "Standing",
    "State",
    "SuddenDeath",
    "Tile",
    "Tiles",
    "Trade",
    "WordWars",
    "apply",
    "can",
    "choose_random",
    "choose_sensible",
    "consequences",
    "describe",
    "find_play",
    "find_plays",
    "in_line",
    "legal_actions",
    "neighbours",
    "overrule",
    "parse_action",
    "result",
    "score",
    "start",
    "to_act",
    "verify",
    "view",
    "words_formed",
    "write_action",
]
