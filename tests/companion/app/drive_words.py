"""Drives the set-up of Word Wars: a list of words is chosen, by keys and by taps, put back, and played by.

``python drive_words.py FOLDER``: keeps its journal and pictures there. Exit status 77 where no window can be opened.
Prints one JSON object.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import cv2

from companion import lexicon
from companion.journal import Journal
from companion.rules.game import Setup
from companion.rules.word_wars import Lexicon
from tests.companion.app.drive_keys import ENTER, TAB, focused, press
from tests.companion.app.driven_app import DrivenApp
from tests.vision.colour_reader import table

WINDOWS = (((800, 480), "en"), ((800, 480), "zh"), ((480, 800), "en"), ((1920, 1080), "en"), ((1920, 1080), "zh"))
FILES = {
    "ours.txt": "cab\nbat\n",
    "notes.txt": "cab\ntwo words\n",
    "empty.txt": "# nothing yet\n",
    "the-words-of-our-own-club.lst": "abc\n",
}
TABS = 40  # far more than there are buttons before the one that is looked for


def main(folder: Path) -> dict[str, Any]:
    """What the screens showed."""
    lists, film = folder / "lists", folder / "film"
    lists.mkdir()
    film.mkdir()
    for name, words in FILES.items():
        (lists / name).write_text(words, encoding="utf-8")
    (film / "words.txt").write_text("tab\n", encoding="utf-8")
    cv2.imwrite(str(film / "table.png"), table())
    os.environ["HOME"] = str(lists)
    read = lexicon.load_lexicon
    small = Lexicon.of("small", ("WORD",))
    lexicon.load_lexicon = lambda path=None, cache=None: small if path is None else read(path, folder / "cache")
    driven = DrivenApp(WINDOWS[0][0], "en", folder)
    told: dict[str, Any] = {"keys": by_keys(driven), "bad": bad(driven, lists), "film": filmed(driven, film)}
    for size, code in WINDOWS:
        driven.appear(size, code)
        look_at_them(driven, f"{size[0]}-{code}")
    driven.appear(*WINDOWS[0])
    told |= {"played": played(driven, lists), "rows": rows(driven)}
    driven.close()
    return told | {"cut": driven.cut}


def set_up(driven: DrivenApp) -> None:
    """The set-up of Word Wars as it is at first."""
    driven.app.go("setup", game="lockdown")
    driven.until(lambda: driven.screen.ready, "another game")
    driven.app.go("setup", game="word-wars")
    driven.until(lambda: driven.screen.ready, "Word Wars")


def words_row(driven: DrivenApp) -> Any:
    """The row that says which words count."""
    return driven.screen.ids.options.children[-1]


def state(driven: DrivenApp) -> list[Any]:
    """What the row offers and which counts, what is said, and whether a game can begin."""
    row = words_row(driven)
    texts = [choice.text for choice in row.choices]
    counts = next(choice.text for choice in row.choices if choice.key == row.chosen)
    return [texts, counts, driven.screen.said, not driven.screen.ids.begin.disabled]


def choose(driven: DrivenApp, name: str) -> None:
    """Another file, by taps."""
    driven.tap_choice("another", words_row(driven))
    driven.listed()
    driven.tap_choice(name)
    settle(driven)


def settle(driven: DrivenApp) -> None:
    """Until it is found out what lies at the source, and the words are read, or cannot be."""
    screen = driven.screen
    driven.until(lambda: not screen.looking and screen.said != screen.told("setup.reading_words"), "the words")


def tab_to(driven: DrivenApp, text: str) -> None:
    """Tab until a button of that text has the keyboard."""
    for _ in range(TABS):
        if focused(driven) == text:
            return
        press(driven, TAB)
    raise AssertionError(f"no Tab leads to {text}")


def by_keys(driven: DrivenApp) -> list[Any]:
    """The row at first, with a file that was chosen by Tab and Enter, and put back so."""
    set_up(driven)
    told = [state(driven)]
    tab_to(driven, driven.screen.told("setup.words_another"))
    press(driven, ENTER)
    driven.until(lambda: True)
    driven.listed()
    tab_to(driven, "ours.txt")
    press(driven, ENTER)
    driven.until(lambda: words_row(driven).chosen == "own", "a file")
    settle(driven)
    told.append(state(driven))
    tab_to(driven, driven.screen.told("setup.words_built_in"))
    press(driven, ENTER)
    driven.until(lambda: words_row(driven).chosen == "built_in", "the list that is built in")
    settle(driven)
    return [*told, state(driven)]


def bad(driven: DrivenApp, lists: Path) -> list[Any]:
    """Lists with no word or something else, and one that goes while it is chosen; put right by a tap."""
    set_up(driven)
    told = []
    for name in ("notes.txt", "empty.txt"):
        choose(driven, name)
        told.append(state(driven)[1:])
        driven.look(name)
        driven.keep(driven.app.preferences.storage / f"{name}.png")
    gone = lists / "gone.txt"
    gone.write_text("cab\n", encoding="utf-8")
    choose(driven, gone.name)
    told.append(state(driven)[1:])
    gone.unlink()
    driven.app.go("home")
    driven.app.go("setup", game="word-wars")
    settle(driven)
    told.append(state(driven)[1:])
    driven.tap_choice("built_in", words_row(driven))
    settle(driven)
    return [*told, state(driven)[1:]]


def filmed(driven: DrivenApp, film: Path) -> list[Any]:
    """The list of a film as it is chosen, put back, followed again, and passed over for one's own."""
    set_up(driven)
    screen = driven.screen

    def source(kind: str, path: str) -> None:
        screen.source_kind, screen.ids.source.text = kind, path
        screen.look()
        settle(driven)

    source("file", str(film))
    told = [state(driven)]
    driven.tap_choice("built_in", words_row(driven))
    settle(driven)
    told.append(state(driven)[1:2])
    driven.tap_choice("beside", words_row(driven))
    settle(driven)
    source("none", "")
    told.append(state(driven)[:2])
    choose(driven, "ours.txt")
    source("file", str(film))
    told.append(state(driven)[:2])
    screen.choose_source("none")
    return told


