"""A thing followed from reading to reading, and which sighting may be it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import dist, inf
from statistics import median

import numpy as np

from companion.referee.letter_reads import LetterReads
from companion.referee.things import SAID, Thing
from vision.outlines import area, centre_distance, covered_share, overlap, short_side, sides_apart
from vision.sightings import FloatArray, Kind, Sighting

SAME_PLACE = 0.5  # of its shorter side: how far a thing may seem to jump between two reads of it
_SAME_PLACE_FACE_DOWN = 0.15  # the same for backs: the next card of a deck laid beside it looks the same
STEADY = 0.1  # the same: nearer than that it lies where it lay
_STILL = 0.05  # the same: nearer than that something new lies still, whatever stirs over it
_SLID = 0.1  # of its shorter side: how far all of a thing may seem to move between two reads of it while it lies still
PUSHED = 1.5  # of its shorter side: up to this far from its old place a card of the same face is the same card
_SAME_OUTLINE = 0.6  # overlap from which a back in the place of a face is that card turned over
_LAID_OUT = 0.2  # of its shorter side: nearer than that no card is laid on another whose index is to be seen
_UNPROVED = 2.0  # how unlike an unsure read something new is that was sure, or had no name, under a hand alone
_AS_GOOD = 0.98  # confidence from which an unsure read of that name is one of it all the same
# The same of something of that name that does not count yet, of a back seen but once: it may be a second read of it.
_NOT_YET = 0.5
_WITHIN = 0.9  # share of a sighting that lies within a thing from which it may be a part of it
_PROPORTIONS = 0.55, 0.85  # between which a card's width is, as a share of its height
_CONTESTED_FOR = 12  # reads until it is left to people what a thing is that was read as two

# Times the area of the cards that surely lie there, from which an unsure one does not, and how many of them tell that.
_TOO_LARGE, _SOME = 2.5, 3


@dataclass(eq=False)
class Track:
    """A thing followed from reading to reading.

    told: its outline when its place was last told of. seen: reads of it; agreed: the last of them that gave the same
    name; missed: reads in a row that showed its place empty; buried: reads in a row with something on it; turning,
    away: reads in a row that showed its other side, or another place than told; side: the best read of that side.
    names: all that it was ever read as; other, others: a likely name that is none of them, and reads in a row that gave
    it; anew: whether its place came to look otherwise since it was read by its own name. laid: its place in the order
    in which things were laid down: one laid later may cover it, one laid earlier cannot. gone: it was told that it
    left. bare: whether it was seen without a hand over it. aside: whether it was surely read so far from what was known
    that it is no wrong read of that. letter: what was read of a tile. denied: what it was read as before people said
    what it is, if they did (said). face: what they said that it is, however it lies now. dismissed: whether people said
    that nothing is there. contested: whether it is unsure only for what else was read in its place.
    """

    thing: Thing
    told: FloatArray
    laid: int
    counted: bool = False
    seen: int = 1
    agreed: int = 1
    missed: int = 0
    missed_since: float = 0.0
    buried: int = 0
    turning: int = 0
    side: Sighting | None = None
    away: int = 0
    names: set[str | None] = field(default_factory=set)
    other: str | None = None
    others: int = 0
    anew: bool = False
    altered: bool = False
    shown: int = 0
    unseen: int = 0
    gone: bool = False
    bare: bool = True
    aside: bool = False
    letter: LetterReads | None = None
    denied: frozenset[str | None] = frozenset()
    said: bool = False
    face: Sighting | None = None
    dismissed: bool = False
    contested: bool = False

    def as_told(self, sighting: Sighting) -> Sighting:
        """A sighting of it as far as it is known: by the name that people gave it, for what they denied once is the
        same misread again; and all of it, where an arm leaves only a part in sight, for a card does not shrink."""
        own = self.thing.sighting
        if self.counted and _is_part(sighting, own):
            sighting = replace(sighting, outline=own.outline)
        if sighting.name not in self.denied or not in_place_of(own, sighting):
            return sighting
        return replace(sighting, name=own.name, confidence=own.confidence, certain=own.certain)

    @property
    def may_be_turned(self) -> bool:
        """Whether its other side may be up: what people named shows it only where the picture is not as it was."""
        return self.face is None or self.altered or self.turning > 0

    def turned(self, side: Sighting) -> Sighting:
        """Its other side as far as it is known: a face without a name is the one that people named before."""
        if self.face is None or side.kind is not self.face.kind or side.name is not None:
            return side
        return replace(self.face, outline=side.outline)

    @property
    def unproved(self) -> bool:
        """Whether it is something new of which only a hand's neighbourhood told so far."""
        return not self.counted and not self.bare

    @property
    def surely_new(self) -> bool:
        """Whether it is something new that was surely read: missed once in the same picture, it is looked for again."""
        return not self.counted and self.thing.sighting.certain

    def is_contradicted(self, sighting: Sighting) -> bool:
        """Whether what is seen of it with no hand near counts for more than what was seen under one alone: as long as
        it does not count as a thing itself, the first time that it is seen so, and whenever another name is read before
        its own was surely read so once. What people said is so."""
        own = self.thing.sighting
        unread = own.kind is Kind.CARD and own.confidence < SAID and self.thing.read == -np.inf
        return self.unproved or (unread and sighting.name is not None and not (self.bare and sighting.name == own.name))

    @property
    def may_have_left(self) -> bool:
        """Whether it may lie elsewhere: what is covered lies there still where the picture is as it was, though what
        covers it is missed."""
        return self.altered or not self.thing.covered

    @property
    def lies(self) -> bool:
        """Whether it counts as a thing on the table."""
        return self.counted and not self.dismissed

    @property
    def pending(self) -> bool:
        """Whether the last reading began something that further readings have to confirm."""
        if self.dismissed:
            return False
        burying = bool(self.buried) and not self.thing.covered
        contested = self.contested and self.seen < _CONTESTED_FOR
        return not self.counted or burying or contested or bool(self.missed or self.turning or self.away or self.others)


