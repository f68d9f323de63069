"""Points, winners of entries, and the final table (LTE-12 to LTE-15)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.rules.game import Player
from companion.rules.lock_the_entry.state import LOCK_SIZE, Entry, EntryTie, Options, State, TieBreak

STARTER_POINTS = 2


@dataclass(frozen=True)
class EntryScore:
    """One closed entry. counts: LTE-12; points by owner, most first; winners: none where it does not count.

    unowned: points of cards whose owner nobody knows; while there are any, nobody has won.
    """

    counts: bool
    points: Mapping[Player, int]
    unowned: int
    winners: tuple[Player, ...]


@dataclass(frozen=True)
class Standing:
    """A line of the final table. place: 1 for the winners; equal places are ties. points: over entries that count."""

    place: int
    player: Player
    entries: int
    points: int


@dataclass(frozen=True)
class FinalTable:
    """All players, best first, and who won the game: nobody while no entry counts."""

    standings: tuple[Standing, ...]
    winners: tuple[Player, ...]


def score_entry(owners: Sequence[Player | None], history_count: int, options: Options) -> EntryScore:
    """The score of a closed entry by the owners of its row, starter first (LTE-12, LTE-13, LTE-14)."""
    points: dict[Player, int] = {}
    unowned = 0
    for place, owner in enumerate(owners):
        worth = STARTER_POINTS if place == 0 else 1
        if owner is None:
            unowned += worth
        else:
            points[owner] = points.get(owner, 0) + worth
    counts = history_count >= LOCK_SIZE
    ranked = dict(sorted(points.items(), key=lambda item: -item[1]))
    winners = _entry_winners(ranked, owners[0], options.entry_tie) if counts and not unowned else ()
    return EntryScore(counts, ranked, unowned, winners)


def score_as_it_lies(entry: Entry, options: Options) -> EntryScore:
    """The score of an entry as if it were closed now and its history long enough to count (LTE-12, LTE-13, LTE-14)."""
    return score_entry([laid.owner for laid in entry.row], max(LOCK_SIZE, len(entry.history)), options)


def _entry_winners(points: Mapping[Player, int], starter: Player | None, tie: EntryTie) -> tuple[Player, ...]:
    """LTE-14: most points wins; a tie goes to nobody, to all tied, or to the starter's owner if among the tied."""
    most = max(points.values())
    tied = tuple(player for player, held in points.items() if held == most)
    if len(tied) == 1 or tie == EntryTie.EVERY_TIED:
        return tied
    if tie == EntryTie.STARTER and starter in tied:
        return tuple(player for player in tied if player == starter)
    return ()


def final_table(entries: Iterable[EntryScore], players: Sequence[Player], options: Options) -> FinalTable:
    """LTE-15: most entries wins, ties by total points or shared. Owners who are not players get no line.

    Nobody has won while no entry counts, or while cards of one that does have no known owner.
    """
    counted = [entry for entry in entries if entry.counts]
    won = {player: sum(player in entry.winners for entry in counted) for player in players}
    points = {player: sum(entry.points.get(player, 0) for entry in counted) for player in players}

    def merit(player: Player) -> tuple[int, int]:
        return won[player], points[player] if options.tie_break == TieBreak.TOTAL_POINTS else 0

    order = sorted(players, key=lambda player: (merit(player), points[player]), reverse=True)
    places = {player: 1 + sum(merit(other) > merit(player) for other in players) for player in players}
    settled = counted and not any(entry.unowned for entry in counted)
    standings = tuple(Standing(places[player], player, won[player], points[player]) for player in order)
    return FinalTable(standings, tuple(s.player for s in standings if s.place == 1) if settled else ())


def score(state: State) -> FinalTable:
    """The final table of a state; open entries score nothing (LTE-11)."""
    return final_table(entry_scores(state).values(), state.players, state.options)


def entry_scores(state: State) -> dict[int, EntryScore]:
    """The score of every locked entry by its number."""
    return {
        number: score_entry([laid.owner for laid in entry.row], len(entry.history), state.options)
        for number, entry in enumerate(state.entries, 1)
        if entry.locked
    }
