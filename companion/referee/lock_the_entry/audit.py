"""From three readings of a locked entry to its audit, or to what has to be shown again.

The entry is shown three times: its cards in a row face up, starter first; the same row, each card turned over where it
lies; and its history face down, no card hiding another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from companion.referee.row import Row, moved_card, read_row
from companion.rules.cards import Card
from companion.rules.game import Judgement, Player, Value
from companion.rules.lock_the_entry import LOCK_SIZE, EntryAudit, Options, audit_entry
from companion.rules.lock_the_entry.audit import judge_chain
from vision.sightings import FloatArray, Kind, Reading, Sighting

_SAME_WAY = 0.5  # cosine of the angle by which the row may be turned between the two pictures: 60 degrees


class Shot(StrEnum):
    """Which of the three pictures of an entry."""

    FACES = "faces"
    BACKS = "backs"
    HISTORY = "history"


@dataclass(frozen=True, eq=False)
class ShowAgain:
    """One thing that keeps an entry from being scored: in which picture, why (one word), where, and data for a message.

    position: the card's place in the row from 1, outline: its four points, both None where it is not about one card.
    """

    shot: Shot
    reason: str
    position: int | None = None
    outline: FloatArray | None = None
    data: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True)
class Unsettled:
    """An entry that is not scored, and every reason why."""

    problems: tuple[ShowAgain, ...]


@dataclass(frozen=True, eq=False)
class EntryReadings:
    """The readings of the three pictures of one entry."""

    faces: Reading
    backs: Reading
    history: Reading


def audit_readings(shown: EntryReadings, decks: Mapping[str, Player], options: Options) -> EntryAudit | Unsettled:
    """Audit one entry from its three readings. decks: the player by the name that the deck's back was enrolled under.

    Nothing is guessed: an uncertain card or owner, or rows that do not match, leave the entry unsettled.
    """
    faces, face_problems = _read_faces(shown.faces)
    backs, back_problems = _read_backs(shown.backs, decks, faces)
    history, history_problems = _read_history(shown.history, decks)
    problems = [*face_problems, *back_problems, *history_problems]
    if faces is not None and backs is not None:
        problems += _compare(faces, backs)
    if problems or faces is None or backs is None:
        return Unsettled(tuple(problems))
    cards = [Card.parse(sighting.name or "?") for sighting in faces.sightings]
    owners = [decks[sighting.name or ""] for sighting in backs.sightings]
    if _only_backwards(cards, options):
        return Unsettled((ShowAgain(Shot.FACES, "reversed", data={"starter": cards[-1]}),))
    return audit_entry(cards, owners, history, options)


def _read_faces(reading: Reading) -> tuple[Row | None, list[ShowAgain]]:
    problems = _wrong_way_up(Shot.FACES, reading, Kind.BACK)
    row, row_problems = _row_of(Shot.FACES, reading.of_kind(Kind.CARD), None)
    problems += row_problems
    for position, sighting in enumerate(row.sightings if row else (), 1):
        if not _is_sure(sighting):
            seen = Card.parse(sighting.name or "?")
            problems.append(_about(Shot.FACES, "card_unsure", sighting, position, card=seen))
    return row, problems


def _read_backs(reading: Reading, decks: Mapping[str, Player], faces: Row | None) -> tuple[Row | None, list[ShowAgain]]:
    """The row of backs, read the way the faces were read: it is the same row, turned over in place."""
    problems = _wrong_way_up(Shot.BACKS, reading, Kind.CARD)
    row, row_problems = _row_of(Shot.BACKS, reading.of_kind(Kind.BACK), faces)
    problems += row_problems
    for position, sighting in enumerate(row.sightings if row else (), 1):
        if not _is_sure(sighting):
            problems.append(_about(Shot.BACKS, "back_unsure", sighting, position))
        elif sighting.name not in decks:
            problems.append(_about(Shot.BACKS, "nobodys_deck", sighting, position, deck=sighting.name or ""))
    return row, problems


def _read_history(reading: Reading, decks: Mapping[str, Player]) -> tuple[list[Player | None], list[ShowAgain]]:
    """The owners of the history cards. Only their number matters (LTE-12): an unsure back asks for another picture
    only where it decides whether there are five."""
    backs = reading.of_kind(Kind.BACK)
    sure = [sighting for sighting in backs if _is_sure(sighting)]
    problems = _wrong_way_up(Shot.HISTORY, reading, Kind.CARD)
    problems += [
        _about(Shot.HISTORY, "nobodys_deck", sighting, deck=sighting.name or "")
        for sighting in sure
        if sighting.name not in decks
    ]
    if not backs:
        problems.append(ShowAgain(Shot.HISTORY, "nothing_seen"))
    if len(sure) < LOCK_SIZE <= len(backs):
        problems += [_about(Shot.HISTORY, "history_unsure", back) for back in backs if not _is_sure(back)]
    return [decks.get(back.name or "") if _is_sure(back) else None for back in backs], problems


def _row_of(shot: Shot, sightings: Sequence[Sighting], same_as: Row | None) -> tuple[Row | None, list[ShowAgain]]:
    if not sightings:
        return None, [ShowAgain(shot, "nothing_seen")]
    row = read_row(sightings, None if same_as is None else same_as.axis)
    return row, [] if row else [ShowAgain(shot, "not_a_row", data={"count": len(sightings)})]


def _wrong_way_up(shot: Shot, reading: Reading, kind: Kind) -> list[ShowAgain]:
    """Cards that show the side that this picture should not show."""
    reason = "card_face_down" if kind is Kind.BACK else "card_face_up"
    return [_about(shot, reason, sighting) for sighting in reading.of_kind(kind)]


def _compare(faces: Row, backs: Row) -> list[ShowAgain]:
    """Whether the two rows can be one row: as many cards, at the same places."""
    face_count, back_count = len(faces.sightings), len(backs.sightings)
    if face_count != back_count:
        return [ShowAgain(Shot.BACKS, "rows_differ", data={"faces": face_count, "backs": back_count})]
    if face_count > 1 and float(faces.axis @ backs.axis) < _SAME_WAY:
        return [ShowAgain(Shot.BACKS, "row_turned")]
    position = moved_card(faces, backs)
    if position is None:
        return []
    return [_about(Shot.BACKS, "card_moved", backs.sightings[position - 1], position)]


def _only_backwards(cards: Sequence[Card], options: Options) -> bool:
    """Whether the row is no legal entry as it was read but would be one from its other end."""
    return not _is_chain(cards, options) and _is_chain(cards[::-1], options)


def _is_chain(cards: Sequence[Card], options: Options) -> bool:
    judgement = Judgement(())
    judge_chain(judgement, cards, options)
    return judgement.ruling().legal


def _is_sure(sighting: Sighting) -> bool:
    return sighting.certain and sighting.name is not None


def _about(shot: Shot, reason: str, sighting: Sighting, position: int | None = None, **data: Value) -> ShowAgain:
    return ShowAgain(shot, reason, position, sighting.outline, data)
