"""Journals for the tests of the app: whole games played by bots, and one with all that can befall an entry."""

from __future__ import annotations

import io
import random
from itertools import islice
from pathlib import Path

from PIL import Image

from companion.journal import Journal, Play, Source
from companion.laboratory.bots import bot_named
from companion.rules.game import Game, Setup
from companion.rules.games import game_named

NAMES = ("Ann", "李雷", "Cem 🎲")


def bot_game(path: Path, name: str = "lock-the-entry", most: int = 10_000, names: tuple[str, ...] = NAMES) -> Play:
    """A game that bots play to its end, or for so many actions."""
    game: Game = game_named(name)
    play = Play.begin(Journal(path), game, Setup(names, seed=3), "0.1.0")
    bot, lot = bot_named(name, "sensible"), random.Random(3)

    def actions(play: Play) -> Play | None:
        for player in game.to_act(play.state):
            action = bot(play.state, player, lot)
            if action is not None:
                return play.act(action, Source.CAMERA)[0]
        return None

    for _ in islice(iter(int, 1), most):
        then = None if game.result(play.state).over else actions(play)
        if then is None:
            break
        play = then
    return play


def eventful_game(path: Path) -> Play:
    """Lock the Entry: an action with a picture, a refused one let stand, one undone and done again, one refused."""
    game: Game = game_named("lock-the-entry")
    play = Play.begin(Journal(path), game, Setup(NAMES, {"change_own": "off"}), "0.1.0")
    picture = io.BytesIO()
    Image.new("RGB", (320, 180), (40, 90, 60)).save(picture, "JPEG")
    evidence = play.journal.keep(picture.getvalue(), ".jpg")
    play, _ = play.act(game.parse_action("Ann create JH"), Source.CAMERA, (evidence,))
    play, _ = play.act(game.parse_action("Ann add 1 9S"), Source.CAMERA, (evidence,))
    play, _ = play.overrule("we saw it otherwise")
    play, _ = play.act(game.parse_action("李雷 add 1 QH"), Source.TYPED)
    play, _ = play.undo()
    play, _ = play.redo()
    return play.act(game.parse_action("Ann create 10H"), Source.TAP)[0]
