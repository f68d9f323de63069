"""Plays golden games in the window by fingers alone, wherever a button offers what comes next.

``python drive_taps.py FOLDER``: keeps its journal there. Exit status 77 where no window can be opened. Prints one JSON
object: for each game the lines told by taps, those that no button offers, and how it ended.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from companion import lexicon
from companion.rules.cards import Card
from companion.rules.game import Setup
from companion.rules.word_wars import Lexicon
from tests.companion.app.driven_app import DrivenApp, Recorded

GOLDEN = Path(__file__).parents[2] / "golden"
BY_DEEDS = (
    "lock-the-entry/one-entry-by-the-text",
    "lockdown/seen-from-the-table",
    "engines/two-seen-from-the-table",
)


def main(folder: Path) -> dict[str, Any]:
    """What came of the taps."""
    small = Lexicon.of("small", ("WORD",))
    lexicon.load_lexicon = lambda path=None, cache=None: small  # those of this machine are another thing
    driven = DrivenApp((800, 480), "en", folder)
    told: dict[str, Any] = {name: by_deeds(driven, Recorded.of(GOLDEN / f"{name}.txt")) for name in BY_DEEDS}
    told["amended"] = amended(driven)
    told |= {"trade": trade(driven), "no play": no_play(driven), "guesses": guesses(driven), "cut": driven.cut}
    driven.close()
    return told


def by_deeds(driven: DrivenApp, recorded: Recorded) -> dict[str, Any]:
    """A whole game; what the camera or the players' words tell is told as they do."""
    driven.set_up(recorded.game, recorded.setup)
    driven.begin()
    tapped, sent = list[str](), list[str]()
    for place, line in enumerate(recorded.lines):
        if place not in recorded.let_stand and tap(driven, line):
            tapped.append(line)
        else:
            driven.tell(recorded, place, place + 1)
            sent.append(line)
    driven.look(recorded.game)
    play = driven.app.snapshot.play
    return {"tapped": tapped, "sent": sent, "winners": list(play.game.result(play.state).winners)}


def tap(driven: DrivenApp, line: str) -> bool:
    """Taps what does the action of a line, if some button does; whether one did."""
    panel, count = driven.screen._panel, len(driven.app.snapshot.news)
    places = getattr(panel.view, "places", ())
    for number, place in enumerate(places):
        if any(choice.key == line and choice.enabled for choice in place.deed.choices):
            driven.tap(list(reversed(panel.ids.places.children))[number])
            driven.tap_choice(line, panel.ids.deeds)
            break
    else:
        deeds = [deed for deed in panel.view.deeds if any(c.key == line and c.enabled for c in deed.choices)]
        if not deeds:
            return False
        driven.tap_choice(deeds[0].key, panel.ids.deeds)
        if len(deeds[0].choices) > 1:
            driven.tap_choice(line, panel.ids.deeds)
    driven.until(lambda: len(driven.app.snapshot.news) > count, line)
    assert driven.app.snapshot.news[count].entry.line == line
    return True


def amended(driven: DrivenApp) -> dict[str, Any]:
    """Earlier cards set right by taps and as they are written: what stands then, and what is said where a later card
    would not fit."""
    driven.set_up("lock-the-entry", Setup(("Ann", "Ben", "Cem")))
    driven.begin()
    for line in ("Ann create JH", "Ben add 1 4H", "Cem add 1 9H"):
        driven.app.watch.tell(line)
    driven.until(lambda: driven.app.snapshot.play is not None and driven.app.snapshot.play.count == 3, "three cards")
    driven.tap_choice("amend")
    driven.look("amend")
    driven.tap_choice("2")
    driven.look("amend the second")
    for key in ("3", "H", "5"):  # of "Ben add 1 4H" the word that is the card, and what it was
        driven.tap_choice(key)
    driven.until(lambda: driven.app.snapshot.play.count == 7, "the card set right")
    stands = [step.entry.line for step in driven.app.snapshot.play.steps]
    driven.tap_choice("amend")
    driven.tap_choice("1")
    driven.write(driven.field(), "Ann create JS")
    driven.tap(driven.button(driven.app.language.text("amend.set_right")))
    driven.until(lambda: driven.screen.trouble, "what is wrong")
    driven.look("not amended")
    return {"stands": stands, "trouble": driven.screen.trouble}


