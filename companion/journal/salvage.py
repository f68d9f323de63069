"""What is whole in a damaged journal: its rows, read out of the raw pages without sqlite.

A journal is only added to, and every row carries a digest, so wherever in the file a row with a right digest lies, it
was written there as it is. The pages are read by the file format of sqlite (https://www.sqlite.org/fileformat2.html):
table leaves (section 1.6), their records (2.1), and the overflow pages of long ones.
"""

from __future__ import annotations

import mmap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.journal.schema import TABLES, Row, Value, is_whole, upgraded, version_of

_MAGIC = b"SQLite format 3\0"
_FILE_HEADER = 100
_TABLE_LEAF = 0x0D
_PAGE_SIZES = [2**power for power in range(9, 17)]
_USUAL_PAGE_SIZE = 4096
_MOST_COLUMNS = 16


@dataclass(frozen=True)
class Salvage:
    """What a damaged journal still holds. Every game has its first entries without a gap.

    cut: whole entries that had to be left out, as one before them, or their game, is lost.
    """

    games: tuple[Row, ...]
    entries: tuple[Row, ...]
    cut: int


def salvage(path: Path) -> Salvage:
    """Every game and entry of the file that can be trusted. Raises OSError."""
    found: dict[str, dict[tuple[Value, ...], tuple[int, Row]]] = {table: {} for table in TABLES}
    for table, row, version in _whole_rows(path):
        key = row[:1] if table == "game" else row[:2]
        if version >= found[table].get(key, (0, row))[0]:  # pages freed by a migration still hold the older rows
            found[table][key] = (version, upgraded(table, row, version))
    games = {key[0]: row for key, (_, row) in sorted(found["game"].items())}
    entries: list[Row] = []
    last = dict.fromkeys(games, 0)
    for (game, number), (_, row) in sorted(found["entry"].items()):
        if game in last and number == last[game] + 1:
            entries.append(row)
            last[game] += 1
    return Salvage(tuple(games.values()), tuple(entries), len(found["entry"]) - len(entries))


def _whole_rows(path: Path) -> Iterator[tuple[str, Row, int]]:
    """Every row with a right digest: its table, itself, and the version of its schema."""
    if path.stat().st_size == 0:
        return
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        size = _page_size(content)
        for start in range(0, len(content), size):
            header = start + (_FILE_HEADER if start == 0 else 0)
            if header < len(content) and content[header] == _TABLE_LEAF:
                for row in _rows_of_leaf(content, start, header, size):
                    for table in TABLES:
                        version = version_of(table, row)
                        if version is not None and is_whole(table, row):
                            yield table, row, version


def _page_size(content: mmap.mmap) -> int:
    """The page size that the file names, or the usual one where its beginning is lost."""
    told = int.from_bytes(content[16:18], "big")
    told = 65536 if told == 1 else told
    return told if content[: len(_MAGIC)] == _MAGIC and told in _PAGE_SIZES else _USUAL_PAGE_SIZE


def _rows_of_leaf(content: mmap.mmap, start: int, header: int, size: int) -> Iterator[Row]:
    """The rows of one table leaf that can be read; what cannot be is passed over."""
    cells = int.from_bytes(content[header + 3 : header + 5], "big")
    for place in range(header + 8, min(header + 8 + 2 * cells, start + size), 2):
        try:
            yield _row(content, start + int.from_bytes(content[place : place + 2], "big"), size)
        except (IndexError, ValueError):
            continue


def _row(content: mmap.mmap, at: int, size: int) -> Row:
    """The row in the cell at that offset; the key of the table stands in for an empty first value."""
    length, at = _varint(content, at)
    key, at = _varint(content, at)
    record = _payload(content, at, length, size)
    header_length, place = _varint(record, 0)
    values: list[Value] = []
    body = header_length
    while place < header_length:
        kind, place = _varint(record, place)
        value, body = _value(record, kind, body)
        values.append(value)
        if len(values) > _MOST_COLUMNS:
            raise ValueError("more values than any table has")
    if not values:
        raise ValueError("an empty record")
    return (key if values[0] is None else values[0], *values[1:])


def _payload(content: mmap.mmap, at: int, length: int, size: int) -> bytes:
    """The record of a cell, with what overflowed into other pages (section 1.6: how much stays in the leaf)."""
    if length > len(content):
        raise ValueError("longer than the file")
    most, least = size - 35, (size - 12) * 32 // 255 - 23
    if length <= most:
        return content[at : at + length]
    wanted = least + (length - least) % (size - 4)
    local = wanted if wanted <= most else least
    parts, missing = [content[at : at + local]], length - local
    following = int.from_bytes(content[at + local : at + local + 4], "big")
    while missing > 0:
        if not 0 < following <= len(content) // size:
            raise ValueError("an overflow page is lost")
        page = (following - 1) * size
        parts.append(content[page + 4 : page + 4 + min(missing, size - 4)])
        missing -= size - 4
        following = int.from_bytes(content[page : page + 4], "big")
    return b"".join(parts)


def _value(record: bytes, kind: int, at: int) -> tuple[Value, int]:
    """The value of a serial type at that place, and the place after it."""
    if kind == 0:
        return None, at
    if kind in (8, 9):
        return kind - 8, at
    if 1 <= kind <= 6:
        length = (1, 2, 3, 4, 6, 8)[kind - 1]
        return int.from_bytes(record[at : at + length], "big", signed=True), at + length
    if kind >= 13 and kind % 2:
        length = (kind - 13) // 2
        return record[at : at + length].decode(), at + length  # bad UTF-8 is a ValueError
    raise ValueError("no value of a journal")


def _varint(content: bytes | mmap.mmap, at: int) -> tuple[int, int]:
    """The number of one to nine bytes at that place, and the place after it."""
    number = 0
    for place in range(at, at + 8):
        number = number << 7 | content[place] & 0x7F
        if content[place] < 0x80:
            return number, place + 1
    return number << 8 | content[at + 8], at + 9
