"""Networks read back from ONNX: exporting folded their normalisations into the convolutions.

What a normalisation shifted then stands in the convolution's bias. Read back, it neither scales nor measures any more,
and stays so while the network goes on learning.
"""

from __future__ import annotations

from pathlib import Path

import onnx
import torch
from onnx import ModelProto, numpy_helper
from torch import Tensor, nn


def stored_in(model: ModelProto | Path) -> dict[str, Tensor]:
    """The weights of an ONNX network by name."""
    graph = (onnx.load(model) if isinstance(model, Path) else model).graph
    return {tensor.name: torch.from_numpy(numpy_helper.to_array(tensor).copy()) for tensor in graph.initializer}


def fold(norm: nn.BatchNorm2d, bias: Tensor) -> None:
    """Makes a normalisation add what is left of it and nothing else. bias: of the exported convolution before it."""
    with torch.no_grad():
        norm.running_mean.zero_()
        norm.running_var.fill_(1 - norm.eps)
        norm.weight.fill_(1)
        norm.bias.copy_(bias)


def keep_folded(network: nn.Module) -> None:
    """Keeps the normalisations of a network in training mode from measuring."""
    for module in network.modules():
        if isinstance(module, nn.BatchNorm2d):
            module.eval()
