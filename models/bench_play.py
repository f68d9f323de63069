"""``python -m models.bench_play``: a watched game as people meet it, on a rendered film at 720p with the real reader.

How long from a card at rest to its ruling (the film in its own time, a frame that comes while one is read is passed
over, as a camera's would be; computing added), against a rival that reads the whole of each frame it gets. The frames a
second that arrive while pictures are read. The share of a core for a table at which nothing happens. How far memory
grows over hours of table: the film again and again, game after game before one eye, as fast as it goes.

Times depend on the machine and on what else runs on it.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from companion.referee.desk import Referee, Ruled, Unwritten
from companion.referee.readings import READINGS
from companion.referee.table import Table
from companion.rules.game import Game, Setup
from companion.rules.games import game_named
from models.render.games.making import MadeGame, Order, deck_photos, made
from models.render.games.script import Mark
from vision.backs import BackError, BackLibrary, largest_back
from vision.eye import Eye, Look, PictureReader
from vision.frames import Capture, Frame
from vision.frames.frame import Live
from vision.motion import Motion
from vision.network import DEFAULT_WEIGHTS
from vision.pipeline import TableReader
from vision.sightings import FloatArray, Reading

Picture = NDArray[np.uint8]
Looks = Callable[[Picture, float, Sequence[FloatArray]], Look]

PARTS = ("waits", "rate", "idle", "memory")
_GAMES = ("lock-the-entry", "lockdown", "engines", "eleusis")  # the others need words
_CAMERA = 30.0  # frames a second of the camera that is played
_WARM = 3.0  # seconds, or passes of the film, that are not counted
_NOTHING = np.zeros((9, 16), bool)


@dataclass(frozen=True, eq=False)
class Filmed:
    """A film in memory. jpegs: its frames."""

    game: MadeGame
    rules: Game
    library: BackLibrary
    jpegs: tuple[bytes, ...]

    @property
    def rate(self) -> float:
        """Frames a second."""
        return self.game.order.fps

    def picture(self, number: int) -> Picture:
        """A frame, BGR."""
        return np.asarray(cv2.imdecode(np.frombuffer(self.jpegs[number], np.uint8), cv2.IMREAD_COLOR), np.uint8)

    def referee(self, table: Table | None = None) -> Referee:
        """A referee who has seen nothing yet."""
        observed = Setup(self.game.setup.players, self.game.setup.options)
        ledger = Unwritten(self.rules, self.rules.start(observed))
        return Referee(ledger, READINGS[self.game.order.game](), table)


def filmed(order: Order, weights: Path) -> Filmed:
    """The film of an order, with its decks enrolled by their photos."""
    game = made(order)
    reader, library = TableReader(weights=weights), BackLibrary()
    for name, photo in deck_photos(game):
        outline = largest_back(reader.read(photo))
        try:
            library = library if outline is None else library.enrolled(name, photo, outline)
        except BackError:  # too like another one: its backs stay unknown
            continue
    return Filmed(game, game_named(order.game), library, tuple(map(_jpeg, game.film.frames(order.fps))))


def _jpeg(image: Picture) -> bytes:
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()


@dataclass(frozen=True)
class Waits:
    """What was measured of one way to look. rest, clear: seconds to each ruling from when its last piece lay still, and
    from when no hand was over it; missed: actions without a ruling; looks: frames that were looked at."""

    rest: list[float]
    clear: list[float]
    missed: int
    looks: int


def waits(film: Filmed, look: Looks) -> Waits:
    """The film in its own time: each look takes as long as it takes, and the next one is at the newest frame."""
    referee = film.referee()
    left = [mark for mark in film.game.script.marks if "bad hand" not in mark.line]
    rest, clear, free, number, looks = [], [], 0.0, 0, 0
    while number < len(film.jpegs):
        picture, at = film.picture(number), number / film.rate
        start = time.perf_counter()
        outcomes = referee.look(look(picture, at, referee.table.unsettled), at)
        free = max(free, at) + time.perf_counter() - start
        looks += 1
        for outcome in outcomes:
            if isinstance(outcome, Ruled):
                mark = _mark_of(film.rules.write_action(outcome.action), left)
                if mark is not None:
                    left.remove(mark)
                    rest.append(free - mark.rest)
                    clear.append(free - mark.clear)
        number = max(number + 1, int(free * film.rate))
    return Waits(rest, clear, len(left), looks)


def _mark_of(line: str, marks: Sequence[Mark]) -> Mark | None:
    """The first action of the film that a ruled line means; who did it is seldom seen."""
    told = line.partition(" ")[2]
    return next((mark for mark in marks if mark.line.partition(" ")[2] == told), None)


def every_frame_whole(reader: PictureReader) -> Looks:
    """The rival: it reads the whole of each frame, and knows of no hand."""

    def look(image: Picture, at: float, again: Sequence[FloatArray]) -> Look:
        nothing = Motion(_NOTHING, _NOTHING, _NOTHING, _NOTHING, _NOTHING.shape[1] / image.shape[1])
        return Look(reader.read(image), nothing)

    return look


@dataclass(frozen=True)
class Playing(Live):
    """Pictures as a camera gives them, over and over."""

    name: str
    shown: tuple[Picture, ...]

    def pictures(self) -> Generator[Picture | None, None, None]:
        """As `Live.pictures`."""
        start, count = time.monotonic(), 0
        while True:
            time.sleep(max(0.0, start + count / _CAMERA - time.monotonic()))
            yield self.shown[count % len(self.shown)]
            count += 1


def still_table(film: Filmed) -> Playing:
    """The film's last frame, with noise that is new in each picture."""
    last, lot = film.picture(len(film.jpegs) - 1), np.random.default_rng(1)
    noises = (lot.normal(0, 2.5, last.shape) for _ in range(12))
    return Playing("still table", tuple(np.asarray((last + noise).clip(0, 255), np.uint8) for noise in noises))


