"""Chinese text is broken into lines between its signs; nothing of it is lost, and nothing else is touched."""

from __future__ import annotations

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.app.wrapping import in_lines, wrapped

TEXT = "Alexandra 把 7♦ 加到词条 1（LTE-4），“好”，她说；词条现在是 J♥ 4♥ 7♦。"


def columns(line: str) -> float:
    """How wide a line is where a Chinese sign takes two columns."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in line)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Benjamin 把这张牌放在词条上", ["Benjamin 把这", "张牌放在词条上"]),
        ("轮到你，Benjamin", ["轮到你，", "Benjamin"]),
        ("一二三四五六七，八", ["一二三四五六", "七，八"]),
        ("一二三四五六《七》", ["一二三四五六", "《七》"]),
        ("一二三四五六七?!好", ["一二三四五六", "七?!好"]),
        ("一\n二  三\n\n四", ["一", "二  三", "", "四"]),
        ("第 3 轮 Maximiliane 坐庄", ["第 3 轮", "Maximiliane 坐", "庄"]),
        ("好 Maximiliane-Josephine 坐庄", ["好", "Maximiliane-Josephine", "坐庄"]),
        ("", [""]),
        ("An English line is left to Kivy", ["An English line is left to Kivy"]),
    ],
)
def test_lines_of_fourteen_columns(text: str, lines: list[str]) -> None:
    assert wrapped(text, 14, columns).split("\n") == lines


@pytest.mark.parametrize("width", range(14, 70))
def test_a_line_is_as_full_as_it_can_be_and_begins_with_nothing_that_closes(width: int) -> None:
    lines = wrapped(TEXT, width, columns).split("\n")
    assert all(columns(line) <= width for line in lines)
    assert all(columns(line) > width - 14 for line in lines[:-1])  # no more is missing than a name or a rule's id
    assert not any(line.startswith(tuple("，。；”）")) or line.endswith(tuple("“（")) for line in lines)


@given(st.text(alphabet="A7♦ 加到，。（）“”,.)…\n"), st.integers(min_value=0, max_value=20))
def test_all_signs_come_in_their_order(text: str, width: int) -> None:
    assert "".join(wrapped(text, width, columns).split()) == "".join(text.split())


@given(st.lists(st.text("ab ", min_size=1, max_size=9), max_size=8), st.integers(4, 30))
def test_parts_stand_whole_in_lines_in_their_order(parts: list[str], width: int) -> None:
    lines = in_lines(parts, width, len)
    assert [number for line in lines for number in line] == list(range(len(parts)))
    assert all(len(line) == 1 or len("   ".join(parts[i] for i in line)) <= width for line in lines)
    fuller = [[*line, after[0]] for line, after in pairwise(lines)]
    assert all(len("   ".join(parts[i] for i in line)) > width for line in fuller)
