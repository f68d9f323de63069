"""Drives the app to another language in the middle of what people enter: all of it is there after that, in its words.

``python drive_language.py FOLDER``: keeps its journal and pictures there. Exit status 77 where no window can be opened.
Prints one JSON object.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2

from companion import lexicon
from companion.app.opening import Opening
from companion.rules.game import Setup
from companion.rules.word_wars import Lexicon
from tests.companion.app.driven_app import DrivenApp, Recorded
from tests.companion.app.test_home_and_decks import OneBack
from tests.vision.colour_reader import table

WINDOWS = ((1920, 1080), (800, 480))
CHANGES = ("5H", "QH", "6H", "KH", "10H")
LOCKING = ("? create JH", "? add 1 4H", "? add 1 9H", *(f"? change 1 {card}" for card in CHANGES), "Ann lock 1")
PLAYERS = ("Ann", "Ben", "Cem")
SAID = re.compile("[A-Za-z]{3}|[\u4e00-\u9fff]")  # in what is said in a language, as opposed to numbers and cards
TAPS = {  # what is tapped in each game and told by none of it, by the keys of the buttons
    "word-wars": ("flow proof", "letter W", "letter O"),
    "lockdown": ("hand",),
    "engines": (),
    "eleusis": ("flow deal", "rank 7"),
}


def main(folder: Path) -> dict[str, Any]:
    """What was there before another language was chosen, and after it."""
    small = Lexicon.of("small", ("WORD",))
    read = lexicon.load_lexicon
    lexicon.load_lexicon = lambda path=None, cache=None: small if path is None else read(path, folder / "cache")
    Opening.reader = lambda self, backs=None, fast=False: OneBack()  # type: ignore[method-assign]
    cv2.imwrite(str(folder / "table.png"), table(KH=(300, 300)))
    (folder / "ours.txt").write_text("cab\n", encoding="utf-8")
    driven = DrivenApp(WINDOWS[0], "en", folder)
    told: dict[str, Any] = {"set-up": [], "words": [], "photo": [], "settings": []}
    for size in WINDOWS:
        driven.appear(size, "en")
        set_up(driven, folder)
        told["set-up"].append(changed(driven, "set-up", "lock-the-entry", answers))
        words(driven, folder)
        told["words"].append(changed(driven, "words", "word-wars", answers))
        photo(driven, folder)
        told["photo"].append(changed(driven, "photo", "photo", read_things))
        told["settings"].append(settings(driven))
    told["panels"] = [panel(driven, game) for game in (*TAPS, "lock-the-entry")]
    told |= {"dealer": dealer(driven), "hint": hinted(driven)}
    driven.close()
    return told | {"cut": driven.cut}


def texts(driven: DrivenApp) -> set[str]:
    """All that the screen says in words."""
    shown: set[str] = set()
    for widget in driven.screen.walk(restrict=True):
        shown |= {getattr(widget, "text", ""), getattr(widget, "hint_text", "")}
    return {text for text in shown if SAID.search(text)}


def changed(driven: DrivenApp, name: str, way: str, entered: Callable[[DrivenApp], Any]) -> dict[str, Any]:
    """What is entered on the screen before another language is chosen by taps, after that, and in the first one again;
    what it says alike in both, and what it says no more.

    name: of the picture that is kept. way: is tapped on the first screen, to come back.
    """
    told: dict[str, Any] = {"before": entered(driven)}
    said, name = texts(driven), f"{name}-{driven.app.root.width:.0f}"
    for code, when in (("zh", "after"), ("en", "again")):
        choose_language(driven, code)
        driven.tap_choice(way)
        driven.until(lambda: driven.app.root.current != "home", way)
        told[when] = entered(driven)
        if code == "zh":
            told["alike"] = sorted(said & texts(driven))
            driven.look(name)
            driven.keep(driven.app.preferences.storage / f"{name}.png")
    return told | {"lost": sorted(said - texts(driven))}


def choose_language(driven: DrivenApp, code: str) -> None:
    """By taps, over the first screen, and back to it."""
    driven.app.go("home")  # as Escape does, and every screen's own button
    driven.until(lambda: driven.screen.others, "the first screen")
    driven.tap_choice("settings")
    driven.tap_choice(code)
    driven.until(lambda: driven.screen.told("app.back") == driven.app.language.text("app.back"), code)
    driven.tap_choice("back")
    driven.until(lambda: driven.app.root.current == "home" and driven.screen.games, "the first screen again")


def set_up(driven: DrivenApp, folder: Path) -> None:
    """Names, a colour, an option, a source, its table's edge, and the deck of a player without a name."""
    from kivy.core.window import Window

    driven.app.go("setup", game="eleusis")
    driven.until(lambda: driven.screen.ready, "another game")
    driven.app.go("setup", game="lock-the-entry")
    driven.until(lambda: driven.screen.ready and len(driven.screen.counts) == 3, "the set-up")
    at_rest(driven)
    screen = driven.screen
    driven.tap_choice("4")
    for row, name in zip(reversed(screen.ids.players.children), ("Ann", "本"), strict=False):
        driven.write(row.ids.field, name)
    screen._colour_in(0, 6)
    driven.tap_choice("off", screen.ids.options.children[-2])
    screen.source_kind, screen.ids.source.text = "file", str(folder / "table.png")
    screen.look()
    driven.until(lambda: screen.marks, "a picture")
    screen.mark("mark")
    sheet = Window.children[0]
    for corner in ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)):
        sheet.tap(corner)
    sheet.choose("done")
    driven.until(lambda: Window.children[0] is driven.app.root, "the sheet to go")
    driven.tap_choice("Player 3")
    driven.until(lambda: "Player 3" in screen._known.library.names, "a deck")
    driven.until(lambda: screen.marks)


