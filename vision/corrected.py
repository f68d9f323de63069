"""A reading set right by people: what then lies on the picture, and which corners and tiles can be learnt from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from vision.gathered import Evidence, GlyphsRead
from vision.outlines import overlap
from vision.pipeline import Stages
from vision.sightings import FloatArray, Kind, Sighting

SEEN, DOUBTFUL, NOT_THERE = 1.0, 0.5, 0.0  # as shares of a thing to be seen, which is what learning goes by
_SAME_PLACE = 0.5  # intersection over union from which what people say is about what was seen
# Where a card's index stands and how large it is, as shares of the card's height.
_PLACE, _SIZE = (0.085, 0.135), (0.1, 0.19)
_NEAR = 0.6  # of an index's height: a found corner this near to an index's place is that index


@dataclass(frozen=True, eq=False)
class Told:
    """What a person says lies at a place.

    outline: (4, 2) px, clockwise, from the thing's own top left; kind: None where nothing lies there; name: a card or a
    letter, None for a back.
    """

    outline: FloatArray
    kind: Kind | None
    name: str | None

    def as_json(self) -> dict[str, Any]:
        """As it is kept beside the truth."""
        outline = np.round(self.outline.astype(float), 1).tolist()
        return {"outline": outline, "kind": self.kind and self.kind.value, "name": self.name}


@dataclass(frozen=True, eq=False)
class Thing:
    """One thing of a truth, as `models.render.dataset` keeps them.

    kind: ``face``, ``back``, ``corner`` or ``tile``; name: what it is, empty where that is not known; outline: (4, 2)
    px from its own top left; visible: the share of it to be seen; owner: the number of the card or tile it belongs to;
    told: whether a person said so.
    """

    kind: str
    name: str
    outline: FloatArray
    visible: float
    owner: int
    told: bool = False

    def as_json(self) -> dict[str, Any]:
        """As it stands in the truth."""
        outline = np.round(self.outline.astype(float), 1).tolist()
        told = {"kind": self.kind, "name": self.name, "outline": outline}
        return told | {"visible": self.visible, "owner": self.owner}


def corrected(stages: Stages, said: Sequence[Told]) -> list[Thing]:
    """All that lies there.

    What people said is as they said. What nobody spoke of is as it was read where it was vouched for; else that
    something lies there is kept, and its name is left open: nothing is learnt from it.
    """
    seen = [(e, s) for e, s in zip(stages.evidence, stages.judged, strict=True) if s is not None]
    pairs: list[tuple[Evidence | None, Sighting]] = [*seen, *((None, s) for s in stages.reading.sightings[len(seen) :])]
    about = _about([s.outline for _, s in pairs], [one.outline for one in said])
    things: list[Thing] = []
    for owner, (item, sighting) in enumerate(pairs):
        spoken = said[about[owner]] if owner in about else None
        found = _as_read(item, sighting) if spoken is None else _as_said(item, sighting, spoken, stages)
        things += [replace(thing, owner=owner, told=spoken is not None) for thing in found]
    outlines = [s.outline for _, s in pairs]
    for number in sorted(set(range(len(said))) - set(about.values())):
        added = _added(said[number], stages, outlines)
        things += [replace(thing, owner=len(pairs) + number, told=True) for thing in added]
    return things


def _about(seen: Sequence[FloatArray], said: Sequence[FloatArray]) -> dict[int, int]:
    """For each thing seen that people spoke of, which of the said is about it: the best fits first, each once."""
    fits = sorted(((overlap(a, b), i, j) for i, a in enumerate(seen) for j, b in enumerate(said)), reverse=True)
    about: dict[int, int] = {}
    for fit, i, j in fits:
        if fit > _SAME_PLACE and i not in about and j not in about.values():
            about[i] = j
    return about


def _as_read(item: Evidence | None, sighting: Sighting) -> list[Thing]:
    if item is None:
        return [Thing("back", sighting.name or "", sighting.outline, SEEN, 0)]
    share, name = (SEEN if sighting.certain else DOUBTFUL), sighting.name or ""
    part = "tile" if item.kind is Kind.TILE else "corner"
    faced = name if sighting.certain else ""  # the finder learns that a card lies there, the reader nothing of it
    faces = [Thing("face", faced, item.outline, SEEN, 0)] if item.kind is Kind.CARD and item.seen else []
    glyphs = [Thing(part, name, glyph, share, 0) for glyph in item.glyphs]
    return [*faces, *glyphs, *(Thing(part, "", glyph, DOUBTFUL, 0) for glyph in item.rivals)]


def _as_said(item: Evidence | None, sighting: Sighting, said: Told, stages: Stages) -> list[Thing]:
    """What lies where something was seen."""
    kind, name = said.kind, said.name
    glyphs = item.glyphs if item is not None else ()
    part = "tile" if sighting.kind is Kind.TILE else "corner"
    wrong = [Thing(part, "", glyph, NOT_THERE, 0) for glyph in glyphs]
    if kind is None:
        return wrong
    if kind is Kind.BACK or name is None:
        return [Thing("back", "", sighting.outline, SEEN, 0), *wrong]
    if kind is not sighting.kind or not glyphs:
        outline = _short_side_first(sighting.outline) if kind is Kind.CARD else sighting.outline
        return [*wrong, *_added(Told(outline, kind, name), stages, [])]
    read = stages.tiles if kind is Kind.TILE else stages.corners
    boxes = [_named(glyph, name, read) for glyph in glyphs]
    faces = [Thing("face", name, sighting.outline, SEEN, 0)] if kind is Kind.CARD and item and item.seen else []
    rivals = [Thing(part, "", glyph, DOUBTFUL, 0) for glyph in (item.rivals if item else ())]
    return [*faces, *(Thing(part, name, box, SEEN, 0) for box in boxes), *rivals]


def _added(said: Told, stages: Stages, others: Sequence[FloatArray]) -> list[Thing]:
    """What was missed. others: outlines of what else lies there; an index under one of them is not to be seen, nor is
    one outside the picture."""
    outline, kind, name = said.outline, said.kind, said.name
    if kind is None:
        return []
    if kind is Kind.BACK or name is None:
        return [Thing("back", "", outline, SEEN, 0)]
    if kind is Kind.TILE:
        return [Thing("tile", name, outline, SEEN, 0)]
    first, second = (_index(outline, name, end, stages.corners) for end in (0, 2))
    under = any(_lies_in(second.mean(axis=0), other) for other in others)
    width, height = stages.reading.size
    picture = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    corners = [box for box in ([first] if under else [first, second]) if _lies_in(box.mean(axis=0), picture)]
    return [Thing("face", name, outline, SEEN, 0), *(Thing("corner", name, box, SEEN, 0) for box in corners)]


def _named(glyph: FloatArray, name: str, read: GlyphsRead) -> FloatArray:
    """The box of a glyph as it stands if it is `name`: what was misread may have been read the wrong way up."""
    apart = np.linalg.norm(read.quads.mean(axis=1) - glyph.mean(axis=0), axis=1)
    return read.box_as(int(apart.argmin()), name)


def _index(card: FloatArray, name: str, end: int, read: GlyphsRead) -> FloatArray:
    """The box of a card's index at its top left (end 0) or bottom right (2): the corner found there, else a guess."""
    top_left, top_right, _, bottom_left = np.roll(card, -end, axis=0)
    down = bottom_left - top_left
    height = float(np.linalg.norm(down))
    down = down / max(height, 1e-6)
    right = (top_right - top_left) / max(float(np.linalg.norm(top_right - top_left)), 1e-6)
    centre = top_left + right * _PLACE[0] * height + down * _PLACE[1] * height
    if len(read.quads):
        apart = np.linalg.norm(read.quads.mean(axis=1) - centre, axis=1)
        if apart.min() < _NEAR * _SIZE[1] * height:
            return read.box_as(int(apart.argmin()), name)
    across, along = right * _SIZE[0] * height / 2, down * _SIZE[1] * height / 2
    corners = [centre - across - along, centre + across - along, centre + across + along, centre - across + along]
    return np.asarray(corners, np.float32)


def _short_side_first(outline: FloatArray) -> FloatArray:
    """The outline of a card whose up direction is not known: upright or upside down it has an index at each end."""
    first, second = (float(np.linalg.norm(outline[i + 1] - outline[i])) for i in (0, 1))
    return outline if first <= second else np.roll(outline, -1, axis=0)


def _lies_in(point: FloatArray, outline: FloatArray) -> bool:
    return cv2.pointPolygonTest(outline, (float(point[0]), float(point[1])), False) >= 0
