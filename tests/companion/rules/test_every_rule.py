"""Every rule of every game stands in a golden game: kept there, and, where an action can break it, broken there."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.rules import eleusis, engines, lock_the_entry, lockdown, word_wars
from companion.rules.game import Game, Ruling
from companion.rules.lock_the_entry import audit_entry
from companion.rules.word_wars import WordWars
from tests.companion.rules.replay import setup_of
from tests.companion.rules.test_word_wars_golden import small_lexicon

GOLDEN = Path(__file__).parents[2] / "golden"
PACKAGES = {package.NAME: package for package in (lock_the_entry, word_wars, lockdown, engines, eleusis)}
GAMES: dict[str, Any] = {**PACKAGES, WordWars.NAME: WordWars(small_lexicon())}

# What only says what follows: no action can be against it.
FOLLOWS = {
    "LTE-7": "a card taken off lies in the history by being taken off",
    "LTE-14": "who wins an entry",
    "LTE-15": "who wins the game",
    "WW-8": "points when both are out",
    "WW-9": "points when one is out",
    "LD-8": "a shuffle, which anybody may choose in turn",
    "EOD-2": "what a card is worth",
    "EOD-4": "who gets a tie",
    "EOD-5": "what an image wins",
    "EOD-8": "hands fill up by themselves",
    "EOD-13": "searches are shuffled anew by themselves",
    "EE-10": "points of the players",
    "EE-11": "points of the dealer",
    "EE-13": "what comes of an empty stock",
}


class Exercised:
    """The rules by id as the golden games of one game bring them into play."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.held: set[str] = set()  # a legal action was held against it
        self.told: set[str] = set()  # something followed from it
        self.broken: set[str] = set()
        self.outside: set[str] = set()  # broken or open, but not among those that the ruling says it looked at
        for path in sorted((GOLDEN / game.NAME).glob("*.txt")):
            self._replay([line for line in path.read_text(encoding="utf-8").splitlines() if line])

    @property
    def kept(self) -> set[str]:
        return self.held | self.told

    def _replay(self, lines: list[str]) -> None:
        state = self.game.start(setup_of([line for line in lines if not line.startswith((" ", "#", ">"))]))
        for line in lines:
            if line.startswith(">"):
                state = self._act(state, line[1:].strip())
        if self.game.NAME == lock_the_entry.NAME:
            self._audit(state)

    def _act(self, state: Any, line: str) -> Any:
        """The state after one action; one that is refused leaves it as it is."""
        overruled = line.startswith("overrule: ")
        action = self.game.parse_action(line.removeprefix("overrule: "))
        ruling = self.game.verify(state, action)
        self._note(ruling)
        if ruling.legal:
            self.held.update(ruling.basis)
        elif not overruled:
            return state
        after = self.game.overrule(state, action) if overruled else self.game.apply(state, action)
        self.told.update(finding.rule for finding in self.game.consequences(state, action, after))
        return after

    def _audit(self, state: lock_the_entry.State) -> None:
        """Locked entries laid open: the only place where LTE-12 can be broken."""
        for entry in state.entries:
            if entry.locked:
                faces, owners = zip(*((laid.card, laid.owner or "?") for laid in entry.row), strict=True)
                self._note(audit_entry(faces, owners, [None] * len(entry.history), state.options).ruling)

    def _note(self, ruling: Ruling) -> None:
        self.broken.update(ruling.rules)
        found = {finding.rule for finding in (*ruling.broken, *ruling.undecided)}
        self.outside.update(found - set(ruling.basis))


def breakable(name: str) -> set[str]:
    """The ids that the code of a game can find broken: those in functions that hold a judgement, but for its basis."""
    folder = Path(str(PACKAGES[name].__file__)).parent
    ids: set[str] = set()
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and any(_is_judgement(inner) for inner in ast.walk(node)):
                ids.update(_constants(node))
    return ids & set(PACKAGES[name].RULE_IDS)


def _is_judgement(node: ast.AST) -> bool:
    return isinstance(node, ast.Name | ast.arg) and (node.id if isinstance(node, ast.Name) else node.arg) == "judgement"


def _constants(node: ast.AST) -> Iterator[str]:
    """All strings in a piece of code, but for those that a `Judgement` begins with."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Judgement":
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    for child in ast.iter_child_nodes(node):
        yield from _constants(child)


@pytest.fixture(scope="module", params=sorted(PACKAGES))
def exercised(request: pytest.FixtureRequest) -> Exercised:
    return Exercised(GAMES[request.param])


def test_every_rule_is_kept_somewhere(exercised: Exercised) -> None:
    assert exercised.kept == set(exercised.game.RULE_IDS)


def test_every_rule_that_can_be_broken_is_broken_somewhere(exercised: Exercised) -> None:
    assert exercised.broken == breakable(exercised.game.NAME)


def test_every_other_rule_only_says_what_follows_and_does(exercised: Exercised) -> None:
    others = set(exercised.game.RULE_IDS) - breakable(exercised.game.NAME)
    assert others == {rule for rule in FOLLOWS if rule in exercised.game.RULE_IDS}
    assert others <= exercised.told


def test_a_ruling_looks_at_every_rule_that_it_finds_broken_or_open(exercised: Exercised) -> None:
    assert not exercised.outside
