"""Drives the app by its keyboard in a window: what was put away, or lies below a sheet, is pressed no more.

``python drive_keys.py FOLDER``: keeps its journal there. Exit status 77 where no window can be opened. Prints one JSON
object.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.app.games.offers import Hand, HandCard
from companion.app.watch import Posed
from companion.journal import Journal
from companion.referee.desk import Question
from companion.rules.cards import Card
from tests.companion.app.driven_app import DrivenApp

TAB, ESCAPE, ENTER, SQUARE = 9, 27, 13, 178  # keys as Kivy numbers them; the last one is that of ² on a French keyboard


def main(folder: Path) -> dict[str, Any]:
    """What came of the keys."""
    driven = DrivenApp((800, 480), "en", folder)
    told = {"games": begun_twice(driven, folder), "asked": square_at_a_question(driven)}
    told |= {"sheet": into_a_folder(driven, folder), "hand": private_hand(driven)}
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
    sheet = Window.children[0]
    driven.until(lambda: focused(driven), "the sheet")
    driven.button("march/").focus = True
    press(driven, ENTER)
    press(driven, ENTER)
    told = [Window.children[0] is sheet, sheet._folder.name]
    press(driven, TAB)
    told.append(focused(driven))
    press(driven, ESCAPE)
    driven.until(lambda: Window.children[0] is not sheet, "the sheet to go")
    return told


def private_hand(driven: DrivenApp) -> list[Any]:
    """Whether Tab and Enter show a hand, and what Escape leaves of it."""
    from kivy.core.window import Window

    from companion.app.games.private_hand import PrivateHand

    look = {"unit": driven.app.unit, "theme": driven.app.theme, "font": driven.app.font}
    hand = PrivateHand(hand=Hand("Ann", (HandCard(Card.parse("7H")),)), told=driven.app.language.text, **look)
    hand.open(animation=False)
    press(driven, TAB)
    press(driven, ENTER)
    told = [hand.bare]
    press(driven, ESCAPE)
    told.append(hand.bare)
    driven.until(lambda: Window.children[0] is not hand, "the hand to go")
    return [*told, len(hand.ids.cards.children)]


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]))))
