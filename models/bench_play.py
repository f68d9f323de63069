"""``python -m models.bench_play``: a watched game as people meet it, on rendered films at 720p with the real reader.

How long from a card at rest to its ruling, in the journal with its picture (each film in its own time, a frame that
comes while one is read is passed over, as a camera's would be; computing added), against a rival that reads the whole
of each frame it gets. The frames a second that arrive while pictures are read. The share of a core for a table at which
nothing happens. How far memory grows over hours of table: a film to its end and back to its beginning, game after game
before one eye and into one journal, as fast as it goes.

Times depend on the machine and on what else runs on it.
"""

from __future__ import annotations

import argparse
import gc
import math
import os
import statistics
import tempfile
import time
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from companion.journal import Journal, JournalLedger, Play
from companion.referee.desk import Asked, Outcome, Question, Referee, Ruled
from companion.referee.naming import NOTHING_THERE, WHICH_CARD
from companion.referee.readings import READINGS
from companion.referee.sight import Sight
from companion.referee.table import Table
from companion.rules.game import Game, Setup
from companion.rules.games import game_named
from models.render.games.making import MadeGame, Order, deck_photos, made
from models.render.games.script import Mark
from vision.backs import BackError, BackLibrary
from vision.eye import Eye, Look, PictureReader
from vision.frames import Capture, Frame
from vision.frames.frame import Clock, Live
from vision.motion import Motion
from vision.network import DEFAULT_WEIGHTS
from vision.pipeline import TableReader
from vision.sightings import FloatArray, Reading
from vision.whole import Whole

Picture = NDArray[np.uint8]

PARTS = ("waits", "rate", "idle", "memory")
_GAMES = ("lock-the-entry", "lockdown", "engines", "eleusis")  # the others need words
_CAMERA = 30.0  # frames a second of the camera that is played
_FEW = 10.0  # frames a second of a film whose frames come as fast as they are looked at, or stand still
_WARM = 3  # seconds, or passes of the film, that are not counted
_LONGEST_WARM = 30.0  # seconds after which a still table that is read again and again is taken as it is
_ANEW = 10  # of so many pictures that are known one is read anew
_LOOK = 0.01  # seconds that a look takes without reading, where the machine's clock is not asked
_AFTER = 4.0  # seconds that the last frame is held, in which the last action is ruled on
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

    @property
    def script(self) -> Sequence[Mark]:
        """The actions that a camera may see."""
        said = {line for _, line in self.game.said()}
        return [mark for mark in self.game.script.marks if mark.line not in said and "bad hand" not in mark.line]


def filmed(order: Order, weights: Path) -> Filmed:
    """The film of an order, with its decks enrolled by their photos."""
    game = made(order)
    reader, library = TableReader(weights=weights), BackLibrary()
    for name, photo in deck_photos(game):
        outline = reader.shown_back(photo)
        try:
            library = library if outline is None else library.enrolled(name, photo, outline)
        except BackError:  # too like another one: its backs stay unknown
            continue
    return Filmed(game, game_named(order.game), library, tuple(map(_jpeg, game.film.frames(order.fps))))


def _jpeg(image: Picture) -> bytes:
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()


class Watched:
    """The game of a film before an eye, as ``companion play`` referees it: what is ruled is in the journal, with its
    picture, before it counts."""

    def __init__(self, film: Filmed, eye: Eye, journal: Journal, table: Table | None = None) -> None:
        self.table = table or Table()
        self._rules, self._sight = film.rules, Sight(eye, self.table)
        play = Play.begin(journal, film.rules, Setup(film.game.setup.players, film.game.setup.options), "bench")
        self._ledger = JournalLedger(play, self._sight.jpeg, lambda play, entry: None)
        self._referee = Referee(self._ledger, READINGS[film.game.order.game](), self.table)
        self._said = deque(film.game.said())

    def look(self, picture: Picture, at: float, filmed: float | None = None) -> tuple[Outcome, ...]:
        """What came of a frame. at: seconds; filmed: in the film, if that is something else."""
        while self._said and self._said[0][0] <= (at if filmed is None else filmed):
            self._referee.tell(self._rules.parse_action(self._said.popleft()[1]))
        return self._referee.look(self._sight.look(Frame(picture, at, 0)), at)

    def answer(self, question: Question, film: Filmed, at: float) -> tuple[Outcome, ...]:
        """What came of the answer to a question, where the truth of the film has one: which card lies there, if any."""
        thing = self.table.thing(question.things[0]) if question.reason == WHICH_CARD else None
        cards = [lying for lying in film.game.film.table(at) if lying["kind"] == "card"]
        if thing is None or not cards:
            return ()
        away = [math.dist(np.mean(card["outline"], axis=0), thing.sighting.centre) for card in cards]
        nearest, reach = min(range(len(cards)), key=away.__getitem__), math.dist(*cards[0]["outline"][:2]) / 2
        answer = cards[nearest]["name"] if away[nearest] < reach else NOTHING_THERE
        return self._referee.answer(question.key, answer)

    @property
    def entries(self) -> int:
        """How many entries of the journal the game has."""
        return self._ledger.play.count

    @property
    def actions(self) -> int:
        """How many of its actions stand."""
        return len(self._ledger.play.steps)


