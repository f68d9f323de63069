"""Drives the sheets that cover the window, in windows of several shapes and both languages: what does not fit on them.

``python drive_sheets.py FOLDER``: keeps its journal and the pictures there. Exit status 77 where no window can be
opened. Prints one JSON object: what is cut off, and by how many sheets and windows.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from companion.app.games.offers import Hand, HandCard
from companion.rules.cards import STANDARD_DECK
from companion.rules.eleusis import Deal, Play, State, apply, start
from companion.rules.game import Setup
from tests.companion.app.driven_app import DrivenApp

SHAPES = ((800, 480), (480, 800), (1920, 1080))
PLAYERS = ("Ann", "王" * 40, "Cem " * 50, "Дора 🎲", "Finn-Ole")
GUESSES = (  # the taps, and what is typed and told after them
    ("begun", (), ""),
    ("deep", ("part and", "part or", "part not", "part is", "part back"), ""),
    ("of a number", ("part number_is", "part value_of", "part card", "part among", "part between"), ""),
    ("whole", ("type",), " and ".join(["colour differs from last"] * 12)),
    ("in words", ("type",), "王" * 100 + " 🎲 they alternate " * 9),
)
GAMES = ("lock-the-entry", "word-wars", "lockdown", "engines", "eleusis")


def main(folder: Path) -> dict[str, Any]:
    """What was cut off."""
    driven = DrivenApp(SHAPES[0], "en", folder)
    (folder / ("a folder with a long name " * 6)).mkdir()
    longest = {game: longest_rule(driven, game) for game in GAMES}
    seen = 0
    for shape in SHAPES:
        for code in ("en", "zh"):
            driven.appear(shape, code)
            driven.set_up("lock-the-entry", Setup(PLAYERS))
            driven.begin()
            for name, sheet in sheets(driven, folder, longest):
                look(driven, f"{name} {code} {shape}", sheet)
                seen += 1
    driven.close()
    return {"cut": driven.cut, "seen": seen}


def look(driven: DrivenApp, name: str, sheet: Any) -> None:
    """Opens a sheet, notes what does not fit, keeps a picture, and puts it away."""
    from kivy.core.window import Window

    sheet.open(animation=False)
    driven.until(lambda: Window.children[0] is sheet, name)
    if name.startswith("bare"):
        sheet.uncover()
    if name.startswith("file"):
        driven.listed()
    driven.look(name)
    sheet.dismiss(animation=False)
    driven.until(lambda: Window.children[0] is not sheet, f"{name} to go")


def sheets(driven: DrivenApp, folder: Path, longest: dict[str, str]) -> Iterator[tuple[str, Any]]:
    """Every kind of sheet with much on it."""
    from companion.app.games.guess_sheet import GuessSheet
    from companion.app.games.private_hand import PrivateHand
    from companion.app.widgets.amend_sheet import AmendSheet
    from companion.app.widgets.card_sheet import CardSheet
    from companion.app.widgets.colour_sheet import ColourSheet
    from companion.app.widgets.corner_sheet import CornerSheet
    from companion.app.widgets.file_sheet import FileSheet
    from companion.app.widgets.picture_sheet import PictureSheet
    from companion.app.widgets.reason_sheet import ReasonSheet
    from companion.app.widgets.sheet import Sheet
    from companion.wording import Wording

    screen, language = driven.screen, driven.app.language
    for game, rule in longest.items():
        wording = Wording.of(game, language)
        sheet = Sheet(screen, wording.title(rule), language.text("app.close"))
        sheet.say(wording.rules[rule].text)
        yield f"rule {rule}", sheet
    yield "card", CardSheet(screen, language, print)
    wording, play = Wording.of("lock-the-entry", language), amendable(driven)
    for name in ("amend", "amend one"):
        amending = AmendSheet(screen, language, play, wording, print)
        if name == "amend one":
            amending.ask_what("2")
        yield name, amending
    yield "reason", ReasonSheet(screen, language, print)
    holders = (*PLAYERS, "", "", "")
    yield (
        "colour",
        ColourSheet(screen, language.text("setup.which_colour", player=PLAYERS[1]), language, holders, print),
    )
    yield "file", FileSheet(screen, language, print, (".json",), folder, folders_too=True)
    picture = np.full((90, 160, 3), 90, np.uint8)
    corners = CornerSheet(screen, language, ((0.1, 0.1), (0.9, 0.1)), print)
    corners.show(picture)
    yield "corners", corners
    yield "picture", PictureSheet(screen, picture, language.text("app.close"))
    for name, keys, words in GUESSES:
        sheet = GuessSheet(screen, language, guessing(), print)
        for key in keys:
            sheet.tap(key)
        if words:
            sheet.write(words)
            sheet.tap("say")
        yield f"guess {name}", sheet
    look = {"told": language.text, **driven.app.dress}
    note = language.text("app_lockdown.fresh")
    cards = tuple(HandCard(card, str(card), note) for card in STANDARD_DECK[:12])
    for name in ("covered hand", "bare hand"):
        yield name, PrivateHand(hand=Hand(PLAYERS[2], cards, (note, note)), seconds=600, **look)


def amendable(driven: DrivenApp) -> Any:
    """The game with two cards on the table."""
    first, second = driven.app.snapshot.play.record.setup.players[:2]
    for line in (f"{first} create JH", f"{second} add 1 10H"):
        driven.app.watch.tell(line)
    driven.until(lambda: driven.app.snapshot.play.count == 2, "two cards")
    return driven.app.snapshot.play


def guessing() -> State:
    """Eleusis, in which the player with the longest name may guess, and nobody told the rule."""
    state = start(Setup((PLAYERS[1], PLAYERS[2], "Ann")))
    for action in (Deal(PLAYERS[1]), Play(PLAYERS[2], STANDARD_DECK[0], right=True)):
        state = apply(state, action)
    return state


def longest_rule(driven: DrivenApp, game: str) -> str:
    """The id of the rule with the longest text."""
    from companion.wording import Wording

    rules = Wording.of(game, driven.app.language).rules
    return max(rules, key=lambda rule: len(rules[rule].text))


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]))))