def guesses(driven: DrivenApp) -> list[str | None]:
    """The newest lines after guesses of Eleusis: one in words, one given up meanwhile, one that the rules judge."""
    from kivy.core.window import Window

    driven.set_up("eleusis", Setup(("Ann", "Ben", "Cem")))
    driven.begin()
    told: list[str | None] = []
    lines = ("Ann deals | rule colour differs from last | starter 7C", "Ben plays 7H", "Cem plays 8S", "Cem plays 9S")
    driven.app.watch.tell(lines[0])
    for line in lines[1:]:
        driven.app.watch.tell(line)
        driven.until(lambda line=line: driven.app.snapshot.news and newest(driven) == line, line)
        driven.tap_choice("flow guess")
        driven.tap_choice("tell")
        sheet = Window.children[0]
        if line == lines[1]:
            driven.tap_choice("type")
            driven.write(driven.field(), "the cards alternate")
            driven.tap_choice("say")
            driven.tap_choice("wrong")
        elif line == lines[2]:
            driven.app.watch.undo()
        else:
            for key in ("part same", "part suit", "part card", "part last", "say"):
                driven.tap_choice(key)
        driven.until(lambda sheet=sheet: Window.children[0] is not sheet, "the sheet to go")
        driven.until(lambda line=line: newest(driven) != line, "the guess")
        told.append(newest(driven))
    driven.look("guesses")
    for line in ("Ben plays 9H", f"Ben guesses | rule {' and '.join(['suit same as last'] * 20)}"):
        driven.app.watch.tell(line)
    driven.until(lambda: len(driven.app.snapshot.play.state.round.wrong_guesses) == 2, "a long guess")
    driven.look("a long guess")
    driven.keep(driven.app.preferences.storage / "long guess.png")
    return told


def newest(driven: DrivenApp) -> str | None:
    """The newest action that was told, None where one was taken back."""
    line: str | None = driven.app.snapshot.news[-1].entry.line
    return line


def trade(driven: DrivenApp) -> str:
    """Two letters of Word Wars traded by taps."""
    recorded = Recorded.of(GOLDEN / "word-wars" / "table.txt")
    driven.set_up(recorded.game, recorded.setup)
    driven.begin()
    driven.tell(recorded, 0, 1)
    count = len(driven.app.snapshot.news)
    for key in ("flow trade", "letter E", "letter A", "send"):
        driven.tap_choice(key)
    driven.until(lambda: len(driven.app.snapshot.news) > count, "the trade")
    driven.look("trade")
    return newest(driven)


def no_play(driven: DrivenApp) -> str:
    """A right claim of Eleusis that no card fits, with every card of the hand that is shown, by taps."""
    recorded = Recorded.of(GOLDEN / "eleusis" / "seen-at-a-table.txt")
    driven.set_up(recorded.game, recorded.setup)
    driven.begin()
    claim = max(place for place, line in enumerate(recorded.lines) if "no play | shows" in line and "| right" in line)
    driven.tell(recorded, 0, claim)
    count = len(driven.app.snapshot.news)
    driven.tap_choice("flow claim")
    for written in recorded.lines[claim].split(" | ")[1].split()[1:]:
        card = Card.parse(written)
        driven.tap_choice(f"rank {int(card.rank)}")
        driven.tap_choice(f"suit {card.suit}")
    driven.look("hand of a claim")
    driven.tap_choice("check")
    driven.look("claim")
    driven.tap_choice("right")
    driven.until(lambda: len(driven.app.snapshot.news) > count, "the claim")
    return newest(driven)


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]))))
