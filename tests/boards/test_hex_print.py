"""Robots on hexagons in print: the mat's markers and the cards' are read back, ids clash with nothing, bad boards."""

from __future__ import annotations

import io
import json
import math
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from boards.base.catalogue import languages, translate
from boards.drawing.pdf import write_pdf
from boards.geometry import Point
from boards.hexagons.hex_board_art import hexboard_drawing
from boards.hexagons.hex_documents import WHAT, HexOrder, hex_documents
from boards.hexagons.hex_messages import LEGEND, SHEET, TITLES
from boards.hexagons.hex_messages import STEPS as STEP_WORDS
from boards.hexagons.hex_question_cards import WORDS, word_ids
from boards.hexagons.hex_step_cards import STEPS, step_ids
from boards.hexboards import HexBoard, hexboard
from boards.hexboards import __file__ as boards_file
from boards.kit.kit import kit
from boards.kit.marker_plan import DIE_IDS
from boards.mats import BUILT_IN, mat
from boards.printing.sheets import Document
from controller.cli import main
from controller.cli import print_command as print_kit
from controller.games.robots_hex.program import LONGEST, TESTS, format_step, parse_step
from tests.support.prints import markers_on

BOARD_FILE = Path(boards_file).with_name("15x11.yaml")


def pdf(document: Document) -> bytes:
    out = io.BytesIO()
    write_pdf(document, out, "en", 1)
    return out.getvalue()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the command has printed the mat on A3, the sheet, and the list of what is where."""
    out = tmp_path_factory.mktemp("hex")
    words = ["hex-mat", "hex-sheet", "--paper", "A3", "--language", "fr", "--out", str(out)]
    assert main(["print", *words, "--manifest", str(out / "list.json")]) == 0
    return out


def test_the_mats_markers_are_read_back_at_their_places(folder: Path) -> None:
    """On the tiles of A3; every marker lies whole on one of them, where the board's own geometry has it."""
    (document,) = hex_documents(["hex-mats"], HexOrder("fr", "A3"))
    board, file = hexboard(), (folder / "hex-mat-15x11.pdf").read_bytes()
    seen: set[int] = set()
    for number, page in enumerate(document.pages):
        (placement,) = page.placements
        assert placement.part is not None
        whole = [
            marker
            for marker in board.markers
            if all(placement.at + marker.centre + Point(x, y) in placement.part for x in (-28, 28) for y in (-28, 28))
        ]
        if not whole:
            continue
        found = dict(markers_on(file, number, page.size[1]))
        assert set(found) == {marker.id for marker in whole}
        for marker in whole:
            centre = [sum(values) / 4 for values in zip(*found[marker.id], strict=True)]
            place = placement.at + marker.centre
            assert math.dist(centre, (place.x, place.y)) < 0.2
            seen.add(marker.id)
    assert seen == {marker.id for marker in board.markers} and len(seen) == 4


def test_the_mats_markers_and_their_quiet_zones_stand_on_the_border() -> None:
    """The sheet without the field: outside of it by 40 mm both ways, and as far from the edge."""
    board = hexboard()
    width, height = board.grid.width_mm, board.grid.height_mm
    assert [(marker.centre.x, marker.centre.y) for marker in board.markers] == [
        (-40.0, -40.0),
        (width + 40.0, -40.0),
        (width + 40.0, height + 40.0),
        (-40.0, height + 40.0),
    ]
    assert {marker.side_mm for marker in board.markers} == {56.0}
    assert board.border_mm == 80.0


@pytest.mark.parametrize("language", languages())
def test_the_drawing_names_every_cell_and_every_direction_at_every_corner(language: Any) -> None:
    board = hexboard()
    words = [shape.text for shape in hexboard_drawing(board, language).shapes if hasattr(shape, "text")]
    cells = [f"{chr(97 + column)}{row}" for column in range(15) for row in range(1, 12)]
    assert set(cells) <= {*words}
    assert [words.count(str(direction)) for direction in range(1, 7)] == [4] * 6
    assert translate(board.title, language) in words


def test_a_deck_holds_every_step_and_all_of_it_can_be_read() -> None:
    texts = [text for text, _ in STEPS]
    assert len(set(texts)) == len(texts)
    assert [format_step(parse_step(text)) for text in texts] == texts
    assert {f"? {n}" for n in TESTS} | {f"-> {n}" for n in range(1, LONGEST + 1)} <= {*texts}
    for language in languages():
        assert all(translate(words, language) for words in (*STEP_WORDS.values(), *LEGEND.values(), *SHEET.values()))
        assert all(translate(words, language) for words in TITLES.values())


