"""What people say lies on a picture, kept as a data set that the finder and the reader can learn from.

A folder of `images`, `labels` (ultralytics' oriented boxes) and `truth` (as `models.render.dataset` writes it and
`models.reader_data` reads it: for each corner and tile its box from its own top left, its name, and how much of it is
to be seen), with the crops that were told in `crops`. One picture is one set of files, named for its pixels.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.corrected import Thing, Told, corrected
from vision.detect import CLASSES
from vision.photo import Picture
from vision.pipeline import Stages
from vision.rectify import crop_quad
from vision.sightings import BLANK_TILE, CARD_NAMES, JOKER, LETTERS, Kind

_QUALITY = 95
_DIGITS = 15  # of the name of a picture
_SUIT_SIGNS = str.maketrans("♣♦♥♠", "CDHS")
_WORDS: dict[str, tuple[Kind | None, str | None]] = {
    "NONE": (None, None),
    "BACK": (Kind.BACK, None),
    "JOKER": (Kind.CARD, JOKER),
    "BLANK": (Kind.TILE, BLANK_TILE),
}
_LABELLED = 0.4  # share of a thing to be seen from which it is labelled


def parse_name(text: str) -> tuple[Kind | None, str | None]:
    """What a person wrote: a card (``QS``, ``10♥``, ``joker``), a letter, ``blank``, ``back`` or ``none``.

    Raises ValueError where it is nothing of this.
    """
    name = text.strip().upper().translate(_SUIT_SIGNS)
    if name in _WORDS:
        return _WORDS[name]
    if name in CARD_NAMES:
        return Kind.CARD, name
    if name in LETTERS:
        return Kind.TILE, name
    raise ValueError(f"neither a card nor a letter: {text!r}")


class Corrections:
    """The data set in a folder, which need not exist."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def told(self, image: Picture) -> tuple[Told, ...]:
        """What is kept of this very picture (BGR); nothing where that cannot be read."""
        try:
            row = json.loads(self._truth(_key(image)).read_text(encoding="utf-8"))
            return tuple(
                Told(np.array(t["outline"], np.float32), t["kind"] and Kind(t["kind"]), t["name"]) for t in row["told"]
            )
        except (OSError, ValueError, KeyError, TypeError):
            return ()

    def keep(self, image: Picture, stages: Stages, told: Sequence[Told], source: str = "") -> None:
        """Keeps what people told of a picture (BGR) in place of what they told of it before: everything or nothing.

        stages: how the picture was read; what nobody told is taken from there, where it was vouched for. source: what
        the picture is called. Raises OSError.
        """
        key = _key(image)
        things = corrected(stages, told)
        row = {
            "picture": key,
            "things": [thing.as_json() for thing in things],
            "source": source,
            "told": [t.as_json() for t in told],
        }
        crops = {
            self.folder / "crops" / f"{key}-{number}.png": _encoded(".png", crop_quad(image, thing.outline)[0])
            for number, thing in enumerate((t for t in things if t.told and t.kind in ("corner", "tile")), 1)
        }
        files = crops | {
            self.folder / "data.yaml": _description(self.folder).encode(),
            self.folder / "images" / f"{key}.jpg": _encoded(".jpg", image, cv2.IMWRITE_JPEG_QUALITY, _QUALITY),
            self.folder / "labels" / f"{key}.txt": "\n".join(_label_lines(things, image)).encode(),
            self._truth(key): (json.dumps(row, ensure_ascii=False) + "\n").encode(),
        }
        _write_together(files)
        for old in set(self.folder.glob(f"crops/{key}-*.png")) - set(crops):
            old.unlink()

    def undo(self, image: Picture) -> bool:
        """Forgets what was told of a picture; whether there was anything. Raises OSError."""
        key = _key(image)
        files = [self._truth(key), self.folder / "labels" / f"{key}.txt", self.folder / "images" / f"{key}.jpg"]
        there = files[0].exists()
        for file in (*files, *self.folder.glob(f"crops/{key}-*.png")):
            file.unlink(missing_ok=True)
        return there

    def _truth(self, key: str) -> Path:
        return self.folder / "truth" / f"{key}.jsonl"


def _key(image: Picture) -> str:
    """The name of a picture: a number that its pixels give."""
    digest = hashlib.sha256(repr(image.shape).encode() + np.ascontiguousarray(image).tobytes()).hexdigest()
    return str(int(digest, 16))[:_DIGITS]


def _encoded(suffix: str, image: Picture, *options: int) -> bytes:
    done, encoded = cv2.imencode(suffix, image, list(options))
    if not done:
        raise OSError("a picture could not be encoded")
    return encoded.tobytes()


def _description(folder: Path) -> str:
    """The data set as ultralytics wants it described."""
    names = "\n".join(f"  {index}: {name}" for index, name in enumerate(CLASSES))
    return f"path: {json.dumps(str(folder.resolve()))}\ntrain: images\nval: images\nnames:\n{names}\n"


def _label_lines(things: Iterable[Thing], image: Picture) -> list[str]:
    """A line for each thing that is to be found: its class and the four points of its box, as shares of the picture."""
    height, width = image.shape[:2]
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    lines = []
    for thing in things:
        area, inside = cv2.intersectConvexConvex(thing.outline, frame)
        if thing.visible > _LABELLED and area > 0:
            points = cv2.boxPoints(cv2.minAreaRect(inside)) / (width, height)
            lines.append(f"{CLASSES.index(thing.kind)} " + " ".join(f"{v:.5f}" for v in points.clip(0, 1).ravel()))
    return lines


def _write_together(files: dict[Path, bytes]) -> None:
    """Writes all files beside their places first, then puts each into its place. Raises OSError, and leaves nothing."""
    parts = {path: path.with_name(f".{path.name}.part") for path in files}
    try:
        for path, content in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            parts[path].write_bytes(content)
        for path, part in parts.items():
            part.replace(path)
    except OSError:
        for part in parts.values():
            part.unlink(missing_ok=True)
        raise
