"""Drives the first screen over a journal with a game that is over and one that cannot be opened.

``python drive_home.py FOLDER``: keeps its journal there. Exit status 77 where no window can be opened. Prints one JSON
object.
"""

from __future__ import annotations

import json
import sys
import threading
from pathlib import Path
from typing import Any

from companion.app.arrangement import Arrangement, save
from companion.beginning import begin, rules_of
from companion.rules.game import Setup
from tests.companion.app.bot_games import NAMES, bot_game
from tests.companion.app.driven_app import DrivenApp

OVER, TORN = "1", "2"  # the games, by their numbers in the journal
COLOURS = (7, 1, 2)


def main(folder: Path) -> dict[str, Any]:
    """What the screens showed."""
    words = folder / "words.txt"
    words.write_text("CAB\nBAT\n", encoding="utf-8")
    over = bot_game(folder / "journal.sqlite")
    begin(over.journal, rules_of("word-wars", words), Setup(("Ann", "Ben")), words)
    save(Arrangement(colours=COLOURS), over.journal.path, over.record)
    over.journal.close()
    words.unlink()
    driven = DrivenApp((800, 480), "en", folder)
    told = {"torn": torn(driven), "late": late(driven), "over": looked_at(driven)}
    driven.close()
    return told | {"cut": driven.cut}


def torn(driven: DrivenApp) -> list[Any]:
    """What is said of a game that cannot be opened, and how many are offered then."""
    driven.until(lambda: driven.screen.resumable)
    driven.tap_choice(TORN)
    driven.until(lambda: driven.screen.notice not in ("", driven.screen.told("home.opening")))
    driven.look("home")
    return [driven.screen.notice, len(driven.screen.resumable)]


def late(driven: DrivenApp) -> list[Any]:
    """What is said while a game is opened, and the screen that is shown where it opens after that was left."""
    from companion.app.screens import home

    finished, may, done = home.finished, threading.Event(), threading.Event()

    def slow(*asked: Any) -> Any:
        may.wait()
        try:
            return finished(*asked)
        finally:
            done.set()

    home.finished = slow
    driven.tap_choice(OVER)
    waiting = driven.screen.notice
    driven.look("home that waits")
    driven.app.go("settings")
    may.set()
    driven.until(done.is_set)
    driven.idle()
    driven.idle()
    home.finished = finished
    return [waiting, driven.app.root.current]


def looked_at(driven: DrivenApp) -> dict[str, Any]:
    """Where the score of a game that is over leads, beside a game on the table, and the colours it has on the way."""

    def chosen() -> list[int]:
        theme = driven.screen.theme
        return [theme.lines.index(theme.of_player(player)) for player in NAMES if player in theme.players]

    def press(key: str, to: str) -> None:
        driven.tap_choice(key)
        driven.until(lambda: driven.app.root.current == to, f"{key} to {to}")

    driven.set_up("lockdown", Setup(("Dora", "Ann")))
    driven.begin()
    driven.app.go("home")
    driven.until(lambda: driven.screen.resumable)
    press(OVER, "score")
    driven.until(lambda: driven.screen.view.over)
    told: dict[str, Any] = {"colours": [chosen()], "table": driven.app.theme.players}
    press("replay", "replay")
    press("back", "score")
    told["colours"].append(chosen())
    driven.look("score")
    press("back", "home")
    driven.app.go("table")
    press("score", "score")
    driven.until(lambda: not driven.screen.view.over)
    told["colours"].append(chosen())
    press("back", "table")
    return told


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1])), ensure_ascii=False))
