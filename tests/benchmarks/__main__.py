"""Runs the benchmarks, prints their table and keeps it in docs/benchmarks.md."""

from __future__ import annotations

import argparse
import importlib
import os
import platform
import sys
from pathlib import Path

from tests.benchmarks import Row

MODULES = {
    "eye": "frames to sightings",
    "eye_detect": "markers by condition",
    "rules": "positions and programs to events",
    "wire": "commands to acknowledgements",
    "firmware": "the golem's own program",
    "opponent": "the computer golem",
    "jetan": "the Jetan opponent",
    "games": "whole simulated games",
    "guard": "hands over the field",
    "puzzles": "the puzzle solver",
    "robot_game": "Robot Game",
}
LONG = ("opponent", "jetan", "eye_detect", "guard")
"""Run only by name; the page keeps their last figures."""
PAGE = Path(__file__).parents[2] / "docs" / "benchmarks.md"


def main() -> int:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("only", nargs="*", help=f"some of {', '.join(MODULES)}; default: all but {', '.join(LONG)}")
    args = parser.parse_args()
    unknown = [name for name in args.only if name not in MODULES]
    if unknown:
        print(f"make bench: no benchmark is called {', '.join(unknown)}; there are {', '.join(MODULES)}")
        return 2
    names = args.only or [name for name in MODULES if name not in LONG]
    measured = {name: [*section(name, MODULES[name]), ""] for name in names}
    kept = {name: lines for name, lines in old_sections().items() if name not in measured}
    sections = {**kept, **measured}
    text = "\n".join(line for name in MODULES if name in sections for line in sections[name])
    PAGE.write_text(f"{HEAD}\n{machine()}\n\n{text}", encoding="utf-8")
    print(f"written: {PAGE}")
    return 0


def old_sections() -> dict[str, list[str]]:
    """The page's sections as they stand, by module."""
    if not PAGE.exists():
        return {}
    _, *parts = PAGE.read_text(encoding="utf-8").split("\n## ")
    by_title = {part.partition("\n")[0]: f"## {part.strip()}\n".split("\n") for part in parts}
    return {name: by_title[title] for name, title in MODULES.items() if title in by_title}


def section(name: str, title: str) -> list[str]:
    """One module's table; it is printed as it grows."""
    rows: list[Row] = importlib.import_module(f"tests.benchmarks.{name}").measure()
    lines = [f"## {title}", "", "| what | measured | against | note |", "|---|---|---|---|"]
    lines += [f"| {row.what} | {row.value} | {row.against} | {row.note} |" for row in rows]
    print("\n".join(lines), flush=True)
    return lines


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

sys.exit(main())
