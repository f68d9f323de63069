"""A rendered game as a film of its tables at rest, and eyes that see in it what its truth says can be seen."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render.games.making import PLAYBOOKS, MadeGame, Video, deck_photos, mpeg4
from tests.companion.referee.watched_film import seen
from vision.frames import Frame
from vision.sightings import FloatArray, Kind, Reading, Sighting
from vision.whole import Whole

Picture = NDArray[np.uint8]
FPS = 3.0
_FEWEST, _MOST = 4, 7  # frames of a table: after the first of them, in which it changes, three that show what is gone
_TALKED_OVER = 12  # frames of one at which people say something, and of the last one
_DECK = 88 / 165, 63 / 88  # height of the card by the width of a deck's photo, and its width by its height


@dataclass(frozen=True, eq=False)
class Still:
    """A table at rest. filmed: since when it lay so in the game as it was acted; shown: when the film of stills comes
    to it, and for how many seconds it stays; time: what time it is then, for the frames keep that of the game."""

    filmed: float
    shown: float
    seconds: float
    time: float
    things: tuple[dict[str, Any], ...]


class StillFilm:
    """Every table of a game in turn, without the hands that change it, and quickly after each other.

    doubted: the name of a piece that cannot be read for sure. said: when people say what no camera sees, in seconds of
    the film, and what.
    """

    def __init__(self, game: MadeGame, folder: Path, said: Sequence[tuple[float, Any]], doubted_from: int) -> None:
        """Films a game into the folder, as `companion.game_folder` reads it, but for what is said.

        said: with the seconds of the game as it was acted. doubted_from: number of the action with which, or after
        which, the doubted piece comes. Raises OSError.
        """
        self.game, self.doubted = game, ""
        self._doubted_from = game.script.marks[doubted_from].begun
        self._talks = [bisect_right(game.script.settled, time) - 1 for time, _ in said]
        (folder / "backs").mkdir(parents=True)
        for name, photo in deck_photos(game):
            cv2.imwrite(str(folder / "backs" / f"{name}.png"), photo)
        for file in PLAYBOOKS[game.order.game].files:
            (folder / file.name).write_bytes(file.read_bytes())
        video = mpeg4(folder / "video.mp4", FPS, game.order.size)
        self.stills = tuple(self._filmed(video))
        video.release()
        ends = [still.shown + still.seconds for still in self.stills]
        self.said = tuple((ends[place] - 1 / FPS, what) for place, (_, what) in zip(self._talks, said, strict=True))

    @property
    def middle(self) -> float:
        """When the table of two thirds of the game has been shown."""
        return self.stills[len(self.stills) * 2 // 3].shown - 1 / FPS

    def still_at(self, shown: float) -> Still:
        """The table that the film shows at a time."""
        return self.stills[bisect_right(self.stills, shown + 0.01, key=lambda still: still.shown) - 1]

    def _filmed(self, video: Video) -> Iterator[Still]:
        film, script = self.game.film, self.game.script
        frames, time, known = 0, 0.0, set[str]()
        for place, (filmed, until) in enumerate(pairwise((*script.settled, script.end))):
            things = tuple(film.table(filmed))
            count = min(max(round(FPS * (until - filmed)), _FEWEST), _MOST)
            if not self.doubted and filmed > self._doubted_from:
                fresh = [t["piece"] for t in things if t["kind"] != "back" and t["piece"] not in known and seen(t)]
                self.doubted = fresh[0] if fresh else ""
                count = _TALKED_OVER if fresh else count
            known |= {thing["piece"] for thing in things}
            if place in self._talks or until == script.end:
                count = _TALKED_OVER
            picture = film._compose(script.lying_at(filmed), filmed)[0].frame
            for _ in range(count):
                video.write(picture)
            time = max(time, filmed)
            yield Still(filmed, frames / FPS, count / FPS, time, things)
            frames, time = frames + count, time + count / FPS


class StillEyes:
    """Reads the frames of a film, and photos of decks: all that is said to be seen, but of one piece it is not sure."""

    def __init__(self, film: StillFilm) -> None:
        self._film = film
        self._frame: Frame | None = None
        self._known: dict[Still, tuple[Sighting, ...]] = {}

    def show(self, frame: Frame) -> Frame:
        """The frame of which pieces will be read, with the time of the game."""
        self._frame = frame
        still = self._film.still_at(frame.time)
        return replace(frame, time=still.time + frame.time - still.shown)

    def read(self, image: Picture, whole: Whole | None = None) -> Reading:
        """What lies on a piece of that frame; or the deck on its photo."""
        size = (image.shape[1], image.shape[0])
        place = None if self._frame is None else _place_of(image, self._frame.image)
        if self._frame is None or place is None:
            return Reading(size, 1.0, (_deck(size),))
        inside = (
            replace(thing, outline=thing.outline - np.array(place, np.float32))
            for thing in self._truth(self._film.still_at(self._frame.time))
        )
        return Reading(size, 1.0, tuple(thing for thing in inside if _lies_in(thing, size)))

    def shown_back(self, image: Picture) -> FloatArray | None:
        """The deck on its photo."""
        return _deck((image.shape[1], image.shape[0])).outline

    def _truth(self, still: Still) -> tuple[Sighting, ...]:
        if still not in self._known:
            found = ((thing["piece"], seen(thing)) for thing in still.things)
            self._known[still] = tuple(
                replace(one, confidence=0.6, certain=False) if piece == self._film.doubted else one
                for piece, one in found
                if one is not None
            )
        return self._known[still]


def _lies_in(thing: Sighting, size: tuple[int, int]) -> bool:
    low, high = thing.outline.min(axis=0), thing.outline.max(axis=0)
    return bool((low > -1).all() and (high < np.array(size) + 1).all())


def _place_of(piece: Picture, image: Picture) -> tuple[int, int] | None:
    """Where (x, y) in a picture a piece of it was cut out; None where it is none."""
    row, rows = piece[0].tobytes(), image.tobytes()
    found = rows.find(row)
    while found >= 0:
        pixel, shift = divmod(found, 3)
        y, x = divmod(pixel, image.shape[1])
        if shift == 0 and np.array_equal(image[y : y + len(piece), x : x + piece.shape[1]], piece):
            return x, y
        found = rows.find(row, found + 1)
    return None


def _deck(size: tuple[int, int]) -> Sighting:
    """The back in the middle of a deck's photo."""
    high = size[0] * _DECK[0] / 2
    half = np.array([high * _DECK[1], high])
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half + np.array(size) / 2
    return Sighting(Kind.BACK, None, 1.0, True, corners.astype(np.float32))
