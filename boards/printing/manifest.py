"""What is printed where, as data: so that others can check a print, or compose scenes of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from boards.geometry import Point, Rect
from boards.kit.marker_plan import DICTIONARY
from boards.kit.printed_items import Marker
from boards.printing.documents import Order
from boards.printing.sheets import Document, Placement

Json = dict[str, Any]


def manifest(order: Order, documents: Sequence[Document]) -> Json:
    """Every printed thing with file, page, side, place, size and markers.

    Places are mm from the page's lower left corner, x right, y up. A thing larger than the paper has an
    entry for each tile, with the markers that lie wholly on it.
    """
    return {
        "format": 1,
        "deck_seed": order.kit.deck_seed,
        "rules": order.kit.rules,
        "language": order.language,
        "paper": order.paper,
        "dictionary": DICTIONARY,
        "frame": "mm from the page's lower left corner, x right, y up; corners clockwise from a marker's upper left",
        "files": [
            {
                "file": f"{document.name}.pdf",
                "title": document.title,
                "pages": [{"size_mm": list(page.size)} for page in document.pages],
            }
            for document in documents
        ],
        "things": [thing for document in documents for thing in _things(document)],
    }


def _things(document: Document) -> Iterator[Json]:
    for number, page in enumerate(document.pages, start=1):
        for placement in page.placements:
            if placement.key is None:
                continue
            drawing = placement.drawing
            low = placement.at + drawing.bounds.low
            sheet = Rect(low, low + Point(drawing.width_mm, drawing.height_mm))
            yield {
                "key": str(placement.key),
                "file": f"{document.name}.pdf",
                "page": number,
                "side": "face" if placement.face_up else "back",
                "size_mm": [_mm(drawing.width_mm), _mm(drawing.height_mm)],
                "place_mm": [_mm(sheet.low.x), _mm(sheet.low.y)],
                "shown_mm": _corners_of(placement.part or sheet),
                "markers": list(_markers(placement)),
            }


def _markers(placement: Placement) -> Iterator[Json]:
    for marker in placement.drawing.markers():
        corners = [placement.at + corner for corner in corners_of(marker)]
        if placement.part is None or all(corner in placement.part for corner in corners):
            yield {
                "id": marker.id,
                "side_mm": _mm(marker.side_mm),
                "corners_mm": [[_mm(corner.x), _mm(corner.y)] for corner in corners],
            }


def corners_of(marker: Marker) -> tuple[Point, Point, Point, Point]:
    """Return a marker's corners in its thing's frame: upper left, upper right, lower right, lower left."""
    half = marker.side_mm / 2
    offsets = (Point(-half, half), Point(half, half), Point(half, -half), Point(-half, -half))
    one, two, three, four = (offset.rotated(marker.turned) + marker.centre for offset in offsets)
    return one, two, three, four


def _corners_of(rect: Rect) -> list[float]:
    return [_mm(rect.low.x), _mm(rect.low.y), _mm(rect.high.x), _mm(rect.high.y)]


def _mm(value: float) -> float:
    return round(value, 4) + 0.0
