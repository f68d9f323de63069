"""The bundled table of ``companion demo``: three backs to enrol, and a locked entry to audit.

``python -m models.render.demo_table --out assets/demo`` draws it from the project's own decks, the same on every run:

- ``backs/NAME.jpg`` the back of each player's deck, ``audit/{faces,backs,history}.jpg`` the three shots of an entry,
- ``truth.json`` what lies in each picture; nothing reads it but tests.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.render import floors
from models.render.art import Deck
from models.render.camera import View, homography
from models.render.drawn_deck import shipped_decks
from models.render.layouts import CARD_HEIGHT, Layout, Placement
from models.render.scene import Composer, Frame, Thing, things_seen

PLAYERS = {"Ann": "harbour", "Ben": "meadow", "Cem": "quarry"}
ENTRY = (("JH", "Ann"), ("3H", "Ben"), ("6H", "Cem"), ("8H", "Ann"), ("10H", "Ben"), ("QH", "Cem"))
HISTORY = ("Ben", "Cem", "Ann", "Cem", "Ben", "Ann")
PHOTO_SIZE = (1600, 1200)
_PHOTO_SPAN, _CLOSE_SPAN = 510.0, 210.0  # mm across: cards of about 275 and 670 px
_ROW_STEP = 76.0  # mm from card to card
_LIGHT, _SHADE = (0.4, 0.7), 0.35
_QUALITY = 86  # of the JPEG files
_IN_SIGHT = 0.9  # share of an index that must show for it to be readable


@dataclass(frozen=True, eq=False)
class DemoPicture:
    """One picture of the demo table: its path below the folder, its pixels (BGR), its truth."""

    path: str
    image: Frame
    things: tuple[Thing, ...]


class _Cards:
    """Makes placements of the players' cards, each lying a little crooked as hands lay them."""

    def __init__(self, rng: np.random.Generator) -> None:
        decks = {deck.name: deck for deck in shipped_decks()}
        self.decks: dict[str, Deck] = {player: decks[name] for player, name in PLAYERS.items()}
        self.rng = rng

    def face(self, name: str, player: str, x: float, y: float) -> Placement:
        """A card of the player's deck face up, centred about (x, y) mm."""
        card = self.decks[player].faces[name]
        return self._laid(card.image, "face", name, x, y, 0.0, card.corners)

    def back(self, player: str, x: float, y: float, angle: float = 0.0) -> Placement:
        """A card of the player's deck face down, named for the player."""
        return self._laid(self.decks[player].back, "back", player, x, y, angle)

    def _laid(self, image: Any, kind: str, name: str, x: float, y: float, angle: float, corners: Any = ()) -> Placement:
        dx, dy, crook = self.rng.normal(0, (0.8, 0.8, 0.9))
        size = (CARD_HEIGHT * image.shape[1] / image.shape[0], CARD_HEIGHT)
        return Placement(image, kind, name, (x + dx, y + dy), angle + crook, size, corners)


class _Camera:
    """One camera over one surface: the light stays, only the sensor's noise differs from picture to picture."""

    def __init__(self, rng: np.random.Generator, sheet: Frame, view: View) -> None:
        height, width = sheet.shape[:2]
        self.sheet, self.rng = sheet, rng
        self.matrix = homography(view, (width, height))
        coarse = 1 + (rng.random((3, 4)) - 0.5).astype(np.float32) * 0.2
        self.gain = np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)

    def shoot(self, path: str, layout: Layout) -> DemoPicture:
        """The layout as this camera photographs it."""
        composer = Composer(self.sheet.copy(), self.matrix)
        for index, placement in enumerate(layout):
            composer.paint(index, placement, _LIGHT, _SHADE)
        soft = cv2.GaussianBlur(composer.frame, (0, 0), 0.6).astype(np.float32)
        grain = self.rng.normal(0, 1.2, self.gain.shape).astype(np.float32)
        lit = soft * self.gain[..., None] + grain[..., None]
        return DemoPicture(path, lit.clip(0, 255).astype(np.uint8), things_seen(composer, layout))


def demo_pictures(seed: int = 7) -> Iterator[DemoPicture]:
    """Every picture of the demo table in turn; the same for the same seed."""
    rng = np.random.default_rng(seed)
    cards = _Cards(rng)
    wood = floors.oak_table(rng, PHOTO_SIZE[::-1])
    yield from _enrolment(rng, cards, wood)
    yield from _audit(rng, cards, wood)


def _enrolment(rng: np.random.Generator, cards: _Cards, sheet: Frame) -> Iterator[DemoPicture]:
    for player in PLAYERS:
        view = View((0, 0), _CLOSE_SPAN, float(rng.normal(0, 4)), 7.0, float(rng.uniform(0, 360)))
        small = np.asarray(cv2.resize(sheet, (1200, 900), interpolation=cv2.INTER_AREA), np.uint8)
        yield _Camera(rng, small, view).shoot(f"backs/{player}.jpg", [cards.back(player, 0, 0)])


def _audit(rng: np.random.Generator, cards: _Cards, sheet: Frame) -> Iterator[DemoPicture]:
    """The row face up, the row turned over in place, and the history in two lines."""
    places = [(i - (len(ENTRY) - 1) / 2) * _ROW_STEP for i in range(len(ENTRY))]
    faces = [cards.face(name, player, x, 0) for (name, player), x in zip(ENTRY, places, strict=True)]
    turned = [cards.back(player, x + 2, 1.5) for (_, player), x in zip(ENTRY, places, strict=True)]
    history = [cards.back(player, (i % 3 - 1) * 96, (i // 3 - 0.5) * 112) for i, player in enumerate(HISTORY)]
    for shot, layout, turn in (("faces", faces, -1.5), ("backs", turned, -0.6), ("history", history, 1.8)):
        camera = _Camera(rng, sheet, View((3, 4), _PHOTO_SPAN, turn, 11.0, 180.0))
        yield camera.shoot(f"audit/{shot}.jpg", layout)


def truth(picture: DemoPicture) -> list[dict[str, Any]]:
    """What a reader should see in a picture: each card with an index in sight, and each back mostly in sight."""
    indices = {thing.owner for thing in picture.things if thing.kind == "corner" and thing.visible > _IN_SIGHT}
    faces = [thing for thing in picture.things if thing.kind == "face" and thing.owner in indices]
    seen = faces + [thing for thing in picture.things if thing.kind == "back" and thing.visible > 0.5]
    return [
        {
            "kind": "card" if thing.kind == "face" else "back",
            "name": thing.name,
            "outline": [[round(float(x), 1), round(float(y), 1)] for x, y in thing.outline],
        }
        for thing in seen
    ]


def write_demo_table(folder: Path, seed: int = 7) -> None:
    """Draws the whole table into a folder."""
    truths: dict[str, list[dict[str, Any]]] = {}
    for picture in demo_pictures(seed):
        path = folder / picture.path
        path.parent.mkdir(parents=True, exist_ok=True)
        _, stream = cv2.imencode(".jpg", picture.image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
        path.write_bytes(stream.tobytes())
        truths[picture.path] = truth(picture)
    lines = ",\n".join(f"{json.dumps(path)}: {json.dumps(seen)}" for path, seen in truths.items())
    (folder / "truth.json").write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="the folder to draw the table into")
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args()
    write_demo_table(arguments.out, arguments.seed)


if __name__ == "__main__":
    main()
