"""What people's answers teach: the picture in which a thing was asked about, with the name that it was then given."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from companion.referee.sight import Sight
from companion.referee.things import Thing
from vision.corrected import Told
from vision.corrections import Corrections, parse_name
from vision.photo import Picture
from vision.pipeline import Stages
from vision.sightings import FloatArray

_MOST_WAITING = 8  # pictures; a question that nobody answers is not worth more memory


@runtime_checkable
class Explains(Protocol):
    """A reader that tells how it came to what it read, as `vision.pipeline.TableReader` does."""

    def explain(self, image: Picture) -> Stages:
        """How a BGR picture was read."""
        ...


@dataclass(frozen=True, eq=False)
class _Shown:
    picture: Picture
    outline: FloatArray


class Lessons:
    """Keeps what was asked about and answered. A reader that cannot explain itself teaches nothing."""

    def __init__(
        self, sight: Sight, reader: object, kept: Corrections, failed: Callable[[Corrections, OSError], None]
    ) -> None:
        """sight: shows the picture of the moment; failed: is told where the disk could not take a lesson."""
        self._sight, self._kept, self._failed = sight, kept, failed
        self._reader = reader if isinstance(reader, Explains) else None
        self._waiting: dict[str, _Shown] = {}

    def asked(self, key: str, thing: Thing | None) -> None:
        """A question was put about a thing: as it is seen now it will be learnt, if the answer names it."""
        if thing is not None and self._sight.picture is not None and self._reader is not None:
            self._waiting[key] = _Shown(self._sight.picture, thing.sighting.outline)
            while len(self._waiting) > _MOST_WAITING:
                del self._waiting[next(iter(self._waiting))]

    def settled(self, key: str) -> None:
        """A question was taken back: nothing will be learnt from it."""
        self._waiting.pop(key, None)

    def answered(self, key: str, answer: str, thing: Thing | None, gone: bool = False) -> None:
        """A question was answered; thing: what it was about, as it is after the answer, None where it is none. gone: it
        asked for a name, and what it was about had been taken away before the answer came."""
        shown = self._waiting.pop(key, None)
        if shown is None or self._reader is None:
            return
        try:
            kind, name = parse_name(answer)
        except ValueError:
            return
        named = None if thing is None else thing.sighting
        if not gone and (named and (named.kind, named.name, named.certain)) != (kind and (kind, name, True)):
            return
        told = (*self._kept.told(shown.picture), Told(shown.outline, kind, name))
        try:
            self._kept.keep(shown.picture, self._reader.explain(shown.picture), told)
        except OSError as error:
            self._failed(self._kept, error)
