"""`make bench` writes its own parts of docs/benchmarks.md and nothing else."""

from __future__ import annotations

from pathlib import Path

from tests.benchmarks.page import MODULES, PAGE, keep, marks

LINES = ["## a heading", "", "| what |", "|---|", "| new figures |"]


def _by_hand(text: str) -> str:
    """The page without its marked parts."""
    for name in ("machine", *MODULES):
        begin, end = marks(name)
        before, _, rest = text.partition(begin)
        text = before + rest.partition(end)[2]
    return text


def test_what_is_written_by_hand_stays(tmp_path: Path) -> None:
    page = tmp_path / "benchmarks.md"
    before = PAGE.read_text("utf-8")
    page.write_text(before, "utf-8")
    keep({"games": LINES, "robot_game": LINES}, page)
    after = page.read_text("utf-8")
    assert after.count("| new figures |") == 2 and _by_hand(after) == _by_hand(before)
    assert "## memory of the simulation" in after and "A process for each game" in after
    keep({"games": LINES}, page)
    assert page.read_text("utf-8").count("| new figures |") == 2


def test_each_part_of_the_page_has_both_marks_and_a_new_one_comes_at_the_end(tmp_path: Path) -> None:
    text = PAGE.read_text("utf-8")
    for name in MODULES:
        begin, end = marks(name)
        assert (text.count(begin), text.count(end)) in ((1, 1), (0, 0)), name
    page = tmp_path / "new.md"
    keep({"rules": LINES}, page)
    assert f"## {MODULES['rules']}" in page.read_text("utf-8") and "| new figures |" in page.read_text("utf-8")
