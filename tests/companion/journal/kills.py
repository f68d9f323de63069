"""Kills a program that plays into a journal, at random moments, and counts what was lost.

The moments reach from the making (or, in every other journal, the migration) of the file over its opening to the
flushes of an entry.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
import traceback
from dataclasses import dataclass
from pathlib import Path

from companion.journal import Entry, Journal, JournalError, JournalFault, Play, Source
from companion.rules.cards import Card
from companion.rules.lock_the_entry import Create, choose_random, to_act
from tests.companion.journal.some_games import LINES, LTE, SEEDED
from tests.companion.journal.version_1 import write_version_1

KILLS_A_JOURNAL = 25
MOST_WAITED_FOR = 6  # entries
LONGEST_DELAY = 0.04  # s, about what an entry takes on a slow disk


@dataclass
class Tally:
    """What was seen.

    lost: entries that were acknowledged and are not there as they were, or not with their pictures. beyond: entries
    that are there though nobody was told so, the kill came between. unopened: journals that did not open as they were.
    """

    kills: int = 0
    acknowledged: int = 0
    beyond: int = 0
    lost: int = 0
    unopened: int = 0

    @property
    def clean(self) -> bool:
        return not self.lost and not self.unopened


def kill_and_count(kills: int, folder: Path, seed: int) -> Tally:
    """Kills that many programs, several for each journal, and looks at the journal after each."""
    lot, tally = random.Random(seed), Tally()
    for number in range(-(-kills // KILLS_A_JOURNAL)):
        path = folder / f"{number}.sqlite"
        known: dict[int, dict[int, str]] = {}
        if number % 2:
            write_version_1(path)
            known[1] = {place: f"action {line} None None " for place, line in enumerate(LINES, 4)}
        for _ in range(min(KILLS_A_JOURNAL, kills - tally.kills)):
            for game, entry, told in _killed(path, lot):
                known.setdefault(game, {})[entry] = told
                tally.acknowledged += 1
            look(path, known, tally)
    return tally


def _killed(path: Path, lot: random.Random) -> list[tuple[int, int, str]]:
    """What a program acknowledged before it was killed: game, number of the entry, and what the entry says."""
    reading, writing = os.pipe()
    seed, waited_for, delay = lot.random(), lot.randrange(MOST_WAITED_FOR), lot.uniform(0, LONGEST_DELAY)
    child = os.fork()
    if child == 0:
        os.close(reading)
        _play_on(path, writing, random.Random(seed))
    os.close(writing)
    told = b""
    while told.count(b"\n") < waited_for and (more := os.read(reading, 65536)):
        told += more
    time.sleep(delay)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    while more := os.read(reading, 65536):
        told += more
    os.close(reading)
    if not os.WIFSIGNALED(status):
        raise RuntimeError("the program ended by itself")
    lines = [line.split(" ", 2) for line in told.decode().splitlines()]
    return [(int(game), int(entry), text) for game, entry, text in lines]


def _play_on(path: Path, acknowledgements: int, lot: random.Random) -> None:
    """Plays by lot until it is killed; tells of each entry once the journal has taken it."""
    try:
        journal = Journal(path)
        records = journal.games()
        if records and lot.random() < 0.7:
            play = Play.resume(journal, LTE, lot.choice(records))
        else:
            play = Play.begin(journal, LTE, SEEDED, "0.1.0")
        while True:
            play, entry = _step(play, lot)
            os.write(acknowledgements, f"{play.record.number} {entry.number} {told_of(entry)}\n".encode())
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(1)


def _step(play: Play, lot: random.Random) -> tuple[Play, Entry]:
    chance = lot.random()
    if chance < 0.1 and play.steps:
        return play.undo()
    if chance < 0.2 and play.undone:
        return play.redo()
    if chance < 0.3 and play.refused:
        try:
            return play.overrule("said so")
        except JournalError as error:  # a card that nobody holds cannot be laid
            if error.fault is not JournalFault.IMPOSSIBLE:
                raise
    players = to_act(play.state)
    action = choose_random(play.state, lot.choice(players), lot) if players and chance < 0.8 else None
    evidence = (play.journal.keep(lot.randbytes(5000), ".jpg"),) if chance > 0.7 else ()
    return play.act(action or _illegal(play), Source.CAMERA, evidence)


def _illegal(play: Play) -> Create:
    """A card that begins no entry, of a hand where that is known, so that it can be overruled."""
    seat = play.state.seats[0]
    return Create(seat.player, next((card for card in seat.hand or () if not card.rank.is_face), Card.parse("10H")))


def told_of(entry: Entry) -> str:
    pictures = " ".join(picture.sha256 for picture in entry.evidence)
    return f"{entry.kind} {entry.line} {entry.overruled} {entry.target} {pictures}"


def look(path: Path, known: dict[int, dict[int, str]], tally: Tally) -> None:
    """Opens the journal as after a crash, and holds it against what was acknowledged."""
    tally.kills += 1
    try:
        with Journal(path) as journal:
            tally.unopened += journal.recovered is not None
            there = {record.number: _entries(journal, record.number) for record in journal.games()}
            for record in journal.games():
                Play.resume(journal, LTE, record)
    except JournalError as error:
        print(f"{path}: {error.fault}", file=sys.stderr)
        tally.unopened += 1
        return
    for game, entries in known.items():
        tally.lost += sum(there.get(game, {}).get(number) != told for number, told in entries.items())
    for game, entries in there.items():
        tally.beyond += len(entries.keys() - known.get(game, {}).keys())
        known[game] = entries | known.get(game, {})


def _entries(journal: Journal, game: int) -> dict[int, str]:
    """What each entry says, of those whose pictures are there."""
    return {
        entry.number: told_of(entry)
        for entry in journal.entries(game)
        if all(journal.evidence_content(picture) is not None for picture in entry.evidence)
    }
