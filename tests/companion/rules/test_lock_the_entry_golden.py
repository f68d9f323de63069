"""Whole games of Lock the Entry as text: what the engine says of each line must be the file, to the letter.

A file begins with the game (``table Ann Ben Cem``, of which only the table is seen, or one ``deck`` line a player with
the first cards of the deck, the others following in the order of a new deck) and its options; ``>`` marks an action,
indented lines are the engine's answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.rules.cards import STANDARD_DECK, Card
from companion.rules.game import Finding
from companion.rules.lock_the_entry import (
    Add,
    BadHand,
    Change,
    Create,
    End,
    Entry,
    Lock,
    Options,
    State,
    apply,
    entry_scores,
    new_game,
    observed_game,
    parse_action,
    score,
    verify,
)

FILES = sorted((Path(__file__).parents[2] / "golden" / "lock-the-entry").glob("*.txt"))


def begin(lines: list[str]) -> State:
    decks: dict[str, list[Card]] = {}
    players: list[str] = []
    options: dict[str, str] = {}
    for line in lines:
        word, *rest = line.split()
        if word == "option":
            options[rest[0]] = rest[1]
        elif word == "table":
            players = rest
        elif word == "deck":
            top = [Card.parse(card) for card in rest[1:]]
            decks[rest[0]] = top + [card for card in STANDARD_DECK if card not in top]
    chosen = Options.parse(options)
    return new_game(decks, chosen) if decks else observed_game(players, chosen)


def told(findings: tuple[Finding, ...]) -> str:
    return ", ".join(f"{finding.rule} {finding.reason}" for finding in findings)


def entry_line(number: int, entry: Entry) -> str:
    row = " ".join(f"{laid.card}/{laid.owner or '?'}" for laid in entry.row)
    past = " ".join(f"{laid.card}/{laid.owner or '?'}" for laid in entry.history)
    return f"  entry {number}: {row}" + (f" | {past}" if past else "")


def answer(state: State, line: str) -> Iterator[str]:
    """What the engine says to an action that it carried out, from the state after it."""
    match parse_action(line):
        case Create():
            yield entry_line(len(state.entries), state.entries[-1])
        case Add(_, number, _) | Change(_, number, _):
            yield entry_line(number, state.entries[number - 1])
        case Lock(_, number):
            result = entry_scores(state)[number]
            points = " ".join(f"{player} {points}" for player, points in result.points.items())
            yield f"  points: {points}; won by {' '.join(result.winners) or 'nobody'}"
        case BadHand(player):
            seat = next(seat for seat in state.seats if seat.player == player)
            if seat.hand is not None:
                yield f"  {player} holds {' '.join(map(str, seat.hand)) or 'nothing'}, {len(seat.deck or ())} left"
        case End():
            table = score(state)
            for s in table.standings:
                yield f"  {s.place}. {s.player}: entries {s.entries}, points {s.points}"
            yield f"  won by {' '.join(table.winners) or 'nobody'}"


def replay(text: str) -> str:
    """The file as the engine tells it: headers, comments and actions as they are, the answers anew."""
    lines = text.splitlines()
    state = begin([line for line in lines if line and not line.startswith((">", " ", "#"))])
    out: list[str] = []
    for line in lines:
        if line.startswith(" "):
            continue
        out.append(line)
        if line.startswith(">"):
            action = parse_action(line[1:])
            ruling = verify(state, action)
            if ruling.undecided:
                out.append(f"  undecided: {told(ruling.undecided)}")
            if ruling.broken:
                out.append(f"  illegal: {told(ruling.broken)}")
                continue
            state = apply(state, action)
            out += answer(state, line[1:])
    return "\n".join(out) + "\n"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_game_replays_to_the_letter(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert replay(text) == text
    assert "> end\n" in text


def test_there_are_golden_games() -> None:
    assert len(FILES) >= 3
