"""The pictures of the app in the README, made anew: ``make pictures`` drives the real window offscreen.

``python -m tests.app_pictures [FOLDER]`` writes them to FOLDER, by default ``docs/images``.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from companion.rules.game import Setup
from tests.companion.app.drive_demo import play_in_step
from tests.companion.app.driven_app import DrivenApp, Recorded

GOLDEN = Path(__file__).parent / "golden"
SIZE = (1280, 800)
COLOURS = 256  # of a picture: the screens have few, and the files stay small
PASSES = 3  # in which they are chosen: the colours of the players are few dots, and are to stay what they are
PLAYERS = ("Ann", "Ben", "Cem")
FILM = Path("assets/demo/game")
FILMED = 6  # actions of the film after which its picture is taken
SHOWN = 15.0  # seconds of the film after which it is shown in the set-up
PATIENCE = 1200.0  # seconds for the real eyes on a slow machine
CHANGES = ("? change 1 5H", "? change 1 QH", "? change 1 6H", "? change 1 KH", "? change 1 10H")  # nobody sees whose


def main(out: Path) -> None:
    """Writes all pictures."""
    with TemporaryDirectory() as folder:
        driven = DrivenApp(SIZE, "en", Path(folder))

        def keep(name: str) -> None:
            path = out / f"app-{name}.png"
            driven.keep(path)
            Image.open(path).convert("RGB").quantize(COLOURS, kmeans=PASSES).save(path, optimize=True)
            print(path)

        out.mkdir(parents=True, exist_ok=True)
        film(driven, keep)
        eleusis(driven, keep)
        lock_the_entry(driven, keep)
        score(driven, keep)
        driven.app.go("home")
        driven.until(lambda: driven.screen.resumable)
        keep("home")
        driven.close()


def film(driven: DrivenApp, keep: Callable[[str], None]) -> None:
    """The bundled film at the table, read by the real eyes, frame by frame."""
    from companion.app.arrangement import Arrangement
    from companion.app.decks import enrolled_from
    from companion.app.opening import Opening, Plan

    play_in_step()
    opening, photos = Opening(driven.app.preferences), sorted((FILM / "backs").iterdir())
    decks = enrolled_from(photos, opening.reader)
    players = tuple(photo.stem for photo in photos)
    plan = Plan("lock-the-entry", Setup(players), Arrangement(str(FILM)), decks.library)
    driven.app.begin(opening.begun(plan), players)
    driven.until(lambda: driven.app.snapshot and driven.app.snapshot.play, "the game")
    driven.until(lambda: len(driven.app.snapshot.play.steps) >= FILMED, "the film", PATIENCE)
    keep("film")


def lock_the_entry(driven: DrivenApp, keep: Callable[[str], None]) -> None:
    """The set-up, and a table where one entry may be locked and two more are open."""
    driven.set_up("lock-the-entry", Setup(PLAYERS))
    screen = driven.screen
    screen.source_kind, screen.ids.source.text = "file", str(FILM)
    screen.look()
    driven.until(lambda: screen._preview and screen._preview.frame, "the film", PATIENCE)
    driven.until(lambda: screen._preview.frame.time > SHOWN, "the film", PATIENCE)
    driven.until(lambda: not screen.said, "the decks", PATIENCE)
    keep("setup")
    screen.choose_source("none")
    driven.begin()
    others = ("? create QS", "? add 2 7S", "? create KD", "? add 2 10S")
    tell(driven, ["? create JH", "? add 1 4H", "? add 1 9H", *others, *CHANGES])
    keep("lock-the-entry")


def eleusis(driven: DrivenApp, keep: Callable[[str], None]) -> None:
    """A round in which the colours alternate."""
    driven.set_up("eleusis", Setup(("Ann", "Ben", "Cem", "Dora")))
    driven.begin()
    played = ("Ben plays 7H", "Cem plays 9D", "Dora plays QS", "Ben plays 2C", "Cem plays 4D", "Dora plays 8H")
    tell(driven, ["Ann deals | rule colour differs from last | starter 7C", *played, "Ben plays JS"])
    keep("eleusis")


def score(driven: DrivenApp, keep: Callable[[str], None]) -> None:
    """A game that is over."""
    recorded = Recorded.of(GOLDEN / "lockdown" / "seen-from-the-table.txt")
    driven.set_up(recorded.game, recorded.setup)
    driven.begin()
    driven.tell(recorded, 0, len(recorded.lines))
    driven.show_score()
    keep("score")


def tell(driven: DrivenApp, lines: list[str]) -> None:
    """Lines of a game that is begun, each of which the rules allow or refuse."""
    driven.tell(Recorded("", Setup(()), tuple(lines), frozenset()), 0, len(lines))


if __name__ == "__main__":
    os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path("docs/images"))
