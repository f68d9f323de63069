"""Letter tiles: which of the found boxes are tiles, which were missed beside them, and what letter each shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.detect import TILE, Boxes, Finder, joined, overlap, suppressed
from vision.gathered import LEAST_REAL, Evidence, GlyphsRead, directions, from_top_left, log_odds
from vision.lattice import vacant_beside
from vision.letters import how_often
from vision.outlines import long_side, short_side
from vision.read import KINDS, TURNS, Glyphs, Reader
from vision.search import search
from vision.sightings import BLANK_TILE, LETTERS, Kind, Sighting
from vision.slant import Slant, slant_of
from vision.tile_colour import colour_apart

_SCORE = 0.2  # the finder's, from which a box may be a tile
# What reads as no letter is still told as an unread tile where the finder is this sure of it.
_SEEN = 0.45
# Tiles lie beside one another: two boxes that share more than this (intersection over union) are of one.
_SAME = 0.25
# Log-odds of a letter under which it is unclear: such reads are calibrated apart.
_UNCLEAR = 3.2
# Probability of being a tile, and of its letter, from which a place beside tiles holds one that the finder missed.
_MISSED_REAL, _MISSED_LETTER = 0.99, 0.95
# The finder's score of a box that may be the next tile of a row, and its overlap with where that would lie.
_NEXT, _THERE = 0.4, 0.5
# From this difference of colour what looks like a blank is none of their set, and from this what may show a letter. By
# uneven light 59 blanks of 1,000 rendered tables lie within 22, 29 on photographs within 4, gaps on those 46 and more
# off; 306 of 308 unclear letters lie within 40.
_OTHER_BLANK, _OTHER_TILE = 28.0, 40.0
_ASKEW = 1.5  # times as long as wide: a tile that is seen from the side, or no tile
_HOW_OFTEN = how_often()
# Tiles that tell how large others are at their places: so many at least, their sizes (logarithms) no farther off than
# this; and how often that is asked again of those that then seem to be alike.
_FEWEST, _ALIKE, _ROUNDS = 8, 0.2, 3


def read_tiles(
    image: NDArray[np.uint8], boxes: Boxes, finder: Finder, reader: Reader
) -> tuple[Slant | None, Sequence[Evidence], GlyphsRead]:
    """The tiles of a picture, and what was read of them; boxes: all that the finder found in it.

    Where they are seen from the side they are found anew in the straightened picture, and then how the view squeezes
    them is told too.
    """
    told = boxes.pick((boxes.classes == TILE) & (boxes.scores > _SEEN))
    slant = slant_of(suppressed(told, _SAME).quads, image.shape[1::-1])
    if slant is None:
        return None, *_from_above(image, boxes, reader)
    straight = slant.straightened(image)
    tiles, read = _from_above(straight, search(finder, straight).boxes, reader)
    laid = [replace(t, outline=slant.back(t.outline), glyphs=tuple(map(slant.back, t.glyphs))) for t in tiles]
    return slant, laid, replace(read, quads=slant.back(read.quads))


def unsure_alone(judged: Sequence[Sighting | None]) -> tuple[Sighting | None, ...]:
    """What was judged, with the only tile that is certain unsure where it is seen much longer than wide: all tiles of a
    table that is seen from the side are, and so is a cell of a printed sheet that shows a 5."""
    sure = [s for s in judged if s is not None and s.kind is Kind.TILE and s.certain]
    if len(sure) != 1 or long_side(sure[0].outline) <= _ASKEW * short_side(sure[0].outline):
        return tuple(judged)
    return tuple(replace(s, certain=False) if s is sure[0] else s for s in judged)


def _from_above(image: NDArray[np.uint8], boxes: Boxes, reader: Reader) -> tuple[list[Evidence], GlyphsRead]:
    told = suppressed(boxes.pick((boxes.classes == TILE) & (boxes.scores > _SCORE)), _SAME)
    found, glyphs = _with_missed(image, told, reader)
    joint = _weighed(glyphs)
    letters = np.logaddexp.reduce(joint, axis=2)
    real = _chance_of_tile(glyphs)
    doubtful = _in_line(found, real, letters)
    kept = (real > LEAST_REAL) | doubtful
    kept &= ~_gaps(image, found.quads, letters, kept)
    read = GlyphsRead(found.quads, found.scores, real, letters, LETTERS, kept, joint, glyphs.angle)
    turns = joint[np.arange(len(found)), letters.argmax(axis=1)].argmax(axis=1)
    ups = directions(glyphs.angle, turns)
    chosen = np.flatnonzero(read.kept)
    tiles = []
    for i, features in zip(chosen.tolist(), _measured(read, chosen, found.long_sides), strict=True):
        letter, outline = LETTERS[int(letters[i].argmax())], from_top_left(found.quads[i], ups[i])
        kind = "unclear tile" if doubtful[i] else _rests_on(letter, features[0], missed=i >= len(told))
        seen = float(found.scores[i]) > _SEEN or bool(doubtful[i])
        tiles.append(Evidence(Kind.TILE, letter, kind, features, outline, (outline,), seen=seen))
    return tiles, read


def _measured(read: GlyphsRead, chosen: NDArray[np.intp], sides: NDArray[np.float32]) -> list[tuple[float, ...]]:
    """What was measured of the chosen ones, as `vision.calibration.MEASURED` has it; sides: of all boxes, px.

    Tiles of one set are of one size and found equally well; letters printed on a board are not.
    """
    if not len(chosen):
        return []
    logs = read.names.max(axis=1), np.log(read.real), np.log(read.scores)
    name, real, found = (np.array([log_odds(float(log_p)) for log_p in log[chosen]]) for log in logs)
    size = np.log(sides[chosen])
    unlike, fainter = _unlike(size, read.quads[chosen].mean(axis=1)), np.minimum(found - np.median(found), 0.0)
    return [tuple(map(float, row)) for row in zip(name, real, found, size, unlike, fainter, strict=True)]


def _unlike(size: NDArray[np.float32], centres: NDArray[np.float32]) -> NDArray[np.float64]:
    """How far each size (logarithm) is from what the others let expect at its place (N, 2): those farther from the
    camera look smaller, evenly across the table. What is far off tells nothing of the others."""
    apart = np.abs(size - np.median(size)).astype(np.float64)
    places = np.column_stack([np.ones(len(size)), (centres - centres.mean(axis=0)) / (centres.std() + 1.0)])
    for _ in range(_ROUNDS):
        alike = apart < _ALIKE
        if alike.sum() < _FEWEST:
            break
        plane = np.linalg.lstsq(places[alike], size[alike], rcond=None)[0]
        apart = np.abs(size - places @ plane)
    return np.asarray(apart, np.float64)


def _rests_on(letter: str, certainty: float, missed: bool) -> str:
    """The kind of evidence: a blank tile shows nothing that a bare square would not show too."""
    if missed:
        return "missed tile"
    if letter == BLANK_TILE:
        return "blank tile"
    return "tile" if certainty >= _UNCLEAR else "unclear tile"


def _gaps(
    image: NDArray[np.uint8], quads: NDArray[np.float32], letters: NDArray[np.float32], kept: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Which of the kept boxes (N,) show no clear letter and another colour than the tiles beside them that do: gaps
    between tiles, which are framed like a blank one, and squares of a board."""
    blank = letters.argmax(axis=1) == LETTERS.index(BLANK_TILE)
    clear = np.array([log_odds(float(own)) >= _UNCLEAR for own in letters.max(axis=1)], np.bool_)
    unclear = kept & (blank | ~clear)
    gaps = np.zeros(len(kept), np.bool_)
    apart = colour_apart(image, quads[unclear], quads[kept & clear & ~blank])
    gaps[unclear] = apart > np.where(blank[unclear], _OTHER_BLANK, _OTHER_TILE)
    return gaps


