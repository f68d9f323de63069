"""From three readings of an entry to its audit, or to what must be shown again."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from companion.referee.lock_the_entry.audit import EntryReadings, Shot, ShowAgain, Unsettled, audit_readings
from companion.rules.lock_the_entry import EntryAudit, Options
from vision.sightings import Kind, Reading, Sighting

DECKS = {"red": "Ann", "blue": "Ben", "green": "Cem"}
OWNERS = {"r": "red", "b": "blue", "g": "green", "x": "grey"}
PAST = "rbgrb"


def seen(kind: Kind, names: Sequence[str], gaps: dict[int, float] | None = None) -> Reading:
    """Things in a row; a name with ``?`` is not certain, ``?`` alone is not told at all."""
    sightings = []
    for place, name in enumerate(names):
        x = 40 + 70 * place + (gaps or {}).get(place, 0.0)
        outline = np.array([[x, 20], [x + 60, 20], [x + 60, 104], [x, 104]], np.float32)
        sure = not name.endswith("?")
        sightings.append(Sighting(kind, name.rstrip("?") or None, 0.99 if sure else 0.5, sure, outline))
    return Reading((1000, 200), 1.0, tuple(sightings))


def faces(text: str) -> Reading:
    return seen(Kind.CARD, text.split())


def backs(letters: str, gaps: dict[int, float] | None = None) -> Reading:
    """Decks by letter; a ``?`` is a back that cannot be told."""
    return seen(Kind.BACK, [OWNERS.get(letter, "?") for letter in letters], gaps)


def both(first: Reading, second: Reading) -> Reading:
    return Reading(first.size, 1.0, first.sightings + second.sightings)


def audit(face: Reading, back: Reading, history: Reading | None = None, **options: bool) -> EntryAudit | Unsettled:
    shown = EntryReadings(face, back, backs(PAST) if history is None else history)
    return audit_readings(shown, DECKS, Options(**options))  # type: ignore[arg-type]


def problems(outcome: EntryAudit | Unsettled) -> list[tuple[str, str, int | None]]:
    assert isinstance(outcome, Unsettled)
    return [(problem.shot.value, problem.reason, problem.position) for problem in outcome.problems]


def only(outcome: EntryAudit | Unsettled) -> ShowAgain:
    assert isinstance(outcome, Unsettled)
    (problem,) = outcome.problems
    return problem


def test_a_clear_entry_is_scored() -> None:
    entry = audit(faces("QH AH 5H KH"), backs("rbrg"))
    assert isinstance(entry, EntryAudit)
    assert [str(card) for card in entry.faces] == ["QH", "AH", "5H", "KH"]
    assert entry.owners == ("Ann", "Ben", "Ann", "Cem")
    assert entry.history == ("Ann", "Ben", "Cem", "Ann", "Ben")
    assert entry.ruling.legal
    assert entry.score.points == {"Ann": 3, "Ben": 1, "Cem": 1}
    assert entry.score.winners == ("Ann",)


def test_a_broken_rule_is_ruled_upon_not_shown_again() -> None:
    entry = audit(faces("QH 9H 5H"), backs("rbr"))
    assert isinstance(entry, EntryAudit)
    assert entry.ruling.rules == ("LTE-5",)
    joker = audit(faces("QH JK"), backs("rb"))
    assert isinstance(joker, EntryAudit)
    assert joker.ruling.rules == ("LTE-1", "LTE-4")


def test_options_reach_the_rules() -> None:
    entry = audit(faces("KH 9H"), backs("rb"), first_addition_free=False)
    assert isinstance(entry, EntryAudit)
    assert entry.ruling.rules == ("LTE-5",)


def test_what_is_unsure_gives_no_score() -> None:
    outcome = audit(faces("QH 9H? ?"), backs("r?b"))
    assert problems(outcome) == [
        ("faces", "card_unsure", 2),
        ("faces", "card_unsure", 3),
        ("backs", "back_unsure", 2),
    ]
    assert isinstance(outcome, Unsettled)
    assert [str(problem.data.get("card")) for problem in outcome.problems] == ["9H", "?", "None"]
    outline = outcome.problems[0].outline
    assert outline is not None
    assert outline[0].tolist() == [110, 20]


def test_rows_of_different_length() -> None:
    problem = only(audit(faces("QH 9H KH"), backs("rb")))
    assert (problem.shot, problem.reason) == (Shot.BACKS, "rows_differ")
    assert problem.data == {"faces": 3, "backs": 2}


def test_a_back_that_lies_elsewhere() -> None:
    assert problems(audit(faces("QH 5H 9H KH"), backs("rbrg", {1: 60.0}))) == [("backs", "card_moved", 2)]


def test_a_row_turned_between_the_pictures() -> None:
    back = backs("rbr")
    upright = Reading(back.size, 1.0, tuple(
        Sighting(s.kind, s.name, s.confidence, s.certain, s.outline[:, ::-1].copy()) for s in back.sightings
    ))  # fmt: skip
    assert problems(audit(faces("QH 5H 9H"), upright)) == [("backs", "row_turned", None)]


@pytest.mark.parametrize("text", ["9H 5H QH", "KH 10H AH JH"])
def test_a_row_that_is_an_entry_only_backwards(text: str) -> None:
    problem = only(audit(faces(text), backs("rbrg"[: len(text.split())])))
    assert problem.reason == "reversed"
    assert str(problem.data["starter"]) == text.split()[-1]


def test_two_face_cards_are_read_from_the_left() -> None:
    entry = audit(faces("KH JH"), backs("rb"))
    assert isinstance(entry, EntryAudit)
    assert entry.score.points == {"Ann": 2, "Ben": 1}


def test_a_card_that_shows_the_wrong_side() -> None:
    assert problems(audit(both(faces("QH"), backs("r")), backs("r"))) == [("faces", "card_face_down", None)]
    assert problems(audit(faces("QH"), both(backs("r"), faces("QH")))) == [("backs", "card_face_up", None)]
    past = both(backs(PAST), faces("QH"))
    assert problems(audit(faces("QH"), backs("r"), past)) == [("history", "card_face_up", None)]


def test_nothing_there() -> None:
    nothing = Reading((100, 100), 1.0)
    assert problems(audit(nothing, nothing, nothing)) == [
        ("faces", "nothing_seen", None),
        ("backs", "nothing_seen", None),
        ("history", "nothing_seen", None),
    ]


def test_cards_that_lie_on_one_another_are_no_row() -> None:
    pile = both(faces("QH 5H 9H"), faces("QH"))
    assert problems(audit(pile, backs("rbrg"))) == [("faces", "not_a_row", None)]


def test_a_deck_that_is_nobodys() -> None:
    outcome = audit(faces("QH 5H"), backs("rx"), backs("rbrbx"))
    assert problems(outcome) == [("backs", "nobodys_deck", 2), ("history", "nobodys_deck", None)]
    assert isinstance(outcome, Unsettled)
    assert {problem.data["deck"] for problem in outcome.problems} == {"grey"}


@pytest.mark.parametrize(
    ("history", "counts", "unsure"),
    [
        ("rbgr", False, 0),
        ("rb??", False, 0),
        ("rbgrb", True, 0),
        ("rbgrb??", True, 0),
        ("rbgr?", None, 1),
        ("?????", None, 5),
    ],
)
def test_an_unsure_history_matters_only_where_it_decides(history: str, counts: bool | None, unsure: int) -> None:
    outcome = audit(faces("QH"), backs("r"), backs(history))
    if counts is None:
        assert problems(outcome) == [("history", "history_unsure", None)] * unsure
        return
    assert isinstance(outcome, EntryAudit)
    assert outcome.score.counts is counts
    assert outcome.ruling.rules == (() if counts else ("LTE-9", "LTE-12"))
    assert len(outcome.history) == len(history)
