"""One rendered game from its seed: props out of the stock of art, the acted script, the film, the files."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np

from companion.rules.game import Result, Setup
from models.render.art import Deck
from models.render.camera import View, homography
from models.render.games import eleusis, engines, lock_the_entry, lockdown, word_wars
from models.render.games.acting import Playbook, steps, told_steps
from models.render.games.film import Film, Frame, random_look
from models.render.games.pieces import Pose, pile_piece, placed
from models.render.games.script import Script, Spot
from models.render.games.sensor import Sensor
from models.render.games.stage import Stage
from models.render.games.stock import DrawnStock, Stock
from models.render.games.truth import truth
from models.render.scene import Composer

NAMES = ("Ann", "Ben", "Cem", "Dan", "Eve", "Fay", "Gus", "Hal")
CODEC = "mp4v"
PLAYBOOKS: dict[str, Playbook] = {
    "lock-the-entry": lock_the_entry.PLAYBOOK,
    "word-wars": word_wars.PLAYBOOK,
    "lockdown": lockdown.PLAYBOOK,
    "engines": engines.PLAYBOOK,
    "eleusis": eleusis.PLAYBOOK,
}
_PHOTO, _PHOTO_SPAN = (1200, 900), 165.0
Rng = np.random.Generator


@dataclass(frozen=True)
class Order:
    """What to make: game by its name, seed, split of the art, actions after which to stop (None: the whole game), size
    (width, height) px, frames a second, number of players (None: by the seed), cache of packaged decks (None: none),
    share of actions that break the rules (games that know of none have none).

    lines: a game told line by line by players whose hands nobody knows; none: bots play. area: half width and half
    height (mm) of a smaller table, so that all is seen larger (Lock the Entry). noise: of the sensor, by the usual.
    pause: seconds more after each action. options: of the rules, those that are not the usual ones.
    """

    game: str
    seed: int
    split: str = "held"
    actions: int | None = None
    size: tuple[int, int] = (1280, 720)
    fps: float = 10.0
    players: int | None = None
    cache: Path | None = None
    mistakes: float = 0.0
    lines: tuple[str, ...] = ()
    area: Spot | None = None
    noise: float = 1.0
    pause: float = 0.0
    options: Mapping[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, eq=False)
class MadeGame:
    """A game acted and ready to be filmed. decks: those with a photo to be enrolled, by the name they go by."""

    order: Order
    setup: Setup
    stage: Stage
    script: Script
    film: Film
    result: Result
    decks: Mapping[str, Deck]

    def said(self) -> list[tuple[float, str]]:
        """What people tell the referee because no camera sees it: seconds, and the action's line."""
        return PLAYBOOKS[self.order.game].spoken(self.script.marks)

    def truth(self) -> dict[str, Any]:
        """The film's truth as JSON."""
        return truth(self.order.game, self.setup, self.script, self.film, self.result, self.order.fps)


def made(order: Order, stock: Stock | None = None) -> MadeGame:
    """The game of an order, acted from its first action to its last, with props of its split unless a stock is given.

    Raises KeyError for a game that is not filmed.
    """
    book = PLAYBOOKS[order.game]
    game = book.game()
    rng = np.random.default_rng([order.seed, *order.game.encode()])
    stock = stock or DrawnStock(rng, order.split, order.cache)
    count = order.players or int(rng.choice(np.array(book.players)))
    setup = Setup(NAMES[:count], order.options, seed=None if order.lines else order.seed)
    stage = Stage(setup.players, order.area or book.area, rng, float(rng.uniform(0.85, 1.2)))
    state: Any = game.start(setup)
    acted = book.acted(stage, stock, state)
    acted.begin()
    told = told_steps(game, setup, order.lines) if order.lines else None
    for step in told or steps(book, setup, order.mistakes, order.actions):
        acted.act(step)
        stage.now += order.pause
        state = step.after
    result = game.result(state)
    if result.over:
        acted.close(state)
    script = stage.finish()
    look = random_look(rng, stock, stage.area, setup.players, order.size)
    film = Film(script, look, stage.seats, order.size, np.random.default_rng([order.seed, 1]), order.noise)
    return MadeGame(order, setup, stage, script, film, result, acted.decks)


class Video(Protocol):
    """A video file that is being written."""

    def write(self, frame: Frame, /) -> object:
        """The next frame (BGR)."""

    def release(self) -> object:
        """Ends the file."""


def mpeg4(path: Path, rate: float, size: tuple[int, int]) -> Video:
    """MPEG-4 part 2, which every wheel of OpenCV writes and reads. Raises OSError."""
    video = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*CODEC), rate, size)
    if not video.isOpened():
        raise OSError(f"{path}: cannot be written")
    return video


def write(
    game: MadeGame, folder: Path, opened: Callable[[Path, float, tuple[int, int]], Video] = mpeg4
) -> Iterator[int]:
    """Writes video.mp4, backs/, said.txt, truth.json and the playbook's files; yields how many frames are written.

    opened: makes the video file of a path, with so many frames a second of that size. The truth comes last: where it
    is, all is there. Raises OSError.
    """
    (folder / "backs").mkdir(parents=True, exist_ok=True)
    (folder / "truth.json").unlink(missing_ok=True)
    for file in PLAYBOOKS[game.order.game].files:
        shutil.copy(file, folder / file.name)
    said = "".join(f"{time:.1f} {line}\n" for time, line in game.said())
    (folder / "said.txt").write_text(said, encoding="utf-8")
    for name, photo in deck_photos(game):
        _save(folder / "backs" / f"{name}.jpg", photo)
    video = opened(folder / "video.mp4", game.order.fps, game.order.size)
    try:
        for number, frame in enumerate(game.film.frames(game.order.fps), 1):
            video.write(frame)
            yield number
    finally:
        video.release()
    (folder / "truth.json").write_text(json.dumps(game.truth()), encoding="utf-8")


def deck_photos(game: MadeGame) -> Iterator[tuple[str, Frame]]:
    """The photo (BGR) by which each deck is enrolled, with its name."""
    rng = np.random.default_rng([game.order.seed, 2])
    for name, deck in game.decks.items():
        yield name, _deck_photo(rng, game, name, deck)


def _deck_photo(rng: Rng, game: MadeGame, name: str, deck: Deck) -> Frame:
    """One back of the deck from near, on the table of the film, under its own light."""
    view = View((0, 0), _PHOTO_SPAN, float(rng.normal(0, 4)), float(rng.uniform(2, 9)), float(rng.uniform(0, 360)))
    surface = np.asarray(cv2.resize(game.film.look.surface, _PHOTO, interpolation=cv2.INTER_LINEAR), np.uint8)
    composer = Composer(surface, homography(view, _PHOTO))
    dx, dy, angle = rng.normal(0, (4, 4, 3))
    pose = Pose(float(dx), float(dy), float(angle), up=False)
    composer.paint(0, placed(pile_piece(deck, name, name), pose), game.film.look.light, game.film.look.shade)
    return Sensor(rng, _PHOTO, composer.frame).expose(composer.frame, 0.0)


def _save(path: Path, picture: Frame) -> None:
    fine, stream = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 88])
    if not fine:
        raise OSError(f"{path}: cannot be written")
    path.write_bytes(stream.tobytes())
