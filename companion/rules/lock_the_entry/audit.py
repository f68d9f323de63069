"""The audit of closed entries: what the row, its owners and the history show, held against the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.rules.cards import JOKER, Card
from companion.rules.game import Judgement, Player, Ruling, Value
from companion.rules.lock_the_entry.chain import high_enough, may_start, same_suit
from companion.rules.lock_the_entry.scoring import EntryScore, FinalTable, final_table, score_entry
from companion.rules.lock_the_entry.state import LOCK_SIZE, Options

ENTRY_BASIS = ("LTE-1", "LTE-2", "LTE-4", "LTE-5", "LTE-9", "LTE-12", "LTE-13", "LTE-14")


@dataclass(frozen=True)
class EntryAudit:
    """One entry as it was shown: cards of the row starter first with their owners, history backs, ruling, score.

    The score counts the cards as they lie: a broken rule is named, and what follows from it is for the players to say.
    """

    faces: tuple[Card, ...]
    owners: tuple[Player, ...]
    history: tuple[Player | None, ...]
    ruling: Ruling
    score: EntryScore


@dataclass(frozen=True)
class GameAudit:
    """Several entries by number: the ruling on what only shows across entries (LTE-1), and the final table (LTE-15)."""

    entries: Mapping[int, EntryAudit]
    ruling: Ruling
    table: FinalTable

    @property
    def legal(self) -> bool:
        """Whether no entry, nor all of them together, break a rule."""
        return self.ruling.legal and all(entry.ruling.legal for entry in self.entries.values())


def audit_entry(
    faces: Sequence[Card], owners: Sequence[Player], history: Sequence[Player | None], options: Options
) -> EntryAudit:
    """Audit one entry: its row from the starter up, the owner of each card, the owner of each history card if known.

    A top card that was changed leaves no trace in the row: its replacement had to fit what lay beneath (LTE-6), so
    a row made by any legal changes still reads as a chain. Raises ValueError for an empty row or a card without owner.
    """
    if not faces or len(faces) != len(owners):
        raise ValueError(f"an entry needs a card and an owner for each, not {len(faces)} and {len(owners)}")
    judgement = Judgement(ENTRY_BASIS)
    _judge_decks(judgement, faces, owners)
    judge_chain(judgement, faces, options)
    closed = len(history) >= LOCK_SIZE
    judgement.require(closed, "LTE-9", "lock_void", count=len(history))
    judgement.require(closed, "LTE-12", "does_not_count", count=len(history))
    score = score_entry(owners, len(history), options)
    return EntryAudit(tuple(faces), tuple(owners), tuple(history), judgement.ruling(), score)


def judge_chain(judgement: Judgement, faces: Sequence[Card], options: Options) -> None:
    """Note what is wrong with a row from the starter up: starter, suit and order (LTE-2, LTE-4, LTE-5)."""
    starter = faces[0]
    judgement.require(may_start(starter), "LTE-2", "not_a_face_card", card=starter)
    for place in range(1, len(faces)):
        card, beneath = faces[place], faces[:place]
        where: dict[str, Value] = {"card": card, "position": place + 1}
        judgement.require(same_suit(card, starter), "LTE-4", "wrong_suit", starter=starter, **where)
        high = high_enough(card, beneath, options)
        judgement.require(high, "LTE-5", "not_higher", beneath=beneath[-1], **where)


def audit_game(entries: Mapping[int, EntryAudit], players: Sequence[Player], options: Options) -> GameAudit:
    """Audit entries, by number, together: no deck shows a card twice among them (LTE-1); the final table (LTE-15)."""
    judgement = Judgement(("LTE-1", "LTE-15"))
    first_seen: dict[tuple[Player, Card], int] = {}
    for number, entry in entries.items():
        for owner, card in dict.fromkeys(zip(entry.owners, entry.faces, strict=True)):
            first = first_seen.setdefault((owner, card), number)
            fresh = first == number
            judgement.require(
                fresh, "LTE-1", "card_in_two_entries", card=card, player=owner, entry=number, first_entry=first
            )
    table = final_table([entry.score for entry in entries.values()], players, options)
    return GameAudit(entries, judgement.ruling(), table)


def _judge_decks(judgement: Judgement, faces: Sequence[Card], owners: Sequence[Player]) -> None:
    """LTE-1: no joker, and one of each card per deck."""
    seen: set[tuple[Player, Card]] = set()
    for place, (card, owner) in enumerate(zip(faces, owners, strict=True), 1):
        judgement.require(card != JOKER, "LTE-1", "joker", position=place)
        judgement.require((owner, card) not in seen, "LTE-1", "second_copy", card=card, player=owner, position=place)
        seen.add((owner, card))