@dataclass(frozen=True)
class Wait:
    """Seconds to a ruling, from when its last piece lay still and from when no hand was over it. named: somebody had to
    say which card it is."""

    rest: float
    clear: float
    named: bool


@dataclass(frozen=True)
class Waits:
    """What was measured of one way to look. missed: actions without a ruling; unfounded: rulings on what was not done
    so, or not to that entry; asked: questions; looks: frames looked at."""

    rulings: tuple[Wait, ...] = ()
    missed: int = 0
    unfounded: int = 0
    asked: int = 0
    looks: int = 0

    def __add__(self, other: Waits) -> Waits:
        missed, unfounded = self.missed + other.missed, self.unfounded + other.unfounded
        asked, looks = self.asked + other.asked, self.looks + other.looks
        return Waits((*self.rulings, *other.rulings), missed, unfounded, asked, looks)


def waits(film: Filmed, eye: Eye, journal: Journal, clock: Clock = time.perf_counter) -> Waits:
    """The film in its own time: each look takes as long as it takes on the clock, and the next one is at the newest
    frame. Asked for a card somebody names it at once; nothing else is answered."""
    watched, left = Watched(film, eye, journal), list(film.script)
    found, named = list[Wait](), set[int]()
    free, number, looks, asked, unfounded = 0.0, 0, 0, 0, 0
    while number < len(film.jpegs) + _AFTER * film.rate:
        picture, at = film.picture(min(number, len(film.jpegs) - 1)), number / film.rate
        start = clock()
        outcomes = list(watched.look(picture, at))
        free = max(free, at) + clock() - start
        looks += 1
        for outcome in outcomes:
            if isinstance(outcome, Asked):
                asked += 1
                named |= set(outcome.question.things if outcome.question.reason == WHICH_CARD else ())
                outcomes += watched.answer(outcome.question, film, at)
            elif isinstance(outcome, Ruled):
                line = film.rules.write_action(outcome.action)
                mark = _mark_of(line, [mark for mark in left if mark.begun <= at])
                unfounded += mark is None
                if mark is not None:
                    left.remove(mark)
                    found.append(Wait(free - mark.rest, free - mark.clear, not named.isdisjoint(outcome.things)))
        number = max(number + 1, int(free * film.rate))
    return Waits(tuple(found), len(left), unfounded, asked, looks)


def _mark_of(line: str, marks: Sequence[Mark]) -> Mark | None:
    """The first action of the film that a ruled line means; who did it is seldom seen, and it may tell a verdict."""
    told = line.partition(" ")[2].partition(" | ")[0]
    return next((mark for mark in marks if mark.line.partition(" ")[2] == told), None)


class EveryFrameWhole(Eye):
    """The rival: it reads the whole of each frame, and knows of no hand."""

    def __init__(self, reader: PictureReader) -> None:
        super().__init__(reader)
        self._whole = reader

    def look(self, image: Picture, time: float, again: Sequence[FloatArray] = ()) -> Look:
        """As `Eye.look`."""
        nothing = Motion(_NOTHING, _NOTHING, _NOTHING, _NOTHING, _NOTHING.shape[1] / image.shape[1], _NOTHING)
        return Look(self._whole.read(image), nothing)


@dataclass(frozen=True)
class Playing(Live):
    """Pictures as a camera gives them, over and over; those for which nobody had time are lost."""

    name: str
    shown: tuple[Picture, ...]

    def pictures(self) -> Generator[Picture | None, None, None]:
        """As `Live.pictures`."""
        start, count = time.monotonic(), 0
        while True:
            time.sleep(max(0.0, start + count / _CAMERA - time.monotonic()))
            yield self.shown[count % len(self.shown)]
            count = max(count + 1, int((time.monotonic() - start) * _CAMERA))


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


class Counted:
    """A reader that counts. count: how often it has read; last: when it did so last, as `time.monotonic` counts."""

    def __init__(self, reader: PictureReader) -> None:
        self._reader, self.count, self.last = reader, 0, 0.0

    def read(self, image: Picture, whole: Whole | None = None) -> Reading:
        """As `PictureReader.read`."""
        reading = self._reader.read(image, whole)
        self.count, self.last = self.count + 1, time.monotonic()
        return reading


