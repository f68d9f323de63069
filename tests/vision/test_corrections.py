"""Corrections: what they make of a reading, and the data set they are kept in."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from models.reader_data import labels_of, scene_crops
from tests.vision.staged import BACK, FIRST, INDEX, MISSED, PICTURE, SECOND, SMALL, TILE, box, stages
from vision.corrected import DOUBTFUL, NOT_THERE, SEEN, Thing, Told, corrected
from vision.corrections import Corrections, parse_name
from vision.photo import load_photo
from vision.read import KINDS
from vision.sightings import FloatArray, Kind


def _things(*told: Told) -> dict[int, list[Thing]]:
    """The corrected things by their owner."""
    owned: dict[int, list[Thing]] = {}
    for thing in corrected(stages(), told):
        owned.setdefault(thing.owner, []).append(thing)
    return owned


def _short(things: list[Thing]) -> list[tuple[str, str, float]]:
    return [(thing.kind, thing.name, thing.visible) for thing in things]


def _starts_at(thing: Thing, outline: FloatArray, corner: int) -> bool:
    """Whether a thing's own top left is that corner of an upright outline."""
    return bool(np.allclose(thing.outline, np.roll(outline, -corner, axis=0)))


def test_what_nobody_spoke_of_is_learnt_from_only_where_it_was_vouched_for() -> None:
    things = _things()
    assert _short(things[0]) == [("face", "KH", SEEN), ("corner", "KH", SEEN), ("corner", "KH", SEEN)]
    assert _short(things[1]) == [("face", "", SEEN), ("corner", "9S", DOUBTFUL)]
    assert _short(things[2]) == [("tile", "Q", DOUBTFUL)]
    assert _short(things[3]) == [("back", "", SEEN)]
    assert not any(thing.told for some in things.values() for thing in some)


def test_a_card_that_was_misread_stands_as_its_own_name_stands() -> None:
    things = _things(Told(SECOND, Kind.CARD, "6S"))
    face, corner = things[1]
    assert (face.name, corner.name, corner.visible) == ("6S", "6S", SEEN)
    assert _starts_at(corner, SMALL, 2)
    right = _things(Told(SECOND, Kind.CARD, "9S"))[1][1]
    assert _starts_at(right, SMALL, 0)
    assert right.told


def test_where_nothing_lies_its_glyphs_are_no_glyphs() -> None:
    assert _short(_things(Told(SECOND, None, None))[1]) == [("corner", "", NOT_THERE)]
    assert _short(_things(Told(TILE, None, None))[2]) == [("tile", "", NOT_THERE)]
    assert 3 not in _things(Told(BACK, None, None))


def test_a_face_taken_for_a_back_and_the_other_way_round() -> None:
    card = _things(Told(BACK, Kind.CARD, "7D"))[3]
    assert _short(card) == [("face", "7D", SEEN), ("corner", "7D", SEEN), ("corner", "7D", SEEN)]
    back = _things(Told(SECOND, Kind.BACK, None))[1]
    assert _short(back) == [("back", "", SEEN), ("corner", "", NOT_THERE)]


def test_what_was_missed_takes_the_corner_that_was_found_there() -> None:
    things = _things(Told(box(220, 160, 70, 100), Kind.CARD, "JK"))[4]
    assert _short(things) == [("face", "JK", SEEN), ("corner", "JK", SEEN), ("corner", "JK", SEEN)]
    assert np.allclose(things[1].outline, MISSED)
    guessed = things[2].outline
    assert _starts_at(things[2], np.array([guessed[2], guessed[3], guessed[0], guessed[1]]), 2)
    assert np.linalg.norm(guessed.mean(axis=0) - (290 - 8.5, 260 - 13.5)) < 0.5


def test_an_index_under_another_card_is_not_to_be_seen() -> None:
    assert len(_things(Told(box(55, 60, 70, 100), Kind.CARD, "5C"))[4]) == 3
    assert len(_things(Told(box(70, 5, 70, 100), Kind.CARD, "5C"))[4]) == 2


@pytest.mark.parametrize("turn", [0, 2])
def test_an_index_outside_the_picture_is_not_to_be_seen(turn: int) -> None:
    outline = np.roll(box(360, 220, 70, 100), turn, axis=0)  # the picture ends at 400, 300
    (corner,) = [thing for thing in _things(Told(outline, Kind.CARD, "5C"))[4] if thing.kind == "corner"]
    assert np.linalg.norm(corner.outline.mean(axis=0) - (360 + 8.5, 220 + 13.5)) < 0.5


def test_a_tile_that_was_missed() -> None:
    (tile,) = _things(Told(box(320, 100, 40, 40), Kind.TILE, "Ä"))[4]
    assert (tile.kind, tile.name, tile.visible) == ("tile", "Ä", SEEN)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        (" qs ", (Kind.CARD, "QS")), ("10♥", (Kind.CARD, "10H")), ("Joker", (Kind.CARD, "JK")), ("ä", (Kind.TILE, "Ä")),
        ("blank", (Kind.TILE, "?")), ("back", (Kind.BACK, None)), ("none", (None, None)),
    ],
)  # fmt: skip
def test_names_as_people_write_them(text: str, meant: tuple[Kind | None, str | None]) -> None:
    assert parse_name(text) == meant


@pytest.mark.parametrize("text", ["", "1S", "QX", "QSS", "queen of spades", "??"])
def test_what_is_no_name(text: str) -> None:
    with pytest.raises(ValueError, match="neither a card nor a letter"):
        parse_name(text)


