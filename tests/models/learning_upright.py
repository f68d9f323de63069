"""Learning to read upright indices and strips: what is cut of tables, and what becomes of the reader. Run by
test_more.py in a process of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from models import train_upright, upright_data
from models.more import net_of
from models.reader import CropSet, as_inputs, export_reader, losses_of, rate_at
from models.render.bank import BankSize
from models.train_upright import batches, trained
from models.upright_data import StockJob, kept_stocks
from vision.network import DEFAULT_WEIGHTS
from vision.read import KINDS, Reader

pytestmark = pytest.mark.timeout(600)  # torch is slow where other programs are running


@pytest.fixture(scope="module")
def strips(tmp_path_factory: pytest.TempPathFactory) -> tuple[StockJob, CropSet]:
    """Those of one small stock of black decks."""
    patch = pytest.MonkeyPatch()
    patch.setattr(upright_data, "_STOCK", BankSize(1, 4, 1, 1, 1, 4, 4, 2, 2, 2))
    patch.setattr(upright_data, "_TABLES", 4)
    job = StockJob(tmp_path_factory.mktemp("strips"), Path("nowhere"), 3)
    job(1)
    patch.undo()
    return job, CropSet(*np.load(job(1)).values())


def test_indices_and_strips_are_cut_upright(strips: tuple[StockJob, CropSet]) -> None:
    _, crops = strips
    assert len(crops.pictures) == len(crops.labels) > 40
    corners, faces, none = (crops.labels[:, 0] == KINDS.index(kind) for kind in ("corner", "face", "none"))
    assert corners.sum() == faces.sum() > 0.35 * len(crops.labels)
    assert (corners | faces | none).all()
    assert (crops.labels[~none, 4] == 0).all()
    assert len(np.unique(crops.labels[:, 1])) > 5
    assert crops.pictures.mean() < 128  # of black decks


def test_what_was_rendered_is_not_rendered_again(
    strips: tuple[StockJob, CropSet], monkeypatch: pytest.MonkeyPatch
) -> None:
    job, _ = strips
    before = job.out.joinpath("strips-3-0001.npz").stat().st_mtime_ns

    def none(*_: Any) -> Any:
        raise AssertionError("rendered again")

    monkeypatch.setattr(upright_data, "rendered", none)
    assert job(1).stat().st_mtime_ns == before


def test_strips_of_all_stocks_are_learnt_from(strips: tuple[StockJob, CropSet]) -> None:
    job, crops = strips
    job.out.joinpath("strips-3-0000.npz").write_bytes(job(1).read_bytes())
    assert len(kept_stocks(job, 2, 1).labels) == 2 * len(crops.labels)


def test_a_few_crops_of_each_batch_are_photographed() -> None:
    plain = CropSet(np.zeros((500, 64, 64, 3), np.uint8), np.zeros((500, 5), np.int8))
    photographed = CropSet(np.full((3, 64, 64, 3), 255, np.uint8), np.ones((3, 5), np.int8))
    for pictures, labels in batches(plain, 3, 1, photographed):
        assert len(pictures) == len(labels) == 64
        assert int((pictures[:, 0, 0, 0] > 0).sum()) == int(labels[:, 0].sum()) == 4
    for pictures, _ in batches(plain, 3, 1):
        assert len(pictures) == 64
        assert (pictures < 0).all()


def test_the_rate_rises_and_falls() -> None:
    rates = [rate_at(share, 1e-3) for share in np.linspace(0, 1, 101)]
    top = int(np.argmax(rates))
    assert 0 < top < 10
    assert rates[: top + 1] == sorted(rates[: top + 1])
    assert rates[top:] == sorted(rates[top:], reverse=True)
    assert 0 < rates[-1] < rates[top] < 1e-3


def test_what_learnt_is_surer_of_strips_and_is_read_by_the_reader(
    strips: tuple[StockJob, CropSet], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, crops = strips
    monkeypatch.setattr(train_upright, "_KEPT_OF_MEAN", 0.5)
    shipped = net_of(DEFAULT_WEIGHTS / "reader.onnx")
    learnt = trained(net_of(DEFAULT_WEIGHTS / "reader.onnx"), crops, 40, 1)
    losses = []
    for net in (shipped, learnt):
        net.eval()
        with torch.no_grad():
            heads = net(as_inputs(crops.pictures))
            losses.append(float(losses_of(heads, torch.from_numpy(crops.labels)).mean()))
    assert losses[1] < 0.7 * losses[0]
    torch.save({"net": learnt.state_dict()}, tmp_path / "upright.pt")
    reader = Reader(export_reader(tmp_path / "upright.pt", tmp_path / "upright.onnx"))
    index = np.array([[[40, 40], [52, 40], [52, 60], [40, 60]]], np.float32)
    for read in (reader.read_strips, reader.read_indices):
        assert read(np.zeros((100, 100, 3), np.uint8), index).suit.shape == (1, 4)
