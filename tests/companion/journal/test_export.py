"""Exports: every entry, what stands, and a score sheet in which every text has a font."""

from __future__ import annotations

import csv
import io
import json
import re
import zlib
from pathlib import Path
from typing import Any

import pytest
from fpdf import FPDF
from PIL import Image

from companion.journal import Play, Source
from companion.journal.export import CSV_COLUMNS, game_as_csv, game_as_json
from companion.journal.score_sheet import Font, Fonts, Grid, Picture, Sheet, sheet_as_pdf
from companion.sheet_wording import fonts_for_sheets
from tests.companion.journal.some_games import ILLEGAL, LINES, LTE, after, begun


@pytest.fixture
def play(tmp_path: Path) -> Play:
    """One entry locked, an action refused and let stand, another undone."""
    play = after(begun(tmp_path / "journal.sqlite"), ILLEGAL)
    play, _ = play.overrule("said so; really")
    play, _ = play.undo()
    out = io.BytesIO()
    Image.new("RGB", (80, 60), (40, 90, 60)).save(out, "PNG")
    picture = play.journal.keep(out.getvalue(), ".png")
    play, _ = play.act(LTE.parse_action(LINES[0]), Source.CAMERA, (picture,))
    return after(play, *LINES[1:])


def test_json_has_every_entry_and_the_result(play: Play) -> None:
    told = json.loads(json.dumps(game_as_json(play.journal, play.record, play.journal.entries(1), play)))
    assert (told["game"], told["number"], told["app"], told["words"]) == ("lock-the-entry", 1, "0.1.0", "")
    assert told["setup"] == {
        "players": ["Ann", "Ben", "Cem"],
        "options": {"change_own": "off"},
        "seed": None,
        "deal": {},
    }
    refused, overruled, undone, first, *_ = told["entries"]
    assert [entry["number"] for entry in told["entries"]] == list(range(1, len(LINES) + 4))
    assert (refused["kind"], refused["stands"], refused["ruling"]["legal"]) == ("refused", False, False)
    assert (overruled["overruled"], overruled["target"], overruled["stands"]) == ("said so; really", 1, False)
    assert (undone["kind"], undone["target"], undone["ruling"]) == ("undo", 2, None)
    assert (first["stands"], first["source"]) == (True, "camera")
    assert [finding["reason"] for finding in first["consequences"]] == ["begun"]
    assert first["evidence"][0]["whole"] is True
    assert Path(first["evidence"][0]["file"]).is_file()
    assert told["result"] == {"over": False, "points": {"Ann": 0, "Ben": 0, "Cem": 0}, "winners": []}


def test_without_rules_every_entry_is_still_exported(play: Play) -> None:
    told = game_as_json(play.journal, play.record, play.journal.entries(1), None)
    assert told["result"] is None
    assert [entry["line"] for entry in told["entries"]][3:] == list(LINES)
    assert {entry["stands"] for entry in told["entries"]} == {None}
    assert len(list(csv.reader(io.StringIO(game_as_csv(play.journal.entries(1), None))))) == len(LINES) + 4


def test_csv_is_a_line_for_each_entry(play: Play) -> None:
    head, refused, overruled, undone, first, *others = csv.reader(
        io.StringIO(game_as_csv(play.journal.entries(1), play))
    )
    assert tuple(head) == CSV_COLUMNS
    told = [dict(zip(head, row, strict=True)) for row in (refused, overruled, undone, first)]
    assert [row["stands"] for row in told] == ["no", "no", "no", "yes"]
    assert (told[0]["broken"], told[0]["undecided"]) == ("LTE-2 not_a_face_card", "LTE-1 not_in_hand")
    assert told[1]["overruled"] == "said so; really"
    assert told[3]["consequences"] == "LTE-2 begun"
    assert told[3]["evidence"].endswith(".png")
    assert len(others) == len(LINES) - 1


def sheet(**changed: object) -> Sheet:
    points = {"小明": [0, 1, 2], "Ann": [0, 0, -3], "Euα": [0, 0, 2]}
    content: dict[str, object] = {
        "title": "词条 and more",
        "facts": (("玩家", "Ann"), ("局", "1"), ("Words", "小明")),
        "verdict": "获胜：Ann",
        "grids": (Grid("排名", ("玩家", "分"), (2, 1), (("小明", "1"), ("Ann 10♥ ★", "—"), ("Ann", "小明"))),),
        "chart": ("得分", "actions"),
        "points": points,
        "pictures_heading": "Evidence",
        "pictures": (Picture("gone", None), Picture("no picture", b"at all")),
        "note": "a note",
        "page": "第 {number} 页",
    }
    return Sheet(**{**content, **changed})  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def all_fonts() -> Fonts:
    return fonts_for_sheets()


