"""What the panel of Lock the Entry shows: plain Python, no window. What may be done, and its worth, the rules say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from companion.app.games.offers import Deed, Told, offered, short
from companion.app.said import Choice, Said
from companion.language import Language
from companion.referee.lock_the_entry.turned_rows import backs_come, not_shown
from companion.referee.things import Thing
from companion.rules import lock_the_entry as rules
from companion.rules.cards import RANKS, STANDARD_DECK, Card, Suit
from companion.rules.game import Player
from companion.rules.lock_the_entry import LOCK_SIZE, OPEN_ENTRIES, Entry, EntryScore, State
from companion.rules.lock_the_entry.chain import high_enough

AUDIT = "audit"
_WORDS = "app_lock_the_entry."


class Stage(StrEnum):
    """What is to be shown of a locked entry: its row face up, the same row turned over, its history."""

    FACES = "faces"
    BACKS = "backs"
    HISTORY = "history"


class AuditStep(StrEnum):
    """What is tapped in an audit, besides the names of players."""

    ON = "on"
    BACK = "back"
    LATER = "later"


@dataclass(frozen=True, slots=True)
class Walk:
    """How far the audit of an entry has come. owners: known so far, of the cards from the starter on. told: how many
    were known before each that people told. lying: numbers of the things that lay on the table before the history was
    to be shown."""

    entry: int
    stage: Stage = Stage.FACES
    owners: tuple[Player, ...] = ()
    told: tuple[int, ...] = ()
    lying: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class EntryView:
    """A place for an open entry. card: its top card, None where no entry lies.

    lines: its number with the suit and the values of its row, what may be added, how many cards lie in its history;
    ready: it may be locked; deed: what can be done by a tap.
    """

    lines: tuple[str, ...]
    deed: Deed
    card: Card | None = None
    ready: bool = False


@dataclass(frozen=True, slots=True)
class LockedView:
    """A locked entry. outcome: who has won it, or what is still to be told."""

    card: Card
    title: str
    outcome: str


@dataclass(frozen=True, slots=True)
class AuditCard:
    """A card of the row that is audited. asked: its owner is to be told now."""

    card: Card
    owner: str
    asked: bool


@dataclass(frozen=True, slots=True)
class AuditView:
    """One step of an audit. choices: keyed by an `AuditStep`, or by the player who owns the card asked for. seen: what
    of the row or the history the camera has seen and what is missing, and whether that is all of it."""

    title: str
    told: str
    cards: tuple[AuditCard, ...]
    choices: tuple[Choice, ...]
    owners: tuple[Choice, ...] = ()
    seen: Said = Said("")


@dataclass(frozen=True, slots=True)
class LockTheEntryView:
    """All that the panel shows.

    layers: who may have laid a card, first that nobody says. places: six, with or without an entry, none after the end.
    locks: each entry that may be locked, by the line that locks it. scores: a line of words for each player, below a
    line of headings.
    """

    turn: str
    banner: str
    locks: tuple[Choice, ...]
    layers: tuple[Choice, ...]
    places: tuple[EntryView, ...]
    locked: tuple[LockedView, ...]
    scores: tuple[tuple[str, ...], ...]
    unowned: str
    deeds: tuple[Deed, ...]
    audit: AuditView | None = None


def view_of(
    state: State,
    language: Language,
    walk: Walk | None = None,
    things: Sequence[Thing] | None = None,
    by: Player | None = None,
) -> LockTheEntryView:
    """The game as the table sees it. walk: the audit that is under way; things: what the camera sees lie there, None
    without one; by: who lays what is tapped, None where nobody says."""
    seen, told = rules.view(state, None), language.text
    ready = seen.lockable_numbers
    scores = rules.entry_scores(seen)
    return LockTheEntryView(
        turn=_turn(seen, told),
        banner=_banner(ready, told),
        locks=tuple(
            offered(rules, seen, rules.Lock(None, number), told(_WORDS + "lock", entry=number)) for number in ready
        ),
        layers=(Choice("", told(_WORDS + "nobody_says")), *(Choice(player, short(player)) for player in seen.players)),
        places=() if seen.over else _places(seen, by, told),
        locked=tuple(_locked(number, seen.entries[number - 1], score, told) for number, score in scores.items()),
        scores=_scores(seen, told),
        unowned=_unowned(seen, told),
        deeds=_deeds(seen, told),
        audit=None if walk is None else _audit(seen, walk, things, told),
    )


def unaudited(state: State) -> tuple[int, ...]:
    """The locked entries of which some card's owner is not known (LTE-13)."""
    return tuple(number for number, score in rules.entry_scores(state).items() if score.unowned)


def follow(walk: Walk, state: State, things: Sequence[Thing] = ()) -> Walk | None:
    """The audit after a change of the game: once all owners are known the history is next; None without the entry."""
    entry = state.entry(walk.entry)
    if entry is None or not entry.locked:
        return None
    if walk.stage is not Stage.HISTORY and walk.entry not in unaudited(state):
        return Walk(walk.entry, Stage.HISTORY, lying=frozenset(thing.number for thing in things))
    return walk


