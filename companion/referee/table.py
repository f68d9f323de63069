"""What lies on the table: things with an identity that outlives a passing hand, a nudge, a cover, a turn.

A thing counts after several equal reads and is gone after several reads that show its empty place. Whatever is hidden
while it is read (by a hand, by what moves) tells nothing about what is missing there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.referee.circumstances import BARE, Circumstances, Share
from companion.referee.glimpses import Glimpses
from companion.referee.letter_reads import LetterReads, better
from companion.referee.things import Event, Happening, Thing
from companion.referee.track import (
    PUSHED,
    SAME_PLACE,
    STEADY,
    Track,
    cut_from,
    in_place_of,
    is_nameless,
    lies_still,
    may_be_seen_at,
    may_lie,
    near,
    nearest_first,
    passed,
    pushed,
    same_card,
    same_place_cost,
    slid,
    stayed,
)
from vision.outlines import centre_distance, covered_share, moved_by, sides_apart
from vision.sightings import JOKER, FloatArray, Kind, Reading, Sighting
from vision.suits import KnownSuits

_STIRRED = 0.5  # share of a thing in which something moves, from which it may not lie yet
_HELD = 0.07  # seconds for which a thing has to lie that a hand is over or near: it may hold it
_HIDDEN = 0.05  # from this share on, nothing is concluded from not seeing a thing
_HALF_SEEN = 0.2  # from this share on, what is known of a thing is not changed by how it seems to lie
_COVER = 0.08  # share of a thing under another from which it may be missed for that
_DISPLACED = 0.25  # share of a tile's place that another lies on: it is there no more
_MOVED = 0.35  # of its shorter side: how far it has to be moved for that to be told
_GONE_FOR = 0.6  # seconds for which a place has to be seen empty until its thing is gone
_ASIDE = 0.08  # of its shorter side: from so far from another on, what is read under a hand is no wrong read of that
_SURER = 1  # further reads until such a thing counts
_UNREAD = 2  # further reads until a thing counts that was not read surely: it may be yet
_ALTERED = 0.02  # share of a thing from which its place looks otherwise than when it was read before
_UNDER = 0.5  # share of a thing from which a hand is over it and may have taken it, or another lies on it
_LIKELY = 0.9  # confidence from which several unsure reads of another name tell that another card was laid there
_LIKELY_ANEW = 0.5  # the same where the place came to look otherwise, and no hand is over it


class Table:
    """What lies there once several readings agree."""

    def __init__(self, agreeing: int = 2, missing: int = 3, gone_for: float = _GONE_FOR) -> None:
        """agreeing: equal reads in a row until something counts; missing, gone_for: reads of its empty place, and
        seconds from the first to the last of them, until it is gone."""
        self._agreeing, self._missing, self._gone_for = agreeing, missing, gone_for
        self._tracks: list[Track] = []
        self._glimpses = Glimpses()
        self._suits = KnownSuits()
        self._left: list[Event] = []  # to be told yet
        self._awaited: list[FloatArray] = []  # where cards lie that may have come from where a hand is
        self._shifted = False  # since the last reading: then it is not known what looks otherwise
        self._numbers = 0
        self._laid = 0

    @property
    def things(self) -> tuple[Thing, ...]:
        """All that counts as lying there, in the order it came."""
        return tuple(track.thing for track in self._tracks if track.lies)

    def thing(self, number: int) -> Thing | None:
        """The thing of that number, if it still lies there."""
        track = self._track(number)
        return None if track is None else track.thing

    @property
    def unsettled(self) -> tuple[FloatArray, ...]:
        """Places where another reading is needed before it is clear what lies there."""
        return (*(track.thing.sighting.outline for track in self._tracks if track.pending), *self._awaited)

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
            track.thing = track.thing.shifted(matrix)
            track.told = moved_by(track.told, matrix)
        self._glimpses.shift(matrix)
        self._awaited = [moved_by(outline, matrix) for outline in self._awaited]
        self._shifted = True

    def name_as_its_deck(self, number: int, time: float, suit: str = "") -> Event | None:
        """Names a card of which only the suit is in doubt, where what people said of others of its deck tells it. None
        where that does not. suit: one that it may have, though it was surely read as of another."""
        track = self._track(number)
        seen = None if track is None else track.thing.sighting
        if seen is None or seen.name is None or (seen.certain and not suit):
            return None
        suit = suit or seen.name[-1]
        told = self._suits.tell(suit, seen.suits)
        return self.name(number, seen.name[:-1] + suit, time, said=False) if told else None

    def name(self, number: int, name: str, time: float, said: bool = True) -> Event | None:
        """What a person says a thing is, or the game: certain from then on, and whatever else was read in its place is
        a misread of it. None where no such thing lies there. said: False where it was concluded."""
        track = self._track(number)
        if track is None:
            return None
        before, track.said = track.thing, said
        if track.letter is not None:
            track.letter.named = True
        track.contested = False
        again = [t for t in self._tracks if not t.counted and in_place_of(before.sighting, t.thing.sighting)]
        read = {before.sighting.name, track.other, *(t.thing.sighting.name for t in again)}
        self._learn_suit(replace(before.sighting, name=name), said=said)
        track.denied, track.other, track.others = frozenset(track.names | read) - {name, None}, None, 0
        self._tracks = [t for t in self._tracks if t not in again]
        track.thing = before.said(name)
        track.face = track.thing.sighting if said else None
        return Event(Happening.NAMED, track.thing, before, time)

    def is_said(self, number: int) -> bool:
        """Whether people said what a thing is."""
        track = self._track(number)
        return track is not None and track.said

    def release(self, number: int) -> None:
        """The thing may have gone, though nobody saw it go, as a card that was changed for another: what people denied
        of it may be read there now, and truly."""
        track = self._track(number)
        if track is not None:
            track.denied = frozenset()

    def doubt(self, number: int) -> None:
        """People say that a thing is not what it was read as: it is unsure until it is read surely or named."""
        for track in self._tracks:
            if track.thing.number == number:
                unsure = replace(track.thing.sighting, name=None, confidence=0.0, certain=False)
                track.thing, track.names, track.face = replace(track.thing, sighting=unsure), {None}, None

    def dismiss(self, number: int, time: float) -> None:
        """People say that nothing is there: what was seen is none as long as its place looks the same."""
        track = self._track(number)
        if track is not None:
            track.dismissed = True
            self._left.append(Event(Happening.REMOVED, track.thing, track.thing, time))

    def left(self) -> tuple[Event, ...]:
        """What was dismissed since this was asked for the last time."""
        left, self._left = tuple(self._left), []
        return left

    def update(self, reading: Reading, time: float = 0.0, circumstances: Circumstances = BARE) -> tuple[Event, ...]:
        """Takes one more reading; what it changes on the table. What comes to lie in a place of its own where nothing
        stirs lies there, a hand over it or not; what is known is missing, moved, turned or covered only where it is not
        hidden, and not missing, moved or covered where the picture is as it was, unless most reads say so (of a tile,
        most since a hand was over it)."""
        hidden, altered = circumstances.hidden, circumstances.altered
        self._forget_dismissed(altered)
        for track in self._tracks:
            if altered(track.thing.sighting.outline) >= _ALTERED:
                track.altered, track.shown, track.unseen = True, 0, 0
            elif track.letter is not None and hidden(track.thing.sighting.outline) >= _UNDER:
                track.shown = track.unseen = 0
        lying = may_lie(reading.sightings)
        stirred = circumstances.stirred
        sightings = [s for s in lying if stirred(s.outline) < _STIRRED or any(lies_still(t, s) for t in self._tracks)]
        pairs = self._matched(sightings, reading.sightings, hidden)
        known = (sighting for track, sighting in pairs if track.counted and track.thing.sighting.certain)
        self._glimpses.take(reading.sightings, known, time)
        laid = {id(sighting): track.laid for track, sighting in pairs}
        dismissed = {track.thing.number for track in self._tracks if track.dismissed}
        events = [event for track, sighting in pairs for event in self._see(track, sighting, hidden, time)]
        for track, _ in pairs:
            track.altered = False
            bare = hidden(track.thing.sighting.outline) < _HIDDEN
            track.shown, track.bare = track.shown + bare, track.bare or bare
        missed = [track for track in self._tracks if all(track is not matched for matched, _ in pairs)]
        nothing = {id(sighting) for track, sighting in pairs if track.dismissed}
        seen = [sighting for sighting in sightings if id(sighting) not in nothing]
        events += [event for track in missed for event in self._miss(track, seen, laid, hidden, time)]
        new = [sighting for sighting in sightings if id(sighting) not in laid]
        come = [sighting for sighting in new if self._may_have_come(sighting, hidden)]
        self._awaited = [sighting.outline for sighting in come]
        self._begin([sighting for sighting in new if sighting not in come], circumstances, time)
        events += self._counted(time, hidden)
        told = (event for event in events if event.thing.number not in dismissed)
        return tuple(sorted(told, key=lambda event: _ORDER.index(event.happening)))

    def _track(self, number: int) -> Track | None:
        """The thing of that number as it is followed, if it lies there."""
        return next((track for track in self._tracks if track.thing.number == number and track.lies), None)

    def _forget_dismissed(self, altered: Share) -> None:
        """What people said is nothing may be something where its place looks otherwise than before, as far as is known:
        not right after the camera was moved."""
        known, self._shifted = not self._shifted, False
        self._tracks = [
            track
            for track in self._tracks
            if not (track.dismissed and known and altered(track.thing.sighting.outline) >= _ALTERED)
        ]

    def _begin(self, sightings: Sequence[Sighting], circumstances: Circumstances, time: float) -> None:
        """What was not seen before is followed from now on."""
        hidden, altered = circumstances.hidden, circumstances.altered
        known = [track.thing.sighting.outline for track in self._tracks if track.counted]
        for sighting in sightings:
            self._numbers += 1
            thing = Thing(self._numbers, sighting, False, time, time, late=altered(sighting.outline) < _ALTERED)
            bare, tile = hidden(sighting.outline) < _HIDDEN, sighting.kind is Kind.TILE
            letter = LetterReads.of(sighting, bare) if tile else None
            aside = sighting.certain and not any(may_be_seen_at(outline, sighting.outline) for outline in known)
            names, order = {sighting.name}, self._next_laid()
            track = Track(thing, sighting.outline, order, names=names, bare=bare, aside=aside, letter=letter)
            self._tracks.append(track)

    def _matched(
        self, sightings: Sequence[Sighting], all_seen: Sequence[Sighting], hidden: Share
    ) -> list[tuple[Track, Sighting]]:
        """Which sighting is which thing: the nearest at its place first, then a card that left for another place."""
        at_home = [
            (cost, track, sighting)
            for track, sighting in near(self._tracks, sightings)
            if (cost := same_place_cost(track, sighting)) is not None
            and not self._another(track, sighting)
            and not self._is_hidden_or_gone(track, sighting)
        ]
        come = {id(sighting): track for _, track, sighting in at_home if self._came_under_hand(track, sighting)}
        at_home = [pair for pair in at_home if not _is_unlike(pair[1], come.get(id(pair[2])))]
        at_home += [(-1.0, track, seen) for track in self._tracks for seen in sightings if stayed(track, seen)]
        homes = {id(track) for _, track, _ in at_home}
        lost = [track for track in self._tracks if track.counted and id(track) not in homes]
        at_home = [pair for pair in at_home if not _is_anothers(*pair[1:], lost)]
        pairs = list(nearest_first(at_home))
        tracks = {id(track) for track, _ in pairs}
        taken = {id(sighting) for _, sighting in pairs}
        far = [
            (centre_distance(track.thing.sighting.outline, sighting.outline), track, sighting)
            for track in self._tracks
            if track.counted and id(track) not in tracks and track.may_have_left
            for sighting in sightings
            if id(sighting) not in taken
            and same_card(track.thing.sighting, sighting)
            and (pushed(track, sighting) or _place_is_empty(track, all_seen, hidden))
        ]
        return pairs + list(nearest_first(far))

    def _may_have_come(self, sighting: Sighting, hidden: Share) -> bool:
        """Whether a card may be one that lay elsewhere, where a hand hides whether it still does: then it is either
        only once that place is seen again."""
        elsewhere = (t.thing.sighting for t in self._tracks if t.counted and not t.thing.covered)
        return any(same_card(own, sighting) and hidden(own.outline) >= _HIDDEN for own in elsewhere)

    def _see(self, track: Track, sighting: Sighting, hidden: Share, time: float) -> Iterator[Event]:
        """A thing is seen, perhaps turned, moved, read for the first time, or out again from under another."""
        before, sighting = track.thing, track.as_told(sighting)
        if track.counted and hidden(sighting.outline) >= _HALF_SEEN:
            unlike = sighting.kind is not before.sighting.kind or (is_nameless(sighting) and before.sighting.certain)
            if unlike or before.covered:
                return
            sighting = replace(sighting, outline=before.sighting.outline)
        track.seen, track.missed, track.buried = track.seen + 1, 0, 0
        if sighting.kind is not before.sighting.kind:
            yield from self._turn(track, sighting, time) if track.may_be_turned else ()
            return
        track.turning = 0
        bare = hidden(sighting.outline) < _HIDDEN
        self._note_name(track, sighting, bare)
        track.agreed = track.agreed + 1 if sighting.name == before.sighting.name else 1
        if track.letter is not None:
            told = track.letter.told(before.sighting, sighting, bare)
        else:
            told = sighting if bare and track.is_contradicted(sighting) else better(before.sighting, sighting)
        read = time if bare and sighting.certain and sighting.name == told.name else before.read
        track.thing = replace(before, sighting=told, covered=False, seen=time, read=read)
        if track.counted and not before.sighting.certain:
            track.thing = self._vouched(track)
        if not track.counted:
            if slid(track.told, sighting.outline):
                track.seen, track.agreed, track.thing = 1, 1, replace(track.thing, since=time, late=False)
            if passed(track, before.sighting, sighting):
                track.letter, track.thing = LetterReads.of(sighting, bare), replace(track.thing, sighting=sighting)
            track.told = sighting.outline
            return
        if before.covered:
            yield Event(Happening.UNCOVERED, track.thing, before, time)
        if _name_of(track.thing) != _name_of(before):
            yield Event(Happening.NAMED, track.thing, before, time)
        yield from self._follow(track, before, bare, time)

    def _turn(self, track: Track, sighting: Sighting, time: float) -> Iterator[Event]:
        """The other side of a thing is seen."""
        before = track.thing
        track.turning, track.anew = track.turning + 1, track.anew or track.altered
        known = track.side if track.turning > 1 else None
        track.side = better(known, sighting) if known is not None and known.kind is sighting.kind else sighting
        if track.turning >= self._turned_after(track, track.side):
            track.turning, track.anew = 0, False
            track.thing = replace(before, sighting=track.turned(track.side), covered=False, seen=time)
            track.told, track.names = sighting.outline, {sighting.name}
            if track.counted:
                yield Event(Happening.TURNED, track.thing, before, time)

    def _turned_after(self, track: Track, other: Sighting) -> int:
        """How many reads in a row tell that a thing was turned over. A face without a name is perhaps a back, read
        wrongly: a back is believed at once in its place, and it only slowly in that of a back. So is any face where a
        back is surely known and looks as it did: the figures of its corners may be read as an index."""
        shown = track.thing.sighting
        if is_nameless(shown):
            return 1
        as_before = shown.kind is Kind.BACK and shown.certain and not track.anew
        return self._agreeing + (_UNREAD if as_before or is_nameless(other) else 0)

    def _note_name(self, track: Track, sighting: Sighting, bare: bool) -> None:
        """Counts reads in a row of a likely name that a thing which is surely another was never read as: a card's, or a
        back's whose place came to look otherwise."""
        own = track.thing.sighting
        if not own.certain:
            track.names.add(sighting.name)
        track.anew = (track.anew or track.altered) and not (bare and sighting.name == own.name)
        likely = _LIKELY_ANEW if track.anew and bare else _LIKELY
        another = own.certain and sighting.confidence > likely and sighting.name not in {None, own.name, *track.names}
        seen_there = sighting.kind is Kind.CARD or (sighting.kind is Kind.BACK and track.anew)
        if another and seen_there and not self._lain_on(track):
            track.others = track.others + 1 if sighting.name == track.other else 1
            track.other = sighting.name
        else:
            track.other, track.others = None, 0

    def _another(self, track: Track, sighting: Sighting) -> bool:
        """Whether a sighting in a thing's place is of something that was laid on it."""
        return track.others >= self._agreeing + _UNREAD and sighting.name == track.other

    def _came_under_hand(self, track: Track, sighting: Sighting) -> bool:
        """Whether a sighting is of a card that was surely read several times beneath a hand alone."""
        own = track.thing.sighting
        surely = own.kind is Kind.CARD and own.certain and track.agreed >= self._agreeing
        return surely and not track.counted and not track.bare and own.name == sighting.name

    def _is_hidden_or_gone(self, track: Track, sighting: Sighting) -> bool:
        """Whether a sighting in a card's place is of what lies on it, or came when it had left, for all it tells."""
        own = track.thing.sighting
        if not track.counted or own.kind is not Kind.CARD or not own.certain:
            return False
        named, under = sighting.name == own.name, track.thing.covered and self._lain_on(track, _UNDER, missed=True)
        return (track.missed >= self._agreeing and not named) or (under and not (named and sighting.certain))

    def _lain_on(self, track: Track, share: float = _COVER, missed: bool = False) -> bool:
        """Whether something in sight was laid on more than that share of a thing; missed: or that was so until now."""
        outline = track.thing.sighting.outline
        upper = (t for t in self._tracks if t.laid > track.laid and not t.thing.covered and (missed or not t.missed))
        return any(covered_share(outline, other.thing.sighting.outline) > share for other in upper)

    def _follow(self, track: Track, before: Thing, bare: bool, time: float) -> Iterator[Event]:
        """The place of a seen thing: drift is followed silently where no hand is near, and so is where a back, of which
        a hand hid a part, turns out to lie; a move is told once it lasts."""
        outline = track.thing.sighting.outline
        shift, rests = sides_apart(outline, track.told), not (track.altered or track.away)
        track.away = track.away + 1 if shift > _MOVED and (track.altered or track.away) else 0
        if track.away >= self._agreeing:
            track.away, track.told, track.laid = 0, outline, self._next_laid()
            yield Event(Happening.MOVED, track.thing, before, time)
        elif bare and (shift < STEADY or (rests and track.thing.sighting.kind is Kind.BACK)):
            track.told = outline

    def _next_laid(self) -> int:
        self._laid += 1
        return self._laid

    def _miss(
        self, track: Track, seen: Sequence[Sighting], laid: Mapping[int, int], hidden: Share, time: float
    ) -> Iterator[Event]:
        """A thing is not seen: hidden for now, under another, or gone. laid: by id of the sightings that are known."""
        outline = track.thing.sighting.outline
        if hidden(outline) >= _HIDDEN:
            return
        displaced = track.thing.sighting.kind is Kind.TILE and any(_is_tile_upon(outline, other) for other in seen)
        if not (track.altered or displaced):
            track.unseen += 1
            if track.unseen <= track.shown + track.surely_new:  # none where it was seen but once: perhaps nothing
                return
        later = [sighting for sighting in seen if laid.get(id(sighting), self._laid + 1) > track.laid]
        lain_on = not displaced and any(covered_share(outline, sighting.outline) > _COVER for sighting in later)
        if lain_on and track.missed < self._missing:
            track.buried, track.missed, track.others = track.buried + 1, 0, 0
            track.altered = track.altered and not track.thing.covered  # that is why its place looks otherwise
            if track.counted and not track.thing.covered and track.buried >= self._agreeing:
                before, track.thing = track.thing, replace(track.thing, covered=True)
                yield Event(Happening.COVERED, track.thing, before, time)
            return
        track.missed_since = track.missed_since if track.missed else time
        track.missed += 1
        lasts = lain_on or time - track.missed_since >= self._gone_for  # what lies there now was laid in an empty place
        track.gone = track.missed >= self._missing and lasts
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
            vouched = self._vouched(track)
            sure = vouched.sighting.certain and track.agreed >= self._agreeing
            bare = hidden(track.thing.sighting.outline) < _HIDDEN
            if sure or (bare and track.seen >= self._agreeing + _UNREAD):
                track.counted, track.thing = True, vouched
                self._learn_suit(vouched.sighting, said=False)
                self._glimpses.explained(vouched)
                yield Event(Happening.PLACED, track.thing, None, time)

    def _learn_suit(self, card: Sighting, said: bool) -> None:
        """A card that is known, by people or surely by the eye, shows how its suit is read in its deck."""
        if card.suits and card.name not in (None, JOKER) and (said or card.certain):
            self._suits.keep(str(card.name)[-1], card.suits, said)

    def _vouched(self, track: Track) -> Thing:
        """A thing, unsure if what was likely read in its place of late contradicts its name."""
        vouched = self._glimpses.vouched(track.thing, [t.thing.sighting for t in self._tracks if not t.missed])
        if track.thing.sighting.certain:
            track.contested = not vouched.sighting.certain
        return vouched

    def _held(self, track: Track, time: float) -> bool:
        """Whether what is seen under a hand may still be in it, or is what lay there, read wrongly in part, or a card
        that the hand pushes."""
        own = track.thing.sighting
        if time - track.thing.since < _HELD:
            return True
        surely = own.certain and track.agreed >= self._agreeing + _SURER
        for other in (other for other in self._tracks if other.counted):
            lying, same = other.thing.sighting, same_card(other.thing.sighting, own)
            apart = sides_apart(own.outline, lying.outline)
            laid_on_it = surely and not same and lying.certain and own.name not in other.names and apart > _ASIDE
            there = apart < (PUSHED if same else SAME_PLACE) and not laid_on_it
            if there or cut_from(own.outline, lying.outline):
                return True
        return False


