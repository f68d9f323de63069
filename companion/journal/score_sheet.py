"""The score sheet of a game as a PDF: standings, a chart of the points, options, findings, evidence. Holds no words."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from companion.journal.stepped_lines import apart, bounds, steps, ticks
from companion.legible import legible

if TYPE_CHECKING:  # loading it takes long: only who makes a sheet waits for it
    from fpdf import FPDF

_MARGIN = 18.0  # all lengths in mm, type sizes in points
_LINE = 5.6
_TITLE, _HEADING, _BODY, _SMALL = 20, 12.5, 9.5, 8
_CHART_HEIGHT = 67.0
_LABEL_GAP = 3.6
_NAMES = 60.0  # that names may take beside the chart
_PICTURE_HEIGHT, _PICTURE_PIXELS = 84.0, 1200
_BETWEEN = 6.0
_INK, _QUIET, _RULE = (28, 32, 38), (98, 106, 116), (205, 210, 216)
# Told apart by those who see no hues too, by their lightness and dashes (after Okabe and Ito).
_COLOURS = ((0, 114, 178), (213, 94, 0), (0, 158, 115), (204, 121, 167), (230, 159, 0), (86, 180, 233), (60, 60, 60))
_DASHES = ((0.0, 0.0), (3.0, 1.2), (1.0, 1.0), (5.0, 1.5), (2.0, 0.8), (0.6, 1.4), (4.0, 3.0))


@dataclass(frozen=True)
class Font:
    """The files of a font, upright and bold. place: of the font within its file, if that is a collection."""

    regular: Path
    bold: Path
    place: int = 0


@dataclass(frozen=True)
class Fonts:
    """The fonts of a sheet. fallbacks: tried in turn for signs that the first lacks."""

    first: Font
    fallbacks: tuple[Font, ...] = ()


@dataclass(frozen=True)
class Grid:
    """A table under a heading; widths: the share of each column."""

    heading: str
    columns: tuple[str, ...]
    widths: tuple[float, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Picture:
    """An evidence picture: what is said of it, and its content (None: it is missing or was changed)."""

    caption: str
    content: bytes | None


@dataclass(frozen=True)
class Sheet:
    """All that a score sheet says, in words.

    facts: lines beneath the title. verdict: who has won. chart: the heading, and what runs to the right. points: of
    each player after each action that stands, the state before the first one included. page: with ``{number}``.
    """

    title: str
    facts: tuple[tuple[str, str], ...]
    verdict: str
    grids: tuple[Grid, ...]
    chart: tuple[str, str]
    points: Mapping[str, Sequence[int]]
    pictures_heading: str
    pictures: tuple[Picture, ...]
    note: str
    page: str


def sheet_as_pdf(sheet: Sheet, fonts: Fonts) -> bytes:
    """The sheet as a PDF file, A4. Raises OSError or RuntimeError for fonts that cannot be read."""
    pdf = _document(sheet, fonts)
    _head(pdf, sheet)
    first, *others = sheet.grids
    _grid(pdf, first)
    if any(len(points) > 1 for points in sheet.points.values()):
        _chart(pdf, *sheet.chart, sheet.points)
    for grid in others:
        _grid(pdf, grid)
    _pictures(pdf, sheet)
    if sheet.note:
        pdf.ln(3)
        _style(pdf, _SMALL, _QUIET)
        pdf.multi_cell(0, 4.2, sheet.note, new_x="LMARGIN", new_y="NEXT")
    return bytes(pdf.output())


def _document(sheet: Sheet, fonts: Fonts) -> FPDF:
    from fpdf import FPDF

    files = [str(font.regular) for font in (fonts.first, *fonts.fallbacks)]

    class Document(FPDF):
        def normalize_text(self, text: str) -> str:
            """All texts pass here, to be measured and to be written."""
            return str(super().normalize_text(legible(text, *files)))

        def footer(self) -> None:
            self.set_y(-_MARGIN + 4)
            _style(self, _SMALL, _QUIET)
            self.cell(0, 4, sheet.page.format(number=self.page_no()), align="C")

    pdf = Document()
    pdf.set_margin(_MARGIN)
    pdf.c_margin = 0
    pdf.set_auto_page_break(True, _MARGIN)
    pdf.set_title(sheet.title)
    names = ["body", *(f"fallback{number}" for number in range(len(fonts.fallbacks)))]
    for name, font in zip(names, (fonts.first, *fonts.fallbacks), strict=True):
        pdf.add_font(name, "", font.regular, collection_font_number=font.place)
        pdf.add_font(name, "B", font.bold, collection_font_number=font.place)
    pdf.set_fallback_fonts(names[1:])
    pdf.add_page()
    return pdf


def _style(pdf: FPDF, size: float, colour: tuple[int, int, int] = _INK, bold: bool = False) -> None:
    pdf.set_font("body", "B" if bold else "", size)
    pdf.current_font_is_set_on_page = False  # fpdf2 forgets that a text begun with a fallback set it for itself alone
    pdf.set_text_color(*colour)


def _head(pdf: FPDF, sheet: Sheet) -> None:
    _style(pdf, _TITLE, bold=True)
    pdf.multi_cell(0, 9, sheet.title, new_x="LMARGIN", new_y="NEXT")
    pdf.ln(1.5)
    for label, value in sheet.facts:
        _style(pdf, _BODY, _QUIET)
        pdf.cell(32, _LINE, label)
        _style(pdf, _BODY)
        pdf.multi_cell(0, _LINE, value, new_x="LMARGIN", new_y="NEXT", align="L")
    pdf.ln(2)
    _style(pdf, _HEADING, bold=True)
    pdf.multi_cell(0, 7, sheet.verdict, new_x="LMARGIN", new_y="NEXT")


def _heading(pdf: FPDF, text: str, needed: float) -> None:
    """A heading, on a new page where what follows it (height `needed`) has no room on this one."""
    if pdf.will_page_break(needed + 12):
        pdf.add_page()
    pdf.ln(4)
    _style(pdf, _HEADING, bold=True)
    pdf.cell(0, 7, text, new_x="LMARGIN", new_y="NEXT")


def _grid(pdf: FPDF, grid: Grid) -> None:
    from fpdf.enums import TableBordersLayout
    from fpdf.fonts import FontFace

    if not grid.rows:
        return
    _heading(pdf, grid.heading, 3 * _LINE)
    _style(pdf, _BODY)
    pdf.set_draw_color(*_RULE)
    pdf.set_line_width(0.2)
    with pdf.table(
        borders_layout=TableBordersLayout.HORIZONTAL_LINES,
        headings_style=FontFace(emphasis="", color=_QUIET, size_pt=_SMALL),
        col_widths=grid.widths,
        text_align="LEFT",
        line_height=_LINE,
        padding=(0.7, 1, 0.7, 0),
    ) as table:
        for row in (grid.columns, *grid.rows):
            cells = table.row()
            for text in row:
                cells.cell(text)


def _chart(pdf: FPDF, heading: str, along: str, points: Mapping[str, Sequence[int]]) -> None:
    """The points of each player as steps over the actions, each line named at its end."""
    _heading(pdf, heading, _CHART_HEIGHT + 8)
    count = max(len(values) for values in points.values()) - 1
    least, most = bounds(points)
    _style(pdf, _SMALL)
    labels = {name: _label(name, f" {values[-1]}", pdf) for name, values in points.items()}
    named = max(map(pdf.get_string_width, labels.values())) + 3
    left, right, top = pdf.l_margin + 9, pdf.w - pdf.r_margin - named, pdf.get_y() + 3
    bottom = top + _CHART_HEIGHT - 8

    def across(action: int) -> float:
        return left + (right - left) * action / count

    def up(value: float) -> float:
        return bottom - (bottom - top) * (value - least) / (most - least)

    _axes(pdf, (left, right, bottom), across, up, (ticks(least, most), ticks(0, count)))
    pdf.set_line_width(0.55)
    for number, values in enumerate(points.values()):
        pdf.set_draw_color(*_COLOURS[number % len(_COLOURS)])
        dash, gap = _DASHES[number % len(_DASHES)]
        pdf.set_dash_pattern(dash, gap)
        pdf.polyline(list(steps([(across(place), up(value)) for place, value in enumerate(values)])))
    pdf.set_dash_pattern()
    ends = {name: up(values[-1]) for name, values in points.items()}
    for name, height in apart(ends, _LABEL_GAP).items():
        _style(pdf, _SMALL, _COLOURS[list(points).index(name) % len(_COLOURS)])
        pdf.set_xy(right + 1.5, height - 2)
        pdf.cell(0, 4, labels[name])
    _style(pdf, _SMALL, _QUIET)
    pdf.set_xy(left, bottom + 4.5)
    pdf.cell(right - left, 4, along, align="R", new_x="LMARGIN", new_y="NEXT")


def _label(name: str, after: str, pdf: FPDF) -> str:
    """A name and what comes after it; a name that has no room beside the chart is cut short."""
    if pdf.get_string_width(name + after) <= _NAMES:
        return name + after
    while name and pdf.get_string_width(f"{name}…{after}") > _NAMES:
        name = name[:-1]
    return f"{name}…{after}"


def _axes(
    pdf: FPDF,
    frame: tuple[float, float, float],
    across: Callable[[int], float],
    up: Callable[[float], float],
    numbers: tuple[Sequence[int], Sequence[int]],
) -> None:
    """A line for each number of points, the line at nought darker, and the numbers on both sides.

    frame: left, right and lower edge. numbers: of points, and of actions.
    """
    left, right, bottom = frame
    points, actions = numbers
    _style(pdf, _SMALL, _QUIET)
    pdf.set_line_width(0.2)
    for value in points:
        pdf.set_draw_color(*(_QUIET if value == 0 else _RULE))
        pdf.line(left, up(value), right, up(value))
        pdf.set_xy(left - 12, up(value) - 2)
        pdf.cell(11, 4, str(value), align="R")
    pdf.set_draw_color(*_QUIET)
    for action in actions:
        pdf.line(across(action), bottom, across(action), bottom + 1)
        pdf.set_xy(across(action) - 8, bottom + 1.2)
        pdf.cell(16, 3.6, str(action), align="C")


def _pictures(pdf: FPDF, sheet: Sheet) -> None:
    """The evidence, two pictures side by side, each beneath what is said of it."""
    if not sheet.pictures:
        return
    _heading(pdf, sheet.pictures_heading, _PICTURE_HEIGHT)
    width = (pdf.epw - _BETWEEN) / 2
    for left in range(0, len(sheet.pictures), 2):
        pair = sheet.pictures[left : left + 2]
        shown = [None if picture.content is None else _smaller(picture.content) for picture in pair]
        height = max((min(_PICTURE_HEIGHT, width * one[1]) for one in shown if one is not None), default=0.0)
        if pdf.will_page_break(height + 3 * _LINE):
            pdf.add_page()
        top, lowest = pdf.get_y(), 0.0
        for number, picture in enumerate(pair):
            _style(pdf, _SMALL, _QUIET)
            pdf.set_xy(pdf.l_margin + number * (width + _BETWEEN), top)
            pdf.multi_cell(width, _LINE, picture.caption, new_x="LEFT", new_y="NEXT", align="L")
            lowest = max(lowest, pdf.get_y())
        for number, one in enumerate(shown):
            if one is not None:
                box = (width, min(height, _PICTURE_HEIGHT))
                place = pdf.l_margin + number * (width + _BETWEEN)
                pdf.image(io.BytesIO(one[0]), place, lowest, *box, keep_aspect_ratio=True)
        pdf.set_xy(pdf.l_margin, lowest + height + 2)


def _smaller(content: bytes) -> tuple[bytes, float] | None:
    """A picture as a JPEG no larger than print needs, and its height by its width; None for what is no picture."""
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(content)) as opened:
            picture = opened.convert("RGB")
    except (UnidentifiedImageError, OSError, ValueError):
        return None
    picture.thumbnail((_PICTURE_PIXELS, _PICTURE_PIXELS))
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=85)
    return out.getvalue(), picture.height / picture.width
