"""Why a read is as sure as it is, and the picture of all steps: from stages made by hand, without any network."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.calibration import Calibration, Curve
from vision.detect import CORNER, Boxes
from vision.evidence import WIDTH
from vision.explanation import explained
from vision.gathered import Evidence, GlyphsRead, StripRead
from vision.pipeline import Stages
from vision.reasons import Cause, verdicts
from vision.search import Found, Glance
from vision.sightings import CARD_NAMES, LETTERS, Kind, Reading, Sighting

SQUARE = np.array([[40, 40], [80, 40], [80, 100], [40, 100]], np.float32)
INDEX = np.array([[42, 42], [50, 42], [50, 56], [42, 56]], np.float32)
USUAL = (10.0, 10.0, 6.0, 2.0, 3.6, 0.9)
FACE_CURVE = Curve((1.0, 1.0, 0.0, 0.0), (0.0, 10.0), (0.0, 1.0), 6.0)
CURVE = Curve((0.5, 0.5, 0.25, 0.5, 1.0, 1.0, -5.0), (0.0, 10.0), (0.0, 1.0), 6.0, USUAL)


def _glyphs(vocabulary: tuple[str, ...], count: int) -> GlyphsRead:
    names = np.log(np.full((count, len(vocabulary)), 0.1 / len(vocabulary), np.float32))
    names[:, 3], names[:, 5] = np.log(0.7), np.log(0.2)
    real, kept = np.full(count, 0.9, np.float32), np.arange(count) % 2 == 0
    turns = np.zeros((count, len(vocabulary), 4), np.float32)
    return GlyphsRead(np.repeat(INDEX[None], count, 0), real, real, names, vocabulary, kept, turns, real)


def _stages(*items: Evidence, calibration: Calibration | None = None) -> Stages:
    """Stages of a reading of those items, and a back of no known deck after them."""
    never = replace(CURVE, certain_from=1e9)
    known = calibration or Calibration({"single": CURVE, "face": FACE_CURVE, "contested": never, "lone": never})
    judged = []
    for item in items:
        confidence, certain = known.judge(item.evidence, item.features) if item.features else (0.0, False)
        judged.append(Sighting(item.kind, item.name if confidence >= 0.5 else None, confidence, certain, item.outline))
    back = Sighting(Kind.BACK, None, 0.7, False, SQUARE)
    boxes = Boxes(INDEX[None], np.array([0.8], np.float32), np.array([CORNER]))
    found = Found((Glance((0, 0, 160, 120), 640, boxes), Glance((20, 20, 140, 120), 640, boxes)), boxes)
    reading = Reading((160, 120), 1.0, (*judged, back))
    tiles, corners = _glyphs(LETTERS, 1), _glyphs(CARD_NAMES, 2)
    return Stages(found, corners, tiles, None, items, tuple(judged), reading, known)


def _card(*features: float, evidence: str = "single", **more: object) -> Evidence:
    return replace(Evidence(Kind.CARD, "QS", evidence, features, SQUARE, (INDEX,)), **more)


def test_the_measure_that_is_below_the_usual_is_the_doubt() -> None:
    unclear, small, sure = (
        verdicts(_stages(_card(*features)))[0]
        for features in ((1.0, 1.0, 6.0, 2.0, 3.6, 0.9), (10.0, 10.0, 6.0, -4.0, 1.0, 0.9), USUAL)
    )
    assert [pull.measure for pull in unclear.doubts] == ["name"]
    assert unclear.doubts[0].score == pytest.approx(-9.0)
    assert [pull.measure for pull in small.doubts] == ["found", "size"]
    assert sure.cause is Cause.CERTAIN
    assert sure.doubts == ()


def test_what_the_pulls_come_to_is_what_is_lacking() -> None:
    features = (4.0, 3.0, 2.0, 1.0, 3.0, 0.2)
    verdict = verdicts(_stages(_card(*features)))[0]
    lacking = CURVE.score(features) - CURVE.score(USUAL)
    assert sum(pull.score for pull in verdict.pulls) == pytest.approx(lacking)
    assert verdict.score == pytest.approx(CURVE.score(features))
    assert verdict.certain_from == 6.0


@pytest.mark.parametrize(
    ("item", "cause"),
    [
        (_card(6.0, 6.0, 6.0, 2.0, 3.6, 0.9), Cause.CERTAIN),
        (_card(4.0, 4.0, 6.0, 2.0, 2.6, 0.9), Cause.SHORT),
        (_card(0.0, 0.0, 6.0, 2.0, 3.6, 0.9), Cause.NAMELESS),
        (_card(9.0, 9.0, 6.0, 2.0, 3.6, 0.9, evidence="contested"), Cause.CONTESTED),
        (_card(9.0, 9.0, 6.0, 2.0, 3.6, 0.0, evidence="lone"), Cause.NEVER),
        (_card(9.0, 9.0, 6.0, 2.0, 3.6, 0.9, evidence="unheard of"), Cause.NEVER),
        (_card(-3.0, 0.7, 4.0, evidence="face", glyphs=()), Cause.FACE_ALONE),
    ],
)
def test_every_cause(item: Evidence, cause: Cause) -> None:
    card, back = verdicts(_stages(item))
    assert card.cause is cause
    assert (card.number, back.number) == (1, 2)
    assert back.cause is Cause.BACK_UNKNOWN


def test_a_calibration_without_usual_reads_gives_no_doubts() -> None:
    old = Calibration({"single": replace(CURVE, usual=(), certain_from=1e9)})
    verdict = verdicts(_stages(_card(*USUAL), calibration=old))[0]
    assert verdict.pulls == ()
    assert verdict.certain_from is None
    assert verdict.cause is Cause.NEVER


def test_the_picture_has_every_step_and_every_word_it_asks_for() -> None:
    asked: list[str] = []

    def say(key: str, **values: object) -> str:
        asked.append(key)
        return key

    image = np.full((120, 160, 3), 90, np.uint8)
    stages = _stages(_card(*USUAL), _card(*USUAL, rivals=(INDEX,)))
    picture = explained(image, stages, say, ["one", "two"])
    assert picture.dtype == np.uint8
    assert picture.shape[1:] == (WIDTH, 3)
    assert picture.shape[0] > 3 * WIDTH * 120 // 160
    assert {"views", "view", "boxes", "crops", "no_glyph", "groups", "sightings", "class_tile"} <= set(asked)
    assert asked.count("view") == 2
    assert (image == 90).all()


def test_what_shows_beside_indices_is_in_the_picture_where_it_was_read() -> None:
    asked: dict[str, object] = {}

    def say(key: str, **values: object) -> str:
        asked[key] = values.get("number")
        return key

    image, names = np.full((120, 160, 3), 90, np.uint8), np.log(np.full(len(CARD_NAMES), 1 / 53, np.float32))
    without = _stages(_card(*USUAL))
    heights = [explained(image, without, say, []).shape[0]]
    assert "strips" not in asked
    heights.append(explained(image, replace(without, strips=(StripRead(INDEX, names),) * 3), say, []).shape[0])
    assert asked["strips"] == 3
    assert heights[1] > heights[0] + 96


def test_an_empty_table_can_be_explained() -> None:
    none = Boxes(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32), np.zeros(0, np.int64))
    found = Found((Glance((0, 0, 160, 120), 640, none),), none)
    stages = replace(_stages(), found=found, corners=_glyphs(CARD_NAMES, 0), tiles=_glyphs(LETTERS, 0))
    assert explained(np.zeros((120, 160, 3), np.uint8), stages, lambda key, **values: key, []).shape[1] == WIDTH


def test_what_may_be_no_index_at_all_is_told_so_however_clear_its_name_would_be() -> None:
    (verdict, _) = verdicts(_stages(_card(12.0, 12.0, 2.0, 2.0, 3.6, 0.9)))
    assert verdict.cause is Cause.PERHAPS_NONE
    assert not verdict.sighting.certain


def test_a_name_that_is_not_clear_is_told_so_however_surely_it_is_a_card() -> None:
    (verdict, _) = verdicts(_stages(_card(3.0, 9.0, 12.0, 6.0, 3.6, 0.9)))
    assert verdict.cause is Cause.PERHAPS_ANOTHER
    assert not verdict.sighting.certain


def test_the_only_tile_that_is_seen_from_the_side_is_told_so() -> None:
    tile = Evidence(Kind.TILE, "S", "tile", (10.0, 10.0, 6.0, 3.6, 0.0, 0.0), SQUARE, (SQUARE,))
    stages = _stages(tile, calibration=Calibration({"tile": CURVE}))
    (surely,) = (s for s in stages.judged if s is not None)
    (verdict, _) = verdicts(replace(stages, judged=(replace(surely, certain=False),)))
    assert surely.certain
    assert verdict.cause is Cause.ALONE_ASKEW
