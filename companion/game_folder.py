"""A folder of a whole game, as rendered games have it: a video, photos of the decks in ``backs``, perhaps words.

``said.txt`` holds what people said while it was filmed, since no camera sees it: seconds and an action, a line each.
"""

from __future__ import annotations

from pathlib import Path

_VIDEOS = (".mp4", ".mkv", ".avi", ".mov", ".webm")
_PHOTOS = (".jpg", ".jpeg", ".png")


def film_and_decks(source: str) -> tuple[str, list[Path]]:
    """What is to be watched, and photos of decks, each named for its deck; of any other source itself, and none."""
    try:
        decks = _ending(Path(source) / "backs", _PHOTOS)
        videos = _ending(Path(source), _VIDEOS)
    except (OSError, ValueError):  # no such folder, none that may be looked into, or no name of one
        return source, []
    return (str(videos[0]) if videos else source), decks


def _ending(folder: Path, endings: tuple[str, ...]) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.suffix.lower() in endings)


def words_beside(source: str) -> Path | None:
    """The words that a game of words was played with, if they lie in its folder."""
    path = Path(source) / "words.txt"
    try:
        return path if path.is_file() else None
    except OSError:  # a folder that may not be looked into, or a name that is too long
        return None


def said_beside(source: str) -> tuple[tuple[float, str], ...]:
    """What was said when the game was filmed: seconds and the line of an action; nothing where that is not kept."""
    try:
        lines = (Path(source) / "said.txt").read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):  # as above, or no text
        return ()
    parted = (line.partition(" ") for line in lines)
    return tuple((float(time), line) for time, _, line in parted if time.replace(".", "", 1).isdigit())