def step(walk: Walk, taken: AuditStep) -> Walk | None:
    """The audit after a tap; None when it is done with, or left for later."""
    match taken:
        case AuditStep.ON if walk.stage is Stage.FACES:
            return replace(walk, stage=Stage.BACKS)
        case AuditStep.BACK if walk.told:
            return replace(walk, owners=walk.owners[: walk.told[-1]], told=walk.told[:-1])
        case AuditStep.BACK:
            return replace(walk, stage=Stage.FACES)
    return None


def tell_owner(walk: Walk, player: Player, state: State) -> tuple[Walk, str | None]:
    """The audit once the owner of the card asked for is told; with the last one the line that says it all."""
    owners = _with_known((*_with_known(walk.owners, state, walk.entry), player), state, walk.entry)
    whole = len(owners) == len(state.entries[walk.entry - 1].row)
    line = rules.write_action(rules.Audit(walk.entry, owners)) if whole else None
    return walk if whole else replace(walk, owners=owners, told=(*walk.told, len(walk.owners))), line


def _with_known(owners: Sequence[Player], state: State, number: int) -> tuple[Player, ...]:
    """Owners from the starter on, with those of the next cards who are known already."""
    found = list(owners)
    for laid in state.entries[number - 1].row[len(found) :]:
        if laid.owner is None:
            break
        found.append(laid.owner)
    return tuple(found)


def _turn(state: State, told: Told) -> str:
    if not state.over:
        return told(_WORDS + "everybody")
    winners = rules.result(state).winners
    return told(_WORDS + "won", players=_listed(map(short, winners), told)) if winners else told(_WORDS + "nobody_won")


def _banner(ready: Sequence[int], told: Told) -> str:
    if not ready:
        return ""
    key = "may_be_locked" if len(ready) == 1 else "some_may_be_locked"
    return told(_WORDS + key, entry=_listed(map(str, ready), told))


def _places(state: State, by: Player | None, told: Told) -> tuple[EntryView, ...]:
    """The open entries, then empty places up to six."""
    lying = [_place(state, number, by, told) for number in state.open_numbers]
    begun = _allowed(offered(rules, state, rules.Create(by, card), card.sign) for card in STANDARD_DECK)
    create = Deed("create", told(_WORDS + "empty"), begun, told(_WORDS + "which_created"))
    return (*lying, *[EntryView((create.text,), create)] * (OPEN_ENTRIES - len(lying)))


def _place(state: State, number: int, by: Player | None, told: Told) -> EntryView:
    entry = state.entries[number - 1]
    row = [laid.card for laid in entry.row]
    title = told(_WORDS + "entry", entry=number)
    course = " ".join([entry.suit.sign, *(card.rank.sign for card in row)])
    lines = (
        told(_WORDS + "course", entry=number, course=course),
        _fits(row, entry.suit, state, told),
        told(_WORDS + "history", count=len(entry.history), least=LOCK_SIZE),
    )
    return EntryView(tuple(filter(None, lines)), _laying(state, number, by, title, told), row[-1], entry.lockable)


def _fits(row: Sequence[Card], suit: Suit, state: State, told: Told) -> str:
    """The values that may be added (LTE-5): from one on, as a chain goes upwards."""
    high = {rank: high_enough(Card(rank, suit), row, state.options) for rank in RANKS}
    fitting = [rank for rank, fits in high.items() if fits]
    if None in high.values():
        return ""
    if not fitting:
        return told(_WORDS + "nothing_fits")
    if len(fitting) == len(RANKS):
        return told(_WORDS + "all_fit")
    return told(_WORDS + "fits", low=fitting[0].sign)


def _laying(state: State, number: int, by: Player | None, title: str, told: Told) -> Deed:
    """What may be laid on an entry, for those who play without a camera or where it saw nothing."""
    choices = _allowed(
        offered(rules, state, kind(by, number, card), f"{sign}{card.sign}")
        for kind, sign in ((rules.Add, "+"), (rules.Change, "↻"))
        for card in STANDARD_DECK
    )
    return Deed(f"entry {number}", title, choices, told(_WORDS + "which_laid", entry=number))


def _allowed(choices: Iterable[Choice]) -> tuple[Choice, ...]:
    return tuple(choice for choice in choices if choice.enabled)


def _locked(number: int, entry: Entry, score: EntryScore, told: Told) -> LockedView:
    if not score.counts:
        outcome = told(_WORDS + "does_not_count")
    elif score.unowned:
        outcome = told(_WORDS + "owners_open", points=score.unowned)
    elif score.winners:
        outcome = told(
            _WORDS + "entry_won", players=_listed(map(short, score.winners), told), points=max(score.points.values())
        )
    else:
        outcome = told(_WORDS + "entry_level")
    title = told(_WORDS + "locked", entry=number)
    return LockedView(entry.row[-1].card, title, outcome)


