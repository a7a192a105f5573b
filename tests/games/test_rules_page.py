"""docs/rules.md stays true: every file and every test that it names is there, and no row of its tables is empty."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
ROOMS = ("boards", "calibration", "controller", "firmware_bridge", "hardware")
NAMED_TESTS = sorted({*re.findall(r"`(test_\w+\.py)::(\w+)`", PAGE)})
TEST_FILES = [path for path in (ROOT / "tests").rglob("test_*.py") if ".venv" not in path.parts]
NAMED_FILES = sorted({*re.findall(r"`([\w./-]+/[\w.-]+\.(?:py|yaml|js))`", PAGE)})
BOOKS = ("Battle of Golems 3.1", "Battle of Golems 2.0", "Robots on hexagons", "The dice race", "Jetan", "Robot Game")


def rows() -> list[list[str]]:
    found = [line.strip().strip("|").split(" | ") for line in PAGE.splitlines() if line.startswith("|")]
    return [row for row in found if row[0].strip() not in ("the book says", "what") and not row[0].startswith("---")]


@pytest.mark.parametrize(("file", "name"), NAMED_TESTS)
def test_a_test_that_the_page_names_is_there(file: str, name: str) -> None:
    paths = [path for path in TEST_FILES if path.name == file]
    assert len(paths) == 1, f"there must be one {file}, not {len(paths)}"
    assert name in collected(paths[0]), f"{file} has no {name}"


def collected(path: Path) -> set[str]:
    """The tests of a file that run: functions of the module and of its classes, not those within others."""
    module = ast.parse(path.read_text(encoding="utf-8"))
    classes = [part.body for part in module.body if isinstance(part, ast.ClassDef) and part.name.startswith("Test")]
    functions = [part for body in (module.body, *classes) for part in body]
    return {part.name for part in functions if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_the_files_that_the_page_names_are_there() -> None:
    there = [path.relative_to(ROOT).as_posix() for room in ROOMS for path in (ROOT / room).rglob("*") if path.is_file()]
    missing = [name for name in NAMED_FILES if not any(f"/{path}".endswith(f"/{name}") for path in there)]
    assert missing == []


def test_every_row_says_what_where_and_what_holds_it() -> None:
    assert len(rows()) > 100
    for row in rows():
        assert len(row) == 3, row
        assert all(cell.strip() for cell in row), row
        assert re.search(r"`test_\w+\.py::test_\w+`", row[2]), row


def test_every_book_has_its_table_and_says_what_is_left_out() -> None:
    headings = re.findall(r"^## (.+)$", PAGE, re.MULTILINE)
    assert [any(heading.startswith(book) for heading in headings) for book in BOOKS] == [True] * len(BOOKS)
    assert PAGE.count("Left out:") >= len(BOOKS) - 1
