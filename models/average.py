"""``python -m models.average ONE.onnx OTHER.onnx OUT.onnx``: the mean of two finders or readers, weight by weight.

A network that went on from another one and learnt something narrow has forgotten a little of the rest; between the two
lie networks that do both well (Wortsman et al. 2022, robust fine-tuning of zero-shot models).
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper


def average(one: Path, other: Path, out: Path, share: float = 0.5) -> None:
    """Writes `one` with each weight moved by `share` (0..1) of the way to that of `other`.

    Raises ValueError where they are not exported from the same network.
    """
    network, others = onnx.load(one), {stored.name: stored for stored in onnx.load(other).graph.initializer}
    if others.keys() != {stored.name for stored in network.graph.initializer}:
        raise ValueError(f"{one} and {other} are not of the same network")
    for stored in network.graph.initializer:
        first, second = numpy_helper.to_array(stored), numpy_helper.to_array(others[stored.name])
        if first.shape != second.shape:
            raise ValueError(f"{one} and {other} are not of the same network")
        if first.dtype == np.float32:
            mean = ((1 - share) * first + share * second).astype(np.float32)
            stored.CopyFrom(numpy_helper.from_array(mean, stored.name))
    onnx.save(network, out)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("one", type=Path)
    parser.add_argument("other", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--share", type=float, default=0.5, help="of the way from the first to the other")
    args = parser.parse_args()
    try:
        average(args.one, args.other, args.out, args.share)
    except (OSError, ValueError) as error:
        parser.error(" ".join(str(error).split()))


if __name__ == "__main__":
    main()
