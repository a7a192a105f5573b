"""Documents as PDF: vectors at true scale, fonts embedded. The same document gives the same bytes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import BinaryIO

from reportlab.lib.colors import Color, HexColor
from reportlab.lib.rl_accel import fp_str
from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from boards.base.catalogue import Language
from boards.drawing.primitives import Circle, Contour, MarkerShape, Path, Shape, Text, marker_path
from boards.drawing.typography import FAMILY, font_file, width_mm
from boards.printing.sheets import Document, Page, Placement, footer

POINTS_PER_MM = 72 / 25.4
_EVEN_ODD = 0


def write_pdf(document: Document, out: BinaryIO, language: Language, deck_seed: int) -> None:
    """Write a document's pages with their footers."""
    for bold in (False, True):
        registerFont(_typeface(bold))
    canvas = Canvas(out, invariant=1, pageCompression=1)
    canvas.setTitle(f"Golem Table: {document.title}")
    canvas.setCreator("Golem Table")
    for number, page in enumerate(document.pages, start=1):
        canvas.setPageSize((page.size[0] * POINTS_PER_MM, page.size[1] * POINTS_PER_MM))
        _page(canvas, page, footer(document, number, page.size, language, deck_seed))
        canvas.showPage()
    canvas.save()


@lru_cache
def _typeface(bold: bool) -> TTFont:
    """Return a font for all documents: its file is read once."""
    return TTFont(_font(bold), str(font_file(bold)))


@lru_cache(maxsize=64)
def _colour(name: str) -> Color:
    return HexColor(name)


@lru_cache(maxsize=1 << 14)
def _number(value: float) -> str:
    """Return a number as PDF writes it; cards, cells and letters repeat most of them."""
    return str(fp_str(value))


def _font(bold: bool) -> str:
    return f"{FAMILY}-Bold" if bold else FAMILY


def _page(canvas: Canvas, page: Page, below: list[Shape]) -> None:
    canvas.saveState()
    canvas.scale(POINTS_PER_MM, POINTS_PER_MM)
    canvas.setLineCap(1)
    canvas.setLineJoin(1)
    for placement in page.placements:
        _placement(canvas, placement)
    for shape in (*page.marks, *below):
        _shape(canvas, shape)
    canvas.restoreState()


def _placement(canvas: Canvas, placement: Placement) -> None:
    canvas.saveState()
    if placement.part:
        low = placement.part.low
        window = canvas.beginPath()
        window.rect(low.x, low.y, placement.part.width, placement.part.height)
        canvas.clipPath(window, stroke=0, fill=0)
    canvas.translate(placement.at.x, placement.at.y)
    canvas.clipPath(_outline((placement.drawing.edge,), closed=True), stroke=0, fill=0)
    for shape in placement.drawing.shapes:
        _shape(canvas, shape)
    canvas.restoreState()


def _shape(canvas: Canvas, shape: Shape) -> None:
    match shape:
        case Path():
            _path(canvas, shape)
        case Circle(centre, radius):
            _pens(canvas, shape.fill, shape.stroke, shape.stroke_mm)
            canvas.circle(centre.x, centre.y, radius, stroke=int(bool(shape.stroke)), fill=int(bool(shape.fill)))
        case Text():
            _text(canvas, shape)
        case MarkerShape(marker):
            _path(canvas, marker_path(marker))


def _path(canvas: Canvas, path: Path) -> None:
    outline = _outline(path.contours, path.closed)
    _pens(canvas, path.fill, path.stroke, path.stroke_mm)
    canvas.setDash([path.dash_mm, path.dash_mm] if path.dash_mm else [])
    canvas.drawPath(outline, stroke=int(bool(path.stroke)), fill=int(bool(path.fill)), fillMode=_EVEN_ODD)


def _outline(contours: Sequence[Contour], closed: bool) -> PDFPathObject:
    """Return contours as PDF's operators, written as ReportLab's path does, which formats each number anew."""
    written = ["n"]
    for first, *others in contours:
        written.append(f"{_number(first.x)} {_number(first.y)} m")
        written += [f"{_number(point.x)} {_number(point.y)} l" for point in others]
        if closed:
            written.append("h")
    return PDFPathObject(written)


def _pens(canvas: Canvas, fill: str | None, stroke: str | None, width: float) -> None:
    if fill:
        canvas.setFillColor(_colour(fill))
    if stroke:
        canvas.setStrokeColor(_colour(stroke))
        canvas.setLineWidth(width)
        canvas.setDash([])


def _text(canvas: Canvas, text: Text) -> None:
    start = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor] * width_mm(text.text, text.size_mm, text.bold)
    canvas.saveState()
    canvas.translate(text.at.x, text.at.y)
    if text.turned:
        canvas.rotate(text.turned)
    canvas.setFillColor(_colour(text.fill))
    canvas.setFont(_font(text.bold), text.size_mm)
    canvas.drawString(-start, 0, text.text)
    canvas.restoreState()
