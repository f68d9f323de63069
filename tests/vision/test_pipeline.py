"""The shipped weights on rendered tables of art that trained nothing: decks that ship, held-out fonts and surfaces."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.asset_files import ASSETS
from models.render.art import Deck
from models.render.bank import ArtBank, BankSize
from models.render.camera import View
from models.render.drawn_deck import shipped_decks
from models.render.layouts import CARD_HEIGHT, Placement
from models.render.scene import Scene, compose, random_scene
from tests.vision.staged import box
from vision.calibration import MEASURED
from vision.corner import Corner
from vision.detect import FACE, Boxes, Finder, joined
from vision.gathered import Evidence
from vision.group import CardSeen
from vision.network import DEFAULT_WEIGHTS, Network
from vision.outlines import overlap
from vision.photo import load_photo
from vision.pipeline import (
    TableReader,
    WeightsError,
    _by_indices,
    _indices_once,
    _Look,
    _pips_seen,
    _told_alone,
    _with_suits,
)
from vision.read import READER_RANKS, Glyphs
from vision.reasons import verdicts
from vision.sightings import CARD_NAMES, SUITS, FloatArray, Kind, Reading, Sighting

SIZE = (1280, 960)


@pytest.fixture(scope="module")
def reader() -> TableReader:
    return TableReader()


@pytest.fixture(scope="module")
def bank() -> ArtBank:
    size = BankSize(drawn_decks=1, tile_sets=4, boards=3, racks=2, surfaces=6, clutter=8, hands=2)
    return ArtBank(np.random.default_rng(8), "held", size)


@cache
def _decks() -> tuple[Deck, ...]:
    return shipped_decks()


def _card(name: str, deck: int, x: float, y: float, angle: float) -> Placement:
    face = _decks()[deck].faces[name]
    height, width = face.image.shape[:2]
    return Placement(face.image, "face", name, (x, y), angle, (CARD_HEIGHT * width / height, CARD_HEIGHT), face.corners)


def _rows(rng: np.random.Generator, names: list[str], deck: int) -> list[Placement]:
    return [_card(n, deck, (i % 4) * 80.0, (i // 4) * 105.0, float(rng.normal(0, 8))) for i, n in enumerate(names)]


def _named(reading: Reading, kind: Kind) -> Counter[str]:
    return Counter(s.name for s in reading.of_kind(kind) if s.name is not None)


def _wrong_certain(reading: Reading, kind: Kind, truth: Counter[str]) -> Counter[str]:
    return Counter(s.name for s in reading.of_kind(kind) if s.certain and s.name) - truth


def test_tables_of_cards(reader: TableReader, bank: ArtBank) -> None:
    """Twelve cards each of the six shipped decks: nearly all read, none vouched for that is not there."""
    found = total = 0
    for deck in range(6):
        rng = np.random.default_rng(100 + deck)
        names = [str(n) for n in rng.choice(sorted(set(_decks()[deck].faces) - {"JK"}), 12, replace=False)]
        truth = Counter(names)
        scene = compose(
            rng, bank, _rows(rng, names, deck), View((120.0, 105.0), 520.0, float(rng.uniform(0, 360))), SIZE
        )
        reading = reader.read(scene.image)
        found += (truth & _named(reading, Kind.CARD)).total()
        total += truth.total()
        assert not _wrong_certain(reading, Kind.CARD, truth)
    assert found >= 0.9 * total


def test_what_indices_tell_of_suits_goes_with_the_card_and_jokers_have_none(reader: TableReader, bank: ArtBank) -> None:
    names = ["AS", "9C", "QH", "4D", "JK"]
    view = View((120.0, 105.0), 520.0, 0.0)
    scene = compose(np.random.default_rng(7), bank, _rows(np.random.default_rng(7), names, 0), view, SIZE)
    told = {s.name: s.suits for s in reader.read(scene.image).sightings if s.name}
    suits = {name: SUITS[int(np.argmax(read))] if read else None for name, read in told.items()}
    assert suits == {"AS": "S", "9C": "C", "QH": "H", "4D": "D", "JK": None}
    assert all(np.exp(read).sum() == pytest.approx(1, abs=1e-3) for read in told.values() if read)


def _tiles(scene: Scene) -> Counter[str]:
    return Counter(t.name for t in scene.things if t.kind == "tile" and t.visible > 0.05)


def test_boards_of_tiles(reader: TableReader, bank: ArtBank) -> None:
    found = total = 0
    for seed in range(8):
        scene = random_scene(np.random.default_rng(300 + seed), bank, SIZE, layout="word_rows")
        truth = _tiles(scene)
        reading = reader.read(scene.image)
        found += (truth & _named(reading, Kind.TILE)).total()
        total += truth.total()
    assert found >= 0.8 * total


def test_no_tile_is_told_twice(bank: ArtBank, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = random_scene(np.random.default_rng(400), bank, SIZE, layout="loose_tiles")
    reader, find = TableReader(), Finder.find

    def twice(finder: Finder, *args: Any, **options: Any) -> Boxes:
        boxes = find(finder, *args, **options)
        aside = np.array([0.22, 0.22], np.float32) * boxes.long_sides[:, None, None]
        return joined([boxes, Boxes(boxes.quads + aside, boxes.scores * np.float32(0.9), boxes.classes)])

    monkeypatch.setattr(Finder, "find", twice)
    tiles = [sighting.outline for sighting in reader.read(scene.image).of_kind(Kind.TILE)]
    assert len(tiles) > 3
    assert all(overlap(one, other) < 0.3 for one, other in combinations(tiles, 2))


def test_a_face_without_a_name_that_lies_half_beyond_the_picture_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def found(finder: Finder, *args: Any, **options: Any) -> Boxes:
        quads = np.stack([box(-60, 200, 120, 170), box(300, 200, 120, 170)])
        return Boxes(quads, np.full(2, 0.9, np.float32), np.full(2, FACE, np.int64))

    monkeypatch.setattr(Finder, "find", found)
    reading = TableReader().read(np.full((480, 640, 3), 90, np.uint8))
    assert [seen.centre for seen in reading.of_kind(Kind.CARD)] == [(360.0, 285.0)]


@pytest.mark.parametrize("seed", range(300, 310))
def test_an_empty_table_has_nothing_to_vouch_for(reader: TableReader, bank: ArtBank, seed: int) -> None:
    scene = random_scene(np.random.default_rng(seed), bank, SIZE, layout="nothing")
    assert not any(s.certain for s in reader.read(scene.image).sightings)


@pytest.mark.parametrize("shape", [(32, 32), (40, 3000), (3000, 40)])
def test_any_shape_of_picture_can_be_read(reader: TableReader, shape: tuple[int, int]) -> None:
    picture = np.random.default_rng(1).integers(0, 255, (*shape, 3)).astype(np.uint8)
    reading = reader.read(picture)
    assert reading.size == shape[::-1]
    assert not any(s.certain for s in reading.sightings)


def test_reading_is_repeatable(reader: TableReader, bank: ArtBank) -> None:
    scene = random_scene(np.random.default_rng(400), bank, SIZE, layout="scatter")
    first, second = (reader.read(scene.image).as_json("p")["sightings"] for _ in range(2))
    assert first == second


@pytest.mark.parametrize("name", ["finder.onnx", "reader.onnx", "calibration.json"])
@pytest.mark.parametrize("damage", ["missing", "empty", "cut", "swapped"])
def test_unfit_weights_are_told_in_one_line(tmp_path: Path, name: str, damage: str) -> None:
    files = {path.name: path.read_bytes() for path in DEFAULT_WEIGHTS.iterdir() if path.suffix in (".onnx", ".json")}
    other = {"finder.onnx": "reader.onnx", "reader.onnx": "finder.onnx", "calibration.json": "reader.onnx"}[name]
    content = {"missing": None, "empty": b"", "cut": files[name][: len(files[name]) // 3], "swapped": files[other]}[
        damage
    ]
    for file, data in files.items():
        kept = content if file == name else data
        if kept is not None:
            (tmp_path / file).write_bytes(kept)
    with pytest.raises(WeightsError) as told:
        TableReader(tmp_path)
    assert len(str(told.value).splitlines()) == 1


def test_the_stages_of_a_reading_are_those_it_came_of(reader: TableReader) -> None:
    stages = reader.explain(load_photo(ASSETS / "demo" / "audit" / "faces.jpg"))
    told = [(item, seen) for item, seen in zip(stages.evidence, stages.judged, strict=True) if seen is not None]
    backs = stages.reading.of_kind(Kind.BACK)
    assert stages.reading.sightings == (*(seen for _, seen in told), *backs)
    assert len(stages.found.boxes) <= sum(len(glance.boxes) for glance in stages.found.glances)
    cards = [(item, seen) for item, seen in told if seen.kind is Kind.CARD and seen.name]
    assert cards
    read = stages.corners
    for item, seen in cards:
        for glyph in item.glyphs:
            index = int(np.linalg.norm(read.quads.mean(axis=1) - glyph.mean(axis=0), axis=1).argmin())
            assert read.kept[index]
            assert read.best(index)[0][0] == seen.name
            assert np.allclose(read.box_as(index, str(seen.name)), glyph)
    free = [item for item, _ in cards if item.evidence.startswith("faced")]
    beside = {tuple(strip.index.mean(axis=0)) for strip in stages.strips}
    assert not any(tuple(glyph.mean(axis=0)) in beside for item in free for glyph in item.glyphs)
    own = [glyph for item in stages.evidence if item.evidence in ("single", "lone", "index") for glyph in item.glyphs]
    assert all(tuple(glyph.mean(axis=0)) in beside for glyph in own)
    numbers = [verdict.number for verdict in verdicts(stages)]
    assert numbers == list(range(1, len(stages.reading.sightings) + 1))
    assert all(verdict.pulls for verdict in verdicts(stages) if verdict.score is not None)


def test_an_index_is_read_again_upright_and_told_by_both_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    picture, reader = load_photo(ASSETS / "demo" / "audit" / "faces.jpg"), TableReader()
    once, given = reader.explain(picture), list[FloatArray]()
    rank, suit = np.full((14, 4), -20, np.float32), np.full(4, -20, np.float32)
    rank[READER_RANKS.index("2"), 0] = suit[SUITS.index("C")] = 0

    def all_twos(_: Any, indices: FloatArray) -> Glyphs:
        given.extend(indices)
        empty = np.zeros((len(indices), 4), np.float32)
        return Glyphs(empty, *(np.stack([part] * len(indices)) for part in (rank, suit)), empty, empty[:, 0])

    monkeypatch.setattr(reader._upright, "read_indices", all_twos)
    stages = reader.explain(picture)
    read = stages.corners
    assert len(given) == read.kept.sum() > 3
    assert np.exp(read.names[read.kept]).sum(axis=1) == pytest.approx(1, abs=1e-4)
    for item in once.evidence:
        assert all(any(np.allclose(glyph, index) for index in given) for glyph in item.glyphs)
    others = read.kept & (once.corners.names.argmax(axis=1) != CARD_NAMES.index("2C"))
    assert others.any()
    assert (read.names.max(axis=1) < once.corners.names.max(axis=1))[others].all()


def test_the_shipped_weights_name_no_folder_they_were_trained_in() -> None:
    for name in ("finder.onnx", "reader.onnx", "upright.onnx"):
        told = Network(DEFAULT_WEIGHTS / name).told
        assert not [value for value in told.values() if ".yaml" in value or "/home" in value]


@pytest.mark.parametrize(
    ("name", "certain", "x", "stays"),
    [
        ("QH", False, 4, False),
        ("QS", False, 4, True),
        ("QH", False, -12, True),
        ("QH", True, 10, False),  # pips beside the index
        ("QS", True, 10, True),
        ("QH", True, 12, True),  # another deck's, in a fan
    ],
)
def test_an_index_of_a_card_that_is_surely_read_tells_no_second_one(
    name: str, certain: bool, x: float, stays: bool
) -> None:
    card, glyphs = box(0, 0, 60, 84), (box(4, 4, 8, 14), box(x, 4, 8, 14))
    pairs = zip(("QH", name), glyphs, strict=True)
    evidence = [Evidence(Kind.CARD, n, "faced pair", (), card, (glyph,)) for n, glyph in pairs]
    judged = (Sighting(Kind.CARD, "QH", 1.0, True, card), Sighting(Kind.CARD, name, 0.9, certain, box(x, 3, 60, 84)))
    kept = _indices_once(judged, evidence)
    assert kept == (judged[0], judged[1] if stays else None)


def _in_row(left: float) -> CardSeen:
    """A card of a row from left to right, each on the one before, by its upper index."""
    names = np.full(len(CARD_NAMES), -9.0, np.float32)
    index = Corner(box(left + 3, 4, 8, 14), np.array([0, -1], np.float32), "7C", names, 0.99, 0.9)
    return CardSeen((index,), box(left, 0, 60, 84), 0.9)


@pytest.mark.parametrize(
    ("rank", "strip", "seen"),
    [
        ("7", 36, [[False, True], [False, True], [True, True]]),  # the next one hides the right half
        ("2", 36, [[True, True], [True, True], [True, True]]),
        ("2", 24, [[False, False], [False, False], [True, True]]),
    ],
)
def test_a_pip_is_seen_where_no_card_lies_on_it(rank: str, strip: float, seen: list[list[bool]]) -> None:
    cards = [_in_row(place * strip) for place in range(3)]
    assert [_pips_seen(card, rank, cards).tolist() for card in cards] == seen


def test_a_pip_between_two_cards_tells_the_suit_that_the_indices_do_not() -> None:
    index, twos = CARD_NAMES.index, np.full(len(CARD_NAMES), -20.0, np.float32)
    twos[[index("2C"), index("2S")]] = np.log([0.2, 0.8])
    clubs = np.where(np.array(list(SUITS)) == "C", -0.001, -9.0).astype(np.float32)
    look = _with_suits(_Look(twos, 0.3), clubs)
    assert np.exp(look.names).sum() == pytest.approx(1, abs=1e-4)
    card = replace(_in_row(0), corners=(replace(_in_row(0).corners[0], name="2S", names=twos),))
    assert _by_indices(card, _Look(twos, 0.3)).name == "2S"
    assert _by_indices(card, look).name == "2C"


def _lone(name: str, glyph: Any, named: float = 9.0, real: float = 5.0) -> Evidence:
    told = {"name": named, "real": real}
    features = tuple(told.get(measure, 1.0) for measure in MEASURED["lone"])
    return Evidence(Kind.CARD, name, "lone", features, box(26, 0, 60, 84), (glyph,), seen=False)


@pytest.mark.parametrize(
    ("name", "glyph", "kind"),
    [
        ("9S", box(30, 4, 8, 14), "index"),
        ("QH", box(30, 4, 8, 14), "lone"),  # perhaps the same card's other index
        ("9S", box(30, 4, 16, 28), "lone"),
        ("9S", box(300, 4, 8, 14), "lone"),
        ("9S", np.roll(box(30, 4, 8, 14), 2, axis=0), "lone"),  # upside down
    ],
)
def test_a_lone_index_that_stands_like_those_beside_it_is_better_evidence(name: str, glyph: Any, kind: str) -> None:
    seen = Evidence(Kind.CARD, "QH", "single", (), box(0, 0, 60, 84), (box(4, 4, 8, 14),))
    lone = _lone(name, glyph)
    assert [card.evidence for card in _told_alone([seen, lone])] == ["single", kind]
    assert [card.evidence for card in _told_alone([replace(seen, seen=False), lone])] == ["single", "lone"]


def test_of_indices_beyond_doubt_the_surest_of_its_name_tells_a_card() -> None:
    near, far = box(4, 4, 8, 14), box(300, 4, 8, 14)
    sure, unsure, print_ = _lone("QH", near, 9.0, 9.0), _lone("QH", far, 8.0, 12.0), _lone("QH", near, 9.0, 8.9)
    assert [card.evidence for card in _told_alone([unsure, sure])] == ["lone", "index"]
    assert sorted(card.evidence for card in _told_alone([sure, replace(sure)])) == ["index", "lone"]
    assert [card.evidence for card in _told_alone([print_])] == ["lone"]


def _with_index_of(picture: str, index: str, x: float, y: float) -> Placement:
    """A card of the first shipped deck that shows one card's picture between another one's indices."""
    card, other = _card(picture, 0, x, y, 0.0), _card(index, 0, x, y, 0.0)
    image = card.image.copy()
    for corner in other.corners:
        (left, top), (right, bottom) = corner.min(axis=0).astype(int) - 4, corner.max(axis=0).astype(int) + 4
        image[top:bottom, left:right] = other.image[top:bottom, left:right]
    return replace(other, image=image)


@pytest.mark.parametrize(("picture", "index"), [("QH", "9H"), ("7C", "KC")])
def test_a_court_card_is_no_number_whatever_its_indices_look_like(
    reader: TableReader, bank: ArtBank, picture: str, index: str
) -> None:
    laid = [_card("5D", 0, 0.0, 0.0, 0.0), _with_index_of(picture, index, 90.0, 0.0)]
    scene = compose(np.random.default_rng(3), bank, laid, View((45.0, 0.0), 300.0), SIZE)
    cards = [s for s in reader.read(scene.image).of_kind(Kind.CARD) if s.name in (picture, index)]
    assert cards
    assert not any(card.certain for card in cards)


@pytest.mark.parametrize(
    ("told", "look", "contested"),
    [
        ("9H", {"8H": 0.57, "QH": 0.38}, True),  # a Q that looks like a 9
        ("9H", {"8H": 0.7, "QH": 0.1}, False),
        ("9H", {}, False),
        ("QH", {"9H": 0.38, "KH": 0.57}, True),
        ("QH", {"9H": 0.1, "KH": 0.57}, False),
        ("AH", {"QH": 0.9}, False),
    ],
)
@pytest.mark.parametrize("of", ["faced ", ""])
def test_what_may_well_look_like_a_picture_contradicts_the_index_of_a_number(
    told: str, look: dict[str, float], contested: bool, of: str
) -> None:
    names = np.log(np.array([1.0 if name == told else 1e-6 for name in CARD_NAMES], np.float32))
    quad, outline = (np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) for w, h in ((10, 20), (70, 100)))
    corner = Corner(quad, np.array([0, -1], np.float32), told, names, 0.99, 0.9)
    rest = 1 - sum(look.values())
    seen = np.log(np.array([look.get(name, rest if name == told else 1e-6) for name in CARD_NAMES], np.float32))
    card = _by_indices(CardSeen((corner,), outline, 0.9), _Look(seen, 0.3, of, () if of else (9.0,)))
    assert card.evidence == ("contested" if contested else f"{of}single")
    assert len(card.features) == len(MEASURED[card.evidence])


def test_the_suit_of_a_small_index_is_told_by_what_stands_beside_it() -> None:
    """And its rank is not: then the card contradicts itself."""
    quad, outline = (np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) for w, h in ((10, 20), (70, 100)))
    half = np.log(np.array([{"9S": 0.55, "9C": 0.45}.get(name, 1e-6) for name in CARD_NAMES], np.float32))
    corner = Corner(quad, np.array([0, -1], np.float32), "9S", half, 0.99, 0.9)
    shown = [np.log(np.array([1.0 if name == n else 1e-4 for name in CARD_NAMES], np.float32)) for n in ("9C", "8S")]
    suit, rank = (
        _by_indices(CardSeen((corner,), outline, 0.9), _Look(look, w))
        for look, w in zip(shown, (0.3, 2.0), strict=True)
    )
    assert (suit.name, suit.evidence) == ("9C", "single")
    assert (rank.name, rank.evidence) == ("8S", "contested")


def test_a_folder_of_weights_may_lack_the_reader_of_upright_indices(tmp_path: Path) -> None:
    """Then it is the shipped one that reads them."""
    for name in ("finder.onnx", "reader.onnx", "calibration.json"):
        (tmp_path / name).write_bytes((DEFAULT_WEIGHTS / name).read_bytes())
    picture = load_photo(ASSETS / "demo" / "audit" / "faces.jpg")
    one, other = (reader.read(picture).as_json("p")["sightings"] for reader in (TableReader(), TableReader(tmp_path)))
    assert one == other
    (tmp_path / "upright.onnx").write_bytes(b"")
    with pytest.raises(WeightsError):
        TableReader(tmp_path)
