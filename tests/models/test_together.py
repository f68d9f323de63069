"""Two networks that are asked together tell the mean of what each tells."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision.network import Network

onnx = pytest.importorskip("onnx", reason="the extra `train` is not installed")
together = pytest.importorskip("models.together")


def _scaled(by: float) -> onnx.ModelProto:
    """A network that tells its two inputs' sum times a weight."""
    make, kind = onnx.helper, onnx.TensorProto.FLOAT
    ends = [make.make_tensor_value_info(name, kind, ["batch", 2]) for name in ("pictures", "features", "odds")]
    nodes = [make.make_node("Add", ["pictures", "features"], ["sum"]), make.make_node("Mul", ["sum", "by"], ["odds"])]
    graph = make.make_graph(nodes, "scaled", ends[:2], ends[2:], [make.make_tensor("by", kind, [1], [by])])
    return make.make_model(graph, opset_imports=[make.make_opsetid("", 17)], ir_version=9)


def test_the_mean_of_both_is_told(tmp_path: Path) -> None:
    onnx.save(together.together(_scaled(2.0), _scaled(4.0)), str(tmp_path / "both.onnx"))
    told = Network(tmp_path / "both.onnx").run(np.ones((3, 2), np.float32), np.full((3, 2), 2, np.float32))
    assert np.allclose(told[0], 9.0)


def test_networks_of_other_inputs_are_refused() -> None:
    other = _scaled(2.0)
    other.graph.input[0].name = "other"
    with pytest.raises(ValueError, match="other inputs"):
        together.together(_scaled(2.0), other)
