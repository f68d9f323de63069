"""Learning by the clock from tables that are rendered meanwhile. Run by test_more.py in a process of its own."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
import torch

from models import long
from models.long import Clock, CropStock, PictureStock, jittered, taught_by
from models.reader import CropSet
from models.render.bank import ArtBank, BankSize
from models.render.dataset import outlines_of
from models.render.scene import Scene, random_scene
from models.stream import Eyes, Shards, crops_of, keep, least_box, pictures_of
from vision.detect import Finder
from vision.network import DEFAULT_WEIGHTS, Network

FINDER = DEFAULT_WEIGHTS / "finder.onnx"
pytestmark = pytest.mark.timeout(600)  # torch is slow where other programs are running


@pytest.fixture(scope="module")
def scenes() -> list[Scene]:
    rng = np.random.default_rng(4)
    bank = ArtBank(rng, "train", BankSize(1, 4, 1, 1, 1, 4, 4, 2, 2, 2))
    return [random_scene(rng, bank, (320, 320), layout="rows") for _ in range(6)]


def test_pictures_and_boxes_of_a_shard_are_those_of_the_scenes(scenes: list[Scene]) -> None:
    stock = PictureStock()
    stock.add_shard(pictures_of(scenes))
    for scene, file, rows in zip(scenes, stock.files, stock.rows, strict=True):
        image = cv2.imdecode(np.frombuffer(file, np.uint8), cv2.IMREAD_COLOR)
        assert np.abs(image.astype(int) - scene.image).mean() < 6
        labels = list(outlines_of(scene))
        assert rows[:, 0].tolist() == [kind for kind, _ in labels]
        for (_, _, _, width, height, _), (_, points) in zip(rows, labels, strict=True):
            assert width >= height
            assert width * height >= 0.99 * cv2.contourArea((points * 320).astype(np.float32))


@pytest.mark.parametrize("angle", [-40.0, 0.0, 20.0, 89.0, 134.0])
def test_the_least_box_is_told_as_ultralytics_tells_it(angle: float) -> None:
    points = cv2.boxPoints(((50.0, 40.0), (30.0, 10.0), angle))
    x, y, width, height, radians = least_box(points)
    assert np.allclose((x, y, width, height), (50, 40, 30, 10), atol=0.01)
    assert np.isclose(radians, np.radians(angle), atol=0.01)


def test_boxes_go_where_their_pictures_go() -> None:
    image = np.zeros((400, 640, 3), np.uint8)
    cv2.rectangle(image, (100, 80), (259, 139), (255, 255, 255), -1)
    stock = PictureStock()
    stock.files.append(cv2.imencode(".jpg", image)[1].tobytes())
    stock.rows.append(np.array([[1, 180, 110, 160, 60, 0]], np.float32))
    images, rows = stock.batch(np.random.default_rng(1), 8)
    assert len({float(row[4]) for row in rows}) > 2, "there is more than one scale"
    for shown, (_, kind, x, y, width, height, _) in zip(images, rows, strict=True):
        found = cv2.boundingRect((shown[..., 0] > 180).astype(np.uint8))
        assert kind == 1
        assert np.allclose(found, (x - width / 2, y - height / 2, width, height), atol=2.5)


def test_the_finder_in_torch_sees_what_the_exported_one_sees(scenes: list[Scene]) -> None:
    exported = Finder(FINDER)
    looks = Eyes(FINDER).glyphs([cv2.resize(scene.image, (640, 640)) for scene in scenes])
    own = [len(boxes) for boxes in looks]
    others = [int((exported.find(cv2.resize(s.image, (640, 640))).classes > 1).sum()) for s in scenes]
    assert sum(own) > 10
    assert abs(sum(own) - sum(others)) <= 0.1 * sum(others)  # where it computes with fewer bits


def test_of_too_many_crops_the_newest_are_kept_and_doubtful_ones_are_drawn() -> None:
    stock = CropStock(10, torch.device("cpu"))
    for first in (0, 8):
        shades = np.arange(first, first + 8, dtype=np.uint8)
        pictures = np.broadcast_to(shades[:, None, None, None], (8, 64, 64, 3)).copy()
        stock.add(CropSet(pictures, np.tile(shades[:, None], 5).astype(np.int8)))
    assert len(stock) == 10
    assert sorted(stock.labels[:, 0].tolist()) == list(range(6, 16))
    stock.losses[:] = 0.01
    stock.losses[3] = 0.5
    stock.doubt()
    assert stock.draw(6, 4).tolist()[:4] == [3, 3, 3, 3]


def test_crops_are_shown_by_boxes_a_little_wrong() -> None:
    torch.manual_seed(1)
    crops = torch.rand(16, 3, 64, 64)
    shown = jittered(crops)
    assert shown.shape == crops.shape
    assert (shown[:10] - crops[:10]).abs().mean((1, 2, 3)).min() > 0.001
    assert torch.equal(shown[10:], crops[10:])


def test_a_reader_is_taught_only_by_heads_that_the_labels_are_of() -> None:
    heads = tuple(torch.randn(2, size) for size in (4, 8, 4, 8))
    same = torch.zeros(2, 5, dtype=torch.int8)
    assert float(taught_by(heads, heads, same)) == pytest.approx(0, abs=1e-6)
    others = (heads[0], *(torch.randn_like(head) for head in heads[1:]))
    neither = torch.tensor([[0, -1, -1, -1, -1]] * 2, dtype=torch.int8)
    assert float(taught_by(heads, others, neither)) == pytest.approx(0, abs=1e-6)
    assert float(taught_by(heads, others, same)) > 0.1


def test_the_rate_rises_and_falls() -> None:
    now = time.monotonic()
    early, middle, late = (Clock(now - 1000 * share, 1000).rate(1.0) for share in (0.01, 0.1, 0.99))
    assert early < middle
    assert late < 0.05 < 0.9 < middle


def test_what_has_learnt_is_exported(scenes: list[Scene], tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(long, "_CROPS", 32)
    monkeypatch.setattr(long, "_PICTURES", 2)
    stream, out = tmp_path / "stream", tmp_path / "out"
    stream.mkdir()
    out.mkdir()
    keep(stream / "crops-0.npz", **crops_of(np.random.default_rng(1), scenes, None))
    keep(stream / "pictures-0.npz", **pictures_of(scenes))
    long.learn_to_read(stream, None, out, Clock(time.monotonic(), 4), 500)
    long.learn_to_find(stream, None, out, Clock(time.monotonic(), 4))
    long.export(out)
    assert Finder(out / "finder.onnx").find(scenes[0].image).scores.size > 0
    for name in ("reader", "fresh", "wide"):
        assert len(Network(out / f"{name}.onnx").output_shapes) == 4


def test_nothing_rendered_is_told(tmp_path: Path) -> None:
    with pytest.raises(TimeoutError, match="nothing was rendered"):
        Shards(tmp_path, "crops").wait(0.1)
