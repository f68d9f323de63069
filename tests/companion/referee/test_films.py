"""Whole rendered games before the real eyes, with held-out art. These take minutes each, so they are run on request:

    COMPANION_FILMS=20 COMPANION_FILMS_FROM=1000 pytest -s tests/companion/referee/test_films.py -k eleusis

COMPANION_FILMS: how many films of each game; COMPANION_FILMS_FROM: the first seed. COMPANION_FILMS_ACTIONS: actions
after which each film stops (whole games where it is not set). COMPANION_FILMS_LOOKS: a folder that keeps what the eye
told of each film; a film that it knows is refereed again in seconds. COMPANION_FILMS_PACE: seconds that the reader
takes for each picture or piece of one: the film then comes at a camera's thirty frames a second, and what comes while
it reads is passed over, as at a real table (else ten a second, each of which is looked at). COMPANION_FILMS_LATE:
seconds that people take to answer what is asked; they play on meanwhile. COMPANION_FILMS_EYES: nothing is read by the
networks, but by what the film's truth says the picture shows, with errors by that lot (0: none), while the real eye
tells what moves and what a hand hides: a twentieth of the computing. Each film prints one line of JSON.
"""

from __future__ import annotations

import json
import os
import time as clock
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import numpy as np
import pytest

from companion.referee.desk import Asked, Outcome, Question, Referee, Retracted, Ruled, Unwritten
from companion.referee.sight import Sight
from companion.referee.table import Table
from companion.rules.game import Setup
from models.bench_play import Counted
from models.render.games.making import PLAYBOOKS, MadeGame, Order, deck_photos, made
from tests.companion.referee.bystanders import Bystander, bystander
from tests.companion.referee.film_looks import looks_at_pace, looks_of
from tests.companion.referee.flawed_eyes import FlawedEyes
from tests.companion.referee.seen_film import FPS, BlotchedStock, FilmEyes, Shot
from vision.backs import BackError, BackLibrary
from vision.eye import Eye, Look
from vision.pipeline import TableReader

FILMS = int(os.environ.get("COMPANION_FILMS", "0"))
FIRST = int(os.environ.get("COMPANION_FILMS_FROM", "1000"))
ACTIONS = int(os.environ.get("COMPANION_FILMS_ACTIONS", "0")) or None
LOOKS = Path(folder) if (folder := os.environ.get("COMPANION_FILMS_LOOKS")) else None
LATE = float(os.environ.get("COMPANION_FILMS_LATE", "0"))
PACE = float(os.environ.get("COMPANION_FILMS_PACE", "0"))
EYES = os.environ.get("COMPANION_FILMS_EYES")
SMALL = (480, 270)  # frames of a film that no network reads
Looks = Callable[[Table], Iterator[tuple[float, Look]]]  # with their times, of a table that is followed meanwhile
DECKS = Path("data/decks")  # packaged decks, where they were rendered for training


@dataclass
class Outcomes:
    """What came of a film. missing: moves that were not ruled on; wrong: lines that were carried out or refused and
    should not have been; set_right: lines that the referee took back by itself; asked: reasons of questions; open:
    questions nobody could answer."""

    game: str
    seed: int
    moves: int = 0
    right: int = 0
    missing: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    set_right: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    score: bool = False
    seconds: float = 0.0
    computing: float = 0.0


def enrolled(film: MadeGame) -> BackLibrary:
    """The film's decks by their photos; one that is not found in its own stays unknown."""
    reader, library = TableReader(), BackLibrary()
    for name, photo in deck_photos(film):
        outline = reader.shown_back(photo)
        if outline is not None:
            try:
                library = library.enrolled(name, photo, outline)
            except BackError:
                continue
    return library


def through_the_eyes(film: MadeGame) -> Looks:
    """What the real eyes tell of a film."""

    reader = Counted(TableReader(backs=enrolled(film), fast=True))

    def looks(table: Table) -> Iterator[tuple[float, Look]]:
        sight = Sight(Eye(reader), table)
        if PACE:
            yield from looks_at_pace(film, sight, reader, PACE)
        else:
            each = enumerate(looks_of(film, sight, LOOKS))
            yield from ((number / film.order.fps, look) for number, look in each)

    return looks