def look_at_them(driven: DrivenApp, name: str) -> None:
    """Many lists in one window."""
    set_up(driven)
    driven.screen._find_words(driven.app.preferences.storage / "film" / "words.txt")
    settle(driven)
    choose(driven, "the-words-of-our-own-club.lst")
    driven.look(f"words {name}")
    driven.keep(driven.app.preferences.storage / f"words-{name}.png")
    choose(driven, "notes.txt")
    driven.look(f"bad words {name}")
    driven.keep(driven.app.preferences.storage / f"bad-words-{name}.png")


def played(driven: DrivenApp, lists: Path) -> list[Any]:
    """The words of a game, of its record, of the game gone on with, and what is said once its list has gone."""

    def known() -> list[str]:
        return list(driven.app.snapshot.play.state.lexicon)

    set_up(driven)
    choose(driven, "ours.txt")
    driven.begin()
    told: list[Any] = [known()]
    with Journal(driven.app.preferences.storage / "journal.sqlite", create=False) as journal:
        record = journal.games()[-1]
        told.append(record.words == str(lists / "ours.txt"))
    driven.app.go("home")
    driven.until(lambda: driven.screen.resumable)
    driven.tap_choice(str(record.number))
    driven.until(lambda: driven.app.root.current == "setup" and driven.screen.ready, "the game again")
    told.append(len(driven.screen.ids.options.children))
    driven.begin()
    told.append(known())
    (lists / "ours.txt").unlink()
    driven.app.go("home")
    driven.until(lambda: driven.screen.resumable)
    driven.tap_choice(str(record.number))
    driven.until(lambda: driven.screen.notice not in ("", driven.screen.told("home.opening")), "that it has gone")
    return [*told, driven.screen.notice]


def rows(driven: DrivenApp) -> dict[str, str]:
    """What is set by the first button of the last option, in two games with equally many."""
    told = {}
    for game in ("lock-the-entry", "lockdown"):
        driven.set_up(game, Setup(()))
        row = driven.screen.ids.options.children[0]
        driven.tap_choice(row.choices[0].key, row)
        told[game] = ", ".join(driven.screen._form.options)
    return told


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1])), ensure_ascii=False))
