"""Several reads of one tile: which letter they tell together, and whether it is sure."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from companion.referee.letter_reads import LetterReads
from vision.sightings import Kind, Sighting

_TILE = np.array([[0, 0], [30, 0], [30, 30], [0, 30]], np.float32)


def read(name: str, confidence: float, certain: bool) -> Sighting:
    return Sighting(Kind.TILE, name, confidence, certain, _TILE + np.float32(confidence))


def told(*reads: Sighting) -> tuple[str | None, bool]:
    """What reads without a hand tell together."""
    known = reads[0]
    letter = LetterReads.of(known, bare=True)
    for one in reads[1:]:
        known = letter.told(known, one, bare=True)
    return known.name, known.certain


def test_a_letter_that_was_sure_at_first_stays_so() -> None:
    assert told(read("I", 0.999, True), read("I", 0.98, False), read("I", 0.97, False)) == ("I", True)
    letter, sure = LetterReads.of(read("I", 0.999, True), bare=True), read("I", 0.999, True)
    assert letter.told(sure, read("T", 0.998, True), bare=False).name == "I"
    assert letter.told(sure, read("I", 0.97, False), bare=True).certain


def test_one_lucky_read_among_unsure_ones_is_not() -> None:
    unsure = [read("I", 0.97, False), read("I", 0.99, False)]
    assert told(*unsure, read("I", 1.0, True)) == ("I", False)
    assert told(*unsure, *(read("T", 1.0 - k / 1000, True) for k in range(3))) == ("T", True)


def test_a_letter_that_was_sure_but_once_is_none_where_most_reads_give_another() -> None:
    likely = [read("F", 0.8 + k / 100, False) for k in range(2)]
    assert told(read("G", 0.999, True), *likely) == ("F", False)
    assert told(read("G", 0.999, True), read("G", 0.998, True), *likely) == ("G", True)
    assert told(read("G", 0.999, True), *(read("F", 0.3 + k / 100, False) for k in range(4))) == ("G", True)


def test_a_read_that_is_told_again_counts_once() -> None:
    unsure, sure = read("I", 0.97, False), read("I", 1.0, True)
    assert told(unsure, unsure, unsure, sure, replace(sure), read("I", 0.999, True)) == ("I", True)
    assert told(read("I", 0.96, False), unsure, sure, sure, sure) == ("I", False)


def test_people_are_believed_whatever_is_read_afterwards() -> None:
    letter = LetterReads.of(read("I", 0.999, True), bare=True)
    letter.named = True
    known = letter.told(replace(read("I", 0.999, True), name="T", confidence=1.0), read("I", 0.998, True), bare=True)
    assert (known.name, known.certain) == ("T", True)