def arriving(source: Playing, reader: PictureReader, seconds: float) -> tuple[float, int]:
    """Frames a second that reach a capture while what it gives is read without a pause, and the readings."""
    with Capture(source) as capture:
        frames: list[Frame] = []
        while not frames or frames[-1].time - frames[0].time < seconds:
            frame = capture.wait(1.0)
            if frame is not None:
                frames.append(frame)
                reader.read(frame.image)
    first, last = frames[0], frames[-1]
    return (last.number - first.number) / (last.time - first.time), len(frames)


def idle(source: Playing, eye: Eye, referee: Referee, seconds: float) -> float:
    """The share of one core that a watched table takes at which nothing happens."""
    begun: tuple[float, float] | None = None
    with Capture(source) as capture:
        while begun is None or time.monotonic() - begun[0] < seconds:
            frame = capture.wait(1.0)
            if frame is None:
                continue
            referee.look(eye.look(frame.image, frame.time, referee.table.unsettled), frame.time)
            if begun is None and frame.time > _WARM:
                begun = time.monotonic(), time.process_time()
    return (time.process_time() - begun[1]) / (time.monotonic() - begun[0])


class Remembering:
    """A reader that reads the same picture once. read_again: how often it had to read since that was set to 0."""

    def __init__(self, reader: PictureReader) -> None:
        self._reader = reader
        self._known: dict[tuple[int, tuple[int, ...]], Reading] = {}
        self.read_again = 0

    def read(self, image: Picture) -> Reading:
        """As `PictureReader.read`."""
        key = crc32(image.tobytes()), image.shape
        if key not in self._known:
            self.read_again += 1
            self._known[key] = self._reader.read(image)
        return self._known[key]


def memory(film: Filmed, reader: PictureReader, hours: float) -> Iterator[tuple[int, float, int]]:
    """One eye and one table for so long, a new referee for each pass of the film: after each pass the frames looked at,
    the memory in MiB, and the pictures that had to be read anew in it."""
    remembering, table, looked = Remembering(reader), Table(), 0
    eye = Eye(remembering)
    while looked < hours * 3600 * film.rate:
        referee, remembering.read_again = film.referee(table), 0
        for number in range(len(film.jpegs)):
            at = looked / film.rate
            referee.look(eye.look(film.picture(number), at, table.unsettled), at)
            looked += 1
        yield looked, _resident(), remembering.read_again


