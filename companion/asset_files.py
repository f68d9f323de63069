"""Where the files that ship with the companion lie: texts, demo tables, sounds, fonts."""

from __future__ import annotations

from pathlib import Path

_INSTALLED = Path(__file__).resolve().parent / "assets"  # where the wheel puts them; in a checkout they lie beside us
ASSETS = _INSTALLED if _INSTALLED.is_dir() else _INSTALLED.parents[1] / "assets"
