"""Actions as lines of text.

``Ann play 0,0 across QUIZ`` lays tiles from column 0 and row 0 to the right, ``Ben play 2,-1 down P.A`` downwards,
with a dot where a tile lies already; tiles that lie in no line are written cell by cell, ``Ann play 0,0 Q 3,2 Z``.
``Ann trade AEI`` (``?`` for a tile nobody saw), ``Ann forfeit``, ``Ann sudden death``, ``Ben accept``, ``Ben refuse``,
``Ann shows AEIOUVV``, ``new round``.
"""

from __future__ import annotations

import re

from companion.rules.word_wars.state import (
    NEW_TILES,
    Accept,
    Action,
    Cell,
    Forfeit,
    NewRound,
    Play,
    Refuse,
    Show,
    SuddenDeath,
    Tile,
    Trade,
)

_CELL = r"-?\d+,-?\d+"
_LINE = re.compile(
    rf"(?P<player>\S.*?) (?:play (?P<start>{_CELL}) (?P<way>across|down) (?P<word>[A-Z?.]*[A-Z?][A-Z?.]*)"
    rf"|play (?P<cells>{_CELL} [A-Z?](?: {_CELL} [A-Z?])*)"
    r"|trade (?P<trade>[A-Z?]+)|shows (?P<shows>[A-Z?]+)|(?P<plain>forfeit|sudden death|accept|refuse))"
)
_NEW_ROUND = "new round"
_GAP = "."
_WIDEST = len(NEW_TILES)
_PLAIN: dict[str, type[Forfeit | SuddenDeath | Accept | Refuse]] = {
    "forfeit": Forfeit,
    "sudden death": SuddenDeath,
    "accept": Accept,
    "refuse": Refuse,
}


def parse_action(line: str) -> Action:
    """The action written in one line. Raises ValueError."""
    text = " ".join(line.split())
    if text == _NEW_ROUND:
        return NewRound()
    match = _LINE.fullmatch(text)
    if match is None:
        raise ValueError(
            f"not an action: {line!r} (write: Ann play 0,0 across QUIZ, Ben play 2,-1 down P.A, Ann trade AEI, "
            "Ann forfeit, Ann sudden death, Ben accept, Ben refuse, Ann shows AEIOUVV, new round)"
        )
    player = match["player"]
    if match["plain"]:
        return _PLAIN[match["plain"]](player)
    if match["trade"]:
        return Trade(player, tuple(match["trade"]))
    if match["shows"]:
        return Show(player, tuple(match["shows"]))
    if match["cells"]:
        words = match["cells"].split()
        return Play(player, tuple(zip(map(_cell, words[::2]), words[1::2], strict=True)))
    (column, row), across = _cell(match["start"]), match["way"] == "across"
    steps = [(step, letter) for step, letter in enumerate(match["word"]) if letter != _GAP]
    return Play(player, tuple(((column + step, row) if across else (column, row + step), tile) for step, tile in steps))


def write_action(action: Action) -> str:
    """The line that `parse_action` reads back as the same action."""
    match action:
        case Play(player, tiles):
            return f"{player} play {write_tiles(tiles)}"
        case Trade(player, tiles):
            return f"{player} trade {''.join(tiles)}"
        case Show(player, tiles):
            return f"{player} shows {''.join(tiles)}"
        case NewRound():
            return _NEW_ROUND
        case _:
            return f"{action.player} {next(word for word, kind in _PLAIN.items() if isinstance(action, kind))}"


def write_tiles(tiles: tuple[tuple[Cell, Tile], ...]) -> str:
    """Tiles on cells as they are written: ``"0,0 across QUI.Z"``, or cell by cell where they lie in no line."""
    cells = [cell for cell, _ in tiles]
    columns, rows = {column for column, _ in cells}, {row for _, row in cells}
    wide = max(columns) - min(columns) > _WIDEST or max(rows) - min(rows) > _WIDEST
    if wide or len(set(cells)) < len(cells) or (len(columns) > 1 and len(rows) > 1):
        return " ".join(f"{column},{row} {tile}" for (column, row), tile in tiles)
    (column, row), (last_column, last_row) = cells[0], cells[-1]
    laid = dict(tiles)
    if len(rows) == 1:
        word = "".join(laid.get((place, row), _GAP) for place in range(column, last_column + 1))
        return f"{column},{row} across {word}"
    word = "".join(laid.get((column, place), _GAP) for place in range(row, last_row + 1))
    return f"{column},{row} down {word}"


def _cell(text: str) -> Cell:
    column, row = text.split(",")
    return int(column), int(row)
