"""Drawings: the bits are OpenCV's, all renderers agree, words have their letters and fit."""

from __future__ import annotations

import io
import math
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boards.base.catalogue import Language, languages
from boards.colours import COLOURS
from boards.drawing import raster as rasters
from boards.drawing.artwork import UnknownThing, drawing_of
from boards.drawing.pdf import write_pdf
from boards.drawing.primitives import Circle, Drawing, MarkerShape, Path, Shape, Text, box, line, placed, polygon, sheet
from boards.drawing.screen_art import board_svg, card_svg, golem_svg, screen_card, token_svg
from boards.drawing.typography import CAP_HEIGHT, face, font_file, width_mm
from boards.geometry import Point, Rect
from boards.kit.aruco_dictionary import black_modules
from boards.kit.cards import CardKind
from boards.kit.kit import kit
from boards.kit.marker_plan import MODULES
from boards.kit.printed_items import Marker
from boards.kit.thing_keys import CardKey, DieKey, EnergyKey, GolemKey, MatKey, ReadyKey, ThingKey, TokenKey, TrayKey
from boards.printing.documents import Order, documents
from boards.printing.sheets import Document, Page, Placement, footer
from tests.support.prints import pixels

KIT = kit(1)
SAMPLES = (
    CardKey("red", CardKind.TURN_LEFT, 1),
    CardKey("blue", CardKind.IF_ENEMY, 1),
    CardKey("green", CardKind.REPEAT_3, 1),
    CardKey("yellow", CardKind.STAND, 2),
    ReadyKey("green"),
    GolemKey("yellow"),
    TrayKey("blue"),
    DieKey("red", "if"),
    DieKey("green", "blank", 2),
    TokenKey("barrel", 10),
    TokenKey("water", 1),
    TokenKey("wall", 6),
    EnergyKey("track"),
    EnergyKey("chip"),
    MatKey("4x4"),
)


def test_the_bits_are_those_of_opencv() -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_250)
    for marker in range(250):
        picture = cv2.aruco.generateImageMarker(dictionary, marker, MODULES)
        assert np.array_equal(np.array(black_modules(marker)), picture == 0)
    for outside in (-1, 250):
        with pytest.raises(IndexError):
            black_modules(outside)


@given(st.integers(0, 249), st.sampled_from([0, 90, 180, -90]), st.floats(2.1, 5), st.floats(-3, 3), st.floats(-3, 3))
def test_markers_are_read_from_the_raster_at_their_place(
    marker_id: int, turned: float, scale: float, x: float, y: float
) -> None:
    marker = Marker(marker_id, Point(x, y), 22.4, turned)
    picture = rasters.raster(Drawing(sheet(40, 40), (MarkerShape(marker),)), scale)
    corners, ids, _ = detector().detectMarkers(picture)
    assert ids is not None
    assert ids.ravel().tolist() == [marker_id]
    u, v = corners[0].reshape(4, 2).mean(axis=0) + 0.5
    assert abs(u / scale - 20 - x) < 0.25
    assert abs(20 - v / scale - y) < 0.25
    first = corners[0].reshape(4, 2)[0] + 0.5
    wanted = Point(-11.2, 11.2).rotated(turned) + marker.centre
    assert math.hypot(first[0] / scale - 20 - wanted.x, 20 - first[1] / scale - wanted.y) < 0.5


@given(st.floats(0.5, 9.5), st.floats(0.5, 9.5), st.floats(1, 6))
def test_boxes_cover_exactly_their_area(width: float, height: float, scale: float) -> None:
    shape = box(Rect(Point(0.13, 0.21), Point(0.13 + width, 0.21 + height)), "#000000")
    dark = 255 - rasters.raster(Drawing(Rect(Point(0, 0), Point(10.5, 10.5)), (shape,)), scale)[:, :, 0].astype(float)
    assert abs(dark.sum() / 255 / scale**2 - width * height) < 0.02 * (width + height + 1)


