"""What lies on the table: things with an identity that outlives a passing hand, a nudge, a cover, a turn.

A thing counts after several equal reads and is gone after several reads that show its empty place. Whatever is hidden
while it is read (by a hand, by what moves) tells nothing about what is missing there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from companion.referee.circumstances import BARE, Circumstances, Share
from companion.referee.letter_reads import LetterReads, better
from vision.outlines import centre_distance, covered_share, moved_by, overlap, short_side
from vision.sightings import FloatArray, Kind, Reading, Sighting

_STIRRED = 0.5  # share of a thing in which something moves, from which it may not lie yet
_HELD = 0.1  # seconds for which a thing has to lie that a hand is over or near: it may hold it
_HIDDEN = 0.05  # from this share on, nothing is concluded from not seeing a thing
_HALF_SEEN = 0.2  # from this share on, what is known of a thing is not changed by how it seems to lie
_COVER = 0.08  # share of a thing under another from which it may be missed for that
_SAME_PLACE = 0.5  # of its shorter side: how far a thing may seem to jump between two reads of it
_SAME_PLACE_FACE_DOWN = 0.15  # the same for backs: the next card of a deck laid beside it looks the same
_SLID = 0.1  # of its shorter side: how far all of a thing may seem to move between two reads of it while it lies still
_MOVED = 0.35  # of its shorter side: how far it has to be moved for that to be told
_PUSHED = 1.5  # of its shorter side: up to this far from its old place a card of the same face is the same card
_SAME_OUTLINE = 0.6  # overlap from which a back in the place of a face is that card turned over
_GONE_FOR = 0.6  # seconds for which a place has to be seen empty until its thing is gone
_ASIDE = 0.08  # of its shorter side: from so far from another on, what is read under a hand is no wrong read of that
_LAID_OUT = 0.2  # of its shorter side: nearer than that no card is laid on another whose index is to be seen
_SURER = 1  # further reads until such a thing counts
_UNREAD = 2  # further reads until a thing counts that was not read surely: it may be yet
_ALTERED = 0.02  # share of a thing from which its place looks otherwise than when it was read before
_UNDER = 0.5  # share of a thing from which a hand is over it and may have taken it, or another lies on it
_UNPROVED = 2.0  # how unlike an unsure read something new is that was sure, or had no name, under a hand alone
_NOT_YET = (
    0.5  # how unlike a read of the same name something is that does not count yet: a moment's second read of a thing
)
_LIKELY = 0.9  # confidence from which several unsure reads of another name tell that another card was laid there
_LIKELY_ANEW = 0.5  # the same where the place came to look otherwise, and no hand is over it


class Happening(StrEnum):
    """What can happen to a thing on the table."""

    PLACED = "placed"
    REMOVED = "removed"
    COVERED = "covered"
    UNCOVERED = "uncovered"
    TURNED = "turned"
    MOVED = "moved"
    NAMED = "named"


@dataclass(frozen=True, eq=False)
class Thing:
    """One physical thing that lies there.

    number: its identity, never given again. sighting: as it was best read, at its present place. covered: nothing of it
    has been seen since something was laid on it. since, seen: when it came, and when it was last seen (seconds).
    """

    number: int
    sighting: Sighting
    covered: bool
    since: float
    seen: float = 0.0


@dataclass(frozen=True, eq=False)
class Event:
    """One change of the table. thing: as it is now (as it last was, for REMOVED); before: as it was until now."""

    happening: Happening
    thing: Thing
    before: Thing | None
    time: float


@dataclass(eq=False)
class _Track:
    """A thing followed from reading to reading.

    told: its outline when its place was last told of. seen: reads of it; agreed: the last of them that gave the same
    name; missed: reads in a row that showed its place empty; buried: reads in a row with something on it; turning,
    away: reads in a row that showed its other side, or another place than told; side: the best read of that side.
    names: all that it was ever read as; other, others: a likely name that is none of them, and reads in a row that gave
    it; anew: whether its place came to look otherwise since it was read by its own name. laid: its place in the order
    in which things were laid down: one laid later may cover it, one laid earlier cannot. gone: it was told that it
    left. bare: whether it was seen without a hand over it. letter: what was read of a tile. denied: what it was read as
    before people said what it is.
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
    letter: LetterReads | None = None
    denied: frozenset[str | None] = frozenset()

    def as_told(self, sighting: Sighting) -> Sighting:
        """A sighting of it by the name that people gave it: what they denied once is the same misread again."""
        own = self.thing.sighting
        misread = sighting.kind is own.kind and sighting.name in self.denied
        if not misread or centre_distance(own.outline, sighting.outline) > _LAID_OUT * short_side(own.outline):
            return sighting
        return replace(sighting, name=own.name, confidence=own.confidence, certain=own.certain)

    @property
    def unproved(self) -> bool:
        """Whether it is something new of which only a hand's neighbourhood told so far."""
        return not self.counted and not self.bare

    @property
    def pending(self) -> bool:
        """Whether the last reading began something that further readings have to confirm."""
        burying = bool(self.buried) and not self.thing.covered
        return not self.counted or burying or bool(self.missed or self.turning or self.away or self.others)