def slid(before: FloatArray, now: FloatArray) -> bool:
    """Whether a new thing is not at rest yet. It is as far from where it was as the corner that moved least, for what
    hides some of the others makes them seem to move."""
    apart = np.linalg.norm(before[:, None] - now[None], axis=2)
    return float(apart.min() / short_side(now)) > _SLID


def passed(track: Track, before: Sighting, sighting: Sighting) -> bool:
    """Whether a tile that does not count yet, read as before, was another one on its way over that square."""
    another = track.letter is not None and sighting.name not in {None, before.name}
    return another and sides_apart(before.outline, sighting.outline) > _SLID


def lies_still(track: Track, sighting: Sighting) -> bool:
    """Whether something new is surely read as it was before, just where it was: what stirs there is a hand that leaves
    it, and carries nothing."""
    same = not track.counted and sighting.certain and sighting.name == track.thing.sighting.name
    return same and sides_apart(track.told, sighting.outline) < _STILL


def in_place_of(own: Sighting, sighting: Sighting) -> bool:
    """Whether a sighting lies where a thing of its kind lies, so near that neither is laid on the other."""
    return sighting.kind is own.kind and sides_apart(own.outline, sighting.outline) <= _LAID_OUT


def _is_part(sighting: Sighting, known: Sighting) -> bool:
    """Whether a sighting is of what can be seen of a card that is known: within it, and no card by its proportions."""
    same = sighting.kind is known.kind is Kind.CARD and known.certain and sighting.name == known.name
    return same and cut_from(sighting.outline, known.outline)


def cut_from(outline: FloatArray, whole: FloatArray) -> bool:
    """Whether an outline may be what something that hides the rest leaves in sight of a card: it lies within that one's
    and has not the proportions of a card."""
    cut = _is_whole(whole) and not _is_whole(outline)
    return cut and covered_share(outline, whole) > _WITHIN


def may_be_seen_at(known: FloatArray, outline: FloatArray) -> bool:
    """Whether what is seen at an outline may be the card that is known to lie at another, read wrongly."""
    return sides_apart(known, outline) <= _LAID_OUT or cut_from(outline, known)


def _is_whole(outline: FloatArray) -> bool:
    """Whether an outline, from its own top left, is about as wide for its height as a card."""
    first, second, _, last = outline.tolist()  # as `centre_of` without arrays
    across, down = dist(first, second), dist(first, last)
    return _PROPORTIONS[0] * down < across < _PROPORTIONS[1] * down