def test_circles_triangles_lines_and_holes_cover_their_area() -> None:
    hole = tuple(Point(x, y) for x, y in ((-3, -3), (3, -3), (3, 3), (-3, 3)))
    rim = tuple(Point(x, y) for x, y in ((-8, -8), (8, -7.99), (8, 8), (-8, 8)))
    for shape, area in (
        (Circle(Point(1, -2), 7, "#000000"), math.pi * 49),
        (polygon([(-8, -8), (8, -8), (0, 8)], "#000000"), 128.0),
        (line([(-6, -5), (6, 4)], "#000000", 2.0), 15 * 2 + math.pi),
        (Path((rim, hole), "#000000"), 256 - 36 - 0.08),
        (Circle(Point(0, 0), 6, None, "#000000", 2), math.pi * (49 - 25)),
    ):
        dark = 255 - rasters.raster(Drawing(sheet(20, 20), (shape,)), 6)[:, :, 0].astype(float)
        assert abs(dark.sum() / 255 / 36 - area) < 0.015 * area


@pytest.mark.parametrize("key", SAMPLES, ids=str)
@pytest.mark.parametrize("face_up", [True, False])
def test_raster_and_pdf_agree(key: ThingKey, face_up: bool) -> None:
    drawing = drawing_of(key, KIT, "pl", face_up)
    # Whole pixels, and large sheets coarsely.
    scale = 4.0 if drawing.width_mm < 100 else 2.0
    page = Page((drawing.width_mm, drawing.height_mm + 30), (placed_on(drawing),))
    out = io.BytesIO()
    write_pdf(Document("sample", "Sample", (page,)), out, "en", 1)
    printed = pixels(out.getvalue(), 0, scale)
    drawn = rasters.raster(drawing, scale)
    # Cut to the paper's shape, as the print is.
    inside = rasters.mask(drawing, scale) > 250
    height, width = min(drawn.shape[0], printed.shape[0]), min(drawn.shape[1], printed.shape[1])
    difference = np.abs(drawn[:height, :width].astype(int) - printed[:height, :width].astype(int)).max(axis=2)
    difference[~inside[:height, :width]] = 0
    assert difference.mean() < 3
    # Edges differ by their smoothing; nothing larger than a pixel or so may.
    blobs = cv2.erode((difference > 60).astype(np.uint8), np.ones((3, 3), np.uint8))
    assert not blobs.any()


def test_a_golem_s_top_is_a_disc() -> None:
    inside = rasters.mask(drawing_of(GolemKey("red"), KIT, "en"), 2)
    assert inside[70, 70] == 255
    assert inside[2, 2] == 0
    assert abs((inside > 127).sum() / 4 - math.pi * 35**2) < 20


def test_backs_tell_nothing_but_id_and_owner() -> None:
    """Two backs of one owner differ in their markers only."""
    cards = [key for key in KIT.things if isinstance(key, CardKey) and key.colour == "blue"]
    plain = {
        tuple(shape for shape in drawing_of(key, KIT, "en", False).shapes if not isinstance(shape, MarkerShape))
        for key in cards
    }
    assert len(plain) == 1


@pytest.mark.parametrize("key", sorted(KIT.things, key=str), ids=str)
def test_every_thing_shows_its_own_markers_and_size(key: ThingKey) -> None:
    thing = KIT.things[key]
    drawing = drawing_of(key, KIT, "en")
    assert drawing.markers() == thing.markers
    assert (drawing.width_mm, drawing.height_mm) == thing.size_mm
    back = drawing_of(key, KIT, "en", face_up=False)
    assert back.markers() == (() if isinstance(thing.key, ReadyKey) else thing.markers)


def test_unknown_things_are_named() -> None:
    with pytest.raises(UnknownThing, match="'card:mauve:forward:1'"):
        drawing_of(CardKey("mauve", CardKind.FORWARD, 1), KIT, "en")


@pytest.mark.parametrize("language", languages())
def test_all_letters_exist_and_all_words_fit(language: Language) -> None:
    for drawing in drawings(language):
        for text in texts(drawing.shapes):
            assert face(text.bold).missing(text.text) == ()
            assert fits(text, drawing), f"{text.text!r} leaves its sheet"
    for kind in CardKind:
        band = [box_of(shape) for shape in screen_card(kind, "red", language).shapes if is_band(shape)][-1]
        for text in texts(screen_card(kind, "red", language).shapes):
            if text.text not in "23":
                assert band.low.x <= left_of(text)
                assert left_of(text) + width_mm(text.text, text.size_mm, text.bold) <= band.high.x


