"""Paper figures and spinning tops: for tables without robots, beside the discs and dice."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from boards.base.catalogue import languages
from boards.colours import COLOURS
from boards.drawing.paper_art import FIGURE_MM, FOOT_MM, TOP_MM, paper_golem, spinning_top
from boards.drawing.primitives import Circle, Text
from boards.drawing.typography import face
from boards.printing.paper_documents import WHAT, paper_documents
from boards.printing.sheets import usable
from controller.cli import main


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("paper", ["A4", "A3"])
def test_each_colour_is_on_a_page_whole_and_no_letter_is_missing(language: str, paper: str) -> None:
    for document in paper_documents(WHAT, COLOURS, language, paper):
        placed = [placement for page in document.pages for placement in page.placements]
        assert len(placed) == len(COLOURS)
        for page in document.pages:
            area = usable(page.size)
            for placement in page.placements:
                low, high = placement.at + placement.drawing.bounds.low, placement.at + placement.drawing.bounds.high
                assert area.low.x <= low.x and high.x <= area.high.x
                assert area.low.y <= low.y and high.y <= area.high.y
                for shape in placement.drawing.shapes:
                    if isinstance(shape, Text):
                        assert face(shape.bold).missing(shape.text) == ()


def test_a_figure_stands_on_two_feet_of_one_size() -> None:
    drawing = paper_golem("red", "en")
    assert drawing.height_mm == 2 * (FIGURE_MM[1] + FOOT_MM)
    assert drawing.markers() == ()  # No camera takes it for a golem: the disc says which one it is.


def test_a_top_has_the_six_faces_of_the_die_each_within_its_side() -> None:
    drawing = spinning_top("blue", "en")
    texts = [shape.text for shape in drawing.shapes if isinstance(shape, Text)]
    assert sorted(texts) == sorted(["×2", "×3", *(text for text in texts if not text.startswith("×"))])
    assert len(texts) == 3  # Three of six are blank.
    for shape in drawing.shapes:
        if isinstance(shape, Circle):
            assert math.hypot(shape.centre.x, shape.centre.y) + shape.radius <= TOP_MM / 2 * math.sqrt(0.75)


def test_they_are_printed_when_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", "figures", "tops", "--language", "pl", "--players", "3", "--out", str(tmp_path)]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["figures.pdf", "tops.pdf"]
    assert "Bączki" in capsys.readouterr().out
