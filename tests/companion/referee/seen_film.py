"""A rendered film before the real eye, read by eyes that miss nothing the picture shows and see nothing it does not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.referee.desk import Asked, GameReading, Question, Referee, Ruled, Unwritten
from companion.rules.game import Game, Setup
from models.render.art import Deck
from models.render.games.making import MadeGame
from tests.companion.referee.watched_film import seen
from tests.models.plain_stock import PlainStock
from vision.eye import Eye
from vision.outlines import moved_by
from vision.sightings import CARD_NAMES, Reading, Sighting
from vision.whole import Whole

Picture = NDArray[np.uint8]
Matrix = NDArray[np.float64]
FPS = 8.0
_SHOWS = 0.7  # correlation from which a picture shows a thing where it lies
_FAINT = 6.0  # grey levels of contrast below which nothing can be made out


def blotches(seed: int, width: int, height: int, coarse: int, low: int = 30, high: int = 250) -> Picture:
    """A picture like no other one, (height, width, 3)."""
    lot = np.random.default_rng(seed)
    small = lot.integers(low, high, (height // coarse + 2, width // coarse + 2, 3), np.uint8)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC), np.uint8)


class BlotchedStock(PlainStock):
    """Props of which each looks like no other, on a table with a grain: what a camera can hold on to."""

    def decks(self, count: int, jokers: bool = False) -> list[Deck]:
        plain = super().decks(count, jokers)
        looks = {name: self._card(number) for number, name in enumerate(CARD_NAMES)}
        return [
            Deck(deck.name, {name: replace(face, image=looks[name]) for name, face in deck.faces.items()}, back)
            for deck, back in zip(plain, (self._card(1000 + number) for number in range(count)), strict=True)
        ]

    @staticmethod
    def _card(seed: int) -> Picture:
        image = np.full((88, 63, 4), 255, np.uint8)
        image[..., :3] = blotches(seed, 63, 88, 9)
        return image

    def surface(self, size: tuple[int, int]) -> Picture:
        return blotches(7, *size, 12, 90, 150)

    def arm(self) -> Picture:
        arm = np.full((1620, 90, 4), 255, np.uint8)
        arm[..., :3] = (120, 150, 210)
        return arm


@dataclass(frozen=True, eq=False)
class Shot:
    """A frame at a time (seconds) that shows the film's table at another one, under a way from the film's picture."""

    time: float
    image: Picture
    filmed: float
    way: Matrix = field(default_factory=lambda: np.eye(3))


def shots(game: MadeGame) -> list[Shot]:
    """Every frame of a film."""
    return [Shot(number / FPS, frame, number / FPS) for number, frame in enumerate(game.film.frames(FPS))]


class FilmEyes:
    """Reads pieces of the shot that is before it: a thing of the truth is seen where the picture looks like it."""

    def __init__(self, game: MadeGame, spoiled: Callable[[Reading], Reading] = lambda reading: reading) -> None:
        """spoiled: what is made of each reading."""
        self._game, self._spoiled = game, spoiled
        self._shot: Shot | None = None
        self._known: dict[int, tuple[Picture, tuple[Sighting, ...]]] = {}

    def show(self, shot: Shot) -> None:
        """The shot of which pieces will be read."""
        self._shot = shot

    def read(self, image: Picture, whole: Whole | None = None) -> Reading:
        shot = self._shot
        assert shot is not None
        clean, things = self._truth(shot.filmed)
        height, width = shot.image.shape[:2]
        expected = cv2.warpPerspective(clean, shot.way, (width, height))
        x, y = _place_of(image, shot.image)
        found = []
        for thing in things:
            outline = moved_by(thing.outline, shot.way)
            if _shows(shot.image, np.asarray(expected, np.uint8), outline):
                inside = replace(thing, outline=outline - np.array([x, y], np.float32))
                low, high = inside.outline.min(axis=0), inside.outline.max(axis=0)
                if (low > -1).all() and (high < np.array(image.shape[1::-1]) + 1).all():
                    found.append(inside)
        return self._spoiled(Reading((image.shape[1], image.shape[0]), 1.0, tuple(found)))

    def _truth(self, time: float) -> tuple[Picture, tuple[Sighting, ...]]:
        """The table at a time without hands, and what can be seen of it."""
        script, film = self._game.script, self._game.film
        place = sum(start <= time for start, _ in script.rests)
        if place not in self._known:
            things = tuple(sighting for thing in film.table(time) if (sighting := seen(thing)) is not None)
            composed = film._compose(script.lying_at(time), time)[0].frame
            self._known[place] = np.asarray(composed.copy(), np.uint8), things
        return self._known[place]


def _place_of(piece: Picture, image: Picture) -> tuple[int, int]:
    """Where in a picture a piece of it was cut out: its noise is like no other."""
    numbers = image.astype(np.int32) @ np.array([1, 256, 65536], np.int32)
    wanted = piece.astype(np.int32) @ np.array([1, 256, 65536], np.int32)
    height, width = wanted.shape
    ys, xs = np.nonzero(numbers[: len(numbers) - height + 1, : numbers.shape[1] - width + 1] == wanted[0, 0])
    for x, y in zip(xs, ys, strict=True):
        if (numbers[y : y + height, x : x + width] == wanted).all():
            return int(x), int(y)
    raise AssertionError("this is no piece of the picture")


def _shows(image: Picture, expected: Picture, outline: NDArray[np.float32]) -> bool:
    """Whether a picture looks as expected within an outline."""
    low, high = np.floor(outline.min(axis=0)).astype(int), np.ceil(outline.max(axis=0)).astype(int)
    if (low < 0).any() or (high >= np.array(image.shape[1::-1])).any():
        return False
    box = np.s_[low[1] : high[1] + 1, low[0] : high[0] + 1]
    inside = cv2.fillConvexPoly(np.zeros(image[box].shape[:2], np.uint8), np.round(outline - low).astype(np.int32), 1)
    one, other = (picture[box][inside > 0].astype(np.float64).mean(axis=1) for picture in (image, expected))
    if one.std() < _FAINT:
        return False
    return float(np.corrcoef(one, other)[0, 1]) > _SHOWS


@dataclass
class Told:
    """What came of a film: lines carried out and refused, and the questions."""

    carried_out: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    views: list[str] = field(default_factory=list)


def refereed(
    game: MadeGame,
    rules: Game,
    reading: GameReading,
    film: Iterable[Shot],
    answer: Callable[[Question, float], str],
) -> Told:
    """A film before the real eye and the referee. answer: to a question, at a time of the film as it was made."""
    told, eyes = Told(), FilmEyes(game)
    referee = Referee(Unwritten(rules, rules.start(Setup(game.setup.players, game.setup.options))), reading)
    eye = Eye(eyes)
    for shot in film:
        eyes.show(shot)
        look = eye.look(shot.image, shot.time, referee.table.unsettled)
        if not told.views or told.views[-1] != str(look.view):
            told.views.append(str(look.view))
        outcomes: list[Any] = list(referee.look(look, shot.time))
        while outcomes:
            outcome = outcomes.pop(0)
            if isinstance(outcome, Ruled):
                line = rules.write_action(outcome.action)
                (told.carried_out if outcome.carried_out else told.refused).append(line)
            elif isinstance(outcome, Asked):
                told.questions.append(outcome.question)
                outcomes += referee.answer(outcome.question.key, answer(outcome.question, shot.filmed))
    return told


def lasting(shot: Shot, seconds: float, start: float, change: Callable[[Picture, float], Picture]) -> Iterator[Shot]:
    """The shot held for a while from a time on, changed by what lasts for a share (0..1) of it, with new noise."""
    lot = np.random.default_rng(3)
    for number in range(round(seconds * FPS)):
        noise = lot.integers(-3, 4, shot.image.shape, np.int16)
        clean = np.asarray((shot.image + noise).clip(0, 255), np.uint8)
        yield replace(shot, image=change(clean, number / (seconds * FPS)), time=start + number / FPS)
