"""The games by name: each keeps the contract's names, and a wrong name is told with those that there are."""

from __future__ import annotations

import inspect

import pytest

from companion.rules.game import Game
from companion.rules.games import GAME_NAMES, LexiconMissing, UnknownGame, game_named
from companion.rules.word_wars import Lexicon

WORDS = Lexicon.of("two words", ("AT", "QUIZ"))


@pytest.mark.parametrize("name", [*GAME_NAMES, "word-wars"])
def test_a_game_offers_all_that_the_contract_names(name: str) -> None:
    game = game_named(name, WORDS)
    assert name == game.NAME
    for member, wanted in vars(Game).items():
        if not member.startswith("_") and inspect.isfunction(wanted):
            offered = list(inspect.signature(getattr(game, member)).parameters)
            assert offered == list(inspect.signature(wanted).parameters)[1:], member
    assert game.RULE_IDS
    assert list(game.PLAYERS)
    assert game.Options.choices()


def test_an_unknown_game_is_told_with_those_that_there_are() -> None:
    with pytest.raises(UnknownGame, match="no game 'chess': there is lock-the-entry, lockdown") as caught:
        game_named("chess", WORDS)
    assert caught.value.name == "chess"
    assert caught.value.allowed == (*GAME_NAMES, "word-wars")


def test_word_wars_is_nothing_without_words() -> None:
    with pytest.raises(LexiconMissing) as caught:
        game_named("word-wars")
    assert caught.value.allowed == GAME_NAMES
    assert all(game_named(name) for name in GAME_NAMES)


def test_which_decks_are_known_by_their_backs() -> None:
    players = ("Ann", "Ben")
    known = {name: game_named(name, WORDS).backs(players) for name in (*GAME_NAMES, "word-wars")}
    assert {name: backs for name, backs in known.items() if backs} == {
        "lock-the-entry": players,
        "engines": ("google", "yahoo", "search"),
    }
