"""`golem print scenario puzzle`: every picture, whole, on a page of its own."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

from boards import puzzles, scenarios
from boards.printing.sheets import PAPERS, usable
from controller.app.tools.task_documents import picture_documents
from controller.cli import main


def test_every_scenario_and_puzzle_fits_its_page() -> None:
    made = picture_documents(["puzzles", "scenarios"], "fr", "A3")
    assert [document.name for document in made] == ["scenarios", "puzzles"]
    assert [len(document.pages) for document in made] == [len(scenarios.keys()), len(puzzles.keys())]
    for document in made:
        for page in document.pages:
            (picture,) = page.placements
            area, bounds = usable(page.size).grown(1e-9), picture.drawing.bounds
            assert area.low.x <= picture.at.x + bounds.low.x and picture.at.x + bounds.high.x <= area.high.x
            assert area.low.y <= picture.at.y + bounds.low.y and picture.at.y + bounds.high.y <= area.high.y
    assert set(PAPERS) >= {"A3", "A4"}


def test_they_are_printed_by_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", "scenario", "--out", str(tmp_path), "--language", "ru"]) == 0
    assert "Сценарии" in capsys.readouterr().out
    pdf = pypdfium2.PdfDocument(tmp_path / "scenarios.pdf")
    assert len(pdf) == len(scenarios.keys())
    assert "Замок в осаде" in "".join(page.get_textpage().get_text_range() for page in pdf)


def test_a_puzzle_of_ones_own_is_printed_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "own.yaml"
    own.write_text(puzzles.path("postman").read_text(encoding="utf-8"), encoding="utf-8")
    assert main(["print", "puzzle", str(own), "--out", str(tmp_path)]) == 0
    assert "puzzles.pdf" in capsys.readouterr().out
    assert len(pypdfium2.PdfDocument(tmp_path / "puzzles.pdf")) == 1


def test_the_mistakes_of_all_files_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("one.yaml", "two.yaml"):
        (tmp_path / name).write_text("id: 7\n", encoding="utf-8")
    assert main(["print", "scenario", str(tmp_path / "one.yaml"), str(tmp_path / "two.yaml")]) == 2
    told = capsys.readouterr().err
    assert "one.yaml" in told and "two.yaml" in told


@pytest.mark.parametrize("beside", [[], ["mats"], ["scenario", "puzzle"]])
def test_a_file_must_be_said_to_be_one_or_the_other(beside: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", *beside, "own.yaml"]) == 2
    assert "golem print puzzle own.yaml" in capsys.readouterr().err