class Table:
    """What lies there once several readings agree."""

    def __init__(self, agreeing: int = 2, missing: int = 3, gone_for: float = _GONE_FOR) -> None:
        """agreeing: equal reads in a row until something counts; missing, gone_for: reads of its empty place, and
        seconds from the first to the last of them, until it is gone."""
        self._agreeing, self._missing, self._gone_for = agreeing, missing, gone_for
        self._tracks: list[_Track] = []
        self._numbers = 0
        self._laid = 0

    @property
    def things(self) -> tuple[Thing, ...]:
        """All that counts as lying there, in the order it came."""
        return tuple(track.thing for track in self._tracks if track.counted)

    def thing(self, number: int) -> Thing | None:
        """The thing of that number, if it still lies there."""
        return next((thing for thing in self.things if thing.number == number), None)

    @property
    def unsettled(self) -> tuple[FloatArray, ...]:
        """Places where another reading is needed before it is clear what lies there."""
        return tuple(track.thing.sighting.outline for track in self._tracks if track.pending)

    @property
    def arriving(self) -> bool:
        """Whether the last reading showed something that does not count yet."""
        return any(not track.counted for track in self._tracks)

    def settled(self, number: int) -> bool:
        """Whether the last readings agree about the thing of that number (also where it is gone)."""
        return all(not track.pending for track in self._tracks if track.thing.number == number)

    def shift(self, matrix: NDArray[np.float64]) -> None:
        """The camera was moved: the same table is now seen under this homography (3 x 3, old picture to new)."""
        for track in self._tracks:
            track.thing = _at(track.thing, moved_by(track.thing.sighting.outline, matrix))
            track.told = moved_by(track.told, matrix)

    def name(self, number: int, name: str, time: float) -> Event | None:
        """What a person says a thing is: certain from then on. None where no such thing lies there."""
        track = next((t for t in self._tracks if t.counted and t.thing.number == number), None)
        if track is None:
            return None
        before = track.thing
        if track.letter is not None:
            track.letter.named = True
        track.denied = frozenset(track.names | {before.sighting.name}) - {name, None}
        track.thing = replace(before, sighting=replace(before.sighting, name=name, confidence=1.0, certain=True))
        return Event(Happening.NAMED, track.thing, before, time)

    def doubt(self, number: int) -> None:
        """People say that a thing is not what it was read as: it is unsure until it is read surely or named."""
        for track in self._tracks:
            if track.thing.number == number:
                unsure = replace(track.thing.sighting, name=None, confidence=0.0, certain=False)
                track.thing, track.names = replace(track.thing, sighting=unsure), {None}

    def update(self, reading: Reading, time: float = 0.0, circumstances: Circumstances = BARE) -> tuple[Event, ...]:
        """Takes one more reading; what it changes on the table. What comes to lie in a place of its own where nothing
        stirs lies there, a hand over it or not; what is known is missing, moved, turned or covered only where it is not
        hidden, and not missing, moved or covered where the picture is as it was, unless most reads say so (of a tile,
        most since a hand was over it)."""
        hidden, altered = circumstances.hidden, circumstances.altered
        for track in self._tracks:
            if altered(track.thing.sighting.outline) >= _ALTERED:
                track.altered, track.shown, track.unseen = True, 0, 0
            elif track.letter is not None and hidden(track.thing.sighting.outline) >= _UNDER:
                track.shown = track.unseen = 0
        sightings = [s for s in reading.sightings if circumstances.stirred(s.outline) < _STIRRED]
        pairs = self._matched(sightings, reading.sightings, hidden)
        laid = {id(sighting): track.laid for track, sighting in pairs}
        events = [event for track, sighting in pairs for event in self._see(track, sighting, hidden, time)]
        for track, _ in pairs:
            track.altered = False
            bare = hidden(track.thing.sighting.outline) < _HIDDEN
            track.shown, track.bare = track.shown + bare, track.bare or bare
        missed = [track for track in self._tracks if all(track is not matched for matched, _ in pairs)]
        events += [event for track in missed for event in self._miss(track, sightings, laid, hidden, time)]
        for sighting in sightings:
            if id(sighting) not in laid and not self._may_have_come(sighting, hidden):
                self._numbers += 1
                thing = Thing(self._numbers, sighting, False, time, time)
                bare, tile = hidden(sighting.outline) < _HIDDEN, sighting.kind is Kind.TILE
                letter = LetterReads.of(sighting, bare) if tile else None
                names, order = {sighting.name}, self._next_laid()
                self._tracks.append(_Track(thing, sighting.outline, order, names=names, bare=bare, letter=letter))
        return tuple(sorted([*events, *self._counted(time, hidden)], key=lambda event: _ORDER.index(event.happening)))

    def _matched(
        self, sightings: Sequence[Sighting], all_seen: Sequence[Sighting], hidden: Share
    ) -> list[tuple[_Track, Sighting]]:
        """Which sighting is which thing: the nearest at its place first, then a card that left for another place."""
        near = [
            (cost, track, sighting)
            for track, sighting in _near(self._tracks, sightings)
            if (cost := _same_place_cost(track, sighting)) is not None
            and not self._another(track, sighting)
            and not self._is_hidden_or_gone(track, sighting)
        ]
        pairs = list(_nearest_first(near))
        tracks = {id(track) for track, _ in pairs}
        taken = {id(sighting) for _, sighting in pairs}
        far = [
            (centre_distance(track.thing.sighting.outline, sighting.outline), track, sighting)
            for track in self._tracks
            if track.counted and id(track) not in tracks
            for sighting in sightings
            if id(sighting) not in taken
            and _same_card(track.thing.sighting, sighting)
            and (_pushed(track, sighting) or _place_is_empty(track, all_seen, hidden))
        ]
        return pairs + list(_nearest_first(far))

    def _may_have_come(self, sighting: Sighting, hidden: Share) -> bool:
        """Whether a card may be one that lay elsewhere, where a hand hides whether it still does: then it is either
        only once that place is seen again."""
        elsewhere = (t.thing.sighting for t in self._tracks if t.counted and not t.thing.covered)
        return any(_same_card(own, sighting) and hidden(own.outline) >= _HIDDEN for own in elsewhere)

    def _see(self, track: _Track, sighting: Sighting, hidden: Share, time: float) -> Iterator[Event]:
        """A thing is seen, perhaps turned, moved, read for the first time, or out again from under another."""
        before, sighting = track.thing, track.as_told(sighting)
        if track.counted and hidden(sighting.outline) >= _HALF_SEEN:
            unlike = sighting.kind is not before.sighting.kind or (_is_nameless(sighting) and before.sighting.certain)
            if unlike or before.covered:
                return
            sighting = replace(sighting, outline=before.sighting.outline)
        track.seen, track.missed, track.buried = track.seen + 1, 0, 0
        if sighting.kind is not before.sighting.kind:
            track.turning += 1
            known = track.side if track.turning > 1 else None
            track.side = better(known, sighting) if known is not None and known.kind is sighting.kind else sighting
            if track.turning >= self._turned_after(before.sighting, track.side):
                track.turning = 0
                track.thing = replace(before, sighting=track.side, covered=False, seen=time)
                track.told, track.names = sighting.outline, {sighting.name}
                if track.counted:
                    yield Event(Happening.TURNED, track.thing, before, time)
            return
        track.turning = 0
        self._note_name(track, sighting, hidden(sighting.outline) < _HIDDEN)
        track.agreed = track.agreed + 1 if sighting.name == before.sighting.name else 1
        bare = hidden(sighting.outline) < _HIDDEN
        if track.letter is not None:
            told = track.letter.told(before.sighting, sighting, bare)
        else:
            told = sighting if bare and track.unproved else better(before.sighting, sighting)
        track.thing = replace(before, sighting=told, covered=False, seen=time)
        if not track.counted:
            if _shift(track.told, sighting.outline) > _SLID:  # not at rest yet
                track.seen, track.agreed, track.thing = 1, 1, replace(track.thing, since=time)
            track.told = sighting.outline
            return
        if before.covered:
            yield Event(Happening.UNCOVERED, track.thing, before, time)
        if _name_of(track.thing) != _name_of(before):
            yield Event(Happening.NAMED, track.thing, before, time)
        yield from self._follow(track, before, time)

    def _turned_after(self, shown: Sighting, other: Sighting) -> int:
        """How many reads in a row tell that a thing was turned over. A face without a name is perhaps a back, read
        wrongly: a back is believed at once in its place, and it only slowly in that of a back."""
        if _is_nameless(shown):
            return 1
        return self._agreeing + (_UNREAD if _is_nameless(other) else 0)

    def _note_name(self, track: _Track, sighting: Sighting, bare: bool) -> None:
        """Counts reads in a row of a likely name that a thing which is surely another was never read as."""
        own = track.thing.sighting
        if not own.certain:
            track.names.add(sighting.name)
        track.anew = (track.anew or track.altered) and not (bare and sighting.name == own.name)
        likely = _LIKELY_ANEW if track.anew and bare else _LIKELY
        another = own.certain and sighting.confidence > likely and sighting.name not in {None, own.name, *track.names}
        if another and sighting.kind is Kind.CARD and not self._lain_on(track):
            track.others = track.others + 1 if sighting.name == track.other else 1
            track.other = sighting.name
        else:
            track.other, track.others = None, 0

    def _another(self, track: _Track, sighting: Sighting) -> bool:
        """Whether a sighting in a thing's place is of something that was laid on it."""
        return track.others >= self._agreeing + _UNREAD and sighting.name == track.other

    def _is_hidden_or_gone(self, track: _Track, sighting: Sighting) -> bool:
        """Whether a sighting in a card's place is of what lies on it, or came when it had left, for all it tells."""
        own = track.thing.sighting
        if not track.counted or own.kind is not Kind.CARD or not own.certain:
            return False
        named, under = sighting.name == own.name, track.thing.covered and self._lain_on(track, _UNDER)
        return (track.missed >= self._agreeing and not named) or (under and not (named and sighting.certain))

    def _lain_on(self, track: _Track, share: float = _COVER) -> bool:
        """Whether something that lies in sight was laid on more than that share of a thing."""
        outline = track.thing.sighting.outline
        upper = (t for t in self._tracks if t.laid > track.laid and not t.thing.covered and not t.missed)
        return any(covered_share(outline, other.thing.sighting.outline) > share for other in upper)

    def _follow(self, track: _Track, before: Thing, time: float) -> Iterator[Event]:
        """The place of a seen thing: drift is followed silently, a move is told once it lasts."""
        outline = track.thing.sighting.outline
        shift = centre_distance(track.told, outline) / short_side(outline)
        track.away = track.away + 1 if shift > _MOVED and (track.altered or track.away) else 0
        if track.away >= self._agreeing:
            track.away, track.told, track.laid = 0, outline, self._next_laid()
            yield Event(Happening.MOVED, track.thing, before, time)
        elif shift < 0.1:
            track.told = outline

    def _next_laid(self) -> int:
        self._laid += 1
        return self._laid

    def _miss(
        self, track: _Track, seen: Sequence[Sighting], laid: Mapping[int, int], hidden: Share, time: float
    ) -> Iterator[Event]:
        """A thing is not seen: hidden for now, under another, or gone. laid: by id of the sightings that are known."""
        outline = track.thing.sighting.outline
        if hidden(outline) >= _HIDDEN:
            return
        if track.counted and not track.altered:
            track.unseen += 1
            if track.unseen <= track.shown:
                return
        later = [sighting for sighting in seen if laid.get(id(sighting), self._laid + 1) > track.laid]
        if any(covered_share(outline, sighting.outline) > _COVER for sighting in later):
            track.buried, track.missed, track.others = track.buried + 1, 0, 0
            if track.counted and not track.thing.covered and track.buried >= self._agreeing:
                before, track.thing = track.thing, replace(track.thing, covered=True)
                yield Event(Happening.COVERED, track.thing, before, time)
            return
        track.missed_since = track.missed_since if track.missed else time
        track.missed += 1
        track.gone = track.missed >= self._missing and time - track.missed_since >= self._gone_for
        if track.counted and track.gone:
            yield Event(Happening.REMOVED, track.thing, track.thing, time)

    def _counted(self, time: float, hidden: Share) -> Iterator[Event]:
        """Drops what is gone and counts what was seen often enough."""
        self._tracks = [
            track
            for track in self._tracks
            if (not track.gone if track.counted else not track.missed and not track.buried)
        ]
        for track in self._tracks:
            if track.counted or (hidden(track.thing.sighting.outline) >= _HIDDEN and self._held(track, time)):
                continue
            sure = track.thing.sighting.certain and track.agreed >= self._agreeing
            bare = hidden(track.thing.sighting.outline) < _HIDDEN
            if sure or (bare and track.seen >= self._agreeing + _UNREAD):
                track.counted = True
                yield Event(Happening.PLACED, track.thing, None, time)

    def _held(self, track: _Track, time: float) -> bool:
        """Whether what is seen under a hand may still be in it, or is what lay there, read wrongly in part, or a card
        that the hand pushes."""
        own = track.thing.sighting
        if time - track.thing.since < _HELD:
            return True
        surely = own.certain and track.agreed >= self._agreeing + _SURER
        for other in (other for other in self._tracks if other.counted):
            lying, same = other.thing.sighting, _same_card(other.thing.sighting, own)
            apart = centre_distance(own.outline, lying.outline) / short_side(own.outline)
            laid_on_it = surely and not same and lying.certain and own.name not in other.names and apart > _ASIDE
            if apart < (_PUSHED if same else _SAME_PLACE) and not laid_on_it:
                return True
        return False


