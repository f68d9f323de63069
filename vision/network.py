"""One trained network on disk, run by OpenVINO."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

DEFAULT_WEIGHTS = Path(__file__).resolve().parent.parent / "models" / "weights"


class WeightsError(ValueError):
    """Weights that are missing, damaged or of another make; the message is one clear sentence."""


class Network:
    """A compiled ONNX network."""

    def __init__(self, path: Path) -> None:
        """Load and compile; raises WeightsError where the file is missing or cannot be read as a network."""
        import openvino as ov

        if not path.is_file():
            raise WeightsError(f"weights not found: {path}")
        core = ov.Core()
        try:
            model = core.read_model(path)
            self._compiled = core.compile_model(model, "CPU", {"PERFORMANCE_HINT": "LATENCY"})
        except RuntimeError as error:
            raise WeightsError(f"weights are damaged or not an ONNX network: {path}") from error
        self._request = self._compiled.create_infer_request()

    @property
    def output_shapes(self) -> tuple[tuple[int, ...], ...]:
        """Shape of each output; -1 stands for a free size."""
        return tuple(
            tuple(-1 if d.is_dynamic else d.get_length() for d in o.partial_shape) for o in self._compiled.outputs
        )

    def run(self, batch: NDArray[np.float32]) -> tuple[NDArray[np.float32], ...]:
        """All outputs for one input batch (N, 3, H, W), each copied out of the network's memory."""
        results = self._request.infer({0: batch})
        return tuple(np.array(results[output]) for output in self._compiled.outputs)
