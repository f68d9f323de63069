"""Learning more: the shipped reader read back from its file, the corrected photographs, and the two mixed.

Run by `test_more`, in a process of its own.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
import torch
from rich.console import Console

from models import more, train
from models.average import average
from models.folded import stored_in
from models.reader import BATCH, HEADS, CropSet, export_reader
from models.reader_data import labels_of
from models.render.dataset import RenderJob
from tests.vision.staged import FIRST, PICTURE, SECOND, TILE, stages
from vision.corrected import Told
from vision.corrections import Corrections
from vision.detect import CLASSES
from vision.network import DEFAULT_WEIGHTS, Network
from vision.read import KINDS, Reader, as_batch
from vision.sightings import Kind

CROPS = np.random.default_rng(2).integers(0, 255, (6, 64, 64, 3)).astype(np.uint8)


@pytest.fixture
def corrected(tmp_path: Path) -> Path:
    """A data set of one photograph: a 6♠, a K♥ nobody spoke of, and a tile that is none."""
    folder = tmp_path / "corrections"
    Corrections(folder).keep(PICTURE, stages(), [Told(SECOND, Kind.CARD, "6S"), Told(TILE, None, None)])
    return folder


def test_the_shipped_reader_is_read_back_as_it_is(tmp_path: Path) -> None:
    """Read back, saved and exported again it says the same of any crop."""
    net = more.net_of(DEFAULT_WEIGHTS / "reader.onnx")
    torch.save({"net": net.state_dict()}, tmp_path / "reader.pt")
    again = Reader(export_reader(tmp_path / "reader.pt", tmp_path / "reader.onnx"))
    net.eval()
    with torch.no_grad():
        heads = net(torch.from_numpy(as_batch(CROPS)))
    stored = Reader(DEFAULT_WEIGHTS / "reader.onnx")
    angles = np.zeros(len(CROPS), np.float32)
    one, other = stored.read_crops(CROPS, angles), again.read_crops(CROPS, angles)
    assert np.abs(one.rank - other.rank).max() < 0.05
    assert np.abs(one.kind - other.kind).max() < 0.05
    assert [head.shape[1] for head in heads] == [4, 56, 4, 116]


def test_another_network_is_refused() -> None:
    with pytest.raises(more.NotAReader, match="finder"):
        more.net_of(DEFAULT_WEIGHTS / "finder.onnx")


def test_corrected_photographs_are_cut_many_times_and_each_time_otherwise(corrected: Path) -> None:
    crops = more.corrected_crops(corrected)
    six, king = (labels_of("corner", name, 0)[:3] for name in ("6S", "KH"))
    named = [tuple(row[:3]) for row in crops.labels.tolist() if row[0] == KINDS.index("corner")]
    assert set(named) == {six, king}
    assert named.count(six) > 10
    sixes = crops.pictures[[tuple(row[:3]) == six for row in crops.labels.tolist()]]
    assert len({picture.tobytes() for picture in sixes}) == len(sixes)


def test_a_batch_is_corrected_in_part(corrected: Path) -> None:
    marked = CropSet(np.full((3, 64, 64, 3), 255, np.uint8), np.zeros((3, 5), np.int8))
    plain = CropSet(np.zeros((500, 64, 64, 3), np.uint8), np.zeros((500, 5), np.int8))
    for pictures, labels in more.mixed(((marked, BATCH // 4), (plain, BATCH - BATCH // 4)), 2):
        assert len(pictures) == len(labels) == BATCH
        assert int((pictures.mean(dim=(1, 2, 3)) > 0).sum()) == BATCH // 4


class _ByBrightness(torch.nn.Module):
    """Sure that white crops are of kind 0 and black ones of kind 1, and without an idea of grey ones."""

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, ...]:
        bright = 20 * x.mean(dim=(1, 2, 3))
        kinds = torch.stack([bright, -bright, *[torch.full_like(bright, -20.0)] * 2], dim=1)
        return (kinds, *(torch.zeros(len(x), size) for size in HEADS[1:]))


def test_what_is_read_already_and_what_cannot_be_read_is_no_crop_in_doubt() -> None:
    pictures = np.stack([np.full((64, 64, 3), grey, np.uint8) for grey in (255, 127, 0)])
    labels = np.array([[0, -1, -1, -1, -1]] * 3, np.int8)
    net: Any = _ByBrightness()
    doubted = more.doubtful(net, CropSet(pictures, labels))
    assert doubted.pictures[:, 0, 0, 0].tolist() == [127]
    assert len(doubted.labels) == 1


def test_a_few_steps_change_the_network_and_keep_what_was_folded(corrected: Path) -> None:
    net = more.net_of(DEFAULT_WEIGHTS / "reader.onnx")
    before = {name: value.clone() for name, value in net.state_dict().items()}
    crops = more.corrected_crops(corrected)
    after = more.fine_tuned(net, crops, crops, more.MorePlan(steps=2, rate=1e-3)).state_dict()
    assert not torch.equal(before["heads.1.weight"], after["heads.1.weight"].cpu())
    assert torch.equal(before["stem.1.running_mean"], after["stem.1.running_mean"].cpu())


def test_both_readers_learn_from_cards(corrected: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = more.Corrected.of(corrected)
    assert told.indices is not None
    upright = told.indices.labels[told.indices.labels[:, 0] == KINDS.index("corner")]
    assert {labels_of("corner", name, 0) for name in ("6S", "KH")} == {tuple(row) for row in upright.tolist()}
    monkeypatch.setattr(more, "kept_stocks", lambda job, stocks, processes: told.indices)
    plan = more.MorePlan(steps=1, rate=1e-3)
    more.readers_go_on(told, tmp_path, told.glyphs, tmp_path / "out", plan, Console())
    for name in ("reader.onnx", "upright.onnx"):
        before, after = stored_in(onnx.load(DEFAULT_WEIGHTS / name)), stored_in(onnx.load(tmp_path / "out" / name))
        assert any(not torch.equal(before[key], after[key]) for key in before)


def test_of_tiles_the_reader_alone_learns(tmp_path: Path) -> None:
    no_cards = (Told(FIRST, None, None), Told(SECOND, None, None))
    Corrections(tmp_path / "tiles").keep(PICTURE, stages(), [*no_cards, Told(TILE, Kind.TILE, "Q")])
    told = more.Corrected.of(tmp_path / "tiles")
    assert told.indices is None
    more.readers_go_on(told, tmp_path, told.glyphs, tmp_path / "out", more.MorePlan(steps=1), Console())
    assert (tmp_path / "out" / "upright.onnx").read_bytes() == (DEFAULT_WEIGHTS / "upright.onnx").read_bytes()


def test_nothing_corrected_is_nothing_to_learn_from(tmp_path: Path) -> None:
    (tmp_path / "truth").mkdir()
    with pytest.raises(ValueError, match="no corrections"):
        more.learn_more(tmp_path, tmp_path, tmp_path, tmp_path / "out", more.MorePlan(), Console())
    assert not (tmp_path / "out").exists()


def test_a_few_tables_are_rendered_where_no_training_left_crops(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    rendered: list[RenderJob] = []

    def cut(work: Path, finder: Path | None, console: Console) -> list[Path]:
        np.savez(tmp_path / "0000.npz", pictures=CROPS, labels=np.zeros((len(CROPS), 5), np.int8))
        return [tmp_path]

    monkeypatch.setattr(more, "render", lambda job: rendered.append(job) or iter((job.count,)))
    monkeypatch.setattr(more, "cut_rendered", cut)
    crops = more.few_rendered_crops(tmp_path / "work", 7, tmp_path, Console())
    assert [job.count for job in rendered] == [7, 7]
    assert len(crops.labels) == len(CROPS)


def test_crops_that_a_training_left_are_taken_as_they_are(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "crops" / "close").mkdir(parents=True)
    np.savez(tmp_path / "crops" / "close" / "0000.npz", pictures=CROPS, labels=np.zeros((len(CROPS), 5), np.int8))
    monkeypatch.setattr(more, "render", lambda job: pytest.fail("nothing is to be rendered"))
    assert len(more.few_rendered_crops(tmp_path, 7, tmp_path, Console()).labels) == len(CROPS)


def test_other_corrections_have_another_fingerprint(corrected: Path) -> None:
    first = more._fingerprint(corrected)
    assert first == more._fingerprint(corrected)
    (truth,) = (corrected / "truth").glob("*.jsonl")
    truth.write_text(json.dumps({**json.loads(truth.read_text()), "told": []}))
    assert first != more._fingerprint(corrected)


def _called(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> tuple[list[object], list[list[str]]]:
    """What `models.train` asks to be learnt, and the programs it runs after that."""
    learnt: list[object] = []
    ran: list[list[str]] = []
    monkeypatch.setattr(train, "learn_more", lambda more, work, runs, weights, plan, console: learnt.append(plan))
    monkeypatch.setattr(train.subprocess, "run", lambda command, check: ran.append(command))
    monkeypatch.setattr(sys, "argv", ["train", *map(str, arguments)])
    train.main()
    return learnt, ran


def test_more_is_learnt_into_a_folder_of_its_own_and_calibrated(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    more_of, weights = tmp_path / "corrections", tmp_path / "mine"
    learnt, ran = _called(monkeypatch, "--more", more_of, "--weights", weights, "--steps", 50, "--calibrate-on", 7)
    assert learnt == [more.MorePlan(steps=50)]
    (command,) = ran
    assert command[1:3] == ["-m", "models.calibrate"]
    assert command[command.index("--weights") + 1] == str(weights)
    assert command[command.index("--rendered") + 1] == "7"
    assert "--learnt" not in command


def test_what_the_shipped_networks_learnt_calibrates_nothing_that_goes_on_from_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    photos = tmp_path / "photos"
    _, (command,) = _called(monkeypatch, "--more", tmp_path, "--weights", tmp_path / "mine", "--photos", photos)
    assert command[3:5] == [str(photos), "--learnt"]


def test_the_shipped_weights_are_not_written_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as left:
        _called(monkeypatch, "--more", tmp_path)
    assert left.value.code == 2


def test_ultralytics_reads_the_data_set_and_counts_it_as_often_as_it_is_named(corrected: Path, tmp_path: Path) -> None:
    from ultralytics.data.dataset import YOLODataset
    from ultralytics.data.utils import check_det_dataset

    from models.finder import CORRECTED_TIMES, _data_file

    assert check_det_dataset(str(corrected / "data.yaml"))["names"] == dict(enumerate(CLASSES))
    data = check_det_dataset(str(_data_file(corrected, corrected, tmp_path / "run", corrected)))
    found = YOLODataset(img_path=data["train"], data=data, task="obb", augment=False, imgsz=640)
    assert len(found) == 1 + CORRECTED_TIMES
    assert sorted(found.labels[0]["cls"][:, 0].astype(int).tolist()) == [0, 0, 1, 2, 2, 2]
    assert all(len(segment) >= 4 for segment in found.labels[0]["segments"])


def test_the_shipped_finder_is_read_back_as_it_was_exported() -> None:
    from models.finder import network_of

    net = network_of(DEFAULT_WEIGHTS / "finder.onnx").eval()
    picture = np.random.default_rng(3).random((1, 3, 640, 640), np.float32)
    stored = Network(DEFAULT_WEIGHTS / "finder.onnx").run(picture)[0]
    with torch.no_grad():
        told = net(torch.from_numpy(picture))
    boxes = (told[0] if isinstance(told, tuple | list) else told).numpy()
    assert boxes.shape == stored.shape
    apart = np.abs(boxes - stored)
    assert apart[:, 4:-1].max() < 0.01  # the scores
    assert apart[:, -1].max() < 0.1  # the angles, radians; on some machines half precision is run


def test_a_reader_is_no_finder() -> None:
    from models.finder import NotAFinder, network_of

    with pytest.raises(NotAFinder, match="reader"):
        network_of(DEFAULT_WEIGHTS / "reader.onnx")


def test_the_mean_of_two_networks(tmp_path: Path) -> None:
    one, other, mean = DEFAULT_WEIGHTS / "reader.onnx", tmp_path / "other.onnx", tmp_path / "mean.onnx"
    changed, kept = onnx.load(one), stored_in(one)
    first = next(stored for stored in changed.graph.initializer if kept[stored.name].dtype == torch.float32)
    first.CopyFrom(onnx.numpy_helper.from_array(kept[first.name].numpy() + np.float32(2), first.name))
    onnx.save(changed, other)
    average(one, other, mean, 0.25)
    found = stored_in(mean)
    assert np.allclose(found[first.name], kept[first.name] + 0.5, atol=1e-5)
    assert all(np.allclose(found[name], kept[name], atol=1e-5) for name in kept if name != first.name)
    with pytest.raises(ValueError, match="same network"):
        average(one, DEFAULT_WEIGHTS / "finder.onnx", mean)
