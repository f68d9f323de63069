"""Where the files that ship with the companion lie: texts, demo tables, sounds, fonts."""

from __future__ import annotations

from pathlib import Path

ASSETS = Path(__file__).resolve().parents[1] / "assets"
