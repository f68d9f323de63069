"""Drives the app by its keyboard in a window: what was put away, or lies below a sheet, is pressed no more.

``python drive_keys.py FOLDER``: keeps its journal there. Exit status 77 where no window can be opened. Prints one JSON
object.
"""

from __future__ import annotations

import json
import sys
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from companion import lexicon
from companion.app.games.offers import Hand, HandCard
from companion.app.watch import Posed
from companion.journal import Journal
from companion.referee.desk import Question
from companion.rules.cards import Card
from companion.rules.game import Setup
from tests.companion.app.driven_app import DrivenApp
from vision.photo import Picture
from vision.sightings import Reading

UP, DOWN, RIGHT, LEFT, HOME, END, PAGE_UP, PAGE_DOWN = 273, 274, 275, 276, 278, 279, 280, 281
TAB, ESCAPE, ENTER, SQUARE = 9, 27, 13, 178  # keys as Kivy numbers them; the last one is that of ² on a French keyboard
LAYING, LAID = ("Ben", "Cem") * 6, ("2H", "3H", "4H", "5H", "6H", "8H") * 2  # a long line of Eleusis


def main(folder: Path) -> dict[str, Any]:
    """What came of the keys."""
    driven = DrivenApp((800, 480), "en", folder)
    told = {"games": begun_twice(driven, folder), "asked": square_at_a_question(driven)}
    told |= {"sheet": into_a_folder(driven, folder), "read": left_while_reading(driven), "hand": private_hand(driven)}
    told |= {"field": far_down(driven), "seat": ring_seat(driven)}
    told |= {"board": word_by_keys(driven), "corner": corner_by_keys(driven), "pages": pages(driven)}
    told |= {"grown": grown_sheet(driven)}
    told |= {"guess": guess_by_keys(driven), "line": long_line(driven), "long": long_texts(driven)}
    told |= {"source": nameless_source(driven), "dealer": dealer_who_types(driven), "home": failing_home(driven)}
    driven.close()
    return told


def press(driven: DrivenApp, key: int, text: str = "") -> None:
    """A key, and what follows from it."""
    from kivy.core.window import Window

    if not Window.dispatch("on_key_down", key, 0, text, []):
        Window.dispatch("on_keyboard", key, 0, text, [])
    for _ in range(3):  # a button that is pressed by a key is let go a moment later
        driven.idle()


def focused(driven: DrivenApp) -> str:
    """The button with the keyboard on what lies uppermost."""
    from kivy.core.window import Window

    from companion.app.widgets.focus import first_focusable

    holder = first_focusable(Window.children[0], focused=True)
    return "" if holder is None else holder.text


def begun_twice(driven: DrivenApp, folder: Path) -> int:
    """How many games begin where Enter is pressed again after the set-up is left."""
    press(driven, TAB)
    press(driven, ENTER)
    driven.until(lambda: driven.app.root.current == "setup" and driven.screen.ready, "the set-up")
    driven.screen.ids.begin.focus = True
    press(driven, ENTER)
    driven.until(lambda: driven.app.root.current == "table" and driven.app.snapshot.play, "the table")
    press(driven, ENTER)
    driven.until(lambda: driven.app.snapshot and driven.app.snapshot.play)
    with Journal(folder / "journal.sqlite", create=False) as journal:
        return len(journal.games())