@pytest.fixture(scope="module")
def fonts(all_fonts: Fonts) -> Fonts:
    """Without the one for Chinese, which takes long to load."""
    return Fonts(all_fonts.first, all_fonts.fallbacks[:1])


def contents(pdf: bytes) -> list[str]:
    """The drawing of each page."""
    streams = (zlib.decompress(part) for part in re.findall(rb"FlateDecode.*?stream\n(.*?)\nendstream", pdf, re.S))
    return [text.decode("latin-1") for text in streams if b" Td" in text]


def shows_without_font(content: str) -> int:
    """How many texts are drawn where no font is set, or within another's brackets."""
    found, current, kept = 0, None, list[str | None]()
    strings = re.sub(r"\((?:\\.|[^\\)])*\)|<[0-9A-Fa-f]*>", "()", content, flags=re.S)
    for word in re.findall(r"/F\d+(?= [\d.]+ Tf)|\bq\b|\bQ\b|\bTj\b|\bTJ\b", strings):
        if word == "q":
            kept.append(current)
        elif word == "Q":
            current = kept.pop()
        elif word in ("Tj", "TJ"):
            found += current is None
        else:
            current = word
    return found


def test_every_text_of_a_sheet_has_a_font(all_fonts: Fonts) -> None:
    pages = contents(sheet_as_pdf(sheet(), all_fonts))
    assert len(pages) >= 1
    assert sum(content.count("Tj") + content.count("TJ") for content in pages) > 15
    assert [shows_without_font(content) for content in pages] == [0] * len(pages)
    assert shows_without_font("q BT 0 0 Td /F1 9 Tf (a) Tj ET Q BT 0 0 Td (b) Tj ET") == 1


def test_signs_that_no_font_has_are_named_and_nobody_is_warned(
    fonts: Fonts, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    written: list[str] = []

    def noted(_pdf: FPDF, text: str) -> str:
        written.append(text)
        return text

    monkeypatch.setattr(FPDF, "normalize_text", noted)
    sheet_as_pdf(sheet(title="Ann 🎲 and 10♥"), fonts)
    assert "Ann (game die) and 10♥" in written
    assert [record.message for record in caplog.records if "missing" in record.message] == []


def test_names_of_any_length_stay_on_the_page(fonts: Fonts, monkeypatch: pytest.MonkeyPatch) -> None:
    ends: list[tuple[str, float]] = []
    cell = FPDF.cell

    def measured(pdf: FPDF, *given: Any, **named: Any) -> object:
        text = str(given[2]) if len(given) > 2 else ""
        ends.append((text, pdf.get_x() + pdf.get_string_width(text) - pdf.w + pdf.r_margin))
        return cell(pdf, *given, **named)

    monkeypatch.setattr(FPDF, "cell", measured)
    sheet_as_pdf(sheet(points={"Cem " * 50: [0, 7], "W" * 200: [0, -12], "Ann": [0, 3]}), fonts)
    labels = {text: over for text, over in ends if text.endswith((" 7", " -12", " 3"))}
    assert len(labels) == 3
    assert "Ann 3" in labels
    assert max(labels.values()) <= 0


def test_pictures_are_made_small_and_long_sheets_go_on(fonts: Fonts) -> None:
    out = io.BytesIO()
    Image.effect_noise((3000, 2000), 60).save(out, "PNG")
    pictures = tuple(Picture(f"picture {number}", out.getvalue()) for number in range(5))
    rows = tuple((f"player {number}", str(number)) for number in range(80))
    pdf = sheet_as_pdf(sheet(pictures=pictures, grids=(Grid("Long", ("Player", "Points"), (1, 1), rows),)), fonts)
    assert len(pdf) < 2_500_000
    assert pdf.count(b"/Type /Page\n") >= 4
    assert pdf.count(b"/Subtype /Image") >= 1


@pytest.mark.parametrize(
    "points",
    [{"Ann": [0]}, {"Ann": [0, 0]}, {"Ann": [0, 12345], "Ben": [0, -7], **{f"P{n}": [0, n % 2] for n in range(9)}}],
)
def test_any_course_of_a_game_can_be_drawn(points: dict[str, list[int]], fonts: Fonts) -> None:
    assert sheet_as_pdf(sheet(points=points), fonts).startswith(b"%PDF")


def test_a_font_that_is_not_there(fonts: Fonts) -> None:
    gone = Font(Path("/nowhere.ttf"), Path("/nowhere.ttf"))
    with pytest.raises(OSError, match="nowhere"):
        sheet_as_pdf(sheet(), Fonts(gone))