def test_ids_are_dealt_by_the_seed_and_clash_with_nothing_of_the_kit() -> None:
    used = {marker.id for thing in kit().things.values() for marker in thing.markers}
    used |= {marker.id for key in BUILT_IN for marker in mat(key).markers}
    own = [*(marker.id for marker in hexboard().markers), *step_ids(1).values()]
    assert len(set(own)) == len(own)
    assert not used & {*own}
    assert all(0 <= marker < 250 for marker in own)
    for seed in (1, 2, -5):
        assert len(set(step_ids(seed).values())) == len(step_ids(seed)), "no two steps have one marker"
    assert dict(step_ids(1)) != dict(step_ids(2))


def test_question_cards_clash_only_with_what_is_no_card_and_with_nothing_of_their_own_table() -> None:
    taken: dict[int, set[str]] = {}
    for thing in kit().things.values():
        for marker in thing.markers:
            taken.setdefault(marker.id, set()).add(thing.key.PREFIX)
    words = [*word_ids(1).values()]
    assert {kind for marker in words for kind in taken.get(marker, ())} <= {"die", "token"}
    own = [*(marker.id for marker in hexboard().markers), *step_ids(1).values(), *words, *DIE_IDS[:6]]
    assert len({*own}) == len(own) and max(own) < 250
    assert sorted(word_ids(2).values()) == sorted(words) and dict(word_ids(2)) != dict(word_ids(1))
    assert not {text for text, _ in STEPS} & {word for word, _ in WORDS}


@pytest.mark.parametrize(
    ("what", "pages", "counts", "ids"),
    [("hex-decks", (0, 1, 6), STEPS, step_ids), ("hex-questions", (0, 21), WORDS, word_ids)],
)
def test_cards_and_backs_carry_the_marker_of_what_they_say_and_register(
    what: str, pages: Any, counts: Any, ids: Any
) -> None:
    (document,) = hex_documents([what], HexOrder("ru", "A4", 7))
    file = pdf(document)
    for number in pages:
        page = document.pages[number]
        wanted = Counter(ids(7)[placement.key.text] for placement in page.placements for _ in (0, 1))
        assert Counter(marker for marker, _ in markers_on(file, number, page.size[1])) == wanted
    face, back = document.pages[:2]
    behind = {placement.key: placement for placement in back.placements}
    for placement in face.placements:
        assert behind[placement.key].at.x == pytest.approx(face.size[0] - placement.at.x)
    copies = Counter(p.key.text for page in document.pages for p in page.placements if p.face_up)
    assert copies == dict(counts)


def test_the_command_prints_and_lists_them(folder: Path) -> None:
    assert {path.name for path in folder.glob("*.pdf")} == {"hex-mat-15x11.pdf", "hex-sheet.pdf"}
    listed = folder / "list.json"
    markers = [m["id"] for thing in json.loads(listed.read_text())["things"] for m in thing["markers"]]
    assert sorted(markers) == sorted(marker.id for marker in hexboard().markers)
    assert {*WHAT} <= {*print_kit.PICTURES}


def test_a_board_of_ones_own_is_printed(tmp_path: Path) -> None:
    file = tmp_path / "small.yaml"
    file.write_text(
        'key: "hex:mine"\ntitle: {en: a, ru: b, pl: c, fr: d}\ncolumns: 4\nrows: 3\ncell_mm: 60\nlakes: "b2"\n'
        'lightning: "a1"\nshapes:\n  c1: red circle\ncamps: {green: "a1", violet: "d1"}\n'
        'computers: {green: a3, violet: d3}\nstarts: "a1"\n',
        encoding="utf-8",
    )
    assert main(["print", "hex-mat", "--hex-board", str(file), "--paper", "A3", "--out", str(tmp_path)]) == 0
    assert (tmp_path / "hex-mat-mine.pdf").exists()


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("ids: [108, 109, 110, 111]", "ids: [108, 109, 110, 110]", "markers.ids: the four ids must differ"),
        ("ids: [108, 109, 110, 111]", "ids: [1, 109, 110, 111]", "markers.ids"),
        ("out_mm: 40 ", "out_mm: 30 ", "markers.out_mm: a marker of 56 mm and its quiet zone need 40 mm"),
        ("border_mm: 80\n", "", "border_mm"),
    ],
)
def test_a_bad_border_is_refused_with_its_place(old: str, new: str, says: str, tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "bad.yaml"
    text = BOARD_FILE.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    assert main(["print", "hex-mat", "--hex-board", str(file), "--out", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert says in told and "bad.yaml:" in told
    assert not list(tmp_path.glob("*.pdf"))


def test_a_board_says_what_its_sheet_is() -> None:
    board: HexBoard = hexboard()
    assert board.sheet.width == pytest.approx(board.grid.width_mm + 160)
    assert board.sheet.height == pytest.approx(board.grid.height_mm + 160)
