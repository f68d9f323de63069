"""Looks at a rendered film: what the eye told of each frame, kept in a file so that the film can be refereed again
without rendering or reading it. What was read again because the table had not settled is as it was then."""

from __future__ import annotations

import gzip
import pickle
from collections.abc import Iterator
from pathlib import Path

from companion.referee.sight import Sight
from models.bench_play import Counted
from models.render.games.making import MadeGame
from vision.eye import Look
from vision.frames import Frame


def looks_of(film: MadeGame, sight: Sight, folder: Path | None) -> Iterator[Look]:
    """The looks at a film, one a frame: those kept in the folder where there are any, else through the sight, and then
    kept there once all of them were taken. No folder: none are kept."""
    order = film.order
    kept = None if folder is None else folder / f"{order.game}-{order.seed}-{order.actions or 'all'}.looks"
    if kept is None:
        yield from _taken(film, sight)
    elif kept.exists():
        yield from _read(kept)
    else:
        half = kept.with_suffix(".half")
        with gzip.open(half, "wb", compresslevel=1) as file:
            for look in _taken(film, sight):
                pickle.dump(look, file)
                yield look
        half.rename(kept)


def looks_at_pace(film: MadeGame, sight: Sight, reader: Counted, pace: float) -> Iterator[tuple[float, Look]]:
    """The looks that a camera's pace leaves time for, with the time in the film of each: a frame that comes while the
    sight's reader reads, which takes it `pace` seconds for each picture or piece of one, is passed over."""
    free = 0.0
    for number, image in enumerate(film.film.frames(film.order.fps)):
        time = number / film.order.fps
        if time < free:
            continue
        before = reader.count
        yield time, sight.look(Frame(image, time, number))
        free = time + pace * (reader.count - before)


def _taken(film: MadeGame, sight: Sight) -> Iterator[Look]:
    for number, image in enumerate(film.film.frames(film.order.fps)):
        yield sight.look(Frame(image, number / film.order.fps, number))


def _read(file: Path) -> Iterator[Look]:
    with gzip.open(file, "rb") as looks:
        while looks.peek(1):
            yield pickle.load(looks)  # a file that this test wrote
