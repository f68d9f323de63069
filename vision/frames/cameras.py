"""Which cameras there are, as far as the system tells without opening any."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

_MOST = 4  # that are offered where nobody tells which there are
_LISTED = Path("/sys/class/video4linux")  # on Linux: a folder for each device, with its name and its index


@dataclass(frozen=True, slots=True)
class Camera:
    """number: as `open_source` takes it. name: what its maker calls it, empty where nobody tells."""

    number: str
    name: str = ""


def cameras(listed: Path = _LISTED) -> tuple[Camera, ...]:
    """The cameras, by number; never none, for what is not listed may be there all the same. listed: the folder where
    Linux lists video devices."""
    if sys.platform != "linux":
        return tuple(Camera(str(number)) for number in range(_MOST))
    found = [
        Camera(device.name.removeprefix("video"), _read(device / "name"))
        for device in listed.glob("video*")
        if _read(device / "index") in ("0", "")  # the others give what is told about a picture, and no picture
    ]
    return tuple(sorted(found, key=lambda one: (len(one.number), one.number))) or (Camera("0"),)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