TOLD = (Told(SECOND, Kind.CARD, "6S"), Told(TILE, None, None))


def _kept(folder: Path, *told: Told) -> dict[str, object]:
    """The truth after keeping what was told."""
    Corrections(folder).keep(PICTURE, stages(), told or TOLD, "table.jpg")
    (truth,) = (folder / "truth").glob("*.jsonl")
    (line,) = truth.read_text(encoding="utf-8").splitlines()
    return dict(json.loads(line))


def _files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_a_picture_is_kept_whole(tmp_path: Path) -> None:
    row = _kept(tmp_path)
    key = str(row["picture"])
    expected = [f"crops/{key}-1.png", f"crops/{key}-2.png", "data.yaml"]
    assert _files(tmp_path) == [*expected, f"images/{key}.jpg", f"labels/{key}.txt", f"truth/{key}.jsonl"]
    image = load_photo(tmp_path / "images" / f"{key}.jpg")
    assert image.shape == PICTURE.shape
    assert row["source"] == "table.jpg"
    assert [told.name for told in Corrections(tmp_path).told(PICTURE)] == ["6S", None]


def test_labels_are_oriented_boxes_in_the_finders_classes(tmp_path: Path) -> None:
    row = _kept(tmp_path)
    lines = (tmp_path / "labels" / f"{row['picture']}.txt").read_text().splitlines()
    boxes = [(int(line.split()[0]), [float(v) for v in line.split()[1:]]) for line in lines]
    assert sorted(kind for kind, _ in boxes) == [0, 0, 1, 2, 2, 2]  # the tile that is none has no box
    assert all(len(values) == 8 and min(values) >= 0 and max(values) <= 1 for _, values in boxes)
    face = np.array(boxes[0][1]).reshape(4, 2) * (400, 300)
    assert np.allclose(sorted(map(tuple, face)), sorted(map(tuple, FIRST)), atol=0.1)
    assert "0: face" in (tmp_path / "data.yaml").read_text()


def test_the_reader_learns_from_it(tmp_path: Path) -> None:
    row = _kept(tmp_path)
    things = row["things"]
    assert isinstance(things, list)
    learnt = [labels for seed in range(6) for _, labels in scene_crops(np.random.default_rng(seed), PICTURE, things)]
    six, king = (labels_of("corner", name, 0)[:3] for name in ("6S", "KH"))
    assert {labels[:3] for labels in learnt if labels[0] == KINDS.index("corner")} == {six, king}
    assert not any(labels[0] == KINDS.index("tile") for labels in learnt)


def test_the_turn_that_is_learnt_is_that_of_the_glyph(tmp_path: Path) -> None:
    """The same crop with a turned box gives the label of the turned glyph."""
    upright = {"kind": "corner", "name": "6S", "outline": SMALL.tolist(), "visible": 1.0}
    turned = {**upright, "outline": np.roll(SMALL, -2, axis=0).tolist()}
    one, other = (scene_crops(np.random.default_rng(3), PICTURE, [thing])[0] for thing in (upright, turned))
    assert (one[0] == other[0]).all()
    assert (one[1][4] - other[1][4]) % 4 == 2


def test_later_corrections_of_a_picture_replace_the_earlier(tmp_path: Path) -> None:
    _kept(tmp_path)
    row = _kept(tmp_path, Told(SECOND, Kind.CARD, "9S"))
    assert len(row["told"]) == 1
    assert len(list((tmp_path / "crops").iterdir())) == 1
    Corrections(tmp_path).keep(PICTURE[:, ::-1], stages(), TOLD)
    assert len(list((tmp_path / "truth").iterdir())) == 2


def test_undo_forgets_only_that_picture(tmp_path: Path) -> None:
    kept = Corrections(tmp_path)
    assert not kept.undo(PICTURE)
    kept.keep(PICTURE, stages(), TOLD)
    kept.keep(PICTURE[::-1], stages(), TOLD)
    assert kept.undo(PICTURE)
    assert not kept.undo(PICTURE)
    assert kept.told(PICTURE) == ()
    assert len(kept.told(PICTURE[::-1])) == 2
    assert len(_files(tmp_path)) == 6


@pytest.mark.parametrize("after", range(6))
def test_a_full_disk_leaves_what_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    _kept(tmp_path)
    before = {name: (tmp_path / name).read_bytes() for name in _files(tmp_path)}
    written, write = [], Path.write_bytes

    def full(path: Path, content: bytes) -> int:
        written.append(path)
        if len(written) > after:
            write(path, content[: len(content) // 2])
            raise OSError(28, "No space left on device")
        return write(path, content)

    monkeypatch.setattr(Path, "write_bytes", full)
    told = [Told(SECOND, Kind.CARD, "9S"), Told(TILE, Kind.TILE, "O"), Told(FIRST, Kind.CARD, "KH")]
    with pytest.raises(OSError, match="No space"):
        Corrections(tmp_path).keep(PICTURE, stages(), told)
    assert {name: (tmp_path / name).read_bytes() for name in _files(tmp_path)} == before


def test_a_damaged_truth_is_nothing_kept(tmp_path: Path) -> None:
    key = _kept(tmp_path)["picture"]
    for content in ("", "{", "[]", '{"told": [{}]}', '{"told": 3}'):
        (tmp_path / "truth" / f"{key}.jsonl").write_text(content)
        assert Corrections(tmp_path).told(PICTURE) == ()


def test_index_of_the_first_is_where_it_was_read() -> None:
    assert _starts_at(_things()[0][1], INDEX, 0)