def told_by_its_truth(film: MadeGame, lot: int) -> Looks:
    """What an eye tells of a film whose pictures are read by its truth, with the errors of a lot."""

    def looks(table: Table) -> Iterator[tuple[float, Look]]:
        eyes = FilmEyes(film, FlawedEyes(lot)) if lot else FilmEyes(film)
        eye = Eye(eyes)
        for number, image in enumerate(film.film.frames(FPS)):
            eyes.show(Shot(number / FPS, image, number / FPS))
            yield number / FPS, eye.look(image, number / FPS, table.unsettled)

    return looks


def refereed(who: Bystander, looks: Looks) -> Outcomes:
    """A film from its first frame to its last."""
    film, rules = who.film, who.rules
    came = Outcomes(film.order.game, film.order.seed, len(who.moves))
    lying = Table()
    ledger = Unwritten(rules, rules.start(Setup(film.setup.players, film.setup.options)))
    referee, waiting = Referee(ledger, who.reading(), lying), list(who.told)
    answers: list[tuple[float, Question, str]] = []  # when they are given
    ruled: list[Ruled] = []
    start = clock.process_time()

    def take(outcomes: tuple[Outcome, ...], now: float) -> None:
        for outcome in outcomes:
            if isinstance(outcome, Ruled):
                ruled.append(outcome)
            elif isinstance(outcome, Retracted):
                came.set_right.append(rules.write_action(_retracted(ruled).action))
            elif isinstance(outcome, Asked):
                came.asked.append(outcome.question.reason)
                answer = who.answer(outcome.question, now, referee)
                answers.extend([(now + LATE, outcome.question, answer)] if answer is not None else ())
                give(now, now)

    def give(due: float, now: float) -> None:
        """The answers that are due by then."""
        while answers and answers[0][0] <= due:
            _, question, answer = answers.pop(0)
            if question in referee.questions:  # else it was settled meanwhile
                take(referee.answer(question.key, answer), now)

    for now, look in looks(lying):
        while waiting and waiting[0][0] <= now:
            take(referee.tell(waiting.pop(0)[1]), now)
        take(referee.look(look, now), now)
        give(now, now)
    give(np.inf, now)
    came.seconds, came.computing = now, clock.process_time() - start
    _compare(came, who, ruled)
    came.open = [question.reason for question in referee.questions]
    result = rules.result(referee.state)
    came.score = (result.over, dict(result.points)) == (film.result.over, dict(film.result.points))
    return came


def _retracted(ruled: list[Ruled]) -> Ruled:
    """What was carried out last, which stands no more."""
    return ruled.pop(max(place for place, one in enumerate(ruled) if one.carried_out))


def _compare(came: Outcomes, who: Bystander, ruled: list[Ruled]) -> None:
    """What was right of what was ruled, what was wrong, and what is missing."""
    lines = [(who.bare(who.rules.write_action(one.action)), one.carried_out) for one in ruled]
    refused = [line for line, carried_out in lines if line is not None and not carried_out]
    wanted, had = Counter(who.moves), Counter(line for line, carried_out in lines if line is not None and carried_out)
    came.right, came.missing = (wanted & had).total(), sorted((wanted - had).elements())
    came.wrong = sorted((had - wanted - Counter(who.besides)).elements())
    came.wrong += [f"refused {line}" for line in sorted((Counter(refused) - Counter(who.broken)).elements())]


@pytest.mark.skipif(not FILMS, reason="minutes a film: COMPANION_FILMS says how many")
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(FIRST, FIRST + FILMS))
@pytest.mark.parametrize("game", PLAYBOOKS)
def test_a_film_is_ruled_rightly_or_asked_about(game: str, seed: int) -> None:
    order = Order(game, seed, actions=ACTIONS, cache=DECKS if DECKS.exists() else None)
    if EYES is None:
        film = made(replace(order, fps=30.0) if PACE else order)
        came = refereed(bystander(film), through_the_eyes(film))
    else:
        film = made(replace(order, size=SMALL), BlotchedStock())
        came = refereed(bystander(film), told_by_its_truth(film, int(EYES)))
    print(json.dumps(asdict(came)))
    assert came.wrong == []
    assert came.score or came.open