@pytest.mark.parametrize("language", languages())
def test_words_on_a_card_stay_off_pictures_and_markers(language: Language) -> None:
    for key in (key for key in KIT.things if isinstance(key, CardKey | ReadyKey) and key.colour == "red"):
        for text in texts(drawing_of(key, KIT, language).shapes):
            if text.text in ("2", "3"):
                continue
            assert text.size_mm >= 2.8, f"{text.text!r} is too small"
            assert text.at.y - 0.2 * text.size_mm >= -10.2
            assert text.at.y + CAP_HEIGHT * text.size_mm <= 10.2
            assert width_mm(text.text, text.size_mm, text.bold) <= 55.5


@pytest.mark.parametrize("language", languages())
def test_footers_and_pages_have_room_for_their_words(language: Language) -> None:
    for name in ("A4", "A3"):
        order = Order(KIT, MatKey("4x4"), COLOURS, language, name)
        for document in documents(order, ("guide", "mats", "decks", "trays", "energy")):
            for number, page in enumerate(document.pages, start=1):
                area = Drawing(Rect(Point(0, 0), Point(*page.size)), ())
                below = footer(document, number, page.size, language, 123456789012345678)
                written = [*texts(below), *texts(page.marks)]
                for text in written:
                    assert face(text.bold).missing(text.text) == ()
                    assert fits(text, area), text.text
                    assert text.size_mm >= 2.2, text.text
                assert_apart(written)


WORDY = [CardKey("red", kind, 1) for kind in CardKind] + [
    ReadyKey("yellow"),
    DieKey("red", "if"),
    DieKey("blue", "repeat 3"),
    TokenKey("barrel", 1),
    TokenKey("water", 1),
    TokenKey("wall", 1),
    EnergyKey("track"),
    TrayKey("red"),
    MatKey("4x4"),
    MatKey("6x6"),
]


@pytest.mark.parametrize("language", languages())
def test_words_and_pictures_stay_off_each_other(language: Language) -> None:
    """Drawn without the words, every place where a word goes is of one colour."""
    for key in WORDY:
        drawing = drawing_of(key, KIT, language)
        scale = 2.0 if drawing.width_mm < 100 else 1.0
        wordless = tuple(shape for shape in drawing.shapes if not isinstance(shape, Text))
        under = rasters.raster(Drawing(drawing.bounds, wordless), scale)
        for text in texts(drawing.shapes):
            left = (left_of(text) - drawing.bounds.low.x) * scale
            right = left + width_mm(text.text, text.size_mm, text.bold) * scale
            base = (drawing.bounds.high.y - text.at.y) * scale
            top = base - 0.7 * text.size_mm * scale
            place = under[math.ceil(top) : math.floor(base), math.ceil(left) : math.floor(right)]
            assert place.size
            assert np.ptp(place.reshape(-1, 3), axis=0).max() < 16, f"{key}: {text.text!r} is drawn over"


