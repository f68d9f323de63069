"""Plays a rendered game in the window of the app by taps alone, from its set-up over its film to its score.

``python drive_films.py GAME FOLDER``: it is set up in each of `WINDOWS` and then played in one that becomes the next of
them whenever it is looked at, which is done in all. Pictures of the first question, of the table in mid-game and of the
score go to FOLDER. Exit status 77 where no window can be opened. Prints one JSON object. The eyes are those of
`StillEyes`: what the film's truth says can be seen.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections import Counter, deque
from collections.abc import Callable
from operator import itemgetter
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion import lexicon
from companion.app import watch
from companion.app.opening import Opening
from companion.referee.desk import Question
from companion.rules import eleusis, engines, lock_the_entry
from companion.rules.cards import Card
from companion.rules.game import Result
from models.render.art import Deck
from models.render.demo_game import LINES
from models.render.drawn_deck import random_deck
from models.render.games.making import Order, made
from models.render.games.stock import DrawnStock
from tests.companion.app.driven_app import DrivenApp
from tests.companion.app.projector import Projector
from tests.companion.app.still_film import StillEyes, StillFilm
from tests.companion.referee.bystanders import Bystander, bystander
from vision.frames import Recorded, State

WINDOWS = [(size, code) for size in ((800, 480), (1920, 1080)) for code in ("en", "zh")]
SIZE = (640, 360)
FILMS = {  # short games, and the action with which something comes that the eyes are not sure of
    "lock-the-entry": (Order("lock-the-entry", 57, size=SIZE, players=3, lines=LINES), 3),
    "word-wars": (Order("word-wars", 3, size=SIZE, players=2, options={"rounds": "2"}), 3),
    "lockdown": (Order("lockdown", 25, size=SIZE, players=3, options={"dealt_four": "out"}), 3),
    "engines": (Order("engines", 3, size=SIZE, players=2, options={"image_miss": "spent"}), 3),
    "eleusis": (Order("eleusis", 9, size=SIZE, players=3), 3),
}
HERE = "."  # of a sheet of files: the folder that is shown


class Props(DrawnStock):
    """As many decks as are needed."""

    def decks(self, count: int, jokers: bool = False) -> list[Deck]:
        """One after the other, each with a back of its own."""
        return [random_deck(self._rng, self._split, str(number)) for number in range(count)]


class Sitting:
    """One game, played by those who stand beside the film."""

    def __init__(self, driven: DrivenApp, film: StillFilm, who: Bystander, out: Path) -> None:
        """out: folder for the pictures."""
        self._driven, self._film, self._who, self._out = driven, film, who, out
        self._windows = deque(WINDOWS)
        self._stops: deque[tuple[float, Any]] = deque(sorted([(film.middle, None), *film.said], key=itemgetter(0)))
        self._unanswered: list[Question] = []
        self._asked: list[str] = []
        self._projector: Projector | None = None
        self._eyes = StillEyes(film)

    def play(self) -> dict[str, Any]:
        """From the first screen to the score; what was shown there."""
        driven, eyes = self._driven, self._eyes
        Opening.reader = lambda self, backs=None, fast=False: eyes  # type: ignore[method-assign]
        watch.Capture = self._projected  # type: ignore[misc, assignment]
        for window in WINDOWS:
            driven.appear(*window)
            self._set_up()
            driven.look(f"set-up {named(*window)}")
        driven.tap(driven.screen.ids.begin)
        driven.until(lambda: driven.app.snapshot and driven.app.snapshot.play, "a game")
        while driven.app.root.current == "table":
            driven.idle()
            self._take_part()
        scores = self._looked("score", lambda: driven.screen.view.over, self._score)
        return self._told() | {"scores": scores, "cut": driven.cut}

    def _looked(
        self, name: str, shown: Callable[[], object] = lambda: True, noted: Callable[[Path], Any] = lambda _: None
    ) -> dict[str, Any]:
        """Looks at what is shown in every window, last in another one than before, which is tapped from then on.

        shown: whether all of it is there. noted: tells what is to be known of a window, given the path of its picture;
        that comes back by the window's name.
        """
        self._windows.rotate(-1)
        told = {}
        for size, code in self._windows:
            self._driven.become(size, code)
            self._driven.until(shown, name)
            window = named(size, code)
            self._driven.look(f"{name} {window}")
            told[window] = noted(self._out / f"{self._film.game.order.game}-{window}-{name}.png")
        return told

    def _projected(self, film: Recorded, **_since: object) -> Projector:
        """What shows the film to the watch from its beginning, and waits for people."""
        self._projector = Projector(film, [time for time, _ in self._stops], self._waits, self._eyes.show)
        return self._projector

    def _waits(self) -> bool:
        """Whether somebody is still to answer a question; is asked by the thread of the watch, which owns them."""
        referee = self._driven.app.watch._referee
        standing = referee.questions if referee is not None else ()
        return any(map(self._is_open, standing))

    def _set_up(self) -> None:
        """Players, options and the film, by taps."""
        driven, order = self._driven, self._film.game.order
        players = self._film.game.setup.players
        driven.app.go("home")
        driven.tap_choice(order.game)
        driven.until(lambda: driven.app.root.current == "setup" and driven.screen.ready, "the set-up")
        screen = driven.screen
        if len(screen.counts) > 1:
            driven.tap_choice(str(len(players)))
        for row, name in zip(reversed(screen.ids.players.children), players, strict=True):
            driven.write(row.ids.field, name)
        for option, value in order.options.items():
            names = list(screen._rules.Options.choices())
            row = list(reversed(screen.ids.options.children))[names.index(option) - len(names)]  # the words come first
            driven.tap_choice(value, row)
        driven.tap_choice("file")
        driven.tap_choice(order.game)
        driven.tap_choice(HERE)
        decks = self._film.game.decks if screen.decks else ()

        def ready() -> object:
            known = set(decks) <= set(screen._known.library.names)
            return screen.ready and screen._preview and screen._preview.frame and known

        driven.until(ready, "the film and its decks")

    def _take_part(self) -> None:
        """Somebody says what is asked, or what no camera sees, as soon as it is time for it."""
        projector, snapshot = self._projector, self._driven.app.snapshot
        troubles = [told(self._driven.app.language) for told in snapshot.troubles]
        assert not troubles, troubles
        assert snapshot.source is not State.ENDED or self._result().over, f"the game goes on: {self._told()}"
        asked = [posed.question for posed in snapshot.questions if self._is_open(posed.question)]
        if asked:
            self._answer(asked[0])
        elif projector is not None and projector.stopped:
            self._speak()
            projector.go_on()

    def _speak(self) -> None:
        """What the film waits for at a stop: something is told, or a picture is taken."""
        driven, (_, what) = self._driven, self._stops.popleft()
        if what is None:
            self._looked("table", noted=driven.keep)
            return
        before = driven.app.snapshot.play.count
        for key in told_by(what):
            driven.tap_choice(key, driven.screen._panel)
        driven.until(lambda: driven.app.snapshot.play.count > before, f"what was told: {what}")

    def _answer(self, question: Question) -> None:
        """Somebody beside the film answers by a tap, or by two on a sheet of cards, or deals with the own screen."""
        driven, projector = self._driven, self._projector
        assert projector is not None
        assert projector.latest is not None  # a question is about what was shown
        still = self._film.still_at(projector.latest.time)
        answer = self._who.answer(question, still.filmed, driven.app.watch._referee)
        if answer is None:
            self._unanswered.append(question)
            return

        def posed() -> bool:
            return bool(driven.screen._asking.asking.key == question.key)

        driven.until(posed, question.reason)
        if not self._asked:
            self._looked("question", posed, driven.keep)
        else:
            self._looked(f"question {question.reason}", posed)
        driven.read()
        self._asked.append(question.reason)
        if question.reason == "round_dealt":
            self._deal(answer, str(question.data["card"]))
        elif answer in question.choices:
            driven.tap_choice(answer, driven.screen._asking)
        else:
            if "show" in [choice.key for choice in driven.screen._asking.choices]:  # only the owner looks now
                driven.tap_choice("show", driven.screen._asking)
                driven.read()
            driven.tap_choice("another card", driven.screen._asking)
            card = Card.parse(answer)
            driven.tap_choice(str(card.suit))
            driven.tap_choice(card.rank.sign)
        driven.until(lambda: not self._stands(question), f"an end of {question}")

    def _deal(self, told: str, starter: str) -> None:
        """The dealer tells the rule, and the card that was turned up, on a screen that nobody else sees."""
        driven, card = self._driven, Card.parse(starter)
        driven.tap_choice("go dealer", driven.screen._panel)
        driven.until(lambda: driven.app.root.current == "dealer", "the dealer's screen")
        driven.tap(driven.button(driven.app.language.text("app_dealer.uncover", dealer=driven.screen.dealer)))
        driven.tap_choice("typed")
        driven.write(driven.field(), told.removeprefix("rule "))
        self._looked("dealer")
        driven.tap_choice("deal")
        driven.tap_choice(f"rank {int(card.rank)}")
        driven.tap_choice(f"suit {card.suit}")
        self._looked("deal")
        driven.tap(driven.button(driven.app.language.text("app_dealer.start")))
        driven.tap(driven.button(driven.app.language.text("app_dealer.back")))
        driven.until(lambda: driven.app.root.current == "table", "the table")

    def _stands(self, question: Question) -> bool:
        return any(posed.question is question for posed in self._driven.app.snapshot.questions)

    def _is_open(self, question: Question) -> bool:
        """Whether it is to be answered: somebody may know nothing about it, and then the table settles it."""
        return all(question is not other for other in self._unanswered)

    def _result(self) -> Result:
        play = self._driven.app.snapshot.play
        result: Result = play.game.result(play.state)
        return result

    def _score(self, picture: Path) -> dict[str, Any]:
        """What the score says, of which a picture is kept."""
        self._driven.keep(picture)
        screen = self._driven.screen
        standings = [row.standing for row in reversed(screen.ids.table.children)]
        return {
            "verdict": screen.view.verdict,
            "points": {standing.player: standing.points for standing in standings},
            "winners": [standing.player for standing in standings if standing.won],
        }

    def _told(self) -> dict[str, Any]:
        play = self._driven.app.snapshot.play
        done = Counter(line for step in play.steps if (line := self._plain(step.entry.line)))
        wanted = Counter(line for line in map(self._plain, self._who.moves) if line)
        return {
            "missing": sorted((wanted - done).elements()),
            "wrong": sorted((done - wanted).elements()),
            "refused": play.count - len(play.steps),
            "asked": sorted(set(self._asked)),
            "unanswered": [question.reason for question in self._unanswered],
        }

    def _plain(self, line: str) -> str | None:
        """A line as it is compared: what people said of a guess is whether it is right."""
        return re.sub(r"guesses \|.*\| ", "guesses | ", bare) if (bare := self._who.bare(line)) else None


def named(size: tuple[int, int], code: str) -> str:
    """What a window goes by."""
    return f"{size[0]}x{size[1]}-{code}"


def told_by(action: Any) -> tuple[str, ...]:
    """What is tapped on the panel of a game to tell an action that no camera sees."""
    match action:
        case lock_the_entry.End():
            return ("end",)
        case engines.Ipo():
            return ("ipo",)
        case engines.Fill(from_partner=partner):
            return ("fill_partner" if partner else "fill_deck",)
        case eleusis.Guess(right=right):
            return "flow guess", "right" if right else "wrong"
    raise AssertionError(f"nobody taps {action}")


def main(name: str, out: Path) -> dict[str, Any]:
    """What the windows showed of a game, and its true result."""
    cv2.setNumThreads(1)
    small, load = lexicon.Lexicon.of("small", ("WORD",)), lexicon.load_lexicon
    lexicon.load_lexicon = lambda path=None, cache=None: load(path, cache) if path else small  # not this machine's
    order, doubted_from = FILMS[name]
    game = made(order, Props(np.random.default_rng(order.seed), "train"))
    who = bystander(game)
    said = who.told or [(time, who.rules.parse_action(line)) for time, line in game.said()]
    home = out / "home"
    film = StillFilm(game, home / name, said, doubted_from)
    os.environ["HOME"] = os.environ["USERPROFILE"] = str(home)  # where a sheet of files begins
    driven = DrivenApp(*WINDOWS[0], out)
    told = Sitting(driven, film, who, out).play()
    driven.close()
    return told | {"truth": {"points": dict(game.result.points), "winners": list(game.result.winners)}}


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1], Path(sys.argv[2])), ensure_ascii=False))