def may_lie(sightings: Sequence[Sighting]) -> list[Sighting]:
    """What may lie on the table: unsure cards much larger than those that surely lie there do not. A hand that
    carries backs may look like one."""
    cards = [s for s in sightings if s.kind is not Kind.TILE]
    sure = [area(s.outline) for s in cards if s.certain]
    most = _TOO_LARGE * median(sure) if len(sure) >= _SOME else inf
    return [s for s in sightings if s.certain or s.kind is Kind.TILE or area(s.outline) < most]


def is_nameless(sighting: Sighting) -> bool:
    return sighting.kind is Kind.CARD and sighting.name is None


def near(tracks: Sequence[Track], sightings: Sequence[Sighting]) -> Iterator[tuple[Track, Sighting]]:
    """The pairs whose centres are within a card's shorter side of each other: no others are one thing in its place."""
    if not tracks or not sightings:
        return
    outlines = np.stack([track.thing.sighting.outline for track in tracks])
    sides = np.linalg.norm(outlines - np.roll(outlines, -1, axis=1), axis=2).min(axis=1)
    centres = np.stack([sighting.outline for sighting in sightings]).mean(axis=1)
    apart = np.linalg.norm(outlines.mean(axis=1)[:, None] - centres[None], axis=2)
    for row, column in np.argwhere(apart < sides[:, None]):
        yield tracks[row], sightings[column]


def nearest_first(candidates: Iterable[tuple[float, Track, Sighting]]) -> Iterator[tuple[Track, Sighting]]:
    """Pairs by rising cost, each track and each sighting once."""
    taken: set[int] = set()
    for _, track, sighting in sorted(candidates, key=lambda candidate: candidate[0]):
        if id(track) not in taken and id(sighting) not in taken:
            taken |= {id(track), id(sighting)}
            yield track, sighting


def same_place_cost(track: Track, sighting: Sighting) -> float | None:
    """How unlike a thing a sighting at its place is, or None where it cannot be the same thing."""
    thing, own, sighting = track.thing, track.thing.sighting, track.as_told(sighting)
    if own.kind is not sighting.kind:
        turned = {own.kind, sighting.kind} == {Kind.CARD, Kind.BACK} and not thing.covered
        same = overlap(own.outline, sighting.outline)
        return 3.0 - same if turned and same > _SAME_OUTLINE else None
    apart = sides_apart(own.outline, sighting.outline)
    if own.kind is Kind.BACK:  # half hidden it seemed to lie elsewhere than it rests
        apart = min(apart, centre_distance(track.told, sighting.outline) / short_side(own.outline))
    if apart > (_SAME_PLACE_FACE_DOWN if own.kind is Kind.BACK else SAME_PLACE):
        return None
    if own.name == sighting.name:
        unsure = not sighting.certain and sighting.confidence < _AS_GOOD
        less_sure = track.unproved and not track.aside and unsure and (own.certain or own.name is None)
        new = own.name is not None and not (track.counted or (own.kind is Kind.BACK and track.agreed > 1))
        return apart + (_UNPROVED if less_sure else _NOT_YET if new else 0.0)
    misread = track.letter is not None and (track.letter.named or not track.altered)
    if own.certain and sighting.certain and not misread:
        return None  # another one lies there now
    if own.certain != sighting.certain and overlap(own.outline, sighting.outline) < _SAME_OUTLINE:
        return None
    return 1.0 + apart


def same_card(own: Sighting, sighting: Sighting) -> bool:
    """Whether a sighting is of the face that a card surely has, beyond reasonable doubt: letters and backs are too many
    to be known again elsewhere."""
    same = own.kind is sighting.kind is Kind.CARD and own.certain and own.name == sighting.name
    return same and (sighting.certain or sighting.confidence >= _AS_GOOD)


def stayed(track: Track, sighting: Sighting) -> bool:
    """Whether a card that seemed to have left, perhaps not far, is seen where it lay: what was seen elsewhere is an
    equal one, laid while it was missed."""
    if not same_card(track.thing.sighting, sighting):
        return False
    seemed_to_leave = sides_apart(track.told, track.thing.sighting.outline) >= STEADY
    return seemed_to_leave and sides_apart(track.told, sighting.outline) < STEADY


def pushed(track: Track, sighting: Sighting) -> bool:
    """Whether a card lies so near to where it lay that it was only pushed."""
    outline = track.thing.sighting.outline
    return centre_distance(outline, sighting.outline) < PUSHED * short_side(outline)
