"""The pairs of backs that the network learns from, and what becomes of a network that learnt from them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vision.back_network import FEATURES, PLANES, SIZE
from vision.network import Network

UNLESS = "the extra `train` is not installed"
torch = pytest.importorskip("torch", reason=UNLESS)
train_backs = pytest.importorskip("models.train_backs", reason=UNLESS)


@pytest.fixture(scope="module")
def pairs() -> Any:
    return train_backs.rendered(1, range(1))


def test_every_photo_is_laid_on_its_own_template_and_on_others(pairs: Any) -> None:
    photos = np.unique(pairs.photo)
    assert all(pairs.same[pairs.photo == photo].tolist() == [True, False, False] for photo in photos)
    assert pairs.kept.shape == pairs.seen.shape == (3 * len(photos), SIZE[1], SIZE[0], 3)
    assert pairs.features.shape == (3 * len(photos), FEATURES)


def test_in_some_photos_the_own_deck_is_not_enrolled(pairs: Any) -> None:
    (batch,) = train_backs.batches(pairs, np.random.default_rng(1), 1)
    pictures, _, same, photo = batch
    assert pictures.shape == (len(photo), PLANES, SIZE[1], SIZE[0])
    known = {int(number) for number in photo[same]}
    assert 0 < len(known) < len(np.unique(photo))
    assert all((photo == number).sum() == (3 if int(number) in known else 2) for number in np.unique(photo))


def test_what_learnt_is_exported_and_tells_the_same(pairs: Any, tmp_path: Path) -> None:
    net = train_backs.trained(pairs, 3, 1)
    train_backs.export(net, tmp_path / "backs.onnx")
    ((pictures, features, *_),) = train_backs.batches(pairs, np.random.default_rng(2), 1)
    (told,) = Network(tmp_path / "backs.onnx").run(pictures, features)
    with torch.no_grad():
        own = net(torch.from_numpy(pictures), torch.from_numpy(features)).numpy()
    assert np.abs(told - own).max() < 0.1  # where it computes with fewer bits
