"""Drives the app where much is to be tapped in a small window with the largest letters: all of it can be reached.

``python drive_crowded.py FOLDER``: keeps its journal there. Exit status 77 where no window can be opened. Prints one
JSON object.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from companion.app.games.offers import Deed, Hand, HandCard
from companion.app.opening import Opening
from companion.app.said import Choice
from companion.app.watch import Posed
from companion.referee.desk import Question
from companion.rules.cards import STANDARD_DECK
from companion.rules.game import Setup
from tests.companion.app.driven_app import DrivenApp, Recorded
from tests.companion.app.window_texts import box
from tests.vision.colour_reader import ColourReader
from vision.frames import Frame
from vision.photo import as_jpeg

PLAYERS = ("Ann", "王" * 40, "Cem " * 50, "Дора", "Finn-Ole")
SIZE = (800, 480)
GOLDEN = Path(__file__).parents[2] / "golden"
LETTERS = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
HELD = 30


def main(folder: Path) -> dict[str, Any]:
    """What was reached by a finger, and what lies outside the window."""
    driven = DrivenApp(SIZE, "en", folder)
    driven.app.prefer(replace(driven.app.preferences, text_size="largest"))
    driven.set_up("lock-the-entry", Setup(PLAYERS))
    driven.begin()
    driven.screen.pictured = True
    told = {"letters": asked(driven, LETTERS), "players": asked(driven, PLAYERS)}
    told |= {"laid": laid(driven), "deeds": deeds(driven), "hand": hand(driven)}
    told |= {
        "next": next_question(driven),
        "crop": crop(driven),
        "veil": veiled(driven),
        "storage": unwritable(driven, folder),
    }
    told["over"] = over(driven)
    told["decks"] = many_decks(driven, folder / "filmed")
    driven.close()
    return told


def asked(driven: DrivenApp, choices: tuple[str, ...]) -> list[str]:
    """The first and the last answer to a question, tapped."""
    given: list[str] = []
    driven.app.watch.answer = lambda question, choice: given.append(choice)
    question = Question(f"one of {len(choices)}", "which_letter", {"guess": "?"}, choices)
    driven.screen.follow(replace(driven.app.snapshot, questions=(Posed(question, None),)))
    driven.read()
    for choice in (choices[0], choices[-1]):
        driven.tap_choice(choice, driven.screen._asking)
    driven.screen.follow(driven.app.snapshot)
    return given


def next_question(driven: DrivenApp) -> list[Any]:
    """What is answered where the next question comes with the finger on an answer to the last, or just after it was put
    down there, or just before, and at a key that is held; at a tap once it can have been read, and at a key."""
    from kivy.core.window import Window
    from kivy.tests.common import UnitTestTouch

    given: list[Any] = []
    driven.app.watch.answer = lambda question, choice: given.append([question.key, choice])
    first, second, third, fourth = (
        replace(driven.app.snapshot, questions=(Posed(Question(key, "whose_back", {}, PLAYERS), None),))
        for key in ("back 1", "back 2", "back 3", "back 4")
    )

    def touch() -> Any:
        (button, *_) = (one for one in driven.screen._asking.walk() if getattr(one, "text", "") == PLAYERS[0])
        return UnitTestTouch(*button.to_window(*button.center))

    driven.screen.follow(first)
    driven.read()
    held = touch()
    held.touch_down()
    driven.read()  # what scrolls passes it on after a while
    driven.screen.follow(second)
    driven.read()
    held.touch_up()
    driven.until(lambda: True)
    for then in (third, first, driven.app.snapshot):  # before what scrolls has passed it on
        held = touch()
        held.touch_down()
        driven.screen.follow(then)
        driven.read()
        driven.screen.follow(third)
        driven.read()
        held.touch_up()
        driven.read()
    driven.screen.follow(fourth)
    held = touch()
    held.touch_down()  # nobody has read it yet
    driven.read()
    held.touch_up()
    driven.read()
    driven.screen.follow(third)
    for _ in range(2):
        Window.dispatch("on_key_down", ord("1"), 0, "1", [])  # again and again while it is down
        driven.read()
    Window.dispatch("on_key_up", ord("1"), 0)
    told: list[Any] = [list(given)]
    driven.tap_choice(PLAYERS[0], driven.screen._asking)
    for _ in range(2):
        Window.dispatch("on_key_down", ord("1"), 0, "1", [])
    Window.dispatch("on_key_up", ord("1"), 0)
    driven.screen.follow(driven.app.snapshot)
    return [*told, given]


def laid(driven: DrivenApp) -> list[Any]:
    """What is told by taps: a card that somebody is said to have laid, and one of which nobody says; and the points of
    the estimate."""
    panel = driven.screen._panel
    for player, card in (("Ann", "KH"), ("", "QS")):
        driven.tap(panel.ids.places.children[-1 if player else -2])
        driven.until(lambda: panel.ids.layers.choices, "who laid it")
        if player:
            driven.tap_choice(player, panel.ids.layers)
            driven.look("laid")
        driven.tap_choice(f"{player or '?'} create {card}", panel.ids.deeds)
        driven.until(lambda card=card: card in driven.app.snapshot.news[-1].entry.line, card)
    lines = [news.entry.line for news in driven.app.snapshot.news]
    return [lines, [scores[-1] for scores in panel.view.scores[1:]], driven.cut]


def deeds(driven: DrivenApp) -> list[str]:
    """The first and the last of many ways to do something, tapped."""
    done: list[str] = []
    offered, ways = driven.screen._panel.ids.deeds, [str(number) for number in range(40)]
    offered.choose = lambda deed, choice: done.append(choice)
    deed = Deed("take", "Take", tuple(Choice(way, f"card {way}, Somebody") for way in ways), "From whom?")
    for way in (ways[0], ways[-1]):
        offered.asked = deed
        driven.until(lambda: True)
        driven.tap_choice(way, offered)
    return done


def hand(driven: DrivenApp) -> list[Any]:
    """How many cards of a large hand are to be seen whole, and how wide they are at least."""
    from companion.app.games.private_hand import PrivateHand

    cards = tuple(HandCard(card, str(card), "not yet to give") for card in STANDARD_DECK[:HELD])
    held = PrivateHand(hand=Hand(PLAYERS[2], cards), told=driven.app.language.text, seconds=600, **driven.app.dress)
    held.open(animation=False)
    held.uncover()
    driven.until(lambda: len(held.ids.cards.children) == HELD)
    boxes = [box(card) for card in held.ids.cards.children]
    held.hide()
    seen = [x >= 0 and y >= 0 and x + w <= SIZE[0] and y + h <= SIZE[1] for x, y, w, h in boxes]
    return [sum(seen), min(width for _, _, width, _ in boxes)]


def crop(driven: DrivenApp) -> list[Any]:
    """How wide the picture of a question is where it is tapped, and whether a further tap puts it away. And
    what a question that any card answers, and no picture belongs to, can be answered by."""
    from kivy.core.window import Window

    question = Question("card 1", "which_card", {"guess": "7H"}, ())
    picture = np.full((200, 300, 3), 90, np.uint8)
    driven.screen.follow(replace(driven.app.snapshot, questions=(Posed(question, picture),)))
    small = driven.screen._asking.ids.crop
    driven.tap(small)
    sheet = Window.children[0]
    driven.until(lambda: sheet is not driven.app.root, "the picture")
    told: list[Any] = [sheet.ids.picture.width > 1.5 * small.width, sheet.ids.picture.width > 0.9 * SIZE[0]]
    driven.look("crop")
    driven.tap(sheet.ids.picture)
    driven.until(lambda: Window.children[0] is driven.app.root, "the picture to go")
    laid = Question("laid", "which_laid", {"player": "Ann"})
    driven.screen.follow(replace(driven.app.snapshot, questions=(Posed(laid, None),)))
    told.append([choice.key for choice in driven.screen._asking.choices])
    driven.screen.follow(driven.app.snapshot)
    return told


def veiled(driven: DrivenApp) -> list[Any]:
    """Of a game in which hands are shown to the camera: whether its picture can be asked for without a camera, what is
    shown of a question about a hand before and after a tap, and whether the picture is shown at first and after taps.
    """
    driven.set_up("lockdown", Setup(("Ann", "Ben", "Cem")))
    driven.begin()
    told: list[Any] = ["picture" in [choice.key for choice in driven.screen.bar]]
    frame = Frame(np.full((90, 160, 3), 90, np.uint8), 0.0, 1)
    filmed = replace(driven.app.snapshot, frame=frame)
    question = Posed(Question("card 1", "which_card", {"guess": "7H"}, ()), np.full((20, 30, 3), 90, np.uint8))
    driven.screen.follow(replace(filmed, questions=(question, question)))
    asking = driven.screen._asking
    told.append([asking.pictured, [choice.key for choice in asking.choices]])
    driven.read()
    driven.tap_choice("show", asking)
    asking = driven.screen._asking  # another one, that is to be read
    told.append([asking.pictured, [choice.key for choice in asking.choices], asking.waiting])
    driven.look("question about a hand")
    gone = Posed(Question("card 2", "which_card", {"guess": "7H"}, ()), None)  # out of sight when it was asked
    driven.screen.follow(replace(filmed, questions=(gone,)))
    asking = driven.screen._asking
    told.append([asking.asking.words, [choice.key for choice in asking.choices]])
    driven.screen.follow(filmed)
    told.append(driven.screen.pictured)
    for _ in range(2):
        driven.screen.follow(replace(filmed, questions=(question,)))
        driven.tap_choice("picture")
        driven.until(lambda: True)
        told.append([driven.screen.pictured, driven.screen._asking.pictured])
    return told


def over(driven: DrivenApp) -> list[Any]:
    """Where a game that is over leads to from the first screen, and who has won it there."""
    recorded = Recorded.of(GOLDEN / "lockdown" / "seen-from-the-table.txt")
    driven.set_up(recorded.game, recorded.setup)
    driven.begin()
    driven.tell(recorded, 0, len(recorded.lines))
    driven.app.go("home")
    driven.until(lambda: driven.screen.resumable, "the games")
    driven.tap_choice(driven.screen.resumable[0].key)
    driven.until(lambda: driven.app.root.current == "score" and driven.screen.view.over, "the score")
    driven.look("over")
    return [driven.screen.view.verdict, driven.cut]


def many_decks(driven: DrivenApp, folder: Path) -> list[Any]:
    """What the set-up says of a folder with more decks than players, and whether the game can begin all the same."""
    Opening.reader = lambda self, backs=None, fast=False: ColourReader()  # type: ignore[method-assign]
    (folder / "backs").mkdir(parents=True)
    for path in (*(folder / "backs" / f"Player {number}.png" for number in range(10)), folder / "table.png"):
        path.write_bytes(as_jpeg(np.full((90, 160, 3), 90, np.uint8)))
    driven.app.go("setup", game="lock-the-entry")
    driven.until(lambda: driven.screen.ready, "the set-up")
    driven.screen.source_kind, driven.screen.ids.source.text = "file", str(folder)
    driven.screen.look()
    driven.until(lambda: "10" in driven.screen.said, "the decks")
    driven.look("many decks")
    told = [driven.screen.said.partition(".")[0], driven.screen.ready, driven.cut]
    driven.screen.choose_source("none")
    return told


def unwritable(driven: DrivenApp, folder: Path) -> dict[str, Any]:
    """What the screens say where nothing can be written, and what the table can do once something can be again."""
    blocked = folder / "a file"
    blocked.touch()
    good = driven.app.preferences
    driven.app.prefer(replace(good, storage=blocked / "games"))
    driven.app.go("home")
    driven.idle()
    told: dict[str, Any] = {"home": driven.screen.notice}
    driven.set_up("lockdown", Setup(("Ann", "Ben", "Cem")))
    driven.screen.begin()
    driven.until(lambda: driven.app.root.current == "table" and driven.screen.trouble, "the trouble")
    told["table"] = driven.screen.trouble.replace(str(blocked), "FILE")
    driven.look("unwritable")
    told["offered"] = [choice.key for choice in driven.screen.bar if choice.enabled]
    driven.app.prefer(good)
    driven.set_up("lockdown", Setup(("Ann", "Ben", "Cem")))
    driven.begin()
    return told | {"again": driven.screen.trouble, "cut": driven.cut}


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]))))