def _resident() -> float:
    """The memory of this process in MiB (Linux)."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def tell_waits(console: Console, film: Filmed, reader: PictureReader) -> None:
    """Prints the waits of the eye and of its rival."""
    eye = Eye(reader)
    ways: dict[str, Looks] = {"what changed (used)": eye.look, "every frame whole": every_frame_whole(reader)}
    for name, look in ways.items():
        told = waits(film, look)
        if len(told.rest) < 2:
            console.print(f"{name}: {len(told.rest)} rulings in {told.looks} looks, too few for a figure")
            continue
        rest, clear = (statistics.quantiles(values, n=20) for values in (told.rest, told.clear))
        console.print(
            f"{name}: {len(told.rest)} rulings ({told.missed} actions without one), {told.looks} looks; seconds to the"
            f" ruling from rest p50 {rest[9]:.2f} p95 {rest[18]:.2f}, from when the hand is gone p50 {clear[9]:.2f} p95"
            f" {clear[18]:.2f}"
        )


def tell_rate(console: Console, film: Filmed, reader: PictureReader, seconds: float) -> None:
    """Prints what arrives while pictures are read."""
    rate, count = arriving(still_table(film), reader, seconds)
    console.print(f"frames arriving while reading: {rate:.1f} a second of {_CAMERA:.0f}; whole readings: {count}")


def tell_idle(console: Console, film: Filmed, reader: PictureReader, seconds: float) -> None:
    """Prints what a still table takes, and what decoding the camera's JPEGs would add."""
    share = idle(still_table(film), Eye(reader), film.referee(), seconds)
    start = time.process_time()
    for _ in range(50):
        film.picture(len(film.jpegs) - 1)
    decoding = (time.process_time() - start) / 50 * _CAMERA
    console.print(f"still table at {_CAMERA:.0f} frames a second: {share:.1%} of a core; decoding: {decoding:.1%} more")


def tell_memory(console: Console, film: Filmed, reader: PictureReader, hours: float) -> None:
    """Prints how memory grew, once the first passes have filled what is remembered."""
    begun: tuple[int, float] | None = None
    again = 0
    for passed, (looked, resident, anew) in enumerate(memory(film, reader, hours), 1):
        if begun is None and (passed >= _WARM or looked >= hours * 3600 * film.rate / 2):
            begun = looked, resident
        elif begun is not None:
            again += anew
    if begun is None:
        console.print("memory: the film is longer than the time asked for")
        return
    console.print(
        f"memory: {resident - begun[1]:+.1f} MiB from {begun[1]:.0f} MiB over {looked - begun[0]} frames"
        f" ({(looked - begun[0]) / film.rate / 3600:.2f} h of table); pictures read anew meanwhile: {again}"
    )


def main() -> None:
    """Runs the benchmark, or a part of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", choices=_GAMES, default=_GAMES[0])
    parser.add_argument("--seed", type=int, default=2000)
    parser.add_argument("--actions", type=int, default=20, help="actions of the film")
    parser.add_argument("--seconds", type=float, default=20.0, help="for the rate and for the still table")
    parser.add_argument("--hours", type=float, default=2.0, help="of table, for the memory")
    parser.add_argument("--only", choices=PARTS)
    parser.add_argument("--weights", type=Path, default=DEFAULT_WEIGHTS)
    args = parser.parse_args()
    console = Console(width=120)
    film = filmed(Order(args.game, args.seed, actions=args.actions), args.weights)
    console.print(f"{args.game}, seed {args.seed}: {len(film.game.script.marks)} actions, {len(film.jpegs)} frames")
    reader = TableReader(weights=args.weights, backs=film.library)
    if args.only in (None, "waits"):
        tell_waits(console, film, reader)
    if args.only in (None, "rate"):
        tell_rate(console, film, reader, args.seconds)
    if args.only in (None, "idle"):
        tell_idle(console, film, reader, args.seconds)
    if args.only in (None, "memory"):
        tell_memory(console, film, reader, args.hours)


if __name__ == "__main__":
    main()