_ORDER = (
    Happening.REMOVED, Happening.UNCOVERED, Happening.TURNED, Happening.MOVED, Happening.NAMED, Happening.PLACED,
    Happening.COVERED,
)  # fmt: skip


def _shift(before: FloatArray, now: FloatArray) -> float:
    """How far a thing moved, as a share of its shorter side: as far as the corner that moved least, for what hides some
    of the others makes them seem to move."""
    apart = np.linalg.norm(before[:, None] - now[None], axis=2)
    return float(apart.min() / short_side(now))


def _is_nameless(sighting: Sighting) -> bool:
    return sighting.kind is Kind.CARD and sighting.name is None


def _near(tracks: Sequence[_Track], sightings: Sequence[Sighting]) -> Iterator[tuple[_Track, Sighting]]:
    """The pairs whose centres are within a card's shorter side of each other: no others are one thing in its place."""
    if not tracks or not sightings:
        return
    outlines = np.stack([track.thing.sighting.outline for track in tracks])
    sides = np.linalg.norm(outlines - np.roll(outlines, -1, axis=1), axis=2).min(axis=1)
    centres = np.stack([sighting.outline for sighting in sightings]).mean(axis=1)
    apart = np.linalg.norm(outlines.mean(axis=1)[:, None] - centres[None], axis=2)
    for row, column in np.argwhere(apart < sides[:, None]):
        yield tracks[row], sightings[column]


