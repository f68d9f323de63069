"""Drives the app with a camera that only one can use at a time: one game after the other, and the set-up between.

``python drive_camera.py FOLDER``: keeps its journal there. Exit status 77 where no X
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Generator
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from companion.app import opening, preview
from companion.app.opening import Opening
from companion.rules.game import Setup
from tests.companion.app.driven_app import DrivenApp
from tests.vision.colour_reader import ColourReader
from vision.frames import SourceError, SourceFault
from vision.frames.frame import Live
from vision.photo import Picture


class OnlyOne(Live):
    """A camera of one user. opened: how often it was opened; refused: how often to a second one; plugged: whether it is
    there at all."""

    plugged: ClassVar[bool] = True
    taken: ClassVar[bool] = False
    opened: ClassVar[int] = 0
    refused: ClassVar[int] = 0
    name = "7"

    def pictures(self) -> Generator[Picture | None, None, None]:
        if not OnlyOne.plugged:
            raise SourceError(self.name, SourceFault.NOT_FOUND)
        if OnlyOne.taken:
            OnlyOne.refused += 1
            raise SourceError(self.name, SourceFault.CANNOT_OPEN)
        OnlyOne.taken, OnlyOne.opened = True, OnlyOne.opened + 1
        try:
            while OnlyOne.plugged:
                time.sleep(0.02)
                yield np.full((90, 160, 3), 90, np.uint8)
        finally:
            time.sleep(0.3)  # a driver takes its time
            OnlyOne.taken = False


def main(folder: Path) -> dict[str, Any]:
    """What the two games saw."""
    for module in (opening, preview):
        module.open_source = lambda text: OnlyOne()
    Opening.reader = lambda self, backs=None, fast=False: ColourReader()  # type: ignore[method-assign]
    driven = DrivenApp((800, 480), "en", folder)
    told = [watched(driven), watched(driven)]
    lost = unplugged(driven)
    driven.app.go("home")
    driven.until(lambda: driven.screen.resumable, "the games")
    listed = len(driven.screen.resumable)
    driven.close()
    return {
        "lost": lost,
        "cut": driven.cut,
        "games": told,
        "listed": listed,
        "refused": OnlyOne.refused,
        "opened": OnlyOne.opened,
    }


def unplugged(driven: DrivenApp) -> list[str]:
    """What the set-up says of a camera that is there, and of one that is gone until it is there again."""
    look_at_camera(driven)
    driven.until(lambda: driven.screen._preview and driven.screen._preview.frame, "the picture of the set-up")
    told = [driven.screen.lost]
    OnlyOne.plugged = False
    driven.until(lambda: driven.screen.lost, "that it is gone")
    told.append(driven.screen.lost)
    driven.look("lost")
    driven.keep(driven.app.preferences.storage / "lost.png")
    OnlyOne.plugged, before = True, driven.screen._preview.frame
    driven.until(lambda: not driven.screen.lost, "the camera again")
    driven.until(lambda: driven.screen._preview.frame is not before, "another picture")
    return told


def look_at_camera(driven: DrivenApp) -> None:
    """The set-up of a game shows the camera."""
    driven.set_up("lock-the-entry", Setup(("Ann", "Ben", "Cem")))
    driven.screen.source_kind, driven.screen.ids.source.text = "camera", "7"
    driven.screen.look()


def watched(driven: DrivenApp) -> list[bool]:
    """Whether the camera is seen in the set-up, and at the table of the game that then begins."""
    look_at_camera(driven)
    driven.until(lambda: driven.screen._preview, "a preview")
    seen = driven.screen._preview
    driven.until(lambda: seen.frame is not None or seen.fault is not None, "the picture of the set-up")
    told = [seen.fault is None]
    driven.begin()
    driven.until(lambda: driven.screen.pictured or driven.screen.trouble, "the picture of the table")
    return [*told, driven.screen.pictured, not driven.screen.trouble]


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]))))
