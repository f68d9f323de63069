"""A finder of the user's own, as ultralytics saved it: its ``.pt`` is turned into ONNX once, where ultralytics is."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from vision.network import WeightsError, WeightsFault


def as_onnx(path: Path) -> Path:
    """The ONNX network of a finder: the file itself, or what stands beside a ``.pt``, made where it is not there yet.

    The file of a network that was trained on is made anew. Raises WeightsError where that cannot be done here.
    """
    if path.suffix.lower() != ".pt":
        return path
    if not path.is_file():
        raise WeightsError(path, WeightsFault.MISSING)
    made = path.with_suffix(".onnx")
    if made.is_file() and made.stat().st_mtime >= path.stat().st_mtime:
        return made
    if any(find_spec(needed) is None for needed in ("ultralytics", "models")):  # an installed companion has no models
        raise WeightsError(path, WeightsFault.NEEDS_ULTRALYTICS)
    done = subprocess.run([sys.executable, "-m", "models.export", str(path)], capture_output=True, text=True)
    if done.returncode or not made.is_file():
        why = done.stderr.strip().splitlines()
        raise WeightsError(path, WeightsFault.NOT_EXPORTED, what=why[-1] if why else str(done.returncode))
    return made
