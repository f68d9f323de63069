"""Word Wars as an object of the type `Game`: the rules together with the words that are allowed."""

from __future__ import annotations

from companion.rules import game
from companion.rules.game import Setup
from companion.rules.word_wars import notation, play, ruling, scoring, state, telling
from companion.rules.word_wars.lexicon import Lexicon
from companion.rules.word_wars.state import State


class WordWars:
    """The game with a lexicon. Every state holds the lexicon it began with, so only `start` needs the object."""

    NAME = state.NAME
    RULE_IDS = state.RULE_IDS
    PLAYERS = state.PLAYERS
    Options: type[game.Options] = state.Options

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon

    def start(self, setup: Setup) -> State:
        """The first state, as `state.start` with this lexicon."""
        return state.start(setup, self.lexicon)

    backs = staticmethod(state.backs)
    verify = staticmethod(ruling.verify)
    can = staticmethod(ruling.can)
    apply = staticmethod(play.apply)
    overrule = staticmethod(play.overrule)
    legal_actions = staticmethod(play.legal_actions)
    to_act = staticmethod(play.to_act)
    consequences = staticmethod(telling.consequences)
    describe = staticmethod(telling.describe)
    view = staticmethod(play.view)
    view_action = staticmethod(play.view_action)
    result = staticmethod(scoring.result)
    parse_action = staticmethod(notation.parse_action)
    write_action = staticmethod(notation.write_action)