def _scores(state: State, told: Told) -> tuple[tuple[str, ...], ...]:
    """Entries won, open entries led, and points of both: what it would be if the open ones counted as they lie.

    After the end they score nothing.
    """
    if state.over:
        lines = [tuple(told(_WORDS + key) for key in ("final", "entries", "points"))]
        return (*lines, *((s.player, str(s.entries), str(s.points)) for s in rules.score(state).standings))
    lying = [rules.score_as_it_lies(state.entries[number - 1], state.options) for number in state.open_numbers]
    lines = [tuple(told(_WORDS + key) for key in ("player", "entries", "leads", "points"))]
    for standing in rules.score(state).standings:
        player = standing.player
        led = sum(player in score.winners for score in lying)
        points = standing.points + sum(score.points.get(player, 0) for score in lying)
        lines.append((player, str(standing.entries), str(led), str(points)))
    return tuple(lines)


def _unowned(state: State, told: Told) -> str:
    locked = sum(score.unowned for score in rules.entry_scores(state).values())
    if not state.over:
        locked += sum(
            rules.score_as_it_lies(state.entries[number - 1], state.options).unowned for number in state.open_numbers
        )
    return told(_WORDS + "unowned", points=locked) if locked else ""


def _deeds(state: State, told: Told) -> tuple[Deed, ...]:
    audits = tuple(Choice(str(number), told(_WORDS + "entry", entry=number)) for number in unaudited(state))
    audit = Deed(AUDIT, told(_WORDS + "whose_cards"), audits, told(_WORDS + "which_audited"))
    if state.over:
        return (audit,) if audits else ()
    hands = tuple(offered(rules, state, rules.BadHand(player), player) for player in state.players)
    end = offered(rules, state, rules.End(), told(_WORDS + "end"))
    return (
        audit,
        Deed("bad hand", told(_WORDS + "bad_hand"), hands, told(_WORDS + "whose_hand")),
        Deed("end", end.text, (end,)),
    )


def _audit(state: State, walk: Walk, things: Sequence[Thing] | None, told: Told) -> AuditView:
    entry = state.entries[walk.entry - 1]
    stages = list(Stage)
    values = {"entry": walk.entry, "step": stages.index(walk.stage) + 1, "steps": len(stages)}
    owners = _with_known(walk.owners, state, walk.entry) if walk.stage is Stage.BACKS else ()
    cards = tuple(
        AuditCard(laid.card, _owner(laid.owner, owners, place), walk.stage is Stage.BACKS and place == len(owners))
        for place, laid in enumerate(entry.row)
    )
    if walk.stage is Stage.BACKS:
        asked = told(_WORDS + "audit_backs", card=entry.row[len(owners)].card.sign)
        answers = tuple(Choice(player, short(player)) for player in state.players)
        choices = (
            Choice(AuditStep.BACK, told("app_offers.back")),
            Choice(AuditStep.LATER, told(_WORDS + "later")),
        )
    else:
        asked = told(_WORDS + f"audit_{walk.stage}", count=len(entry.history), least=LOCK_SIZE)
        answers = ()
        choices = (
            Choice(AuditStep.ON, told(_WORDS + f"on_{walk.stage}")),
            Choice(AuditStep.LATER, told(_WORDS + "later")),
        )
    title = told(_WORDS + "audit", **values)
    if walk.stage is Stage.FACES and things is not None:
        return AuditView(title, asked, cards, choices, answers, _row_seen(entry, things, told))
    if walk.stage is not Stage.HISTORY:
        return AuditView(title, asked, cards, choices, answers)
    return AuditView(title, asked, (), choices, seen=_history_seen(len(entry.history), walk, things, told))


def _row_seen(entry: Entry, things: Sequence[Thing], told: Told) -> Said:
    """Which cards of a row the camera surely sees, held against what was noted."""
    missing = not_shown(things, entry.row)
    if not missing:
        return Said(told(_WORDS + "history_whole", count=len(entry.row)))
    cards = told("table.list_separator").join(card.sign for card in missing)
    return Said(told(_WORDS + "row_missing", cards=cards), False)


def _history_seen(noted: int, walk: Walk, things: Sequence[Thing] | None, told: Told) -> Said:
    """How many cards of a history of that length came face down since it was to be shown, held against the length."""
    if things is None:
        return Said(told(_WORDS + "history_uncounted", count=noted), False)
    seen = backs_come(things, walk.lying)
    if seen == noted:
        return Said(told(_WORDS + "history_whole", count=noted))
    key = "history_missing" if seen < noted else "history_too_many"
    return Said(told(_WORDS + key, count=noted, seen=seen, apart=abs(noted - seen)), False)


def _owner(known: Player | None, owners: Sequence[Player], place: int) -> str:
    return known or (owners[place] if place < len(owners) else "")


def _listed(words: Sequence[str] | map[str], told: Told) -> str:
    return told("table.list_separator").join(words)
