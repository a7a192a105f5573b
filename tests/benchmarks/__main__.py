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
    "rules": "positions and programs to events",
    "wire": "commands to acknowledgements",
    "opponent": "the computer golem",
    "games": "whole simulated games",
    "puzzles": "the puzzle solver",
    "robot_game": "Robot Game",
}
PAGE = Path(__file__).parents[2] / "docs" / "benchmarks.md"


def main() -> int:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("only", nargs="*", help=f"some of {', '.join(MODULES)}; default: all, and write the page")
    args = parser.parse_args()
    unknown = [name for name in args.only if name not in MODULES]
    if unknown:
        print(f"make bench: no benchmark is called {', '.join(unknown)}; there are {', '.join(MODULES)}")
        return 2
    text = "\n".join(line for name in args.only or MODULES for line in [*section(name, MODULES[name]), ""])
    if not args.only:
        PAGE.write_text(f"{HEAD}\n{machine()}\n\n{text}", encoding="utf-8")
        print(f"written: {PAGE}")
    return 0


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
