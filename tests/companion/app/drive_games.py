"""Plays whole golden games in the window of the app, from the set-up to the score, and tells what the screens showed.

``python drive_games.py WIDTH HEIGHT LANGUAGE FOLDER``: pictures of the last table and score of each game go to FOLDER.
Exit status 77 where no window can be opened. Prints one JSON object.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from companion import lexicon
from companion.app.theme import PALETTES
from companion.rules.game import Setup
from companion.rules.word_wars import Lexicon
from tests.companion.app.driven_app import DrivenApp, Recorded

GOLDEN = Path(__file__).parents[2] / "golden"
SEEN = (  # at a table: no hand is dealt beforehand, as in a game that is begun in the app
    "lock-the-entry/one-entry-by-the-text",
    "word-wars/table",
    "lockdown/seen-from-the-table",
    "engines/two-seen-from-the-table",
    "eleusis/seen-at-a-table",
)
CHUNKS = 3  # times that the table is looked at
CROWD = ("Ann 🎲", "李雷", "Cem " * 50, "D", "Дора", "Finn-Ole", "王" * 40, "Hal")


def main(width: int, height: int, code: str, out: Path) -> dict[str, Any]:
    """What the screens showed."""
    words = (GOLDEN / "word-wars" / "words.lst").read_text(encoding="utf-8").split()
    small = Lexicon.of("small", [word.upper() for word in words if word.isalpha() and word.islower()])
    lexicon.load_lexicon = lambda path=None, cache=None: small  # those of this machine are another thing
    driven = DrivenApp((width, height), code, out)
    told: dict[str, Any] = {"fault": failing_home(driven)}
    told["games"] = {name: whole_game(driven, Recorded.of(GOLDEN / f"{name}.txt"), out) for name in SEEN}
    told["dealer"] = dealers_round(driven)
    told["crowd"] = crowd(driven, out)
    driven.close()
    return told | {"cut": driven.cut}


def failing_home(driven: DrivenApp) -> str:
    """What is said where the journal cannot be looked into."""
    from companion.app.screens import home

    records, home.records = home.records, broken
    driven.app.go("home")
    driven.until(lambda: driven.screen.notice, "a notice")
    home.records = records
    said: str = driven.screen.notice
    driven.app.go("home")
    driven.until(lambda: not driven.screen.notice)
    driven.look("home")
    return said


def broken(path: Path) -> Any:
    """What fails as nobody foresaw."""
    raise RuntimeError("torn")


def whole_game(driven: DrivenApp, recorded: Recorded, out: Path) -> dict[str, Any]:
    """A game from the set-up to the score."""
    driven.set_up(recorded.game, recorded.setup)
    driven.look(f"set-up of {recorded.game}")
    driven.begin()
    ends = [len(recorded.lines) * part // CHUNKS for part in range(CHUNKS + 1)]
    for first, last in pairwise(ends):
        driven.tell(recorded, first, last)
        driven.look(f"table of {recorded.game}")
    driven.keep(out / f"{recorded.game}-table.png")
    turn = driven.screen.turn
    driven.show_score()
    driven.look(f"score of {recorded.game}")
    driven.keep(out / f"{recorded.game}-score.png")
    standings = [row.standing for row in reversed(driven.screen.ids.table.children)]
    return {
        "turn": turn,
        "verdict": driven.screen.view.verdict,
        "winners": [standing.player for standing in standings if standing.won],
        "points": {standing.player: standing.points for standing in standings},
    }


def dealers_round(driven: DrivenApp) -> dict[str, Any]:
    """The dealer's own screen from the table of a game, and back with a round dealt."""
    driven.set_up("eleusis", Setup(("Ann", "Ben", "Cem")))
    driven.begin()
    driven.screen._panel.tap("go dealer")
    driven.until(lambda: driven.app.root.current == "dealer")
    dealer = driven.screen
    covered = dealer.covered
    dealer.uncover()
    dealer.choose_rule(dealer.library[0].key)
    dealer.choose_tab("deal")
    dealer.tap_card("rank 7")
    dealer.tap_card("suit C")
    driven.look("dealer")
    driven.until(lambda: dealer.line)
    dealer.begin_round()
    driven.until(lambda: driven.app.snapshot.play.state.round is not None, "a round")
    dealer.do("back")
    driven.until(lambda: driven.app.root.current == "table" and driven.screen._ruling.verdict.lines)
    driven.look("table after the deal")
    rule = driven.app.snapshot.play.state.round.rule.text
    return {
        "covered": [covered, dealer.covered],
        "rule": rule,
        "secret": not [text for text, _ in texts(driven.screen) if rule in text],
        "feed": driven.screen.feed,
    }


def crowd(driven: DrivenApp, out: Path) -> dict[str, Any]:
    """Eight players with names of every kind, on every screen; and another palette while the table is shown."""
    driven.set_up("eleusis", Setup(CROWD))
    driven.look("set-up of a crowd")
    driven.keep(out / "crowd-setup.png")
    driven.begin()
    first, second, third = driven.app.snapshot.play.record.setup.players[:3]
    for line in (f"{first} deals | rule colour differs from last | starter 7C", f"{third} plays 8C"):
        driven.app.watch.tell(line)
    driven.until(lambda: driven.app.snapshot.play.count == 2)
    driven.look("table of a crowd")
    driven.keep(out / "crowd-table.png")
    driven.app.prefer(replace(driven.app.preferences, palette="daylight"))
    driven.until(lambda: True)
    driven.keep(out / "crowd-daylight.png")
    shown = texts(driven.screen)
    for line in (f"{second} plays 8H", f"{second} guesses | rule colour differs from last", "end"):
        driven.app.watch.tell(line)
    driven.until(lambda: driven.app.snapshot.play.game.result(driven.app.snapshot.play.state).over)
    driven.show_score()
    driven.look("score of a crowd")
    driven.keep(out / "crowd-score.png")
    driven.app.go("home")
    driven.until(lambda: len(driven.screen.resumable) > 1)
    driven.look("home of a crowd")
    driven.keep(out / "crowd-home.png")
    emoji = [text for text, _ in shown if "🎲" in text]
    night = [text for text, colour in shown if colour in (PALETTES["night"].text, PALETTES["night"].quiet)]
    return {"emoji": emoji, "ring": any("○" in text for text, _ in shown), "night": night}


def texts(widget: Any) -> list[tuple[str, tuple[float, ...]]]:
    """All texts below a widget, with their colours."""
    own = [(widget.text, tuple(widget.color))] if getattr(widget, "text", "") and hasattr(widget, "color") else []
    return own + [text for child in widget.children for text in texts(child)]


if __name__ == "__main__":
    wide, high, spoken, folder = sys.argv[1:]
    print(json.dumps(main(int(wide), int(high), spoken, Path(folder)), ensure_ascii=False))
