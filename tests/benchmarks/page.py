"""docs/benchmarks.md: its sections, each written anew by whoever measured it."""

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


def keep(measured: Mapping[str, Sequence[str]]) -> None:
    """Write the page with these sections (lines by module) and the others as they were."""
    sections = {**old_sections(), **{name: [*lines, ""] for name, lines in measured.items()}}
    text = "\n".join(line for name in MODULES if name in sections for line in sections[name])
    PAGE.write_text(f"{HEAD}\n{machine()}\n\n{text}", encoding="utf-8")


def old_sections() -> dict[str, Sequence[str]]:
    """The page's sections as they stand, by module."""
    if not PAGE.exists():
        return {}
    _, *parts = PAGE.read_text(encoding="utf-8").split("\n## ")
    by_title = {part.partition("\n")[0]: f"## {part.strip()}\n".split("\n") for part in parts}
    return {name: by_title[title] for name, title in MODULES.items() if title in by_title}


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

`make bench` measures all this anew and writes this page. Figures are medians; on a shared machine absolute
times vary by half, ratios and counts hold.
"""