def at_rest(driven: DrivenApp) -> None:
    """Until what became longer scrolls no more."""
    from kivy.uix.scrollview import ScrollView

    views, before = [view for view in driven.screen.walk() if isinstance(view, ScrollView)], [-1.0]
    while before != [view.scroll_y for view in views]:
        before = [view.scroll_y for view in views]
        driven.idle()


def words(driven: DrivenApp, folder: Path) -> None:
    """A list of words."""
    driven.app.go("setup", game="word-wars")
    driven.until(lambda: driven.screen.ready, "Word Wars")
    driven.screen.choose_source("none")
    driven.screen._name_words(folder / "ours.txt")
    driven.until(lambda: driven.screen.ready, "the words")


def answers(driven: DrivenApp) -> list[Any]:
    """What is entered on the set-up, and whether a game can begin with it."""
    screen = driven.screen
    driven.until(lambda: screen.ready, "the set-up")
    form, known = screen._form, screen._known.library.names
    fields = [row.ids.field.text for row in reversed(screen.ids.players.children)]
    decks = [choice.text.endswith("✓") for choice in screen.decks]
    row = screen.ids.options.children[-1].chosen
    words = form.words.path.name if form.words.path is not None else ""
    source = [screen.source_kind, Path(screen.ids.source.text).name, screen.edge]
    return [fields, dict(form.options), form.seated, source, decks, known, row, words]


def photo(driven: DrivenApp, folder: Path) -> None:
    """A photo that is read."""
    driven.app.go("photo")
    driven.screen.read(folder / "table.png")
    reading = driven.app.language.text("photo_screen.reading", name="table.png")
    driven.until(lambda: driven.screen.things and driven.screen.said != reading, "the photo")  # not the one before it


def read_things(driven: DrivenApp) -> list[Any]:
    """What the photo shows."""
    return [len(driven.screen.things), driven.screen.ids.picture._frame is not None, "table.png" in driven.screen.said]


