"""docs/benchmarks.md: its marked parts, each written anew by whoever measured it; nothing else is touched."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.benchmarks import Row

MODULES = {
    "eye": "frames to sightings",
    "eye_detect": "markers by condition",
    "strangers": "markers in pictures of strangers",
    "eye_ground": "the proving ground",
    "calibration": "golems through a lens that was measured",
    "cameras": "cameras",
    "rules": "positions and programs to events",
    "wire": "commands to acknowledgements",
    "firmware": "the golem's own program",
    "opponent": "the computer golem",
    "jetan": "the Jetan opponent",
    "games": "whole simulated games",
    "slow_disk": "a record on a slow disk",
    "guard": "hands over the field",
    "motion": "how golems move",
    "stages": "golems on hexagons",
    "puzzles": "the puzzle solver",
    "robot_game": "Robot Game",
}
"""Module -> the title of its section, in the page's order."""

PAGE = Path(__file__).parents[2] / "docs" / "benchmarks.md"


MACHINE = "machine"
"""The name of the part that says on which machine the last run was."""


def keep(measured: Mapping[str, Sequence[str]], path: Path = PAGE) -> None:
    """Write these parts (a heading and a table, by module) and which machine measured them; all else stays as it is."""
    text = path.read_text(encoding="utf-8") if path.exists() else f"{HEAD}\n{marked(MACHINE, [])}\n"
    text = with_part(text, MACHINE, [machine()])
    for name, (_heading, _empty, *lines) in measured.items():
        text = with_part(text, name, lines)
    path.write_text(text, encoding="utf-8")


def with_part(text: str, name: str, lines: Sequence[str]) -> str:
    """Return the page with a part written anew; a part that the page does not have yet comes at its end."""
    begin, end = marks(name)
    before, found, rest = text.partition(begin)
    if not found:
        return f"{text.rstrip()}\n\n## {MODULES[name]}\n\n{marked(name, lines)}\n"
    _old, closed, after = rest.partition(end)
    if not closed:
        raise SystemExit(f"make bench: {PAGE.name} has {begin} without {end}")
    return f"{before}{marked(name, lines)}{after}"


def marked(name: str, lines: Sequence[str]) -> str:
    begin, end = marks(name)
    return "\n".join((begin, "", *lines, "", end))


def marks(name: str) -> tuple[str, str]:
    """What stands before and after a part that is written by `make bench`."""
    return f"<!-- bench: {name} -->", f"<!-- end of bench: {name} -->"


def table(rows: Sequence[Row]) -> list[str]:
    """Rows as lines of Markdown."""
    lines = ["| what | measured | against | note |", "|---|---|---|---|"]
    return lines + [f"| {row.what} | {row.value} | {row.against} | {row.note} |" for row in rows]


def machine() -> str:
    load = ", ".join(f"{part:.1f}" for part in os.getloadavg())
    python = platform.python_version()
    return (
        f"Last run: {os.cpu_count()} cores, {platform.machine()}, Python {python}, {sys.platform}; "
        f"load before the end of the run (1, 5, 15 min): {load}."
    )


HEAD = """# Benchmarks

`make bench` measures this anew and writes the tables between its marks; what stands beside them is written by hand.
Figures are medians; on a shared machine absolute times vary by half, ratios and counts hold.
"""