@dataclass
class Paced:
    """A clock by which a reader takes so many seconds for each picture or piece of one, and a look `_LOOK` besides,
    whatever the machine: `waits` asks it before and after each look."""

    reader: Counted
    pace: float
    asked: int = 0

    def __call__(self) -> float:
        """Seconds."""
        self.asked += 1
        return self.reader.count * self.pace + self.asked // 2 * _LOOK


def idle(film: Filmed, reader: Counted, journal: Journal, seconds: float) -> tuple[float, float, int]:
    """A watched table at which nothing happens, once all that lies there is read: the share of one core that it takes,
    the frames a second that were looked at, and how often a picture was read meanwhile."""
    watched, begun, looks = Watched(film, Eye(reader), journal), None, 0
    with Capture(still_table(film)) as capture:
        while begun is None or time.monotonic() - begun[0] < seconds:
            frame = capture.wait(1.0)
            if frame is None:
                continue
            watched.look(frame.image, frame.time, 0.0)
            looks += 1
            settled = time.monotonic() - reader.last > _WARM or frame.time > _LONGEST_WARM
            if begun is None and frame.time > _WARM and settled:
                begun, looks, reader.count = (time.monotonic(), time.process_time()), 0, 0
        lasted, used = time.monotonic() - begun[0], time.process_time() - begun[1]
    return used / lasted, looks / lasted, reader.count


class Remembering:
    """A reader that reads the same picture once, but every so-many-th all the same: what the reading itself keeps is
    to be seen in hours of table, and all of their readings would take as long as they."""

    def __init__(self, reader: PictureReader) -> None:
        self._reader, self._asked = reader, 0
        self._known: dict[tuple[int, tuple[int, ...]], Reading] = {}

    def read(self, image: Picture, whole: Whole | None = None) -> Reading:
        """As `PictureReader.read`."""
        key = crc32(image.tobytes()), image.shape
        self._asked += 1
        if key not in self._known or self._asked % _ANEW == 0:
            self._known[key] = self._reader.read(image, whole)
        return self._known[key]


@dataclass(frozen=True)
class Passed:
    """What one pass of the film was. hours: of table until its end; resident: memory then, in MiB; read: pictures that
    were read in it; entries: of the journal; actions: those that stood."""

    hours: float
    resident: float
    read: int
    entries: int
    actions: int


def passes(film: Filmed, reader: Counted, journal: Journal, hours: float) -> Iterator[Passed]:
    """One eye and one table for so long. In each pass a new game is played and then the film runs backwards, by which
    the table is cleared."""
    eye, table, looked = Eye(Remembering(reader)), Table(), 0
    way = [*range(len(film.jpegs)), *reversed(range(len(film.jpegs)))]
    while looked < hours * 3600 * film.rate:
        watched, reader.count = Watched(film, eye, journal, table), 0
        for place, number in enumerate(way):
            watched.look(film.picture(number), looked / film.rate, min(place, len(film.jpegs)) / film.rate)
            looked += 1
        gc.collect()
        yield Passed(looked / film.rate / 3600, _resident(), reader.count, watched.entries, watched.actions)


def _resident() -> float:
    """The memory of this process in MiB (Linux)."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def tell_waits(console: Console, films: Sequence[Filmed], weights: Path, journal: Journal, pace: float | None) -> None:
    """Prints the waits of the eye and of its rival over all films. pace: as `Paced` has it, for the eye alone; None
    where the machine's clock counts."""
    ways: dict[str, type[Eye]] = {"what changed (used)": Eye}
    if pace is None:  # a pace is that of pieces, and the rival reads none
        ways["every frame whole"] = EveryFrameWhole
    for name, eye in ways.items():
        told = Waits()
        for film in films:
            reader = Counted(TableReader(weights=weights, backs=film.library, fast=True))
            clock = time.perf_counter if pace is None else Paced(reader, pace)
            told += waits(film, eye(reader), journal, clock)
        console.print(
            f"{name}: {len(told.rulings)} rulings ({told.missed} actions without one, {told.unfounded} rulings on"
            f" what was not done so, {told.asked} questions put) in {told.looks} looks"
        )
        for kind, named in (("cards that were read", False), ("cards that somebody named", True)):
            _tell_kind(console, kind, [wait for wait in told.rulings if wait.named == named])


