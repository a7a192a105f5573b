"""`golem print`: every marker of every sheet is read back from the PDF at its place; wrong input is told plainly."""

from __future__ import annotations

import io
import json
import math
from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
import pytest

from boards.base.catalogue import languages
from boards.colours import COLOURS
from boards.drawing.pdf import write_pdf
from boards.kit.kit import kit
from boards.kit.thing_keys import MatKey
from boards.printing.documents import WHAT, Order, documents
from boards.printing.manifest import manifest
from boards.printing.sheets import Document
from controller.cli import main
from controller.cli import print_command as print_kit
from tests.support.prints import markers_on, pixels


@lru_cache
def printed(
    language: Any, paper: str, mat_key: MatKey, count: int, seed: int
) -> tuple[dict[str, bytes], dict[str, Any]]:
    """The kit's files by name, and its manifest."""
    order = Order(kit(seed), mat_key, COLOURS[:count], language, paper)
    made = documents(order, WHAT)
    return {f"{document.name}.pdf": pdf_of(document, order) for document in made}, manifest(order, made)


@pytest.mark.parametrize(
    ("language", "paper", "mat_key", "count", "seed"),
    [("en", "A4", MatKey("4x4"), 2, 1), ("ru", "A3", MatKey("6x6"), 2, 99)],
)
def test_every_marker_is_read_back_at_its_place(
    language: str, paper: str, mat_key: MatKey, count: int, seed: int
) -> None:
    files, listed = printed(language, paper, mat_key, count, seed)
    worst, seen = 0.0, 0
    for entry in listed["files"]:
        for page, _ in enumerate(entry["pages"], start=1):
            things = [thing for thing in listed["things"] if (thing["file"], thing["page"]) == (entry["file"], page)]
            wanted = [(m["id"], m["corners_mm"]) for thing in things for m in thing["markers"]]
            found = markers_on(files[entry["file"]], page - 1, entry["pages"][page - 1]["size_mm"][1])
            assert Counter(m for m, _ in found) == Counter(m for m, _ in wanted), f"{entry['file']} page {page}"
            for marker, corners in wanted:
                off = min(
                    max(math.dist(one, other) for one, other in zip(corners, seen_at, strict=True))
                    for seen_marker, seen_at in found
                    if seen_marker == marker
                )
                worst = max(worst, off)
                seen += 1
    assert worst < 0.2, f"a corner is {worst:.3f} mm off"
    assert seen > 150


@pytest.mark.parametrize("paper", ["A4", "A3"])
@pytest.mark.parametrize("mat_key", [MatKey("4x4"), MatKey("6x6")])
def test_every_marker_of_the_kit_lies_whole_on_some_sheet(paper: str, mat_key: MatKey) -> None:
    order = Order(kit(3), mat_key, COLOURS, "fr", paper)
    listed = manifest(order, documents(order, WHAT))
    sides: dict[str, set[int]] = {}
    for thing in listed["things"]:
        if thing["side"] == "face":
            sides.setdefault(thing["key"], set()).update(marker["id"] for marker in thing["markers"])
    others = {MatKey("4x4"), MatKey("6x6")} - {mat_key}
    for key, thing in order.kit.things.items():
        if key not in others:
            assert sides[str(key)] == {marker.id for marker in thing.markers}


@pytest.mark.parametrize("paper", ["A4", "A3"])
def test_everything_lies_on_the_paper_apart_from_everything_else(paper: str) -> None:
    order = Order(kit(1), MatKey("4x4"), COLOURS, "pl", paper)
    listed = manifest(order, documents(order, WHAT))
    sizes = {(f["file"], n): page["size_mm"] for f in listed["files"] for n, page in enumerate(f["pages"], start=1)}
    for (file, page), (width, height) in sizes.items():
        here = [thing for thing in listed["things"] if (thing["file"], thing["page"]) == (file, page)]
        for number, thing in enumerate(here):
            left, low, right, high = thing["shown_mm"]
            assert left >= 5.9
            assert low >= 24.9
            assert right <= width - 5.9
            assert high <= height - 5.9
            for other in here[number + 1 :]:
                x0, y0, x1, y1 = other["shown_mm"]
                assert right <= x0 + 1e-3 or x1 <= left + 1e-3 or high <= y0 + 1e-3 or y1 <= low + 1e-3


@pytest.mark.parametrize("paper", ["A4", "A3"])
def test_backs_register_with_faces_when_the_long_edge_is_the_hinge(paper: str) -> None:
    """Turned over its long edge, x becomes width - x: a card's back covers its face, markers included."""
    order = Order(kit(5), MatKey("4x4"), COLOURS[:1], "en", paper)
    (deck,) = documents(order, ["decks"])
    assert len(deck.pages) % 2 == 0
    for face, back in zip(deck.pages[::2], deck.pages[1::2], strict=True):
        assert face.size == back.size
        assert face.size[0] < face.size[1]
        behind = {placement.key: placement for placement in back.placements}
        assert len(behind) == len(face.placements)
        for placement in face.placements:
            assert placement.face_up
            assert not behind[placement.key].face_up
            assert behind[placement.key].at.x == pytest.approx(face.size[0] - placement.at.x)
            assert behind[placement.key].at.y == pytest.approx(placement.at.y)