def panel(driven: DrivenApp, game: str) -> dict[str, Any]:
    """What is tapped on the panel of a game, and not told yet."""
    driven.set_up(game, Setup(PLAYERS[:2] if game in ("word-wars", "engines") else PLAYERS))
    driven.begin()
    if game == "lock-the-entry":
        audited(driven)
    else:
        for key in TAPS[game]:
            driven.tap_choice(key, driven.screen._panel)
        if game == "engines":
            driven.screen._panel.ids.deeds.asked = driven.screen._panel.view.deeds[0]
    return {"game": game} | changed(driven, game, "table", tapped)


def audited(driven: DrivenApp) -> None:
    """An audit of which one owner is told."""
    driven.tell(Recorded("lock-the-entry", Setup(PLAYERS), LOCKING, frozenset()), 0, len(LOCKING))
    shown = driven.screen._panel
    shown.do("audit", "1")
    for key in ("on", "Ann"):
        driven.until(lambda: True)
        (shown.go if key == "on" else shown.own)(key)


def tapped(driven: DrivenApp) -> list[str]:
    """What the panel holds that was not told."""
    driven.until(lambda: driven.screen._panel is not None, "the panel")
    shown = driven.screen._panel
    deeds = shown.ids.get("deeds")
    held = (getattr(shown, "flow", None), getattr(shown, "_auditing", None))
    return [str(one) for one in (*held, deeds and deeds.asked and deeds.asked.key) if one]


def dealer(driven: DrivenApp) -> dict[str, Any]:
    """A rule that is half made, on the dealer's screen, with who is to begin; and whether it is covered afterwards."""
    driven.set_up("eleusis", Setup(PLAYERS))
    driven.begin()
    driven.app.go("dealer")
    screen = driven.screen
    screen.uncover()
    screen.choose_tab("build")
    for key in ("part rule", "part is"):
        screen.tap_part(key)
    screen.choose_tab("deal")
    screen.tap_deal("Cem")
    screen.choose_tab("build")

    def made(driven: DrivenApp) -> list[Any]:
        driven.app.go("dealer")
        covered = driven.screen.covered
        driven.screen.uncover()
        driven.until(lambda: True)
        return [driven.screen.tab, str(driven.screen.draft), driven.screen.dealing.first, covered]

    return changed(driven, "dealer", "table", made)


def hinted(driven: DrivenApp) -> list[Any]:
    """The hint that is told with the deal, before and after, and whether it is the second and told in the action."""
    driven.app.go("dealer")
    screen, told = driven.screen, []
    screen.uncover()
    screen.choose_rule(screen.library[0].key)
    driven.until(lambda: screen.hints, "hints")
    for key in ("next_hint", "tell_hint"):
        screen.tap_hint(key)
    for code in ("en", "zh", "en"):
        choose_language(driven, code)
        driven.until(lambda: screen.hints, f"hints {code}")
        hint = screen.dealing.hint
        told.append([hint, hint == screen.hints[1], hint in screen.line])
    return told


def settings(driven: DrivenApp) -> list[Any]:
    """What is typed on the settings themselves, before and after, and what they say alike."""
    driven.app.go("settings")
    field = next(widget for widget in driven.screen.walk() if hasattr(widget, "hint_text"))
    field.text = "/half/typed"
    said = texts(driven)
    driven.screen.ids.rows.parent.scroll_y = 1
    driven.tap_choice("zh")
    driven.until(lambda: driven.screen.told("app.back") == driven.app.language.text("app.back"), "Chinese")
    typed = [widget.text for widget in driven.screen.walk() if hasattr(widget, "hint_text")]
    alike = sorted(said & texts(driven))
    driven.look("settings")
    driven.keep(driven.app.preferences.storage / f"settings-{driven.app.root.width:.0f}.png")
    driven.tap_choice("en")
    driven.until(lambda: driven.screen.told("app.back") == driven.app.language.text("app.back"), "English")
    return [typed, alike, sorted(said - texts(driven))]


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1])), ensure_ascii=False))
