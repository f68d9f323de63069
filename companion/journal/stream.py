"""A game as ``--json`` streams it, line by line: read again, and played again to the same entries."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import Any

from companion.journal.entries import OF_THE_PLAYERS, Entry, JournalError, Kind, Source, setup_from_json
from companion.journal.play import Play
from companion.rules.game import Setup

_ENTRIES = {kind.value for kind in Kind}


class StreamFault(StrEnum):
    """What is wrong with a stream. The words stand in the language files, ``stream.<fault>``."""

    NOT_A_LINE = "not_a_line"
    NO_GAME = "no_game"
    MISSING = "missing"
    OTHERWISE = "otherwise"


class StreamError(Exception):
    """A stream that cannot be played again. line: counts from 1, 0 where it is none of them."""

    def __init__(self, fault: StreamFault, line: int = 0) -> None:
        super().__init__(f"{line}: {fault}")
        self.fault = fault
        self.line = line


@dataclass(frozen=True, slots=True)
class Said:
    """An entry as a stream tells it. place: its line, from 1; the rest as in `Entry`."""

    place: int
    number: int
    kind: Kind
    line: str | None
    source: Source
    overruled: str | None
    target: int | None


@dataclass(frozen=True, slots=True)
class Stream:
    """One game of a stream. words: the file of words of one's own that it was played with, else empty."""

    game: str
    setup: Setup
    words: str
    entries: tuple[Said, ...]


def read_stream(lines: Iterable[str]) -> Stream:
    """The one game of a stream; what is neither its setup nor an entry is passed over.

    Raises StreamError: NOT_A_LINE, NO_GAME, or MISSING where entries are not there or belong to a second game.
    """
    games: list[tuple[str, Setup, str]] = []
    entries: list[Said] = []
    for place, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            told = json.loads(line)
            event = told["event"]
            if event == "game":
                games.append((str(told["game"]), _setup(told["setup"]), str(told["words"])))
            elif event in _ENTRIES:
                entries.append(_said(place, told))
        except (ValueError, KeyError, TypeError, AttributeError):
            raise StreamError(StreamFault.NOT_A_LINE, place) from None
        if len(games) > 1 or (entries and entries[-1].number != len(entries)):
            raise StreamError(StreamFault.MISSING, place)
    if not games:
        raise StreamError(StreamFault.NO_GAME)
    return Stream(*games[0], tuple(entries))


def play_again(play: Play, stream: Stream) -> Iterator[tuple[Play, Entry]]:
    """Each entry of a stream made once more in a game that has none yet, with the game after it.

    Raises StreamError (OTHERWISE) at an entry that the rules do not give again, and JournalError.
    """
    for said in stream.entries:
        try:
            play, entry = _made(play, said)
        except JournalError as error:
            if error.fault not in OF_THE_PLAYERS:
                raise
            raise StreamError(StreamFault.OTHERWISE, said.place) from None
        except ValueError:
            raise StreamError(StreamFault.NOT_A_LINE, said.place) from None
        if (entry.kind, entry.line, entry.target) != (said.kind, said.line, said.target):
            raise StreamError(StreamFault.OTHERWISE, said.place)
        yield play, entry


def _setup(told: dict[str, Any]) -> Setup:
    """A setup, if all in it is of its kind. Raises ValueError, KeyError, TypeError, AttributeError."""
    setup = setup_from_json(told)
    words = (*setup.players, *setup.options.values(), *chain.from_iterable(setup.deal.values()))
    numbered = setup.seed is None or isinstance(setup.seed, int)
    if not (isinstance(told["players"], list) and all(isinstance(word, str) for word in words) and numbered):
        raise TypeError(told)
    return setup


def _said(place: int, told: dict[str, Any]) -> Said:
    source = Source(told["source"] or Source.TYPED)
    if not all(isinstance(told[name], str | None) for name in ("line", "overruled")):
        raise TypeError(told)
    return Said(place, told["entry"], Kind(told["event"]), told["line"], source, told["overruled"], told["target"])


def _made(play: Play, said: Said) -> tuple[Play, Entry]:
    if said.kind is Kind.UNDO:
        return play.undo()
    if said.kind is Kind.REDO:
        return play.redo()
    if said.overruled is not None:
        return play.overrule(said.overruled)
    return play.act(play.game.parse_action(said.line or ""), said.source)
