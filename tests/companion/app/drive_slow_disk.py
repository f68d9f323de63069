"""Drives the set-up, and the sheet that shows its folders, over a disk that takes its time to tell what lies there, and
the set-up over a source that cannot be opened.

``python drive_slow_disk.py FOLDER``: keeps its journal there. Exit status 77 where no window can be opened. Prints one
JSON object.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion import lexicon
from companion.app import opening, preview
from companion.app.opening import Opening
from companion.game_folder import film_and_decks, said_beside, words_beside
from companion.rules.game import Setup
from companion.rules.word_wars import Lexicon
from tests.companion.app.driven_app import DrivenApp
from tests.vision.colour_reader import ColourReader
from vision.frames import Source, open_source
from vision.photo import as_jpeg


class SlowDisk:
    """Answers only while it is `awake`. asked_by: the names of the threads that waited for it."""

    def __init__(self) -> None:
        self.awake = threading.Event()
        self.asked_by: list[str] = []

    def slow(self, look_up: Callable[..., Any]) -> Callable[..., Any]:
        """What looks something up, on this disk."""

        def looked_up(*asked: Any) -> Any:
            thread = threading.current_thread()
            self.asked_by.append(thread.name)
            if thread is not threading.main_thread():  # else nothing would go on here
                self.awake.wait()
            return look_up(*asked)

        return looked_up


def main(folder: Path) -> dict[str, Any]:
    """What the set-up showed."""
    from companion.app.screens import setup
    from companion.app.widgets import file_sheet

    small = Lexicon.of("small", ("WORD",))
    lexicon.load_lexicon = lambda path=None, cache=None: small  # those of this machine are another thing
    Opening.reader = lambda self, backs=None, fast=False: ColourReader()  # type: ignore[method-assign]
    disk = SlowDisk()
    setup.film_and_decks = opening.film_and_decks = disk.slow(film_and_decks)
    setup.words_beside, opening.said_beside = disk.slow(words_beside), disk.slow(said_beside)
    file_sheet.listed = disk.slow(file_sheet.listed)
    share, photo = folder / "share", folder / "photo.png"
    share.mkdir()
    (share / "words.txt").write_text("CAB\nBAT\n", encoding="utf-8")
    for path in (share / "table.png", photo):
        path.write_bytes(as_jpeg(np.full((90, 160, 3), 90, np.uint8)))
    driven = DrivenApp((800, 480), "en", folder)
    told = {"waits": waits(driven, disk, share, photo), "breaks": breaks(driven, photo)}
    told |= {"sheet": sheet(driven, disk, share), "begun": begun(driven, disk, share)}
    told |= {"asked by": sorted(set(disk.asked_by)), "cut": driven.cut}
    driven.close()
    return told


def waits(driven: DrivenApp, disk: SlowDisk, share: Path, photo: Path) -> list[Any]:
    """What is said while it is looked what lies there, whether the game can begin; and after another source was
    chosen meanwhile and the disk told all, which of the two is shown, and whether its words are used."""
    driven.set_up("word-wars", Setup(("Ann", "Ben")))
    look_at(driven, share)
    driven.look("waiting")
    driven.keep(driven.app.preferences.storage / "waiting.png")
    screen = driven.screen
    told: list[Any] = [screen.looking, screen.ids.begin.disabled]
    screen.choose_source("none")
    told += [screen.looking, screen.ids.begin.disabled]
    look_at(driven, photo)
    disk.awake.set()
    driven.until(lambda: screen._preview and screen._preview.frame, "the photo")
    driven.idle()
    return [*told, screen._looked == str(photo), screen._form.words.path]


def breaks(driven: DrivenApp, photo: Path) -> list[Any]:
    """What is said of a source that cannot be opened in a way that nobody foresaw, and whether another one is shown
    then."""

    def broken(_source: str) -> Source:
        raise cv2.error("assertion failed")

    preview.open_source = broken
    look_at(driven, photo)
    driven.until(lambda: driven.screen.ways, "what can be done")
    driven.look("broken")
    driven.keep(driven.app.preferences.storage / "broken.png")
    told = [driven.screen.lost.replace(str(photo), "PHOTO"), driven.screen.ids.begin.disabled]
    preview.open_source = open_source
    look_at(driven, photo)
    driven.until(lambda: driven.screen._preview and driven.screen._preview.frame, "the photo")
    return [*told, driven.screen.lost]


def sheet(driven: DrivenApp, disk: SlowDisk, share: Path) -> list[Any]:
    """What the sheet of files says of a folder, and offers, while it is looked into; whether the folder above is shown
    that was tapped meanwhile, once the disk told all; then the first folder, and one that has gone; what is chosen."""
    from kivy.core.window import Window

    (share / "gone").mkdir()
    (share / ".hidden.png").touch()
    os.environ["HOME"] = str(share)
    disk.awake.clear()
    driven.tap_choice("file")
    shown = Window.children[0]
    told = [said(shown)]
    driven.look("a slow folder")
    shown.export_to_png(str(driven.app.preferences.storage / "listing.png"))
    driven.tap_choice("..")
    disk.awake.set()
    driven.listed()
    told.append([shown.title == str(share.parent), "share/" in said(shown)[1]])
    driven.tap_choice("share")
    driven.listed()
    told.append(said(shown))
    (share / "gone").rmdir()
    driven.tap_choice("gone")
    driven.listed()
    told.append([text.replace(str(share), "SHARE") for text in said(shown)[:1]])
    driven.look("no folder")
    driven.tap_choice("..")
    driven.listed()
    driven.tap_choice("table.png")
    driven.until(lambda: driven.screen._preview and driven.screen._preview.frame, "the photo that was chosen")
    return [*told, driven.screen.ids.source.text == str(share / "table.png")]


def said(shown: Any) -> list[Any]:
    """What a sheet of files says, and what can be tapped there."""
    return [shown.said, [choice.text for choice in (*shown._ways.choices, *shown._list.choices)]]


def begun(driven: DrivenApp, disk: SlowDisk, share: Path) -> list[bool]:
    """Whether a game that begins over that disk by one tap, out of the line of its source, is shown before it told all,
    is watched then, and has its words."""
    look_at(driven, share)
    driven.until(lambda: driven.screen._preview and driven.screen._preview.frame, "what lies there")
    disk.awake.clear()
    line, screen = driven.screen.ids.source, driven.screen
    driven.tap(line)
    driven.until(lambda: line.focus, "the keyboard")
    driven.tap(screen.ids.begin)
    driven.until(lambda: driven.app.snapshot and driven.app.snapshot.play, "a game")
    told = [driven.app.root.current == "table" and not driven.screen.pictured]
    disk.awake.set()
    driven.until(lambda: driven.screen.pictured, "the picture of the table")
    return [*told, driven.app.snapshot.play.record.words == str(share / "words.txt")]


def look_at(driven: DrivenApp, source: Path) -> None:
    """A file is named as the source."""
    driven.screen.source_kind, driven.screen.ids.source.text = "file", str(source)
    driven.screen.look()
    driven.until(lambda: True)


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]))))
