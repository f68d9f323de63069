"""Where tiles lie: neighbours, lines, and the words that new tiles form."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.word_wars.state import Cell, Tile

Step = tuple[int, int]
ACROSS: Step = (1, 0)
DOWN: Step = (0, 1)


def moved(cell: Cell, step: Step, by: int = 1) -> Cell:
    """The cell so many steps further."""
    return cell[0] + step[0] * by, cell[1] + step[1] * by


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """The four cells beside a cell."""
    return moved(cell, ACROSS), moved(cell, ACROSS, -1), moved(cell, DOWN), moved(cell, DOWN, -1)


def run(board: Mapping[Cell, Tile], cell: Cell, step: Step) -> str:
    """The tiles that lie without a gap from a cell on."""
    letters = []
    while (tile := board.get(cell)) is not None:
        letters.append(tile)
        cell = moved(cell, step)
    return "".join(letters)


def word_through(board: Mapping[Cell, Tile], cell: Cell, step: Step) -> str:
    """The tiles that lie without a gap before, on and after a cell, in the order of reading."""
    before = run(board, moved(cell, step, -1), (-step[0], -step[1]))
    return before[::-1] + run(board, cell, step)


def in_line(cells: tuple[Cell, ...]) -> bool:
    """Whether the cells share a column or a row."""
    return len({column for column, _ in cells}) == 1 or len({row for _, row in cells}) == 1


def without_gap(board: Mapping[Cell, Tile], cells: tuple[Cell, ...]) -> bool:
    """Whether tiles lie on all cells from the first to the last of those, which share a column or a row."""
    first, last = min(cells), max(cells)
    step = ACROSS if first[1] == last[1] else DOWN
    length = max(last[0] - first[0], last[1] - first[1])
    covered = {cell for cell in (*cells, *board) if first[0] <= cell[0] <= last[0] and first[1] <= cell[1] <= last[1]}
    return len(covered) == length + 1 and moved(first, step, length) == last


def words_formed(board: Mapping[Cell, Tile], tiles: tuple[tuple[Cell, Tile], ...]) -> tuple[str, ...]:
    """The words of two letters or more that tiles of one line form with what lies there, the longest line first."""
    after = {**board, **dict(tiles)}
    cells = [cell for cell, _ in tiles]
    along = ACROSS if len({row for _, row in cells}) == 1 else DOWN
    across = DOWN if along == ACROSS else ACROSS
    words = [word_through(after, cells[0], along), *(word_through(after, cell, across) for cell in cells)]
    return tuple(word for word in words if len(word) > 1)
