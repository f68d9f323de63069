"""``python -m models.together A.onnx B.onnx OUT.onnx``: one network that tells the mean of what two alike tell.

Two that learnt from different pictures err in different ones (Hansen and Salamon 1990).
"""

from __future__ import annotations

import argparse
from pathlib import Path

import onnx
from onnx import compose, helper


def together(one: onnx.ModelProto, other: onnx.ModelProto) -> onnx.ModelProto:
    """A model of the inputs and the output of both; these have to be the same of both. Raises ValueError else."""
    inputs, outputs = ([value.name for value in values] for values in (one.graph.input, one.graph.output))
    if inputs != [value.name for value in other.graph.input] or outputs != [value.name for value in other.graph.output]:
        raise ValueError("the two networks have other inputs or outputs")
    parts = [compose.add_prefix(model, f"{name}_") for name, model in (("one", one), ("other", other))]
    nodes = [node for part in parts for node in part.graph.node]
    for node in nodes:
        renamed = [name.partition("_")[2] if name.partition("_")[2] in inputs else name for name in node.input]
        node.input[:] = renamed
    nodes += [helper.make_node("Mean", [f"one_{name}", f"other_{name}"], [name]) for name in outputs]
    weights = [weight for part in parts for weight in part.graph.initializer]
    graph = helper.make_graph(nodes, "together", one.graph.input, one.graph.output, weights)
    model = helper.make_model(graph, opset_imports=one.opset_import, ir_version=one.ir_version)
    onnx.checker.check_model(model)
    return model


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("networks", nargs=2, type=Path, metavar="ONNX")
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    try:
        one, other = (onnx.load(str(path)) for path in options.networks)
        onnx.save(together(one, other), str(options.out))
    except (OSError, ValueError) as error:
        parser.error(" ".join(str(error).split()))


if __name__ == "__main__":
    main()