def _tell_kind(console: Console, kind: str, rulings: Sequence[Wait]) -> None:
    if len(rulings) < 2:
        console.print(f"  {kind}: {len(rulings)}, too few for a figure")
        return
    rest, clear = _quantiles([wait.rest for wait in rulings]), _quantiles([wait.clear for wait in rulings])
    console.print(
        f"  {kind}: {len(rulings)}; seconds to the ruling from rest p50 {rest[9]:.2f} p95 {rest[18]:.2f}, from when the"
        f" hand is gone p50 {clear[9]:.2f} p95 {clear[18]:.2f}"
    )


def _quantiles(values: Sequence[float]) -> list[float]:
    """The values below which lie 5, 10, ... 95 % of those."""
    return statistics.quantiles(values, n=20, method="inclusive")


def tell_rate(console: Console, film: Filmed, reader: PictureReader, seconds: float) -> None:
    """Prints what arrives while pictures are read."""
    rate, count = arriving(still_table(film), reader, seconds)
    console.print(f"frames arriving while reading: {rate:.1f} a second of {_CAMERA:.0f}; whole readings: {count}")


def tell_idle(console: Console, film: Filmed, reader: PictureReader, journal: Journal, seconds: float) -> None:
    """Prints what a still table takes, and what decoding the camera's JPEGs would add."""
    share, rate, read = idle(film, Counted(reader), journal, seconds)
    start = time.process_time()
    for _ in range(50):
        film.picture(len(film.jpegs) - 1)
    decoding = (time.process_time() - start) / 50 * _CAMERA
    console.print(
        f"still table at {rate:.1f} frames a second: {share:.1%} of a core, {read} pictures read; decoding as many"
        f" frames as a camera gives ({_CAMERA:.0f}): {decoding:.1%} more"
    )


def tell_memory(console: Console, film: Filmed, reader: PictureReader, journal: Journal, hours: float) -> None:
    """Prints how memory grew, once the first passes have filled what is remembered."""
    told = list(passes(film, Counted(reader), journal, hours))
    begun, *later = told[min(_WARM, len(told)) - 1 :]
    if len(later) < 2:
        console.print(
            f"memory: {hours} h are too short for this film, which lasts {told[0].hours:.2f} h there and back"
        )
        return
    middle, end = later[len(later) // 2 - 1], later[-1]
    console.print(
        f"memory: {end.resident - begun.resident:+.1f} MiB from {begun.resident:.0f} MiB over"
        f" {end.hours - begun.hours:.2f} h of table ({middle.resident - begun.resident:+.1f} in the first half);"
        f" {len(later)} games, {sum(one.entries for one in later)} entries of the journal,"
        f" {sum(one.actions for one in later)} actions that stood; pictures read {sum(one.read for one in later)}"
    )


def main() -> None:
    """Runs the benchmark, or a part of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", choices=_GAMES, default=_GAMES[0])
    parser.add_argument("--seed", type=int, default=2000, help="of the first film")
    parser.add_argument("--films", type=int, default=3, help="how many, for the waits")
    parser.add_argument("--actions", type=int, default=20, help="actions of a film")
    parser.add_argument("--fps", type=float, default=_CAMERA, help="frames a second of the films, for the waits")
    parser.add_argument("--seconds", type=float, default=20.0, help="for the rate and for the still table")
    parser.add_argument("--hours", type=float, default=2.0, help="of table, for the memory")
    parser.add_argument("--pace", type=float, help="seconds a piece takes to be read, for waits alike on all machines")
    parser.add_argument("--only", choices=PARTS)
    parser.add_argument("--weights", type=Path, default=DEFAULT_WEIGHTS)
    args = parser.parse_args()
    console = Console(width=120)
    parts = PARTS if args.only is None else (args.only,)

    def shown(seed: int, fps: float) -> Filmed:
        film = filmed(Order(args.game, seed, actions=args.actions, fps=fps), args.weights)
        console.print(f"{args.game}, seed {seed}: {len(film.script)} actions, {len(film.jpegs)} frames")
        return film

    with tempfile.TemporaryDirectory() as folder, Journal(Path(folder) / "journal.sqlite") as journal:
        if "waits" in parts:
            films = [shown(seed, args.fps) for seed in range(args.seed, args.seed + args.films)]
            tell_waits(console, films, args.weights, journal, args.pace)
        if parts == ("waits",):
            return
        film = shown(args.seed, _FEW)
        reader = TableReader(weights=args.weights, backs=film.library, fast=True)
        if "rate" in parts:
            tell_rate(console, film, reader, args.seconds)
        if "idle" in parts:
            tell_idle(console, film, reader, journal, args.seconds)
        if "memory" in parts:
            tell_memory(console, film, reader, journal, args.hours)


if __name__ == "__main__":
    main()
