"""A folder of a whole game, as rendered games have it: a video, photos of the decks in ``backs``, perhaps words.

``said.txt`` holds what people said while it was filmed, since no camera sees it: seconds and an action, a line each.
"""

from __future__ import annotations

from pathlib import Path

_VIDEOS = (".mp4", ".mkv", ".avi", ".mov", ".webm")
_PHOTOS = (".jpg", ".jpeg", ".png")


def film_and_decks(source: str) -> tuple[str, list[Path]]:
    """What is to be watched, and photos of decks, each named for its deck; of any other source itself, and none."""
    folder = Path(source)
    if not (folder / "backs").is_dir():
        return source, []
    videos = sorted(path for path in folder.iterdir() if path.suffix.lower() in _VIDEOS)
    decks = sorted(path for path in (folder / "backs").iterdir() if path.suffix.lower() in _PHOTOS)
    return (str(videos[0]) if videos else source), decks


def words_beside(source: str) -> Path | None:
    """The words that a game of words was played with, if they lie in its folder."""
    path = Path(source) / "words.txt"
    return path if path.is_file() else None


def said_beside(source: str) -> tuple[tuple[float, str], ...]:
    """What was said when the game was filmed: seconds and the line of an action; nothing where that is not kept."""
    try:
        lines = (Path(source) / "said.txt").read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return ()
    parted = (line.partition(" ") for line in lines)
    return tuple((float(time), line) for time, _, line in parted if time.replace(".", "", 1).isdigit())
