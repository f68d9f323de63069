"""Faces in the middle of the table of Lockdown, from the first of them to the last."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from companion.referee.lockdown.seating import in_row
from companion.referee.lockdown.shown import Shown
from companion.referee.things import Thing
from companion.rules.cards import Card
from companion.rules.game import Player

_SEEN_BESIDE = 0.4  # of the looks at which others were seen alone: beside them for so many, a card is one of them
_LEFT_LYING = 60.0  # seconds for which nobody shows cards: what lies there may have been read wrongly, or be none


class Showing:
    """Watches faces that lie in the middle, from a time (seconds) on. longer: in whose rows a card more lay until then:
    one of these hands is shown, if other rows are empty too."""

    def __init__(self, time: float, longer: Collection[Player] = ()) -> None:
        self._since, self._longer = time, frozenset(longer)
        self._now: tuple[int, ...] = ()
        self._lying: dict[int, tuple[Thing, ...]] = {}  # by how many there were: what lay there last
        self._looks: Counter[int] = Counter()
        self._newest: dict[int, Thing] = {}
        self._came: dict[int, float] = {}  # when each was first seen there
        self._away: Counter[Player] = Counter()

    def look(self, faces: Sequence[Thing], away: Collection[Player], time: float) -> None:
        """These lie there now; away: of whose rows nothing is to be seen."""
        numbers = tuple(thing.number for thing in faces)
        self._since, self._now = (self._since if numbers == self._now else time), numbers
        self._lying[len(faces)] = tuple(faces)
        self._looks[len(faces)] += 1
        self._newest |= {thing.number: thing for thing in faces}
        self._away.update(away)
        self._came |= {number: time for number in numbers if number not in self._came}

    def is_over(self, faces: Sequence[Thing]) -> bool:
        """Whether what lay there was taken up: nothing lies there now, or surely other things, because the table was
        not at rest meanwhile. What has no name, and stays where others that have one are gone, was none of it."""
        others = self.strangers(faces)
        lying = [thing for thing in faces if thing.number not in others]
        before = {thing.sighting.name for thing in self._newest.values()}
        surely = (thing.sighting.certain and thing.sighting.name not in before for thing in lying)
        return not any(thing.number in self._newest for thing in lying) and all(surely)

    @property
    def things(self) -> tuple[Thing, ...]:
        """All that lay there, as each was seen last."""
        return tuple(self._newest.values())

    def is_unread(self, thing: Thing) -> bool:
        """Whether it is one of these, and was not surely read."""
        return thing.number in self._newest and not thing.sighting.certain

    def named(self, number: int, card: Card) -> None:
        """People say which card one is; what lies there no more is that one."""
        if number in self._newest:
            self._newest[number] = self._newest[number].said(str(card))

    def strangers(self, faces: Iterable[Thing]) -> set[int]:
        """The numbers of those faces that were never named, beside others that were."""
        unnamed = {number for number, thing in self._newest.items() if thing.sighting.name is None}
        return {t.number for t in faces if t.number in unnamed} if len(unnamed) < len(self._newest) else set()

    def left_lying(self, faces: Iterable[Thing], time: float) -> list[Thing]:
        """Those of them that have lain there for so long that they are not being shown."""
        return [thing for thing in faces if time - self._came[thing.number] >= _LEFT_LYING]

    def lasted(self, time: float) -> float:
        """For how long (seconds) the same faces have been there."""
        return time - self._since

    @property
    def shown(self) -> Shown:
        """What is known of them so far: as many as were to be seen for longest, and those that were surely read beside
        all of these for a while: one that lies there may be missed later."""
        count = max(self._looks, key=lambda count: (self._looks[count], count))
        things = [self._newest[thing.number] for thing in self._lying[max((count, *self._fuller(count)))]]
        looks = self._looks.total()
        away = frozenset(p for p, times in self._away.items() if 2 * times > looks)
        return Shown(tuple(in_row(things)), away & self._longer if len(away & self._longer) == 1 else away)

    def _fuller(self, count: int) -> Iterator[int]:
        """As how many there were to be seen where all of so many lay there, and others that were surely read."""
        usual = {thing.number for thing in self._lying[count]}
        for more, things in self._lying.items():
            others = [thing.sighting for thing in things if thing.number not in usual]
            names = [thing.sighting.name for thing in things]
            beside = more - len(others) == count < more and self._looks[more] >= _SEEN_BESIDE * self._looks[count]
            if beside and all(seen.certain for seen in others) and len(set(names)) == len(names):
                yield more
