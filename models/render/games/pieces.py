"""The things that are moved in a game: cards and tiles, each one physical piece with two sides and an identity."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from models.render.art import Deck, Picture, Quad
from models.render.layouts import CARD_HEIGHT, TILE_SIZE, Placement

CARD_WIDTH = 63.0
CARD_THICKNESS, TILE_THICKNESS = 0.3, 3.5
_CAMERA_HEIGHT = 1300.0  # mm: what is lifted towards it looks larger


@dataclass(frozen=True, eq=False, slots=True)
class Side:
    """One side of a piece. kind: ``face``, ``back``, ``tile``, or ``clutter`` where there is nothing to be read."""

    image: Picture
    kind: str
    name: str
    corners: tuple[Quad, ...] = ()


@dataclass(frozen=True, eq=False, slots=True)
class Piece:
    """One physical piece: its two sides, its height and thickness in mm. name: its identity through the whole game."""

    name: str
    front: Side
    back: Side
    height: float = CARD_HEIGHT
    thickness: float = CARD_THICKNESS


@dataclass(frozen=True, slots=True)
class Pose:
    """Where and how a piece lies: centre in mm (y towards the near edge), angle in degrees, which side is up.

    pile: how many pieces high it is, where one stands for a squared pile. open: share of its width that is seen while
    it is being turned over. lift: mm above the table while it is carried.
    """

    x: float
    y: float
    angle: float = 0.0
    up: bool = True
    pile: int = 1
    open: float = 1.0
    lift: float = 0.0


def card_piece(deck: Deck, card: str, name: str, owner: str) -> Piece:
    """A card of a deck; its back is named for the owner of the deck."""
    face = deck.faces[card]
    return Piece(name, Side(face.image, "face", card, face.corners), Side(deck.back, "back", owner))


def pile_piece(deck: Deck, name: str, owner: str) -> Piece:
    """A squared pile of a deck, seen from its back; what lies in it is not followed."""
    back = Side(deck.back, "back", owner)
    return Piece(name, back, back)


def tile_piece(tiles: Mapping[str, Picture], letter: str, name: str) -> Piece:
    """A letter tile; its other side is blank."""
    art = tiles[letter]
    blank = np.zeros_like(art)
    blank[..., :3] = np.median(art[8:-8:4, 8:-8:4, :3].reshape(-1, 3), axis=0)
    blank[..., 3] = art[..., 3]
    return Piece(name, Side(art, "tile", letter), Side(blank, "clutter", "blank"), TILE_SIZE, TILE_THICKNESS)


def placed(piece: Piece, pose: Pose) -> Placement:
    """The piece as the composer paints it."""
    side = piece.front if pose.up else piece.back
    grown = piece.height * (1 + pose.lift / _CAMERA_HEIGHT)
    size = (grown * side.image.shape[1] / side.image.shape[0] * max(pose.open, 0.04), grown)
    thickness = piece.thickness * pose.pile
    return Placement(side.image, side.kind, side.name, (pose.x, pose.y), pose.angle, size, side.corners, thickness)