def test_the_font_is_truetype_and_free() -> None:
    for bold in (False, True):
        assert font_file(bold).read_bytes()[:4] == b"\x00\x01\x00\x00"
        assert font_file(bold).stat().st_size < 800_000
    licence = font_file(False).with_name("OFL.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    assert face(True).missing("Ёё Łł Źź Ść Œœ Çç ’ … × · « »") == ()
    assert face(True).missing("漢") == ("漢",)


def test_what_the_screen_gets_is_whole_and_small() -> None:
    board = ET.fromstring(board_svg(4, 6, "ru"))
    assert board.get("viewBox") == "-26 -26 452 652"
    groups = {group.get("id"): group for group in board}
    assert list(groups) == ["layer-board", "layer-cells", "layer-tokens", "layer-golems"]
    assert len(groups["layer-golems"]) == len(groups["layer-tokens"]) == 0
    cells = {cell.get("id"): (cell.get("x"), cell.get("y")) for cell in groups["layer-cells"]}
    assert len(cells) == 24
    assert (cells["cell-a1"], cells["cell-d6"]) == (("0", "500"), ("300", "0"))
    assert len(board_svg(6, 6, "en")) < 16_000
    for kind in ("barrel", "wall", "water"):
        assert ET.fromstring(token_svg(kind)).get("viewBox") == "-40 -40 80 80"
    golems = {golem_svg(colour) for colour in COLOURS}
    assert len(golems) == 4
    assert all(ET.fromstring(golem).tag == "g" and len(golem) < 6_000 for golem in golems)
    for kind in CardKind:
        for language in languages():
            assert ET.fromstring(card_svg(kind.value, "green", language)).get("viewBox") == "-31.5 -44 63 88"


def test_a_golem_on_the_screen_looks_up_and_is_about_80_mm() -> None:
    root = ET.fromstring(golem_svg("blue"))
    eyes = [float(circle.get("cy", "0")) for circle in root.iter("circle") if float(circle.get("r", "9")) < 4]
    assert len(eyes) == 2
    assert max(eyes) < -5
    # In the frame of the drawing it spans about 80 mm, and no more than a cell.
    xs = [float(circle.get("cx", "0")) for circle in root.iter("circle")]
    assert max(xs) - min(xs) < 80


def detector() -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_250)
    return cv2.aruco.ArucoDetector(dictionary, parameters)


def placed_on(drawing: Drawing) -> Placement:
    """In the upper left corner of a page that has 30 mm more below."""
    return Placement("", drawing, Point(-drawing.bounds.low.x, 30 - drawing.bounds.low.y))


def drawings(language: Language) -> Iterator[Drawing]:
    for key in KIT.things:
        yield drawing_of(key, KIT, language)
        yield drawing_of(key, KIT, language, face_up=False)
    for kind in CardKind:
        yield screen_card(kind, "blue", language)
    for document in documents(Order(KIT, MatKey("6x6"), COLOURS, language, "A4"), ("guide", "lives")):
        for page in document.pages:
            for placement in page.placements:
                yield Drawing(Rect(Point(0, 0), Point(*page.size)), placed(placement.drawing.shapes, placement.at))


def texts(shapes: tuple[Shape, ...] | list[Shape]) -> list[Text]:
    return [shape for shape in shapes if isinstance(shape, Text)]


def left_of(text: Text) -> float:
    shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor]
    return text.at.x - shift * width_mm(text.text, text.size_mm, text.bold)


def fits(text: Text, drawing: Drawing) -> bool:
    right = left_of(text) + width_mm(text.text, text.size_mm, text.bold)
    low, high = drawing.bounds.low, drawing.bounds.high
    tall = low.y <= text.at.y - 0.25 * text.size_mm and text.at.y + 0.8 * text.size_mm <= high.y
    return low.x <= left_of(text) and right <= high.x and tall


def is_band(shape: Shape) -> bool:
    return isinstance(shape, Path) and shape.fill is not None and box_of(shape).width > 50


def box_of(shape: Shape) -> Rect:
    assert isinstance(shape, Path | Text | Circle | MarkerShape)
    points = shape.contours[0] if isinstance(shape, Path) else (Point(0, 0),)
    low = Point(min(point.x for point in points), min(point.y for point in points))
    return Rect(low, Point(max(point.x for point in points), max(point.y for point in points)))


def assert_apart(written: list[Text]) -> None:
    boxes = []
    for text in written:
        left = left_of(text)
        low = Point(left, text.at.y - 0.18 * text.size_mm)
        right = left + width_mm(text.text, text.size_mm, text.bold)
        boxes.append((text.text, Rect(low, Point(right, text.at.y + 0.72 * text.size_mm))))
    for number, (one, here) in enumerate(boxes):
        for other, there in boxes[number + 1 :]:
            aside = here.high.x <= there.low.x or there.high.x <= here.low.x
            assert aside or here.high.y <= there.low.y or there.high.y <= here.low.y, f"{one!r} on {other!r}"