_ORDER = (
    Happening.REMOVED, Happening.UNCOVERED, Happening.TURNED, Happening.MOVED, Happening.NAMED, Happening.PLACED,
    Happening.COVERED,
)  # fmt: skip


def _is_anothers(track: Track, sighting: Sighting, lost: Sequence[Track]) -> bool:
    """Whether what is seen in place of something new that has no sure name yet is one of the things that are not seen
    where they were: where a hand was over a card its outline may have been another, and something else beside it."""
    if track.counted or track.thing.sighting.certain:
        return False
    return any(same_card(other.thing.sighting, sighting) and pushed(other, sighting) for other in lost)


def _place_is_empty(track: Track, seen: Sequence[Sighting], hidden: Share) -> bool:
    """Whether the thing's place was in sight, and nothing that could cover it lies there."""
    outline = track.thing.sighting.outline
    return hidden(outline) < _HIDDEN and all(covered_share(outline, other.outline) <= _COVER for other in seen)


def _is_tile_upon(outline: FloatArray, other: Sighting) -> bool:
    """Whether a tile lies where another did: tiles lie side by side, never on one another."""
    return other.kind is Kind.TILE and covered_share(outline, other.outline) > _DISPLACED


def _name_of(thing: Thing) -> tuple[str | None, bool]:
    return thing.sighting.name, thing.sighting.certain


def _is_unlike(track: Track, come: Track | None) -> bool:
    """Whether a thing is a card that shares neither rank nor suit with the one that came to its place beneath a hand,
    so that an unsure read of that name is of the other, no misread of it."""
    name, other = track.thing.sighting.name, come and come.thing.sighting.name
    return bool(track.counted and name and other and name[:-1] != other[:-1] and name[-1] != other[-1])
