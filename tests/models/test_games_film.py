"""The stage and the film: what the truth says lies there is what the frames show, when it says so."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.rules.game import Result, Setup
from models.render.art import Deck, Picture
from models.render.games.film import Film, random_look
from models.render.games.making import Order, made, write
from models.render.games.pieces import Pose, card_piece
from models.render.games.script import between
from models.render.games.stage import Stage
from models.render.games.truth import truth
from tests.models.plain_stock import PlainStock

SIZE, AREA = (320, 180), (200.0, 112.0)
SHORT = Order("lock-the-entry", seed=5, actions=4, size=SIZE, fps=4)


@pytest.fixture
def stage() -> Stage:
    return Stage(("Ann", "Ben"), AREA, np.random.default_rng(1))


@pytest.fixture
def deck() -> Deck:
    return PlainStock().decks(1)[0]


def filmed(stage: Stage) -> Film:
    look = random_look(np.random.default_rng(2), PlainStock(), AREA, ("Ann", "Ben"), SIZE)
    return Film(stage.finish(), look, stage.seats, SIZE, np.random.default_rng(3))


def test_a_card_is_on_the_table_from_the_moment_it_rests(stage: Stage, deck: Deck) -> None:
    stage.rest(0.0)
    hand = stage.reach("Ann", (0, 0))
    hand.hold(stage.know(card_piece(deck, "AS", "Ann:AS", "Ann")))
    hand.lay("Ann:AS", Pose(20, 10, 5))
    hand.leave()
    film = filmed(stage)
    rest = film.script.rests[-1][0]
    assert film.table(rest - 0.001) == []
    (thing,) = film.table(rest)
    assert (thing["piece"], thing["kind"], thing["name"]) == ("Ann:AS", "card", "AS")
    assert thing["visible"] > 0.97
    assert rest < film.script.reaches[0].end == stage.now


def test_what_is_laid_on_a_card_covers_it_and_a_turned_card_shows_its_back(stage: Stage, deck: Deck) -> None:
    for place, card in enumerate(("AS", "KD")):
        stage.put(card_piece(deck, card, card, "Ann"), Pose(0, 22.0 * place))
    hand = stage.reach("Ben", (0, 0))
    hand.push({"KD": Pose(0, 22.0, up=False)})
    hand.leave()
    film = filmed(stage)
    below, top = film.table(0)
    assert (below["name"], top["name"], top["kind"]) == ("AS", "KD", "card")
    assert below["visible"] == pytest.approx(0.25, abs=0.06)
    assert below["index"] > 0.4
    below, top = film.table(stage.now)
    assert (top["kind"], top["name"]) == ("back", "Ann")
    assert "index" not in top


def test_frames_show_the_card_where_its_outline_says(stage: Stage, deck: Deck) -> None:
    stage.put(card_piece(deck, "AS", "AS", "Ann"), Pose(-60, -30, 8))
    stage.now = 1.0
    film = filmed(stage)
    (frame, *_) = film.frames(4)
    (thing,) = film.table(0)
    mask = np.zeros(SIZE[::-1], np.uint8)
    cv2.fillPoly(mask, [np.array(thing["outline"]).round().astype(np.int32)], 1)
    grey = frame.mean(axis=2)
    assert grey[mask == 1].mean() > grey[mask == 0].mean() + 40


def test_a_bump_moves_the_outlines_from_then_on(stage: Stage, deck: Deck) -> None:
    stage.put(card_piece(deck, "AS", "AS", "Ann"), Pose(0, 0))
    stage.now = 2.0
    stage._jolt("camera", 8.0, -4.0)
    film = filmed(stage)
    (before,), (after,) = film.table(0), film.table(2.0)
    moved = np.array(after["outline"]) - np.array(before["outline"])
    assert np.allclose(moved, [8 / 4, -4 / 4], atol=0.11)  # given for a picture 1280 px wide


def test_a_bump_moves_the_bare_table_too(stage: Stage) -> None:
    stage.now = 2.0
    stage._jolt("camera", 40.0, -20.0)
    look = random_look(np.random.default_rng(2), PlainStock(), AREA, ("Ann", "Ben"), SIZE)
    grain = np.random.default_rng(1).integers(0, 255, look.surface.shape, np.uint8)
    film = Film(stage.finish(), replace(look, surface=grain), stage.seats, SIZE, np.random.default_rng(3))
    before, after = (film._compose((), time)[0].frame for time in (1.0, 3.0))
    assert np.array_equal(before, grain)
    assert np.array_equal(after[:-5, 10:], before[5:, :-10])  # given for a picture 1280 px wide


def test_a_piece_turning_over_is_edge_on_half_way() -> None:
    flat, turned = Pose(0, 0), Pose(10, 0, up=False)
    assert between(flat, turned, 0.5).open == pytest.approx(0, abs=1e-6)
    assert between(flat, turned, 0.45).up
    assert not between(flat, turned, 0.55).up


def test_hands_at_once_are_one_time_of_hands(stage: Stage, deck: Deck) -> None:
    stage.rest(0.0)
    for player, overlap in (("Ann", 0.3), ("Ben", 0.0)):
        hand = stage.reach(player, (0, 0))
        hand.go((0, 0))
        hand.leave(overlap)
    stage.now += 1
    hand = stage.reach("Ann", (0, 0))
    hand.go((0, 0))
    hand.leave()
    first, second, third = filmed(stage).script.reaches
    assert second.start < first.end
    told = truth("a game", Setup(("Ann", "Ben")), stage.script, filmed(stage), Result(False, {}, ()), 10)["hands"]
    assert told == [
        [pytest.approx(first.start), pytest.approx(second.end, abs=0.001)],
        [pytest.approx(third.start, abs=0.001), pytest.approx(third.end, abs=0.001)],
    ]


def test_the_table_cannot_change_in_the_past(stage: Stage) -> None:
    stage.rest(3.0)
    with pytest.raises(ValueError, match="already"):
        stage.rest(2.0)


def test_equal_seeds_make_equal_films_and_others_do_not() -> None:
    first, again = made(SHORT, PlainStock()), made(SHORT, PlainStock())
    other = made(Order("lock-the-entry", seed=6, actions=4, size=SIZE, fps=4), PlainStock())
    assert first.truth() == again.truth() != other.truth()
    pairs = zip(first.film.frames(4), again.film.frames(4), strict=True)
    assert all(np.array_equal(one, two) for one, two in pairs)


def test_the_files_of_a_game(tmp_path: Path) -> None:
    game = made(SHORT, PlainStock())
    frames = list(write(game, tmp_path))
    truth = json.loads((tmp_path / "truth.json").read_text())
    assert truth == json.loads(json.dumps(game.truth()))
    assert {path.stem for path in (tmp_path / "backs").iterdir()} == set(truth["setup"]["players"])
    video = cv2.VideoCapture(str(tmp_path / "video.mp4"))
    assert video.get(cv2.CAP_PROP_FRAME_COUNT) == len(frames) == int(truth["video"]["seconds"] * 4) + 1
    fine, frame = video.read()
    assert fine
    assert frame.shape == (180, 320, 3)
    assert video.get(cv2.CAP_PROP_FPS) == 4


def test_a_film_without_noise_is_still_while_the_table_is() -> None:
    """Two frames in which nothing happens differ by the sensor's noise alone."""

    def change(noise: float) -> float:
        frames = list(islice(made(replace(SHORT, noise=noise), PlainStock()).film.frames(40), 2))
        return float(np.abs(frames[0].astype(int) - frames[1]).mean())

    assert change(0.0) < 0.1 * change(1.0)


def test_a_table_is_painted_alike_whatever_was_painted_before_it() -> None:
    def painted(film: Film, time: float) -> Picture:
        return film._compose(film.script.lying_at(time), time)[0].frame

    film = made(SHORT, PlainStock()).film
    times = [time for time, _ in film.script.rests]
    one_after_the_other = [painted(film, time) for time in times]
    assert len({picture.tobytes() for picture in one_after_the_other}) > 4
    for time, picture in zip(times, one_after_the_other, strict=True):
        assert np.array_equal(picture, painted(made(SHORT, PlainStock()).film, time))
