"""``python -m models.export FILE.pt``: a finder that ultralytics trained (oriented boxes), as ONNX beside the file."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

os.environ.setdefault("YOLO_AUTOINSTALL", "false")  # nothing is installed behind anybody's back

from ultralytics import YOLO

OPSET = 17


def main() -> None:
    """Export at the size it was trained at."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkpoint", type=Path, metavar="FILE.pt")
    print(YOLO(parser.parse_args().checkpoint).export(format="onnx", dynamic=False, simplify=False, opset=OPSET))


if __name__ == "__main__":
    main()