def _in_line(found: Boxes, real: NDArray[np.float32], letters: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which boxes (N,) the reader takes for no tiles though they show a letter just where the next one would lie."""
    tiles = real > LEAST_REAL
    places = vacant_beside(found.quads[tiles])
    named = np.exp(letters[:, : LETTERS.index(BLANK_TILE)].max(axis=1, initial=-np.inf)) > _MISSED_LETTER
    told = np.zeros(len(found), bool)
    for i in np.flatnonzero(~tiles & named & (found.scores > _NEXT)):
        told[i] = len(places) > 0 and bool((overlap(places, found.quads[i]) > _THERE).any())
    return told


def _with_missed(image: NDArray[np.uint8], found: Boxes, reader: Reader) -> tuple[Boxes, Glyphs]:
    """The boxes with those of tiles that lie beside them on a board and were missed, and what all of them show.

    Bare squares of a board look much like blank tiles: only what surely shows a letter is taken.
    """
    glyphs = reader.read(image, found.quads)
    places = vacant_beside(found.quads[_chance_of_tile(glyphs) > LEAST_REAL])
    beside = reader.read(image, places)
    letters = np.exp(np.logaddexp.reduce(beside.letter, axis=2)[:, : LETTERS.index(BLANK_TILE)])
    sure = (_chance_of_tile(beside) > _MISSED_REAL) & (letters.max(axis=1, initial=0.0) > _MISSED_LETTER)
    count = int(sure.sum())
    missed = Boxes(places[sure], np.full(count, _SEEN, np.float32), np.full(count, TILE, np.int64))
    return joined([found, missed]), glyphs.joined(beside.pick(sure))


def _chance_of_tile(glyphs: Glyphs) -> NDArray[np.float32]:
    """Probability (N,) that each is a tile."""
    return np.asarray(np.exp(glyphs.kind[:, KINDS.index("tile")]), np.float32)


def _weighed(glyphs: Glyphs) -> NDArray[np.float32]:
    """Log-probability (N, 29, 4) of each letter with its turn, by the other tiles and by how often a letter comes up:
    a ring with a smudge is one of many Os rather than the only Q."""
    joint = glyphs.letter + _common_direction(glyphs)[:, None, :] + _HOW_OFTEN[None, :, None]
    if len(joint):
        joint -= np.logaddexp.reduce(joint.reshape(len(joint), -1), axis=1)[:, None, None]
    return np.asarray(joint, np.float32)


def _common_direction(glyphs: Glyphs) -> NDArray[np.float32]:
    """Log-prior (N, 4) of each tile's turn: tiles of a board or rack stand the same way up, so they vote.

    Each tile's vote goes to the tiles that lie parallel to it (within 12 degrees, modulo quarter turns); a tile with
    few parallel neighbours keeps an even prior. Needed where letters are each other's turns: N and Z, M and W.
    """
    count = len(glyphs.angle)
    turns = np.logaddexp.reduce(glyphs.letter, axis=1) if count else np.zeros((0, TURNS), np.float32)
    # Direction of each hypothesis in the picture, degrees, and who is parallel to whom under which relative turn.
    own = glyphs.angle[:, None] - 90.0 * np.arange(TURNS)
    prior = np.zeros((count, TURNS), np.float32)
    votes = np.exp(turns)
    for i in range(count):
        gap = (own[None] - own[i][:, None, None] + 180) % 360 - 180
        parallel = (np.abs(gap) < 12).astype(np.float32)
        parallel[:, i] = 0
        support = (parallel * votes[None]).sum(axis=(1, 2))
        if support.sum() >= 4:
            prior[i] = np.log((support + 0.05) / (support + 0.05).sum())
    return prior