def _nearest_first(candidates: Iterable[tuple[float, _Track, Sighting]]) -> Iterator[tuple[_Track, Sighting]]:
    """Pairs by rising cost, each track and each sighting once."""
    taken: set[int] = set()
    for _, track, sighting in sorted(candidates, key=lambda candidate: candidate[0]):
        if id(track) not in taken and id(sighting) not in taken:
            taken |= {id(track), id(sighting)}
            yield track, sighting


def _same_place_cost(track: _Track, sighting: Sighting) -> float | None:
    """How unlike a thing a sighting at its place is, or None where it cannot be the same thing."""
    thing, own, sighting = track.thing, track.thing.sighting, track.as_told(sighting)
    if own.kind is not sighting.kind:
        turned = {own.kind, sighting.kind} == {Kind.CARD, Kind.BACK} and not thing.covered
        same = overlap(own.outline, sighting.outline)
        return 3.0 - same if turned and same > _SAME_OUTLINE else None
    apart = centre_distance(own.outline, sighting.outline) / short_side(own.outline)
    if apart > (_SAME_PLACE_FACE_DOWN if own.kind is Kind.BACK else _SAME_PLACE):
        return None
    if own.name == sighting.name:
        less_sure = track.unproved and not sighting.certain and (own.certain or own.name is None)
        new = own.name is not None and not track.counted
        return apart + (_UNPROVED if less_sure else _NOT_YET if new else 0.0)
    misread = track.letter is not None and (track.letter.named or not track.altered)
    if own.certain and sighting.certain and not misread:
        return None  # another one lies there now
    if own.certain != sighting.certain and overlap(own.outline, sighting.outline) < _SAME_OUTLINE:
        return None
    return 1.0 + apart


def _same_card(own: Sighting, sighting: Sighting) -> bool:
    """Whether both are surely the same face: letters and backs are too many to be known again elsewhere."""
    return own.kind is sighting.kind is Kind.CARD and own.certain and sighting.certain and own.name == sighting.name


def _pushed(track: _Track, sighting: Sighting) -> bool:
    """Whether a card lies so near to where it lay that it was only pushed."""
    outline = track.thing.sighting.outline
    return centre_distance(outline, sighting.outline) < _PUSHED * short_side(outline)


def _place_is_empty(track: _Track, seen: Sequence[Sighting], hidden: Share) -> bool:
    """Whether the thing's place was in sight, and nothing that could cover it lies there."""
    outline = track.thing.sighting.outline
    return hidden(outline) < _HIDDEN and all(covered_share(outline, other.outline) <= _COVER for other in seen)


def _at(thing: Thing, outline: FloatArray) -> Thing:
    return replace(thing, sighting=replace(thing.sighting, outline=outline))


def _name_of(thing: Thing) -> tuple[str | None, bool]:
    return thing.sighting.name, thing.sighting.certain
