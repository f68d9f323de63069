"""One trained network on disk, run by OpenVINO."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

_INSTALLED = Path(__file__).resolve().parent / "weights"  # where the wheel puts them
DEFAULT_WEIGHTS = _INSTALLED if _INSTALLED.is_dir() else _INSTALLED.parents[1] / "models" / "weights"


class WeightsFault(StrEnum):
    """Why weights cannot be used. The words for people stand in the language files too."""

    MISSING = "missing"
    DAMAGED = "damaged"
    CALIBRATION = "calibration"
    NOT_A_READER = "not_a_reader"
    NOT_A_FINDER = "not_a_finder"
    NOT_OF_BACKS = "not_of_backs"
    OTHER_CLASSES = "other_classes"
    NEEDS_ULTRALYTICS = "needs_ultralytics"
    NOT_EXPORTED = "not_exported"


_COARSE = {"PERFORMANCE_HINT": "LATENCY"}
_FINE = {**_COARSE, "INFERENCE_PRECISION_HINT": "f32"}
_SENTENCES = {
    WeightsFault.MISSING: "{path}: weights not found",
    WeightsFault.DAMAGED: "{path}: weights are damaged or not an ONNX network",
    WeightsFault.CALIBRATION: "{path}: calibration missing or damaged",
    WeightsFault.NOT_A_READER: "{path}: not a reader of this version",
    WeightsFault.NOT_OF_BACKS: "{path}: not a network of backs of this version",
    WeightsFault.NOT_A_FINDER: "{path}: not a finder of oriented boxes (an OBB network that ultralytics exported "
    "without nms), but {what}",
    WeightsFault.OTHER_CLASSES: "{path}: finds {found}, and not {wanted}",
    WeightsFault.NEEDS_ULTRALYTICS: "{path}: has to become ONNX; in a checkout of the companion, with ultralytics, "
    "run: python -m models.export {path}",
    WeightsFault.NOT_EXPORTED: "{path}: ultralytics could not turn it into ONNX ({what})",
}


class WeightsError(ValueError):
    """Weights that are missing, damaged or of another make. path: the file; fault: why; data: what its sentence names;
    ``str()`` is one sentence with all of it."""

    def __init__(self, path: Path, fault: WeightsFault, **data: str) -> None:
        super().__init__(_SENTENCES[fault].format(path=path, **data))
        self.path = path
        self.fault = fault
        self.data = data


class Network:
    """A compiled ONNX network. told: what its maker wrote into the file, by name."""

    told: Mapping[str, str]

    def __init__(self, path: Path, fast: bool = False) -> None:
        """Load and compile; raises WeightsError where the file is missing or cannot be read as a network.

        fast: computed in bfloat16 where the CPU has it, nearly twice as fast and a little coarser; else in float32.
        """
        ov = _openvino()
        if not path.is_file():
            raise WeightsError(path, WeightsFault.MISSING)
        core = ov.Core()
        try:
            model = core.read_model(path)
            self._compiled = core.compile_model(model, "CPU", _COARSE if fast else _FINE)
        except RuntimeError as error:
            raise WeightsError(path, WeightsFault.DAMAGED) from error
        self._request = self._compiled.create_infer_request()
        self.told = _told(model.get_rt_info())

    @property
    def input_shape(self) -> tuple[int, ...]:
        """Shape of the first input; -1 stands for a free size."""
        return tuple(-1 if d.is_dynamic else d.get_length() for d in self._compiled.inputs[0].partial_shape)

    @property
    def output_shapes(self) -> tuple[tuple[int, ...], ...]:
        """Shape of each output; -1 stands for a free size."""
        return tuple(
            tuple(-1 if d.is_dynamic else d.get_length() for d in o.partial_shape) for o in self._compiled.outputs
        )

    def run(self, *batches: NDArray[np.float32]) -> tuple[NDArray[np.float32], ...]:
        """All outputs for one batch (N, ...) of each input, each copied out of the network's memory."""
        results = self._request.infer(dict(enumerate(batches)))
        return tuple(np.array(results[output]) for output in self._compiled.outputs)


def _told(info: Any) -> dict[str, str]:
    """The properties of an ONNX file, as OpenVINO hands them on."""
    if "framework" not in info:
        return {}
    return {str(name): str(value.value) for name, value in info["framework"].items()}


def _openvino() -> Any:
    """OpenVINO without its tool that converts models: on import that one reports to its makers over the network, and
    leaves a mark in the user's home."""
    sys.modules.setdefault("openvino.tools.ovc", None)  # type: ignore[arg-type]  # None: not to be imported
    import openvino

    return openvino
