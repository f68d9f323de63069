"""Options: defaults, text in, and what is refused."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import pytest

from companion.rules.game import OptionError, Options
from companion.rules.lock_the_entry import ChangeStarter, EntryTie, TieBreak
from companion.rules.lock_the_entry import Options as LockOptions


@dataclass(frozen=True)
class Numbered(Options):
    rounds: Literal[2, 3, 4, 5] = 3


def test_the_defaults() -> None:
    assert LockOptions().as_json() == {
        "first_addition_free": True,
        "change_own": True,
        "change_starter": "same_suit",
        "entry_tie": "nobody",
        "tie_break": "total_points",
    }


def test_text_in() -> None:
    given = {
        "first_addition_free": "OFF",
        "change_starter": "any-face",
        "entry_tie": "every_tied",
        "tie_break": "shared",
    }
    options = LockOptions.parse(given)
    assert options == LockOptions(False, True, ChangeStarter.ANY_FACE, EntryTie.EVERY_TIED, TieBreak.SHARED)
    assert Numbered.parse({"rounds": "5"}).rounds == 5


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("nonsense", "on", "no option nonsense"),
        ("change_own", "perhaps", "on, off"),
        ("entry_tie", "all", "nobody, every_tied, starter"),
        ("tie_break", "", "total_points, shared"),
    ],
)
def test_what_is_refused(name: str, value: str, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        LockOptions.parse({name: value})


def test_a_bad_value_is_refused_in_code_as_well() -> None:
    with pytest.raises(OptionError, match="cannot be 7"):
        Numbered(rounds=7)  # type: ignore[arg-type]
