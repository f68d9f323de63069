"""An ONNX file that stands for a finder: its output is constant, what its maker wrote into it can be chosen.

Written by hand, byte by byte, so that no test needs the library of that name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

_FLOAT = 1
_IR_VERSION, _OPSET = 8, 13


def _number(value: int) -> bytes:
    out = b""
    while value > 0x7F:
        out, value = out + bytes([value & 0x7F | 0x80]), value >> 7
    return out + bytes([value])


def _field(number: int, value: int | str | bytes) -> bytes:
    if isinstance(value, int):
        return _number(number << 3) + _number(value)
    content = value.encode() if isinstance(value, str) else value
    return _number(number << 3 | 2) + _number(len(content)) + content


def _tensor(name: str, values: NDArray[np.float32]) -> bytes:
    dims = b"".join(_field(1, size) for size in values.shape)
    return dims + _field(2, _FLOAT) + _field(8, name) + _field(9, values.astype("<f4").tobytes())


def _value(name: str, shape: Iterable[int | str]) -> bytes:
    """Sizes that have a name instead of a number are free."""
    dims = b"".join(_field(1, _field(1 if isinstance(size, int) else 2, size)) for size in shape)
    return _field(1, name) + _field(2, _field(1, _field(1, _FLOAT) + _field(2, dims)))


def _node(kind: str, inputs: Iterable[str], output: str) -> bytes:
    return b"".join(_field(1, name) for name in inputs) + _field(2, output) + _field(4, kind)


def tiny_finder(rows: NDArray[np.float32], side: int | None, told: Mapping[str, str]) -> bytes:
    """A network that answers any picture (1, 3, side, side) with `rows` (N, 4 + classes + 1), of any height and width
    where side is None; told: its properties."""
    size: tuple[int | str, int | str] = (side, side) if side else ("height", "width")
    answer = rows.T[None].astype(np.float32)
    sums = np.zeros((1, 1, 1), np.float32)
    graph = b"".join(
        [
            _field(1, _node("ReduceMax", ["images"], "most")),
            _field(1, _node("Reshape", ["most", "one"], "flat")),
            _field(1, _node("Mul", ["flat", "nothing"], "zero")),
            _field(1, _node("Add", ["answer", "zero"], "output0")),
            _field(2, "finder"),
            _field(5, _tensor("answer", answer)),
            _field(5, _tensor("nothing", sums)),
            _field(5, _field(1, 3) + _field(2, 7) + _field(8, "one") + _field(9, np.ones(3, "<i8").tobytes())),
            _field(11, _value("images", (1, 3, *size))),
            _field(12, _value("output0", answer.shape)),
        ]
    )
    properties = b"".join(_field(14, _field(1, name) + _field(2, value)) for name, value in told.items())
    return _field(1, _IR_VERSION) + _field(7, graph) + _field(8, _field(1, "") + _field(2, _OPSET)) + properties