def square_at_a_question(driven: DrivenApp) -> str:
    """The question that is still there after a sign that is a digit, but no number."""
    question = Question("letter 1", "which_letter", {"guess": "?"}, tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    driven.screen.follow(replace(driven.app.snapshot, questions=(Posed(question, None),)))
    press(driven, SQUARE, "²")
    asked: str = driven.screen._asking.asking.key
    return asked


def into_a_folder(driven: DrivenApp, folder: Path) -> list[Any]:
    """Where the sheet is after Enter on a folder and Enter again, and what has the keyboard after Tab."""
    from kivy.core.window import Window

    (folder / "photos" / "march").mkdir(parents=True)
    driven.app.go("photo")
    driven.screen._folder = folder / "photos"
    driven.screen.choose()
    sheet = driven.listed()
    driven.until(lambda: focused(driven), "the sheet")
    driven.button("march/").focus = True
    press(driven, ENTER)
    press(driven, ENTER)
    told = [Window.children[0] is sheet, sheet._folder.name]
    press(driven, TAB)
    told.append(focused(driven))
    told.append(many_files(driven, folder))
    press(driven, ESCAPE)
    driven.until(lambda: Window.children[0] is not sheet, "the sheet to go")
    return told


def many_files(driven: DrivenApp, folder: Path) -> list[int]:
    """How many entries of a large folder are offered before and after More is tapped, the folder above among them."""
    from kivy.core.window import Window

    (folder / "many").mkdir()
    for number in range(230):
        (folder / "many" / f"{number:03}.jpg").touch()
    Window.children[0]._go(folder / "many")
    sheet = driven.listed()
    told = [len(sheet._ways.choices + sheet._list.choices)]
    driven.tap_choice("/")
    return [*told, len(sheet._ways.choices + sheet._list.choices)]


def private_hand(driven: DrivenApp) -> list[Any]:
    """Whether Tab and Enter show a hand, what Escape leaves of it, and which card is played by Tab and Enter."""
    from kivy.core.window import Window

    from companion.app.games.private_hand import PrivateHand

    played: list[str] = []
    cards = (HandCard(Card.parse("7H")), HandCard(Card.parse("9S"), "9S"), HandCard(Card.parse("KD"), "KD"))
    hand = PrivateHand(hand=Hand("Ann", cards), told=driven.app.language.text, choose=played.append, **driven.app.dress)
    hand.open(animation=False)
    press(driven, TAB)
    press(driven, ENTER)
    told: list[Any] = [hand.bare]
    press(driven, ESCAPE)
    told.append(hand.bare)
    driven.until(lambda: Window.children[0] is not hand, "the hand to go")
    told.append(len(hand.ids.cards.children))
    hand.open(animation=False)
    for key in (TAB, ENTER, TAB, TAB, ENTER):
        press(driven, key)
    driven.until(lambda: Window.children[0] is not hand, "the hand to go again")
    return [*told, played]


def left_while_reading(driven: DrivenApp) -> str:
    """What is said of a photo that was read while another screen was shown."""
    from companion.app.screens import photo

    read = threading.Event()

    def slowly(*_: object) -> tuple[Picture, Reading]:
        read.wait(60)
        return np.zeros((8, 8, 3), np.uint8), Reading((8, 8), 1.0, ())

    photo._read = slowly
    driven.app.go("photo")
    driven.screen.read(Path("table.jpg"))
    driven.app.go("home")
    read.set()
    driven.idle()
    driven.app.go("photo")
    driven.idle()
    said: str = driven.screen.said
    return said


def far_down(driven: DrivenApp) -> bool:
    """Whether a field that gets the keyboard comes into sight."""
    from kivy.uix.textinput import TextInput

    driven.app.go("settings")
    driven.until(lambda: True)
    last = [widget for widget in driven.screen.walk() if isinstance(widget, TextInput)][-1]
    last.focus = True
    driven.idle()
    return bool(last.to_window(*last.pos)[1] >= 0)


def ring_seat(driven: DrivenApp) -> list[str]:
    """What is told where Enter is pressed on a player of the ring who is to be named."""
    driven.set_up("lockdown", Setup(("Ann", "Ben", "Cem")))
    driven.begin()
    driven.screen._send("Ann draw")
    driven.until(lambda: driven.screen._panel.view.naming, "a player to be named")
    sent: list[str] = []
    driven.screen._panel.send = sent.append
    (seat,) = (seat for seat in driven.screen._panel.ids.ring.children if seat.item.player == "Ben")
    seat.focus = True
    press(driven, ENTER)
    return sent


def word_by_keys(driven: DrivenApp) -> list[Any]:
    """Where a word begins and which way it goes, by arrows and Enter, and what is left of the pointer."""
    small = lexicon.Lexicon.of("small", ("WORD",))
    lexicon.load_lexicon = lambda path=None, cache=None: small  # those of this machine are another thing
    driven.set_up("word-wars", Setup(("Ann", "Ben")))
    driven.begin()
    board = driven.screen._panel.ids.board
    board.focus = True
    for key in (RIGHT, RIGHT, DOWN, ENTER):
        press(driven, key)
    told: list[Any] = [board.aim, board.across]
    press(driven, ENTER)
    told.append(board.across)
    driven.look("board by keys")
    board.focus = False
    return [*told, board.pointer]


def corner_by_keys(driven: DrivenApp) -> list[Any]:
    """The first corner of the table, marked by arrows and Enter."""
    from companion.app.widgets.corner_sheet import CornerSheet

    marked: list[Any] = []
    sheet = CornerSheet(driven.screen, driven.app.language, (), marked.extend)
    sheet.open(animation=False)
    sheet.show(np.full((90, 160, 3), 90, np.uint8))
    sheet.ids.picture.focus = True
    for key in (RIGHT, UP, UP, ENTER):
        press(driven, key)
    told = [[round(share, 2) for share in corner] for corner in sheet.edge]
    press(driven, ESCAPE)
    return told


def guess_by_keys(driven: DrivenApp) -> list[Any]:
    """What has the keyboard on the sheet of a guess, what is asked after Enter in its line, and what Enter tells."""
    from kivy.core.window import Window

    driven.set_up("eleusis", Setup(("Ann", "Ben", "Cem")))
    driven.begin()
    for line in ("Ann deals | starter 7C", "Ben plays 7H | right"):
        driven.app.watch.tell(line)
    driven.until(lambda: driven.app.snapshot.play.count == 2, "a card")
    panel, sent = driven.screen._panel, list[str]()
    panel.send = sent.append
    panel.tap("flow guess")
    driven.until(lambda: True)
    driven.button("Tell the guess").focus = True
    press(driven, ENTER)
    told = [focused(driven)]
    press(driven, TAB)
    press(driven, ENTER)
    Window.dispatch("on_textinput", "red")
    press(driven, ENTER)
    told.append(Window.children[0].view.asked)
    for _ in range(5):
        press(driven, TAB)
    told.append(focused(driven))
    press(driven, ENTER)
    return [*told, *sent]


def long_line(driven: DrivenApp) -> dict[str, Any]:
    """How the layout of Eleusis moves by keys: where it lies after each, in steps from its end, and where Tab goes."""
    driven.set_up("eleusis", Setup(("Ann", "Ben", "Cem")))
    driven.begin()
    line = driven.screen._panel._layout
    driven.app.watch.tell("Ann deals | starter 7C")
    driven.until(lambda: len(line.line) == 1, "a card")
    told: dict[str, Any] = {"short": line.is_focusable}
    for player, card in zip(LAYING, LAID, strict=True):
        driven.app.watch.tell(f"{player} plays {card} | right")
    driven.until(lambda: len(line.line) == 13, "many cards")
    tabs = 0
    while not line.focus and tabs < 30:
        press(driven, TAB)
        tabs += 1
    driven.keep(driven.app.preferences.storage / "line.png")
    steps = (line.viewport_size[0] - line.width) / line.step
    at = [0.0]
    for key in (LEFT, LEFT, RIGHT, HOME, END):
        press(driven, key)
        at.append(round((1 - line.scroll_x) * steps, 2))
    told |= {"reached": tabs < 30, "at": [*at[:4], at[4] == round(steps, 2), at[5]]}
    press(driven, TAB)
    return told | {"next": focused(driven)}


def pages(driven: DrivenApp) -> list[bool]:
    """Whether Page Down and Page Up scroll a long screen, and a long sheet over it."""
    from kivy.uix.scrollview import ScrollView

    from companion.app.widgets.sheet import Sheet

    driven.app.go("settings")
    driven.until(lambda: True)
    sheet = Sheet(driven.screen, "long", "close")
    told: list[bool] = []
    for shown in (driven.screen, sheet):
        if shown is sheet:
            sheet.say("many words " * 900)
            sheet.open(animation=False)
            driven.until(lambda: True)
        (scroll, *_) = [widget for widget in shown.walk(restrict=True) if isinstance(widget, ScrollView)]
        scroll.scroll_y = 1
        at = [1.0]
        for key in (PAGE_DOWN, PAGE_DOWN, PAGE_UP):
            press(driven, key)
            at.append(scroll.scroll_y)
        told.append(at[0] > at[1] > at[2] < at[3])
    sheet.dismiss(animation=False)
    driven.idle()
    return told


def grown_sheet(driven: DrivenApp) -> list[bool]:
    """Whether a sheet that fits, with the keyboard in a line of it, still shows its beginning once it says more: where
    it was laid out when the keyboard came, and where it was not."""
    from kivy.uix.scrollview import ScrollView

    from companion.app.widgets.field import Field
    from companion.app.widgets.sheet import Sheet

    told: list[bool] = []
    for laid_out in (True, False):
        sheet, field = Sheet(driven.screen, "short", "close"), Field()
        (scroll,) = [widget for widget in sheet.walk(restrict=True) if isinstance(widget, ScrollView)]
        sheet.open(animation=False)
        driven.until(lambda: True)
        sheet.show(field)
        if laid_out:
            driven.until(lambda: True)
        field.focus = True
        driven.until(lambda: True)
        sheet.say("many words " * 900)
        driven.until(lambda scroll=scroll: scroll.viewport_size[1] > scroll.height, "more to say")
        told.append(scroll.scroll_y == 1)
        sheet.dismiss(animation=False)
        driven.idle()
    return told


def long_texts(driven: DrivenApp) -> dict[str, list[bool]]:
    """Whether what does not fit beside something larger is scrolled by keys: the messages of the set-up, the ruling and
    the feed, the dealer's rule and its report."""
    words = "many words " * 120
    driven.set_up("eleusis", Setup(("Ann", "Ben", "Cem")))
    driven.screen.said = words
    told = {"set-up": scrolled(driven)}
    driven.begin()
    lines = ("Ann deals | starter 7C", *(f"{who} plays {card} | right" for who, card in zip(LAYING, LAID, strict=True)))
    for line in lines:
        driven.app.watch.tell(line)
    driven.until(lambda: driven.app.snapshot.play.count == len(lines), "the cards")
    driven.screen.ids.talk_scroll.scroll_y = 0  # as Tab leaves it
    driven.app.watch.tell(f"Cem guesses | rule {' and '.join(['suit same as last'] * 28)} | wrong")
    driven.until(lambda: driven.app.snapshot.play.count > len(lines), "a guess")
    told["table"] = scrolled(driven)
    driven.app.go("dealer")
    driven.screen.uncover()
    driven.screen.fit = words
    return told | {"dealer": scrolled(driven)}


def scrolled(driven: DrivenApp) -> list[bool]:
    """Of each thing with a stop of the keyboard that is higher than is seen: whether an arrow and Page Down move it."""
    from companion.app.widgets.key_scroll import KeyScroll

    driven.until(lambda: True)
    told: list[bool] = []
    for one in driven.screen.walk(restrict=True):
        if isinstance(one, KeyScroll) and one.viewport_size[1] > one.height:
            one.focus, at = True, [one.scroll_y]
            for key in (DOWN, PAGE_DOWN):
                press(driven, key)
                at.append(one.scroll_y)
            told.append(at[0] > at[1] > at[2])
    return told


def nameless_source(driven: DrivenApp) -> list[Any]:
    """Whether a game can begin with a camera that is not named, and what is said where also a name is there twice."""
    driven.set_up("lockdown", Setup(("Ann", "Ben")))
    screen = driven.screen
    screen.source_kind, screen.ids.source.text = "camera", ""
    told: list[Any] = [screen.ids.begin.disabled]
    screen.source_kind, screen.ids.source.text = "file", "gone.avi"
    told.append(screen.ids.begin.disabled)
    screen.look()
    driven.until(lambda: screen.ways, "the source to be lost")
    screen._name(1, "Ann")
    driven.idle()
    told.append([part in "\n".join((screen.said, screen.lost)) for part in ("gone.avi", "same name")])
    screen.choose_source("none")
    return told


class Pause:
    """Counts how often the pause begins anew after which the dealer's screen covers itself."""

    begun = 0

    def __call__(self) -> None:
        self.begun += 1

    def cancel(self) -> None:
        """It is begun anew, or not."""


def dealer_who_types(driven: DrivenApp) -> list[Any]:
    """How often the pause begins anew where keys are pressed, and who has the keyboard once the screen is covered."""
    driven.set_up("eleusis", Setup(("Ann", "Ben", "Cem")))
    driven.begin()
    driven.app.go("dealer")
    driven.screen.uncover()
    driven.screen.choose_tab("typed")
    field = driven.field()
    field.focus = True
    driven.screen._pause = pause = Pause()
    press(driven, ord("r"), "r")
    told = [pause.begun, field.focus]
    driven.screen.do("cover")
    return [*told, field.focus]


def failing_home(driven: DrivenApp) -> list[int]:
    """How many games can be gone on with, before and after the journal cannot be read any more."""
    from companion.app.screens import home

    def broken(_path: Path) -> None:
        raise OSError("torn")

    driven.app.go("home")
    driven.until(lambda: driven.screen.resumable, "the games")
    told, home.records = [len(driven.screen.resumable)], broken
    driven.app.go("home")
    driven.until(lambda: driven.screen.notice, "a notice")
    return [*told, len(driven.screen.resumable)]


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]))))
