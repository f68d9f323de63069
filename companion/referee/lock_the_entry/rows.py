"""The entries of Lock the Entry as they lie: which thing belongs to which of them, and which means nothing new."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice

import numpy as np

from companion.referee.desk import Desk
from companion.referee.lock_the_entry.pile import Lain, Pile, numbers
from companion.referee.lock_the_entry.questions import play_key, top_key
from companion.referee.naming import card_of
from companion.referee.things import AT_ONCE, Thing
from companion.rules.cards import Card
from companion.rules.lock_the_entry import LOCK_SIZE, Entry, State
from vision.outlines import covered_share, sides_apart
from vision.sightings import Kind

_ON = 0.05  # share of a card that lies on a row it belongs to
_ACROSS = 0.4  # share of the row's top card that the history covers once it lies crosswise on it, at least
_LASTING = 0.6  # seconds for which a back is seen in a history before it alone tells of a change
_LASTING_AGAIN = 3.0  # seconds for which a lower card is seen on top of a row before it may be another one
_TOUCHING = 0.1  # share of a back on its history, or on its row, from which it touches them
_ANEW = 0.3  # of its shorter side: how far from where it lay a back is found anew, at most
_SQUARELY = 0.5  # the same where it lies there as it should
UNHIDDEN = 0.05  # share of a place that a hand may be over for what lies there to be seen
UNUSED_FOR = 3.0  # seconds that a fresh back may lie in a history before somebody is asked what it stands for
_UNUSED_NAMELESS = 10.0  # the same where it is of no enrolled deck
STIRRED = 2.5  # seconds from a change in a history to the new card on the row, at most
_LAID_WITH = 1.5  # seconds from a back that came to the card that was laid for it, seen well enough to count
DECIDED_BY = 1.2  # seconds after which what covers a card is judged by its place alone


class Entries:
    """All entries that lie on the table. piles: by the number of the entry; explained: numbers of things of which it is
    known what they mean."""

    def __init__(self) -> None:
        self.piles: dict[int, Pile] = {}
        self.explained: set[int] = set()
        self._told: dict[int, str] = {}  # by the numbers of backs what they stood for when that could be told last

    def find(self, desk: Desk) -> None:
        """Entries of the game that lie nowhere yet: told of before their card was laid or read, or let stand. And top
        cards that are gone, where they were told twice."""
        state: State = desk.state
        for pile in self.piles.values():
            if desk.table.thing(pile.top.number) is None:
                self._find_top(pile, desk)
        for number in state.open_numbers:
            if number in self.piles:
                continue
            free = self.free(desk)
            entry = state.entries[number - 1]
            lying = [_newest(thing for thing in free if _shows(thing, laid.card)) for laid in entry.row]
            if not any(lying):
                apart = [t for t in free if self.of(t) is None and (t.number in self.explained or not is_read(t))]
                lying[-1] = apart[0] if len(apart) == 1 else None
            known = next((thing for thing in reversed(lying) if thing is not None), None)
            if known is not None:
                row = [Lain.of(thing, laid.card, known) for thing, laid in zip(lying, entry.row, strict=True)]
                self.piles[number] = Pile(number, row, changes=len(entry.history))
                self.explained |= {lain.number for lain in row}

    def _find_top(self, pile: Pile, desk: Desk) -> None:
        """A top card that is gone may lie on its row once more, told twice before that was squared up."""
        told = (thing for thing in self.free(desk) if thing.number in self.explained and not thing.covered)
        again = _newest(thing for thing in told if _shows(thing, pile.top.card) and self.of(thing) is pile)
        if again is not None:
            pile.row[-1] = Lain.of(again, pile.top.card, again)

    def told_again(self, thing: Thing, pile: Pile, desk: Desk) -> None:
        """A thing is the top card of a row, told a second time: the one, once the other is gone."""
        self.explained.add(thing.number)
        if desk.table.thing(pile.top.number) is None:
            self._find_top(pile, desk)

    def begin(self, number: int, thing: Thing, card: Card) -> None:
        """A card begins an entry. A locked one that lay there was carried off, seen or not."""
        left = [pile for pile in self.piles.values() if pile.locked and pile.under(thing.sighting.outline) > _ON]
        for pile in left:
            del self.piles[pile.number]
        self.piles[number] = Pile(number, [Lain.of(thing, card, thing)])

    def set_right(self, desk: Desk) -> None:
        """All of them follow the game, which people have set right."""
        for number, pile in list(self.piles.items()):
            entry = desk.state.entry(number)
            if entry is None:
                del self.piles[number]
            else:
                self._follow(pile, entry, desk)
        self.find(desk)

    def _follow(self, pile: Pile, entry: Entry, desk: Desk) -> None:
        """The pile becomes what its entry is in the game."""
        changed = len(entry.history) - pile.changes
        self._set_row(pile, entry, changed >= 0, desk)
        known = set(numbers(self.piles.values()))
        near = [t for t in desk.table.things if t.number not in known and self.near(t) is pile and is_back(t)]
        backs = near[max(0, len(near) - changed) :]
        pile.take(backs, False, desk.time)
        self.explained |= {back.number for back in backs}
        pile.owed += [desk.time] * (changed - len(backs))
        pile.give_back(-changed)
        pile.changes, pile.locked = len(entry.history), entry.locked

    def _set_row(self, pile: Pile, entry: Entry, told: bool, desk: Desk) -> None:
        """The row follows its entry. told: a card that lies there may have been told to be another than it seems."""
        kept = 0
        while kept < min(len(pile.row), len(entry.row)) and pile.row[kept].card == entry.row[kept].card:
            kept += 1
        old, pile.row = pile.row, pile.row[:kept]
        for laid in entry.row[kept:]:
            free = [thing for thing in self.free(desk) if max(lain.share_of(thing) for lain in old) > _ON]
            unread = [thing for thing in free if thing.number in self.explained or not is_read(thing)]
            thing = _newest(thing for thing in free if _shows(thing, laid.card))
            thing = thing or (unread[0] if told and len(unread) == 1 else None)
            place = old[min(len(pile.row), len(old) - 1)]
            pile.row.append(Lain(0, laid.card, place.outline) if thing is None else Lain.of(thing, laid.card, thing))
            self.explained.add(pile.top.number)
        for lain in old[kept:]:
            thing = desk.table.thing(lain.number)
            if thing is not None and lain not in pile.row and self.of(thing) is not pile:
                self.explained.discard(lain.number)  # it was laid elsewhere before its play was taken back

    def free(self, desk: Desk) -> list[Thing]:
        """Faces that lie in no row, in the order they came."""
        taken = set(numbers(self.piles.values()))
        return [t for t in desk.table.things if t.sighting.kind is Kind.CARD and t.number not in taken]

    def unexplained(self, desk: Desk, kind: Kind | None = None) -> list[Thing]:
        """Things that nothing explains yet, in the order they came; of one kind, or of all."""
        new = [thing for thing in desk.table.things if thing.number not in self.explained]
        return [thing for thing in new if kind in (None, thing.sighting.kind)]

    def fresh_backs(self, pile: Pile, desk: Desk) -> list[Thing]:
        """Backs in its history that nothing explains yet, and not the history itself laid across the row."""
        backs = [thing for thing in self.unexplained(desk, Kind.BACK) if self.near(thing) is pile]
        return [back for back in backs if covered_share(pile.top.outline, back.sighting.outline) <= _ACROSS]

    def tells_change(self, back: Thing, pile: Pile, desk: Desk) -> bool:
        """Whether a back surely is the next one of a history that shows all changes so far, or came when a card was
        taken off the row and one was laid: then the top card, where it was surely read since, is another one of its
        name."""
        top = desk.table.thing(pile.top.number)
        told = self._is_next_one(back, pile, desk) or pile.exchanged(back.since)
        return told and top is not None and top.read > back.since and pile.shows(top)

    def stands_for(self, back: Thing, pile: Pile, found_anew: bool, desk: Desk) -> str | None:
        """What a fresh back stands for, the top card being in sight: ``nothing``, as one that was found anew; the top
        card having ``changed`` for an equal one; None where that cannot be told."""
        untouched = not pile.visited or pile.unaltered(back.since)
        if untouched or found_anew or is_ghost(back, pile, desk):
            self._told[back.number] = "nothing"
        elif self.tells_change(back, pile, desk):
            self._told[back.number] = "changed"
        else:
            return None
        return self._told[back.number]

    def laid_with(self, back: Thing, pile: Pile, desk: Desk) -> bool:
        """Whether a card that surely is another one came to lie in the top card's place just as a back came, a moment
        ago: it is what the back stands for, though the card beneath may not be known to be covered yet."""
        laid = (t for t in self.unexplained(desk, Kind.CARD) if is_read(t) and desk.time - t.since < 2 * DECIDED_BY)
        others = (t for t in laid if card_of(t) != pile.top.card and pile.in_place_of_top(t.sighting.outline))
        return any(-AT_ONCE < thing.since - back.since < _LAID_WITH for thing in others)

    def changed_before(self, pile: Pile, desk: Desk) -> list[Thing]:
        """Fresh backs of changes for equal cards, in a history that shows the next change's too: what they stood for
        while the top card was in sight they stand for still."""
        fresh = self.fresh_backs(pile, desk)
        last = max((back.since for back in fresh if is_read(back)), default=-np.inf)
        return [b for b in fresh if self._told.get(b.number) == "changed" and last - b.since >= DECIDED_BY]

    def is_decided(self, back: Thing, pile: Pile, desk: Desk) -> bool:
        """Whether a fresh back was seen so long that what it stands for is known or asked: at once where all tells of a
        change, and nothing else came when it did."""
        if desk.time - back.since > (_UNUSED_NAMELESS if is_nameless(back, desk) else UNUSED_FOR):
            return True
        came = [other for other in self.unexplained(desk, Kind.BACK) if abs(other.since - back.since) < AT_ONCE]
        next_one = len(came) == 1 and self._is_next_one(back, pile, desk) and not pile.holds_equal
        return next_one and pile.exchanged(back.since) and self.tells_change(back, pile, desk)

    def _is_next_one(self, back: Thing, pile: Pile, desk: Desk) -> bool:
        """Whether a back, the only fresh one that has a name, surely is the next one of a history that shows all
        changes so far, and has been seen there for a while."""
        alone = [other.number for other in self.fresh_backs(pile, desk) if other.sighting.name] == [back.number]
        lasts = back.sighting.certain and back.seen - back.since >= _LASTING
        return alone and lasts and pile.is_even and pile.is_next(back.sighting.outline)

    def perhaps_exchanged(self, desk: Desk) -> list[tuple[Thing, Pile]]:
        """Top cards that look as before and may be others of their names: their places twice came to look otherwise
        when a history did, which has other than as many places as cards were changed, as where a back was taken for the
        one that it lies on, or one was never seen. A fresh back tells more."""
        found = []
        for pile in self.piles.values():
            top = desk.table.thing(pile.top.number)
            doubtful = not pile.locked and not pile.is_even and pile.exchanged(max(pile.stirred, pile.restocked))
            fresh = any(not is_ghost(back, pile, desk) for back in self.fresh_backs(pile, desk))
            if top is not None and doubtful and not (self.asked_of(pile, desk) or fresh):
                read = is_read(top) and not top.covered and pile.shows(top)
                left = desk.time - pile.altered[-1] >= DECIDED_BY
                found += [(top, pile)] if read and left else []
        return found

    def laid_for_top(self, desk: Desk) -> list[tuple[Thing, Pile]]:
        """Cards that are taken for lower ones of a row, seen where its top card lay, and are others of their names, for
        which that one was changed: of those that lie between them none can have been taken off (LTE-6)."""
        found = []
        for pile in self.piles.values():
            backs = [back for back in self.fresh_backs(pile, desk) if not is_ghost(back, pile, desk)]
            came = min((back.since for back in backs), default=np.inf)
            top = desk.table.thing(pile.top.number)
            if pile.locked or (top is not None and (not top.covered or top.seen > came)):
                continue
            laid = islice(_on_top(pile, range(len(pile.row) - 2), came, desk), 1)  # a change is of one card
            found += [(thing, pile) for thing in laid]
        return found

    def laid_as_lower(self, came: Mapping[int, float], desk: Desk) -> list[tuple[Thing, Pile]]:
        """Cards that are taken for lower ones of a row, seen for long where its top card lay, no back with them: equal
        ones may have been added to a row that is squared up, for what lies between is not to be seen. They are those
        lower ones no more. came: by the numbers of things when they were seen again."""
        found = []
        for pile in self.piles.values():
            top = desk.table.thing(pile.top.number)
            if pile.locked or (top is not None and not top.covered) or desk.hidden(pile.top.outline) >= UNHIDDEN:
                continue
            again = (came.get(lain.number, np.inf) for lain in pile.row[:-2])
            lasting = [place for place, time in enumerate(again) if desk.time - time >= _LASTING_AGAIN]
            found += [(thing, pile) for thing in _on_top(pile, lasting, desk.time - DECIDED_BY, desk)]
        return found

    def found_anew(self, back: Thing, pile: Pile, desk: Desk) -> None:
        """Fresh backs that came to a history at once with that of a change are explained by it: nobody lays so many."""
        others = [other for other in self.fresh_backs(pile, desk) if other.number != back.number]
        self.explained |= {other.number for other in others if abs(other.since - back.since) < AT_ONCE}

    def crosswise(self, pile: Pile, desk: Desk, share: float = _ACROSS, of_deck: bool = False) -> bool:
        """Whether a back of the history lies on the row, over that share of its top card. of_deck: whether one without
        a deck, where others have theirs, tells nothing."""
        backs = [thing for number in pile.history if (thing := desk.table.thing(number)) is not None]
        return any(
            covered_share(pile.top.outline, thing.sighting.outline) > share and not thing.covered
            for thing in (*backs, *self.unexplained(desk, Kind.BACK))
            if not (of_deck and is_nameless(thing, desk))
        )

    def locks(self, pile: Pile, desk: Desk) -> bool:
        """Whether what seems to lie crosswise on an entry locks it. A sleeve looks like such a history too, so one of
        no deck, or that would be void (LTE-9), is believed where it lies squarely, no hand near for a while."""
        left = desk.time - pile.bare_since >= DECIDED_BY
        may = pile.changes >= LOCK_SIZE and self.crosswise(pile, desk, of_deck=True)
        return may or (left and self.crosswise(pile, desk, _SQUARELY))

    def asked_of(self, pile: Pile, desk: Desk) -> bool:
        """Whether it is not known yet what some card on the row means, which a back may be, or whether its top card is
        still the same."""
        meant = any(desk.asks(play_key(thing)) and self.of(thing) is pile for thing in desk.table.things)
        return meant or desk.asks(top_key(pile))

    def of(self, thing: Thing) -> Pile | None:
        """The open entry on whose row a card lies."""
        shares = [(pile.under(thing.sighting.outline), pile) for pile in self.piles.values() if not pile.locked]
        share, pile = max(shares, key=lambda found: found[0], default=(0.0, None))
        return pile if share > _ON else None

    @property
    def are_gone(self) -> bool:
        """Whether an open entry is gone, and nobody told yet why: the game may be over."""
        return self.gone_since(np.inf) < np.inf

    def gone_since(self, time: float) -> float:
        """Since when (seconds) the first of such entries is gone; that time where none is."""
        gone = (pile.empty_since for pile in self.piles.values() if not pile.locked)
        return min((since for since in gone if since is not None and since < time), default=time)

    def may_be_shown(self, thing: Thing) -> bool:
        """Whether a card in no row may be one of an entry that was played before: of a locked one that is squared up,
        elsewhere on it than it lay; or of one that is shown because the game is over, where an open entry is gone and
        nobody told yet why."""
        on = [pile for pile in self.piles.values() if pile.locked and pile.under(thing.sighting.outline) > _ON]
        squared = any(str(lain.card) == thing.sighting.name for pile in on for lain in pile.row)
        return squared or self.are_gone

    def read_again(self, desk: Desk) -> list[Thing]:
        """Faces without a sure name that are cards of a row, read anew: a row is laid on at its end alone, as long as
        the game lasts."""
        faces = () if desk.state.over else self.unexplained(desk, Kind.CARD)
        rows = [(t, t.sighting.outline, self.of(t)) for t in faces if not t.sighting.certain]
        return [thing for thing, at, pile in rows if pile is not None and (pile.beneath(at) or pile.beside(at))]

    def told_twice(self, thing: Thing, desk: Desk) -> bool:
        """Whether a face without a sure name may only be a card of a row that is in sight, told a second time."""
        pile = self.of(thing)
        return pile is not None and not thing.sighting.certain and pile.has_in_sight(thing, desk.table)

    def near(self, thing: Thing) -> Pile | None:
        """The entry in whose history a back lies."""
        found = [(pile.nearness(thing.sighting.outline), pile) for pile in self.piles.values()]
        nearness, pile = min(found, key=lambda one: one[0], default=(np.inf, None))
        return pile if nearness < np.inf else None


def _on_top(pile: Pile, places: Iterable[int], since: float, desk: Desk) -> Iterator[Thing]:
    """What is taken for lower cards of a row, at these places in it, and was surely read in the place of its top card
    since then, while others that lie between them are not to be seen. They are those lower cards no more."""
    for place in places:
        thing = desk.table.thing(pile.row[place].number)
        between = [desk.table.thing(lain.number) for lain in pile.row[place + 1 : -1]]
        hides = any(other is None or other.covered for other in between)
        if thing is None or thing.covered or not hides:
            continue
        if is_read(thing) and thing.read > since and pile.in_place_of_top(thing.sighting.outline):
            pile.row[place] = replace(pile.row[place], number=0)
            yield thing


def lies_on(upper: Thing, lower: Thing) -> bool:
    """Whether a thing lies where another lies or lay, at least in part."""
    return covered_share(upper.sighting.outline, lower.sighting.outline) > _ON


def is_nameless(back: Thing, desk: Desk) -> bool:
    """Whether a back is of no enrolled deck on a table where such lie: the grain of a table, or a hand, may look so."""
    lying = (thing.sighting for thing in desk.table.things)
    named = any(sighting.kind is Kind.BACK and sighting.name is not None for sighting in lying)
    return back.sighting.name is None and named


def is_ghost(back: Thing, pile: Pile, desk: Desk) -> bool:
    """Whether a back is no new one of a history: it does not lie where the next one would, as one that was found anew
    while the top card's place looked the same, or, without a deck, as the grain of the table or a hand. Where a history
    seems to have more backs than cards were changed that is not to be told of an enrolled one, and where only those of
    other decks lie it is a new one."""
    outline = back.sighting.outline
    places = pile.places()
    if not is_nameless(back, desk):
        told = pile.is_next(outline) or (back.sighting.certain and pile.exchanged(back.since))
        return len(places) <= pile.changes and not told and _may_be_anew(back, pile, desk)
    touching = max((covered_share(outline, place) for place in places), default=1.0)
    return not (pile.is_next(outline) and touching > _TOUCHING and pile.under(outline) < _TOUCHING)


def _may_be_anew(back: Thing, pile: Pile, desk: Desk) -> bool:
    """Whether a back may be one of a history that was found anew: one that surely is of another deck is not."""
    backs = (*pile.history.values(), *pile.lost)
    near = [other for other in backs if sides_apart(other.outline, back.sighting.outline) < _ANEW]
    return not near or any(other.may_be(back) for other in (*near, *pile.lost))


def is_back(thing: Thing) -> bool:
    """Whether a thing lies face down."""
    return thing.sighting.kind is Kind.BACK


def is_read(thing: Thing) -> bool:
    """Whether a thing was read surely."""
    return thing.sighting.certain and thing.sighting.name is not None


def _shows(thing: Thing, card: Card) -> bool:
    """Whether a thing was surely read as that card."""
    return is_read(thing) and thing.sighting.name == str(card)


def _newest(things: Iterable[Thing]) -> Thing | None:
    return max(things, key=lambda thing: thing.number, default=None)
