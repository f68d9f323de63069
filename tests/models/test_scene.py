"""Scenes: what the truth says lies in the picture is where it says, as visible as it says, the way up it says."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from models.render.art import Picture, Quad
from models.render.bank import ArtBank, BankSize
from models.render.camera import View, homography, project
from models.render.dataset import FINDER_CLASSES, label_lines
from models.render.effects import photograph
from models.render.layouts import LAYOUT_NAMES, Layout, Placement
from models.render.scene import Composer, Scene, Thing, compose, random_scene
from vision.sightings import CARD_NAMES, LETTERS

SIZE = (320, 240)  # px of the pictures
CARD = (63.0, 88.0)  # mm
STRAIGHT = View(centre=(0, 0), span=160)  # 2 px a mm
VIEWS = [
    STRAIGHT,
    View((10, -5), 200, turn=120),
    View((0, 0), 170, turn=-15, tilt=35, azimuth=60),
    View((-8, 4), 190, turn=200, tilt=20, azimuth=290),
]
RED, BLUE, PAPER = (0, 0, 255), (255, 0, 0), (240, 240, 240)
TEXEL = 4  # texture pixels a mm of the plain card
INDEX = np.array([[20, 20], [60, 20], [60, 100], [20, 100]], np.float32)


class ClearBank(ArtBank):
    """A small stock whose clutter and hands are transparent, so that nothing strays over what is laid."""

    def __init__(self) -> None:
        super().__init__(np.random.default_rng(1), "train", BankSize(1, 1, 1, 1, 1, 1, 1), cache=None)

    def clutter(self, rng: np.random.Generator) -> Picture:
        return np.zeros((8, 8, 4), np.uint8)

    def hand(self, rng: np.random.Generator) -> Picture:
        return np.zeros((8, 8, 4), np.uint8)


@pytest.fixture(scope="module")
def clear() -> ClearBank:
    return ClearBank()


@pytest.fixture(scope="module")
def bank() -> ArtBank:
    return ArtBank(np.random.default_rng(2), "train", BankSize(2, 1, 1, 1, 2, 4, 1), cache=None)


def _plain_card() -> Picture:
    """Paper with an index at each end: blue, its own top left quarter red."""
    width, height = int(CARD[0] * TEXEL), int(CARD[1] * TEXEL)
    image = np.full((height, width, 4), 255, np.uint8)
    image[..., :3] = PAPER
    for view in (image, image[::-1, ::-1]):
        view[20:100, 20:60, :3] = BLUE
        view[20:60, 20:40, :3] = RED
    return image


def _card(x: float = 0, y: float = 0, angle: float = 0) -> Placement:
    image = _plain_card()
    far = np.array(image.shape[1::-1], np.float32) - INDEX
    return Placement(image, "face", "AS", (x, y), angle, CARD, (INDEX, far))


def _painted(layout: Layout, view: View, size: tuple[int, int] = SIZE) -> np.ndarray:
    """The layout alone on black: no litter, no shadow, no camera effects."""
    composer = Composer(np.zeros((size[1], size[0], 3), np.uint8), homography(view, size))
    for index, placement in enumerate(layout):
        composer.paint(index, placement, light=(0, 0), shade=0)
    return composer.frame


def _truth(clear: ClearBank, layout: Layout, view: View = STRAIGHT, kind: str = "face") -> list[Thing]:
    scene = compose(np.random.default_rng(3), clear, layout, view, SIZE)
    return [thing for thing in scene.things if thing.kind == kind]


def _clockwise_area(outline: Quad) -> float:
    return float(cv2.contourArea(outline, oriented=True))


@pytest.mark.parametrize("size", [(320, 240), (200, 500), (64, 64)])
def test_straight_from_above_a_millimetre_is_a_fixed_number_of_pixels(size: tuple[int, int]) -> None:
    camera = homography(View(centre=(30, -20), span=250), size)
    table = np.array([[30, -20], [40, -20], [30, 5], [-95, 105]])
    expected = (table - (30, -20)) * max(size) / 250 + np.array(size) / 2
    np.testing.assert_allclose(project(camera, table), expected, atol=1e-3)


def test_turning_the_camera_keeps_lengths_and_tilting_keeps_the_middle() -> None:
    middle, right = np.array([[7.0, 9.0]]), np.array([[17.0, 9.0]])
    turned = homography(View((7, 9), 160, turn=90), SIZE)
    np.testing.assert_allclose(project(turned, right), [[160, 140]], atol=1e-3)
    tilted = homography(View((7, 9), 160, turn=31, tilt=40, azimuth=75), SIZE)
    np.testing.assert_allclose(project(tilted, middle), [[160, 120]], atol=1e-3)


def test_tilted_the_nearer_half_of_the_table_is_larger() -> None:
    camera = homography(View((0, 0), 160, tilt=30), SIZE)
    left, middle, right = project(camera, np.array([[0, -40], [0, 0], [0, 40]]))
    steps = np.linalg.norm(middle - left), np.linalg.norm(right - middle)
    assert max(steps) > 1.15 * min(steps)


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("angle", [0, 33, 90, 250])
def test_an_outline_is_where_the_picture_of_the_card_is(clear: ClearBank, view: View, angle: float) -> None:
    layout = [_card(4, -6, angle)]
    (card,) = _truth(clear, layout, view)
    painted = _painted(layout, view).any(axis=2)
    rows, columns = np.nonzero(painted)
    assert abs(columns.min() - card.outline[:, 0].min()) <= 1.5
    assert abs(columns.max() - card.outline[:, 0].max()) <= 1.5
    assert abs(rows.min() - card.outline[:, 1].min()) <= 1.5
    assert abs(rows.max() - card.outline[:, 1].max()) <= 1.5
    inside = np.zeros(painted.shape, np.uint8)
    cv2.fillConvexPoly(inside, card.outline.round().astype(np.int32), 1)
    assert (painted & (inside > 0)).sum() > 0.97 * (painted | (inside > 0)).sum()


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("angle", [0, 33, 90, 180, 250])
def test_the_quad_of_an_index_starts_at_its_own_top_left(clear: ClearBank, view: View, angle: float) -> None:
    layout = [_card(0, 0, angle)]
    frame = _painted(layout, view)
    corners = _truth(clear, layout, view, "corner")
    assert len(corners) == 2
    for corner in corners:
        assert _clockwise_area(corner.outline) > 0
        inward = (corner.outline * 0.6 + corner.outline.mean(axis=0) * 0.4).round().astype(int)
        colours = [frame[y, x].astype(int) for x, y in inward]
        assert colours[0][2] > 200 > 50 > colours[0][0], "red at the first point"
        assert all(colour[0] > 200 > 50 > colour[2] for colour in colours[1:]), "blue at the others"


@pytest.mark.parametrize("angle", [0, 140])
def test_an_index_cut_out_along_its_quad_is_the_index_of_the_art(clear: ClearBank, angle: float) -> None:
    face = clear.decks[0].faces["7H"]
    view = View((0, 0), 110, turn=25, tilt=15, azimuth=130)
    layout = [Placement(face.image, "face", face.name, (0, 0), angle, CARD, face.corners)]
    frame = _painted(layout, view, (900, 900))
    camera_quads = compose(np.random.default_rng(0), clear, layout, view, (900, 900)).things[1:]
    patch = np.array([[0, 0], [40, 0], [40, 80], [0, 80]], np.float32)
    for flat_quad, seen in zip(face.corners, camera_quads, strict=True):
        flat, shot = (
            cv2.warpPerspective(image, cv2.getPerspectiveTransform(quad, patch), (40, 80))[..., 1].ravel()
            for image, quad in ((face.image, flat_quad), (frame, seen.outline))
        )
        assert np.corrcoef(flat, shot)[0, 1] > 0.9


@pytest.mark.parametrize("angle", [0, 90, 57])
def test_a_card_half_covered_by_another_is_half_visible(clear: ClearBank, angle: float) -> None:
    along = np.radians(angle)
    aside = CARD[0] / 2 * np.array([np.cos(along), np.sin(along)])
    below, above = _truth(clear, [_card(0, 0, angle), _card(aside[0], aside[1], angle)], View((0, 0), 220))
    assert below.visible == pytest.approx(0.5, abs=0.03)
    assert above.visible == pytest.approx(1.0, abs=0.03)


def test_what_lies_outside_the_picture_is_not_visible(clear: ClearBank) -> None:
    inside, across, outside = _truth(clear, [_card(0, 0), _card(80, 0), _card(300, 0)])
    assert inside.visible == pytest.approx(1.0, abs=0.03)
    assert across.visible == pytest.approx(0.5, abs=0.03)
    assert outside.visible == 0


def test_what_lies_behind_the_camera_is_left_out(clear: ClearBank) -> None:
    tilted = View(centre=(0, 0), span=160, tilt=45)
    behind = [_card(0, far) for far in (-2000.0, 2000.0)]
    scene = compose(np.random.default_rng(0), clear, [_card(), *behind], tilted, SIZE)
    assert sum(thing.kind == "face" for thing in scene.things) == 2  # one of the far ones lies beyond the horizon


def test_an_index_under_another_card_is_hidden_and_its_twin_is_not(clear: ClearBank) -> None:
    first, second, *_ = _truth(clear, [_card(0, 0), _card(0, -50)], kind="corner")
    assert first.visible < 0.02
    assert second.visible > 0.95
    assert first.owner == second.owner


def test_a_label_is_the_outline_as_shares_of_width_and_height(clear: ClearBank) -> None:
    scene = compose(np.random.default_rng(3), clear, [_card(5, 3, 20)], STRAIGHT, SIZE)
    for line, thing in zip(label_lines(scene), scene.things, strict=True):
        kind, *points = line.split()
        assert FINDER_CLASSES[int(kind)] == thing.kind
        seen = np.array(points, float).reshape(-1, 2) * SIZE
        gaps = np.linalg.norm(seen[:, None] - thing.outline[None], axis=2)
        assert gaps.min(axis=0).max() < 0.1, "every point of the outline is in the label"


def test_things_out_of_the_picture_are_cut_at_its_edge_and_slivers_get_no_label(clear: ClearBank) -> None:
    cut = compose(np.random.default_rng(3), clear, [_card(80, 0)], STRAIGHT, SIZE)
    face = next(line for line in label_lines(cut) if line.startswith(f"{FINDER_CLASSES.index('face')} "))
    assert float(max(face.split()[1::2])) == 1.0
    sliver = compose(np.random.default_rng(3), clear, [_card(80 + 0.4 * CARD[0], 0)], STRAIGHT, SIZE)
    assert [line for line in label_lines(sliver) if line.startswith("0 ")] == []


@pytest.mark.parametrize("layout", LAYOUT_NAMES)
def test_the_truth_of_random_scenes_is_well_formed(bank: ArtBank, layout: str) -> None:
    scene = random_scene(np.random.default_rng(11), bank, (200, 160), layout=layout)
    assert scene.image.shape == (160, 200, 3)
    assert scene.image.dtype == np.uint8
    names = {"face": set(CARD_NAMES), "tile": set(LETTERS), "back": {deck.name for deck in bank.decks}}
    names["corner"] = names["face"]
    faces = {thing.owner: thing.name for thing in scene.things if thing.kind == "face"}
    for thing in scene.things:
        assert thing.name in names[thing.kind]
        assert thing.outline.shape == (4, 2)
        assert _clockwise_area(thing.outline) > 0
        assert 0 <= thing.visible <= 1
        assert thing.kind != "corner" or faces[thing.owner] == thing.name
    assert bool(scene.things) == (layout not in ("nothing", "other_things"))


@pytest.mark.parametrize("close", [False, True])
def test_labels_are_fractions_of_the_picture(bank: ArtBank, close: bool) -> None:
    rng = np.random.default_rng(5)
    lines = [line for _ in range(8) for line in label_lines(random_scene(rng, bank, (200, 200), close=close))]
    assert len(lines) >= 8
    for line in lines:
        kind, *points = line.split()
        assert 0 <= int(kind) < len(FINDER_CLASSES)
        assert len(points) >= 6
        assert len(points) % 2 == 0
        assert all(0 <= float(point) <= 1 for point in points)


def _everything(scene: Scene) -> tuple[bytes, list[tuple[str, str, bytes, float, int]]]:
    things = [(t.kind, t.name, t.outline.tobytes(), t.visible, t.owner) for t in scene.things]
    return scene.image.tobytes(), things


def test_one_seed_gives_one_scene(bank: ArtBank) -> None:
    first, again, other = (
        _everything(random_scene(np.random.default_rng(seed), bank, (160, 160))) for seed in (4, 4, 5)
    )
    assert first == again
    assert first != other


def test_a_photograph_keeps_its_size_and_what_is_in_it(clear: ClearBank) -> None:
    flat = _painted([_card()], STRAIGHT)
    for seed in range(12):
        photo = photograph(np.random.default_rng(seed), flat)
        assert photo.shape == flat.shape
        assert photo.dtype == np.uint8
        grey = photo.mean(axis=2)
        assert grey[60:180, 120:200].mean() > grey[:, :60].mean() + 20
