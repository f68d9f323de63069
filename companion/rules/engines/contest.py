"""Result cards held against a search card: how far they are from it, and which are closest (EOD-2, EOD-3, EOD-5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.cards import Card, Rank
from companion.rules.engines.state import Laid


@dataclass(frozen=True, slots=True)
class Contest:
    """The closest of the result cards in the order laid, and their distance; None where no card can win."""

    distance: int | None
    closest: tuple[Laid, ...]


_TEN = Rank.TEN


def distance(request: Card, card: Card) -> int | None:
    """How far a result is from the search; None for one that cannot win.

    Aces are one, tens ten, suits do not count (EOD-2). A jack, queen or king has no value: it matches its own rank and
    nothing else, and nothing else matches it (EOD-5).
    """
    wanted, given = request.rank, card.rank
    if wanted > _TEN:
        return 0 if given is wanted else None
    return None if given > _TEN else abs(given - wanted)


def contest(request: Card, plays: Sequence[Laid]) -> Contest:
    """Who came closest."""
    return closest(plays, [distance(request, laid.card) for laid in plays])


def closest(plays: Sequence[Laid], away: Sequence[int | None]) -> Contest:
    """Who came closest by the distance of each result."""
    can_win = [value for value in away if value is not None]
    if not can_win:
        return Contest(None, ())
    best = min(can_win)
    return Contest(best, tuple([laid for laid, value in zip(plays, away, strict=True) if value == best]))


def settling_distance(tied: int) -> int:
    """EOD-6: how far away a card must be that settles a tie of cards so far away: exactly one point further."""
    return tied + 1


def settles_tie(request: Card, tied: int, card: Card) -> bool:
    """EOD-6: whether the card is as far away as one that settles the tie must be."""
    return not request.rank.is_face and distance(request, card) == settling_distance(tied)
