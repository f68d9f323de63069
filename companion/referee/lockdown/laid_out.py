"""What lies where on a table of Lockdown: rows of held cards, locked sets, and faces in the middle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.referee.lockdown.holdings import locked_cards
from companion.referee.lockdown.locked_sets import LockedSets
from companion.referee.lockdown.seating import Part, Seating
from companion.referee.naming import card_of
from companion.referee.things import SAID, Thing
from companion.rules.cards import Card
from companion.rules.game import Player
from companion.rules.lockdown import State
from vision.outlines import covered_share, overlap, sides_apart
from vision.sightings import FloatArray, Kind, Sighting

_SAME = 0.5  # overlap from which two faces in the middle are of one card
_ANEW = 0.3  # of its shorter side: a face without a name nearer to a known card of a set is that card
_ON_ONE = 0.25  # of its shorter side: an unsure face nearer to a surer one than cards of a hand lie is that one
_LASTING = 5.0  # seconds from which a face on known cards of a set is one more
_READ_FOR = 2.0  # seconds that a face lies there, at least, until it is doubted for another one
_TOGETHER = 0.9  # seconds from which two faces of one card that are seen together are two cards
_AMONG = 0.2  # share of what lies in a row that lies on backs of it
_MOSTLY = 0.5  # share of a face that lies on one known card from which it is no other one


@dataclass(frozen=True, eq=False)
class LaidOut:
    """The table at one moment. hands: face-down cards before each player; lengths: of their rows, in longer sides of a
    card, where any is to be seen; loose: faces that belong to no set; sets: faces and backs of locked sets; beside: how
    many backs are to be seen in no row and no set, as those of the deck."""

    hands: Mapping[Player, int]
    lengths: Mapping[Player, float]
    loose: tuple[Thing, ...]
    sets: Mapping[Player, tuple[Thing, ...]]
    beside: int

    def without(self, unnamed: Container[int]) -> LaidOut:
        """The same without loose faces of those numbers that have no name yet."""
        loose = (t for t in self.loose if t.number not in unnamed or t.sighting.name is not None)
        return replace(self, loose=tuple(loose))

    def owner_of_set(self, card: Card, state: State) -> Player | None:
        """In whose sets a card surely lies face up that was in none before."""
        for player, things in self.sets.items():
            named = {thing.sighting.name for thing in things if thing.sighting.certain}
            if str(card) in named and card not in locked_cards(state, player):
                return player
        return None


def of_the_deck(things: Iterable[Thing]) -> list[Thing]:
    """The things that may be cards of the game, which is played with one deck: where backs surely are of an enrolled
    one, what surely is a back of none is no card. The grain of wood looks like that."""
    cards = list(things)
    enrolled = any(_is_surely_back(thing.sighting) and thing.sighting.name is not None for thing in cards)
    return [t for t in cards if not (enrolled and _is_surely_back(t.sighting) and t.sighting.name is None)]


def laid_out(things: Sequence[Thing], seating: Seating, state: State, locked: LockedSets, time: float) -> LaidOut:
    """Where everything lies at a time (seconds). Faces of cards that are outside the game are left out, those that one
    who is out left behind, and such in the middle as surely are of a locked set: they are on their way to it, or from
    it."""
    since, left = locked.since(state, time), locked.left(things, state)
    away = Counter(str(card) for card in state.away)
    outside: list[Thing] = []
    rows: dict[Player, list[Thing]] = {seat.player: [] for seat in state.seats if seat.player not in state.gone}
    sets: dict[Player, list[Thing]] = {player: [] for player in rows}
    loose: list[Thing] = []
    again: list[Thing] = []  # read as cards that lie locked
    beside = 0
    backs = [thing.sighting.outline for thing in things if thing.sighting.kind is Kind.BACK]
    for thing in things:
        player, part = seating.where(thing) or ("", None)
        face = thing.sighting.kind is Kind.CARD
        if face and away[thing.sighting.name or ""]:
            away[thing.sighting.name or ""] -= 1
            outside.append(thing)
        elif thing.covered:
            continue
        elif part is Part.SETS and player in rows:
            sets[player].append(thing)
        elif part is Part.HAND and player in rows and (not face or _is_back(thing, backs)):
            rows[player].append(thing)
        elif face and thing.number not in left:
            is_locked = thing.sighting.certain and card_of(thing) in since
            (again if is_locked else loose).append(thing)
        elif not face:
            beside += 1
    faces = [thing for lying in sets.values() for thing in lying if thing.sighting.kind is Kind.CARD]
    known = [thing.sighting.outline for thing in faces if card_of(thing) in since]
    loose += [_unread(thing) for thing in again if _is_another(thing, since[card_of(thing)], known, time)]
    return LaidOut(
        {player: len(row) for player, row in rows.items()},
        {player: seating.length(player, row) for player, row in rows.items() if row},
        _once(_in_the_game(loose, outside, away.total(), state), state, time),
        {player: tuple(lying) for player, lying in sets.items()},
        beside,
    )


def unread(seen: LaidOut, things: Sequence[Thing], state: State, time: float) -> list[Thing]:
    """Faces of locked sets that are none of the known cards in them: one without a name where such a card lies, or lies
    covered, is that card read anew, and one on such cards that came but shortly before that time may be one of them,
    badly bounded."""
    cards = [thing for thing in things if thing.sighting.kind is Kind.CARD]
    found: list[Thing] = []
    for player, lying in seen.sets.items():
        known = locked_cards(state, player)
        places = [thing.sighting.outline for thing in cards if card_of(thing) in known]
        new = (thing for thing in lying if thing.sighting.kind is Kind.CARD and card_of(thing) not in known)
        found += [t for t in new if not _is_read_anew(t, places) and not _flickers(t, places, time)]
    return found


def read_twice(seen: LaidOut, state: State, time: float) -> list[Thing]:
    """Faces of locked sets that lie there for good by that time, each read surely as a card that is not known to lie
    there, and of which the deck has no more than were read more surely: it is another one."""
    faces: list[tuple[Thing, Card]] = []
    for player, lying in seen.sets.items():
        known = locked_cards(state, player)
        sure = (thing for thing in lying if thing.sighting.kind is Kind.CARD and thing.sighting.certain)
        faces += [(thing, card) for thing in sure if (card := card_of(thing)) not in known]
    read: Counter[Card] = Counter()
    twice = []
    for thing, card in sorted(faces, key=lambda face: face[0].sighting.confidence, reverse=True):
        read[card] += 1
        if read[card] > state.options.copies(card) and time - thing.since >= _READ_FOR:
            twice.append(thing)
    return twice


def _flickers(face: Thing, cards: Sequence[FloatArray], time: float) -> bool:
    """Whether an unsure face came but shortly before that time, and lies on cards that are known to lie there."""
    on_them = any(covered_share(face.sighting.outline, card) > _AMONG for card in cards)
    return on_them and not face.sighting.certain and time - face.since < _LASTING


def _is_read_anew(face: Thing, cards: Iterable[FloatArray]) -> bool:
    """Whether a face without a name is one of the cards that are known to lie at those outlines."""
    return face.sighting.name is None and any(sides_apart(face.sighting.outline, card) <= _ANEW for card in cards)


def _is_seen_twice(face: Thing, lying: Iterable[Thing]) -> bool:
    """Whether a face is one of those cards a second time: another of its name that lay just there would cover it."""
    same = (t for t in lying if not t.covered and t.sighting.name == face.sighting.name)
    return any(sides_apart(face.sighting.outline, thing.sighting.outline) <= _ANEW for thing in same)


def _is_surely_back(sighting: Sighting) -> bool:
    """Whether it is known of a back of which deck it is, or that it is of none that is known."""
    return sighting.kind is Kind.BACK and sighting.certain


def _is_back(face: Thing, backs: Sequence[FloatArray]) -> bool:
    """Whether a face without a name is a back that looked like one: it lies among others."""
    shares = (covered_share(face.sighting.outline, back) for back in backs)
    return face.sighting.name is None and max(shares, default=0.0) > _AMONG


def _in_the_game(faces: Sequence[Thing], outside: Sequence[Thing], unseen: int, state: State) -> list[Thing]:
    """Faces less those that are cards outside the game, misread or seen twice: one without a name where such a card
    lies, one mostly on such, and as many that lie a little on them as there are others. What lies there may be paid,
    too: one that is not read surely beside another, where one hand is known to hold both."""
    sure = {card_of(face) for face in faces if face.sighting.certain}
    outlines = [thing.sighting.outline for thing in outside]
    kept = []
    for face in faces:
        if _is_read_anew(face, outlines) or _is_seen_twice(face, outside):
            continue
        card = card_of(face)
        beside = {other for other in sure - {card} if other.rank is card.rank}
        told = face.sighting.certain or any(card in seat.hand and beside & set(seat.hand) for seat in state.seats)
        pays = card.rank in state.options.clearing and told
        on_them = max((covered_share(face.sighting.outline, other) for other in outlines), default=0.0)
        if pays or on_them <= (_AMONG if unseen else _MOSTLY):
            kept.append(face)
        elif on_them <= _MOSTLY:
            unseen -= 1
    return kept


def _once(faces: Sequence[Thing], state: State, time: float) -> tuple[Thing, ...]:
    """The faces without those that lie there a second time: as a card was laid down, it was read where another came to
    lie. A card that is outside the game may be seen there a second time too, and a named one a second time unread, or
    a sure one read unsurely. Of two that lie side by side for good one is another card, unread."""
    seen: Counter[Card] = Counter(state.away)
    kept: dict[int, Thing] = {}
    again: list[Thing] = []
    for thing in sorted(faces, key=lambda thing: thing.number, reverse=True):
        if any(_is_second_read(thing.sighting, other.sighting) for other in faces):
            continue
        card = card_of(thing)
        seen[card] += 1
        if not card.is_known or seen[card] <= state.options.copies(card):
            kept[thing.number] = thing
        else:
            again.append(thing)
    for thing in again:
        if (twin := next((other for other in kept.values() if _lie_apart(thing, other, time)), None)) is not None:
            kept[thing.number] = thing
            doubtful = min(thing, twin, key=lambda thing: (thing.sighting.certain, thing.sighting.confidence))
            if doubtful.sighting.confidence < SAID:
                kept[doubtful.number] = _unread(doubtful)
    return tuple(kept[thing.number] for thing in faces if thing.number in kept)


def _unread(thing: Thing) -> Thing:
    """A card that was taken for another one."""
    return replace(thing, sighting=replace(thing.sighting, confidence=0.0, certain=False))


def _is_another(face: Thing, since: float, known: Sequence[FloatArray], time: float) -> bool:
    """Whether a face that was read as a card which was locked at that moment came so much later, and stays so long,
    that it is neither on its way to the set nor from it; nor is it one of the known cards of sets that lie at those
    outlines, badly bounded."""
    stays = face.since - since >= _LASTING and time - face.since >= _TOGETHER
    apart = all(covered_share(card, face.sighting.outline) == 0 for card in known)
    return stays and apart and face.sighting.confidence < SAID


def _lie_apart(thing: Thing, twin: Thing, time: float) -> bool:
    """Whether two faces that were read as one card have lain there together for a while by that time, neither mostly
    on the other, as an index that was boxed anew would."""
    own, other = thing.sighting, twin.sighting
    if own.name != other.name or time - max(thing.since, twin.since) < _TOGETHER:
        return False
    return max(covered_share(own.outline, other.outline), covered_share(other.outline, own.outline)) <= _MOSTLY


def _is_second_read(sighting: Sighting, other: Sighting) -> bool:
    """Whether a face that could not be read, or not surely, is one that was, or was read more surely."""
    if sighting.name is None and other.name is not None:
        return overlap(sighting.outline, other.outline) > _SAME
    surer = not sighting.certain and (other.certain, other.confidence) > (False, sighting.confidence)
    return surer and sides_apart(sighting.outline, other.outline) < _ON_ONE