def test_every_sheet_has_a_true_line_of_100_mm() -> None:
    """Measured on the rendered pages: the first dark run of the check line's row."""
    files, listed = printed("en", "A4", MatKey("4x4"), 2, 1)
    for entry in listed["files"]:
        for number, page in enumerate(entry["pages"]):
            scale = 2
            picture = pixels(files[entry["file"]], number, scale).min(axis=2)
            row = math.floor((page["size_mm"][1] - 15.6) * scale)
            dark = np.flatnonzero(picture[row, : 110 * scale] < 190) / scale
            assert dark.min() == pytest.approx(6, abs=0.6)
            assert dark.max() - dark.min() == pytest.approx(100, abs=0.6)
            assert dark.size == pytest.approx(100 * scale, abs=3)


def test_pdfs_are_vectors_with_embedded_fonts_and_say_who_they_are() -> None:
    files, _ = printed("ru", "A3", MatKey("6x6"), 2, 99)
    for name, data in files.items():
        assert b"/FontFile2" in data, f"{name}: fonts are not embedded"
        assert b"/Subtype /Image" not in data
        document = pypdfium2.PdfDocument(data)
        for number in range(len(document)):
            text = document[number].get_textpage().get_text_bounded()
            assert "Русский" in text
            assert "100 мм" in text
            assert f"страница {number + 1} из {len(document)}" in text
            assert ("номер колоды 99" in text) == name.startswith("deck-")
        document.close()


def test_the_same_order_gives_the_same_bytes() -> None:
    order = Order(kit(1), MatKey("4x4"), COLOURS[:1], "en", "A4")
    (deck,) = documents(order, ["decks"])
    assert pdf_of(deck, order) == pdf_of(deck, order)


def test_tiles_overlap_and_cover_the_whole_mat() -> None:
    order = Order(kit(1), MatKey("6x6"), COLOURS[:2], "en", "A4")
    (mat,) = documents(order, ["mats"])
    covered = np.zeros((760, 760), int)
    for page in mat.pages:
        (placement,) = page.placements
        assert placement.part
        low, high = placement.part.low - placement.at, placement.part.high - placement.at
        covered[round(low.y) + 80 : round(high.y) + 80, round(low.x) + 80 : round(high.x) + 80] += 1
    assert covered.min() == 1
    assert (covered[380] == 2).sum() == pytest.approx(10 * (len({p.placements[0].at.x for p in mat.pages}) - 1), abs=3)


def test_the_command_writes_the_kit_and_lists_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "kit"
    words = ["print", "golem", "lives", "--language", "fr", "--players", "3", "--out", str(out)]
    assert main([*words, "--manifest", str(tmp_path / "kit.json")]) == 0
    told = capsys.readouterr().out
    assert sorted(path.name for path in out.iterdir()) == ["golems.pdf", "lives.pdf"]
    assert "golems.pdf" in told
    assert "1 page " in told
    listed = json.loads((tmp_path / "kit.json").read_text(encoding="utf-8"))
    assert [thing["key"] for thing in listed["things"]] == ["golem:red", "golem:blue", "golem:yellow"]
    assert listed["things"][0]["markers"][0]["id"] == 92
    assert listed["things"][0]["markers"][0]["side_mm"] == 45


def test_wrong_options_are_told_all_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["print", "cards", "--language", "xx", "--paper", "letter", "--players", "7", "--mat", "9x9"]
    assert main([*words, "--deck-seed", "x", "--out", str(tmp_path)]) == 2
    told = capsys.readouterr().err.splitlines()
    assert told == [
        "golem print: cards: is not something to print; choose from "
        "guide, mats, decks, trays, golems, dice, tokens, energy, lives, figures, tops, scenarios, puzzles, "
        "hex-mats, hex-decks, hex-questions, hex-sheets, boards, pieces, die, setup, stages, rules, calibration",
        f"golem print: --language: 'xx' is not one of {', '.join(languages())}",
        "golem print: --paper: 'LETTER' is not one of A4, A3",
        "golem print: --players: '7' is not one of 2, 3, 4",
        "golem print: --deck-seed: 'x' is not a whole number of at most 18 digits",
        "golem print: --mat: '9x9' is not one of 4x4, 6x6, nor a mat's YAML file",
    ]
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("in the way")
    assert main(["print", "lives", "--out", str(tmp_path / "file" / "kit")]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"golem print: cannot write {tmp_path}/file/kit/lives.pdf: ")
    assert told.endswith("Choose another folder with --out\n") and told.count("\n") == 1
    assert main(["print", "lives", "--out", str(tmp_path / "kit"), "--manifest", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"golem print: cannot write {tmp_path}: ")
    assert told.endswith("Choose another file with --manifest\n")


def test_words_may_stand_before_and_after_the_options(tmp_path: Path) -> None:
    assert main(["print", "lives", "--out", str(tmp_path), "energy"]) == 0
    assert sorted(path.name.partition("-")[0].partition(".")[0] for path in tmp_path.iterdir()) == ["energy", "lives"]


def test_a_full_disk_is_told_and_leaves_nothing_half_written(capsys: pytest.CaptureFixture[str]) -> None:
    """/dev/full answers every write with "no space left"."""
    with pytest.raises(print_kit.CannotWrite, match="No space left on device"):
        print_kit.write_whole(Path("/dev/full"), b"x" * 100, part=Path("/dev/full"), instead="")


def test_the_command_knows_what_the_booklet_makes() -> None:
    assert print_kit.WHAT == WHAT


def pdf_of(document: Document, order: Order) -> bytes:
    out = io.BytesIO()
    write_pdf(document, out, order.language, order.kit.deck_seed)
    return out.getvalue()
